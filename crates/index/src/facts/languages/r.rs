//! R.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Function, Variable};
use crate::facts::table::At::Field;
use crate::facts::table::Role::{Comment, Decide, Path, Skip};
use crate::facts::table::{Decision, Description, Found, Source};

pub(super) static R: Description = Description {
    rows: &[
        ("binary_operator", Decide(assigned)),
        ("call", Decide(called)),
        ("namespace_operator extract_operator", Path(Field("rhs"))),
        ("comment", Comment),
        ("string", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: "::",
};

/// Commas are nodes of their own.
fn called<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(function) = source.field(node, "function") else { return Decision::Enter };
    let count = |list: Node<'t>| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).filter(|part| part.kind() == "argument").count()
    };
    Decision::Call(function, source.field(node, "arguments").map_or(0, count))
}

/// `name <- function`.
fn assigned<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let operator = source.field(node, "operator").map(|operator| source.of(operator));
    let (name, value) = match operator {
        Some("<-" | "=" | "<<-") => (source.field(node, "lhs"), source.field(node, "rhs")),
        Some("->" | "->>") => (source.field(node, "rhs"), source.field(node, "lhs")),
        _ => return Decision::Enter,
    };
    let Some(name) = name.filter(|name| matches!(name.kind(), "identifier" | "string")) else {
        return Decision::Enter;
    };
    let renamed = Some(source.of(name).trim_matches(['`', '"', '\'']).to_owned());
    match value.filter(|value| value.kind() == "function_definition") {
        Some(function) => {
            let body = source.field(function, "body");
            Decision::Define(Found { body, renamed, ..Found::new(Function, "function", name) })
        }
        None => Decision::Variable(Found { renamed, ..Found::new(Variable, "variable", name) }),
    }
}
