//! C, C++ and Objective-C, whose declarators are one family.

use tree_sitter::Node;

use super::imports;
use crate::facts::DefinitionKind::{
    Class, Constant, Enum, Function, Interface, Macro, Method, Module, Struct, Type, Variable,
};
use crate::facts::table::At::{Child, Declarator, Field, Nowhere, Nth};
use crate::facts::table::Role::{Bind, Comment, Decide, Import, Name, Path, Skip, Wrapper};
use crate::facts::table::{Decision, Define, Description, Found, Source, call, define};

const TYPEDEF: Define = define(Type, "typedef").name(Declarator).body(Nowhere).hook(typedef);
const FUNCTION: Define = define(Function, "function").name(Declarator).hook(function);
const BASES: &[crate::facts::table::At] = &[Child("base_class_clause")];

macro_rules! rows {
    ($($extra:expr,)*) => {
        &[
            ("function_definition", FUNCTION.role()),
            ("declaration", Decide(declaration)),
            ("field_declaration", Decide(field)),
            ("struct_specifier", define(Struct, "struct").needs_body().bases(BASES).hook(specialised).role()),
            ("union_specifier", define(Struct, "union").needs_body().role()),
            ("enum_specifier", define(Enum, "enum").needs_body().role()),
            ("enumerator", define(Constant, "enumerator").part().role()),
            ("type_definition", TYPEDEF.role()),
            ("preproc_def preproc_function_def", define(Macro, "macro").body(Nowhere).leaf().role()),
            ("preproc_include", Import(imports::include)),
            ("call_expression", call(Field("function"), Field("arguments"))),
            ("field_expression", Path(Field("field"))),
            ("identifier type_identifier field_identifier", Name),
            ("parameter_declaration", Bind(Field("declarator"))),
            ("comment", Comment),
            ("string_literal char_literal system_lib_string number_literal preproc_arg preproc_params", Skip),
            $($extra,)*
        ]
    };
}

pub(super) static C: Description =
    Description { rows: rows![], import_calls: &[], base_calls: &[], separator: "." };

pub(super) static CPP: Description = Description {
    rows: rows![
        ("class_specifier", define(Class, "class").needs_body().bases(BASES).hook(specialised).role()),
        ("namespace_definition", define(Module, "namespace").role()),
        ("alias_declaration", define(Type, "type").leaf().role()),
        ("concept_definition", define(Type, "concept").leaf().role()),
        ("template_declaration", Wrapper),
        ("optional_parameter_declaration", Bind(Field("declarator"))),
        ("for_range_loop", Bind(Field("declarator"))),
        ("new_expression", call(Field("type"), Field("arguments"))),
        ("qualified_identifier", Path(Field("name"))),
        ("template_function template_method template_type", Path(Field("name"))),
        ("using_declaration", Import(imports::cpp_using)),
        ("namespace_identifier", Name),
        ("raw_string_literal access_specifier", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: "::",
};

pub(super) static OBJC: Description = Description {
    rows: rows![
        (
            "class_interface",
            define(Class, "class").name(Nth(0)).hook(category).bases(&[Field("superclass")]).role(),
        ),
        ("class_implementation", define(Class, "implementation").name(Nth(0)).hook(category).role()),
        (
            "protocol_declaration",
            define(Interface, "protocol")
                .name(Nth(0))
                .hook(protocol)
                .bases(&[Child("protocol_reference_list")])
                .role(),
        ),
        ("method_declaration method_definition", Decide(method)),
        ("property_declaration", Decide(property)),
        ("message_expression", Decide(message)),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};

/// The name at the end of a qualified one, with what stands before it.
fn unqualified<'t>(source: &Source<'_>, mut found: Found<'t>) -> Found<'t> {
    let outer = found.name;
    for _ in 0..8 {
        match (found.name.kind(), source.field(found.name, "name")) {
            ("qualified_identifier" | "template_function" | "template_type", Some(name)) => found.name = name,
            _ => break,
        }
    }
    let scope = source.text.get(outer.start_byte()..found.name.start_byte()).unwrap_or_default();
    let scope = scope.trim().trim_end_matches(':');
    if !scope.is_empty() {
        found.receiver = Some(crate::facts::callee::bare_type(scope).to_owned());
    }
    found
}

fn function<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let mut found = unqualified(source, found);
    if found.name.kind() == "operator_cast" {
        let text = source.of(found.name);
        let end = text.find('(').unwrap_or(text.len());
        found.renamed = Some(text[..end].trim_end().to_owned());
    }
    Some(found)
}

/// A type without a name of its own is called by the typedef and holds its members.
fn typedef<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let named = source.field(node, "type");
    let body = named.filter(|named| source.field(*named, "name").is_none());
    match body.and_then(|named| source.field(named, "body").map(|body| (named.kind(), body))) {
        Some(("enum_specifier", body)) => Some(Found { kind: Enum, body: Some(body), ..found }),
        Some((_, body)) => Some(Found { kind: Struct, body: Some(body), ..found }),
        None => Some(Found { is_leaf: true, ..found }),
    }
}

/// `struct ns::formatter<int>` defines `formatter`.
fn specialised<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    Some(unqualified(source, found))
}

/// Whether a declarator is that of a function, not of a pointer to one.
fn declares_function(source: &Source<'_>, node: Node<'_>) -> bool {
    let mut at = source.field(node, "declarator");
    for _ in 0..8 {
        let Some(declarator) = at else { return false };
        match declarator.kind() {
            "function_declarator" => {
                let inner = source.field(declarator, "declarator");
                return inner.is_none_or(|inner| inner.kind() != "parenthesized_declarator");
            }
            "pointer_declarator" => at = source.field(declarator, "declarator"),
            "reference_declarator" => at = declarator.named_child(0),
            _ => return false,
        }
    }
    false
}

fn declared<'t>(source: &Source<'_>, node: Node<'t>) -> Option<Found<'t>> {
    let name = source.part(node, Declarator)?;
    if declares_function(source, node) {
        return Some(unqualified(source, Found::new(Function, "declaration", name)));
    }
    (name.child_count() == 0).then(|| Found::new(Variable, "variable", name))
}

/// A prototype or a variable at file level; inside a function it binds a local name.
fn declaration<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match declared(source, node) {
        Some(found) if found.kind == Function => Decision::Define(found),
        Some(found) => Decision::Variable(found),
        None => Decision::Enter,
    }
}

fn field<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match declared(source, node) {
        Some(found) if found.kind == Function => Decision::Define(found),
        Some(found) => Decision::Part(Found { word: "field", ..found }),
        None => Decision::Enter,
    }
}

/// `@interface Store (Category)` adds to a class that is elsewhere.
fn category<'t>(source: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let is_category = source.field(node, "category").is_some();
    Some(Found { scope_only: is_category, body: first_member(node), ..found })
}

fn protocol<'t>(_: &Source<'_>, node: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    Some(Found { body: first_member(node), ..found })
}

/// Where the head of an interface ends: it has no node for its body.
fn first_member(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| {
        matches!(
            child.kind(),
            "property_declaration"
                | "method_declaration"
                | "implementation_definition"
                | "@end"
                | "instance_variables"
                | "qualified_protocol_interface_declaration"
        )
    })
}

/// `get:limit:` is one name.
fn method<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let mut selector = String::new();
    let mut name = None;
    let mut cursor = node.walk();
    let mut parameters = 0;
    for part in node.named_children(&mut cursor) {
        match part.kind() {
            "identifier" => {
                name = name.or(Some(part));
                if parameters > 0 {
                    selector.push(':');
                }
                selector.push_str(source.of(part));
            }
            "method_parameter" => parameters += 1,
            _ => {}
        }
    }
    if parameters > 0 {
        selector.push(':');
    }
    let Some(name) = name else { return Decision::Enter };
    let body = source.part(node, Child("compound_statement"));
    Decision::Define(Found { body, renamed: Some(selector), ..Found::new(Method, "method", name) })
}

fn property<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let declaration = source.part(node, Child("struct_declaration"));
    let declarator = declaration.and_then(|node| source.part(node, Child("struct_declarator")));
    let mut name = declarator.and_then(|node| node.named_child(0));
    for _ in 0..8 {
        match name.and_then(|node| source.field(node, "declarator")) {
            Some(inner) => name = Some(inner),
            None => break,
        }
    }
    match name.filter(|name| name.kind() == "identifier") {
        Some(name) => Decision::Part(Found::new(Variable, "property", name)),
        None => Decision::Enter,
    }
}

/// `[receiver find:key limit:limit]` calls `find`.
fn message<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(name) = source.field(node, "method") else { return Decision::Enter };
    let mut cursor = node.walk();
    let arguments = node.children(&mut cursor).filter(|child| child.kind() == ":").count();
    Decision::Message(name, arguments)
}
