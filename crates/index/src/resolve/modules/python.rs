//! Python: dotted modules, absolute and relative; packages are folders.

use crate::store::StoreError;

use super::super::Resolver;
use super::super::context::Context;
use super::super::paths::{Paths, ancestors, below, folder_of, last_part};
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
            let found = file_or_package(paths, &path);
            let is_bare = found == Entity::Outside && paths.is_folder(&path);
            return Ok(if is_bare { Entity::Module(Place::Folder(path)) } else { found });
        }
        let is_package = |folder: &str| paths.file(&below(folder, "__init__.py")).is_some();
        // What is below a package is reached through it, never from inside it by its bare name.
        let roots: Vec<String> = ancestors(folder)
            .filter(|folder| !is_package(folder))
            .flat_map(|root| [root.to_owned(), below(root, "src"), below(root, "lib")])
            .map(|root| below(&root, &relative))
            .collect();
        let files = roots.iter().map(|path| file_or_package(paths, path));
        if let Some(found) = files.into_iter().find(|found| *found != Entity::Outside) {
            return Ok(found);
        }
        // A folder without `__init__.py` is a package too, if there is no other.
        let folders = roots.into_iter().find(|path| paths.is_folder(path));
        Ok(folders.map_or(Entity::Outside, |folder| Entity::Module(Place::Folder(folder))))
    }

    /// A module in a folder that says nothing itself.
    pub(super) fn python_below(&self, folder: &str, name: &str) -> Result<Option<Entity>, StoreError> {
        let found = file_or_package(self.paths()?, &below(folder, name));
        Ok((found != Entity::Outside).then_some(found))
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
