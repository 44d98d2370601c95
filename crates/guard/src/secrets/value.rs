//! What a value looks like: random or a word, a reference to something else, a stand-in of an example.
//!
//! Judges the text of one value alone; where it stands is for its callers.

use super::{chance, letters};

/// Whether a value is made of chance: a run in which letters and digits change often, or which no one can pronounce.
pub(super) fn is_random(value: &str) -> bool {
    is_uuid(value.as_bytes()) || segments(value).any(is_random_segment) || is_random_in_parts(value)
}

/// The same, and long enough to need no sign of assignment before it.
pub(super) fn is_plainly_random(value: &str) -> bool {
    const BYTES: usize = 16;
    value.bytes().filter(u8::is_ascii_alphanumeric).count() >= BYTES && is_random(value)
}

/// Whether a value is a UUID, which only a telling name makes a secret.
pub(super) fn is_uuid(value: &[u8]) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let mut lengths = value.split(|byte| *byte == b'-').map(<[u8]>::len);
    GROUPS.iter().all(|expected| lengths.next() == Some(*expected))
        && lengths.next().is_none()
        && value.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
        && value.iter().any(|byte| byte.is_ascii_hexdigit() && *byte != b'0')
}

/// Whether a value only names where the real one comes from: a variable, a template, a call.
pub(super) fn is_reference(value: &str) -> bool {
    const OPENINGS: &[&str] = &[
        "{{",
        "#{",
        "%(",
        "%{",
        "%s",
        "@{",
        "process.env",
        "os.environ",
        "os.getenv",
        "env.",
        "ENV[",
        "env(",
        "getenv",
        "System.getenv",
        "secrets.",
        "vars.",
        "var.",
        "vault:",
        "ref+",
        "...",
    ];
    let is_percent_name = value.len() > 2 && value.starts_with('%') && value.ends_with('%');
    is_percent_name
        || opens_reference(value)
        || has_interpolation(value)
        || OPENINGS.iter().any(|opening| value.starts_with(opening))
        || value.contains("<redacted")
}

/// Whether a sign at the beginning makes a value a reference: a name behind it, or the bracket that closes it. What is made of
/// chance may begin with any sign.
fn opens_reference(value: &str) -> bool {
    let mut letters = value.chars();
    let Some(sign) = letters.next() else { return false };
    let rest = letters.as_str();
    let is_name = || {
        let has_letter =
            rest.starts_with(|first: char| first.is_ascii_alphabetic() || "_{(.&*!'\"".contains(first));
        let is_of_name =
            |letter: char| letter.is_ascii_alphanumeric() || "_.:-/{}()[]?+=, '\"|>".contains(letter);
        let is_chance = || is_plainly_random(rest) || chance::is_mixed(rest) || are_long_no_words(rest);
        rest.is_empty() || (has_letter && rest.chars().all(is_of_name) && !is_chance())
    };
    let closes = |bracket: char| rest.contains(bracket);
    match sign {
        '$' => rest.starts_with(['{', '(']) || is_name(),
        '&' | '*' | '!' => is_name(),
        '<' => closes('>') || is_name(),
        '{' => closes('}') || is_name(),
        '[' => closes(']') || is_name(),
        '(' => closes(')') || is_name(),
        _ => false,
    }
}

/// Whether letters alone are so many that no name abbreviates to them by chance.
fn are_long_no_words(value: &str) -> bool {
    const BYTES_MIN: usize = 14;
    value.len() >= BYTES_MIN && letters::are_no_words(value)
}

/// Whether a part of a value is put in later: `#{…}`, `${name}`.
fn has_interpolation(value: &str) -> bool {
    let braces = value.split("${").skip(1);
    let mut names = braces.map(|rest| {
        rest.trim_start_matches(|part: char| part.is_ascii_alphanumeric() || "_.".contains(part))
    });
    value.contains("#{") || names.any(|rest| rest.starts_with('}'))
}

/// Whether a value is code: a path of names, or a call.
pub(super) fn is_expression(value: &str) -> bool {
    let name = |part: &str| {
        part.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let head = value.split(['(', '[']).next().unwrap_or_default();
    let is_path =
        head.split(['.', ':', '?', '>', '-']).filter(|part| !part.is_empty()).all(name) && !head.is_empty();
    let is_call = head.len() < value.len();
    is_path && (is_call || head.contains(['.', ':', '>']))
}

/// Whether a value stands for a real one in an example or a document.
pub(super) fn is_stand_in(value: &str) -> bool {
    const PARTS: &[&str] = &[
        "example",
        "xxxx",
        "your-",
        "your_",
        "yourapi",
        "yourkey",
        "yourtoken",
        "yoursecret",
        "yourpass",
        "placeholder",
        "changeme",
        "change-me",
        "change_me",
        "replaceme",
        "replace-",
        "replace_",
        "redacted",
        "insert",
        "dummy",
        "fake-",
        "fake_",
        "-here",
        "_here",
        "tokenhere",
        "keyhere",
        "sample",
        "todo",
        "****",
        "....",
        "####",
        "----",
        "notreal",
        "not-real",
        "lorem",
        "undefined",
    ];
    let folded = value.to_ascii_lowercase();
    PARTS.iter().any(|part| folded.contains(part) && !is_chance_without(value, &folded, part))
        || is_alphabet(value)
        || is_words_of_a_stand_in(&folded)
        || is_monotonous(value)
}

/// Whether what stands around a word of a stand-in is made of chance: such letters hold any word.
fn is_chance_without(value: &str, folded: &str, part: &str) -> bool {
    let Some(at) = folded.find(part) else { return false };
    let rest = [&value[..at], &value[at + part.len()..]].concat();
    let is_word = part.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word && chance::is_mixed(&rest)
}

/// Whether a value stands for a real one, or is too long to be told by a part of it.
pub(super) fn is_short_stand_in(value: &str) -> bool {
    is_words_of_a_stand_in(&value.to_ascii_lowercase()) || (is_stand_in(value) && value.len() < 100)
}

/// Whether a value is the alphabet and little more.
fn is_alphabet(value: &str) -> bool {
    const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyz";
    value.len() * 4 < ALPHABET.len() * 5 && value.contains(ALPHABET)
}

/// Whether few different letters make up a value, as in `aaaa1111`.
pub(super) fn is_monotonous(value: &str) -> bool {
    let seen = value.bytes().fold(0_u128, |seen, byte| seen | 1 << (byte & 0x7F));
    let distinct = seen.count_ones() as usize;
    distinct < 5.min(value.len()) || repeats(value) * 2 > value.len()
}

/// Whether a value is one letter over and over, as in `xxxxxxxx-xxxx`, or few in turn, with little else.
pub(super) fn is_one_letter_repeated(value: &str) -> bool {
    const LONG: usize = 12;
    const DISTINCT_MIN: usize = 4;
    let mut counts = [0_usize; 256];
    for byte in value.bytes().filter(u8::is_ascii_alphanumeric) {
        counts[usize::from(byte.to_ascii_lowercase())] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let distinct = counts.iter().filter(|count| **count > 0).count();
    most * 2 > value.len()
        || repeats(value) * 2 > value.len()
        || (value.len() >= LONG && distinct < DISTINCT_MIN)
}

/// Whether most letters of a value follow the one before in the alphabet, as in `abcdef123456`.
pub(super) fn is_series(value: &str) -> bool {
    let steps = value.as_bytes().windows(2).filter(|pair| pair[1] == pair[0].wrapping_add(1)).count();
    steps * 2 > value.len()
}

/// Whether a value is an address: what stands for a password where anyone may enter.
pub(super) fn is_address(value: &str) -> bool {
    let is_plain = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    value.split_once('@').is_some_and(|(user, host)| {
        // A password may end in the sign.
        let is_open = host.is_empty()
            && user.bytes().all(|byte| !byte.is_ascii_digit())
            && !letters::are_no_words(user);
        is_plain(user) && is_plain(host) && (is_open || host.contains('.')) && !chance::is_mixed(value)
    })
}

/// Whether a value is words alone, as a name of a field or a sentence is.
pub(super) fn is_wordy(value: &str) -> bool {
    segments(value).all(|segment| segment.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b':'))
        && !is_random(value)
}

/// Words that documentation puts where a value goes.
pub(super) fn is_words_of_a_stand_in(folded: &str) -> bool {
    const WORDS: &[&str] = &[
        "a",
        "access",
        "actual",
        "admin",
        "an",
        "and",
        "any",
        "api",
        "app",
        "auth",
        "authentication",
        "authorization",
        "bar",
        "bearer",
        "client",
        "client_id",
        "credential",
        "credentials",
        "db",
        "default",
        "demo",
        "encrypted",
        "example",
        "false",
        "foo",
        "goes",
        "guest",
        "header",
        "hello",
        "here",
        "id",
        "is",
        "jwt",
        "key",
        "my",
        "myapp",
        "mypassword",
        "mysecret",
        "mytoken",
        "name",
        "new",
        "nil",
        "none",
        "null",
        "of",
        "optional",
        "or",
        "pass",
        "passphrase",
        "passwd",
        "password",
        "placeholder",
        "postgres",
        "private",
        "pwd",
        "required",
        "root",
        "scheme",
        "secret",
        "some",
        "string",
        "super",
        "test",
        "testing",
        "text",
        "the",
        "this",
        "token",
        "true",
        "type",
        "user",
        "username",
        "value",
        "yes",
        "you",
        "your",
    ];
    let mut parts = folded.split(|character: char| !character.is_ascii_alphanumeric());
    parts.all(|part| {
        let stem = part.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let is_filler = |letter: u8| part.bytes().all(|byte| byte == letter);
        WORDS.contains(&stem)
            || stem.is_empty() && part.len() < 4
            || (!part.is_empty() && (is_filler(b'x') || is_filler(b'y')))
    })
}

fn segments(value: &str) -> impl Iterator<Item = &str> {
    value.split(|character: char| !character.is_ascii_alphanumeric()).filter(|segment| !segment.is_empty())
}

/// One run of letters and digits.
fn is_random_segment(segment: &str) -> bool {
    let bytes = segment.as_bytes();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let changes = digit_changes(bytes);
    match bytes.len() {
        0..=7 => false,
        length if digits == length => length >= 15,
        length if digits == 0 => {
            (length >= 20 && case_changes(bytes) * 20 > length * 9)
                || (length >= 12 && consonants_in_a_row(bytes) >= 5 && vowels(bytes) * 10 < length * 3)
        }
        8..=11 => changes >= 3,
        16.. if bytes.iter().all(u8::is_ascii_hexdigit) => true,
        12..=15 => changes >= 3 || (changes >= 2 && consonants_in_a_row(bytes) >= 4),
        length => {
            let is_ragged = length >= 20 && case_changes(bytes) * 5 > length * 2;
            let is_flat = changes >= 1 && is_single_case(bytes) && length >= 24;
            changes * 8 >= length || consonants_in_a_row(bytes) >= 5 || is_ragged || is_flat
        }
    }
}

/// Signs of many sorts between letters: nothing that a name or a sentence has. Code has it.
pub(super) fn is_wild(value: &str) -> bool {
    const BYTES: usize = 10;
    const SIGNS: u32 = 5;
    let signs =
        value.bytes().filter(u8::is_ascii_punctuation).fold(0_u128, |seen, byte| seen | 1 << (byte & 0x7F));
    value.len() >= BYTES
        && signs.count_ones() >= SIGNS
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !value.bytes().any(|byte| byte.is_ascii_whitespace())
}

/// Whether a value mixes all sorts of letters with signs, as a password does that a program made: no word, name or path
/// has that. Code may, so that no bracket, quote or separator is among its letters.
pub(super) fn is_strong(value: &str) -> bool {
    const BYTES: std::ops::RangeInclusive<usize> = 10..=128;
    const SIGNS: &[u8] = b"!@#$^&*+?~";
    const OTHERS: &[u8] = b"%_-";
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || SIGNS.contains(byte) || OTHERS.contains(byte);
    let bytes = value.as_bytes();
    let sort = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let changes = bytes.windows(2).filter(|pair| sort(pair[0]) != sort(pair[1])).count();
    BYTES.contains(&bytes.len())
        && bytes.iter().all(is_part)
        && bytes.iter().any(|byte| SIGNS.contains(byte))
        && (0..3).all(|wanted| bytes.iter().any(|byte| sort(*byte) == wanted))
        && changes * 2 >= bytes.len()
        && !["&&", "||", "++"].iter().any(|operator| value.contains(operator))
}

/// Whether a value is `user:password` in base64, as clients of registries keep it.
pub(super) fn is_encoded_pair(value: &str) -> bool {
    const BYTES_MIN: usize = 12;
    let digits = value.trim_end_matches('=');
    let plain = if digits.len() < BYTES_MIN { None } else { decode_base64(digits.as_bytes()) };
    plain.is_some_and(|plain| {
        plain.contains(&b':') && plain.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ')
    })
}

fn decode_base64(digits: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(digits.len());
    let (mut bits, mut count) = (0_u32, 0_u32);
    for digit in digits {
        let six = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            plain.push((bits >> count & 0xff) as u8);
        }
    }
    Some(plain)
}

fn vowels(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| matches!(*byte | 0x20, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')).count()
}

/// Several short runs that are random together, as groups of a licence key are.
fn is_random_in_parts(value: &str) -> bool {
    let total: usize = segments(value).map(str::len).sum();
    let changes: usize = segments(value).map(|segment| digit_changes(segment.as_bytes())).sum();
    total >= 16 && changes >= 6 && changes * 5 >= total
}

fn digit_changes(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count()
}

fn case_changes(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| pair[0].is_ascii_uppercase() != pair[1].is_ascii_uppercase()).count()
}

fn is_single_case(bytes: &[u8]) -> bool {
    !bytes.iter().any(u8::is_ascii_uppercase) || !bytes.iter().any(u8::is_ascii_lowercase)
}

/// Consonants in a row, in one case: what no word has many of.
fn consonants_in_a_row(bytes: &[u8]) -> usize {
    let (mut longest, mut run, mut was_upper) = (0_usize, 0_usize, false);
    for byte in bytes {
        let is_consonant =
            byte.is_ascii_alphabetic() && !matches!(byte | 0x20, b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
        let is_upper = byte.is_ascii_uppercase();
        run = match is_consonant {
            true if run > 0 && is_upper == was_upper => run + 1,
            true => 1,
            false => 0,
        };
        was_upper = is_upper;
        // Abbreviations are consonants in upper case.
        longest = longest.max(run.saturating_sub(usize::from(is_upper)));
    }
    longest
}

/// How many letters repeat the one before.
fn repeats(value: &str) -> usize {
    value.as_bytes().windows(2).filter(|pair| pair[0] == pair[1]).count()
}
