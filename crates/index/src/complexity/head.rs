//! What a function says before its body: its name, its parameters, where the body begins. And the label of a jump.

use foreword_model::limits;
use tree_sitter::Node;

use super::table::{Shape, Table};

/// Where a body begins.
pub(super) struct Body {
    /// Its first byte.
    pub(super) start: usize,
    /// Its first row.
    pub(super) row: usize,
}

/// Links of a declarator that are followed.
const CHAIN_MAX: usize = 8;

/// The body of a function; `None` for a declaration.
pub(super) fn body(node: Node<'_>, table: &Table) -> Option<Body> {
    let of_field = field(node, table.body_field);
    let mut cursor = node.walk();
    let of_kind = node.children(&mut cursor).find(|child| table.is_body(child.kind_id()));
    if table.needs_body() && of_kind.is_none() {
        return None;
    }
    match of_field.or(of_kind) {
        Some(body) => Some(Body { start: body.start_byte(), row: body.start_position().row }),
        None => Some(Body { start: node.end_byte(), row: node.start_position().row }),
    }
}

/// The name that the node gives itself; `(anonymous)` if none.
pub(super) fn name(node: Node<'_>, table: &Table, text: &str) -> String {
    let mut declarator = None;
    for _ in 0..CHAIN_MAX {
        match field(declarator.unwrap_or(node), table.declarator_field) {
            Some(inner) => declarator = Some(inner),
            None => break,
        }
    }
    let named = field(node, table.name_field).or(declarator);
    let name = named.and_then(|name| text.get(name.byte_range())).map(str::trim).unwrap_or_default();
    let is_name = !name.is_empty() && name.len() <= limits::FACTS_NAME_BYTES;
    if is_name { name.to_owned() } else { "(anonymous)".to_owned() }
}

fn field(node: Node<'_>, field: u16) -> Option<Node<'_>> {
    if field == 0 { None } else { node.child_by_field_id(field) }
}

/// Name and parameters of a definition that is a call: `def name(a, b) when … do`.
pub(super) fn of_call(node: Node<'_>, text: &str) -> (String, Option<u32>) {
    let arguments = node.named_child(1);
    let mut head = arguments.and_then(|arguments| arguments.named_child(0));
    if let Some(guarded) = head.filter(|head| head.kind() == "binary_operator") {
        head = guarded.named_child(0);
    }
    let Some(head) = head else { return (String::new(), Some(0)) };
    let (name, parameters) = match head.kind() {
        "call" => (head.named_child(0), head.named_child(1).map_or(0, |list| list.named_child_count())),
        _ => (Some(head), 0),
    };
    let name = name.and_then(|name| text.get(name.byte_range())).unwrap_or_default();
    let name = if name.len() <= limits::FACTS_NAME_BYTES { name } else { "" };
    (name.to_owned(), u32::try_from(parameters).ok())
}

/// How many parameters a list declares: `a, b int` are two, a receiver and `void` are none.
pub(super) fn parameters(list: Node<'_>, table: &Table, text: &str) -> u32 {
    let mut cursor = list.walk();
    let mut count = 0_usize;
    let mut is_first = true;
    for child in list.named_children(&mut cursor) {
        let kind = child.kind_id();
        if table.is_receiver(kind) || table.shape(kind) == Shape::Skip {
            continue;
        }
        let said = text.get(child.byte_range()).unwrap_or_default();
        let is_nothing = std::mem::take(&mut is_first) && is_receiver(said);
        if !is_nothing {
            count += names(child, table.name_field);
        }
    }
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn names(parameter: Node<'_>, name_field: u16) -> usize {
    let Some(field) = std::num::NonZeroU16::new(name_field) else { return 1 };
    let mut cursor = parameter.walk();
    parameter.children_by_field_id(field, &mut cursor).count().max(1)
}

fn is_receiver(said: &str) -> bool {
    let name = said.split([':', '=', ' ']).next().unwrap_or_default();
    said == "void" || matches!(name, "self" | "cls" | "this")
}

/// Whether a jump says where to.
pub(super) fn names_label(node: Node<'_>) -> bool {
    node.named_child(0).is_some_and(|label| {
        matches!(
            label.kind(),
            "label" | "label_name" | "statement_identifier" | "identifier" | "integer" | "break_label"
        )
    })
}
