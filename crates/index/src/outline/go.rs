//! Go: which nodes define something.

use tree_sitter::Node;

use super::{Found, Role, node_text};

pub(super) fn role<'tree>(node: Node<'tree>, text: &str) -> Role<'tree> {
    let found = match node.kind() {
        "function_declaration" => Found::by_fields("function", node),
        "method_declaration" => {
            Found::by_fields("method", node).map(|found| Found { container: receiver(node, text), ..found })
        }
        "type_spec" | "type_alias" => typed(node),
        "method_elem" => Found::by_fields("method", node),
        "const_spec" if is_top_level(node) => Found::by_fields("constant", node),
        "var_spec" if is_top_level(node) => Found::by_fields("variable", node),
        "interpreted_string_literal" | "raw_string_literal" | "comment" | "import_declaration" => {
            return Role::Skip;
        }
        _ => return Role::Enter,
    };
    found.map_or(Role::Enter, Role::Defines)
}

fn typed(node: Node<'_>) -> Option<Found<'_>> {
    let value = node.child_by_field_name("type");
    let kind = match value.map(|value| value.kind()) {
        Some("struct_type") => "struct",
        Some("interface_type") => "interface",
        _ => "type",
    };
    let body =
        value.and_then(|value| value.named_child(0)).filter(|child| child.kind() == "field_declaration_list");
    Found::by_fields(kind, node).map(|found| Found { body, ..found })
}

/// `T` of `func (t *T[K]) Name()`.
fn receiver(node: Node<'_>, text: &str) -> Option<String> {
    let list = node_text(node.child_by_field_name("receiver")?, text);
    let inner = list.trim_matches(['(', ')']);
    let named = inner.rsplit([' ', '*']).find(|word| !word.is_empty())?;
    Some(named.split('[').next().unwrap_or(named).to_owned())
}

fn is_top_level(node: Node<'_>) -> bool {
    let declaration = node.parent().map(|parent| match parent.kind() {
        "var_spec_list" => parent.parent().unwrap_or(parent),
        _ => parent,
    });
    declaration.and_then(|declaration| declaration.parent()).is_some_and(|file| file.kind() == "source_file")
}
