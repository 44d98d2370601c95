//! Dart.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Class, Constant, Enum, Function, Method, Type, Variable};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Comment, Decide, Path, Scope, Skip, Wrapper};
use crate::facts::table::{At, Decision, Define, Description, Found, Source, call, define};

const CLASS: Define = define(Class, "class").bases(&[Field("superclass"), Field("interfaces")]);
const SIGNED: Define = define(Function, "function").name(Field("signature")).hook(signed);

pub(super) static DART: Description = Description {
    rows: &[
        ("class_declaration", CLASS.role()),
        ("mixin_declaration", define(Class, "mixin").role()),
        ("enum_declaration", define(Enum, "enum").role()),
        ("enum_entry", define(Constant, "member").part().role()),
        ("extension_declaration", Scope(define(Class, "extension").name(Field("class")))),
        ("type_alias", define(Type, "type").name(Nth(0)).body(Nowhere).leaf().role()),
        ("method_declaration function_declaration", SIGNED.role()),
        ("declaration", Decide(declaration)),
        ("initialized_identifier static_final_declaration", define(Variable, "field").part().role()),
        ("member_declaration", Wrapper),
        ("call_expression", call(Field("function"), Field("arguments"))),
        ("member_expression", Path(Field("property"))),
        ("comment documentation_comment", Comment),
        ("string_literal import_or_export", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// Below a signature there may be another one that holds the name.
fn signature<'t>(source: &Source<'_>, node: Node<'t>) -> Option<(Node<'t>, bool)> {
    let inner = if node.kind() == "method_signature" { source.part(node, Nth(0))? } else { node };
    let is_constructor = inner.kind().contains("constructor");
    let name = match source.field(inner, "name") {
        Some(name) => name,
        None => source.part(inner, Child("identifier"))?,
    };
    // `Store.empty` is called by its last name.
    let mut cursor = inner.walk();
    let last = inner.children_by_field_name("name", &mut cursor).filter(|part| part.is_named()).last();
    Some((last.unwrap_or(name), is_constructor))
}

fn signed<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let (name, is_constructor) = signature(source, found.name)?;
    let (kind, word) = if is_constructor { (Method, "constructor") } else { (found.kind, found.word) };
    Some(Found { name, kind, word, ..found })
}

/// A member without a body.
fn declaration<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    const SIGNATURES: [At; 5] = [
        Child("function_signature"),
        Child("constructor_signature"),
        Child("getter_signature"),
        Child("setter_signature"),
        Child("constant_constructor_signature"),
    ];
    let signed = SIGNATURES.iter().find_map(|at| source.part(node, *at));
    match signed.and_then(|node| signature(source, node)) {
        Some((name, _)) => Decision::Define(Found::new(Method, "method", name)),
        None => Decision::Enter,
    }
}
