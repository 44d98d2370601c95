//! Rust: `crate::`, `super::`, `self::`, crates of the workspace, modules in files and in folders.

use crate::store::{FileId, StoreError};

use super::super::Resolver;
use super::super::context::{Context, is_module};
use super::super::family::Family;
use super::super::paths::{Paths, ancestors, below, folder_of, last_part};
use super::{Entity, Place};

impl Resolver<'_> {
    /// A path of modules and types, as a module of a file sees it.
    pub(in super::super) fn rust_path(
        &self,
        context: &Context,
        scope: Option<u32>,
        text: &str,
    ) -> Result<Entity, StoreError> {
        let text = text.trim_start_matches("r#").trim_start_matches("::");
        let mut segments = text.split("::").map(str::trim).peekable();
        let mut at = Entity::Module(Place::File { file: context.file, scope });
        match segments.peek().copied() {
            Some("crate" | "$crate") => {
                segments.next();
                at = self.crate_root(&context.path)?;
            }
            Some("self") => {
                segments.next();
            }
            Some("super") => {
                while segments.next_if_eq(&"super").is_some() {
                    at = self.rust_parent(&at)?;
                }
            }
            Some(first) => {
                let first = first.to_owned();
                segments.next();
                at = self.rust_first(context, scope, &first)?;
            }
            None => return Ok(Entity::Unknown),
        }
        for segment in segments {
            at = self.step(Family::Rust, &at, segment.trim_start_matches("r#"))?;
        }
        Ok(at)
    }

    /// What the first name of a path is: a module of this one, an imported one, or a crate.
    fn rust_first(&self, context: &Context, scope: Option<u32>, name: &str) -> Result<Entity, StoreError> {
        if matches!(name, "std" | "core" | "alloc" | "proc_macro") {
            return Ok(Entity::Outside);
        }
        if let Some(child) = self.rust_child(context.file, scope, name)? {
            return Ok(child);
        }
        // An import of this very name would lead back here.
        let is_itself = |module: &str| module == name || module.starts_with(&format!("{name}::"));
        let is_imported = context
            .imports
            .iter()
            .any(|import| !is_itself(&import.module) && import.names.iter().any(|(_, local)| local == name));
        if is_imported && let Some(module) = self.imported_module(context, scope, name)? {
            return Ok(module);
        }
        let crates = self.crates()?;
        match crates.iter().find(|(known, _)| known == name) {
            Some((_, folder)) => self.crate_root(&below(folder, "src/lib.rs")),
            None => Ok(Entity::Outside),
        }
    }

    /// A module directly below one: in its file with a body, or in a file of its own.
    pub(in super::super) fn rust_child(
        &self,
        file: FileId,
        scope: Option<u32>,
        name: &str,
    ) -> Result<Option<Entity>, StoreError> {
        let context = self.context(file)?;
        let inside = context.named(name).find(|(_, found)| {
            is_module(found) && found.container == scope && !found.signature.ends_with(';')
        });
        if let Some((number, _)) = inside {
            return Ok(Some(Entity::Module(Place::File { file, scope: Some(number) })));
        }
        let mut folder = child_folder(&context.path);
        for (_, around) in context.chain(scope).collect::<Vec<_>>().into_iter().rev() {
            folder = below(&folder, &around.name);
        }
        let paths = self.paths()?;
        let found = [format!("{name}.rs"), format!("{name}/mod.rs")]
            .iter()
            .find_map(|path| paths.file(&below(&folder, path)))
            .filter(|found| *found != file);
        Ok(found.map(Place::file))
    }

    /// The module around a module.
    fn rust_parent(&self, at: &Entity) -> Result<Entity, StoreError> {
        let Entity::Module(Place::File { file, scope }) = at else { return Ok(Entity::Unknown) };
        let context = self.context(*file)?;
        if let Some(scope) = scope {
            let container = context.definition(*scope).and_then(|around| around.container);
            return Ok(Entity::Module(Place::File { file: *file, scope: container }));
        }
        let paths = self.paths()?;
        let folder = match last_part(&context.path) {
            "mod.rs" => folder_of(folder_of(&context.path)),
            _ => folder_of(&context.path),
        };
        Ok(module_file(paths, folder, *file).map_or(Entity::Unknown, Place::file))
    }

    /// The file that a crate begins with, for any file of the crate.
    fn crate_root(&self, path: &str) -> Result<Entity, StoreError> {
        let paths = self.paths()?;
        for folder in ancestors(folder_of(path)) {
            let roots: &[&str] = if last_part(folder) == "src" { &["lib.rs", "main.rs"] } else { &[] };
            if let Some(root) = roots.iter().find_map(|name| paths.file(&below(folder, name))) {
                return Ok(Place::file(root));
            }
            if paths.file(&below(folder, "Cargo.toml")).is_some() {
                break;
            }
        }
        // Tests, benches and examples begin with themselves.
        Ok(paths.file(path).map_or(Entity::Outside, Place::file))
    }

    /// Crates of the repository: name and folder.
    fn crates(&self) -> Result<&[(String, String)], StoreError> {
        if let Some(known) = self.shared.workspace.crates.get() {
            return Ok(known);
        }
        let found = crate_names(self.paths()?);
        Ok(self.shared.workspace.crates.get_or_init(|| found))
    }
}

/// The crates of a repository by the folders of their manifests: a crate is called as its folder.
fn crate_names(paths: &Paths) -> Vec<(String, String)> {
    let manifests = paths.files_named("Cargo.toml").into_iter().map(folder_of);
    let with_source = manifests.filter(|folder| {
        paths.file(&below(folder, "src/lib.rs")).is_some()
            || paths.file(&below(folder, "src/main.rs")).is_some()
    });
    with_source.map(|folder| (last_part(folder).replace('-', "_"), folder.to_owned())).collect()
}

/// The folder in which the modules below a file lie.
fn child_folder(path: &str) -> String {
    match last_part(path) {
        "mod.rs" | "lib.rs" | "main.rs" => folder_of(path).to_owned(),
        // A test or example has its modules beside it.
        _ if ["tests", "benches", "examples"].contains(&last_part(folder_of(path))) => {
            folder_of(path).to_owned()
        }
        name => below(folder_of(path), name.trim_end_matches(".rs")),
    }
}

/// The file of the module whose modules lie in a folder.
fn module_file(paths: &Paths, folder: &str, except: FileId) -> Option<FileId> {
    let inside = ["mod.rs", "lib.rs", "main.rs"].iter().map(|name| below(folder, name));
    let beside = [format!("{folder}.rs")];
    inside.chain(beside).filter_map(|path| paths.file(&path)).find(|file| *file != except)
}
