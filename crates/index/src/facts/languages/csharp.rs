//! C#.

use super::imports;
use crate::facts::DefinitionKind::{
    Class, Constant, Enum, Interface, Method, Module, Struct, Type, Variable,
};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Bind, Comment, Declaration, Import, Label, Name, Path, Skip};
use crate::facts::table::{At, Description, call, define};

const BASES: &[At] = &[Child("base_list")];

pub(super) static CSHARP: Description = Description {
    rows: &[
        ("class_declaration", define(Class, "class").bases(BASES).role()),
        ("struct_declaration", define(Struct, "struct").bases(BASES).role()),
        ("record_declaration", define(Struct, "record").bases(BASES).role()),
        ("interface_declaration", define(Interface, "interface").bases(BASES).role()),
        ("enum_declaration", define(Enum, "enum").role()),
        ("namespace_declaration", define(Module, "namespace").role()),
        ("file_scoped_namespace_declaration", define(Module, "namespace").body(Nowhere).leaf().role()),
        ("delegate_declaration", define(Type, "delegate").body(Nowhere).leaf().role()),
        ("method_declaration", define(Method, "method").role()),
        ("constructor_declaration", define(Method, "constructor").role()),
        ("destructor_declaration", define(Method, "destructor").role()),
        ("local_function_statement", define(Method, "function").role()),
        ("operator_declaration", define(Method, "operator").name(Field("operator")).role()),
        ("property_declaration", define(Variable, "property").body(Field("accessors")).not_local().role()),
        ("event_declaration", define(Variable, "event").not_local().role()),
        ("variable_declaration", Declaration),
        ("variable_declarator", define(Variable, "field").part().role()),
        ("enum_member_declaration", define(Constant, "member").part().role()),
        ("invocation_expression", call(Field("function"), Field("arguments"))),
        ("object_creation_expression", call(Field("type"), Field("arguments"))),
        ("member_access_expression", Path(Field("name"))),
        ("qualified_name alias_qualified_name", Path(Field("name"))),
        ("generic_name", Path(Nth(0))),
        ("conditional_access_expression", Path(Child("member_binding_expression"))),
        ("member_binding_expression", Path(Field("name"))),
        ("identifier", Name),
        ("parameter", Bind(Field("name"))),
        ("foreach_statement", Bind(Field("left"))),
        ("catch_declaration declaration_pattern declaration_expression", Bind(Field("name"))),
        ("type_parameter", Label(Field("name"))),
        ("using_directive", Import(imports::csharp)),
        ("comment", Comment),
        (
            "string_literal verbatim_string_literal raw_string_literal character_literal modifier \
             predefined_type integer_literal",
            Skip,
        ),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};
