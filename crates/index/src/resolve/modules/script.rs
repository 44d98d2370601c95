//! JavaScript and TypeScript: relative paths with their endings and index files, `@/`, packages of the workspace.

use crate::store::{StoreError, Use};

use super::super::Resolver;
use super::super::context::Context;
use super::super::paths::{Paths, ancestors, below, folder_of, join, last_part};
use super::{Entity, Place};

const ENDINGS: &[&str] = &["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", "d.ts"];

impl Resolver<'_> {
    pub(super) fn script_module(&self, context: &Context, text: &str) -> Result<Entity, StoreError> {
        let paths = self.paths()?;
        let folder = folder_of(&context.path);
        if text.starts_with('.') {
            let found = join(folder, text).and_then(|path| file_of(paths, &path));
            return Ok(found.unwrap_or(Entity::Outside));
        }
        if let Some(found) = self.aliased(context, text)? {
            return Ok(found);
        }
        if let Some(rest) = text.strip_prefix("@/").or_else(|| text.strip_prefix("~/")) {
            let below_source = ancestors(folder).find_map(|root| {
                file_of(paths, &below(&below(root, "src"), rest))
                    .or_else(|| file_of(paths, &below(root, rest)))
            });
            return Ok(below_source.unwrap_or(Entity::Outside));
        }
        if let Some(found) = self.named_package(text)? {
            return Ok(found);
        }
        Ok(package_file(paths, text).unwrap_or(Entity::Outside))
    }

    /// A module that the configuration of the compiler, in a folder around, gives a place.
    fn aliased(&self, context: &Context, text: &str) -> Result<Option<Entity>, StoreError> {
        let paths = self.paths()?;
        for folder in ancestors(folder_of(&context.path)) {
            for name in CONFIGURATIONS {
                let Some(file) = paths.file(&below(folder, name)) else { continue };
                let configuration = self.context(file)?;
                for binding in &configuration.bindings {
                    let Some(alias) = binding.name.strip_prefix("paths ") else { continue };
                    let place =
                        alias_place(alias, &binding.value, text).and_then(|place| join(folder, &place));
                    if let Some(found) = place.and_then(|place| file_of(paths, &place)) {
                        return Ok(Some(found));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A package of the workspace, by the name that its manifest has.
    fn named_package(&self, text: &str) -> Result<Option<Entity>, StoreError> {
        let paths = self.paths()?;
        let parts = if text.starts_with('@') { 2 } else { 1 };
        let end = text.match_indices('/').nth(parts - 1).map_or(text.len(), |(at, _)| at);
        let (name, rest) = (&text[..end], text[end..].trim_start_matches('/'));
        let users = self.store.files_using(name, Use::Import)?;
        let inside = if rest.is_empty() { "index" } else { rest };
        for (path, file) in paths.entries_named("package.json") {
            if users.binary_search(&file).is_err() {
                continue;
            }
            let manifest = self.context(file)?;
            if !manifest.bindings.iter().any(|binding| binding.name == "name" && binding.value == name) {
                continue;
            }
            let folder = folder_of(path);
            let found = file_of(paths, &below(&below(folder, "src"), inside))
                .or_else(|| file_of(paths, &below(folder, inside)));
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Where compilers are told where modules are.
const CONFIGURATIONS: &[&str] =
    &["tsconfig.json", "tsconfig.base.json", "tsconfig.test.json", "jsconfig.json"];

/// `@a/*` at `./b/*` puts `@a/c` at `./b/c`.
fn alias_place(alias: &str, place: &str, text: &str) -> Option<String> {
    match alias.split_once('*') {
        None => (alias == text).then(|| place.to_owned()),
        Some((before, after)) => {
            let middle = text.strip_prefix(before)?.strip_suffix(after)?;
            Some(place.replacen('*', middle, 1))
        }
    }
}

/// A file by its path without ending, or the index of a folder.
fn file_of(paths: &Paths, path: &str) -> Option<Entity> {
    let bare = path.rsplit_once('.').filter(|(_, ending)| matches!(*ending, "js" | "jsx" | "mjs" | "cjs"));
    // `./a.js` in TypeScript is `./a.ts`.
    let bases = [Some(path), bare.map(|(bare, _)| bare)];
    let exact = paths.file(path);
    let with_ending = bases.into_iter().flatten().find_map(|base| {
        let plain = ENDINGS.iter().find_map(|ending| paths.file(&format!("{base}.{ending}")));
        plain.or_else(|| {
            ENDINGS.iter().find_map(|ending| paths.file(&below(base, &format!("index.{ending}"))))
        })
    });
    exact.or(with_ending).map(Place::file)
}

/// A package of the workspace lies in the folder of its name, with or without its scope.
fn package_file(paths: &Paths, text: &str) -> Option<Entity> {
    let mut parts = text.splitn(if text.starts_with('@') { 3 } else { 2 }, '/');
    let scope = if text.starts_with('@') { parts.next()? } else { "" };
    let name = parts.next()?;
    let rest = parts.next().unwrap_or_default();
    let inside = if rest.is_empty() { "index" } else { rest };
    // The manifest itself may be left out of the index.
    let beside = below(&below("packages", name), "src");
    if scope.is_empty()
        && let Some(found) = file_of(paths, &below(&beside, inside))
    {
        return Some(found);
    }
    let manifests = paths.files_named("package.json");
    // One manifest is the repository's own, and names no package beside it.
    if manifests.len() < 2 {
        return None;
    }
    let mut folders = manifests.into_iter().map(folder_of).filter(|folder| {
        let is_named = last_part(folder) == name && !folder.contains("node_modules");
        // An unscoped name of a folder may be any package of the world.
        is_named && (!scope.is_empty() || folder.starts_with("packages/"))
    });
    let folder = folders.next().filter(|_| folders.next().is_none())?;
    file_of(paths, &below(&below(folder, "src"), inside)).or_else(|| file_of(paths, &below(folder, inside)))
}
