//! Under which names a definition may be used: its own, those that imports give it, and those that importers give to what
//! a file exports as a whole.

use foreword_model::limits;

use crate::facts::{Binding, Definition, Import};
use crate::store::{FileId, StoreError, Use};

use super::context::Context;
use super::family::Family;
use super::modules::Place;
use super::{Resolver, spellings};

impl Resolver<'_> {
    /// The name of a definition, and those that imports give to it. A file that uses a name and renames it too is left to
    /// whoever reads its uses.
    pub(super) fn aliases(
        &self,
        context: &Context,
        definition: &Definition,
    ) -> Result<Vec<String>, StoreError> {
        let mut names = vec![definition.name.clone()];
        if is_whole_export(context, definition) {
            self.names_of_whole(context.file, &mut names)?;
        }
        let mut at = 0;
        while let Some(known) = names.get(at).cloned() {
            let mut importing = self.store.files_using(&known, Use::Import)?;
            for how in [Use::Call, Use::Reference] {
                let using = self.store.files_using(&known, how)?;
                importing.retain(|file| using.binary_search(file).is_err());
            }
            let (importing, _) = self.nearest(importing, context.file)?;
            for file in importing {
                let imports = self.store.imports_and_bases(file)?.imports;
                given_to(&known, &imports).for_each(|local| add(&mut names, local));
            }
            at += 1;
        }
        Ok(names)
    }

    /// The names that importers give to what a file exports as a whole, also through files that hand it on.
    fn names_of_whole(&self, own: FileId, names: &mut Vec<String>) -> Result<(), StoreError> {
        let mut files = vec![own];
        let mut at = 0;
        while let Some(file) = files.get(at).copied() {
            at += 1;
            let context = self.context(file)?;
            let mut candidates = Vec::new();
            for spelled in spellings::of(&context.path, context.family) {
                candidates.extend(self.store.files_using(&spelled, Use::Import)?);
            }
            let (candidates, _) = self.nearest(candidates, file)?;
            for from in candidates {
                let importer = self.context(from)?;
                for (import, local) in importer.imports.iter().flat_map(taking_whole) {
                    self.reach.begin();
                    if self.module(&importer, None, &import.module)? != Place::file(file) {
                        continue;
                    }
                    if local != Import::EXPORTS {
                        add(names, local);
                    } else if files.len() < limits::RESOLVE_TARGETS && !files.contains(&from) {
                        files.push(from);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The other names that imports of a file give to a name.
pub(super) fn given_to<'i>(name: &'i str, imports: &'i [Import]) -> impl Iterator<Item = &'i str> {
    let pairs = imports.iter().flat_map(|import| &import.names);
    pairs.filter(move |(taken, local)| taken == name && local != name).map(|(_, local)| local.as_str())
}

/// The names that an import gives to what a module exports as a whole.
fn taking_whole(import: &Import) -> impl Iterator<Item = (&Import, &str)> {
    let pairs = import.names.iter();
    let whole = pairs.filter(|(taken, _)| matches!(taken.as_str(), Import::EXPORTS | "default"));
    whole.map(move |(_, local)| (import, local.as_str()))
}

fn add(names: &mut Vec<String>, name: &str) {
    if names.len() < limits::RESOLVE_TARGETS && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

/// Whether a file of CommonJS exports this and nothing else.
fn is_whole_export(context: &Context, definition: &Definition) -> bool {
    let is_it = |binding: &Binding| {
        let is_here = binding.value == Binding::FUNCTION && binding.line == definition.name_line;
        binding.name == Import::EXPORTS && (binding.value == definition.name || is_here)
    };
    context.family == Family::Script && definition.container.is_none() && context.bindings.iter().any(is_it)
}
