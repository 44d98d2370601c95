//! One file as resolution sees it: its definitions, imports and bases, and who encloses whom.

use crate::class::{self, FileClass};
use crate::facts::{Base, Binding, Definition, DefinitionKind, Import};
use crate::language;
use crate::store::{DefinitionId, FileId, Sites, Store, StoreError};

use super::family::Family;

/// Containers that are followed outwards: real code nests less, and facts may be wrong.
const CONTAINER_HOPS: usize = 32;

/// One file.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) file: FileId,
    pub(super) path: String,
    pub(super) family: Family,
    pub(super) is_test: bool,
    pub(super) definitions: Vec<Definition>,
    pub(super) imports: Vec<Import>,
    pub(super) bases: Vec<Base>,
    pub(super) bindings: Vec<Binding>,
}

impl Context {
    pub(super) fn read(store: &Store, file: FileId) -> Result<Self, StoreError> {
        let path = store.file(file)?.path;
        // No call and no reference has the empty name.
        let sites = store.sites_where(file, |_| false)?;
        Self::new(store, file, path, sites)
    }

    /// The file, if its sites were read already.
    pub(super) fn new(store: &Store, file: FileId, path: String, sites: Sites) -> Result<Self, StoreError> {
        let family = Family::of_path(&path);
        let is_test = class::of_path(&path, language::of_path(&path)) == FileClass::Test;
        let Sites { imports, bases, bindings, .. } = sites;
        Ok(Self { file, family, is_test, path, definitions: store.heads_of(file)?, imports, bases, bindings })
    }

    pub(super) fn id(&self, number: u32) -> DefinitionId {
        DefinitionId { file: self.file, number }
    }

    pub(super) fn definition(&self, number: u32) -> Option<&Definition> {
        self.definitions.get(number as usize)
    }

    /// A definition and those around it, from the inside out.
    pub(super) fn chain(&self, within: Option<u32>) -> impl Iterator<Item = (u32, &Definition)> {
        let mut next = within;
        std::iter::from_fn(move || {
            let number = next?;
            let definition = self.definition(number)?;
            next = definition.container;
            Some((number, definition))
        })
        .take(CONTAINER_HOPS)
    }

    /// The definitions of a name.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (u32, &'a Definition)> {
        (0_u32..).zip(&self.definitions).filter(move |(_, definition)| definition.name == name)
    }

    /// Whether a definition stands directly in a scope: nothing is the file itself. A namespace may be opened
    /// more than once.
    pub(super) fn is_in(&self, definition: &Definition, scope: Option<u32>) -> bool {
        if definition.container == scope {
            return true;
        }
        let module = |number: Option<u32>| {
            number.and_then(|number| self.definition(number)).filter(|outer| is_module(outer))
        };
        match (module(definition.container), module(scope)) {
            (Some(one), Some(other)) => one.name == other.name && one.container == other.container,
            _ => false,
        }
    }

    /// The innermost module or namespace around a definition, itself included.
    pub(super) fn module_of(&self, within: Option<u32>) -> Option<u32> {
        self.chain(within).find(|(_, definition)| is_module(definition)).map(|(number, _)| number)
    }

    /// The innermost module or namespace around a line.
    pub(super) fn module_at(&self, line: u32) -> Option<u32> {
        let holds = |definition: &Definition| {
            is_module(definition) && definition.start_line <= line && line <= definition.end_line
        };
        let around = (0_u32..).zip(&self.definitions).filter(|(_, definition)| holds(definition));
        // One line holds no more than a mention of a module that is elsewhere.
        let around = around.filter(|(_, definition)| definition.end_line > definition.start_line);
        around.last().map(|(number, _)| number)
    }

    /// The names of the namespaces around a definition, from the outside in, joined; or the one that the
    /// whole file is in.
    pub(super) fn namespace_of(&self, within: Option<u32>) -> String {
        let mut names: Vec<&str> = self
            .chain(within)
            .filter(|(_, definition)| is_module(definition))
            .map(|(_, definition)| definition.name.as_str())
            .collect();
        if names.is_empty() && matches!(self.family, Family::Php | Family::CSharp) {
            // `namespace A\B;` holds what follows it.
            names.extend(
                self.definitions.iter().find(|found| is_module(found)).map(|found| found.name.as_str()),
            );
        }
        names.reverse();
        names.join(NAMESPACE_SEPARATOR).replace(['\\', '.'], NAMESPACE_SEPARATOR)
    }

    /// The name of the type that a definition belongs to: around it, or named by itself.
    pub(super) fn owner_name<'a>(&'a self, definition: &'a Definition) -> Option<&'a str> {
        if let Some(receiver) = &definition.receiver {
            return Some(last_name(receiver));
        }
        let container = self.definition(definition.container?)?;
        has_members(container).then_some(container.name.as_str())
    }
}

/// What parts the names of a namespace here, whatever the language writes.
pub(super) const NAMESPACE_SEPARATOR: &str = "::";

pub(super) fn is_module(definition: &Definition) -> bool {
    definition.kind == DefinitionKind::Module
}

/// Whether methods may belong to it: a type, or a value that holds functions.
pub(super) fn has_members(definition: &Definition) -> bool {
    definition.kind.is_type()
        || matches!(definition.kind, DefinitionKind::Constant | DefinitionKind::Variable)
}

/// The last name of a path, without generics.
pub(super) fn last_name(path: &str) -> &str {
    let end = path.find(['<', '[']).unwrap_or(path.len());
    path[..end].rsplit(['.', ':', '\\']).next().unwrap_or(path).trim()
}
