//! What is wrong with a file, in words for the person who wrote it, and what would be right.

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::limits;
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
            escaped!("it is no YAML: {}", told_of_parser(words))
        }
    }
}

/// What a parser says of a file. Where it begins to quote the file, little of that is told: as much as of any key or value.
pub fn told_of_parser(words: &str) -> EscapedText {
    let Some(start) = words.find(['`', '\'', '"']) else { return escape::told_error(words) };
    let (own, quoted) = words.split_at(start);
    match quoted.char_indices().nth(limits::TOLD_CHARS) {
        Some((end, _)) => escape::told_error(&format!("{own}{}…", &quoted[..end])),
        None => escape::told_error(words),
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
    fn of_what_a_parser_quotes_little_is_told() {
        for (words, expected) in [
            ("mapping values are not allowed in this context, and more words of its own", None),
            ("unsupported tag `short`", Some("unsupported tag 'short'")),
            (
                "unknown field `a long name that says far more than it should`, and so on `for long`",
                Some("unknown field 'a long name that says far more than it …"),
            ),
        ] {
            let expected = format!("`{}`", expected.unwrap_or(words));
            assert_eq!(told_of_parser(words).as_str(), expected);
        }
        let error =
            serde_json::from_str::<u8>(&format!("\"{}\"", "a \\\" b ".repeat(60))).expect_err("no number");
        let told = told_of_parser(&error.to_string()).into_string();
        assert!(told.chars().count() < limits::TOLD_CHARS + 30, "{told}");
    }

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
