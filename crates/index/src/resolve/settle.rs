//! From what was found to an answer: overloads and declarations apart, several stay several.

use foreword_model::limits;

use crate::facts::{CallSite, Definition, DefinitionKind};
use crate::store::{DefinitionId, StoreError};

use super::family::Family;
use super::names::{Hits, Lookup, is_declaration};
use super::{How, Resolution, Resolved, Resolver, Site, Target, confidence, signature};

/// Macros that every Rust file has: the facts do not tell a macro's call from a function's.
const RUST_MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include_str",
    "line",
    "matches",
    "module_path",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

impl Resolver<'_> {
    /// The answer for a use.
    pub(super) fn settle(
        &self,
        site: &Site,
        found: Lookup,
        call: Option<&CallSite>,
    ) -> Result<Resolution, StoreError> {
        let hits = match found {
            Lookup::Found(hits) => hits,
            Lookup::Outside => return Ok(Resolution::Outside),
            Lookup::Local | Lookup::Nothing => return Ok(Resolution::Unknown),
        };
        let mut targets = Vec::with_capacity(hits.targets.len());
        for id in &hits.targets {
            let context = self.context(id.file)?;
            if let Some(definition) = context.definition(id.number) {
                targets.push((*id, definition.clone()));
            }
        }
        targets.sort_by_key(|(id, _)| *id);
        targets.dedup_by_key(|(id, _)| *id);
        narrow(&mut targets, site.context.family, &hits, call);
        let things = self.things(&targets)?;
        let targets = targets.into_iter().map(|(id, _)| id).collect();
        Ok(answer(targets, things, site.context.family, &hits))
    }

    /// How many things some definitions are: overloads in one container of one file are one.
    fn things(&self, targets: &[Found]) -> Result<usize, StoreError> {
        let mut known: Vec<&Found> = Vec::new();
        for target in targets {
            if !known.iter().any(|other| is_same_place(other, target)) || !self.is_overloaded(target)? {
                known.push(target);
            }
        }
        Ok(known.len())
    }

    /// Whether another definition of that name beside it is the same thing: not so in objects, classes, blocks and
    /// functions without a name, which may be many in one place.
    fn is_overloaded(&self, (id, definition): &Found) -> Result<bool, StoreError> {
        let context = self.context(id.file)?;
        if definition.receiver.is_some() {
            return Ok(definition.kind.is_function());
        }
        if definition.kind != DefinitionKind::Method {
            let has_blocks = matches!(context.family, Family::Script | Family::Ruby);
            return Ok(definition.kind.is_function() && !has_blocks);
        }
        let around = definition.container.and_then(|number| context.definition(number));
        Ok(around.is_some_and(|around| around.kind.is_type()))
    }
}

fn is_same_place((one, first): &Found, (other, second): &Found) -> bool {
    one.file == other.file
        && (first.container, &first.receiver, &first.name, first.kind)
            == (second.container, &second.receiver, &second.name, second.kind)
}

fn answer(targets: Vec<DefinitionId>, things: usize, family: Family, hits: &Hits) -> Resolution {
    let count = targets.len();
    match targets.first() {
        None => Resolution::Unknown,
        Some(_) if count > limits::RESOLVE_TARGETS => Resolution::Unknown,
        Some(only) if things == 1 => Resolution::Found(Resolved {
            to: if count == 1 { Target::One(*only) } else { Target::Ambiguous(targets) },
            how: hits.how,
            confidence: hits.confidence,
        }),
        Some(_) => {
            let shared = match hits.how {
                How::UniqueName | How::Ambiguous => confidence::shared(family, hits.confidence),
                _ => hits.confidence,
            };
            Resolution::Found(Resolved {
                to: Target::Ambiguous(targets),
                how: How::Ambiguous,
                confidence: shared / things as f32,
            })
        }
    }
}

type Found = (DefinitionId, Definition);

fn narrow(targets: &mut Vec<Found>, family: Family, hits: &Hits, call: Option<&CallSite>) {
    if family == Family::Rust
        && let Some(call) = call.filter(|call| call.receiver.is_none())
        && RUST_MACROS.contains(&call.name.as_str())
    {
        targets.retain(|(_, found)| found.kind == DefinitionKind::Macro);
    }
    // A constructor is called by its type's name: the type stands for it.
    let types: Vec<DefinitionId> =
        targets.iter().filter(|(_, found)| found.kind.is_type()).map(|(id, _)| *id).collect();
    if !types.is_empty() && family.has_named_constructors() {
        targets.retain(|(id, found)| {
            let is_constructor =
                |owner: &DefinitionId| owner.file == id.file && found.container == Some(owner.number);
            found.kind != DefinitionKind::Method || !types.iter().any(is_constructor)
        });
    }
    if targets.iter().any(|(_, found)| !is_declaration(found)) {
        targets.retain(|(_, found)| !is_declaration(found));
    }
    if let Some(call) = call {
        let fits = |found: &Found| fits(&found.1, family, call);
        if hits.how == How::UniqueName || targets.iter().any(fits) {
            targets.retain(fits);
        }
    }
    if matches!(family, Family::Script | Family::Python) {
        keep_implementation(targets, family);
    }
}

/// Overloads stand before the one that has the body: in TypeScript all of a name in one place, in Python those that
/// are decorated.
fn keep_implementation(targets: &mut Vec<Found>, family: Family) {
    let is_overload = |one: &Found, next: &Found| {
        one.0.file == next.0.file
            && one.1.container == next.1.container
            && one.1.kind.is_function()
            && one.1.kind == next.1.kind
            && (family == Family::Script || is_decorated(&one.1))
    };
    if targets.len() > 1 && targets.windows(2).all(|pair| is_overload(&pair[0], &pair[1])) {
        targets.drain(..targets.len() - 1);
    }
}

/// Whether more than a comment stands before a definition.
fn is_decorated(definition: &Definition) -> bool {
    let first_line = match definition.doc {
        Some((first, last)) if last < definition.name_line && first == definition.start_line => last + 1,
        _ => definition.start_line,
    };
    first_line < definition.name_line
}

/// Whether a function can be called with so many arguments, as far as its head says.
fn fits(definition: &Definition, family: Family, call: &CallSite) -> bool {
    if !definition.kind.is_function() || definition.kind == DefinitionKind::Macro {
        return true;
    }
    // These take any number, or add to it what the call does not show.
    if matches!(family, Family::Script | Family::Ruby | Family::Php | Family::Other(_)) {
        return true;
    }
    let Some(arity) = signature::arity(definition, family) else { return true };
    let count = usize::from(call.arguments);
    let most = match family {
        // `Type::method(value, …)` passes the value too; a trailing lambda stands outside the list.
        Family::Rust => arity.most.map(|most| most + usize::from(definition.kind == DefinitionKind::Method)),
        _ => arity.most,
    };
    let least = match family {
        // `*args` is one argument here and may be many; a lambda may stand after the list.
        Family::Python => 0,
        Family::Jvm if !definition.signature.contains("fun ") => arity.least,
        Family::Jvm => arity.least.saturating_sub(1),
        // `f(g())` may pass all that `g` gives.
        Family::Go if count == 1 => 0,
        _ => arity.least,
    };
    least <= count && most.is_none_or(|most| count <= most)
}
