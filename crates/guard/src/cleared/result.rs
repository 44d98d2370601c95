//! The first gate: a tool's raw result, item by item.
//!
//! An item that is bad loses its content or goes; its neighbours stay. Whatever was done is said in a limit.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foreword_model::envelope::{Redaction, ToolResult};
use foreword_model::{limits, texts};
use foreword_text::truncate::ellipsize;
use serde_json::{Map, Value};

use super::Cleared;
use super::wash::{self, Counts, Lines};
use crate::delimiters::break_delimiters;
use crate::sensitive::Sensitive;
use crate::{escape, hygiene, injection, secrets};

/// The lists of a tool's `data` whose entries are places.
const PLACES: &[&str] = &["items", "files"];
/// Fields that are shown on one line.
const ONE_LINE_FIELDS: &[&str] = &[
    "path",
    "symbol",
    "kind",
    "title",
    "signature",
    "summary",
    "why",
    "language",
    "claim_key",
    "claim",
    "evidence_refs",
    "name",
];

/// Clears a tool's result; the second value says in `[Limits]` lines what was taken out.
pub fn clear_result(raw: ToolResult, sensitive: &Sensitive) -> (Cleared<ToolResult>, Vec<String>) {
    let mut gate = Gate { sensitive, counts: Counts::new(), limits: Vec::new(), unsaid: 0 };
    let mut result = raw;
    gate.text(&mut result.tool, Lines::One);
    gate.text(&mut result.started_at, Lines::One);
    gate.text(&mut result.summary, Lines::One);
    if let Cow::Owned(short) = ellipsize(&result.summary, limits::SUMMARY_CHARS) {
        result.summary = short;
        result.truncated = true;
    }
    if let Some(error) = &mut result.error {
        gate.text(&mut error.message, Lines::One);
    }
    if let Some(data) = &mut result.data {
        gate.data(data);
    }
    result.redactions = merged(result.redactions, &gate.counts);
    let limits = gate.into_limits();
    (Cleared(result), limits)
}

/// What was masked before and now, by kind.
fn merged(before: Vec<Redaction>, now: &Counts) -> Vec<Redaction> {
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    for Redaction { kind, count } in before {
        *totals.entry(hygiene::one_line(&kind).into_owned()).or_default() += count;
    }
    for (kind, count) in now {
        *totals.entry((*kind).to_owned()).or_default() += count;
    }
    totals.into_iter().map(|(kind, count)| Redaction { kind, count }).collect()
}

struct Gate<'a> {
    sensitive: &'a Sensitive,
    counts: Counts,
    limits: Vec<String>,
    /// Lines beyond the most that are said.
    unsaid: usize,
}

impl Gate<'_> {
    fn data(&mut self, data: &mut Value) {
        let mut places = Vec::new();
        if let Value::Object(map) = data {
            for name in PLACES {
                // Taken out, so that what is left can be washed as a whole.
                if let Some(Value::Array(list)) = map.get_mut(*name) {
                    places.push((*name, std::mem::take(list)));
                }
            }
        }
        self.value(data);
        for (name, list) in places {
            let kept: Vec<Value> = list.into_iter().filter_map(|place| self.place(place)).collect();
            if let Value::Object(map) = data {
                map.insert(name.to_owned(), Value::Array(kept));
            }
        }
    }

    /// One entry of a list of places; `None` if it goes.
    fn place(&mut self, mut place: Value) -> Option<Value> {
        let Value::Object(map) = &place else {
            self.value(&mut place);
            return Some(place);
        };
        let raw = map.get("path").and_then(Value::as_str);
        // What it leads to is judged by its visible characters; what is shown has the others written out.
        let line = raw.map(hygiene::one_line);
        let readable = raw.map(readable_path);
        let (line, path) = (line.as_deref(), readable.as_deref());
        let is_named_badly = line.is_some_and(|line| injection::scan(line).is_some());
        // As it is too: what is written out adds a backslash, which some systems read as a separator.
        if line.is_some_and(leads_out) || raw.is_some_and(leads_out) {
            self.say(format!("{}: {}", texts::OUTSIDE_PATH, escape::told_path(path.unwrap_or_default())));
            return None;
        }
        // Before its content is looked at: nothing of a sensitive file is shown, not even what was found in it.
        if !is_named_badly && line.is_some_and(|line| self.sensitive.matches(line)) {
            self.say(format!("{}: {}", texts::SENSITIVE_PATH, escape::told_path(path.unwrap_or_default())));
            let bare = pointer(map, path, "");
            return Some(self.washed(bare));
        }
        if is_named_badly || instructs(&place) {
            let path = if is_named_badly { None } else { path };
            self.say(format!("{}{}", texts::INJECTION_FILTERED, location(map, path)));
            let neutral = pointer(map, path, texts::INJECTION_FILTERED);
            return Some(self.washed(neutral));
        }
        let is_altered = place.pointer("/extract/text").and_then(Value::as_str).is_some_and(is_altered);
        let mut place = self.washed(place);
        if let (true, Value::Object(map)) = (is_altered, &mut place) {
            map.insert("altered".to_owned(), Value::from(true));
        }
        Some(place)
    }

    /// Washes what was already looked through for instructions.
    fn washed(&mut self, mut value: Value) -> Value {
        wash::value(&mut value, "", 0, &mut |text, key| match (key, lines_of(key)) {
            ("path", _) => self.path(text),
            (_, Lines::One) => self.text(text, Lines::One),
            (_, Lines::Many) => {
                wash::text(text, Lines::Many, &mut self.counts);
                break_in_place(text);
            }
        });
        value
    }

    fn value(&mut self, value: &mut Value) {
        wash::value(value, "", 0, &mut |text, key| match key {
            "path" => self.path(text),
            key => self.text(text, lines_of(key)),
        });
    }

    /// A path that a program may read stays as it is, unless somebody who reads it could be misled by it.
    fn path(&mut self, path: &mut String) {
        if let Cow::Owned(readable) = readable_path(path) {
            *path = readable;
        }
        self.text(path, Lines::One);
    }

    fn text(&mut self, text: &mut String, lines: Lines) {
        let instructs_raw = injection::scan(text).is_some();
        wash::text(text, lines, &mut self.counts);
        // Once more as it will be read: lines that became one may say something together.
        let instructs = instructs_raw || (lines == Lines::One && injection::scan(text).is_some());
        if instructs && text != texts::INJECTION_FILTERED {
            texts::INJECTION_FILTERED.clone_into(text);
            self.say(texts::INJECTION_FILTERED.to_owned());
        }
        break_in_place(text);
    }

    fn say(&mut self, line: String) {
        let line = secrets::redact(&hygiene::one_line(&line)).text.into_owned();
        if self.limits.contains(&line) {
            return;
        }
        if self.limits.len() < limits::GUARD_LIMIT_LINES {
            self.limits.push(line);
        } else {
            self.unsaid += 1;
        }
    }

    fn into_limits(mut self) -> Vec<String> {
        if self.unsaid > 0 {
            self.limits.push(format!("{} more places filtered", self.unsaid));
        }
        self.limits
    }
}

fn break_in_place(text: &mut String) {
    if let Cow::Owned(broken) = break_delimiters(text) {
        *text = broken;
    }
}

/// Whether an extract will not be what its file says: an edit that quotes it would fail. A masked secret says so itself.
fn is_altered(extract: &str) -> bool {
    let has_hidden = extract.split('\r').any(|part| matches!(hygiene::clean(part), Cow::Owned(_)));
    has_hidden || matches!(break_delimiters(extract), Cow::Owned(_))
}

/// A path for data: as it is, or escaped where it holds an invisible character or a delimiter. One that holds a secret
/// loses its invisible characters instead, so that they cannot hide it.
fn readable_path(path: &str) -> Cow<'_, str> {
    let line = hygiene::one_line(path);
    let is_clean = matches!(line, Cow::Borrowed(_));
    if is_clean && matches!(break_delimiters(path), Cow::Borrowed(_)) {
        return Cow::Borrowed(path);
    }
    match secrets::redact(&line).text {
        Cow::Owned(_) => Cow::Owned(line.into_owned()),
        Cow::Borrowed(_) => Cow::Owned(escape::path(path).into_string()),
    }
}

fn lines_of(key: &str) -> Lines {
    if ONE_LINE_FIELDS.contains(&key) { Lines::One } else { Lines::Many }
}

/// A place without content: where it is, how sure the tool was, and one line.
fn pointer(map: &Map<String, Value>, path: Option<&str>, summary: &str) -> Value {
    let mut bare = Map::new();
    if let Some(path) = path {
        bare.insert("path".to_owned(), Value::from(path));
    }
    for name in ["start_line", "end_line", "confidence", "score"] {
        if let Some(number @ Value::Number(_)) = map.get(name) {
            bare.insert(name.to_owned(), number.clone());
        }
    }
    bare.insert("summary".to_owned(), Value::from(summary));
    Value::Object(bare)
}

/// ` (<path>:<line>)`, as far as it is known.
fn location(map: &Map<String, Value>, path: Option<&str>) -> String {
    match (path, map.get("start_line").and_then(Value::as_u64)) {
        (Some(path), Some(line)) => format!(" ({}:{line})", escape::told_path(path)),
        (Some(path), None) => format!(" ({})", escape::told_path(path)),
        (None, _) => String::new(),
    }
}

/// Whether any string of a place instructs.
fn instructs(place: &Value) -> bool {
    let mut pending = vec![place];
    while let Some(value) = pending.pop() {
        match value {
            Value::String(text) if injection::scan(text).is_some() => return true,
            Value::Array(entries) => pending.extend(entries),
            Value::Object(map) => {
                if map.keys().any(|key| injection::scan(key).is_some()) {
                    return true;
                }
                pending.extend(map.values());
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    false
}

/// Whether a path is absolute, in any system's manner, or climbs above where it starts.
fn leads_out(path: &str) -> bool {
    let has_drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let is_escape = escape::escape_len(path) > 0;
    if (path.starts_with(['/', '\\', '~']) && !is_escape) || has_drive || path.contains("://") {
        return true;
    }
    let mut depth = 0_usize;
    for component in path.split(['/', '\\']) {
        match component {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return true,
            },
            _ => depth += 1,
        }
    }
    false
}
