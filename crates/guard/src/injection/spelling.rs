//! Words in disguise: digits for letters, several words written as one. Knows the vocabulary, no rules.

use super::words::{Notions, notions_of};

/// The shortest word that may be several written as one, in letters.
const JOINED_MIN: usize = 10;
/// The longest that is taken apart.
const JOINED_MAX: usize = 200;
/// The longest word of the vocabulary, in letters.
const WORD_MAX: usize = 16;

/// Whether an unknown word can be anything but what it is.
pub(super) fn may_be_disguised(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= JOINED_MIN
        || bytes.iter().skip(1).any(u8::is_ascii_uppercase)
        || bytes.iter().any(u8::is_ascii_digit)
}

/// The notions of an unknown word, as it may be meant: digits as letters, `camelCase`, or words without
/// spaces. One empty set if it means nothing either way.
pub(super) fn parts(word: &str, lower: &str) -> Vec<Notions> {
    let bytes = word.as_bytes();
    let has_digit = bytes.iter().any(u8::is_ascii_digit);
    if has_digit && bytes.iter().any(u8::is_ascii_alphabetic) {
        for one in ['i', 'l'] {
            let notions = notions_of(&without_digits(lower, one));
            if notions != 0 {
                return vec![notions];
            }
        }
    }
    let humps = humps(word);
    if humps.len() > 1 {
        return humps.iter().map(|hump| notions_of(&hump.to_ascii_lowercase())).collect();
    }
    joined(lower).unwrap_or_else(|| vec![0])
}

/// `camelCase` in parts; a word of one case is one part.
fn humps(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let mut humps = Vec::new();
    let mut start = 0;
    for at in 1..bytes.len() {
        let is_after_lower = bytes[at].is_ascii_uppercase() && !bytes[at - 1].is_ascii_uppercase();
        let is_last_of_upper = bytes[at - 1].is_ascii_uppercase()
            && bytes[at].is_ascii_uppercase()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        if is_after_lower || is_last_of_upper {
            humps.extend(word.get(start..at));
            start = at;
        }
    }
    humps.extend(word.get(start..));
    humps
}

/// Words without spaces between them, if most of the letters are those of known words.
fn joined(lower: &str) -> Option<Vec<Notions>> {
    if !(JOINED_MIN..=JOINED_MAX).contains(&lower.len()) {
        return None;
    }
    // Most long words are one word: those that do not begin with a known one are left alone.
    let begins = (3..=WORD_MAX.min(lower.len()))
        .any(|length| lower.get(..length).is_some_and(|head| notions_of(head) != 0));
    if !begins {
        return None;
    }
    let (mut parts, mut covered, mut at) = (Vec::new(), 0, 0);
    while at < lower.len() {
        let lengths = (3..=WORD_MAX.min(lower.len() - at)).rev();
        let found = lengths
            .filter_map(|length| lower.get(at..at + length))
            .map(|word| (word.len(), notions_of(word)))
            .find(|(_, notions)| *notions != 0);
        match found {
            Some((length, notions)) => {
                parts.push(notions);
                covered += length;
                at += length;
            }
            None => at += 1,
        }
    }
    (parts.len() > 1 && covered * 5 >= lower.len() * 4).then_some(parts)
}

/// The letters that digits imitate: `ign0r3`.
fn without_digits(word: &str, one: char) -> String {
    let plain = |character| match character {
        '0' => 'o',
        '1' => one,
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '6' | '9' => 'g',
        '7' => 't',
        '8' => 'b',
        other => other,
    };
    word.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_taken_apart_where_it_is_several() {
        for (word, count) in [
            ("ignorePreviousInstructions", 3),
            ("ignoreallpreviousinstructions", 4),
            ("1gn0r3", 1),
            ("zyzzyva", 1),
        ] {
            assert_eq!(parts(word, &word.to_ascii_lowercase()).len(), count, "{word}");
        }
        assert_eq!(humps("HTTPServer"), ["HTTP", "Server"]);
        assert_eq!(parts("transformation", "transformation"), [0]);
    }
}
