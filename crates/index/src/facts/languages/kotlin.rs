//! Kotlin.

use tree_sitter::Node;

use super::imports;
use crate::facts::DefinitionKind::{Class, Constant, Enum, Function, Interface, Method, Type, Variable};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Bind, Comment, Decide, Import, Label, Name, Path, Skip};
use crate::facts::table::{At, Decision, Description, Found, Source, call, define};

const BASES: &[At] = &[Child("delegation_specifiers")];

pub(super) static KOTLIN: Description = Description {
    rows: &[
        (
            "class_declaration",
            define(Class, "class").body(Child("class_body")).hook(class).bases(BASES).role(),
        ),
        ("object_declaration", define(Class, "object").body(Child("class_body")).bases(BASES).role()),
        ("companion_object", Decide(companion)),
        (
            "function_declaration",
            define(Function, "function").body(Child("function_body")).hook(function).role(),
        ),
        ("secondary_constructor", Decide(constructor)),
        ("type_alias", define(Type, "type").name(Field("type")).body(Nowhere).leaf().role()),
        ("property_declaration", Decide(property)),
        ("enum_entry", define(Constant, "entry").name(Nth(0)).part().role()),
        ("class_parameter", Decide(parameter)),
        ("call_expression", call(Nth(0), Child("value_arguments"))),
        ("constructor_invocation", call(Nth(0), Child("value_arguments"))),
        ("navigation_expression", Path(Nth(1))),
        ("user_type", Path(Nth(0))),
        ("identifier", Name),
        ("parameter", Bind(Nth(0))),
        ("lambda_parameters for_statement", Bind(Nth(0))),
        ("type_parameter", Label(Nth(0))),
        ("import", Import(imports::kotlin)),
        ("line_comment block_comment", Comment),
        ("string_content package_header number_literal", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

fn class<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let head = source.text.get(node.start_byte()..found.name.start_byte()).unwrap_or_default();
    let mut words = head.split_whitespace().rev();
    let (kind, word) = match (words.next(), words.next()) {
        (Some("interface"), _) => (Interface, "interface"),
        (_, Some("enum")) => (Enum, "enum"),
        _ => (Class, "class"),
    };
    let body = found.body.or_else(|| source.part(node, Child("enum_class_body")));
    Some(Found { kind, word, body, ..found })
}

/// `fun String.shout()` belongs to `String`.
fn function<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let head = source.text.get(node.start_byte()..found.name.start_byte()).unwrap_or_default();
    let receiver = head.strip_suffix('.').map(|owner| {
        let word = owner.rsplit(|letter: char| letter.is_whitespace() || letter == ')').next();
        crate::facts::callee::bare_type(word.unwrap_or(owner)).trim_end_matches('?').to_owned()
    });
    Some(Found { receiver: receiver.filter(|name| !name.is_empty()), ..found })
}

/// Without a name it is called `Companion`.
fn companion<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let body = source.part(node, Child("class_body"));
    match source.field(node, "name") {
        Some(name) => Decision::Define(Found { body, ..Found::new(Class, "object", name) }),
        None => match node.child(0) {
            Some(keyword) => Decision::Define(Found {
                body,
                renamed: Some("Companion".to_owned()),
                ..Found::new(Class, "object", keyword)
            }),
            None => Decision::Enter,
        },
    }
}

fn constructor<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match node.child(0).filter(|first| source.of(*first) == "constructor") {
        Some(name) => Decision::Define(Found {
            body: source.part(node, Child("block")),
            ..Found::new(Method, "constructor", name)
        }),
        None => Decision::Enter,
    }
}

fn property<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let declared = source.part(node, Child("variable_declaration"));
    match declared.and_then(|declared| declared.named_child(0)) {
        Some(name) if name.kind() == "identifier" => {
            Decision::Variable(Found::new(Variable, "property", name))
        }
        _ => Decision::Enter,
    }
}

/// `val` and `var` in a class's head are properties, the others local names.
fn parameter<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(name) = source.part(node, Child("identifier")) else { return Decision::Enter };
    let head = source.text.get(node.start_byte()..name.start_byte()).unwrap_or_default();
    let is_property = head.split_whitespace().any(|word| matches!(word, "val" | "var"));
    if is_property { Decision::Part(Found::new(Variable, "property", name)) } else { Decision::Bind(name) }
}
