//! What the imports of a file bring under a name: one by one, all that a module has, what it exports by default.

use std::sync::Arc;

use crate::facts::{Binding, Definition, Import};
use crate::store::StoreError;

use super::context::Context;
use super::family::Family;
use super::modules::{Entity, Place};
use super::names::{Hits, Lookup, Want, in_place};
use super::{How, Resolver, Site, confidence};

impl Resolver<'_> {
    /// What is imported under a name.
    pub(super) fn imported(&self, site: &Site, name: &str, want: Want) -> Result<Lookup, StoreError> {
        self.imported_into(&site.context, site_scope(site), name, want)
    }

    pub(super) fn imported_into(
        &self,
        context: &Context,
        scope: Option<u32>,
        name: &str,
        want: Want,
    ) -> Result<Lookup, StoreError> {
        let mut hits: Option<Hits> = None;
        let mut leads_out = false;
        for import in in_scope(context, scope) {
            for (taken, _) in import.names.iter().filter(|(_, local)| local == name && name != "*") {
                match self.taken(context, import, taken, name, want)? {
                    Lookup::Found(found) => match &mut hits {
                        None => hits = Some(found),
                        Some(hits) => {
                            hits.targets.extend(found.targets);
                            hits.targets.sort_unstable();
                            hits.targets.dedup();
                        }
                    },
                    Lookup::Outside => leads_out = true,
                    Lookup::Local | Lookup::Nothing => {}
                }
            }
        }
        Ok(match hits {
            Some(hits) if leads_out => Lookup::Found(hits).by(How::Import, confidence::IMPORT_MAYBE),
            Some(hits) => Lookup::Found(hits),
            None if leads_out => Lookup::Outside,
            None => Lookup::Nothing,
        })
    }

    /// What one name of an import is. A name that is not found where it should be leads out: it is made in a
    /// way that the facts do not show, and no other definition of that name is meant.
    fn taken(
        &self,
        context: &Context,
        import: &Import,
        taken: &str,
        local: &str,
        want: Want,
    ) -> Result<Lookup, StoreError> {
        let scope = context.module_at(import.line);
        match self.module(context, scope, &import.module)? {
            _ if taken.is_empty() => Ok(Lookup::Outside),
            Entity::Module(place) if matches!(taken, "default" | Import::EXPORTS) => {
                self.default_export(&place, local, want)
            }
            Entity::Module(place) => Ok(match self.exported(&place, taken, want)? {
                Lookup::Nothing | Lookup::Local => Lookup::Outside,
                found => found,
            }),
            Entity::Type(owner) => Ok(match self.member(owner, taken)? {
                Lookup::Nothing => Lookup::Outside,
                found => found,
            }),
            Entity::Outside => Ok(Lookup::Outside),
            Entity::Unknown => Ok(Lookup::Nothing),
        }
    }

    /// What is imported with everything else that a module has.
    pub(super) fn starred(
        &self,
        context: &Context,
        scope: Option<u32>,
        name: &str,
        want: Want,
    ) -> Result<Lookup, StoreError> {
        let mut targets = Vec::new();
        for import in in_scope(context, scope) {
            if !import.names.iter().any(|(taken, local)| taken == "*" && local == "*") {
                continue;
            }
            let found = match self.module(context, context.module_at(import.line), &import.module)? {
                Entity::Module(place) => self.exported(&place, name, want)?,
                Entity::Type(owner) => self.member(owner, name)?,
                Entity::Outside | Entity::Unknown => continue,
            };
            if let Lookup::Found(hits) = found {
                targets.extend(hits.targets);
            }
        }
        targets.sort_unstable();
        targets.dedup();
        Ok(Lookup::of(targets, How::Import, confidence::REEXPORT))
    }

    /// What a module exports by default or as a whole: what it says itself, else what is called like the importing name
    /// or the file.
    fn default_export(&self, place: &Place, local: &str, want: Want) -> Result<Lookup, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Lookup::Outside) };
        let Place::File { file, .. } = place else { return Ok(Lookup::Outside) };
        let context = self.context(*file)?;
        let assigned = self.assigned_export(&context, Import::EXPORTS, want)?;
        if !assigned.is_nothing() {
            return Ok(assigned);
        }
        if let found @ Lookup::Found(_) = self.imported_into(&context, None, Import::EXPORTS, want)? {
            return Ok(found.by(How::Reexport, confidence::REEXPORT));
        }
        let stem = super::paths::last_part(&context.path).split('.').next().unwrap_or_default();
        // What is only named may be the module itself.
        let names = if want == Want::Anything { &[][..] } else { &[local, stem] };
        for name in names {
            let found = in_place(&context, None, name, want);
            if !found.is_empty() {
                return Ok(Lookup::of(found, How::Import, confidence::DEFAULT_EXPORT));
            }
        }
        Ok(Lookup::Outside)
    }

    /// What a file of CommonJS assigns to its exports, or to a name of them.
    pub(super) fn assigned_export(
        &self,
        context: &Arc<Context>,
        name: &str,
        want: Want,
    ) -> Result<Lookup, StoreError> {
        for binding in context.bindings.iter().rev().filter(|binding| binding.name == name) {
            let found = if binding.value == Binding::FUNCTION {
                let own = name.rsplit('.').next().unwrap_or(name);
                let is_it =
                    |found: &Definition| found.name_line == binding.line && want.takes(found, context.family);
                let ids = context.named(own).filter(|(_, found)| is_it(found));
                Lookup::of(
                    ids.map(|(number, _)| context.id(number)).collect(),
                    How::Import,
                    confidence::IMPORT,
                )
            } else {
                let site = Site::new(context, None);
                self.visible(&site, &binding.value, want)?.by(How::Import, confidence::IMPORT)
            };
            if let Lookup::Found(_) = found {
                return Ok(found);
            }
        }
        Ok(Lookup::Nothing)
    }

    /// A name of what a file of CommonJS exports: assigned under another name, or a member of what it exports as a whole.
    pub(super) fn assigned_name(
        &self,
        context: &Arc<Context>,
        name: &str,
        want: Want,
    ) -> Result<Lookup, StoreError> {
        let assigned = self.assigned_export(context, &format!("{}{name}", Binding::EXPORTED), want)?;
        if !assigned.is_nothing() {
            return Ok(assigned);
        }
        let whole = self.assigned_export(context, Import::EXPORTS, Want::Anything)?.one();
        let Some(whole) = whole.filter(|whole| whole.file == context.file) else {
            return Ok(Lookup::Nothing);
        };
        let members = Lookup::of(self.own_members(whole, name)?, How::Import, confidence::IMPORT);
        self.only(members, want)
    }
}

/// The module that a place is in, where imports belong to modules.
pub(super) fn site_scope(site: &Site) -> Option<u32> {
    match site.context.family {
        Family::Rust => site.context.module_of(site.within),
        _ => None,
    }
}

/// The imports that a module of a file has.
fn in_scope(context: &Context, scope: Option<u32>) -> impl Iterator<Item = &Import> {
    let by_module = context.family == Family::Rust;
    context.imports.iter().filter(move |import| !by_module || context.module_at(import.line) == scope)
}
