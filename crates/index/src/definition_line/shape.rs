//! Definitions that no keyword announces.

use super::words::{is_control, is_word, word_end};
use super::{DefinitionKind, LineDefinition, last_segment};
use crate::language::Shape;

pub(super) fn by_shape(line: &[u8], indent: usize, shape: Shape) -> Option<LineDefinition> {
    let function = |(name_start, name_end)| LineDefinition {
        kind: DefinitionKind::Function,
        name_start,
        name_end,
        indent,
        has_keyword: false,
    };
    match shape {
        Shape::Keyword | Shape::Nothing => None,
        Shape::TypeFirst => type_first(line, indent),
        Shape::Shell => {
            let end = word_end(line, indent);
            (end > indent && line[end..].trim_ascii_start().starts_with(b"()"))
                .then(|| function((indent, end)))
        }
        Shape::Haskell => {
            let end = word_end(line, indent);
            let rest = line[end..].trim_ascii_start();
            (indent == 0 && end > 0 && (rest.starts_with(b"::") || rest.starts_with(b": ")))
                .then(|| function((0, end)))
        }
        Shape::Script => script(line, indent).map(function),
    }
}

/// Words before the name of a method.
const MEMBER_WORDS: [&[u8]; 9] =
    [b"async", b"public", b"private", b"protected", b"static", b"override", b"abstract", b"get", b"set"];

/// Behind the words that stand before a method's name.
fn after_member_words(line: &[u8], mut position: usize) -> usize {
    loop {
        let end = word_end(line, position);
        let blanks = line[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if blanks == 0 || !MEMBER_WORDS.contains(&&line[position..end]) {
            return position;
        }
        position = end + blanks;
    }
}

/// A call that is handed a function or an object, which ends like the head of a method.
fn is_call(arguments: &[u8]) -> bool {
    let body = arguments.strip_suffix(b"{").unwrap_or(arguments).trim_ascii_end();
    body.ends_with(b"=>")
        || matches!(body.last(), Some(b'(' | b',' | b'['))
        || matches!(body.get(1), Some(b'\'' | b'"' | b'`'))
        || memchr::memmem::find(body, b"function").is_some()
}

/// `name(arguments) {` in a class, `name: function`, `a.b.name = function`, `name <- function`.
fn script(line: &[u8], indent: usize) -> Option<(usize, usize)> {
    let head = after_member_words(line, indent);
    let (start, end) = last_segment(line, head)?;
    let rest = line[end..].trim_ascii();
    let name = &line[start..end];
    if is_control(name) {
        return None;
    }
    if rest.starts_with(b"(") && rest.ends_with(b"{") && start == head && indent > 0 && !is_call(rest) {
        return Some((start, end));
    }
    let value = match rest {
        [b'=', b'=', ..] => return None,
        [b'=' | b':', value @ ..] => value.trim_ascii_start(),
        [b'<', b'-', value @ ..] => value.trim_ascii_start(),
        _ => return None,
    };
    let value = value.strip_prefix(b"async ").unwrap_or(value);
    (value.starts_with(b"function")
        || (value.starts_with(b"(") && memchr::memmem::find(value, b"=>").is_some()))
    .then_some((start, end))
}

/// `type name(arguments)`: a body makes it a definition, a semicolon a declaration.
fn type_first(line: &[u8], indent: usize) -> Option<LineDefinition> {
    let open = memchr::memchr(b'(', line)?;
    let end = line[..open].trim_ascii_end().len();
    let start = line[..end].iter().rposition(|byte| !is_word(*byte)).map_or(0, |at| at + 1);
    let name = &line[start..end];
    if name.is_empty() || name[0].is_ascii_digit() || is_control(name) {
        return None;
    }
    let before = line[indent.min(start)..start].trim_ascii_end();
    let is_member = before.ends_with(b"::");
    if (before.is_empty() && indent > 0) || before.ends_with(b"->") {
        return None;
    }
    let allowed = |byte: &u8| {
        is_word(*byte)
            || matches!(
                byte,
                b' ' | b'\t' | b'*' | b'&' | b':' | b'<' | b'>' | b',' | b'[' | b']' | b'?' | b'~' | b'@'
            )
    };
    if !before.iter().all(allowed) || (before.ends_with(b":") && !is_member) {
        return None;
    }
    let mut words = before.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty());
    if words.any(is_control) {
        return None;
    }
    let last = line.trim_ascii_end().last().copied();
    let kind = match last {
        Some(b';') if before.is_empty() => return None,
        Some(b';') => DefinitionKind::Declaration,
        Some(b'{' | b'}' | b')' | b',' | b'(') => DefinitionKind::Function,
        _ if is_member || indent == 0 => DefinitionKind::Function,
        _ => return None,
    };
    Some(LineDefinition { kind, name_start: start, name_end: end, indent, has_keyword: false })
}
