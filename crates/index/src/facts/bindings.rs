//! What names are bound to inside functions, as text: a type as it is written, or a value as a chain of names and calls.
//! Which nodes bind what is a language's business; what the text leads to is told by resolution.

use tree_sitter::Node;

use super::Binding;
use super::table::Source;
use super::text::{last_row, line_number};

/// Bindings of one file: generated files have more, and nobody asks about them.
const BINDINGS_MAX: usize = 20_000;
/// A value or type that is longer says nothing (bytes).
const VALUE_BYTES: usize = 120;
/// Bytes of a value that are looked at.
const LOOKED_BYTES: usize = 4_000;
/// Bytes of a head from which on a signature is cut.
const HEAD_BYTES: usize = foreword_model::limits::SUMMARY_CHARS;

/// Takes note of what a node binds.
pub(super) type BindHook = fn(&Source<'_>, Node<'_>, &mut Binder);

/// What was bound so far, and the functions around the place that the walk has come to.
#[derive(Default)]
pub(super) struct Binder {
    pub(super) found: Vec<Binding>,
    scopes: Vec<Scope>,
    /// The definition around.
    within: Option<u32>,
    /// Functions to come, by where they begin, that are handed to a call.
    handed: Vec<(usize, String)>,
}

struct Scope {
    end: usize,
    first_line: u32,
    last_line: u32,
    kind: ScopeKind,
}

/// What a scope is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    /// A function whose head says what it gives back.
    Declared,
    /// A function that does not say it.
    Undeclared,
    /// A class: what is bound in it belongs to the class.
    Class,
}

impl ScopeKind {
    /// A function with or without a declared result.
    pub(super) fn function(result: Option<Node<'_>>) -> Self {
        if result.is_some() { Self::Declared } else { Self::Undeclared }
    }
}

impl Binder {
    /// Comes to a node in a definition.
    pub(super) fn come_to(&mut self, node: Node<'_>, within: Option<u32>) {
        while self.scopes.pop_if(|scope| scope.end <= node.start_byte()).is_some() {}
        self.within = within;
    }

    /// A function to come is handed to a call: its parameters are known from what is called.
    pub(super) fn hand(&mut self, function: Node<'_>, to: String) {
        if self.handed.len() >= HANDED_MAX {
            self.handed.clear();
        }
        self.handed.push((function.start_byte(), to));
    }

    /// What a function that begins here is handed to.
    pub(super) fn handed_to(&mut self, function: Node<'_>) -> Option<String> {
        let at = self.handed.iter().rposition(|(start, _)| *start == function.start_byte())?;
        Some(self.handed.swap_remove(at).1)
    }

    pub(super) fn is_in_function(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.kind != ScopeKind::Class)
    }

    /// Whether the function around does not say what it returns.
    pub(super) fn wants_result(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Undeclared)
    }

    /// A function, named or not: names that are bound inside are its own. Or a class.
    pub(super) fn enter(&mut self, node: Node<'_>, kind: ScopeKind) {
        self.scopes.push(Scope {
            end: node.end_byte(),
            first_line: line_number(node.start_position().row),
            last_line: line_number(last_row(node)),
            kind,
        });
    }

    /// A name that a function around or the file has bound already, with what it is bound to from here on.
    pub(super) fn bind_again(&mut self, node: Node<'_>, name: &str, value: String) {
        let around = self.scopes.iter().rev().take(SCOPES_MAX);
        let scopes = around.map(|scope| (scope.first_line, scope.last_line));
        let known = || self.found.iter().rev().take(LOOKED_BACK).filter(|binding| binding.name == name);
        match scopes.into_iter().find(|scope| known().any(|binding| binding.scope == *scope)) {
            Some(scope) => self.bind_in(scope, node, name, value),
            None => self.bind(node, name, value),
        }
    }

    /// A name with what it is bound to; empty if that cannot be told.
    pub(super) fn bind(&mut self, node: Node<'_>, name: &str, value: String) {
        let scope = self.scopes.last().map_or((0, 0), |scope| (scope.first_line, scope.last_line));
        self.bind_in(scope, node, name, value);
    }

    fn bind_in(&mut self, scope: (u32, u32), node: Node<'_>, name: &str, value: String) {
        if name.is_empty() || name.len() > VALUE_BYTES || self.found.len() >= BINDINGS_MAX {
            return;
        }
        let value = if value.len() > VALUE_BYTES { String::new() } else { value };
        let line = line_number(node.start_position().row);
        self.found.push(Binding { name: name.to_owned(), value, line, scope, within: self.within });
    }
}

/// Bindings before a place that are looked at for one of a name.
const LOOKED_BACK: usize = 500;

/// Functions to come that are remembered.
const HANDED_MAX: usize = 64;

/// Functions around a place that are looked at.
const SCOPES_MAX: usize = 32;

/// Whether the head of a function is too long for its signature.
pub(super) fn has_long_head(node: Node<'_>, body: Option<Node<'_>>) -> bool {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    end - node.start_byte() > HEAD_BYTES
}

/// A type as it is written, on one line.
pub(super) fn typed(text: &str) -> String {
    let text = text.trim().trim_start_matches("->").trim_start_matches(':').trim_start();
    // Of a long type the name is left.
    let end = if text.len() + 2 > VALUE_BYTES { text.find(['<', '[', '{']) } else { None };
    let words: Vec<&str> = text[..end.unwrap_or(text.len())].split_whitespace().collect();
    format!(": {}", words.join(" "))
}

/// A value as names and calls without their arguments: `a.b(c)[d].e` is `a.b()[].e`. Empty if it is anything else.
pub(crate) fn chain(text: &str) -> String {
    let mut text = text.trim();
    for word in ["await ", "new "] {
        text = text.strip_prefix(word).map_or(text, str::trim_start);
    }
    chain_of(text.as_bytes()).unwrap_or_default()
}

fn chain_of(bytes: &[u8]) -> Option<String> {
    if bytes.len() > LOOKED_BYTES || !bytes.first().is_some_and(|first| is_name(*first)) {
        return None;
    }
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' => {
                let end = closing(bytes, at)?;
                match byte {
                    b'(' => out.extend_from_slice(b"()"),
                    _ => put_element(&mut out, bytes.get(at + 1..end).unwrap_or_default()),
                }
                at = end;
            }
            b'<' => {
                let end = closing(bytes, at)?;
                // `f<T>(x)` is a call; `a < b` is none.
                if bytes.get(end + 1) != Some(&b'(') {
                    return None;
                }
                at = end;
            }
            b'?' | b'!' if matches!(bytes.get(at + 1), None | Some(b'.' | b'!')) => {}
            b'.' => out.push(byte),
            byte if is_name(byte) => out.push(byte),
            byte if byte.is_ascii_whitespace() => {
                let next = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
                let is_inner = out.last() == Some(&b'.') || matches!(next, Some(b'.' | b'?'));
                if !is_inner {
                    return None;
                }
            }
            _ => return None,
        }
        at += 1;
    }
    // `?.(`, `.[`.
    let text = String::from_utf8(out).ok()?.replace(".()", "()").replace(".[]", "[]");
    (text.len() <= VALUE_BYTES && !text.starts_with(|letter: char| letter.is_ascii_digit())).then_some(text)
}

/// `[]`, with the number if it is one.
fn put_element(out: &mut Vec<u8>, index: &[u8]) {
    out.push(b'[');
    if index.len() == 1 && index[0].is_ascii_digit() {
        out.extend_from_slice(index);
    }
    out.push(b']');
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#') || byte >= 0x80
}

/// Where the bracket closes that opens at a place. Text in quotes is passed over.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let is_generic = bytes.get(open) == Some(&b'<');
    let mut depth = 0_usize;
    let mut quote = None;
    let mut at = open;
    while let Some(&byte) = bytes.get(at) {
        match (quote, byte) {
            (Some(_), b'\\') => at += 1,
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b'<') if is_generic => depth += 1,
            (None, b'>') if is_generic && at > 0 && bytes[at - 1] == b'=' => {}
            (None, b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            (None, b'>') if is_generic => depth = depth.checked_sub(1)?,
            (None, b';') if is_generic && depth == 1 => return None,
            _ => {}
        }
        if depth == 0 && quote.is_none() {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::chain;

    #[test]
    fn values_are_brought_to_chains() {
        for (value, expected) in [
            ("Thing(1, \"a)\")", "Thing()"),
            ("await self.store.open(\n  1\n)", "self.store.open()"),
            ("new a.Thing<T>(x)", "a.Thing()"),
            ("make()\n  .with(1)\n  ?.end()", "make().with().end()"),
            ("items[0].name", "items[0].name"),
            ("items[a - 1].name", "items[].name"),
            ("make<{ a: string; b: number }>().end()", "make().end()"),
            ("a?.b!.c", "a.b.c"),
            ("a + b", ""),
            ("a or b", ""),
            ("a < b", ""),
            ("{ a: 1 }", ""),
            ("12", ""),
            ("open(", ""),
        ] {
            assert_eq!(chain(value), expected, "{value}");
        }
    }
}
