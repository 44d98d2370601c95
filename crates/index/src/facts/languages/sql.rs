//! SQL.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Constant, Function, Module, Struct, Type, Variable};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Comment, Path, Skip};
use crate::facts::table::{Define, Description, Found, Source, call_bare, define};

const TABLE: Define =
    define(Struct, "table").name(Child("object_reference")).body(Child("column_definitions")).hook(last_name);

pub(super) static SQL: Description = Description {
    rows: &[
        ("create_table", TABLE.role()),
        (
            "create_view create_materialized_view",
            Define { word: "view", ..TABLE }.body(Child("create_query")).role(),
        ),
        (
            "create_function",
            Define { kind: Function, word: "function", ..TABLE }.body(Child("function_body")).role(),
        ),
        ("create_trigger", Define { kind: Function, word: "trigger", ..TABLE }.body(Nowhere).role()),
        ("create_type", Define { kind: Type, word: "type", ..TABLE }.body(Nowhere).role()),
        ("create_sequence", Define { kind: Variable, word: "sequence", ..TABLE }.body(Nowhere).role()),
        ("create_schema", define(Module, "schema").name(Child("identifier")).body(Nowhere).role()),
        ("create_index", define(Constant, "index").name(Field("column")).body(Nowhere).role()),
        ("column_definition", define(Variable, "column").part().role()),
        ("invocation", call_bare(Nth(0), 1)),
        ("object_reference", Path(Field("name"))),
        ("comment marginalia", Comment),
        ("literal", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// `schema.name` is called by its last name.
fn last_name<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let name = source.field(found.name, "name")?;
    Some(Found { name, ..found })
}
