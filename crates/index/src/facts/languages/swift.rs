//! Swift.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{
    Class, Constant, Enum, Function, Interface, Method, Struct, Type, Variable,
};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Bases, Comment, Decide, Path, Skip};
use crate::facts::table::{Decision, Description, Found, Source, define};

pub(super) static SWIFT: Description = Description {
    rows: &[
        ("class_declaration", define(Class, "class").hook(class).role()),
        ("protocol_declaration", define(Interface, "protocol").role()),
        ("inheritance_specifier", Bases),
        ("function_declaration protocol_function_declaration", define(Function, "function").role()),
        ("init_declaration deinit_declaration", Decide(lifecycle)),
        ("subscript_declaration", Decide(lifecycle)),
        ("typealias_declaration", define(Type, "type").body(Nowhere).leaf().role()),
        ("associatedtype_declaration", define(Type, "type").body(Nowhere).leaf().role()),
        ("property_declaration protocol_property_declaration", Decide(property)),
        ("enum_entry", define(Constant, "case").body(Nowhere).part().role()),
        ("call_expression", Decide(called)),
        ("navigation_expression", Path(Field("suffix"))),
        ("navigation_suffix", Path(Field("suffix"))),
        ("comment multiline_comment", Comment),
        ("import_declaration line_str_text", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

fn class<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let word = source.field(node, "declaration_kind").map(|word| source.of(word)).unwrap_or_default();
    let (kind, word, scope_only) = match word {
        "struct" => (Struct, "struct", false),
        "enum" => (Enum, "enum", false),
        "actor" => (Class, "actor", false),
        "extension" => (Class, "extension", true),
        _ => (Class, "class", false),
    };
    Some(Found { kind, word, scope_only, ..found })
}

/// A closure after the parentheses is an argument too.
fn called<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(callee) = source.part(node, Nth(0)) else { return Decision::Enter };
    let suffix = source.part(node, Child("call_suffix"));
    let list = suffix.and_then(|suffix| source.part(suffix, Child("value_arguments")));
    let closure = suffix.and_then(|suffix| source.part(suffix, Child("lambda_literal")));
    let count = list.map_or(0, |list| list.named_child_count()) + usize::from(closure.is_some());
    Decision::Call(callee, count)
}

/// `init`, `deinit` and `subscript` are called by their keyword.
fn lifecycle<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let keyword = |child: &Node<'t>| matches!(child.kind(), "init" | "deinit" | "subscript");
    let mut cursor = node.walk();
    let name = node.children(&mut cursor).find(keyword);
    let body = source.field(node, "body");
    match name {
        Some(name) => Decision::Define(Found { body, ..Found::new(Method, "method", name) }),
        None => Decision::Enter,
    }
}

fn property<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let pattern = source.field(node, "name");
    match pattern.and_then(|pattern| source.field(pattern, "bound_identifier")) {
        Some(name) => Decision::Variable(Found::new(Variable, "property", name)),
        None => Decision::Enter,
    }
}
