//! Codex's trust in a hook: under which key it is recorded, and the hash by which Codex recognises the hook.
//!
//! Codex passes over a hook whose hash it does not find, without a word. The hash covers the entry, not the program
//! behind it.

use std::path::Path;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::hook::Found;

/// The event, as keys and hashes spell it.
pub const EVENT_LABEL: &str = "user_prompt_submit";
/// Seconds that Codex gives a hook whose entry does not say.
const DEFAULT_TIMEOUT_S: u64 = 600;
/// Tokens of a hook's text that Codex takes whole, if the entry does not say; then the limit is not part of the hash.
const DEFAULT_CONTEXT_LIMIT: u64 = 2_500;

/// The key of a hook in a file.
pub fn key(file: &Path, group: usize, index: usize) -> String {
    format!("{}{group}:{index}", key_prefix(file))
}

/// What the keys of a file's prompt hooks begin with.
pub fn key_prefix(file: &Path) -> String {
    format!("{}:{EVENT_LABEL}:", file.display())
}

/// The hash of a prompt hook.
pub fn hash(hook: &Found) -> String {
    let mut fields = Map::new();
    fields.insert("type".to_owned(), json!("command"));
    fields.insert("command".to_owned(), json!(hook.command()));
    fields.insert("timeout".to_owned(), json!(hook.timeout_s().unwrap_or(DEFAULT_TIMEOUT_S)));
    let is_async = hook.fields.get("async").and_then(Value::as_bool).unwrap_or(false);
    fields.insert("async".to_owned(), json!(is_async));
    if let Some(message) = hook.fields.get("statusMessage").filter(|value| value.is_string()) {
        fields.insert("statusMessage".to_owned(), message.clone());
    }
    let limit = hook.fields.get("additionalContextLimit").and_then(Value::as_u64);
    if let Some(limit) = limit.filter(|limit| *limit != DEFAULT_CONTEXT_LIMIT) {
        fields.insert("additionalContextLimit".to_owned(), json!(limit));
    }
    let identity = json!({ "event_name": EVENT_LABEL, "hooks": [Value::Object(fields)] });
    format!("sha256:{}", sha256_hex(sorted(&identity).as_bytes()))
}

/// SHA-256 as text.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compact JSON with sorted keys, whatever order the map type keeps.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut fields: Vec<(&String, &Value)> = map.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            let fields: Vec<String> =
                fields.into_iter().map(|(key, value)| format!("{}:{}", json!(key), sorted(value))).collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(sorted).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected hashes are those that `hooks/list` of Codex 0.166.0 answers as `currentHash`.
    #[test]
    fn hashes_are_those_that_codex_computes() {
        for (fields, expected) in [
            (
                json!({"type": "command", "command": "/bin/true", "timeout": 30}),
                "d0d697485ac6520182d57a98b10b9bf042726c5ff154f828e994c5e39b36fdf4",
            ),
            (
                json!({"type": "command", "command": "/bin/true"}),
                "edffcbe4ecfac7d04ecc5ed4ffa847c2476691eaab7a0900d4ff86bb75c8c2a3",
            ),
            (
                json!({"type": "command", "command": "/bin/true", "timeout": 30, "statusMessage": "hi"}),
                "e834285660568a166982234e0c7263e1dacd64dbb0fd8f939478c59a0030cdb0",
            ),
            (
                json!({"type": "command", "command": "/bin/é\"x", "timeout": 30, "async": true,
                       "additionalContextLimit": 0}),
                "9364d0943cc98a42c34cb528107f1a84fa5bb5586c2e044275c6afd8cec94456",
            ),
            (
                json!({"type": "command", "command": "echo hi", "timeout": 20}),
                "02538f92d8f120c898879d2290791ed5862883ceae668f386570868543d1b9c9",
            ),
        ] {
            let fields = fields.as_object().expect("an object").clone();
            let hook =
                Found { event: "UserPromptSubmit".to_owned(), group: 0, index: 0, fields, is_ours: true };
            assert_eq!(hash(&hook), format!("sha256:{expected}"), "{}", hook.command());
        }
    }
}
