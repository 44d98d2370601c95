//! Takes out of an output what differs from run to run and machine to machine, and nothing else.
//!
//! A value is replaced only where it has the form that the contract gives it, so that a golden still
//! fails on a wrong one.

use std::path::Path;

use foreword_model::envelope::PLAN_CREATED_AT;
use serde_json::Value;

/// What stands for a folder of this machine.
pub const ROOT: &str = "<root>";
/// What stands for a point in time.
pub const TIME: &str = "2026-01-01T00:00:00Z";

/// Replaces volatile values; knows the folders that only this run has.
#[derive(Debug, Clone, Default)]
pub struct Normaliser {
    roots: Vec<String>,
}

impl Normaliser {
    /// Knows no folder yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder whose path becomes `<root>`.
    pub fn root(mut self, folder: &Path) -> Self {
        self.roots.push(folder.display().to_string());
        // The longest first: one root may lie inside another.
        self.roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
        self
    }

    /// Normalises a text: folders and run ids.
    pub fn text(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for root in &self.roots {
            out = out.replace(root, ROOT);
        }
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut words: Vec<&str> = out.split(|c: char| !is_id(c)).collect();
        words.retain(|word| run_id_form(word).is_some());
        let found: Vec<String> = words.into_iter().map(str::to_owned).collect();
        for id in found {
            out = out.replace(&id, run_id_form(&id).unwrap_or_default());
        }
        out
    }

    /// Normalises a value: folders, run ids, times and durations, at any depth.
    pub fn json(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(list) => list.iter().map(|entry| self.json(entry)).collect(),
            Value::Object(map) => {
                map.iter().map(|(key, entry)| (key.clone(), self.field(key, entry))).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn field(&self, key: &str, value: &Value) -> Value {
        match (key, value) {
            ("created_at" | "started_at", Value::String(time))
                if is_time(time) && time != PLAN_CREATED_AT =>
            {
                TIME.into()
            }
            ("duration_ms", Value::Number(number)) if number.is_u64() => 0.into(),
            _ => self.json(value),
        }
    }
}

/// The placeholder of a run id, where a word is one.
fn run_id_form(word: &str) -> Option<&'static str> {
    let is_hex =
        |text: &str, digits: usize| text.len() == digits && text.chars().all(|c| c.is_ascii_hexdigit());
    let is_number =
        |text: &str, digits: usize| text.len() == digits && text.chars().all(|c| c.is_ascii_digit());
    let parts: Vec<&str> = word.split('-').collect();
    match parts.as_slice() {
        ["plan", hash] if is_hex(hash, 12) => Some("plan-<hash12>"),
        ["empty", hash] if is_hex(hash, 12) => Some("empty-<hash12>"),
        [day, time, hash] if is_number(day, 8) && is_number(time, 6) && is_hex(hash, 6) => {
            Some("<stamp>-<hash6>")
        }
        _ => None,
    }
}

/// Whether a text has the form of RFC 3339 in UTC, with or without a fraction.
fn is_time(text: &str) -> bool {
    let Some(body) = text.strip_suffix('Z') else { return false };
    let whole = body.split('.').next().unwrap_or_default();
    let form: String = whole.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    form == "0000-00-00T00:00:00"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn volatile_values_are_replaced_and_others_kept() {
        let normaliser = Normaliser::new().root(Path::new("/x/repo")).root(Path::new("/x"));
        let given = json!({
            "run_id": "20261231-235959-a1b2c3",
            "created_at": "2026-12-31T23:59:59.123Z",
            "plan": {"run_id": "plan-0123456789ab", "created_at": PLAN_CREATED_AT},
            "odd": {"run_id": "plan-0123", "created_at": "yesterday", "duration_ms": -1},
            "tool_results": [{"started_at": "2026-12-31T23:59:59Z", "duration_ms": 17, "timeout_ms": 17}],
            "text": "at /x/repo/a.rs and /x/b (empty-0123456789ab)",
        });
        let expected = json!({
            "run_id": "<stamp>-<hash6>",
            "created_at": TIME,
            "plan": {"run_id": "plan-<hash12>", "created_at": PLAN_CREATED_AT},
            "odd": {"run_id": "plan-0123", "created_at": "yesterday", "duration_ms": -1},
            "tool_results": [{"started_at": TIME, "duration_ms": 0, "timeout_ms": 17}],
            "text": "at <root>/a.rs and <root>/b (empty-<hash12>)",
        });
        assert_eq!(normaliser.json(&given), expected);
    }
}
