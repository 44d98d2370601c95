//! Elixir, in which a definition is a call.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Function, Interface, Macro, Module};
use crate::facts::table::At::{Child, Nth};
use crate::facts::table::Role::{Comment, Decide, Path, Skip};
use crate::facts::table::{At, Decision, Description, Found, Source};

pub(super) static ELIXIR: Description = Description {
    rows: &[
        ("call", Decide(called)),
        ("unary_operator", Decide(attribute)),
        ("dot", Path(At::Field("right"))),
        ("comment", Comment),
        ("quoted_content charlist", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

fn called<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(target) = source.field(node, "target") else { return Decision::Enter };
    let arguments = source.part(node, Child("arguments"));
    let (kind, word) = match source.of(target) {
        "def" | "defp" | "defdelegate" | "defguard" | "defguardp" | "defn" | "defnp" => {
            (Function, "function")
        }
        "defmacro" | "defmacrop" => (Macro, "macro"),
        "defmodule" | "defimpl" => (Module, "module"),
        "defprotocol" => (Interface, "protocol"),
        "alias" | "import" | "require" | "use" => return Decision::Enter,
        _ => return Decision::Call(target, arguments.map_or(0, |list| list.named_child_count())),
    };
    let Some(name) = arguments.and_then(|list| head(source, list)) else { return Decision::Enter };
    let body = source.part(node, Child("do_block"));
    Decision::Define(Found { body, ..Found::new(kind, word, name) })
}

/// `@doc "…"` is no call of `doc`.
fn attribute<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let is_attribute = source.field(node, "operator").is_some_and(|operator| source.of(operator) == "@");
    let target = source.field(node, "operand").and_then(|operand| source.field(operand, "target"));
    match target.filter(|_| is_attribute) {
        Some(target) => Decision::Label(target),
        None => Decision::Enter,
    }
}

/// `name` of `name(a) when b`, `name(a)`, `name`.
fn head<'t>(source: &Source<'_>, arguments: Node<'t>) -> Option<Node<'t>> {
    let mut at = source.part(arguments, Nth(0))?;
    for _ in 0..4 {
        let next = match at.kind() {
            "binary_operator" => source.field(at, "left"),
            "call" => source.field(at, "target"),
            _ => break,
        };
        at = next?;
    }
    matches!(at.kind(), "identifier" | "alias").then_some(at)
}
