//! Strings made of chance among the arguments of a call that takes credentials by their place alone:
//! `jwt.sign(data, "…")`, `new PDO(source, "root", "…")`; the private keys of a list of accounts; the private
//! parts of a JSON Web Key.

use memchr::memmem;

use super::expression::{self, Literal};
use super::{Found, Mask, assignment, slot, value};

/// Judges the arguments of a call that opens a connection as somebody; its bracket stands before `end`.
pub(super) fn login(text: &str, end: usize, found: &mut Vec<Found>) {
    let may_be = |value: &str| !value.contains(['.', '/', ':']) && !value::is_address(value);
    judge(
        text,
        end,
        "password",
        |value| may_be(value) && (assignment::is_chance(value) || is_mixed(value)),
        found,
    );
}

/// Whether a value has letters of both cases, digits and a sign that no name or path has.
fn is_mixed(value: &str) -> bool {
    const BYTES_MIN: usize = 8;
    let has = |is_sort: fn(&u8) -> bool| value.as_bytes().iter().any(is_sort);
    value.len() >= BYTES_MIN
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!@#$^&*+?~%_-=".contains(&byte))
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
        && has(|byte| b"!@#$^&*+?~".contains(byte))
}

/// Judges the arguments of a call that signs or encrypts.
pub(super) fn sign(text: &str, end: usize, found: &mut Vec<Found>) {
    const BYTES_MIN: usize = 12;
    let may_be = |value: &str| value.len() >= BYTES_MIN && !value.contains('.');
    judge(text, end, "secret", |value| may_be(value) && assignment::is_secret_of(value, false), found);
}

fn judge(text: &str, end: usize, kind: &'static str, may_be: impl Fn(&str) -> bool, found: &mut Vec<Found>) {
    expression::arguments_of_call(text, end - 1, |literal: Literal| {
        let value = &text[literal.start..literal.end];
        if may_be(value) && assignment::is_secret_of(value, true) {
            found.push(Found { start: literal.start, end: literal.end, mask: Mask::Typed(kind) });
        }
    });
}

/// Judges a list of accounts: a private key of a chain is `0x` and 64 hexadecimal digits.
pub(super) fn accounts(text: &str, end: usize, found: &mut Vec<Found>) {
    const REACH: usize = 1_024;
    const DIGITS: usize = 64;
    let rest = &text.as_bytes()[end..text.len().min(end + REACH)];
    let blanks = rest.len() - rest.trim_ascii_start().len();
    if rest.get(blanks) != Some(&b'[') {
        return;
    }
    let list = &rest[..memchr::memchr(b']', rest).unwrap_or(rest.len())];
    for at in memmem::find_iter(list, b"0x") {
        let digits = list[at + 2..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits == DIGITS && value::is_random(&text[end + at + 2..end + at + 2 + digits]) {
            let start = end + at;
            found.push(Found { start, end: start + 2 + digits, mask: Mask::Typed("private-key") });
        }
    }
}

/// Judges the key of JSON around a `kty"` that ends at `end`: its parts of one or two letters that are
/// private. Answers how far it looked.
pub(super) fn json_web_key(text: &str, start: usize, end: usize, found: &mut Vec<Found>) -> usize {
    const REACH: usize = 4_096;
    const PRIVATE: [&str; 7] = ["d", "k", "p", "q", "dp", "dq", "qi"];
    const BYTES_MIN: usize = 16;
    let bytes = text.as_bytes();
    let head = &bytes[start.saturating_sub(REACH)..start];
    let from = memchr::memrchr(b'{', head).map_or(start, |at| start - head.len() + at);
    let rest = &bytes[end..bytes.len().min(end + REACH)];
    let to = end + memchr::memchr(b'}', rest).unwrap_or(rest.len());
    let mut at = from;
    while let Some(quote) =
        bytes.get(at..to).and_then(|rest| memchr::memchr(b'"', rest)).map(|offset| at + offset)
    {
        let Some(close) = slot::closing(text, quote + 1).filter(|close| *close < to) else { break };
        let key = &text[quote + 1..close];
        at = close + 1 + usize::from(bytes[close] == b'\\');
        let Some(slot) = slot::after(bytes, close).filter(|slot| slot.quote.is_some() && slot.start < to)
        else {
            continue;
        };
        let value = slot.value(text);
        let is_encoded = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+/=".contains(&byte));
        if PRIVATE.contains(&key) && value.len() >= BYTES_MIN && is_encoded {
            found.push(Found {
                start: slot.start,
                end: slot.start + value.len(),
                mask: Mask::Typed("private-key"),
            });
        }
        at = at.max(slot.start + value.len() + 1);
    }
    to
}
