//! What a call names: the last name of a path, what stands before it, and how many arguments follow.

use tree_sitter::Node;

use super::bindings;
use super::table::{Arguments, Call, Role, Source};

/// A call that was read.
pub(super) struct Callee<'s, 't> {
    pub(super) name: &'s str,
    /// The node that holds the name.
    pub(super) node: Node<'t>,
    pub(super) receiver: Option<String>,
    pub(super) arguments: usize,
    pub(super) arguments_node: Option<Node<'t>>,
}

/// Steps from a path to its last name.
const PATH_STEPS: usize = 8;
/// A receiver that is longer is shortened to its last name (bytes).
const RECEIVER_BYTES: usize = 64;
/// Bytes of unparsed arguments that are looked at.
const TOKENS_BYTES: usize = 2_000;

/// What joins a receiver and a name.
const JOINTS: &[&str] = &["?.", "!.", "&.", ".", "::", ":", "?->", "->", "?", "!!", "\\", "$"];

/// Reads a call by its row.
pub(super) fn of_call<'s, 't>(source: &Source<'s>, node: Node<'t>, call: &Call) -> Option<Callee<'s, 't>> {
    let callee = source.part(node, call.callee)?;
    let name = last_name(source, callee)?;
    let start = if call.receiver_first { node.start_byte() } else { callee.start_byte() };
    let (arguments, arguments_node) = match call.arguments {
        Arguments::List(at) => {
            let list = source.part(node, at);
            (list.map_or(0, |list| count(source, list)), list)
        }
        Arguments::After(before) => (node.named_child_count().saturating_sub(usize::from(before)), None),
    };
    let receiver = receiver(source, source.text.get(start..name.start_byte()).unwrap_or_default());
    Some(Callee { name: source.of(name), node: name, receiver, arguments, arguments_node })
}

/// A call that a hook found.
pub(super) fn of_path<'s, 't>(
    source: &Source<'s>,
    callee: Node<'t>,
    arguments: usize,
) -> Option<Callee<'s, 't>> {
    let name = last_name(source, callee)?;
    let receiver =
        receiver(source, source.text.get(callee.start_byte()..name.start_byte()).unwrap_or_default());
    Some(Callee { name: source.of(name), node: name, receiver, arguments, arguments_node: None })
}

/// A call whose receiver begins with the node.
pub(super) fn of_message<'s, 't>(
    source: &Source<'s>,
    node: Node<'t>,
    name: Node<'t>,
    arguments: usize,
) -> Option<Callee<'s, 't>> {
    let before = source.text.get(node.start_byte()..name.start_byte()).unwrap_or_default().trim_end();
    let receiver = match before.strip_suffix(']') {
        // `[[Store alloc] init]` is sent to what `alloc` gives.
        Some(inner) => inner.rsplit([' ', '[']).next().map(|last| format!("{last}()")),
        None => receiver(source, before),
    };
    Some(Callee { name: source.of(name), node: name, receiver, arguments, arguments_node: None })
}

/// A name in unparsed tokens that a parenthesis follows.
pub(super) fn of_tokens<'s, 't>(source: &Source<'s>, node: Node<'t>) -> Option<Callee<'s, 't>> {
    let rest = source.text.as_bytes().get(node.end_byte()..)?;
    if rest.first() != Some(&b'(') {
        return None;
    }
    let before = source.text.get(..node.start_byte()).unwrap_or_default();
    let head = before.trim_end_matches(|letter: char| is_word(letter) || matches!(letter, '.' | ':' | '&'));
    let path = before.get(head.len()..).unwrap_or_default().trim_start_matches(['.', ':', '&']);
    let receiver = before.ends_with(['.', ':']).then(|| receiver(source, path)).flatten();
    let arguments = count_tokens(&rest[..rest.len().min(TOKENS_BYTES)]);
    Some(Callee { name: source.of(node), node, receiver, arguments, arguments_node: None })
}

/// The text of a call's first argument, without quotes or the colon of a symbol.
pub(super) fn first_text<'s>(source: &Source<'s>, arguments: Option<Node<'_>>) -> Option<&'s str> {
    let first = arguments?.named_child(0)?;
    let text = source.of(first);
    let inner = text.trim_matches(['"', '\'', '`']);
    (inner.len() < text.len() && !inner.contains(['\n', '$', '#'])).then_some(inner)
}

/// `Vec<T>` is `Vec`, `&mut Thing` is `Thing`.
pub(super) fn bare_type(text: &str) -> &str {
    let text = text.trim_start_matches(['&', '*', ' ']);
    let text = text.strip_prefix("mut ").or_else(|| text.strip_prefix("dyn ")).unwrap_or(text);
    let end = text.find(['<', '[', '(', '{']).filter(|end| *end > 0).unwrap_or(text.len());
    text[..end].trim_end()
}

/// The last name of a path; `None` if it is no path.
fn last_name<'t>(source: &Source<'_>, callee: Node<'t>) -> Option<Node<'t>> {
    let mut at = callee;
    for _ in 0..PATH_STEPS {
        match source.table.role_of(at) {
            Some(Role::Path(part)) => at = source.part(at, *part)?,
            Some(Role::Name) => return Some(at),
            _ => return (at.child_count() == 0 && at.is_named()).then_some(at),
        }
    }
    None
}

/// Comments in a list are no arguments; they stand only in lists of several lines.
fn count(source: &Source<'_>, list: Node<'_>) -> usize {
    if matches!(source.table.role_of(list), Some(Role::Tokens)) {
        let bytes = source.of(list).as_bytes();
        return count_tokens(&bytes[..bytes.len().min(TOKENS_BYTES)]);
    }
    let count = list.named_child_count();
    if list.start_position().row == list.end_position().row {
        return count;
    }
    let mut cursor = list.walk();
    let is_comment = |node: &Node<'_>| matches!(source.table.role_of(*node), Some(Role::Comment));
    count - list.named_children(&mut cursor).filter(is_comment).count()
}

/// Commas between the first parenthesis and the one that closes it.
fn count_tokens(bytes: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut commas = 0;
    let mut is_empty = true;
    for byte in bytes {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth <= 1 => break,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 1 => commas += 1,
            b' ' | b'\n' | b'\t' => continue,
            _ => {}
        }
        is_empty &= depth == 1 && *byte == b'(';
    }
    if is_empty { 0 } else { commas + 1 }
}

/// What stands before a name, without what joins them: as written if it is short, else a chain or its last name.
fn receiver(source: &Source<'_>, before: &str) -> Option<String> {
    let mut text = before.trim_end();
    while let Some(shorter) = JOINTS.iter().find_map(|joint| text.strip_suffix(joint)) {
        text = shorter.trim_end();
    }
    let text = text.trim_start_matches(['[', '(', '&', '*', '!', ' ', '\n']);
    let text =
        text.strip_prefix("await").filter(|rest| !rest.starts_with(is_word)).map_or(text, str::trim_start);
    if text.is_empty() {
        return None;
    }
    let is_plain = text.len() <= RECEIVER_BYTES && !text.contains(['(', '\n', '{']);
    if is_plain {
        return Some(text.to_owned());
    }
    let chain = if source.table.follows_values { bindings::chain(text) } else { String::new() };
    if chain.is_empty() { shortened(text) } else { Some(chain) }
}

/// `a.b(c).d(e)` is `d()`.
fn shortened(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    if !text.ends_with(')') {
        let start = text.trim_end_matches(is_word).len();
        return text.get(start..).filter(|name| !name.is_empty()).map(str::to_owned);
    }
    let mut depth = 0_usize;
    let open = bytes.iter().enumerate().rev().take(TOKENS_BYTES).find_map(|(at, byte)| {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let head = text.get(..open)?.trim_end();
    let start = head.trim_end_matches(is_word).len();
    head.get(start..).filter(|name| !name.is_empty()).map(|name| format!("{name}()"))
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$' | '@')
}
