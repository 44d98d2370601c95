//! The first gate: a tool's raw result, item by item.
//!
//! An item that is bad loses its content or goes; its neighbours stay. Whatever was done is said in a limit.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foreword_model::envelope::{Redaction, ToolResult};
use foreword_model::{limits, texts};
use serde_json::{Map, Value};

use super::wash::{self, Counts, Lines};
use super::{Cleared, NAME_WITHHELD};
use crate::sensitive::Sensitive;
use crate::{hygiene, injection, secrets};

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
    let (short, cut) = hygiene::truncate_chars(&result.summary, limits::SUMMARY_CHARS);
    if cut {
        result.summary = short.into_owned();
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
        let path = map.get("path").and_then(Value::as_str).map(hygiene::one_line);
        let path = path.as_deref();
        let is_named_badly = path.is_some_and(|path| injection::scan(path).is_some());
        if let Some(path) = path.filter(|path| leads_out(path)) {
            self.say(format!("{}: {}", texts::OUTSIDE_PATH, shown(path)));
            return None;
        }
        // Before its content is looked at: nothing of a sensitive file is shown, not even what was found in it.
        if let Some(path) = path.filter(|path| !is_named_badly && self.sensitive.matches(path)) {
            self.say(format!("{}: {}", texts::SENSITIVE_PATH, shown(path)));
            let bare = pointer(map, Some(path), "");
            return Some(self.washed(bare));
        }
        if is_named_badly || instructs(&place) {
            let path = path.filter(|_| !is_named_badly);
            self.say(format!("{}{}", texts::INJECTION_FILTERED, location(map, path)));
            let neutral = pointer(map, path, texts::INJECTION_FILTERED);
            return Some(self.washed(neutral));
        }
        Some(self.washed(place))
    }

    /// Washes what was already looked through for instructions.
    fn washed(&mut self, mut value: Value) -> Value {
        wash::value(&mut value, "", 0, &mut |text, key| match lines_of(key) {
            Lines::One => self.text(text, Lines::One),
            Lines::Many => wash::text(text, Lines::Many, &mut self.counts),
        });
        value
    }

    fn value(&mut self, value: &mut Value) {
        wash::value(value, "", 0, &mut |text, key| {
            self.text(text, lines_of(key));
        });
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
        (Some(path), Some(line)) => format!(" ({}:{line})", shown(path)),
        (Some(path), None) => format!(" ({})", shown(path)),
        (None, _) => String::new(),
    }
}

/// A path as a limit shows it.
fn shown(path: &str) -> Cow<'_, str> {
    match injection::scan(path) {
        Some(_) => Cow::Borrowed(NAME_WITHHELD),
        None => hygiene::truncate_chars(path, limits::LIMIT_PATH_CHARS).0,
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
    if path.starts_with(['/', '\\', '~']) || has_drive || path.contains("://") {
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
