//! Java.

use super::imports;
use crate::facts::DefinitionKind::{Class, Constant, Enum, Interface, Method, Struct, Variable};
use crate::facts::table::At::{Child, Field, Nth};
use crate::facts::table::Role::{Bind, BindNames, Comment, Declaration, Import, Label, Name, Path, Skip};
use crate::facts::table::{Description, call, call_on, define};

pub(super) static JAVA: Description = Description {
    rows: &[
        (
            "class_declaration",
            define(Class, "class").bases(&[Field("superclass"), Field("interfaces")]).role(),
        ),
        (
            "interface_declaration",
            define(Interface, "interface").bases(&[Child("extends_interfaces")]).role(),
        ),
        ("annotation_type_declaration", define(Interface, "annotation").role()),
        ("enum_declaration", define(Enum, "enum").bases(&[Field("interfaces")]).role()),
        ("record_declaration", define(Struct, "record").bases(&[Field("interfaces")]).role()),
        ("method_declaration annotation_type_element_declaration", define(Method, "method").role()),
        ("constructor_declaration compact_constructor_declaration", define(Method, "constructor").role()),
        ("enum_constant", define(Constant, "constant").part().role()),
        ("variable_declarator", define(Variable, "field").part().role()),
        ("field_declaration constant_declaration", Declaration),
        ("method_invocation", call_on(Field("name"), Field("arguments"))),
        ("object_creation_expression", call(Field("type"), Field("arguments"))),
        ("explicit_constructor_invocation", call(Field("constructor"), Field("arguments"))),
        ("scoped_identifier", Path(Field("name"))),
        ("field_access", Path(Field("field"))),
        ("generic_type", Path(Nth(0))),
        ("identifier type_identifier", Name),
        ("formal_parameter catch_formal_parameter spread_parameter", Bind(Field("name"))),
        ("enhanced_for_statement resource", Bind(Field("name"))),
        ("lambda_expression", Bind(Field("parameters"))),
        ("inferred_parameters", BindNames),
        ("type_parameter", Label(Nth(0))),
        ("element_value_pair", Label(Field("key"))),
        ("import_declaration", Import(imports::java)),
        ("line_comment block_comment", Comment),
        ("string_literal character_literal package_declaration", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};
