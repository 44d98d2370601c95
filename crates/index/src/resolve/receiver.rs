//! What stands before a call: a word for the value itself, a parameter or field of known type, a type, a module.
//! What cannot be told is looked up by the method's name alone, and is never sure.

use foreword_model::limits;

use crate::facts::{Binding, DefinitionKind, chain};
use crate::store::{DefinitionId, StoreError};

use super::context::Context;
use super::family::{Family, SelfWord};
use super::modules::{Entity, Place};
use super::names::{Lookup, Want, in_place};
use super::{How, Resolver, Site, confidence, signature, types};

/// Names of a path that are followed.
const SEGMENTS_MAX: usize = 8;
/// What parts the names of a path.
const SEPARATORS: &[&str] = &["::", "->", "?.", ".", "\\"];

/// What a receiver is, and how that is known.
struct Held {
    entity: Entity,
    /// How sure a member of it can be.
    sure: f32,
    /// Whether the type's own members are passed over.
    only_bases: bool,
}

impl Resolver<'_> {
    /// What a call on something means.
    pub(super) fn on_receiver(&self, site: &Site, text: &str, name: &str) -> Result<Lookup, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Lookup::Nothing) };
        let held = match site.context.family {
            Family::Python | Family::Script => self.held_value(site, text)?,
            _ => self.held(site, clean(text))?,
        };
        match held.entity {
            Entity::Type(owner) => {
                let found = match held.only_bases {
                    true => self.base_member(owner, name)?,
                    false => self.member(owner, name)?,
                };
                Ok(match found {
                    Lookup::Nothing if site.context.family == Family::Rust && text == "self" => {
                        Lookup::of(in_place(&site.context, None, name, Want::Callable), How::SameFile, 0.5)
                    }
                    found => found.by(How::Receiver, held.sure),
                })
            }
            Entity::Module(place) => {
                let found = self.exported(&place, name, Want::Callable)?;
                // Overloads and nested namespaces of C++ are beyond what is read here.
                let is_sure = site.context.family != Family::C;
                Ok(if is_sure { found } else { found.by(How::Import, confidence::IMPORT_MAYBE) })
            }
            Entity::Outside => Ok(Lookup::Outside),
            Entity::Unknown => self.by_method_name(site, text, name),
        }
    }

    /// What a receiver is where the facts hold what names are bound to.
    fn held_value(&self, site: &Site, text: &str) -> Result<Held, StoreError> {
        let unknown = Held { entity: Entity::Unknown, sure: 0.0, only_bases: false };
        if is_literal(text) {
            return Ok(Held { entity: Entity::Outside, ..unknown });
        }
        if let Some(word) = site.context.family.self_word(text) {
            let owner = self.owner_of(&site.context, site.within)?;
            let entity = owner.map_or(Entity::Unknown, Entity::Type);
            return Ok(Held { entity, sure: confidence::MEMBER, only_bases: word == SelfWord::Bases });
        }
        let chain = chain(text);
        let first = chain.split(['.', '(', '[']).next().unwrap_or_default();
        if first.is_empty() {
            return Ok(unknown);
        }
        let is_path = !chain.contains(['(', '[']) && self.local_value(site, first)?.is_none();
        if is_path {
            let entity = self.entity(site, &chain)?;
            if matches!(entity, Entity::Type(_) | Entity::Module(_)) {
                return Ok(Held { entity, sure: confidence::MEMBER, ..unknown });
            }
        }
        let value = self.value_of(site, &chain)?;
        Ok(Held { entity: self.settled(value)?, sure: confidence::FOLLOWED_MEMBER, ..unknown })
    }

    fn held(&self, site: &Site, text: &str) -> Result<Held, StoreError> {
        let unknown = Held { entity: Entity::Unknown, sure: 0.0, only_bases: false };
        let family = site.context.family;
        if let Some(word) = family.self_word(text) {
            let owner = self.owner_of(&site.context, site.within)?;
            let entity = owner.map_or(Entity::Unknown, Entity::Type);
            return Ok(Held { entity, sure: confidence::MEMBER, only_bases: word == SelfWord::Bases });
        }
        if let Some(callee) = text.strip_suffix("()") {
            let is_type = callee.starts_with(char::is_uppercase) && family.calls_types();
            let entity = if is_type { self.entity(site, callee)? } else { Entity::Unknown };
            let entity = if matches!(entity, Entity::Type(_)) { entity } else { Entity::Unknown };
            return Ok(Held { entity, sure: confidence::DECLARED_MEMBER, ..unknown });
        }
        let segments = split(text);
        if segments.is_empty() || segments.len() > SEGMENTS_MAX {
            return Ok(unknown);
        }
        // `self::module` of Rust is no value.
        let is_path = family == Family::Rust && text.contains("::");
        if !is_path && let Some(start) = self.value(site, segments[0])? {
            let mut entity = start;
            for field in &segments[1..] {
                entity = match entity {
                    Entity::Type(owner) => self.field_type(owner, field)?,
                    other => other,
                };
            }
            return Ok(Held { entity, sure: confidence::DECLARED_MEMBER, ..unknown });
        }
        let entity = self.entity(site, text)?;
        if entity != Entity::Unknown {
            return Ok(Held { entity, sure: confidence::MEMBER, ..unknown });
        }
        Ok(Held {
            entity: self.file_variable(site, &segments)?,
            sure: confidence::DECLARED_MEMBER,
            ..unknown
        })
    }

    /// The type of a value that the function around has: itself, or a parameter. Nothing if it is none.
    fn value(&self, site: &Site, name: &str) -> Result<Option<Entity>, StoreError> {
        let context = &site.context;
        if context.family.self_word(name) == Some(SelfWord::Own) && name != "Self" {
            let owner = self.owner_of(context, site.within)?;
            return Ok(Some(owner.map_or(Entity::Unknown, Entity::Type)));
        }
        let declared = super::locals::declared_at(site, name);
        let name = name.trim_start_matches('$');
        for (number, definition) in context.chain(site.within) {
            if !definition.kind.is_function() {
                continue;
            }
            // A function without a name inside it comes first.
            if let Some(binding) = declared.filter(|found| found.scope.0 >= definition.start_line) {
                return self.closure_parameter(site, binding, &definition.signature).map(Some);
            }
            let parameters = signature::parameters(definition, context.family);
            let Some(parameter) =
                parameters.iter().find(|parameter| parameter.name.trim_start_matches('$') == name)
            else {
                continue;
            };
            let Some(path) = types::type_path(parameter.type_text, context.family) else {
                return Ok(Some(Entity::Unknown));
            };
            if path == "Self" {
                let owner = self.owner_of(context, Some(number))?;
                return Ok(Some(owner.map_or(Entity::Unknown, Entity::Type)));
            }
            let at = Site { within: definition.container, ..site.clone() };
            return Ok(Some(match self.entity(&at, &path)? {
                // A parameter of a generic type may be anything.
                Entity::Module(_) => Entity::Unknown,
                Entity::Outside if is_generic(&definition.signature, &path) => Entity::Unknown,
                entity => entity,
            }));
        }
        match declared {
            Some(binding) => self.closure_parameter(site, binding, "").map(Some),
            None => Ok(None),
        }
    }

    /// The type of a declared parameter of a function without a name, in a function with this head.
    fn closure_parameter(&self, site: &Site, binding: &Binding, head: &str) -> Result<Entity, StoreError> {
        let declared = binding.value.trim_start_matches(": ");
        let Some(path) = types::type_path(declared, site.context.family) else { return Ok(Entity::Unknown) };
        Ok(match self.entity(site, &path)? {
            Entity::Module(_) => Entity::Unknown,
            // A generic type of the function around may be anything.
            Entity::Outside if is_generic(head, &path) => Entity::Unknown,
            entity => entity,
        })
    }

    /// The type of a variable of the file, and of its fields.
    fn file_variable(&self, site: &Site, segments: &[&str]) -> Result<Entity, StoreError> {
        let found = match self.visible(site, segments[0], Want::Anything)? {
            Lookup::Found(hits) if hits.targets.len() == 1 => hits.targets[0],
            Lookup::Outside => return Ok(Entity::Outside),
            _ => return Ok(Entity::Unknown),
        };
        let context = self.context(found.file)?;
        let is_variable = context.definition(found.number).is_some_and(|definition| {
            matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Constant)
        });
        if !is_variable {
            return Ok(Entity::Unknown);
        }
        let mut entity = self.variable_type(found)?;
        for field in &segments[1..] {
            entity = match entity {
                Entity::Type(owner) => self.field_type(owner, field)?,
                other => other,
            };
        }
        Ok(entity)
    }

    /// What a path of names leads to: types and modules, no values.
    pub(super) fn entity(&self, site: &Site, text: &str) -> Result<Entity, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Entity::Unknown) };
        let context = &site.context;
        let scope = match context.family {
            Family::Rust => context.module_of(site.within),
            _ => None,
        };
        let rooted = ["crate::", "$crate::", "super::", "self::", "::"];
        if context.family == Family::Rust
            && (rooted.iter().any(|root| text.starts_with(root)) || matches!(text, "crate" | "super"))
        {
            return self.rust_path(context, scope, text);
        }
        if text == "Self" {
            return Ok(self.owner_of(context, site.within)?.map_or(Entity::Unknown, Entity::Type));
        }
        if context.family == Family::Python
            && let Some((entity, rest)) = self.dotted_import(context, text)?
        {
            return self.steps(context.family, entity, split(rest));
        }
        let segments = split(text.trim_start_matches('\\'));
        let Some((first, rest)) = segments.split_first() else { return Ok(Entity::Unknown) };
        let start = self.first_entity(site, scope, first)?;
        self.steps(context.family, start, rest.to_vec())
    }

    fn steps(&self, family: Family, start: Entity, rest: Vec<&str>) -> Result<Entity, StoreError> {
        let mut at = start;
        for name in rest.into_iter().take(SEGMENTS_MAX) {
            at = self.step(family, &at, name)?;
        }
        Ok(at)
    }

    fn first_entity(&self, site: &Site, scope: Option<u32>, name: &str) -> Result<Entity, StoreError> {
        let context = &site.context;
        let found = self.visible(site, name, Want::Type)?;
        if let Some(definition) = found.one() {
            return Ok(Entity::Type(definition));
        }
        if let Some(module) = self.imported_module(context, scope, name)?
            && module != Entity::Unknown
        {
            return Ok(module);
        }
        if matches!(found, Lookup::Outside) {
            return Ok(Entity::Outside);
        }
        match context.family {
            Family::Rust => {
                let first = self.rust_path(context, scope, name)?;
                // A lower-case name that is no module is a local value.
                let is_value = first == Entity::Outside && !name.starts_with(char::is_uppercase);
                Ok(if is_value && !is_std(name) { Entity::Unknown } else { first })
            }
            Family::CSharp | Family::Php | Family::C if self.is_namespace(name)? => {
                Ok(Entity::Module(Place::Namespace(name.to_owned())))
            }
            _ => Ok(Entity::Unknown),
        }
    }

    /// `import a.b.c` binds `a`, and `a.b.c` is the module.
    fn dotted_import<'t>(
        &self,
        context: &Context,
        text: &'t str,
    ) -> Result<Option<(Entity, &'t str)>, StoreError> {
        let mut best: Option<(&str, &'t str)> = None;
        let mut is_bound = false;
        for import in context.imports.iter().filter(|import| import.names.is_empty()) {
            let first = import.module.split('.').next().unwrap_or_default();
            is_bound |= split(text).first() == Some(&first);
            let Some(rest) = text.strip_prefix(import.module.as_str()) else { continue };
            let is_whole = rest.is_empty() || rest.starts_with('.');
            if is_whole && best.is_none_or(|(known, _)| known.len() < import.module.len()) {
                best = Some((&import.module, rest));
            }
        }
        match best {
            Some((module, rest)) => Ok(Some((self.module(context, None, module)?, rest))),
            // `import a.b` makes `a` known, and what it holds.
            None if is_bound => {
                let first = split(text).first().copied().unwrap_or_default();
                let entity = self.module(context, None, first)?;
                Ok(Some((entity, text.get(first.len()..).unwrap_or_default())))
            }
            None => Ok(None),
        }
    }

    /// Methods of a name, whatever has them: one is a guess, several are ambiguous, many say nothing.
    fn by_method_name(&self, site: &Site, receiver: &str, name: &str) -> Result<Lookup, StoreError> {
        let family = site.context.family;
        let names_type = receiver.starts_with(char::is_uppercase) && !receiver.ends_with(')');
        if names_type && !matches!(family, Family::Ruby | Family::Other(_)) {
            return Ok(Lookup::Nothing);
        }
        let in_tests = site.context.is_test;
        let mut found = Vec::new();
        for candidate in self.candidates(name)?.iter() {
            let is_taken = candidate.family == family
                && candidate.definition.kind == DefinitionKind::Method
                && (family != Family::Rust || candidate.definition.signature.contains("self"))
                && (in_tests || !candidate.is_test);
            if is_taken {
                found.push(candidate.id);
            }
        }
        if found.len() > limits::RESOLVE_TARGETS {
            return Ok(Lookup::Nothing);
        }
        let is_type_named = match found.as_slice() {
            [only] => self.names_owner(&site.context, *only)?,
            _ => false,
        };
        Ok(Lookup::of(found, How::UniqueName, confidence::unique_method(family, name, is_type_named)))
    }

    /// Whether a file defines or imports the type of a method.
    fn names_owner(&self, context: &Context, method: DefinitionId) -> Result<bool, StoreError> {
        if method.file == context.file {
            return Ok(true);
        }
        let there = self.context(method.file)?;
        let owner = there.definition(method.number).and_then(|found| there.owner_name(found));
        let is_owner = |(taken, _): &(String, String)| Some(taken.as_str()) == owner;
        Ok(context.imports.iter().any(|import| import.names.iter().any(is_owner)))
    }
}

/// Whether a receiver is written out: text or a number.
fn is_literal(text: &str) -> bool {
    let text = text.trim_start_matches(['b', 'f', 'r', 'u', 'B', 'F', 'R', 'U']);
    text.starts_with(['"', '\'', '`'])
}

fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}

/// Whether a type is named among the parameters of types of a head: then it stands for another.
pub(super) fn is_generic(signature: &str, path: &str) -> bool {
    let start = signature.find(['<', '[']).unwrap_or(signature.len());
    let end = signature.find('(').unwrap_or(signature.len()).max(start);
    let listed = &signature[start..end];
    listed.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == path)
        || path.len() == 1
}

/// A receiver without what does not change what it is.
fn clean(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['?', '!']);
    let text = text.strip_prefix("await ").unwrap_or(text);
    let text = text.strip_prefix("new ").unwrap_or(text);
    text.trim_start_matches(['&', '*', '('])
}

/// The names of a path; nothing if it is more than names. Generics are left out.
fn split(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '@' | '#');
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        if end > 0 {
            names.push(&rest[..end]);
        }
        rest = &rest[end..];
        if rest.starts_with('<') {
            let Some(close) = rest.rfind('>') else { return Vec::new() };
            rest = &rest[close + 1..];
        }
        match SEPARATORS.iter().find_map(|separator| rest.strip_prefix(separator)) {
            Some(after) => rest = after,
            None if rest.is_empty() => {}
            None => return Vec::new(),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_are_cut_into_names() {
        for (text, expected) in [
            ("self.items", &["self", "items"][..]),
            ("Vec::<u8>", &["Vec"]),
            ("a->b.c", &["a", "b", "c"]),
            ("crate::x::Y<T>", &["crate", "x", "Y"]),
            ("App\\Models\\Item", &["App", "Models", "Item"]),
            ("items[0]", &[]),
            ("a + b", &[]),
            ("", &[]),
        ] {
            assert_eq!(split(text), expected, "{text}");
        }
    }
}
