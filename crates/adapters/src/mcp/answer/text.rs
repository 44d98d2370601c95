//! An answer for a reader of text. Code is indented, so that nothing in it can end it.

use serde_json::{Map, Value};

use super::{Answer, entries};

/// Fields of a place that stand in its first line, or below it.
const SAID: [&str; 9] =
    ["path", "start_line", "end_line", "line", "symbol", "kind", "summary", "why", "extract"];

/// The whole answer.
pub fn of(answer: &Answer) -> String {
    let mut text = format!("{}: {}\n", answer.tool, answer.summary);
    if let Some(error) = &answer.error {
        text.push_str(&format!("{}\n", error.message));
    }
    let mut fields: Vec<(&String, &Value)> = answer.data.iter().collect();
    fields.sort_by_key(|(key, _)| entries::place(key));
    for (key, value) in fields {
        match value {
            Value::Array(list) if !list.is_empty() => {
                list.iter().for_each(|value| text.push_str(&entry(key, value)));
            }
            value => text.push_str(&entry(key, value)),
        }
    }
    answer.limits.iter().for_each(|line| text.push_str(&format!("[Limits] {line}\n")));
    if let Some(next) = answer.page.next_offset {
        let page = answer.page;
        let last = page.offset + page.shown;
        text.push_str(&format!(
            "Entries {}-{last} of {}; more with offset {next}.\n",
            page.offset + 1,
            page.total
        ));
    }
    text
}

/// One entry.
pub fn entry(key: &str, value: &Value) -> String {
    match value {
        Value::Object(map) if map.get("path").is_some_and(Value::is_string) => place(map),
        Value::Array(list) if list.is_empty() => String::new(),
        Value::String(text) => format!("{key}: {}\n", text.replace('\n', "\n    ")),
        other => format!("{key}: {other}\n"),
    }
}

fn place(map: &Map<String, Value>) -> String {
    let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str| map.get(name).and_then(Value::as_u64);
    let mut line = text("path").to_owned();
    if let Some(start) = number("start_line").or_else(|| number("line")) {
        line.push_str(&format!(":{start}"));
    }
    if let Some(end) = number("end_line").filter(|end| Some(*end) != number("start_line")) {
        line.push_str(&format!("-{end}"));
    }
    for word in [text("kind"), text("symbol")].into_iter().filter(|word| !word.is_empty()) {
        line.push_str(&format!(" {word}"));
    }
    for (before, said) in [(" - ", text("summary")), (" | ", text("why"))] {
        if !said.is_empty() {
            line.push_str(&format!("{before}{said}"));
        }
    }
    let rest: Map<String, Value> = map
        .iter()
        .filter(|(name, value)| !SAID.contains(&name.as_str()) && !value.is_null())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !rest.is_empty() {
        line.push_str(&format!(" | {}", Value::Object(rest)));
    }
    line.push('\n');
    let extract = map.get("extract").and_then(|extract| extract.get("text")).and_then(Value::as_str);
    for code in extract.into_iter().flat_map(str::lines) {
        line.push_str(&format!("    {code}\n"));
    }
    line
}
