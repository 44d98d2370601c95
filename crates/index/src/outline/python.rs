//! Python: which nodes define something.

use tree_sitter::Node;

use super::{Found, Role, last_row, line_number};

pub(super) fn role(node: Node<'_>, depth: usize) -> Role<'_> {
    let found = match node.kind() {
        "function_definition" => Found::by_fields("function", node),
        "class_definition" => Found::by_fields("class", node),
        "assignment" if depth <= 1 && at_top_of_block(node) => assigned(node),
        "string" | "comment" | "import_statement" | "import_from_statement" => return Role::Skip,
        _ => return Role::Enter,
    };
    found.map_or(Role::Enter, Role::Defines)
}

/// The lines of the doc string that a body begins with.
pub(super) fn doc_string(body: Option<Node<'_>>) -> Option<(u32, u32)> {
    let statement = body?.named_child(0)?;
    let text = statement
        .named_child(0)
        .filter(|node| statement.kind() == "expression_statement" && node.kind() == "string")?;
    Some((line_number(text.start_position().row), line_number(last_row(text))))
}

/// A constant of a module or a field of a class, not a local variable.
fn at_top_of_block(node: Node<'_>) -> bool {
    let Some(holder) = node.parent().and_then(|statement| statement.parent()) else { return false };
    holder.kind() == "module" || holder.parent().is_some_and(|owner| owner.kind() == "class_definition")
}

fn assigned(node: Node<'_>) -> Option<Found<'_>> {
    let name = node.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
    Some(Found { kind: "variable", name, body: None, container: None })
}
