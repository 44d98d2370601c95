//! Values in elements, and values that stand before their names: `<Password Type="x">…`, `<key>password</key><string>…`,
//! `{"value": "…", "name": "password"}`.
//!
//! Looks at a bounded stretch on either side of a name.

use super::expression::{Literal, Part};
use super::slot;

const REACH: usize = 256;

/// The text of the element that a name announces. Where only an attribute has the name, it may be any text.
pub(super) fn text_of_element(text: &str, name_start: usize, name_end: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let rest = &bytes[name_end..bytes.len().min(name_end + REACH)];
    if !matches!(rest.first()?, b'<' | b' ' | b'>' | b'"' | b'\'') {
        return None;
    }
    let head = &bytes[name_start.saturating_sub(REACH)..name_start];
    let mut at = if rest.starts_with(b"</") {
        // `<key>password</key>`: the next element holds the value.
        rest.iter().position(|byte| *byte == b'>')? + 1
    } else if is_tag_or_label(head) && matches!(rest[0], b' ' | b'>' | b'"' | b'\'') {
        let end = rest.iter().position(|byte| matches!(byte, b'>' | b'<' | b'{' | b'\n'))?;
        if rest[end] != b'>' || rest[..end].ends_with(b"/") || rest[..end].ends_with(b"=") {
            return None;
        }
        end + 1
    } else {
        return None;
    };
    let is_of_key = rest.starts_with(b"</");
    let part = if is_of_key || !matches!(rest[0], b'"' | b'\'') { Part::Whole } else { Part::Element };
    let blanks = |at: usize| rest[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    at += blanks(at);
    let inner =
        [&b"<value>"[..], b"<string>", b"<![CDATA["].into_iter().find(|tag| rest[at..].starts_with(tag));
    if is_of_key && inner.is_none() {
        return None;
    }
    at += inner.map_or(0, <[u8]>::len);
    at += if rest[at..].starts_with(b"<![CDATA[") { b"<![CDATA[".len() } else { 0 };
    at += blanks(at);
    let length =
        rest[at..].iter().position(|byte| matches!(byte, b'<' | b']' | b'\n') || !byte.is_ascii())?;
    let after = &rest[at + length..];
    let is_closed = after.starts_with(b"</") || after.starts_with(b"]]>");
    let (start, end) = (name_end + at, name_end + at + rest[at..at + length].trim_ascii_end().len());
    (start < end && is_closed).then_some(Literal { start, end, part })
}

/// The text of the element beside the one that a name is all the text of: `<th>Password</th><td>…</td>`, or the word behind it:
/// `<b>Password</b>: …`.
pub(super) fn text_beside(text: &str, name_end: usize) -> Option<Literal> {
    const TAGS_MAX: usize = 6;
    let bytes = text.as_bytes();
    let rest = &bytes[name_end..bytes.len().min(name_end + REACH)];
    let gap = |at: usize| rest[at..].iter().take_while(|byte| b" \t\r\n:=".contains(byte)).count();
    let mut at = rest.iter().take_while(|byte| b" :".contains(byte)).count();
    let is_element = rest[at..].starts_with(b"</") || (at > 0 && rest[at..].starts_with(b"<"));
    if !is_element {
        return None;
    }
    for _ in 0..TAGS_MAX {
        if !is_around_value(&rest[at..]) {
            break;
        }
        at += memchr::memchr(b'>', &rest[at..])? + 1;
        at += gap(at);
    }
    let is_part = |byte: &&u8| byte.is_ascii_graphic() && **byte != b'<';
    let length = rest[at..].iter().take_while(is_part).count();
    let ends = rest.get(at + length).is_none_or(|byte| matches!(byte, b'<' | b'\n' | b'\r' | b' '));
    let start = name_end + at;
    (length > 0 && ends).then_some(Literal { start, end: start + length, part: Part::Element })
}

/// Whether a tag ends an element, or begins one that holds a value: no list of links, no line, no field.
fn is_around_value(rest: &[u8]) -> bool {
    const ELEMENTS: [&[u8]; 16] = [
        b"td", b"th", b"dd", b"code", b"span", b"b", b"strong", b"i", b"em", b"pre", b"kbd", b"samp", b"tt",
        b"div", b"var", b"mark",
    ];
    let Some(tag) = rest.strip_prefix(b"<") else { return false };
    let length = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let ends = matches!(tag.get(length), Some(b' ' | b'>' | b'\n'));
    tag.starts_with(b"/") || (ends && ELEMENTS.iter().any(|name| tag[..length].eq_ignore_ascii_case(name)))
}

/// Whether a name is that of an element (`<Password`), or what an attribute says that an element is (`name="password"`).
fn is_tag_or_label(head: &[u8]) -> bool {
    const LABELS: [&[u8]; 4] = [b"name=", b"key=", b"id=", b"Name="];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(byte);
    let prefix = head.iter().rev().take_while(|byte| is_name(byte)).count();
    let before = &head[..head.len() - prefix];
    if before.ends_with(b"<") {
        return true;
    }
    let Some(attribute) = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")) else {
        return false;
    };
    let tag = memchr::memrchr2(b'<', b'>', attribute);
    LABELS.iter().any(|label| attribute.ends_with(label)) && tag.is_some_and(|at| attribute[at] == b'<')
}

/// The value of a field of a form that an attribute names: `<input type="password" name="pw" value="…">`.
pub(super) fn value_of_field(text: &str, name_start: usize, name_end: usize) -> Option<Literal> {
    const VALUE: &[u8] = b" value=";
    let bytes = text.as_bytes();
    if !matches!(bytes.get(name_end), Some(b'"' | b'\''))
        || name_start == 0
        || bytes[name_start - 1] != bytes[name_end]
    {
        return None;
    }
    let head = &bytes[name_start.saturating_sub(REACH)..name_start - 1];
    let rest = &bytes[name_end..bytes.len().min(name_end + REACH)];
    let tag = memchr::memrchr2(b'<', b'>', head).filter(|at| head[*at] == b'<')?;
    let end = memchr::memchr2(b'>', b'\n', rest)?;
    let value = memchr::memmem::find(&rest[..end], VALUE)? + VALUE.len();
    let is_input = head[tag..].starts_with(b"<input") && matches!(rest.get(value), Some(b'"' | b'\''));
    let start = name_end + value + 1;
    let close = slot::closing(text, start).filter(|_| is_input)?;
    Some(Literal { start, end: close, part: Part::Whole })
}

/// The quoted value before a name that says what it is: `"value": "…", "name": "password"`, `value="…" type="password"`.
pub(super) fn value_before(text: &str, name_start: usize) -> Option<Literal> {
    const LABELS: [&[u8]; 4] = [b"name", b"key", b"type", b"id"];
    let from = name_start.saturating_sub(REACH);
    let head = &text.as_bytes()[from..name_start];
    let prefix =
        head.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
    let head = unquoted(&head[..head.len() - prefix])?;
    let head = without_sign(head)?;
    let label_end = without_quote(head);
    let label = label_end.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (head, label) = label_end.split_at(label_end.len() - label);
    if !LABELS.iter().any(|known| label.eq_ignore_ascii_case(known)) {
        return None;
    }
    let head = without_quote(head).trim_ascii_end();
    let head = head.strip_suffix(b",").unwrap_or(head).trim_ascii_end();
    let quote = *head.last().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let inside = &head[..head.len() - 1];
    let opening = memchr::memrchr(quote, inside)?;
    let key = without_quote(without_sign(&inside[..opening])?);
    let is_value = key.len() >= 5 && key[key.len() - 5..].eq_ignore_ascii_case(b"value");
    let start = from + opening + 1;
    let is_closed = slot::closing(text, start) == Some(from + inside.len());
    (is_value && is_closed).then_some(Literal { start, end: from + inside.len(), part: Part::Whole })
}

fn unquoted(head: &[u8]) -> Option<&[u8]> {
    head.strip_suffix(b"\"").or_else(|| head.strip_suffix(b"'"))
}

/// Without a sign of assignment and blanks around it.
fn without_sign(head: &[u8]) -> Option<&[u8]> {
    let head = head.trim_ascii_end();
    head.strip_suffix(b":").or_else(|| head.strip_suffix(b"=")).map(<[u8]>::trim_ascii_end)
}

fn without_quote(head: &[u8]) -> &[u8] {
    unquoted(head).unwrap_or(head)
}
