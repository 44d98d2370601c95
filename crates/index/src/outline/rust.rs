//! Rust: which nodes define something.

use tree_sitter::Node;

use super::{Found, Role};

pub(super) fn role(node: Node<'_>) -> Role<'_> {
    let kind = match node.kind() {
        "function_item" | "function_signature_item" => {
            if in_type(node) {
                "method"
            } else {
                "function"
            }
        }
        "struct_item" => "struct",
        "enum_item" => "enum",
        "union_item" => "union",
        "trait_item" => "trait",
        "type_item" | "associated_type" => "type",
        "const_item" => "constant",
        "static_item" => "static",
        "mod_item" if node.child_by_field_name("body").is_some() => "module",
        "macro_definition" => "macro",
        "impl_item" => {
            return match node.child_by_field_name("type") {
                Some(name) => Role::Contains(bare_type(name)),
                None => Role::Enter,
            };
        }
        "token_tree" | "use_declaration" | "string_literal" | "raw_string_literal" | "attribute_item" => {
            return Role::Skip;
        }
        _ => return Role::Enter,
    };
    Found::by_fields(kind, node).map_or(Role::Enter, Role::Defines)
}

fn in_type(node: Node<'_>) -> bool {
    node.parent()
        .filter(|list| list.kind() == "declaration_list")
        .and_then(|list| list.parent())
        .is_some_and(|owner| matches!(owner.kind(), "impl_item" | "trait_item"))
}

/// `Vec<T>` is the container `Vec`.
fn bare_type(node: Node<'_>) -> Node<'_> {
    if node.kind() == "generic_type" { node.child_by_field_name("type").unwrap_or(node) } else { node }
}
