//! What a bare name means at a place: parameters, scopes from the inside out, the file, imports, the package.
//! How imports are read is their own business.

use foreword_model::limits;

use crate::facts::{Definition, DefinitionKind};
use crate::store::{DefinitionId, StoreError};

use super::context::{Context, is_module};
use super::family::Family;
use super::imports::site_scope;
use super::locals::is_hidden;
use super::modules::Place;
use super::{How, Resolver, Site, confidence, signature};

/// What a name is looked up for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Want {
    /// It is called.
    Callable,
    /// Members of it are wanted.
    Type,
    /// It is named.
    Anything,
}

impl Want {
    pub(super) fn takes(self, definition: &Definition, family: Family) -> bool {
        match (self, definition.kind) {
            (_, DefinitionKind::Heading | DefinitionKind::Key) => false,
            (Self::Anything, _) => true,
            (Self::Callable, DefinitionKind::Module) => false,
            // A field is not called by a bare name; what holds a function is.
            (Self::Callable, DefinitionKind::Variable) => definition.container.is_none(),
            // An interface may have the name of the function or constant that makes it.
            (Self::Callable, kind) if kind.is_type() && family == Family::Script => {
                kind == DefinitionKind::Class
            }
            (Self::Callable, kind) if kind.is_type() => family.calls_types() || family == Family::Rust,
            (Self::Callable, _) => true,
            (Self::Type, kind) => kind.is_type(),
        }
    }
}

/// What a lookup gives.
#[derive(Debug, Clone)]
pub(super) enum Lookup {
    Found(Hits),
    /// It leads out of the repository.
    Outside,
    /// It is a name of the function around: what it holds is not known.
    Local,
    Nothing,
}

/// Definitions that may be meant.
#[derive(Debug, Clone)]
pub(super) struct Hits {
    pub(super) targets: Vec<DefinitionId>,
    pub(super) how: How,
    pub(super) confidence: f32,
}

impl Lookup {
    pub(super) fn of(targets: Vec<DefinitionId>, how: How, confidence: f32) -> Self {
        if targets.is_empty() { Self::Nothing } else { Self::Found(Hits { targets, how, confidence }) }
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Found another way than by looking there directly.
    pub(super) fn by(self, how: How, confidence: f32) -> Self {
        match self {
            Self::Found(hits) => {
                Self::Found(Hits { how, confidence: hits.confidence.min(confidence), ..hits })
            }
            other => other,
        }
    }

    /// The only definition that was found.
    pub(super) fn one(&self) -> Option<DefinitionId> {
        match self {
            Self::Found(hits) if hits.targets.len() == 1 => hits.targets.first().copied(),
            _ => None,
        }
    }
}

impl Resolver<'_> {
    /// What a bare name means.
    pub(super) fn visible(&self, site: &Site, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Lookup::Nothing) };
        if let Some(bound) = self.bound_name(site, name, want) {
            return Ok(bound);
        }
        if want != Want::Type && is_parameter(site, name) {
            return Ok(Lookup::Local);
        }
        let scoped = self.in_scopes(site, name, want)?;
        if !scoped.is_nothing() {
            return Ok(scoped);
        }
        let mut in_file = in_place(&site.context, site_scope(site), name, want);
        in_file.retain(|id| !is_hidden(&site.context, *id, site.line));
        let imported = self.imported(site, name, want)?;
        // A file of TypeScript cannot define what it imports: it stands somewhere inside.
        let is_import = site.context.family == Family::Script && !imported.is_nothing();
        if !in_file.is_empty() && !is_import {
            let sure = match &imported {
                Lookup::Nothing => confidence::SAME_FILE,
                _ => confidence::SAME_FILE_AND_IMPORTED,
            };
            return Ok(Lookup::of(in_file, How::SameFile, sure));
        }
        if !imported.is_nothing() {
            return Ok(imported);
        }
        let starred = self.starred(&site.context, site_scope(site), name, want)?;
        if !starred.is_nothing() {
            return Ok(starred);
        }
        let packaged = self.in_package(site, name, want)?;
        if !packaged.is_nothing() {
            return Ok(packaged);
        }
        self.global(site, name, want)
    }

    /// Definitions in what is around the place, from the inside out.
    fn in_scopes(&self, site: &Site, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let context = &site.context;
        let implicit = context.family.has_implicit_self() && want != Want::Type;
        let mut is_searched = false;
        for (number, around) in context.chain(site.within) {
            let is_open = !around.kind.is_type() || context.family.has_implicit_self() || want == Want::Type;
            let mut found = in_place(context, Some(number), name, want);
            found.retain(|id| !is_hidden(context, *id, site.line));
            if is_open && !found.is_empty() {
                return Ok(Lookup::of(found, How::SameScope, confidence::SAME_SCOPE));
            }
            if implicit && !is_searched {
                let owner = self.owner_of(context, Some(number))?;
                is_searched |= owner.is_some();
                if let Some(owner) = owner {
                    let found = self.member(owner, name)?.by(How::Receiver, confidence::MEMBER);
                    let found = self.only(found, want)?;
                    if !found.is_nothing() {
                        return Ok(found);
                    }
                }
            }
            // A module of Rust sees nothing of what is around it.
            if context.family == Family::Rust && is_module(around) {
                break;
            }
        }
        Ok(Lookup::Nothing)
    }

    /// What is found, without what cannot be meant.
    pub(super) fn only(&self, found: Lookup, want: Want) -> Result<Lookup, StoreError> {
        let Lookup::Found(mut hits) = found else { return Ok(found) };
        let mut kept = Vec::new();
        for target in hits.targets {
            let context = self.context(target.file)?;
            let is_kept = |definition: &Definition| want.takes(definition, context.family);
            if context.definition(target.number).is_some_and(is_kept) {
                kept.push(target);
            }
        }
        hits.targets = kept;
        Ok(Lookup::of(hits.targets, hits.how, hits.confidence))
    }

    /// What a module has under a name, itself or from elsewhere.
    pub(super) fn exported(&self, place: &Place, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let key = (place.clone(), name.to_owned(), want);
        self.exports.get(&self.reach, key, || self.find_export(place, name, want))
    }

    fn find_export(&self, place: &Place, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Lookup::Nothing) };
        match place {
            Place::File { file, scope } => {
                let context = self.context(*file)?;
                let found = in_place(&context, *scope, name, want);
                if !found.is_empty() {
                    return Ok(Lookup::of(found, How::Import, confidence::IMPORT));
                }
                if context.family == Family::Script {
                    let assigned = self.assigned_name(&context, name, want)?;
                    if !assigned.is_nothing() {
                        return Ok(assigned);
                    }
                }
                let handed_on = self.imported_into(&context, *scope, name, want)?;
                if !handed_on.is_nothing() {
                    return Ok(handed_on.by(How::Reexport, confidence::REEXPORT));
                }
                let starred = self.starred(&context, *scope, name, want)?;
                Ok(starred.by(How::Reexport, confidence::REEXPORT))
            }
            Place::Folder(_) | Place::Package(_) | Place::Namespace(_) => {
                self.in_wide_place(place, name, want)
            }
        }
    }

    /// What a package or namespace, which many files make up, has under a name.
    fn in_wide_place(&self, place: &Place, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let mut found = Vec::new();
        for candidate in self.candidates(name)?.iter() {
            if found.len() > limits::RESOLVE_TARGETS {
                break;
            }
            let family = candidate.family;
            let is_taken = place.is_of(family)
                && candidate.definition.receiver.is_none()
                && want.takes(&candidate.definition, family)
                && place.may_hold(&candidate.path);
            if !is_taken {
                continue;
            }
            let context = self.context(candidate.id.file)?;
            let container = candidate.definition.container;
            let is_outer = context.chain(container).all(|(_, around)| is_module(around));
            if is_outer && place.holds_namespace(&context.namespace_of(container)) {
                found.push(candidate.id);
            }
        }
        Ok(Lookup::of(found, How::Import, confidence::IMPORT))
    }

    /// What needs no import because it is of the same package.
    fn in_package(&self, site: &Site, name: &str, want: Want) -> Result<Lookup, StoreError> {
        for place in Place::around(&site.context, site.within) {
            let found = self.in_wide_place(&place, name, want)?;
            if !found.is_nothing() {
                return Ok(found.by(How::SamePackage, confidence::SAME_PACKAGE));
            }
        }
        Ok(Lookup::Nothing)
    }

    /// The definitions of a name in all files, where the language needs no import.
    fn global(&self, site: &Site, name: &str, want: Want) -> Result<Lookup, StoreError> {
        let family = site.context.family;
        if !family.has_global_names() {
            return Ok(Lookup::Nothing);
        }
        let mut found = Vec::new();
        let mut declared = Vec::new();
        // A namespace may keep it from being meant.
        let mut is_spaced = false;
        for candidate in self.candidates(name)?.iter() {
            let definition = &candidate.definition;
            let is_taken = candidate.family == family
                && want.takes(definition, family)
                && definition.receiver.is_none()
                && definition.kind != DefinitionKind::Method;
            if !is_taken || is_private_to_file(definition, &candidate.path) {
                continue;
            }
            if definition.container.is_some() {
                let context = self.context(candidate.id.file)?;
                if !context.chain(definition.container).all(|(_, around)| is_module(around)) {
                    continue;
                }
                is_spaced |= definition.kind != DefinitionKind::Macro;
            }
            if is_declaration(definition) { declared.push(candidate.id) } else { found.push(candidate.id) }
        }
        let targets = if found.is_empty() { declared } else { found };
        if targets.len() > limits::RESOLVE_TARGETS {
            return Ok(Lookup::Nothing);
        }
        let sure = match (family, want) {
            (Family::C, _) if !is_spaced => confidence::LINKED,
            (Family::Ruby, Want::Type) => confidence::AUTOLOADED,
            _ => confidence::UNIQUE_FUNCTION,
        };
        Ok(Lookup::of(targets, How::UniqueName, sure))
    }
}

/// The definitions of a name that stand directly in a place of a file.
pub(super) fn in_place(context: &Context, scope: Option<u32>, name: &str, want: Want) -> Vec<DefinitionId> {
    context
        .named(name)
        // What names its own type is a member, and asked for through it.
        .filter(|(_, found)| found.receiver.is_none())
        // A method of an object is never called by its bare name.
        .filter(|(_, found)| context.family != Family::Script || found.kind != DefinitionKind::Method)
        .filter(|(_, found)| context.is_in(found, scope) && want.takes(found, context.family))
        .map(|(number, _)| context.id(number))
        .collect()
}

/// Whether a name is a parameter of a function around the place.
pub(super) fn is_parameter(site: &Site, name: &str) -> bool {
    let family = site.context.family;
    let takes = |definition: &Definition| {
        definition.kind.is_function()
            && signature::parameters(definition, family).iter().any(|parameter| parameter.name == name)
    };
    site.context.chain(site.within).any(|(_, definition)| takes(definition))
}

/// Whether no other file sees it.
fn is_private_to_file(definition: &Definition, path: &str) -> bool {
    let is_header = path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".hh");
    definition.signature.starts_with("static ") && !is_header
}

/// Whether it only says that there is such a thing.
pub(super) fn is_declaration(definition: &Definition) -> bool {
    definition.kind.is_function() && definition.signature.ends_with(';')
        || definition.signature.starts_with("extern ")
}
