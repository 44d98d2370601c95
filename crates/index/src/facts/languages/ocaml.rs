//! OCaml and its interfaces.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Class, Constant, Function, Interface, Method, Module, Type, Variable};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Comment, Declaration, Path, Skip};
use crate::facts::table::{Description, Found, Source, call_bare, define};

pub(super) static OCAML: Description = Description {
    rows: &[
        ("let_binding", define(Variable, "value").name(Field("pattern")).hook(binding).not_local().role()),
        (
            "value_specification external",
            define(Function, "value").name(Child("value_name")).body(Nowhere).role(),
        ),
        ("type_binding", define(Type, "type").role()),
        (
            "exception_definition",
            define(Type, "exception").name(Child("constructor_declaration")).hook(exception).role(),
        ),
        (
            "constructor_declaration",
            define(Constant, "constructor").name(Child("constructor_name")).part().same_as_last().role(),
        ),
        ("field_declaration", define(Variable, "field").name(Child("field_name")).part().role()),
        ("module_binding", define(Module, "module").name(Child("module_name")).role()),
        ("module_type_definition", define(Interface, "module type").name(Child("module_type_name")).role()),
        ("class_binding class_type_binding", define(Class, "class").name(Child("class_name")).role()),
        (
            "method_definition method_specification",
            define(Method, "method").name(Child("method_name")).role(),
        ),
        ("value_definition type_definition module_definition class_definition", Declaration),
        ("application_expression", call_bare(Field("function"), 1)),
        ("value_path", Path(Child("value_name"))),
        ("comment", Comment),
        ("string open_module", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// With a parameter, or a function as its value, it is a function.
fn binding<'t>(source: &Source<'_>, node: Node<'t>, mut found: Found<'t>) -> Option<Found<'t>> {
    match found.name.kind() {
        "value_name" => {}
        "parenthesized_operator" => {
            let operator = source.of(found.name).trim_matches(['(', ')', ' ']);
            found.renamed = Some(operator.to_owned());
        }
        _ => return None,
    }
    let takes = source.part(node, Child("parameter")).is_some();
    let is_function =
        found.body.is_some_and(|body| matches!(body.kind(), "fun_expression" | "function_expression"));
    if takes || is_function {
        (found.kind, found.word) = (Function, "function");
    }
    Some(found)
}

fn exception<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let name = source.part(found.name, Nth(0))?;
    Some(Found { name, ..found })
}
