//! Credentials of HTTP: the `Authorization` header, bearer tokens wherever they are named, `curl -u user:password`.

use super::{Found, Mask, slot, value};

const BEARER: Mask = Mask::Bare { kind: "bearer-token", placeholder: "Bearer <redacted>" };
const VALUE_BYTES: usize = 8_192;

/// Judges what follows the name of the `Authorization` header.
pub(super) fn authorization(text: &str, start: usize, end: usize, found: &mut Vec<Found>) {
    const SCHEMES: [&str; 9] =
        ["bearer", "basic", "token", "apikey", "api-key", "api-token", "key", "digest", "ssws"];
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if bytes.get(end).is_some_and(is_part)
        || start.checked_sub(1).is_some_and(|before| is_part(&bytes[before]))
    {
        return;
    }
    let Some(slot) = slot::after(text.as_bytes(), end).filter(|slot| slot.link == slot::Link::Assigned)
    else {
        return;
    };
    let start = slot.start;
    let word = run(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let scheme = SCHEMES.iter().find(|scheme| word.eq_ignore_ascii_case(scheme));
    let from = match scheme {
        Some(_) => start + word.len() + blanks(text, start + word.len()),
        None => start,
    };
    let is_bearer = scheme == Some(&"bearer");
    let value = if is_bearer { bearer_run(text, from) } else { run(text, from, is_token) };
    let after = from + value.len();
    let bytes_min = if is_bearer { 3 } else { 4 };
    let is_alone = ends_at(text, after) && value.len() >= bytes_min && scheme.is_some();
    let is_token = scheme.is_some() && is_token_value(value)
        || is_bearer && is_web_token(text, from, value)
        || value::is_plainly_random(value);
    let is_placeholder = if is_bearer { is_placeholder(value) } else { is_stand_in(value) };
    let is_value =
        (is_alone || is_token) && !is_placeholder && value.bytes().any(|byte| byte.is_ascii_alphanumeric());
    if is_value {
        let (start, mask) = if is_bearer { (start, BEARER) } else { (from, Mask::Typed("http-credentials")) };
        found.push(Found { start, end: after, mask });
    }
}

/// Whether a header's value goes no further: a quote, a line end, or what closes a list or an element.
fn ends_at(text: &str, at: usize) -> bool {
    const ENDS: &[u8] = b"\"'`\\\r\n,;)]}<";
    text.as_bytes().get(at).is_none_or(|byte| ENDS.contains(byte))
        || text[at..].trim_start_matches([' ', '\t']).is_empty()
}

/// Judges what follows the word `bearer`.
pub(super) fn bearer(text: &str, start: usize, end: usize, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    if start > 0 && bytes[start - 1].is_ascii_alphanumeric() {
        return;
    }
    let colon = usize::from(bytes.get(end) == Some(&b':'));
    let gap = blanks(text, end + colon);
    if gap == 0 {
        return;
    }
    let from = end + colon + gap;
    let value = bearer_run(text, from);
    let is_token = is_token_value(value) || is_web_token(text, from, value);
    if is_token && !is_placeholder(value) && !is_name_of_a_standard(value) {
        found.push(Found { start, end: from + value.len(), mask: BEARER });
    }
}

/// Judges the options of a `curl` command: `-u user:password`.
/// Answers how far the command goes.
pub(super) fn curl(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const COMMAND_BYTES: usize = 1_024;
    let reach = (end..=text.len().min(end + COMMAND_BYTES)).rev().find(|at| text.is_char_boundary(*at));
    // The space before the first option belongs to it.
    let end = end - 1;
    let command = &text[end..reach.unwrap_or(end)];
    let command = &command[..command_len(command)];
    let mut from = 0;
    while let Some(at) = next_user_option(command, from) {
        from = at;
        let start =
            at + command[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'=' | b'"' | b'\'')).count();
        let pair =
            run(command, start, |byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'`'));
        let Some((user, password)) = pair.split_once(':') else { continue };
        let (start, secret) = match password.is_empty() {
            // An API key in place of the user, and no password.
            true => (start, user),
            false => (start + user.len() + 1, password),
        };
        if secret.len() >= 4
            && !value::is_reference(secret)
            && !is_stand_in(secret)
            && !user.starts_with(['$', '<', '{'])
            && !value::is_wordy(secret)
        {
            found.push(Found {
                start: end + start,
                end: end + start + secret.len(),
                mask: Mask::Typed("password"),
            });
        }
    }
    end + command.len()
}

/// How far a command goes: up to a line that does not end in a backslash.
fn command_len(command: &str) -> usize {
    let mut length = 0;
    for line in command.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    length
}

/// Where the value of the next `-u` or `--user` starts.
fn next_user_option(command: &str, from: usize) -> Option<usize> {
    const OPTIONS: [&str; 5] = [" -u ", " -u\"", " -u'", " --user ", " --user="];
    let found =
        OPTIONS.iter().filter_map(|option| command[from..].find(option).map(|at| at + option.len() - 1));
    found.min().map(|at| from + at)
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

fn is_stand_in(value: &str) -> bool {
    value::is_words_of_a_stand_in(&value.to_ascii_lowercase())
        || (value::is_stand_in(value) && value.len() < 100)
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
