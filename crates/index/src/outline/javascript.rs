//! JavaScript and TypeScript, with and without JSX: which nodes define something.

use tree_sitter::Node;

use super::{Found, Role, node_text};

pub(super) fn role<'tree>(node: Node<'tree>, text: &str, depth: usize) -> Role<'tree> {
    let found = match node.kind() {
        "function_declaration" | "generator_function_declaration" | "function_signature" => {
            Found::by_fields("function", node)
        }
        "class_declaration" | "abstract_class_declaration" => Found::by_fields("class", node),
        "method_definition" | "abstract_method_signature" | "method_signature" => {
            Found::by_fields("method", node)
        }
        "interface_declaration" => Found::by_fields("interface", node),
        "type_alias_declaration" => Found::by_fields("type", node),
        "enum_declaration" => Found::by_fields("enum", node),
        "internal_module" | "module" if node.child_by_field_name("body").is_some() => {
            Found::by_fields("namespace", node)
        }
        "variable_declarator" => variable(node, depth),
        "public_field_definition" | "field_definition" => field(node),
        "assignment_expression" => assigned(node, text),
        "pair" => property(node),
        "string" | "template_string" | "comment" | "import_statement" => return Role::Skip,
        _ => return Role::Enter,
    };
    found.map_or(Role::Enter, Role::Defines)
}

fn function_of(value: Node<'_>) -> Option<Node<'_>> {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function").then_some(value)
}

/// The part that a signature stops before.
fn body_of(value: Node<'_>) -> Option<Node<'_>> {
    value.child_by_field_name("body")
}

fn variable(node: Node<'_>, depth: usize) -> Option<Found<'_>> {
    let name = node.child_by_field_name("name").filter(|name| name.kind() == "identifier")?;
    let value = node.child_by_field_name("value");
    if let Some(function) = value.and_then(function_of) {
        return Some(Found { kind: "function", name, body: body_of(function), container: None });
    }
    if let Some(class) = value.filter(|value| value.kind() == "class") {
        return Some(Found { kind: "class", name, body: body_of(class), container: None });
    }
    // A local variable is nobody's answer.
    (depth == 0 && is_top_level(node)).then_some(Found {
        kind: "constant",
        name,
        body: None,
        container: None,
    })
}

fn is_top_level(node: Node<'_>) -> bool {
    let holder = node.parent().and_then(|declaration| declaration.parent());
    holder.is_some_and(|holder| matches!(holder.kind(), "program" | "export_statement"))
}

fn field(node: Node<'_>) -> Option<Found<'_>> {
    let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
    let function = node.child_by_field_name("value").and_then(function_of)?;
    Some(Found { kind: "method", name, body: body_of(function), container: None })
}

/// `exports.name = function`, `Type.prototype.name = function`.
fn assigned<'tree>(node: Node<'tree>, text: &str) -> Option<Found<'tree>> {
    let left = node.child_by_field_name("left").filter(|left| left.kind() == "member_expression")?;
    let function = node.child_by_field_name("right").and_then(function_of)?;
    let name = left.child_by_field_name("property")?;
    let object = left.child_by_field_name("object").map(|object| node_text(object, text)).unwrap_or_default();
    let owner = object.trim_end_matches(".prototype");
    let container = (!matches!(owner, "exports" | "module.exports" | "module" | "this" | "self"))
        .then(|| owner.to_owned());
    Some(Found { kind: "function", name, body: body_of(function), container })
}

fn property(node: Node<'_>) -> Option<Found<'_>> {
    let name = node.child_by_field_name("key").filter(|key| key.kind() == "property_identifier")?;
    let function = node.child_by_field_name("value").and_then(function_of)?;
    Some(Found { kind: "method", name, body: body_of(function), container: None })
}
