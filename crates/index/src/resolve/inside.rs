//! What runs when a definition runs: its own lines and the functions without a name in them, never the body of
//! another definition that merely stands inside. Making a value of a type runs the type's constructors.

use crate::facts::{Binding, Definition, DefinitionKind};
use crate::store::{DefinitionId, StoreError};

use super::context::Context;
use super::family::Family;
use super::{Resolver, signature};

impl Resolver<'_> {
    /// The constructors of a type that stand outside of it.
    pub(super) fn outer_constructors(&self, of: DefinitionId) -> Result<Vec<DefinitionId>, StoreError> {
        let context = self.context(of.file)?;
        let Some(owner) = context.definition(of.number).filter(|found| found.kind.is_type()) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for name in names(context.family, &owner.name) {
            self.reach.begin();
            for id in self.own_members(of, name)? {
                let there = self.context(id.file)?;
                let is_function = there.definition(id.number).is_some_and(|found| found.kind.is_function());
                let is_inside = id.file == of.file && runs_with(&context, Some(id.number), of.number);
                if is_function && !is_inside {
                    found.push(id);
                }
            }
        }
        Ok(found)
    }
}

/// Whether what stands in a definition runs when the other one does, which is it or around it.
pub(super) fn runs_with(context: &Context, within: Option<u32>, around: u32) -> bool {
    let mut inner: Option<&Definition> = None;
    for (number, definition) in context.chain(within) {
        if inner.is_some_and(|inner| !is_run_by(context, inner, definition)) {
            return false;
        }
        if number == around {
            return true;
        }
        inner = Some(definition);
    }
    false
}

/// Whether a definition's own code runs with the one that it stands directly in.
fn is_run_by(context: &Context, inner: &Definition, around: &Definition) -> bool {
    match inner.kind {
        kind if kind.is_function() && around.kind.is_type() => {
            names(context.family, &around.name).contains(&inner.name.as_str())
        }
        kind if kind.is_function() => is_unnamed(context, inner),
        // Their bodies are statements like any other.
        kind if kind.is_type() => matches!(context.family, Family::Python | Family::Ruby),
        DefinitionKind::Module => !matches!(context.family, Family::Rust),
        _ => is_made(inner, context.family),
    }
}

/// Whether the calls in a field or variable make its value: those of a computed one run when it is read.
fn is_made(definition: &Definition, family: Family) -> bool {
    match family {
        Family::Jvm => !definition.signature.contains("get()"),
        Family::CSharp | Family::Other("swift") => signature::split_value(&definition.signature).1.is_some(),
        _ => true,
    }
}

/// The names of a type's constructors.
fn names(family: Family, type_name: &str) -> Vec<&str> {
    match family {
        Family::Python => vec!["__init__", "__new__", "__post_init__"],
        Family::Script => vec!["constructor"],
        Family::Ruby => vec!["initialize"],
        Family::Php => vec!["__construct"],
        // Kotlin's and Scala's have no name of their own.
        Family::Jvm => vec![type_name, "constructor", "this"],
        Family::C | Family::CSharp => vec![type_name],
        Family::Other(language) => match language {
            "swift" => vec!["init"],
            "dart" => vec![type_name],
            _ => Vec::new(),
        },
        Family::Rust | Family::Go => Vec::new(),
    }
}

/// A function of JavaScript that is written where a value is: nobody else can call it by its name.
fn is_unnamed(context: &Context, definition: &Definition) -> bool {
    let is_bound = |binding: &Binding| {
        binding.name == definition.name
            && binding.line == definition.name_line
            && binding.value == Binding::FUNCTION
    };
    context.family == Family::Script
        && definition.kind == DefinitionKind::Function
        && ["function", "async function"].iter().any(|head| definition.signature.starts_with(head))
        && !context.bindings.iter().any(is_bound)
}
