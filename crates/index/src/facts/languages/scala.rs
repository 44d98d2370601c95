//! Scala.

use crate::facts::DefinitionKind::{Class, Constant, Enum, Function, Interface, Module, Type, Variable};
use crate::facts::table::At::{Field, Nowhere, Nth};
use crate::facts::table::Role::{Comment, Path, Skip};
use crate::facts::table::{At, Description, call, define};

const BASES: &[At] = &[Field("extend")];

pub(super) static SCALA: Description = Description {
    rows: &[
        ("class_definition", define(Class, "class").bases(BASES).role()),
        ("object_definition package_object", define(Class, "object").bases(BASES).role()),
        ("trait_definition", define(Interface, "trait").bases(BASES).role()),
        ("enum_definition", define(Enum, "enum").bases(BASES).role()),
        ("simple_enum_case full_enum_case", define(Constant, "case").part().role()),
        ("function_definition function_declaration", define(Function, "function").role()),
        ("given_definition", define(Variable, "given").not_local().role()),
        ("extension_definition", crate::facts::table::Role::Scope(define(Type, "extension").name(Nowhere))),
        ("type_definition", define(Type, "type").body(Nowhere).leaf().role()),
        ("val_definition val_declaration", define(Variable, "val").name(Field("pattern")).not_local().role()),
        ("var_definition var_declaration", define(Variable, "var").name(Field("pattern")).not_local().role()),
        ("package_clause", define(Module, "package").needs_body().role()),
        ("call_expression", call(Field("function"), Field("arguments"))),
        ("instance_expression", call(Nth(0), Field("arguments"))),
        ("field_expression", Path(Field("field"))),
        ("generic_function", Path(Field("function"))),
        ("generic_type", Path(Field("type"))),
        ("comment block_comment", Comment),
        ("string import_declaration", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};
