//! What the imports of a file bring under a name: one by one, all that a module has, what it exports by default.

use crate::facts::Import;
use crate::store::{DefinitionId, StoreError};

use super::context::Context;
use super::family::Family;
use super::modules::{Entity, Place};
use super::names::{Hits, Lookup, Want, in_place};
use super::{How, Resolver, Site, confidence, signature};

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
            Entity::Module(place) if taken == "default" => self.default_export(&place, local, want),
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

    /// `const name = require('module')` is an import.
    pub(super) fn required_export(
        &self,
        site: &Site,
        in_file: &[DefinitionId],
        want: Want,
    ) -> Result<Option<Lookup>, StoreError> {
        let context = &site.context;
        let [only] = in_file else { return Ok(None) };
        if context.family != Family::Script || want == Want::Anything {
            return Ok(None);
        }
        let Some(definition) = context.definition(only.number) else { return Ok(None) };
        let Some(module) = signature::required_module(&definition.signature) else { return Ok(None) };
        Ok(Some(match self.module(context, None, module)? {
            Entity::Module(place) => self.default_export(&place, &definition.name, want)?,
            _ => Lookup::Outside,
        }))
    }

    /// What a module exports by default: what is called like the importing name or the file, or the only one.
    fn default_export(&self, place: &Place, local: &str, want: Want) -> Result<Lookup, StoreError> {
        let Place::File { file, .. } = place else { return Ok(Lookup::Outside) };
        let context = self.context(*file)?;
        let stem = super::paths::last_part(&context.path).split('.').next().unwrap_or_default();
        for name in [local, stem] {
            let found = in_place(&context, None, name, want);
            if !found.is_empty() {
                return Ok(Lookup::of(found, How::Import, confidence::DEFAULT_EXPORT));
            }
        }
        Ok(Lookup::Outside)
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
