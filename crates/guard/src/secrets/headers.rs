//! Credentials of HTTP: the `Authorization` header, bearer tokens wherever they are named, cookies.

use super::{Found, Mask, letters, slot, value};

const BEARER: Mask = Mask::Bare { kind: "bearer-token", placeholder: "Bearer <redacted>" };
const VALUE_BYTES: usize = 8_192;

/// Judges what follows the name of the `Authorization` header.
pub(super) fn authorization(text: &str, start: usize, end: usize, found: &mut Vec<Found>) {
    const SCHEMES: [&str; 9] =
        ["bearer", "basic", "token", "apikey", "api-key", "api-token", "key", "digest", "ssws"];
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_whole = start.checked_sub(1).is_none_or(|before| !is_part(&bytes[before]));
    let is_name = is_whole || ends_with_ignoring_case(&bytes[..start], b"http_");
    if bytes.get(end).is_some_and(is_part) || !is_name {
        return;
    }
    // A call and a directive set the name apart from a value in quotes: `("Authorization", "…")`.
    let is_value = |slot: &slot::Slot| slot.link == slot::Link::Assigned || slot.quote.is_some();
    let Some(slot) = slot::after(text.as_bytes(), end).filter(is_value) else { return };
    let start = slot.start;
    let word = run(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let scheme = SCHEMES.iter().find(|scheme| word.eq_ignore_ascii_case(scheme));
    let from = match scheme {
        Some(_) => start + word.len() + blanks(text, start + word.len()),
        None => start,
    };
    let is_bearer = scheme == Some(&"bearer");
    let joined = scheme.map_or(0, |_| joint_len(text, from));
    let from = from + joined;
    let value = if is_bearer { bearer_run(text, from) } else { run(text, from, is_token) };
    let value = strong_run(text, from).unwrap_or(value);
    let after = from + value.len();
    let bytes_min = if is_bearer { 3 } else { 4 };
    // Behind a comma, and in the variables of a test, a word may be anything.
    let is_alone = slot.link == slot::Link::Assigned
        && is_whole
        && ends_at(text, after)
        && value.len() >= bytes_min
        && scheme.is_some();
    let is_token = value::is_strong(value)
        || letters::are_no_words(value)
        || value::is_encoded_pair(value)
        || scheme.is_some() && is_token_value(value)
        || is_bearer && is_web_token(text, from, value)
        || value::is_plainly_random(value);
    let is_placeholder = if is_bearer { is_placeholder(value) } else { value::is_short_stand_in(value) };
    let is_value =
        (is_alone || is_token) && !is_placeholder && value.bytes().any(|byte| byte.is_ascii_alphanumeric());
    if is_value {
        let (start, mask) = match is_bearer {
            true if joined == 0 => (start, BEARER),
            true => (from, Mask::Typed("bearer-token")),
            false => (from, Mask::Typed("http-credentials")),
        };
        found.push(Found { start, end: after, mask });
    }
}

/// The length of what joins a scheme with the string behind it: `"Bearer " + "…"`, `"Bearer", "…"`.
fn joint_len(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let Some((quote, after)) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\'')) else {
        return 0;
    };
    let blanks = |rest: &[u8]| rest.iter().take_while(|byte| **byte == b' ').count();
    let sign = blanks(after);
    let next = sign + 1 + after.get(sign + 1..).map_or(0, blanks);
    let is_joined =
        matches!(after.get(sign), Some(b'+' | b'.' | b'&' | b',')) && after.get(next) == Some(quote);
    if is_joined { next + 2 } else { 0 }
}

/// The value at a place if it is one that a program made, with signs that end other values.
fn strong_run(text: &str, from: usize) -> Option<&str> {
    let word = run(text, from, |byte| is_token(byte) || b"!#$^&*?".contains(&byte));
    value::is_strong(word).then_some(word)
}

/// Whether a header's value goes no further: a quote, a line end, or what closes a list or an element.
fn ends_at(text: &str, at: usize) -> bool {
    const ENDS: &[u8] = b"\"'`\\\r\n,;)]}<";
    text.as_bytes().get(at).is_none_or(|byte| ENDS.contains(byte))
        || text[at..].trim_start_matches([' ', '\t']).is_empty()
}

fn ends_with_ignoring_case(head: &[u8], end: &[u8]) -> bool {
    head.len() >= end.len() && head[head.len() - end.len()..].eq_ignore_ascii_case(end)
}

/// Judges what follows the word `basic`: a user and a password in base64, whatever stands before.
pub(super) fn basic(text: &str, start: usize, found: &mut Vec<Found>) {
    let end = start + "basic".len();
    let from = end + blanks(text, end);
    let from = from + joint_len(text, from);
    let pair = run(text, from, is_token);
    if value::is_encoded_pair(pair) {
        found.push(Found { start: from, end: from + pair.len(), mask: Mask::Typed("http-credentials") });
    }
}

/// Judges what follows the word `bearer`.
pub(super) fn bearer(text: &str, start: usize, end: usize, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    if start > 0 && bytes[start - 1].is_ascii_alphanumeric() {
        return;
    }
    let colon = usize::from(bytes.get(end) == Some(&b':'));
    let gap = blanks(text, end + colon);
    let from = end + colon + gap;
    let joined = joint_len(text, from);
    if gap == 0 && joined == 0 {
        return;
    }
    let (start, from) = if joined > 0 { (from + joined, from + joined) } else { (start, from) };
    let mask = if joined > 0 { Mask::Typed("bearer-token") } else { BEARER };
    let value = strong_run(text, from).unwrap_or_else(|| bearer_run(text, from));
    // What a comma sets apart may be another word of a list.
    let is_listed = text[from - joined..from].contains(',');
    let is_token = match is_listed {
        true => value::is_random(value) || letters::are_no_words(value) || value::is_strong(value),
        false => {
            is_token_value(value)
                || is_web_token(text, from, value)
                || value::is_strong(value)
                || letters::are_no_words(value)
        }
    };
    if is_token && !is_placeholder(value) && !is_name_of_a_standard(value) {
        found.push(Found { start, end: from + value.len(), mask });
    }
}

/// Judges the values of a `Cookie` or `Set-Cookie` header. Answers how far it goes.
pub(super) fn cookie(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const HEADER_BYTES: usize = 4_096;
    let is_part = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    let header = run(text, end, is_part);
    let header = &header[..header.len().min(HEADER_BYTES)];
    let mut at = end;
    for pair in header.split_inclusive(';') {
        let value_at = pair.find('=').map_or(pair.len(), |sign| sign + 1);
        let value = run(pair, value_at, |byte| is_token(byte) && byte != b'=');
        if value::is_plainly_random(value) && !value::is_stand_in(value) {
            let start = at + value_at;
            found.push(Found { start, end: start + value.len(), mask: Mask::Typed("cookie") });
        }
        at += pair.len();
    }
    at
}

fn run(text: &str, from: usize, is_part: impl Fn(u8) -> bool) -> &str {
    let rest = text.get(from..).unwrap_or_default();
    let length = rest.bytes().take(VALUE_BYTES).take_while(|byte| is_part(*byte)).count();
    &rest[..length]
}

/// Spaces at a place, plain or escaped for a URL.
fn blanks(text: &str, from: usize) -> usize {
    const BLANKS: usize = 8;
    let rest = text.get(from..).unwrap_or_default();
    match rest.strip_prefix("%20") {
        Some(_) => 3,
        None => rest.bytes().take(BLANKS).take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).count(),
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b'-' | b'@' | b'%' | b':')
}

/// A bearer token as far as it goes; the end of a sentence is no part of it.
fn bearer_run(text: &str, from: usize) -> &str {
    run(text, from, is_token).trim_end_matches(['.', ':'])
}

/// `Bearer authentication` is words; a token mixes letters with digits, or is long and mixes upper and lower case, or is
/// longer than any word.
fn is_token_value(value: &str) -> bool {
    const BYTES_MIN: usize = 6;
    const LONGER_THAN_WORDS: usize = 24;
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_upper = value.bytes().any(|byte| byte.is_ascii_uppercase());
    let has_lower = value.bytes().any(|byte| byte.is_ascii_lowercase());
    let is_mixed = has_digit || (has_upper && has_lower && value.len() >= 20);
    let mut parts = value.split(|character: char| !character.is_ascii_alphanumeric());
    let is_long = parts.any(|part| part.len() >= LONGER_THAN_WORDS);
    (is_mixed || is_long) && (has_upper || has_lower) && value.len() >= BYTES_MIN
}

/// Whether a value has the three parts of a JSON Web Token, and is no host, file or call.
fn is_web_token(text: &str, from: usize, value: &str) -> bool {
    const PARTS: usize = 3;
    const HOSTS_AND_FILES: [&str; 20] = [
        "com", "cpp", "cs", "dev", "go", "html", "io", "java", "js", "json", "kt", "md", "net", "org", "php",
        "py", "rb", "rs", "ts", "yaml",
    ];
    let is_part = |part: &str| {
        part.bytes().any(|byte| byte.is_ascii_alphabetic())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    let ending = value.rsplit('.').next().unwrap_or_default();
    let is_call = text[from + value.len()..].starts_with(['(', '[']);
    value.split('.').count() == PARTS
        && value.split('.').all(is_part)
        && !HOSTS_AND_FILES.contains(&ending)
        && !is_call
}

/// Whether a value is put in later, or names what goes there: `your-token-here`, `xxxxxxxx`, `process.env.TOKEN`. A made-up
/// value (`SECRET_TOKEN_123`) is none: it looks like a real one.
fn is_placeholder(value: &str) -> bool {
    const WORDS: [&str; 26] = [
        "a",
        "access",
        "an",
        "api",
        "auth",
        "authentication",
        "authorization",
        "bearer",
        "credentials",
        "goes",
        "header",
        "here",
        "id",
        "jwt",
        "key",
        "nil",
        "none",
        "null",
        "oauth",
        "of",
        "scheme",
        "the",
        "token",
        "undefined",
        "user",
        "value",
    ];
    let folded = value.to_ascii_lowercase();
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let parts = folded.split(|character: char| !character.is_ascii_alphanumeric());
    let mut words = parts.filter(|part| !part.is_empty());
    value::is_reference(value)
        || value::is_one_letter_repeated(value)
        || words.all(|word| WORDS.contains(&word))
        || (!has_digit && (folded.contains("your") || folded.contains("placeholder")))
}

/// `OAuth2`, `RFC6750`, `HTTP/1.1`: what a sentence about tokens names.
fn is_name_of_a_standard(value: &str) -> bool {
    const STEMS: [&str; 11] = ["base", "es", "hs", "http", "oauth", "oidc", "ps", "rfc", "rs", "sha", "v"];
    let stem = value.trim_end_matches(|end: char| end.is_ascii_digit() || matches!(end, '.' | '/' | '-'));
    STEMS.iter().any(|known| stem.eq_ignore_ascii_case(known))
}
