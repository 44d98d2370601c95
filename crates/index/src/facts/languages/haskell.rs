//! Haskell.

use crate::facts::DefinitionKind::{Class, Function, Interface, Module, Struct, Type};
use crate::facts::table::At::{Field, Nowhere};
use crate::facts::table::Role::{Comment, Path, Scope, Skip};
use crate::facts::table::{Define, Description, call_bare, define};

const VALUE: Define = define(Function, "function").body(Field("match")).not_local().continues();

pub(super) static HASKELL: Description = Description {
    rows: &[
        ("signature", VALUE.body(Nowhere).role()),
        ("function bind", VALUE.role()),
        ("data_type", define(Struct, "data").body(Field("constructors")).role()),
        ("newtype", define(Struct, "newtype").body(Field("constructor")).role()),
        ("type_synonym type_family", define(Type, "type").body(Nowhere).leaf().role()),
        ("class", define(Interface, "class").body(Field("declarations")).role()),
        ("instance", Scope(define(Class, "instance").name(Field("patterns")))),
        ("header", define(Module, "module").name(Field("module")).body(Nowhere).leaf().role()),
        ("apply", call_bare(Field("function"), 1)),
        ("qualified", Path(Field("id"))),
        ("comment haddock pragma", Comment),
        ("import string", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};
