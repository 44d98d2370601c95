//! What one line defines, by keywords and shape alone: for languages without a grammar, and for scans that
//! have no time to parse.
//!
//! It guesses; a parser knows. It must stay cheap: it is asked for every line that holds a hit.

use crate::language::{Language, Shape};

mod shape;
mod words;

use shape::by_shape;
use words::{is_modifier, is_prose, is_word, keyword, word_end};

/// What kind of thing a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefinitionKind {
    /// A class, structure, enumeration, interface, trait or alias.
    Type,
    /// A function or method.
    Function,
    /// A macro.
    Macro,
    /// A module or namespace.
    Module,
    /// A constant or variable.
    Variable,
    /// The methods of a type that is defined elsewhere.
    Implementation,
    /// A function that is only announced.
    Declaration,
}

impl DefinitionKind {
    /// The word that a reader gets.
    pub fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Function => "function",
            Self::Macro => "macro",
            Self::Module => "module",
            Self::Variable => "variable",
            Self::Implementation => "implementation",
            Self::Declaration => "declaration",
        }
    }
}

/// A definition that a line seems to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineDefinition {
    /// What it is.
    pub kind: DefinitionKind,
    /// Where the name begins in the line, in bytes.
    pub name_start: usize,
    /// Where it ends.
    pub name_end: usize,
    /// Columns before the first character.
    pub indent: usize,
    /// Whether a keyword says so; otherwise only the line's shape does, which a call may have too.
    pub has_keyword: bool,
}

/// Modifiers and words looked at before a line is given up.
const WORDS_MAX: usize = 10;
/// A longer line is data or minified.
const LINE_BYTES_MAX: usize = 1_000;

/// What the line defines, if anything.
pub fn of_line(line: &[u8], language: &Language) -> Option<LineDefinition> {
    let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = *line.get(indent)?;
    if line.len() > LINE_BYTES_MAX
        || language.shape == Shape::Nothing
        || is_comment(&line[indent..], first, language)
    {
        return None;
    }
    let mut position = indent;
    for _ in 0..WORDS_MAX {
        position = skip_decoration(line, position)?;
        let end = word_end(line, position);
        let word = &line[position..end];
        if word.is_empty() {
            break;
        }
        match keyword(word, language.name) {
            Some(kind) if at_blank(line, end) => {
                if let Some(found) = after_keyword(line, end, kind, indent, language) {
                    return Some(found);
                }
                // `const fn`, `static class`: the word was a modifier after all.
                if !is_modifier(word) {
                    return None;
                }
            }
            _ if is_modifier(word) => {}
            _ => break,
        }
        position = end;
    }
    by_shape(line, indent, language.shape)
}

fn is_comment(trimmed: &[u8], first: u8, language: &Language) -> bool {
    if first == b'#' && trimmed.starts_with(b"#define") {
        return false;
    }
    language.comment.starts_comment(trimmed)
}

/// Steps over blanks, `pub(crate)`'s parenthesis, annotations, attributes and quotes; `None` where the
/// line cannot be the head of a definition.
fn skip_decoration(line: &[u8], mut position: usize) -> Option<usize> {
    loop {
        match *line.get(position)? {
            b' ' | b'\t' | b'"' | b'!' => position += 1,
            b'#' if line[position..].starts_with(b"#define") => position += 1,
            b'(' => position = skip_to(line, position, b')')?,
            b'#' => position = skip_to(line, position, b']')?,
            b'[' => position = skip_to(line, position, b']')?,
            b'@' => {
                position = word_end(line, position + 1);
                if line.get(position) == Some(&b'(') {
                    position = skip_to(line, position, b')')?;
                }
            }
            byte if is_word(byte) => return Some(position),
            _ => return Some(position),
        }
    }
}

fn skip_to(line: &[u8], position: usize, close: u8) -> Option<usize> {
    memchr::memchr(close, &line[position..]).map(|offset| position + offset + 1)
}

fn after_keyword(
    line: &[u8],
    keyword_end: usize,
    kind: DefinitionKind,
    indent: usize,
    language: &Language,
) -> Option<LineDefinition> {
    let (name_start, name_end) = match kind {
        DefinitionKind::Function => function_name(line, keyword_end)?,
        DefinitionKind::Implementation => implemented_name(line, keyword_end)?,
        DefinitionKind::Type | DefinitionKind::Module | DefinitionKind::Macro | DefinitionKind::Variable => {
            last_segment(line, skip_generics(line, keyword_end)?)?
        }
        DefinitionKind::Declaration => return None,
    };
    let name = &line[name_start..name_end];
    if keyword(name, language.name).is_some() || is_prose(name) {
        return None;
    }
    let rest = line[name_end..].trim_ascii();
    let kind = match kind {
        DefinitionKind::Variable => variable_kind(rest, indent, language)?,
        DefinitionKind::Type if language.shape == Shape::TypeFirst && !begins_type_body(rest) => return None,
        other => other,
    };
    Some(LineDefinition { kind, name_start, name_end, indent, has_keyword: true })
}

/// A local variable is nobody's answer; one that holds a function, at the top, is a function.
fn variable_kind(rest: &[u8], indent: usize, language: &Language) -> Option<DefinitionKind> {
    let holds = |needle: &[u8]| memchr::memmem::find(rest, needle).is_some();
    if language.shape == Shape::Script
        && indent <= 2
        && (holds(b"=>") || holds(b"function") || rest.ends_with(b"("))
    {
        return Some(DefinitionKind::Function);
    }
    if language.name == "zig" && (holds(b"struct") || holds(b"enum") || holds(b"union")) {
        return Some(DefinitionKind::Type);
    }
    let indent_max = if language.shape == Shape::Keyword && language.name != "rust" { 4 } else { 0 };
    (indent <= indent_max).then_some(DefinitionKind::Variable)
}

/// `struct point {`, not `struct point *next;`.
fn begins_type_body(rest: &[u8]) -> bool {
    match rest.first() {
        None => true,
        Some(b'{' | b':' | b'<' | b'(') => true,
        Some(b';') => false,
        Some(_) => [&b"final"[..], b"extends", b"implements", b"permits", b"where", b"with", b"on"]
            .iter()
            .any(|word| rest.starts_with(word)),
    }
}

/// The name before the argument list: `func (r *T) Name(`, `fun <T> Flow<T>.map(`, `function M.name(`.
fn function_name(line: &[u8], keyword_end: usize) -> Option<(usize, usize)> {
    let mut position = skip_generics(line, keyword_end)?;
    if line[position] == b'(' {
        position = skip_to(line, position, b')')?;
        position = skip_generics(line, position)?;
    }
    last_segment(line, position)
}

/// The last part of a qualified name that begins here.
fn last_segment(line: &[u8], mut start: usize) -> Option<(usize, usize)> {
    for _ in 0..WORDS_MAX {
        let end = word_end(line, start);
        if end == start {
            return None;
        }
        let mut next = end;
        if line.get(next) == Some(&b'<') {
            next = skip_angles(line, next).unwrap_or(next);
        }
        while matches!(line.get(next), Some(b'?')) {
            next += 1;
        }
        let separator = match (line.get(next), line.get(next + 1)) {
            (Some(b'.'), _) => 1,
            (Some(b':'), Some(b':')) => 2,
            // Lua's `function Class:method()`, without a blank, is not a type annotation.
            (Some(b':'), Some(byte)) if is_word(*byte) => 1,
            _ => return Some((start, end)),
        };
        if !line.get(next + separator).is_some_and(|byte| is_word(*byte)) {
            return Some((start, end));
        }
        start = next + separator;
    }
    None
}

/// The type in `impl Trait for Type<T>`, or the only one.
fn implemented_name(line: &[u8], keyword_end: usize) -> Option<(usize, usize)> {
    let from = match memchr::memmem::find(&line[keyword_end..], b" for ") {
        Some(offset) => keyword_end + offset + 5,
        None => keyword_end,
    };
    last_segment(line, skip_generics(line, from)?)
}

/// The next name, behind blanks, references and a list of type parameters.
fn skip_generics(line: &[u8], mut position: usize) -> Option<usize> {
    while matches!(line.get(position)?, b' ' | b'\t' | b'&' | b'*' | b'!') {
        position += 1;
    }
    if line[position] == b'<' {
        position = skip_angles(line, position)?;
        while matches!(line.get(position)?, b' ' | b'\t') {
            position += 1;
        }
    }
    line.get(position).map(|_| position)
}

fn skip_angles(line: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, byte) in line[start..].iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(start + offset + 1);
        }
    }
    None
}

fn at_blank(line: &[u8], position: usize) -> bool {
    matches!(line.get(position), Some(b' ' | b'\t' | b'<' | b'!' | b'('))
}

#[cfg(test)]
mod tests;
