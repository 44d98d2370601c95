//! Ruby.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Class, Constant, Function, Method, Module};
use crate::facts::table::At::{Field, Nowhere};
use crate::facts::table::Role::{Bind, BindNames, Comment, Decide, Name, Path, Scope, Skip};
use crate::facts::table::{Decision, Description, Found, Source, call_on, define};

pub(super) static RUBY: Description = Description {
    rows: &[
        ("module", define(Module, "module").hook(last_name).role()),
        ("class", define(Class, "class").hook(last_name).bases(&[Field("superclass")]).role()),
        ("singleton_class", Scope(define(Class, "class").name(Nowhere))),
        ("method", define(Function, "method").role()),
        ("singleton_method", define(Method, "method").role()),
        ("assignment", Decide(assigned)),
        ("call", call_on(Field("method"), Field("arguments"))),
        ("scope_resolution", Path(Field("name"))),
        ("identifier constant", Name),
        ("method_parameters block_parameters lambda_parameters destructured_parameter", BindNames),
        ("splat_parameter hash_splat_parameter block_parameter", BindNames),
        ("optional_parameter keyword_parameter", Bind(Field("name"))),
        ("exception_variable left_assignment_list", BindNames),
        ("comment", Comment),
        ("string_content heredoc_content integer float regex", Skip),
    ],
    import_calls: &["require", "require_relative", "load"],
    base_calls: &["include", "extend", "prepend"],
    separator: "::",
};

/// `class A::B` defines `B` in `A`.
fn last_name<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    if found.name.kind() != "scope_resolution" {
        return Some(found);
    }
    let name = source.field(found.name, "name")?;
    let receiver = source.field(found.name, "scope").map(|scope| source.of(scope).to_owned());
    Some(Found { name, receiver, ..found })
}

/// Constants are defined, other names are local.
fn assigned<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    match source.field(node, "left") {
        Some(left) if left.kind() == "constant" => Decision::Variable(Found::new(Constant, "constant", left)),
        Some(left) if left.kind() == "identifier" => Decision::Bind(left),
        _ => Decision::Enter,
    }
}
