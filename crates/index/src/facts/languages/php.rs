//! PHP.

use super::imports;
use crate::facts::DefinitionKind::{Class, Constant, Enum, Function, Interface, Method, Module, Variable};
use crate::facts::table::At::{Child, Field, Nth};
use crate::facts::table::Role::{Bases, Comment, Import, Label, Name, Path, Skip};
use crate::facts::table::{At, Description, call, call_on, define};

const BASES: &[At] = &[Child("base_clause"), Child("class_interface_clause")];

pub(super) static PHP: Description = Description {
    rows: &[
        ("class_declaration", define(Class, "class").bases(BASES).role()),
        ("interface_declaration", define(Interface, "interface").bases(BASES).role()),
        ("trait_declaration", define(Class, "trait").role()),
        ("enum_declaration", define(Enum, "enum").bases(BASES).role()),
        ("function_definition", define(Function, "function").role()),
        ("method_declaration", define(Method, "method").role()),
        ("namespace_definition", define(Module, "namespace").role()),
        ("const_element", define(Constant, "constant").name(Nth(0)).not_local().leaf().role()),
        ("enum_case", define(Constant, "case").part().role()),
        ("property_element", define(Variable, "property").part().role()),
        ("property_promotion_parameter", Label(Field("name"))),
        ("use_declaration", Bases),
        ("function_call_expression", call(Field("function"), Field("arguments"))),
        (
            "member_call_expression nullsafe_member_call_expression",
            call_on(Field("name"), Field("arguments")),
        ),
        ("scoped_call_expression", call_on(Field("name"), Field("arguments"))),
        ("object_creation_expression", call(Nth(0), Child("arguments"))),
        ("qualified_name", Path(Child("name"))),
        ("name", Name),
        ("variable_name", Skip),
        ("namespace_use_declaration", Import(imports::php)),
        (
            "include_expression include_once_expression require_expression require_once_expression",
            Import(imports::php_require),
        ),
        ("comment", Comment),
        ("string string_content text primitive_type php_tag", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: "::",
};
