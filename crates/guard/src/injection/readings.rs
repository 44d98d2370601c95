//! The ways in which a text can be read: as it stands, without what cannot be seen, decoded, reversed.
//!
//! Every reading has the lines of the text, so that a place found in one is a place in the text.

mod decode;

use std::borrow::Cow;

use foreword_model::limits;
use memchr::memmem;

use crate::hygiene;

/// Hands each reading to `is_enough` until it says so.
pub(super) fn each(text: &str, is_enough: &mut impl FnMut(&str) -> bool) {
    let cleaned = hygiene::clean(text);
    if is_enough(&cleaned) {
        return;
    }
    if matches!(cleaned, Cow::Owned(_)) && is_enough(text) {
        return;
    }
    let mut plain: Cow<'_, str> = Cow::Borrowed(&cleaned);
    for _ in 0..limits::INJECTION_DECODINGS {
        match decode::decoded(&plain) {
            Some(decoded) if is_enough(&around_changes(&plain, &decoded)) => return,
            Some(decoded) => plain = Cow::Owned(decoded),
            None => break,
        }
    }
    if may_be_shifted(&cleaned) && is_enough(&shifted(&cleaned)) {
        return;
    }
    if text.contains(['\u{202E}', '\u{202D}', '\u{2067}']) || holds_any(&cleaned, REVERSED) {
        is_enough(&reversed(&cleaned));
    }
}

/// The decoded lines with those around them; the others were read already.
fn around_changes(text: &str, decoded: &str) -> String {
    const AROUND: usize = 3;
    let decoded: Vec<&str> = decoded.split('\n').collect();
    let mut is_read = vec![false; decoded.len()];
    for (at, (before, after)) in text.split('\n').zip(&decoded).enumerate() {
        if before != *after {
            let end = is_read.len().min(at + AROUND + 1);
            is_read[at.saturating_sub(AROUND)..end].fill(true);
        }
    }
    let lines: Vec<&str> =
        decoded.iter().zip(is_read).map(|(line, is_read)| if is_read { *line } else { "" }).collect();
    lines.join("\n")
}

/// Words that instructions need, shifted by thirteen letters.
const SHIFTED: &[&str] = &["vtaber", "vafgehpgvba", "qvfertneq", "cebzcg", "nffvfgnag", "sbetrg", "birevqr"];
/// The same from back to front.
const REVERSED: &[&str] = &[
    "erongi",
    "noitcurtsni",
    "snoitcurtsni",
    "drageris",
    "tpmorp",
    "tnatsissa",
    "tegrof",
    "edirrevo",
    "略忽",
    "令指",
];

fn may_be_shifted(text: &str) -> bool {
    holds_any(text, SHIFTED)
}

/// Whether the text holds one of the words, in any case.
fn holds_any(text: &str, words: &[&str]) -> bool {
    let is_there = |word: &str| {
        let capital = word.chars().next().map(|first| {
            let mut capital = first.to_uppercase().collect::<String>();
            capital.push_str(word.get(first.len_utf8()..).unwrap_or(""));
            capital
        });
        memmem::find(text.as_bytes(), word.as_bytes()).is_some()
            || capital.is_some_and(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
            || memmem::find(text.as_bytes(), word.to_uppercase().as_bytes()).is_some()
    };
    words.iter().any(|word| is_there(word))
}

/// Each letter thirteen further.
fn shifted(text: &str) -> String {
    let shift = |character: char| match character {
        'a'..='m' | 'A'..='M' => char::from(character as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(character as u8 - 13),
        other => other,
    };
    text.chars().map(shift).collect()
}

/// Each line from back to front.
fn reversed(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| line.chars().rev().collect()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_has_the_lines_of_the_text() {
        let encoded = "a\n&#73;&#10;b %49%67%6e\nVGhlIG5ldyBsaW5lIGlzCmhlcmUgYW5kIHRoZXJl\n\\u0049\\u000a vtaber erongi";
        let mut count = 0;
        each(encoded, &mut |reading| {
            count += 1;
            assert_eq!(reading.matches('\n').count(), encoded.matches('\n').count(), "{reading}");
            false
        });
        assert!(count >= 4, "{count}");
    }
}
