//! The strings between brackets: the elements of a list, the arguments of a call, and what their labels say of them.

use super::super::slot;
use super::{EXPRESSION_BYTES, Literal, Part};

/// Strings that are looked at in one expression.
const LITERALS_MAX: usize = 8;

/// What a bracket belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    /// A name before it.
    Call,
    /// Nothing: a list, or a value in brackets.
    Value,
}

/// The strings between a bracket and the one that closes it.
pub(super) fn in_brackets(text: &str, open: usize, role: Bracket, take: impl FnMut(Literal)) {
    let bytes = text.as_bytes();
    let end = bytes.len().min(open + EXPRESSION_BYTES);
    let mut found: Vec<Literal> = Vec::new();
    let mut brackets: Vec<usize> = Vec::new();
    let mut strings = 0;
    // Where the argument begins that is being read.
    let (mut at, mut argument, mut is_alone) =
        (open, open + 1, role == Bracket::Value && bytes[open] == b'(');
    while at < end && strings < LITERALS_MAX {
        match bytes[at] {
            b'(' | b'[' | b'{' => {
                brackets.push(at);
                argument = at + 1;
            }
            b')' | b']' | b'}' => {
                brackets.pop();
                if brackets.is_empty() {
                    break;
                }
            }
            b',' => (argument, is_alone) = (at + 1, false),
            // A statement ends here. A map of many lines has names of its own.
            b';' => break,
            b'\n' if brackets.iter().any(|open| bytes[*open] == b'{') => break,
            b'"' | b'\'' | b'`' => {
                let Some(close) = slot::closing(text, at + 1) else { break };
                strings += 1;
                let before = &bytes[argument..at];
                let callee = brackets.last().map_or(&[][..], |open| callee_before(&bytes[..*open]));
                let is_value = !is_key(&bytes[close + 1..end.max(close + 1)]) && !is_of_other(before);
                if is_value && !is_template(bytes, at, close) {
                    let is_first = brackets.last().is_some_and(|open| open + 1 == argument);
                    let is_wrapped = is_first && is_wrapper(callee) && has_no_label(before);
                    let part = if is_wrapped || is_default(before) { Part::Whole } else { Part::Element };
                    found.push(Literal { start: at + 1, end: close, part });
                }
                at = close;
            }
            _ => {}
        }
        at += 1;
    }
    if let ([only], true) = (found.as_mut_slice(), is_alone) {
        only.part = Part::Whole;
    }
    found.into_iter().for_each(take);
}

/// Whether a part of a string is put in later: its quotes stand at `open` and `close`.
pub(super) fn is_template(bytes: &[u8], open: usize, close: usize) -> bool {
    let is_marked =
        open.checked_sub(1).is_some_and(|before| matches!(bytes[before], b'f' | b'F' | b'$' | b's'));
    let is_of_javascript = bytes[open] == b'`' && memchr::memmem::find(&bytes[open..close], b"${").is_some();
    is_of_javascript || (is_marked && bytes[open..close].contains(&b'{'))
}

/// The last name before a bracket.
fn callee_before(head: &[u8]) -> &[u8] {
    const CALLEE_BYTES: usize = 24;
    let length = head
        .iter()
        .rev()
        .take(CALLEE_BYTES)
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    &head[head.len() - length..]
}

/// Calls that make a string of a string, or hold it.
fn is_wrapper(callee: &[u8]) -> bool {
    const WRAPPERS: [&str; 23] = [
        "from",
        "from_str",
        "from_static",
        "some",
        "ok",
        "just",
        "string",
        "str",
        "text",
        "bytes",
        "byte",
        "bytearray",
        "secret",
        "secretstr",
        "secretstring",
        "securestring",
        "tochararray",
        "to_owned",
        "lazy",
        "box",
        "valueof",
        "protectedstring",
        "newstring",
    ];
    WRAPPERS.iter().any(|wrapper| callee.eq_ignore_ascii_case(wrapper.as_bytes()))
}

/// Whether an argument is said to be what is taken without another: `default=`, `fallback:`.
fn is_default(before: &[u8]) -> bool {
    const LABELS: [&str; 6] = ["default", "defaultvalue", "default_value", "fallback", "value", "initial"];
    let label = before.trim_ascii();
    let Some(name) = label.strip_suffix(b"=").or_else(|| label.strip_suffix(b":")) else { return false };
    let name = name.trim_ascii().trim_ascii_start();
    let name = name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(name);
    LABELS.iter().any(|label| name.eq_ignore_ascii_case(label.as_bytes()))
}

/// Whether a label names something that is no secret, whatever it is a part of: `"tokenHash":`, `id=`.
fn is_of_other(before: &[u8]) -> bool {
    const OTHERS: [&[u8]; 9] =
        [b"id", b"hash", b"digest", b"integrity", b"checksum", b"url", b"name", b"path", b"version"];
    let label = before.trim_ascii();
    let Some(label) = label.strip_suffix(b":").or_else(|| label.strip_suffix(b"=")) else { return false };
    let label = label.trim_ascii().trim_ascii_end();
    let label = label.strip_suffix(b"\"").or_else(|| label.strip_suffix(b"'")).unwrap_or(label);
    OTHERS.iter().any(|other| {
        label.len() >= other.len() && label[label.len() - other.len()..].eq_ignore_ascii_case(other)
    })
}

fn has_no_label(before: &[u8]) -> bool {
    before.trim_ascii().iter().all(|byte| b"rbBfu#&".contains(byte))
}

/// Whether a string is the key of what follows.
fn is_key(after: &[u8]) -> bool {
    let after = after.trim_ascii_start();
    (after.starts_with(b":") && !after.starts_with(b"::"))
        || after.starts_with(b"=>")
        || after.starts_with(b"=")
}
