//! Values that a line says of a name: all that a line of a configuration holds behind it, or what a sentence ends in.
//!
//! Looks at a bounded stretch of the name's own line.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use super::value;

/// How much of a line is looked at on either side of a name.
const HEAD_BYTES: usize = 96;
const WORD_BYTES: usize = 160;

/// The word that is all the rest of a line which begins with a name: `NAME=…`, `name: …`, `export NAME=…`. Whatever signs are in it,
/// no code stands there that goes on.
pub(super) fn whole_word(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let rest = &bytes[end..bytes.len().min(end + WORD_BYTES)];
    let blanks = |rest: &[u8]| rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let sign = blanks(rest);
    let after = match rest.get(sign..)? {
        [b'=', b'=' | b'>', ..] => return None,
        [b'=', ..] => sign + 1,
        [b':', b' ' | b'\t', ..] => sign + 1,
        _ => return None,
    };
    let word = after + blanks(&rest[after..]);
    let length = rest[word..].iter().take_while(|byte| byte.is_ascii_graphic()).count();
    let behind = &rest[word + length..];
    let ends = blanks(behind);
    let is_last = behind.get(ends..).is_none_or(|end| {
        let is_end = end.first().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        is_end || (ends > 0 && (end.starts_with(b"#") || end.starts_with(b"//")))
    });
    let is_quoted = matches!(rest.get(word), Some(b'"' | b'\'' | b'`'));
    (length > 0
        && is_last
        && !is_quoted
        && !holds_code(&rest[word..word + length])
        && begins_line(&bytes[..start]))
    .then_some(end + word..end + word + length)
}

/// Without what ends a statement, or opens what goes on.
fn trimmed(word: &[u8]) -> &str {
    std::str::from_utf8(word).unwrap_or_default().trim_end_matches([',', ';', '{'])
}

/// Whether a word holds strings of its own, a path of code, or the names of a query, or is a statement that ends or goes on.
fn holds_code(word: &[u8]) -> bool {
    let count = |sign: u8| word.iter().filter(|byte| **byte == sign).count();
    let is_open = |last: &u8| b",;({)[".contains(last);
    let is_statement = word.last().is_some_and(is_open) && value::is_expression(trimmed(word));
    let is_path = memmem::find(word, b"::").is_some() || memmem::find(word, b"->").is_some();
    let is_query = memchr(b'&', word).is_some_and(|at| word[at..].contains(&b'='));
    is_query || is_path || is_statement || count(b'"') > 0 || count(b'`') > 0 || count(b'\'') > 1
}

/// Whether nothing stands before a name in its line but what it is a part of, signs, and a word that sets it.
fn begins_line(head: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"export", b"set", b"env", b"local", b"declare", b"setenv"];
    let from = head.len().saturating_sub(HEAD_BYTES);
    let line = &head[memrchr(b'\n', &head[from..]).map_or(from, |at| from + at + 1)..];
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-/".contains(byte);
    let prefix = line.iter().rev().take_while(is_part).count();
    let mut words = line[..line.len() - prefix].split(u8::is_ascii_whitespace);
    words.all(|word| {
        WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
            || word.iter().all(u8::is_ascii_punctuation)
    })
}

/// Where the value starts that a sentence says of a name, a few words later: `password for admin: …`, `the password of the
/// database is …`. A name that code has as well (`private key = …`) must be followed by a word that a sentence has.
pub(super) fn in_sentence(text: &str, from: usize, is_password: bool) -> Option<usize> {
    const WORDS_BYTES: usize = 48;
    const BEGINNINGS: [&str; 15] = [
        " (", " [", " for ", " of ", " in ", " on ", " to ", " from ", " at ", " is ", " was ", " should ",
        " must ", " will ", " would ",
    ];
    const SIGNS: [&[u8]; 7] = [b" = ", b" := ", b": ", b" is ", b" was ", b" be ", b" to "];
    let rest = &text.as_bytes()[from..text.len().min(from + WORDS_BYTES + 4)];
    if let Some(length) = dash_len(rest, is_password) {
        return Some(from + length);
    }
    let is_said = BEGINNINGS.iter().any(|beginning| rest.starts_with(beginning.as_bytes()));
    if !(is_said || is_password && rest.starts_with(b" ")) {
        return None;
    }
    let is_of_words = |byte: &&u8| {
        byte.is_ascii_alphabetic()
            || b" ()'".contains(byte)
            || (is_said && (byte.is_ascii_digit() || b"`\"-_./@,*[]".contains(byte)))
    };
    let words = rest.iter().take(WORDS_BYTES).take_while(is_of_words).count();
    // The sign begins with the last of the words, where that is a blank.
    let reach = rest.len().min(words + 3);
    let ends = |sign: &&[u8]| memmem::rfind(&rest[..reach], sign).map(|at| at + sign.len());
    let signs = if is_said { &SIGNS[..] } else { &SIGNS[2..] };
    let end = signs.iter().filter_map(ends).max()?;
    Some(from + end + marks_len(&rest[end..]))
}

/// The length of a dash between a name, perhaps in bold, and its value. One of code subtracts from a key.
fn dash_len(rest: &[u8], is_password: bool) -> Option<usize> {
    let marks = rest.iter().take(3).take_while(|byte| b"*`:_".contains(byte)).count();
    let dash = [" \u{2013} ", " \u{2014} ", " - "]
        .into_iter()
        .find(|dash| rest[marks..].starts_with(dash.as_bytes()))?;
    let is_of_text = is_password || marks > 0 || !dash.is_ascii();
    let end = marks + dash.len();
    is_of_text.then(|| end + marks_len(&rest[end..]))
}

/// The length of quotes and marks of print before a word.
fn marks_len(rest: &[u8]) -> usize {
    rest.iter().take(4).take_while(|byte| b"`\"'* ".contains(byte)).count()
}
