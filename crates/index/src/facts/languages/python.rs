//! Python.

use super::imports;
use crate::facts::DefinitionKind::{Class, Function, Type, Variable};
use crate::facts::table::At::{Field, Nth};
use crate::facts::table::Role::{Bind, BindNames, Comment, Import, Label, Name, Path, Skip, Wrapper};
use crate::facts::table::{Description, Found, Source, call, define};
use tree_sitter::Node;

pub(super) static PYTHON: Description = Description {
    rows: &[
        ("function_definition", define(Function, "function").doc_string().role()),
        ("class_definition", define(Class, "class").bases(&[Field("superclasses")]).doc_string().role()),
        ("type_alias_statement", define(Type, "type").name(Field("left")).role()),
        (
            "assignment",
            define(Variable, "variable").name(Field("left")).hook(assigned).not_local().leaf().role(),
        ),
        ("decorated_definition", Wrapper),
        ("call", call(Field("function"), Field("arguments"))),
        ("attribute", Path(Field("attribute"))),
        ("identifier", Name),
        ("parameters lambda_parameters list_splat_pattern dictionary_splat_pattern", BindNames),
        ("typed_parameter", Bind(Nth(0))),
        ("default_parameter typed_default_parameter", Bind(Field("name"))),
        ("for_statement for_in_clause", Bind(Field("left"))),
        ("named_expression", Bind(Field("name"))),
        ("as_pattern", Bind(Field("alias"))),
        ("keyword_argument", Label(Field("name"))),
        ("import_statement import_from_statement future_import_statement", Import(imports::python)),
        ("comment", Comment),
        ("string_content integer float", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// Only a plain name is defined by an assignment.
fn assigned<'t>(_: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    (found.name.kind() == "identifier").then_some(found)
}
