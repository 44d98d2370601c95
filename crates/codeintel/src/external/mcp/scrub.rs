//! What the user trusts a server with does not come back in its answer.

use foreword_model::settings::Secret;
use serde_json::Value;

/// Shorter values are words, not secrets.
const SECRET_CHARS_MIN: usize = 8;
/// In place of a secret.
const MASK: &str = "<redacted:configured-secret>";

/// The secrets of a server.
pub(super) struct Scrub(Vec<String>);

impl Scrub {
    /// Each value, and its last word: `Bearer x` is known by `x`.
    pub(super) fn of<'a>(secrets: impl Iterator<Item = &'a Secret>) -> Self {
        let words = secrets.flat_map(|secret| {
            let last = secret.0.split_whitespace().next_back().unwrap_or_default();
            [secret.0.clone(), last.to_owned()]
        });
        let is_address = |word: &str| word.contains("://") && !word.contains(['@', '?']);
        Self(words.filter(|word| word.chars().count() >= SECRET_CHARS_MIN && !is_address(word)).collect())
    }

    pub(super) fn text(&self, text: &mut String) {
        for secret in &self.0 {
            if text.contains(secret.as_str()) {
                *text = text.replace(secret.as_str(), MASK);
            }
        }
    }

    /// Every string of a value; it was made by us and is not deep.
    pub(super) fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(list) => list.iter_mut().for_each(|entry| self.value(entry)),
            Value::Object(map) => map.values_mut().for_each(|entry| self.value(entry)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}
