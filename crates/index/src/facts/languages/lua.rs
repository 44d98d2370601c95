//! Lua.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Function, Variable};
use crate::facts::table::At::{Child, Field, Nth};
use crate::facts::table::Role::{Comment, Decide, Path, Skip};
use crate::facts::table::{Decision, Description, Found, Source, call, define};

pub(super) static LUA: Description = Description {
    rows: &[
        ("function_declaration", define(Function, "function").hook(function).role()),
        ("assignment_statement", Decide(assigned)),
        ("field", Decide(field)),
        ("function_call", call(Field("name"), Field("arguments"))),
        ("dot_index_expression", Path(Field("field"))),
        ("method_index_expression", Path(Field("method"))),
        ("comment", Comment),
        ("string", Skip),
    ],
    import_calls: &["require"],
    base_calls: &[],
    separator: ".",
};

/// `Store.new` and `Store:get` belong to `Store`.
fn owned<'t>(source: &Source<'_>, mut found: Found<'t>) -> Found<'t> {
    let last = source.field(found.name, "field").or_else(|| source.field(found.name, "method"));
    if let Some(last) = last {
        found.receiver = source.field(found.name, "table").map(|table| source.of(table).to_owned());
        found.name = last;
    }
    found
}

fn function<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    Some(owned(source, found))
}

/// `name = function`, and other variables of the file.
fn assigned<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let left = source.part(node, Child("variable_list")).and_then(|list| list.named_child(0));
    let right = source.part(node, Child("expression_list")).and_then(|list| source.part(list, Nth(0)));
    let Some(left) = left else { return Decision::Enter };
    match right.filter(|right| right.kind() == "function_definition") {
        Some(function) => {
            let body = source.field(function, "body");
            Decision::Define(owned(source, Found { body, ..Found::new(Function, "function", left) }))
        }
        None if left.kind() == "identifier" => Decision::Variable(Found::new(Variable, "variable", left)),
        None => Decision::Enter,
    }
}

/// `name = function` in a table.
fn field<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let value = source.field(node, "value").filter(|value| value.kind() == "function_definition");
    let name = source.field(node, "name").filter(|name| name.kind() == "identifier");
    match name.zip(value) {
        Some((name, value)) => {
            let body = source.field(value, "body");
            Decision::Define(Found { body, ..Found::new(Function, "function", name) })
        }
        None => Decision::Enter,
    }
}
