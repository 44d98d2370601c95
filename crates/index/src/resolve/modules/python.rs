//! Python: dotted modules, absolute and relative; packages are folders.

use crate::store::StoreError;

use super::super::context::Context;
use super::super::paths::{Paths, ancestors, below, folder_of, last_part};
use super::super::Resolver;
use super::{Entity, Place};

impl Resolver<'_> {
    pub(super) fn python_module(&self, context: &Context, text: &str) -> Result<Entity, StoreError> {
        let paths = self.paths()?;
        let folder = folder_of(&context.path);
        let name = text.trim_start_matches('.');
        let dots = text.len() - name.len();
        let relative = name.replace('.', "/");
        if dots > 0 {
            let Some(start) = ancestors(folder).nth(dots - 1) else { return Ok(Entity::Outside) };
            let path = if relative.is_empty() { start.to_owned() } else { below(start, &relative) };
            return Ok(file_or_package(paths, &path));
        }
        let is_package = |folder: &str| paths.file(&below(folder, "__init__.py")).is_some();
        // What is below a package is reached through it, never from inside it by its bare name.
        for root in ancestors(folder).filter(|folder| !is_package(folder)) {
            for start in [root.to_owned(), below(root, "src"), below(root, "lib")] {
                let found = file_or_package(paths, &below(&start, &relative));
                if found != Entity::Outside {
                    return Ok(found);
                }
            }
        }
        Ok(Entity::Outside)
    }

    /// A module of a package.
    pub(super) fn python_child(&self, context: &Context, name: &str) -> Result<Option<Entity>, StoreError> {
        if last_part(&context.path) != "__init__.py" {
            return Ok(None);
        }
        let found = file_or_package(self.paths()?, &below(folder_of(&context.path), name));
        Ok((found != Entity::Outside).then_some(found))
    }
}

fn file_or_package(paths: &Paths, path: &str) -> Entity {
    let candidates = [below(path, "__init__.py"), format!("{path}.py"), format!("{path}.pyi")];
    candidates.iter().find_map(|path| paths.file(path)).map_or(Entity::Outside, Place::file)
}
