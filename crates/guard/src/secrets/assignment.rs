//! Values by the name that they are given: `password = "…"`, `API_KEY: …`, `--token …`, `<token>…</token>`, a cell after
//! a cell. A name says how much its value must prove.
//!
//! Looks at a bounded stretch around a keyword, so that a hostile text costs no more than its length.

use super::keywords::Clue;
use super::slot::{self, Link, Slot};
use super::{Found, Mask, names, value};

/// Judges what stands after a name, or before it in a comparison. Answers how far it looked.
pub(super) fn consider(text: &str, clue: Clue, start: usize, end: usize, found: &mut Vec<Found>) -> usize {
    let Some(name) = names::judge(text, clue, start, end) else { return end };
    let after = slot::after(text.as_bytes(), name.end).map(|slot| (slot.value(text), slot));
    let reached = after.as_ref().map_or(end, |(value, slot)| slot.start + value.len());
    if let Some((value, slot)) = after
        && is_secret(text, name, &slot, value)
    {
        found.push(Found { start: slot.start, end: reached, mask: Mask::Typed(name.kind()) });
    } else if let Some(start) = slot::compared_before(text, name.start) {
        let value = slot::quoted_at(text, start);
        if is_acceptable(value) && is_password(value) {
            found.push(Found { start, end: start + value.len(), mask: Mask::Typed(name.kind()) });
        }
    }
    reached
}

fn is_secret(text: &str, name: names::Name, slot: &Slot, value: &str) -> bool {
    if !is_acceptable(value) || (name.is_identity && value::is_uuid(value.as_bytes())) {
        return false;
    }
    let is_quoted = slot.quote.is_some();
    let goes_on =
        text.as_bytes().get(slot.start + value.len()).is_some_and(|byte| matches!(byte, b'(' | b'['));
    let is_call = goes_on || (value::is_expression(value) && value.contains('('));
    let is_path = value::is_expression(value) && !value::is_plainly_random(value);
    let is_code = is_call || is_path || (slot.link != Link::Assigned && !is_token_text(value));
    let is_quoted_path = is_quoted && is_path && value.contains('.');
    if (!is_quoted && is_code) || is_quoted_path {
        return false;
    }
    match (slot.link, name.is_password) {
        (Link::Near, true) if is_quoted => is_password(value) && !is_call,
        (Link::Near, _) => value::is_plainly_random(value),
        (Link::Listed, _) if !is_quoted => value::is_plainly_random(value),
        (Link::Assigned | Link::Listed, false) => {
            value::is_random(value) || (value::is_wild(value) && (is_quoted || is_no_code(value)))
        }
        (Link::Listed, true) => value::is_random(value) || (is_quoted && value::is_wild(value)),
        (Link::Assigned, true) if is_quoted => is_password(value),
        (Link::Assigned, true) => is_bare_password(value),
    }
}

/// Whether a value has the letters of a token alone, and no bracket of code.
fn is_token_text(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-+/=.~:%@!$#*^".contains(&byte))
}

/// Whether a value can be one at all: long enough, no sentence, no address, no reference, no stand-in.
fn is_acceptable(value: &str) -> bool {
    const BYTES_MIN: usize = 6;
    value.len() >= BYTES_MIN
        && !value.bytes().any(|byte| byte.is_ascii_whitespace() || byte == b'<')
        && !value.contains("://")
        && !value::is_reference(value)
        && !value::is_stand_in(value)
        && !value::is_address(value)
}

/// A password in quotes: letters with digits or signs among them.
fn is_password(value: &str) -> bool {
    let is_sign =
        |byte: u8| byte.is_ascii_punctuation() && !matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b',');
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let has_more = value.bytes().any(|byte| byte.is_ascii_digit() || is_sign(byte) || !byte.is_ascii());
    (has_letter && has_more && !is_name_like(value)) || value::is_random(value) || value::is_wild(value)
}

/// A password without quotes, which code could be just as well.
fn is_bare_password(value: &str) -> bool {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let starts_well = value.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_bracketed = value.contains(['(', '[', '{', ')', ']', '}']);
    (has_digit && has_letter && starts_well && !is_bracketed && !is_name_like(value))
        || value::is_random(value)
        || (value::is_wild(value) && is_no_code(value))
}

/// Whether a value does not begin as code does: with a name and a sign that calls or reaches into it.
fn is_no_code(value: &str) -> bool {
    let name = value.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    name > 0 && !value[name..].starts_with(['(', '[', '.', ':', '!', '?', '-', '<', ')', ',', '>'])
}

/// Whether a value is itself the name of such a thing (`password2`, `db_password_1`), a version or a format.
fn is_name_like(value: &str) -> bool {
    const NAMES: [&str; 8] = ["pass", "pwd", "secret", "token", "key", "auth", "user", "cred"];
    let folded = value.to_ascii_lowercase();
    let is_plain =
        value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$'));
    let letters: &str = folded.trim_end_matches(|character: char| !character.is_ascii_alphabetic());
    let has_few_digits = !letters.bytes().any(|byte| byte.is_ascii_digit());
    let parts = || {
        folded.split(['-', '_', '.']).map(|part| part.trim_end_matches(|digit: char| digit.is_ascii_digit()))
    };
    let is_series =
        parts().count() > 2 && parts().all(|part| part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_plain
        && (is_series
            || has_few_digits
                && (NAMES.iter().any(|name| folded.contains(name)) || letters.contains(['-', '_', '.'])))
}
