//! Julia.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Constant, Function, Macro, Module, Struct, Type};
use crate::facts::table::At::{Child, Nth};
use crate::facts::table::Role::{Comment, Decide, Path, Skip};
use crate::facts::table::{Decision, Define, Description, Found, Source, call, define};

const SIGNED: Define = define(Function, "function").name(Child("signature")).body(Nth(1)).hook(head);
const TYPED: Define = define(Struct, "struct").name(Child("type_head")).body(Nth(1)).hook(head);

pub(super) static JULIA: Description = Description {
    rows: &[
        ("module_definition", define(Module, "module").body(Nth(1)).role()),
        ("function_definition", SIGNED.role()),
        ("macro_definition", Define { kind: Macro, word: "macro", ..SIGNED }.role()),
        ("struct_definition", TYPED.role()),
        ("abstract_definition", Define { kind: Type, word: "type", ..TYPED }.role()),
        ("primitive_definition", Define { kind: Type, word: "type", ..TYPED }.role()),
        ("assignment", Decide(assigned)),
        ("call_expression", call(Nth(0), Child("argument_list"))),
        ("field_expression", Path(Nth(1))),
        ("line_comment block_comment", Comment),
        ("string_literal using_statement import_statement", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// Links from a head to its name: `where`, `::`, `{}`, `<:`, the call, the module.
const LINKS: usize = 8;

fn name_of<'t>(source: &Source<'_>, node: Node<'t>) -> Option<Node<'t>> {
    let mut at = node;
    for _ in 0..LINKS {
        at = match at.kind() {
            "identifier" | "operator" => return Some(at),
            "field_expression" => source.part(at, Nth(1))?,
            _ => source.part(at, Nth(0))?,
        };
    }
    None
}

fn head<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let name = name_of(source, found.name)?;
    Some(Found { name, ..found })
}

/// `area(x) = …` is a function; a plain name at the top is a constant.
fn assigned<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(left) = source.part(node, Nth(0)) else { return Decision::Enter };
    let called = match left.kind() {
        "where_expression" | "typed_expression" => source.part(left, Nth(0)),
        _ => Some(left),
    };
    match called.map(|called| called.kind()) {
        Some("call_expression") => match name_of(source, left) {
            Some(name) => Decision::Define(Found::new(Function, "function", name)),
            None => Decision::Enter,
        },
        Some("identifier") if left.kind() == "identifier" => {
            Decision::Variable(Found::new(Constant, "constant", left))
        }
        _ => Decision::Enter,
    }
}
