//! CommonJS: what `require` takes from a module, and what a file gives as `exports`. `await import(…)` takes the same way.

use tree_sitter::Node;

use super::bound::{is_function, valued};
use crate::facts::bindings::Binder;
use crate::facts::table::Source;
use crate::facts::text::line_number;
use crate::facts::{Binding, Import};

/// All names of a module.
const ALL: &str = "*";
/// What a file gives as a whole.
const WHOLE: &str = Import::EXPORTS;
/// What stands around a value without changing it, and assignments in a row, that are looked through.
const LAYERS_MAX: usize = 4;
/// Names of one pattern or object that are noted.
const NAMES_MAX: usize = 256;

/// A module that a value is taken from.
struct Required<'s> {
    module: &'s str,
    /// What is taken if it is all.
    whole: &'static str,
    /// `require('module').part`.
    part: Option<&'s str>,
}

impl<'s> Required<'s> {
    fn of(source: &Source<'s>, value: Node<'_>) -> Option<Self> {
        let mut at = value;
        let mut part = None;
        let mut is_awaited = false;
        for _ in 0..LAYERS_MAX {
            match at.kind() {
                "await_expression" => {
                    is_awaited = true;
                    at = at.named_child(0)?;
                }
                "parenthesized_expression" | "non_null_expression" | "as_expression" => {
                    at = at.named_child(0)?;
                }
                "member_expression" if part.is_none() => {
                    part = Some(source.of(source.field(at, "property")?));
                    at = source.field(at, "object")?;
                }
                _ => break,
            }
        }
        let callee = source.field(at, "function").filter(|_| at.kind() == "call_expression")?;
        let whole = match source.of(callee) {
            "require" => WHOLE,
            "import" if is_awaited => "",
            _ => return None,
        };
        let first = source.field(at, "arguments")?.named_child(0).filter(|first| first.kind() == "string")?;
        Some(Self { module: source.of(first).trim_matches(['"', '\'']), whole, part })
    }

    /// What is taken under a name.
    fn taken_as(&self, local: &str) -> (String, String) {
        (self.part.unwrap_or(self.whole).to_owned(), local.to_owned())
    }

    fn import(&self, node: Node<'_>, names: Vec<(String, String)>, is_reexport: bool) -> Import {
        let line = line_number(node.start_position().row);
        Import { module: self.module.to_owned(), names, is_reexport, line }
    }
}

/// Whether a declaration takes names from a module.
pub(super) fn is_required(source: &Source<'_>, name: Node<'_>, value: Option<Node<'_>>) -> bool {
    matches!(name.kind(), "identifier" | "object_pattern")
        && value.is_some_and(|value| Required::of(source, value).is_some())
}

/// `const { a, b: c } = require('d')`, `const a = require('b')`, `const a = require('b').c`.
pub(super) fn required(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    const IS_HANDED_ON: bool = false;
    let Some((name, value)) = source.field(node, "name").zip(source.field(node, "value")) else { return };
    let Some(required) = Required::of(source, value) else { return };
    let names = match name.kind() {
        "identifier" => vec![required.taken_as(source.of(name))],
        // What a part of a module holds is not known here.
        _ if required.part.is_some() => Vec::new(),
        _ => pattern_names(source, name),
    };
    out.push(required.import(node, names, IS_HANDED_ON));
}

fn pattern_names(source: &Source<'_>, pattern: Node<'_>) -> Vec<(String, String)> {
    let mut cursor = pattern.walk();
    let parts = pattern.named_children(&mut cursor).take(NAMES_MAX);
    let names = parts.filter_map(|part| {
        let (taken, local) = match part.kind() {
            "shorthand_property_identifier_pattern" => (part, part),
            "object_assignment_pattern" => {
                let name = source.field(part, "left")?;
                (name, name)
            }
            "pair_pattern" => {
                let local = source.field(part, "value")?;
                let bare = source.field(local, "left").unwrap_or(local);
                (source.field(part, "key")?, bare)
            }
            _ => return None,
        };
        let is_name = local.named_child_count() == 0;
        is_name.then(|| (source.of(taken).to_owned(), source.of(local).to_owned()))
    });
    names.collect()
}

/// The name under which an assignment exports: [`WHOLE`], or a name of its own.
fn exported_name<'s>(source: &Source<'s>, assignment: Node<'_>) -> Option<&'s str> {
    let left = source.of(source.field(assignment, "left")?);
    if left == WHOLE {
        return Some(WHOLE);
    }
    let name = left.strip_prefix("module.exports.").or_else(|| left.strip_prefix("exports."))?;
    (!name.is_empty() && !name.contains(['.', '[', '('])).then_some(name)
}

/// What the last of some assignments in a row assigns.
fn assigned_value<'t>(source: &Source<'_>, assignment: Node<'t>) -> Option<Node<'t>> {
    let mut value = source.field(assignment, "right")?;
    for _ in 0..LAYERS_MAX {
        if value.kind() != "assignment_expression" {
            break;
        }
        value = source.field(value, "right")?;
    }
    Some(value)
}

/// Whether an assignment hands on what it takes from another module.
pub(super) fn hands_on(source: &Source<'_>, assignment: Node<'_>) -> bool {
    exported_name(source, assignment).is_some()
        && assigned_value(source, assignment).is_some_and(|value| Required::of(source, value).is_some())
}

/// `module.exports = require('a')`, `exports.a = require('b').c`.
pub(super) fn handed_on(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    const IS_HANDED_ON: bool = true;
    let parts = exported_name(source, node).zip(assigned_value(source, node));
    let Some((name, value)) = parts else { return };
    let Some(required) = Required::of(source, value) else { return };
    let mut names = vec![required.taken_as(name)];
    if name == WHOLE && required.part.is_none() {
        names.push((ALL.to_owned(), ALL.to_owned()));
    }
    out.push(required.import(node, names, IS_HANDED_ON));
}

/// Whether `name: require('a')` stands in the object that a file exports.
pub(super) fn entry_hands_on(source: &Source<'_>, pair: Node<'_>) -> bool {
    let value = source.field(pair, "value").and_then(|value| Required::of(source, value));
    // Asking for a parent is not cheap.
    value.is_some()
        && pair
            .parent()
            .and_then(|object| object.parent())
            .filter(|around| around.kind() == "assignment_expression")
            .is_some_and(|assignment| exported_name(source, assignment) == Some(WHOLE))
}

/// `module.exports = { name: require('a') }`.
pub(super) fn entry_handed_on(source: &Source<'_>, pair: Node<'_>, out: &mut Vec<Import>) {
    const IS_HANDED_ON: bool = true;
    let parts = source.field(pair, "key").zip(source.field(pair, "value"));
    let Some((key, value)) = parts else { return };
    if let Some(required) = Required::of(source, value) {
        let names = vec![required.taken_as(source.of(key))];
        out.push(required.import(pair, names, IS_HANDED_ON));
    }
}

/// Whether a value is assigned to the exports as a whole and has a name of its own, by which it is known.
pub(super) fn is_exported_by_name(source: &Source<'_>, assignment: Node<'_>) -> bool {
    let name = assigned_value(source, assignment).and_then(|value| source.field(value, "name"));
    exported_name(source, assignment) == Some(WHOLE) && name.is_some()
}

/// Takes note of what an assignment exports.
pub(super) fn bind_exports(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let parts = exported_name(source, node).zip(assigned_value(source, node));
    let Some((name, value)) = parts else { return };
    if name == WHOLE && value.kind() == "object" {
        return bind_entries(source, value, out);
    }
    let own_name = source.field(value, "name").filter(|_| is_function(value));
    let text = own_name.map_or_else(|| valued(source, value), |own| source.of(own).to_owned());
    match name {
        _ if !is_followed(&text) => {}
        WHOLE => out.bind(node, WHOLE, text),
        // Such a function is defined under the name, and a name that stays is found by itself.
        name if text == Binding::FUNCTION || text == name => {}
        name => out.bind(node, &entry(name), text),
    }
}

/// `const app = module.exports = {}`: what is exported has a name.
pub(super) fn bind_named_exports(source: &Source<'_>, name: Node<'_>, value: Node<'_>, out: &mut Binder) {
    let mut at = Some(value);
    for _ in 0..LAYERS_MAX {
        let Some(assignment) = at.filter(|at| at.kind() == "assignment_expression") else { return };
        if exported_name(source, assignment) == Some(WHOLE) {
            return out.bind(name, WHOLE, source.of(name).to_owned());
        }
        at = source.field(assignment, "right");
    }
}

fn bind_entries(source: &Source<'_>, object: Node<'_>, out: &mut Binder) {
    let mut cursor = object.walk();
    for part in object.named_children(&mut cursor).take(NAMES_MAX) {
        let (key, value) = match part.kind() {
            "pair" => {
                (source.field(part, "key"), source.field(part, "value").map(|value| valued(source, value)))
            }
            "method_definition" => (source.field(part, "name"), Some(Binding::FUNCTION.to_owned())),
            // `{ name }` is found by its name.
            _ => (None, None),
        };
        let Some((key, value)) = key.zip(value).filter(|(_, value)| is_followed(value)) else { continue };
        let name = source.of(key).trim_matches(['"', '\'']);
        if name != value {
            out.bind(key, &entry(name), value);
        }
    }
}

/// Whether a value is a name or a function.
fn is_followed(value: &str) -> bool {
    !value.is_empty() && !value.contains(['.', '(', '[', ':'])
}

/// The name of a binding for one name of the exports.
fn entry(name: &str) -> String {
    format!("{}{name}", Binding::EXPORTED)
}
