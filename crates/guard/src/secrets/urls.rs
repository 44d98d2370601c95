//! Passwords in URLs: `scheme://user:password@host`.

use super::{Found, Mask, letters, value};

/// The mask of a URL's password.
const MASK: Mask = Mask::Bare { kind: "url-credentials", placeholder: "<redacted>" };
const USER_BYTES: usize = 128;
const PASSWORD_BYTES: usize = 512;

/// Judges the authority of a URL whose colon stands at `colon`, with slashes behind it that JSON may have escaped.
pub(super) fn consider(text: &str, colon: usize, found: &mut Vec<Found>) {
    const SLASHES: usize = 2;
    const ESCAPED_MAX: usize = 8;
    let bytes = text.as_bytes();
    let has_scheme = colon.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric());
    let signs = bytes[colon + 1..].iter().take(ESCAPED_MAX).take_while(|byte| matches!(byte, b'/' | b'\\'));
    let slashes = &bytes[colon + 1..colon + 1 + signs.count()];
    if !has_scheme || slashes.iter().filter(|byte| **byte == b'/').count() != SLASHES {
        return;
    }
    let from = colon + 1 + slashes.len();
    token_as_user(text, from, found);
    let user = bytes[from..].iter().take(USER_BYTES).take_while(|byte| is_user(**byte)).count();
    let start = from + user + 1;
    if bytes.get(start - 1) != Some(&b':') {
        return;
    }
    let rest = &bytes[start..bytes.len().min(start + PASSWORD_BYTES)];
    let password = rest.iter().take_while(|byte| is_password(**byte)).count();
    // A password may hold `@`; the last one before the host ends it.
    let Some(length) = rest[..password].iter().rposition(|byte| *byte == b'@') else { return };
    let has_host = rest.get(length + 1).is_some_and(|byte| begins_host(*byte));
    let Some(password) = text.get(start..start + length).filter(|_| has_host) else { return };
    if is_real(password) {
        found.push(Found { start, end: start + length, mask: MASK });
    }
}

/// Judges a token in the place of the user: `https://TOKEN@host`, `https://TOKEN:x-oauth-basic@host`.
fn token_as_user(text: &str, from: usize, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let rest = &bytes[from..bytes.len().min(from + USER_BYTES)];
    let place = rest.iter().take_while(|byte| is_password(**byte)).count();
    let Some(at) = memchr::memrchr(b'@', &rest[..place]) else { return };
    let has_host = rest.get(at + 1).is_some_and(|byte| begins_host(*byte));
    let Some(user) = text.get(from..from + at).and_then(|info| info.split(':').next()).filter(|_| has_host)
    else {
        return;
    };
    let is_token = value::is_plainly_random(user)
        || value::is_strong(user)
        || (!user.contains('%') && letters::are_no_words(user));
    if is_token && is_real(user) && !value::is_stand_in(user) {
        found.push(Found { start: from, end: from + user.len(), mask: MASK });
    }
}

/// Judges `user/password@host` behind the name of a client of Oracle's databases.
pub(super) fn oracle(text: &str, from: usize, found: &mut Vec<Found>) {
    let rest = &text[from..];
    let user = rest.bytes().take(USER_BYTES).take_while(|byte| is_user(*byte)).count();
    if rest.as_bytes().get(user) != Some(&b'/') || user == 0 {
        return;
    }
    let start = from + user + 1;
    let word = text[start..].bytes().take(PASSWORD_BYTES).take_while(|byte| is_password(*byte)).count();
    let Some(length) = memchr::memrchr(b'@', &text.as_bytes()[start..start + word]) else { return };
    if is_real(&text[start..start + length]) {
        found.push(Found { start, end: start + length, mask: MASK });
    }
}

/// Whether a host may begin so: a name or address, or what is put in its place later (`${HOST}`, `{}`, `%s`, `#{host}`,
/// `<host>`), also behind the end of the string (`"…@" + host`).
fn begins_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"[${#%<(\"'`\\_".contains(&byte)
}

/// Judges the password of a URL in the query of another, whose escaped slashes end at `from`.
pub(super) fn escaped(text: &str, from: usize, found: &mut Vec<Found>) {
    const COLON: &[u8] = b"%3a";
    const AT: &[u8] = b"%40";
    let rest = &text.as_bytes()[from..text.len().min(from + PASSWORD_BYTES)];
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"%._~!*'()-+".contains(byte);
    let word = &rest[..rest.iter().take_while(is_part).count()];
    let is_colon =
        |at: &usize| word[*at..].get(..COLON.len()).is_some_and(|part| part.eq_ignore_ascii_case(COLON));
    let Some(start) = memchr::memchr_iter(b'%', word).find(is_colon).map(|at| at + COLON.len()) else {
        return;
    };
    let Some(length) = memchr::memmem::find(&word[start..], AT) else { return };
    let place = from + start..from + start + length;
    let password = &text[place.clone()];
    // The slash of a path: what follows is no password.
    let is_path = password.contains("%2F") || password.contains("%2f");
    if is_real(password) && !is_path {
        found.push(Found { start: place.start, end: place.end, mask: MASK });
    }
}

/// Judges the password before the address of a Go or MySQL data source: `user:password@tcp(host)/db`, `user:password@/db`.
/// Its `@` stands at `sign`.
pub(super) fn data_source(text: &str, sign: usize, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let head = &bytes[sign.saturating_sub(PASSWORD_BYTES)..sign];
    let word = head.iter().rev().take_while(|byte| is_password(**byte)).count();
    let head = &head[head.len() - word..];
    // `MYSQL_DSN=user:…`: the user begins behind what assigns it.
    let Some(colon) = memchr::memchr(b':', head) else { return };
    let user = head[..colon].iter().rev().take(USER_BYTES).take_while(|byte| is_user(**byte)).count();
    let begins = head[..colon - user].last().is_none_or(|byte| matches!(byte, b'=' | b'(' | b',' | b':'));
    let start = sign - head.len() + colon + 1;
    let is_address = bytes[sign..].starts_with(b"@/") && memchr::memmem::find(head, b"//").is_some();
    let Some(password) = text.get(start..sign).filter(|_| begins && !is_address && user > 0) else { return };
    if is_real(password) && !password.contains(['(', ')', ',']) {
        found.push(Found { start, end: sign, mask: MASK });
    }
}

/// Judges a data source on a line whose address is nothing but a slash: `dsn := "user:password@/db"`.
pub(super) fn without_address(text: &str, from: usize, found: &mut Vec<Found>) {
    const REACH: usize = 256;
    let rest = &text.as_bytes()[from..text.len().min(from + REACH)];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    if let Some(sign) = memchr::memmem::find(line, b"@/") {
        data_source(text, from + sign, found);
    }
}

/// A password that is neither a reference nor a stand-in.
fn is_real(password: &str) -> bool {
    const BYTES_MIN: usize = 3;
    let is_name = password.starts_with(['$', '{', '<', '[', '(']);
    let is_percent_name = (password.starts_with('%') && password.ends_with('%'))
        || ["%(", "%{", "%["].iter().any(|opening| password.starts_with(opening));
    let is_blank = password.bytes().all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X'));
    let is_stand_in = is_name
        || password.starts_with("#{")
        || is_percent_name
        || is_blank
        || password.contains("redacted")
        || value::is_words_of_a_stand_in(&password.to_ascii_lowercase());
    password.len() >= BYTES_MIN && !is_stand_in
}

fn is_user(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'%' | b'+' | b'~' | b'-')
}

fn is_password(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\')
}
