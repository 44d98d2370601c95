//! Rust.

use super::imports;
use crate::facts::DefinitionKind::{
    Constant, Enum, Function, Interface, Macro, Module, Struct, Type, Variable,
};
use crate::facts::table::At::{Child, Field, Nth};
use crate::facts::table::Role::{
    Attribute, Bind, BindNames, Comment, Decide, Import, Label, Name, Path, Scope, Skip, Tokens,
};
use crate::facts::table::{Decision, Description, Found, Source, call, define};
use tree_sitter::Node;

pub(super) static RUST: Description = Description {
    rows: &[
        ("function_item function_signature_item", define(Function, "function").role()),
        ("struct_item", define(Struct, "struct").role()),
        ("enum_item", define(Enum, "enum").role()),
        ("union_item", define(Struct, "union").role()),
        ("trait_item", define(Interface, "trait").bases(&[Field("bounds")]).role()),
        ("type_item associated_type", define(Type, "type").role()),
        ("const_item", define(Constant, "constant").role()),
        ("static_item", define(Variable, "static").role()),
        ("mod_item", Decide(module)),
        ("macro_definition", define(Macro, "macro").role()),
        ("enum_variant", define(Constant, "variant").part().role()),
        ("field_declaration", define(Variable, "field").part().role()),
        ("impl_item", Scope(define(Type, "impl").name(Field("type")).bases(&[Field("trait")]))),
        ("call_expression", call(Field("function"), Field("arguments"))),
        ("macro_invocation", call(Field("macro"), Child("token_tree"))),
        ("scoped_identifier scoped_type_identifier", Path(Field("name"))),
        ("field_expression", Path(Field("field"))),
        ("generic_function", Path(Field("function"))),
        ("generic_type", Path(Field("type"))),
        ("identifier type_identifier field_identifier", Name),
        ("let_declaration parameter for_expression let_condition", Bind(Field("pattern"))),
        ("match_pattern", Bind(Nth(0))),
        ("closure_parameters", BindNames),
        ("token_tree", Tokens),
        ("attribute", Label(Nth(0))),
        ("use_declaration extern_crate_declaration", Import(imports::rust)),
        ("attribute_item", Attribute),
        ("line_comment block_comment", Comment),
        (
            "string_literal raw_string_literal char_literal inner_attribute_item label lifetime \
             visibility_modifier shebang",
            Skip,
        ),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: "::",
};

/// `mod name;` only says where the module is.
fn module<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(name) = source.field(node, "name") else { return Decision::Enter };
    let found = Found::new(Module, "module", name);
    match source.field(node, "body") {
        Some(body) => Decision::Define(Found { body: Some(body), ..found }),
        None => Decision::Part(found),
    }
}
