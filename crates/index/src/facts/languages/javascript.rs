//! JavaScript and TypeScript, with and without JSX.

use tree_sitter::Node;

use super::{commonjs, imports};
use crate::facts::DefinitionKind::{
    Class, Constant, Enum, Function, Interface, Method, Module, Type, Variable,
};
use crate::facts::table::At::{Child, Field, Nth};
use crate::facts::table::Role::{
    Attribute, Bind, BindNames, Comment, Decide, Import, Label, Name, Path, Skip,
};
use crate::facts::table::{Decision, Define, Description, Found, Role, Source, call, define};

const HERITAGE: Define = define(Class, "class").bases(&[Child("class_heritage")]);

macro_rules! rows {
    ($($extra:expr,)*) => {
        &[
            ("function_declaration generator_function_declaration", define(Function, "function").role()),
            ("function_expression generator_function", define(Function, "function").same_as_last().role()),
            ("class_declaration", HERITAGE.role()),
            ("class", HERITAGE.same_as_last().role()),
            ("method_definition", define(Method, "method").role()),
            ("variable_declarator", Decide(variable)),
            ("assignment_expression", Decide(assigned)),
            ("pair", Decide(property)),
            ("call_expression", call(Field("function"), Field("arguments"))),
            ("new_expression", call(Field("constructor"), Field("arguments"))),
            ("member_expression", Path(Field("property"))),
            // `await f<T>(x)` is read as a call of what is awaited.
            ("await_expression", Path(Nth(0))),
            (
                "identifier property_identifier shorthand_property_identifier \
                 shorthand_property_identifier_pattern",
                Name,
            ),
            ("formal_parameters", BindNames),
            ("arrow_function", Bind(Field("parameter"))),
            ("assignment_pattern", Bind(Field("left"))),
            ("catch_clause", Bind(Field("parameter"))),
            ("for_in_statement", Bind(Field("left"))),
            ("jsx_attribute", Label(Nth(0))),
            ("import_statement", Import(imports::javascript)),
            ("export_statement", Decide(exported)),
            ("decorator", Attribute),
            ("comment", Comment),
            ("string regex jsx_text string_fragment number", Skip),
            $($extra,)*
        ]
    };
}

pub(super) static JAVASCRIPT: Description = Description {
    rows: rows![
        ("field_definition", define(Variable, "field").name(Field("property")).hook(field).role()),
        ("object_pattern array_pattern", BindNames),
    ],
    import_calls: &["require", "import"],
    base_calls: &[],
    separator: ".",
};

pub(super) static TYPESCRIPT: Description = Description {
    rows: rows![
        ("public_field_definition", define(Variable, "field").hook(field).role()),
        ("function_signature", define(Function, "function").role()),
        ("abstract_class_declaration", HERITAGE.role()),
        ("abstract_method_signature method_signature", define(Method, "method").role()),
        ("property_signature", define(Variable, "property").part().hook(in_interface).role()),
        (
            "interface_declaration",
            define(Interface, "interface").bases(&[Child("extends_type_clause")]).role(),
        ),
        ("type_alias_declaration", define(Type, "type").body(crate::facts::table::At::Nowhere).role()),
        ("enum_declaration", define(Enum, "enum").role()),
        ("enum_assignment", define(Constant, "member").part().role()),
        ("enum_body", Role::Members),
        ("internal_module module", define(Module, "namespace").needs_body().hook(module).role()),
        ("required_parameter optional_parameter", Bind(Field("pattern"))),
        ("type_identifier", Name),
        ("non_null_expression", Path(Nth(0))),
        ("nested_type_identifier", Path(Field("name"))),
        ("type_parameter", Label(Field("name"))),
        ("import_alias", Role::Skip),
    ],
    import_calls: &["require", "import"],
    base_calls: &[],
    separator: ".",
};

fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// Whether a value is a function or class, which is given its name by what holds it; `found` becomes that.
fn is_named_value<'t>(source: &Source<'_>, value: Option<Node<'t>>, found: &mut Found<'t>) -> bool {
    let Some(value) = value else { return false };
    let (kind, word) = match value.kind() {
        "class" => (Class, "class"),
        _ if is_function(value) => (Function, "function"),
        _ => return false,
    };
    found.body = source.field(value, "body");
    (found.kind, found.word) = (kind, word);
    true
}

/// A function or class under a name, else a variable of the file, else local names. What is taken from a module is
/// imported.
fn variable<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(name) = source.field(node, "name") else { return Decision::Enter };
    if commonjs::is_required(source, name, source.field(node, "value")) {
        return Decision::Import(commonjs::required);
    }
    if name.kind() != "identifier" {
        return Decision::Bind(name);
    }
    let mut found = Found::new(Constant, "constant", name);
    match is_named_value(source, source.field(node, "value"), &mut found) {
        true => Decision::Define(found),
        false => Decision::Variable(found),
    }
}

fn field<'t>(source: &Source<'_>, node: Node<'t>, mut found: Found<'t>) -> Option<Found<'t>> {
    if is_named_value(source, source.field(node, "value"), &mut found) {
        (found.kind, found.word) = (Method, "method");
    }
    Some(found)
}

/// A property of an interface, not of a type that is written out somewhere.
fn in_interface<'t>(_: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    (found.name.kind() == "property_identifier").then_some(found)
}

/// `declare module 'name'` is called by what is in the quotes.
fn module<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let name = source.of(found.name).trim_matches(['"', '\'']).to_owned();
    Some(Found { renamed: Some(name), ..found })
}

/// `exports.name = function`, `Type.prototype.name = function`.
fn assigned<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let left = source.field(node, "left").filter(|left| left.kind() == "member_expression");
    let Some((left, value)) = left.zip(source.field(node, "right")) else { return Decision::Enter };
    if commonjs::hands_on(source, node) {
        return Decision::Import(commonjs::handed_on);
    }
    if commonjs::is_exported_by_name(source, node) {
        return Decision::Enter;
    }
    let Some(name) = source.field(left, "property") else { return Decision::Enter };
    let mut found = Found::new(Function, "function", name);
    if !is_named_value(source, Some(value), &mut found) {
        return Decision::Enter;
    }
    let object = source.field(left, "object").map(|object| source.of(object)).unwrap_or_default();
    let owner = object.trim_end_matches(".prototype");
    if !matches!(owner, "exports" | "module.exports" | "module" | "this" | "self") && owner.len() < 64 {
        found.receiver = Some(owner.to_owned());
    }
    Decision::Define(found)
}

/// `name: function` in an object.
fn property<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let key = source.field(node, "key").filter(|key| key.kind() == "property_identifier");
    let Some(key) = key else { return Decision::Enter };
    if commonjs::entry_hands_on(source, node) {
        return Decision::Import(commonjs::entry_handed_on);
    }
    let mut found = Found::new(Method, "method", key);
    match is_named_value(source, source.field(node, "value"), &mut found) {
        true => Decision::Define(Found { kind: Method, word: "method", ..found }),
        false => Decision::Label(key),
    }
}

/// `export … from` hands on; any other holds what it exports.
fn exported<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match source.field(node, "source") {
        Some(_) => Decision::Import(imports::javascript),
        None => Decision::Wrap,
    }
}
