//! Washing in place: hygiene and secrets on every string of a value, untouched where there is nothing to do.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foreword_model::limits;
use serde_json::{Map, Value};

use crate::{hygiene, secrets};

/// How many lines a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    One,
    Many,
}

/// Masked secrets, by kind.
pub(super) type Counts = BTreeMap<&'static str, usize>;

/// Washes one string.
pub(super) fn text(text: &mut String, lines: Lines, counts: &mut Counts) {
    let clean = match lines {
        Lines::One => hygiene::one_line(text),
        Lines::Many => hygiene::clean(text),
    };
    let redacted = secrets::redact(&clean);
    for (kind, count) in redacted.counts {
        *counts.entry(kind).or_default() += count;
    }
    let masked = match redacted.text {
        Cow::Owned(masked) => Some(masked),
        Cow::Borrowed(_) => None,
    };
    let washed = masked.or(match clean {
        Cow::Owned(clean) => Some(clean),
        Cow::Borrowed(_) => None,
    });
    if let Some(washed) = washed {
        *text = washed;
    }
}

/// Hands every string of a value to `wash`, keys included, with the key that it stands under. What lies
/// too deep becomes null.
pub(super) fn value(value: &mut Value, key: &str, depth: usize, wash: &mut impl FnMut(&mut String, &str)) {
    match value {
        _ if depth > limits::DATA_DEPTH => *value = Value::Null,
        Value::String(text) => wash(text, key),
        Value::Array(entries) => {
            for entry in entries {
                self::value(entry, key, depth + 1, wash);
            }
        }
        Value::Object(map) => self::map(map, depth, wash),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The same for an object.
pub(super) fn map(map: &mut Map<String, Value>, depth: usize, wash: &mut impl FnMut(&mut String, &str)) {
    for (key, entry) in map.iter_mut() {
        value(entry, key, depth + 1, wash);
    }
    if map.keys().all(|key| is_plain_key(key)) {
        return;
    }
    for (mut key, entry) in std::mem::take(map) {
        wash(&mut key, "");
        // Two keys that become one: the first stays.
        map.entry(key).or_insert(entry);
    }
}

/// Too short for a secret or an instruction, and without anything to clean.
fn is_plain_key(key: &str) -> bool {
    key.len() < 16 && key.bytes().all(|byte| byte.is_ascii_graphic())
}
