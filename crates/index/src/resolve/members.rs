//! Members of types: their own, wherever they stand, then those of what the type is made from.

use std::rc::Rc;
use std::sync::Arc;

use foreword_model::limits;

use crate::facts::{Base, Definition, DefinitionKind};
use crate::store::{DefinitionId, StoreError};

use super::context::{Context, has_members, last_name};
use super::family::Family;
use super::modules::Entity;
use super::names::{Lookup, Want, is_declaration};
use super::paths::folder_of;
use super::{How, Resolver, Site, confidence, types};

impl Resolver<'_> {
    /// A member of a type or of what it is made from.
    pub(super) fn member(&self, owner: DefinitionId, name: &str) -> Result<Lookup, StoreError> {
        let own = self.own_members(owner, name)?;
        if !own.is_empty() {
            return Ok(Lookup::of(own, How::Receiver, confidence::MEMBER));
        }
        self.base_member(owner, name)
    }

    /// A member of what a type is made from, level by level.
    pub(super) fn base_member(&self, owner: DefinitionId, name: &str) -> Result<Lookup, StoreError> {
        let mut seen = vec![owner];
        let mut level = vec![owner];
        while !level.is_empty() {
            let mut next = Vec::new();
            for derived in level {
                for base in self.bases_of_type(derived)?.iter().copied() {
                    if seen.contains(&base) || seen.len() >= limits::FACTS_BASES {
                        continue;
                    }
                    seen.push(base);
                    let found = self.own_members(base, name)?;
                    if !found.is_empty() {
                        return Ok(Lookup::of(found, How::Receiver, confidence::BASE_MEMBER));
                    }
                    next.push(base);
                }
            }
            level = next;
        }
        Ok(Lookup::Nothing)
    }

    /// Members of a type itself.
    pub(super) fn own_members(
        &self,
        owner: DefinitionId,
        name: &str,
    ) -> Result<Vec<DefinitionId>, StoreError> {
        let context = self.context(owner.file)?;
        let Some(definition) = context.definition(owner.number) else { return Ok(Vec::new()) };
        let is_member = |found: &Definition| match &found.receiver {
            Some(receiver) => last_name(receiver) == definition.name,
            None => found.container == Some(owner.number) || is_companion_of(&context, found, owner.number),
        };
        let mut found: Vec<(u32, &Definition)> =
            context.named(name).filter(|(_, found)| is_member(found)).collect();
        // A file may have two types of one name, in two modules.
        if found.iter().any(|(_, member)| member.container == definition.container) {
            found.retain(|(_, member)| member.receiver.is_none() || member.container == definition.container);
        }
        // A class of C++ declares what is defined elsewhere.
        let is_declared = context.family == Family::C && found.iter().all(|(_, found)| is_declaration(found));
        let is_enough = !found.is_empty() && !is_declared || !context.family.has_scattered_members();
        let mut members: Vec<DefinitionId> =
            found.into_iter().map(|(number, _)| context.id(number)).collect();
        if !is_enough {
            members.extend(self.scattered_members(&context, owner, &definition.name, name)?);
        }
        Ok(members)
    }

    /// Members of a type that stand in other files.
    fn scattered_members(
        &self,
        context: &Context,
        owner: DefinitionId,
        type_name: &str,
        name: &str,
    ) -> Result<Vec<DefinitionId>, StoreError> {
        let mut found = Vec::new();
        for candidate in self.candidates(name)?.iter() {
            if found.len() > limits::RESOLVE_TARGETS {
                break;
            }
            let is_elsewhere = candidate.id.file != owner.file;
            if !is_elsewhere || candidate.family != context.family {
                continue;
            }
            if context.family == Family::Go && folder_of(&candidate.path) != folder_of(&context.path) {
                continue;
            }
            let named = candidate.definition.receiver.as_deref().map(last_name);
            if named.is_some_and(|named| named != type_name)
                || named.is_none() && candidate.definition.container.is_none()
            {
                continue;
            }
            let there = self.context(candidate.id.file)?;
            if there.owner_name(&candidate.definition) != Some(type_name) {
                continue;
            }
            if self.is_same_type(&there, &candidate.definition, owner, type_name)? {
                found.push(candidate.id);
            }
        }
        Ok(found)
    }

    /// Whether the type that a member names there is this one.
    fn is_same_type(
        &self,
        there: &Arc<Context>,
        member: &Definition,
        owner: DefinitionId,
        type_name: &str,
    ) -> Result<bool, StoreError> {
        match there.family {
            Family::Go => Ok(true),
            Family::Rust => {
                let site = Site::new(there, member.container);
                Ok(self.visible(&site, type_name, Want::Type)?.one() == Some(owner))
            }
            // A type that is opened again is the same if there is no other of its name.
            _ => {
                let types = self.candidates(type_name)?;
                let others = types.iter().filter(|other| {
                    other.definition.kind.is_type()
                        && other.family == there.family
                        && other.id.file != owner.file
                        && other.id.file != there.file
                        && !other.definition.signature.ends_with(';')
                });
                Ok(others.count() == 0)
            }
        }
    }

    /// The types that a type is made from, those that can be told.
    pub(super) fn bases_of_type(&self, derived: DefinitionId) -> Result<Rc<[DefinitionId]>, StoreError> {
        self.bases.get(&self.reach, derived, || self.find_bases(derived))
    }

    fn find_bases(&self, derived: DefinitionId) -> Result<Rc<[DefinitionId]>, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Rc::from([])) };
        let context = self.context(derived.file)?;
        let mut found = Vec::new();
        for base in bases_in(&context, derived.number) {
            if let Entity::Type(definition) = self.base_entity(&context, derived.number, base)? {
                found.push(definition);
            }
        }
        if let Some(alias) =
            context.definition(derived.number).filter(|found| found.kind == DefinitionKind::Type)
        {
            let site = Site::new(&context, alias.container);
            for path in types::alias_paths(alias, context.family) {
                if let Entity::Type(definition) = self.entity(&site, &path)? {
                    found.push(definition);
                }
            }
        }
        Ok(Rc::from(found))
    }

    /// What a base leads to.
    pub(super) fn base_entity(
        &self,
        context: &Arc<Context>,
        derived: u32,
        base: &Base,
    ) -> Result<Entity, StoreError> {
        let within = context.definition(derived).and_then(|definition| definition.container);
        let site = Site::new(context, within);
        self.entity(&site, &base.base)
    }

    /// The type around a definition, itself included.
    pub(super) fn owner_of(
        &self,
        context: &Arc<Context>,
        within: Option<u32>,
    ) -> Result<Option<DefinitionId>, StoreError> {
        for (number, definition) in context.chain(within) {
            if let Some(receiver) = &definition.receiver {
                let site = Site::new(context, definition.container);
                let found = self.entity(&site, receiver)?;
                return Ok(match found {
                    Entity::Type(owner) => Some(owner),
                    _ => None,
                });
            }
            if definition.kind.is_type() || holds_methods(context, number, definition) {
                return Ok(Some(context.id(number)));
            }
        }
        Ok(None)
    }

    /// The type that a field of a type is declared with.
    pub(super) fn field_type(&self, owner: DefinitionId, name: &str) -> Result<Entity, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Entity::Unknown) };
        let Some(field) = self.member(owner, name)?.one() else { return Ok(Entity::Unknown) };
        self.variable_type(field)
    }

    /// The type that a variable or field is declared with.
    pub(super) fn variable_type(&self, variable: DefinitionId) -> Result<Entity, StoreError> {
        let context = self.context(variable.file)?;
        let Some(definition) = context.definition(variable.number) else { return Ok(Entity::Unknown) };
        if !matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Constant) {
            return Ok(Entity::Unknown);
        }
        if holds_methods(&context, variable.number, definition) {
            return Ok(Entity::Type(variable));
        }
        let Some(path) = types::declared_type(definition, context.family) else {
            return Ok(Entity::Unknown);
        };
        let site = Site::new(&context, definition.container);
        self.entity(&site, &path)
    }
}

/// The bases of a type in its file.
pub(super) fn bases_in(context: &Context, derived: u32) -> impl Iterator<Item = &Base> {
    let definition = context.definition(derived);
    context.bases.iter().filter(move |base| {
        definition.is_some_and(|definition| {
            // `impl Base for Type` stands outside the type.
            let is_apart = context.family == Family::Rust;
            let is_inside = definition.start_line <= base.line && base.line <= definition.end_line;
            base.derived == definition.name && (is_inside || is_apart)
        })
    })
}

/// A value that holds functions, as an object does.
pub(super) fn holds_methods(context: &Context, number: u32, definition: &Definition) -> bool {
    has_members(definition)
        && !definition.kind.is_type()
        && context
            .definitions
            .iter()
            .any(|inner| inner.container == Some(number) && inner.kind == DefinitionKind::Method)
}

/// What stands in the companion of a type counts as its own.
fn is_companion_of(context: &Context, found: &Definition, owner: u32) -> bool {
    let container = found.container.and_then(|number| context.definition(number));
    context.family == Family::Jvm
        && container.is_some_and(|around| around.name == "Companion" && around.container == Some(owner))
}
