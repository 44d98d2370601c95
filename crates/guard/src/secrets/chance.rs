//! Whether a value is made of chance though signs divide it: `mNy4(o96aSF3y7f`, `8YCG-U9QU-7UZQ-5ZXB`.
//!
//! Judges the text of one value alone. Code has the same signs between its names, so that a value must be what no names are.

use super::letters;

/// Whether a value is capitals, small letters and digits that are no words, whatever signs stand among or around them.
pub(super) fn is_mixed(value: &str) -> bool {
    /// The length that a limit holds from, and ten times what a pair may count on average: chance levels out.
    const LIMITS: [(usize, usize); 3] = [(28, 53), (20, 50), (10, 47)];
    /// What is added where digits stand among the letters again and again.
    const RAGGED: usize = 7;
    const RAGGED_CHANGES: usize = 4;
    const BYTES: std::ops::RangeInclusive<usize> = 10..=128;
    // Most values are short words, and every value comes through here.
    if !BYTES.contains(&value.len()) || !value.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let letters: Vec<u8> = value.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let count = |is_sort: fn(&u8) -> bool| letters.iter().filter(|byte| is_sort(byte)).count();
    let changes =
        letters.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    let limit = LIMITS.iter().find(|(length, _)| letters.len() >= *length).map_or(0, |(_, limit)| *limit);
    let most = if changes >= RAGGED_CHANGES { limit + RAGGED } else { limit };
    BYTES.contains(&letters.len())
        && has_few_signs(value, letters.len())
        && count(u8::is_ascii_uppercase) > 0
        && count(u8::is_ascii_lowercase) > 0
        && is_no_number(value, count(u8::is_ascii_digit), letters.len())
        && letters::commonness(&letters) * 10 < most * (letters.len() - 1)
        && !letters::has_pattern(value.as_bytes())
        && !is_template(value)
        && !letters::has_pattern(&letters)
}

/// Whether a part of a value stands in braces: it is put in later.
fn is_template(value: &str) -> bool {
    value.split_once('{').is_some_and(|(_, rest)| rest.contains('}'))
}

/// Whether the signs of a value are as few as a generator of passwords puts in, and none divides words of a text.
fn has_few_signs(value: &str, letters: usize) -> bool {
    const SHARE: usize = 4;
    let signs = value.len() - letters;
    signs * SHARE <= letters + SHARE && value.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether digits are no more than a part of a value: numbers, dates, colours, UUIDs and escapes are made of them.
fn is_no_number(value: &str, digits: usize, letters: usize) -> bool {
    digits * 5 < letters * 2 && !["0x", "\\u", "\\x"].iter().any(|mark| value.contains(mark))
}

/// Whether a value is groups of letters and digits of one length, as those of a licence key or a recovery code are.
pub(super) fn is_grouped(value: &str) -> bool {
    const GROUPS_MIN: usize = 3;
    const LENGTHS: std::ops::RangeInclusive<usize> = 4..=8;
    const BYTES: std::ops::RangeInclusive<usize> = 12..=128;
    const CHANGES_MIN: usize = 3;
    let is_sign = |letter: char| matches!(letter, '-' | '_' | '.');
    let Some(sign) = value.chars().find(|letter| is_sign(*letter)) else { return false };
    let groups = || value.split(sign);
    let length = groups().next().map_or(0, str::len);
    if !BYTES.contains(&value.len()) || !LENGTHS.contains(&length) || groups().count() < GROUPS_MIN {
        return false;
    }
    let is_group =
        |group: &str| group.len() == length && group.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let changes = |group: &str| {
        group
            .as_bytes()
            .windows(2)
            .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit())
            .count()
    };
    let letters: Vec<u8> = value.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let joined = std::str::from_utf8(&letters).unwrap_or_default();
    groups().all(is_group)
        && letters.iter().any(u8::is_ascii_digit)
        && letters.iter().any(u8::is_ascii_alphabetic)
        && (groups().map(changes).sum::<usize>() >= CHANGES_MIN || letters::are_no_words(joined))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_told_from_names_with_signs() {
        for value in [
            "p83CxiJn(1nl5t",
            "!raXxvh0I8SuIP",
            "T9YQ.n7Hf.MSQL",
            "je7MtGbClwBF/2Zp9Utk/h3yCo8nvb",
            "Xk9zQ7wPm4LrCB",
        ] {
            assert!(is_mixed(value), "{value}");
        }
        for value in [
            "getUserById2(name)",
            "k8sClient.CoreV1().Secrets",
            "sha256.New().Sum(nil)",
            "config.OAuth2Token",
            "2016-05-09T16:13:00Z",
            "UUID('ebcdab58-6eb8-46fb-a190-d07a33e9ea10')",
            "0xFF50C2F8, 0xFFC5C6CC",
            "Math.floor(0.4856481)",
            "Hello%20from%20Ji3",
            "Base64.decode(pw1)",
            "ES2017.Promise",
            "1.2.3-RC1.Final",
        ] {
            assert!(!is_mixed(value), "{value}");
        }
    }

    #[test]
    fn groups_are_told_from_words_and_numbers() {
        for value in ["8YCG-U9QU-7UZQ-5ZXB", "j9kb-bxde-qsrn-xru8", "M2TEWY-DLDWY6-UD84BS"] {
            assert!(is_grouped(value), "{value}");
        }
        for value in ["test-data-file-one1", "2024-1234-5678", "node-v1.0", "us-east-1", "left-side-area"] {
            assert!(!is_grouped(value), "{value}");
        }
    }
}
