//! Shell.

use crate::facts::DefinitionKind::{Function, Variable};
use crate::facts::table::At::{Field, Nth};
use crate::facts::table::Role::{Comment, Path, Skip};
use crate::facts::table::{Description, call_bare, define};

pub(super) static BASH: Description = Description {
    rows: &[
        ("function_definition", define(Function, "function").role()),
        ("variable_assignment", define(Variable, "variable").not_local().leaf().role()),
        ("command", call_bare(Field("name"), 1)),
        ("command_name", Path(Nth(0))),
        ("comment", Comment),
        ("raw_string heredoc_body simple_expansion", Skip),
    ],
    import_calls: &[],
    base_calls: &[],
    separator: ".",
};
