//! The events of `codex exec --json`: what a person is shown of each. Guards every text; prints nothing.

use foreword_guard::{clear_line, clear_text};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::Value;

use super::session::SessionId;

/// What is shown of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// Words of the answer, of one or more lines.
    Answer(String),
    /// What codex does, on one line.
    Note(String),
}

/// What a person is shown of an event line, if anything. A line that is no event shows nothing.
pub fn shown(line: &str) -> Option<Shown> {
    let event: Value = serde_json::from_str(line).ok()?;
    if let Some(message) = message_of(&event) {
        return Some(Shown::Answer(clear_text(message).into_inner()));
    }
    let is_over = match event.get("type").and_then(Value::as_str)? {
        "item.started" => false,
        "item.completed" => true,
        "error" => return text(&event, "message").map(|message| note("codex: ", message)),
        _ => return None,
    };
    let item = event.get("item")?;
    match (text(item, "type")?, is_over) {
        ("command_execution", false) => Some(note("$ ", text(item, "command")?)),
        ("command_execution", true) => failed_command(item),
        ("file_change", true) => Some(note("", &changes(item)?)),
        ("mcp_tool_call", false) => {
            Some(note("tool ", &format!("{}.{}", text(item, "server")?, text(item, "tool")?)))
        }
        ("web_search", true) => Some(note("search ", text(item, "query")?)),
        ("error", true) => Some(note("codex: ", text(item, "message")?)),
        _ => None,
    }
}

/// An event line as a program may read it, with every text in it guarded; nothing where the line is no JSON.
pub fn guarded(line: &str) -> Option<String> {
    let event = serde_json::from_str(line).ok()?;
    Some(cleared(event).to_string())
}

/// The parser bounds how deep it is.
fn cleared(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(clear_text(&text).into_inner()),
        Value::Array(items) => Value::Array(items.into_iter().map(cleared).collect()),
        Value::Object(fields) => {
            let guard = |(name, value): (String, Value)| (clear_line(&name).into_inner(), cleared(value));
            Value::Object(fields.into_iter().map(guard).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The thread that an event line names, if it names one.
pub fn thread_of_line(line: &str) -> Option<SessionId> {
    serde_json::from_str(line).ok().as_ref().and_then(thread_of)
}

/// The thread that an event names: as `thread_id` today, as `session_id` in other versions of codex. Only a UUID counts.
pub(super) fn thread_of(event: &Value) -> Option<SessionId> {
    ["thread_id", "session_id"].into_iter().find_map(|field| text(event, field).and_then(SessionId::parse))
}

/// The words of an answer in an event, if it has any. Not guarded.
pub(super) fn message_of(event: &Value) -> Option<&str> {
    let item = event.get("item").filter(|_| event["type"] == "item.completed")?;
    text(item, "text").filter(|_| item["type"] == "agent_message")
}

/// A command is announced when it starts; its end is worth a line if it went wrong.
fn failed_command(item: &Value) -> Option<Shown> {
    let code = item.get("exit_code").and_then(Value::as_i64).filter(|code| *code != 0)?;
    Some(note("", &format!("exit code {code}: {}", text(item, "command")?)))
}

/// `update src/a.rs, add src/b.rs`.
fn changes(item: &Value) -> Option<String> {
    let changes = item.get("changes")?.as_array()?;
    let named = changes.iter().filter_map(|change| {
        Some(format!("{} {}", text(change, "kind").unwrap_or("change"), text(change, "path")?))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

fn text<'a>(value: &'a Value, field: &str) -> Option<&'a str> {
    value.get(field).and_then(Value::as_str)
}

fn note(before: &str, text: &str) -> Shown {
    let line = format!("{before}{}", clear_line(text).as_str());
    Shown::Note(ellipsize(&line, limits::CODEX_NOTE_CHARS).into_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(event: Value, expected: Option<Shown>) {
        assert_eq!(shown(&event.to_string()), expected, "{event}");
    }

    fn completed(item: Value) -> Value {
        json!({ "type": "item.completed", "item": item })
    }

    fn note_of(text: &str) -> Option<Shown> {
        Some(Shown::Note(text.to_owned()))
    }

    #[test]
    fn a_person_sees_the_answer_and_what_is_done() {
        let answer = json!({ "type": "agent_message", "text": "two\nlines" });
        check(completed(answer), Some(Shown::Answer("two\nlines".to_owned())));
        let run =
            |code: Value| json!({ "type": "command_execution", "command": "ls\n-l", "exit_code": code });
        check(json!({ "type": "item.started", "item": run(Value::Null) }), note_of("$ ls -l"));
        check(completed(run(json!(0))), None);
        check(completed(run(json!(2))), note_of("exit code 2: ls -l"));
        let changes = json!([{ "path": "a.rs", "kind": "update" }, { "path": "b.rs", "kind": "add" }]);
        let change = json!({ "type": "file_change", "changes": changes });
        check(completed(change), note_of("update a.rs, add b.rs"));
        let call = json!({ "type": "mcp_tool_call", "server": "s", "tool": "t" });
        check(json!({ "type": "item.started", "item": call }), note_of("tool s.t"));
        check(json!({ "type": "error", "message": "retrying" }), note_of("codex: retrying"));
        check(completed(json!({ "type": "reasoning", "text": "hm" })), None);
        for nothing in ["", "{", "[]", "7", "null", r#"{"type": 7}"#, r#"{"type":"item.completed"}"#] {
            assert_eq!(shown(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_program_gets_the_event_with_its_texts_guarded() {
        let secret = format!("ghp_{}", "1234567890abcdefABCDEF1234567890abcd");
        let event = format!(r#" {{"b":[1,null,"\u001b[31mred\u009b1m {secret}\nline"],"a":{{"c":true}}}} "#);
        let guarded = guarded(&event).expect("JSON");
        let value: Value = serde_json::from_str(&guarded).expect("JSON again");
        let text = value["b"][2].as_str().expect("a text");
        assert!(text.starts_with("red") && text.ends_with("\nline") && !text.contains(&secret), "{text:?}");
        assert!(!guarded.contains(|character: char| character.is_control()), "{guarded:?}");
        assert_eq!((&value["b"][0], &value["a"]["c"]), (&json!(1), &json!(true)));
        for nothing in ["", "{", "\u{1b}[31m", "not an event"] {
            assert_eq!(super::guarded(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn escapes_and_secrets_do_not_reach_the_terminal() {
        let secret = format!("ghp_{}", "1234567890abcdefABCDEF1234567890abcd");
        let answer =
            json!({ "type": "agent_message", "text": format!("\u{1b}]0;x\u{7}a\u{1b}[31mb {secret}") });
        let Some(Shown::Answer(text)) = shown(&completed(answer).to_string()) else {
            panic!("an answer");
        };
        assert!(text.starts_with("ab ") && !text.contains(&secret), "{text}");
        let long = json!({ "type": "command_execution", "command": "x".repeat(5_000) });
        let Some(Shown::Note(text)) = shown(&json!({ "type": "item.started", "item": long }).to_string())
        else {
            panic!("a note");
        };
        assert_eq!(text.chars().count(), limits::CODEX_NOTE_CHARS);
    }
}
