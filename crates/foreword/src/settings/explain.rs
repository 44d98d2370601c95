//! What is wrong with a file, in words for the person who wrote it, and what would be right.

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use serde_saphyr::Error;

/// Words further away than this, or than half of their letters, are not what was meant.
const TYPO_EDITS_MAX: usize = 4;

/// Why a file is no YAML: one line, without the place.
pub fn explain_syntax(error: &Error) -> EscapedText {
    match error.without_snippet() {
        Error::DuplicateMappingKey { key, .. } => {
            escaped!("the key {} stands twice", escape::told(key.as_deref().unwrap_or_default()))
        }
        other => {
            let text = other.to_string();
            let line = text.lines().next().unwrap_or_default();
            // The parser may quote the file.
            let words = line.split(" at line ").next().unwrap_or(line);
            escaped!("it is no YAML: {}", escape::told_error(words))
        }
    }
}

/// An unknown key, and the known one that was probably meant.
pub fn explain_unknown_key(typed: &str, meant: Option<&'static str>, known: &[&'static str]) -> EscapedText {
    let hint = match meant {
        Some(key) => escaped!("did you mean `{}`?", key),
        None => {
            let known = known.iter().copied().map(EscapedText::from);
            escaped!("known keys: {}", EscapedText::join(known, ", "))
        }
    };
    escaped!("unknown key {}; {}", escape::told(typed), hint)
}

/// The known word that a typo is closest to.
pub fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known.iter().map(|key| (edits(typed, key), *key)).min()?;
    (near.0 <= TYPO_EDITS_MAX.min(near.1.len() / 2)).then_some(near.1)
}

/// How many letters differ (Levenshtein).
pub fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, other) in right.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = change.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_find_their_key() {
        let known = ["enabled", "mode", "tier_max", "budget", "tools"];
        for (typed, expect) in [
            ("tier_maximum", Some("tier_max")),
            ("budgets", Some("budget")),
            ("moode", Some("mode")),
            ("colour", None),
        ] {
            assert_eq!(nearest(typed, &known), expect, "{typed}");
        }
    }
}
