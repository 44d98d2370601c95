//! What the text of an import leads to: a file, a folder, a namespace, a type, or out of the repository. One
//! file per language; each only turns text into paths and asks which of them there are.

mod go;
mod include;
mod jvm;
mod python;
mod rust;
mod script;

use std::sync::OnceLock;

use crate::facts::{DefinitionKind, Import};
use crate::store::{DefinitionId, FileId, StoreError};

use super::Resolver;
use super::context::{Context, NAMESPACE_SEPARATOR};
use super::family::Family;
use super::names::Want;
use super::paths::folder_of;

/// What a path of names leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entity {
    Type(DefinitionId),
    Module(Place),
    /// Out of the repository.
    Outside,
    /// It cannot be told.
    Unknown,
}

/// Where a module's names are defined.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// In a file, or in a module inside it.
    File { file: FileId, scope: Option<u32> },
    /// In the files of a folder.
    Folder(String),
    /// In the files of folders that end so.
    Package(String),
    /// In this namespace, wherever it is opened.
    Namespace(String),
}

impl Place {
    pub(super) fn file(file: FileId) -> Entity {
        Entity::Module(Self::File { file, scope: None })
    }

    /// The packages whose names a definition sees without an import, from the inside out.
    pub(super) fn around(context: &Context, within: Option<u32>) -> Vec<Self> {
        match context.family {
            Family::Go => vec![Self::Folder(folder_of(&context.path).to_owned())],
            Family::Jvm => vec![Self::Package(jvm::package_of(&context.path).to_owned())],
            Family::CSharp | Family::Php => {
                let mut namespace = context.namespace_of(within);
                let mut places = vec![Self::Namespace(namespace.clone())];
                while let Some((outer, _)) = namespace.rsplit_once(NAMESPACE_SEPARATOR) {
                    namespace = outer.to_owned();
                    if context.family == Family::CSharp {
                        places.push(Self::Namespace(namespace.clone()));
                    }
                }
                places
            }
            Family::Rust | Family::Python | Family::Script | Family::C | Family::Ruby | Family::Other(_) => {
                Vec::new()
            }
        }
    }

    /// Whether a family has such places.
    pub(super) fn is_of(&self, family: Family) -> bool {
        match self {
            Self::File { .. } => true,
            Self::Folder(_) => family == Family::Go,
            Self::Package(_) => family == Family::Jvm,
            Self::Namespace(_) => matches!(family, Family::CSharp | Family::Php | Family::C),
        }
    }

    /// Whether a file of this path may be a part of it.
    pub(super) fn may_hold(&self, path: &str) -> bool {
        match self {
            Self::File { .. } | Self::Namespace(_) => true,
            Self::Folder(folder) => folder_of(path) == folder,
            Self::Package(package) => {
                let before = folder_of(path).strip_suffix(package.as_str());
                before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }
        }
    }

    /// Whether what is in a namespace is a part of it.
    pub(super) fn holds_namespace(&self, namespace: &str) -> bool {
        match self {
            Self::File { .. } | Self::Folder(_) | Self::Package(_) => true,
            Self::Namespace(wanted) => namespace == wanted,
        }
    }
}

/// What is known of the packages of a repository, found when first asked for.
#[derive(Default)]
pub(super) struct Workspace {
    crates: OnceLock<Vec<(String, String)>>,
    go: OnceLock<Vec<(String, String)>>,
}

impl Resolver<'_> {
    /// What the module of an import leads to, as a module of a file sees it.
    pub(super) fn module(
        &self,
        context: &Context,
        scope: Option<u32>,
        text: &str,
    ) -> Result<Entity, StoreError> {
        let key = (context.file, scope, text.to_owned());
        self.modules.get(&self.reach, key, || self.find_module(context, scope, text))
    }

    fn find_module(&self, context: &Context, scope: Option<u32>, text: &str) -> Result<Entity, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Entity::Unknown) };
        match context.family {
            Family::Rust => self.rust_path(context, scope, text),
            Family::Python => self.python_module(context, text),
            Family::Script => self.script_module(context, text),
            Family::Go => self.go_package(text),
            Family::Jvm => self.jvm_package(text),
            Family::C => self.include(context, text),
            Family::CSharp | Family::Php => self.namespace(text),
            Family::Ruby => self.ruby_file(context, text),
            Family::Other(_) => Ok(Entity::Unknown),
        }
    }

    /// The files that an import leads to, as far as it names files.
    pub(super) fn imported_files(
        &self,
        context: &Context,
        import: &Import,
    ) -> Result<Vec<FileId>, StoreError> {
        let scope = context.module_at(import.line);
        let entity = self.module(context, scope, &import.module)?;
        let mut files = Vec::new();
        let mut is_module_itself = import.names.is_empty();
        for (taken, _) in &import.names {
            match self.step(context.family, &entity, taken)? {
                _ if is_whole(taken) || matches!(taken.as_str(), "*" | "default") => is_module_itself = true,
                Entity::Module(Place::File { file, .. }) => files.push(file),
                Entity::Type(definition) => files.push(definition.file),
                _ => match &entity {
                    Entity::Module(place) => match self.exported(place, taken, Want::Anything)? {
                        super::names::Lookup::Found(hits) => {
                            files.extend(hits.targets.iter().map(|target| target.file));
                        }
                        _ => is_module_itself = true,
                    },
                    _ => is_module_itself = true,
                },
            }
        }
        if is_module_itself {
            match entity {
                Entity::Module(Place::File { file, .. }) => files.push(file),
                Entity::Type(definition) => files.push(definition.file),
                _ => {}
            }
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// What a name leads to from something.
    pub(super) fn step(&self, family: Family, from: &Entity, name: &str) -> Result<Entity, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Entity::Unknown) };
        let place = match from {
            Entity::Outside | Entity::Unknown => return Ok(from.clone()),
            Entity::Type(owner) => return self.nested(*owner, name),
            Entity::Module(place) => place,
        };
        if let Some(inner) = self.module_below(family, place, name)? {
            return Ok(inner);
        }
        let found = self.exported(place, name, Want::Type)?;
        if let Some(definition) = found.one() {
            return Ok(Entity::Type(definition));
        }
        if let Some(module) = self.module_handed_on(place, name)? {
            return Ok(module);
        }
        Ok(match found {
            super::names::Lookup::Outside => Entity::Outside,
            _ => Entity::Unknown,
        })
    }

    /// A type in a type.
    fn nested(&self, owner: DefinitionId, name: &str) -> Result<Entity, StoreError> {
        let context = self.context(owner.file)?;
        let found = super::names::in_place(&context, Some(owner.number), name, Want::Type);
        Ok(found.first().map_or(Entity::Unknown, |inner| Entity::Type(*inner)))
    }

    /// A module in a module: inside its file, or in one below it.
    fn module_below(&self, family: Family, place: &Place, name: &str) -> Result<Option<Entity>, StoreError> {
        match (family, place) {
            (Family::Rust, Place::File { file, scope }) => self.rust_child(*file, *scope, name),
            (Family::Python, Place::File { file, .. }) => {
                let context = self.context(*file)?;
                // What the package itself says comes first.
                if !super::names::in_place(&context, None, name, Want::Anything).is_empty() {
                    return Ok(None);
                }
                self.python_child(&context, name)
            }
            (Family::Python, Place::Folder(folder)) => self.python_below(folder, name),
            (Family::CSharp | Family::Php | Family::C, Place::Namespace(outer)) => {
                let inner = format!("{outer}{NAMESPACE_SEPARATOR}{name}");
                Ok(self.is_namespace(name)?.then_some(Entity::Module(Place::Namespace(inner))))
            }
            _ => Ok(None),
        }
    }

    /// A module that another imports, and so hands on.
    fn module_handed_on(&self, place: &Place, name: &str) -> Result<Option<Entity>, StoreError> {
        let Place::File { file, scope } = place else { return Ok(None) };
        let Some(_guard) = self.deeper() else { return Ok(None) };
        let context = self.context(*file)?;
        let imported = self.imported_module(&context, *scope, name)?;
        if imported.is_some() || context.family != Family::Script {
            return Ok(imported);
        }
        for import in context.imports.iter().filter(|import| import.is_reexport) {
            if import.names.iter().any(|(taken, local)| taken == "*" && local == "*")
                && let Entity::Module(inner) = self.module(&context, *scope, &import.module)?
                && let Some(found) = self.module_handed_on(&inner, name)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The module that a file imports under a name.
    pub(super) fn imported_module(
        &self,
        context: &Context,
        scope: Option<u32>,
        name: &str,
    ) -> Result<Option<Entity>, StoreError> {
        let by_module = context.family == Family::Rust;
        for import in &context.imports {
            let import_scope = context.module_at(import.line);
            if by_module && import_scope != scope {
                continue;
            }
            for (taken, _) in import.names.iter().filter(|(_, local)| local == name) {
                let entity = self.module(context, import_scope, &import.module)?;
                let entity =
                    if is_whole(taken) { entity } else { self.step(context.family, &entity, taken)? };
                if entity != Entity::Unknown {
                    return Ok(Some(entity));
                }
            }
            let is_bare = import.names.is_empty() && self.binds(context.family, &import.module) == name;
            if is_bare {
                return self.module(context, import_scope, &import.module).map(Some);
            }
        }
        Ok(None)
    }

    /// The name under which a module that is imported as a whole is known.
    fn binds<'t>(&self, family: Family, module: &'t str) -> &'t str {
        match family {
            Family::Go => go::package_name(module),
            Family::Rust | Family::C => module.rsplit("::").next().unwrap_or(module),
            Family::Python => module,
            _ => "",
        }
    }

    fn namespace(&self, text: &str) -> Result<Entity, StoreError> {
        let text = text.trim_start_matches('\\').replace(['\\', '.'], NAMESPACE_SEPARATOR);
        let last = text.rsplit(NAMESPACE_SEPARATOR).next().unwrap_or(&text);
        // A namespace is known by those that open it; a type may stand in its place.
        if self.is_namespace(&text)? || self.is_namespace(last)? {
            return Ok(Entity::Module(Place::Namespace(text)));
        }
        if let Some((outer, name)) = text.rsplit_once(NAMESPACE_SEPARATOR) {
            let place = Place::Namespace(outer.to_owned());
            if let Some(definition) = self.exported(&place, name, Want::Type)?.one() {
                return Ok(Entity::Type(definition));
            }
        }
        Ok(Entity::Outside)
    }

    /// Whether somewhere a namespace is opened whose name, as written, is this or has it as its last part.
    pub(super) fn is_namespace(&self, name: &str) -> Result<bool, StoreError> {
        for spelled in [name.to_owned(), name.replace("::", "\\"), name.replace("::", ".")] {
            let found = self.candidates(&spelled)?;
            if found.iter().any(|candidate| candidate.definition.kind == DefinitionKind::Module) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ruby_file(&self, context: &Context, text: &str) -> Result<Entity, StoreError> {
        let paths = self.paths()?;
        let name = if text.ends_with(".rb") { text.to_owned() } else { format!("{text}.rb") };
        let relative = super::paths::join(folder_of(&context.path), &name);
        if let Some(file) = relative.and_then(|path| paths.file(&path)) {
            return Ok(Place::file(file));
        }
        let found = paths.ending(name.trim_start_matches("./"));
        let in_lib = found.iter().filter(|(path, _)| path.starts_with("lib/") || path.contains("/lib/"));
        Ok(match (found.as_slice(), in_lib.collect::<Vec<_>>().as_slice()) {
            ([(_, file)], _) | (_, [(_, file)]) => Place::file(*file),
            ([], _) => Entity::Outside,
            _ => Entity::Unknown,
        })
    }
}

/// Whether a name that is taken stands for the module itself.
fn is_whole(taken: &str) -> bool {
    taken.is_empty() || taken == Import::EXPORTS
}
