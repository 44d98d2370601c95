//! What a name is bound to in the functions around a place: by an assignment, a loop, a parameter. Only where the
//! facts hold bindings; a declared type counts more than what is assigned later.

use crate::facts::{Binding, Definition};
use crate::store::{DefinitionId, StoreError};

use super::context::Context;
use super::names::{Lookup, Want};
use super::values::Value;
use super::{How, Resolver, Site, confidence, signature};

/// What binds a name.
pub(super) enum Local {
    /// A binding, by its place in the file.
    Bound(usize),
    /// A parameter of a function around, with its type as it is written.
    Parameter(u32, String),
}

impl Resolver<'_> {
    /// What a name is in the functions around; nothing if they do not bind it.
    pub(super) fn local_value(&self, site: &Site, name: &str) -> Result<Option<Value>, StoreError> {
        match find(site, name) {
            None => Ok(None),
            Some(Local::Bound(at)) => self.bound_value(site, at).map(Some),
            Some(Local::Parameter(number, text)) => {
                let context = &site.context;
                let Some(definition) = context.definition(number) else { return Ok(Some(Value::Unknown)) };
                if text.is_empty() {
                    return Ok(Some(Value::Unknown));
                }
                let within = if text == "Self" { Some(number) } else { definition.container };
                let at = Site { within, line: definition.name_line, ..site.clone() };
                Ok(Some(Value::Typed { text, at, head: definition.signature.clone() }))
            }
        }
    }

    /// The value of a binding.
    pub(super) fn bound_value(&self, site: &Site, at: usize) -> Result<Value, StoreError> {
        let Some(binding) = site.context.bindings.get(at) else { return Ok(Value::Unknown) };
        let place = Site {
            context: std::sync::Arc::clone(&site.context),
            within: binding.within,
            line: binding.line,
            before: at,
        };
        if binding.value == Binding::FUNCTION {
            let ids = defined_at(&site.context, binding);
            return self.definitions_value(&ids, Value::NO_OWNER);
        }
        self.value_text(&place, &binding.value)
    }

    /// What a bare name that a function around binds means as a use; nothing if it does not bind it.
    pub(super) fn bound_name(&self, site: &Site, name: &str, want: Want) -> Option<Lookup> {
        let is_any = !site.context.bindings.is_empty();
        if !is_any || want == Want::Type && !is_bound_type(site, name) {
            return None;
        }
        match find(site, name)? {
            Local::Parameter(..) => Some(Lookup::Local),
            Local::Bound(at) => {
                let binding = site.context.bindings.get(at)?;
                // What a function defines by itself is found by its scope.
                if is_defined_deeper(site, name, binding) {
                    return None;
                }
                let found = defined_at(&site.context, binding);
                if found.is_empty() {
                    return Some(Lookup::Local);
                }
                Some(Lookup::of(found, How::SameScope, confidence::SAME_SCOPE))
            }
        }
    }
}

/// The declared parameter of that name of the innermost function without a name around.
pub(super) fn declared_at<'s>(site: &'s Site, name: &str) -> Option<&'s Binding> {
    bound(site, name)
        .and_then(|at| site.context.bindings.get(at))
        .filter(|found| found.value.starts_with(": "))
}

/// Whether a definition stands in a function without a name that a line is not in.
pub(super) fn is_hidden(context: &Context, id: DefinitionId, line: u32) -> bool {
    if line == 0 || context.bindings.is_empty() {
        return false;
    }
    let Some(definition) = context.definition(id.number) else { return false };
    let is_it = |binding: &&Binding| {
        binding.line == definition.name_line && binding.name == definition.name && binding.scope.0 > 0
    };
    context.bindings.iter().find(is_it).is_some_and(|binding| !binding.is_seen_from(line))
}

/// A class of TypeScript may be defined in a function without a name.
fn is_bound_type(site: &Site, name: &str) -> bool {
    let seen = |binding: &&Binding| binding.name == name && binding.is_seen_from(site.line);
    site.context.bindings.iter().any(|binding| seen(&binding) && binding.value == Binding::FUNCTION)
}

/// The definitions that a binding makes.
fn defined_at(context: &Context, binding: &Binding) -> Vec<DefinitionId> {
    let is_it = |found: &Definition| found.name_line == binding.line && found.receiver.is_none();
    let found = context.named(&binding.name).filter(|(_, found)| is_it(found));
    found.map(|(number, _)| context.id(number)).collect()
}

fn is_defined_deeper(site: &Site, name: &str, binding: &Binding) -> bool {
    let context = &site.context;
    context.chain(site.within).any(|(number, around)| {
        around.start_line >= binding.scope.0
            && around.kind.is_function()
            && context.named(name).any(|(_, found)| {
                found.container == Some(number) && found.kind.is_function() && found.name_line != binding.line
            })
    })
}

/// The innermost binding or parameter of a name.
fn find(site: &Site, name: &str) -> Option<Local> {
    let bound = bound(site, name);
    let parameter = parameter(site, name);
    match (bound, parameter) {
        (None, None) => None,
        (Some(at), None) => Some(Local::Bound(at)),
        (None, Some((number, text))) => Some(Local::Parameter(number, text)),
        (Some(at), Some((number, text))) => {
            let binding = site.context.bindings.get(at)?;
            let first_line = site.context.definition(number).map_or(0, |found| found.name_line);
            let is_later = binding.line <= site.line;
            let is_inner = binding.scope.0 > first_line || binding.scope.0 == first_line && is_later;
            // A parameter with a type keeps it.
            let is_kept = binding.scope.0 <= first_line && !text.is_empty();
            Some(if is_inner && !is_kept { Local::Bound(at) } else { Local::Parameter(number, text) })
        }
    }
}

/// The binding that counts: of the innermost function, one with a type, else the last before the line.
fn bound(site: &Site, name: &str) -> Option<usize> {
    let all = site.context.bindings.iter().enumerate().take(site.before);
    let mut best: Option<(usize, &Binding)> = None;
    for (at, binding) in all.filter(|(_, binding)| binding.name == name && binding.is_seen_from(site.line)) {
        let is_better = match best {
            None => true,
            Some((_, known)) if binding.scope != known.scope => binding.scope.0 >= known.scope.0,
            Some((_, known)) if known.value.starts_with(':') => false,
            Some(_) => binding.line <= site.line || binding.value.starts_with(':'),
        };
        if is_better {
            best = Some((at, binding));
        }
    }
    best.map(|(at, _)| at)
}

/// The parameter of that name of the innermost function that has one.
fn parameter(site: &Site, name: &str) -> Option<(u32, String)> {
    let context = &site.context;
    let name = name.trim_start_matches('$');
    context.chain(site.within).filter(|(_, found)| found.kind.is_function()).find_map(|(number, found)| {
        let parameters = signature::parameters(found, context.family);
        let is_it = |parameter: &&signature::Parameter<'_>| parameter.name.trim_start_matches('$') == name;
        parameters.iter().find(is_it).map(|parameter| (number, parameter.type_text.to_owned()))
    })
}
