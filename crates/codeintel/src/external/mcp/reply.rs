//! A message of a server: whether it answers us, and what it says.

use serde::Deserialize;
use serde_json::Value;

/// What a frame is to us.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// The answer that is waited for.
    Result(Value),
    /// The refusal of what was asked.
    Error { code: i64, message: String },
    /// A request of the server's own, by its id and method.
    Request { id: Value, method: String },
    /// Anything else that is a message.
    Other,
}

#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    id: Value,
    method: Option<String>,
    result: Option<Value>,
    error: Option<RawError>,
}

#[derive(Deserialize)]
struct RawError {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
}

/// Reads a frame, or a batch of them; nothing if it is no message.
pub(super) fn read(frame: &[u8], id: u64) -> Option<Reply> {
    let is_list = frame.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if !is_list {
        return serde_json::from_slice(frame).ok().map(|raw| of(raw, id));
    }
    let replies: Vec<Raw> = serde_json::from_slice(frame).ok()?;
    let mut replies = replies.into_iter().map(|raw| of(raw, id));
    Some(
        replies.find(|reply| matches!(reply, Reply::Result(_) | Reply::Error { .. })).unwrap_or(Reply::Other),
    )
}

fn of(raw: Raw, id: u64) -> Reply {
    let is_ours = raw.id.as_u64() == Some(id);
    match (raw.method, raw.result, raw.error) {
        (Some(method), _, _) if !raw.id.is_null() => Reply::Request { id: raw.id, method },
        (None, Some(result), None) if is_ours => Reply::Result(result),
        // An error without an id answers whatever it could not read: there is only one question.
        (None, _, Some(error)) if is_ours || raw.id.is_null() => {
            Reply::Error { code: error.code, message: error.message }
        }
        _ => Reply::Other,
    }
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Answer {
    /// The data, where the server gives any.
    pub structured: Option<Value>,
    /// The texts, joined.
    pub text: String,
    /// Whether the tool failed.
    pub is_error: bool,
}

impl Answer {
    /// Reads the result of `tools/call`.
    pub(super) fn of(result: Value) -> Self {
        let content = result.get("content").and_then(Value::as_array);
        let texts: Vec<&str> = content.into_iter().flatten().filter_map(text_of).collect();
        let text = texts.join("\n");
        let is_error = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
        let structured = result.get("structuredContent").filter(|value| !value.is_null()).cloned();
        Self { structured, text, is_error }
    }

    /// The data, or the text as data.
    pub(super) fn data(&self) -> Option<Value> {
        self.structured.clone().or_else(|| serde_json::from_str(self.text.trim()).ok())
    }
}

fn text_of(block: &Value) -> Option<&str> {
    let text = |pointer: &str| block.pointer(pointer).and_then(Value::as_str);
    match block.get("type").and_then(Value::as_str)? {
        "text" => text("/text"),
        "resource" => text("/resource/text"),
        "resource_link" => text("/uri"),
        // Pictures and sound are nothing that can be quoted.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_answer_to_our_question_counts() {
        let check = |frame: &str, expected: Option<Reply>| {
            assert_eq!(read(frame.as_bytes(), 2), expected, "{frame}");
        };
        let refused = || Some(Reply::Error { code: -1, message: "no".to_owned() });
        check(r#"{"jsonrpc":"2.0","id":2,"result":{"a":1}}"#, Some(Reply::Result(json!({"a": 1}))));
        check(r#"[{"id":1,"result":1},{"id":2,"result":2}]"#, Some(Reply::Result(json!(2))));
        check(r#"{"id":2,"error":{"code":-1,"message":"no"}}"#, refused());
        check(r#"{"id":null,"error":{"code":-1,"message":"no"}}"#, refused());
        check(
            r#"{"id":2,"method":"ping"}"#,
            Some(Reply::Request { id: json!(2), method: "ping".to_owned() }),
        );
        for other in [r#"{"id":3,"result":{}}"#, r#"{"id":"2","result":{}}"#, r#"{"method":"x"}"#, "{}"] {
            check(other, Some(Reply::Other));
        }
        for garbage in ["", "hello", "7", "[1]", "{"] {
            check(garbage, None);
        }
    }

    #[test]
    fn an_answer_has_data_or_text() {
        let answer = Answer::of(json!({"content": [{"type": "text", "text": "[1]"}, {"type": "image"}]}));
        assert_eq!((answer.data(), answer.is_error), (Some(json!([1])), false));
        let answer = Answer::of(json!({"structuredContent": {"a": 1}, "isError": true}));
        assert_eq!((answer.data(), answer.is_error), (Some(json!({"a": 1})), true));
        assert_eq!(Answer::of(json!(7)), Answer::default());
    }
}
