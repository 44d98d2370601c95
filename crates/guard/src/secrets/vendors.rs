//! Values that only their neighbourhood gives away: a random word on the same line, shortly after the name of someone who
//! hands out keys. Their formats are a length and an alphabet that anything could have.

mod names;

use super::{Found, Mask, value};

use names::{CONTEXTS, VENDORS};

/// How far back the name of a vendor may stand.
const REACH: usize = 40;
/// The longest value.
const VALUE_BYTES: usize = 512;

/// Judges a word that begins at `at` and looks like no format of its own.
pub(super) fn consider(text: &str, at: usize, found: &mut Vec<Found>) {
    const BYTES_MIN: usize = 14;
    let bytes = text.as_bytes();
    let is_bound = at.checked_sub(1).is_some_and(|before| {
        matches!(
            bytes[before],
            b' ' | b'\t' | b'"' | b'\'' | b'`' | b'=' | b':' | b'-' | b'>' | b',' | b'|' | b'_' | b'\n'
        )
    });
    // After a dash it may be the next group of a longer value.
    let head = bytes[..at].strip_suffix(b"-").unwrap_or_default();
    let is_group =
        head.iter().rev().take(REACH).take_while(|byte| byte.is_ascii_alphanumeric()).any(u8::is_ascii_digit);
    if !is_bound || is_group {
        return;
    }
    let is_part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'=' | b'.' | b'~' | b'%')
    };
    let length = bytes[at..].iter().take(VALUE_BYTES).take_while(|byte| is_part(byte)).count();
    let found_value = text[at..at + length].trim_end_matches(['.', '/', '-']);
    let from = at.saturating_sub(REACH);
    let Some(kind) =
        Some(()).filter(|()| found_value.len() >= BYTES_MIN).and_then(|()| vendor_in(&bytes[from..at]))
    else {
        return;
    };
    let goes_on = bytes.get(at + length).is_some_and(|byte| matches!(byte, b'(' | b'['));
    if !goes_on
        && value::is_plainly_random(found_value)
        && !value::is_stand_in(found_value)
        && !is_numbered_series(found_value)
    {
        found.push(Found { start: at, end: at + found_value.len(), mask: Mask::Typed(kind) });
    }
}

/// Digits and letters in their order, as an example counts them up.
fn is_numbered_series(value: &str) -> bool {
    value.contains("0123456789") && value::is_series(value)
}

/// The vendor that a stretch of text names, unless it speaks of hashes or versions.
fn vendor_in(before: &[u8]) -> Option<&'static str> {
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut vendor = None;
    for word in words(&before[line_start..]) {
        let folded = word.to_ascii_lowercase();
        if CONTEXTS.contains(&folded.as_slice()) {
            return None;
        }
        if let Ok(place) = VENDORS.binary_search_by(|name| name.as_bytes().cmp(&folded)) {
            vendor = Some(VENDORS[place]);
        }
    }
    vendor
}

/// The words of a stretch, at whatever is no letter or digit, and where upper case begins.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| !byte.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.flat_map(|part| {
        let border =
            part.windows(2).position(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
        let (first, rest) = part.split_at(border.map_or(part.len(), |at| at + 1));
        [first, rest, part].into_iter().filter(|word| !word.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(VENDORS.is_sorted(), "binary search");
    }

    #[test]
    fn the_name_of_a_vendor_makes_a_random_word_a_secret() {
        let value = ["q7d3kz9", "w2m5x8c1v6b4"].concat();
        for (before, expect) in [
            ("algolia ", true),
            ("cloudsmithToken=", true),
            ("algolia commit ", false),
            ("somebody ", false),
            ("algolia\n", false),
            ("algolia/", false),
        ] {
            let text = format!("{before}{value}");
            let mut found = Vec::new();
            consider(&text, before.len(), &mut found);
            assert_eq!(!found.is_empty(), expect, "{text}");
        }
    }
}
