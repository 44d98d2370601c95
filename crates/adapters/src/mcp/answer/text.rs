//! An answer for a reader of text. What the repository or another program chose stands escaped, in a code span or a fence
//! that it cannot close.

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::texts;
use serde_json::{Map, Value};

use super::{Answer, entries};

/// Fields of a place that stand in its first line, or below it.
const SAID: [&str; 11] = [
    "path",
    "start_line",
    "end_line",
    "line",
    "symbol",
    "kind",
    "summary",
    "why",
    "extract",
    "altered",
    "places",
];
/// A text that is no longer, and has one line, stands on the line of its name (characters).
const SHORT_CHARS: usize = 200;

/// Who chose the words of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// A tool of this build, which escapes what it names.
    Own,
    /// Another program: everything is quoted.
    Foreign,
}

impl Voice {
    /// A line that a tool composed.
    fn line(self, line: &str) -> EscapedText {
        match self {
            Self::Own => escape::composed(line),
            Self::Foreign => escape::quoted(line),
        }
    }
}

/// The whole answer.
pub fn of(answer: &Answer, voice: Voice) -> String {
    let mut text = escaped!("{}: {}\n", escape::word(&answer.tool), voice.line(&answer.summary));
    if let Some(error) = &answer.error {
        text.push(&escaped!("{}\n", voice.line(&error.message)));
    }
    let mut fields: Vec<(&String, &Value)> = answer.data.iter().collect();
    fields.sort_by_key(|(key, _)| entries::place(key));
    for (key, value) in fields {
        match value {
            Value::Array(list) if !list.is_empty() => {
                list.iter().for_each(|value| text.push(&entry(key, value, voice)));
            }
            value => text.push(&entry(key, value, voice)),
        }
    }
    for line in &answer.limits {
        text.push(&escaped!("{}{}\n", texts::LIMITS_PREFIX, escape::composed(line)));
    }
    if let Some(next) = answer.page.next_offset {
        let page = answer.page;
        let (first, last) = (page.offset + 1, page.offset + page.shown);
        text.push(&escaped!("Entries {}-{} of {}; more with offset {}.\n", first, last, page.total, next));
    }
    text.into_string()
}

/// One entry.
pub fn entry(key: &str, value: &Value, voice: Voice) -> EscapedText {
    let name = escape::word(key);
    match value {
        Value::Object(map) if map.get("path").is_some_and(Value::is_string) => place(map, voice),
        Value::Array(list) if list.is_empty() => EscapedText::default(),
        Value::String(text) if text.contains('\n') || text.chars().count() > SHORT_CHARS => {
            escaped!("{}:\n{}", name, escape::fenced(text, ""))
        }
        Value::String(text) => escaped!("{}: {}\n", name, escape::quoted(text)),
        Value::Object(_) | Value::Array(_) => escaped!("{}: {}\n", name, escape::data(value)),
        Value::Null => escaped!("{}: null\n", name),
        Value::Bool(yes) => escaped!("{}: {}\n", name, if *yes { "true" } else { "false" }),
        Value::Number(number) => escaped!("{}: {}\n", name, escape::path(&number.to_string())),
    }
}

/// A further place of a file that is listed by its best one.
fn further_place(further: &Value) -> EscapedText {
    let text = |name: &str| further.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let number = |name: &str| further.get(name).and_then(Value::as_u64);
    let Some(start) = number("start_line") else { return EscapedText::default() };
    let mut line = escaped!("  also :{}", start);
    let said = [
        number("end_line").filter(|end| *end != start).map(|end| escaped!("-{}", end)),
        text("kind").map(|kind| escaped!(" {}", escape::word(kind))),
        text("symbol").map(|symbol| escaped!(" {}", escape::symbol(symbol))),
    ];
    said.into_iter().flatten().for_each(|said| line.push(&said));
    line.push(&EscapedText::from("\n"));
    line
}

fn place(map: &Map<String, Value>, voice: Voice) -> EscapedText {
    let text = |name: &str| map.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let number = |name: &str| map.get(name).and_then(Value::as_u64);
    let mut line = escape::path(text("path").unwrap_or_default());
    if let Some(start) = number("start_line").or_else(|| number("line")) {
        line.push(&escaped!(":{}", start));
    }
    if let Some(end) = number("end_line").filter(|end| Some(*end) != number("start_line")) {
        line.push(&escaped!("-{}", end));
    }
    let said = [
        text("kind").map(|kind| escaped!(" {}", escape::word(kind))),
        text("symbol").map(|symbol| escaped!(" {}", escape::symbol(symbol))),
        text("summary").map(|summary| escaped!(" - {}", escape::quoted(summary))),
        text("why").map(|why| escaped!(" | {}", voice.line(why))),
    ];
    said.into_iter().flatten().for_each(|said| line.push(&said));
    let rest: Map<String, Value> = map
        .iter()
        .filter(|(name, value)| !SAID.contains(&name.as_str()) && !value.is_null())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !rest.is_empty() {
        line.push(&escaped!(" | {}", escape::data(&Value::Object(rest))));
    }
    if map.get("altered") == Some(&Value::Bool(true)) {
        line.push(&escaped!(" | {}", texts::EXTRACT_ALTERED));
    }
    line.push(&EscapedText::from("\n"));
    for further in map.get("places").and_then(Value::as_array).into_iter().flatten() {
        line.push(&further_place(further));
    }
    if let Some(extract) = map.get("extract") {
        let part = |name: &str| extract.get(name).and_then(Value::as_str).unwrap_or_default();
        if !part("text").is_empty() {
            line.push(&escape::fenced(part("text"), part("language")));
        }
    }
    line
}
