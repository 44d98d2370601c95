//! Go.

use tree_sitter::Node;

use super::imports;
use crate::facts::DefinitionKind::{Constant, Function, Interface, Method, Struct, Type, Variable};
use crate::facts::table::At::{Field, Nowhere};
use crate::facts::table::Role::{Bind, Comment, Decide, Import, Label, Name, Path, Skip};
use crate::facts::table::{Decision, Description, Found, Source, call, define};

pub(super) static GO: Description = Description {
    rows: &[
        ("function_declaration", define(Function, "function").role()),
        ("method_declaration", define(Method, "method").hook(method).role()),
        ("type_spec type_alias", define(Type, "type").body(Nowhere).hook(typed).role()),
        ("method_elem", define(Method, "method").role()),
        ("const_spec", define(Constant, "constant").not_local().leaf().role()),
        ("var_spec", define(Variable, "variable").not_local().leaf().role()),
        ("field_declaration", Decide(field)),
        ("type_elem", crate::facts::table::Role::Bases),
        ("call_expression", call(Field("function"), Field("arguments"))),
        ("selector_expression", Path(Field("field"))),
        ("qualified_type", Path(Field("name"))),
        ("identifier type_identifier field_identifier", Name),
        ("parameter_declaration variadic_parameter_declaration", Bind(Field("name"))),
        ("short_var_declaration range_clause", Bind(Field("left"))),
        ("keyed_element", Label(Field("key"))),
        ("import_declaration", Import(imports::go)),
        ("comment", Comment),
        ("interpreted_string_literal raw_string_literal package_clause", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

fn typed<'t>(source: &Source<'_>, node: Node<'t>, mut found: Found<'t>) -> Option<Found<'t>> {
    let value = source.field(node, "type");
    match value.map(|value| value.kind()) {
        Some("struct_type") => {
            (found.kind, found.word) = (Struct, "struct");
            found.body = value.and_then(|value| value.named_child(0));
        }
        Some("interface_type") => {
            (found.kind, found.word) = (Interface, "interface");
            found.body = value.and_then(|value| value.child(1));
        }
        _ => {}
    }
    Some(found)
}

/// `T` of `func (t *T[K]) Name()`.
fn method<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let list = source.field(node, "receiver").map(|list| source.of(list)).unwrap_or_default();
    let inner = list.trim_matches(['(', ')']);
    let head = inner.split('[').next().unwrap_or(inner);
    let named = head.rsplit([' ', '*']).find(|word| !word.is_empty());
    Some(Found { receiver: named.map(str::to_owned), ..found })
}

/// A field without a name embeds its type.
fn field<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match source.field(node, "name") {
        Some(name) => Decision::Part(Found::new(Variable, "field", name)),
        None => source.field(node, "type").map_or(Decision::Enter, Decision::Bases),
    }
}
