//! Zig.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Constant, Enum, Function, Struct, Variable};
use crate::facts::table::At::{Child, Field};
use crate::facts::table::Role::{Comment, Decide, Path, Skip};
use crate::facts::table::{Decision, Description, Found, Source, call_bare, define};

pub(super) static ZIG: Description = Description {
    rows: &[
        ("function_declaration", define(Function, "function").role()),
        ("variable_declaration", Decide(variable)),
        ("container_field", define(Variable, "field").part().role()),
        ("test_declaration", Decide(test)),
        ("call_expression", call_bare(Field("function"), 1)),
        ("field_expression", Path(Field("member"))),
        ("comment", Comment),
        ("string multiline_string", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// `const Name = struct {` defines a type.
fn variable<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(name) = source.part(node, Child("identifier")) else { return Decision::Enter };
    let is_constant = source.of(node).trim_start_matches("pub ").starts_with("const");
    let mut cursor = node.walk();
    let value = node.named_children(&mut cursor).last();
    let (kind, word) = match value.map(|value| value.kind()) {
        Some("struct_declaration" | "union_declaration" | "opaque_declaration") => (Struct, "struct"),
        Some("enum_declaration" | "error_set_declaration") => (Enum, "enum"),
        _ if is_constant => (Constant, "constant"),
        _ => (Variable, "variable"),
    };
    let found = Found::new(kind, word, name);
    match kind {
        Struct | Enum => Decision::Define(Found { body: value, ..found }),
        _ => Decision::Variable(found),
    }
}

fn test<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let name = source.part(node, Child("string")).or_else(|| source.part(node, Child("identifier")));
    let Some(name) = name else { return Decision::Enter };
    let renamed = Some(source.of(name).trim_matches('"').to_owned());
    let body = source.part(node, Child("block"));
    Decision::Define(Found { body, renamed, ..Found::new(Function, "test", name) })
}
