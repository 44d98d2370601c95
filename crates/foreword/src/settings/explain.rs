//! A YAML error in words for the person who wrote the file: what is wrong, and what would be right.

use serde_saphyr::Error;

/// Keys further away than this are not what was meant.
const TYPO_EDITS_MAX: usize = 4;

/// One line, without the place.
pub fn explain(error: &Error) -> String {
    match error.without_snippet() {
        Error::SerdeUnknownField { field, expected, .. } => {
            let hint = match nearest(field, expected) {
                Some(key) => format!("did you mean `{key}`?"),
                None => format!("known keys: {}", expected.join(", ")),
            };
            format!("unknown key `{field}`; {hint}")
        }
        Error::SerdeUnknownVariant { variant, expected, .. } => {
            let words: Vec<&str> = expected.iter().copied().filter(|word| !is_switch(word)).collect();
            format!("`{variant}` is not one of {}", words.join(", "))
        }
        Error::DuplicateMappingKey { key, .. } => {
            format!("the key `{}` stands twice", key.as_deref().unwrap_or_default())
        }
        Error::InvalidScalar { ty: wanted, .. } | Error::Unexpected { expected: wanted, .. } => {
            format!("expected {}", plain_type(wanted))
        }
        Error::NullIntoString { .. } => "expected a text, not null".to_owned(),
        Error::InvalidBooleanStrict { .. } => "expected true or false".to_owned(),
        Error::ExternallyTaggedEnumExpectedScalarOrMapping { .. } => "expected one word".to_owned(),
        other => {
            let text = other.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.split(" at line ").next().unwrap_or(line).to_owned()
        }
    }
}

/// YAML's other spellings of on and off are understood, and not worth naming.
fn is_switch(word: &str) -> bool {
    matches!(word, "true" | "false")
}

fn plain_type(name: &str) -> &str {
    match name {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "bool" | "boolean" => "true or false",
        "mapping start" => "keys and values",
        "sequence start" => "a list",
        other => other,
    }
}

/// The known key that a typo is closest to.
fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known.iter().map(|key| (edits(typed, key), *key)).min()?;
    (near.0 <= TYPO_EDITS_MAX.min(near.1.len() - 1)).then_some(near.1)
}

/// How many letters differ (Levenshtein).
fn edits(left: &str, right: &str) -> usize {
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
        let known = ["enabled", "mode", "tier_max", "budget"];
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
