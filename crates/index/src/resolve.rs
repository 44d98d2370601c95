//! Who means whom: uses of names brought to definitions, by scope, import and receiver, across files.
//!
//! Answers from one open [`Store`] when it is asked: an edge that was kept would be wrong after the next edit of
//! another file. What cannot be told stays ambiguous or unresolved; a name that is imported from outside the
//! repository never means a definition inside it. Reads no repository file and ranks nothing.

mod aliases;
mod builtins;
mod chain;
mod confidence;
mod context;
mod edges;
pub(crate) mod family;
mod handed;
mod imports;
mod inside;
mod locals;
mod members;
mod memo;
mod modules;
mod names;
mod paths;
mod receiver;
mod settle;
mod shared;
mod sieve;
mod signature;
mod spellings;
mod types;
mod values;

use std::rc::Rc;
use std::sync::Arc;

use foreword_model::limits;

use crate::facts::{CallSite, Definition, Reference};
use crate::store::{DefinitionId, FileId, Store, StoreError};

use context::Context;
use family::Family;
use memo::{Deeper, Memo, Reach};
use modules::{Entity, Place};
use names::{Lookup, Want};
use paths::Paths;
use shared::Shared;

/// How a use was brought to a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// Defined in a function or type around the use.
    SameScope,
    /// Defined in the file.
    SameFile,
    /// Imported from the file or package that defines it.
    Import,
    /// Imported from a file that hands it on.
    Reexport,
    /// A member of the receiver's type, which is known.
    Receiver,
    /// Defined in the same package, which needs no import.
    SamePackage,
    /// The only definition of that name that could be meant.
    UniqueName,
    /// Several things could be meant.
    Ambiguous,
}

impl How {
    /// As a reader gets it.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameScope => "same scope",
            Self::SameFile => "same file",
            Self::Import => "import",
            Self::Reexport => "re-export",
            Self::Receiver => "receiver",
            Self::SamePackage => "same package",
            Self::UniqueName => "unique name",
            Self::Ambiguous => "ambiguous",
        }
    }
}

/// What a use means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// This definition.
    One(DefinitionId),
    /// One of these, in order, or another implementation of what they declare. Overloads in one container are one
    /// thing: if it is only they, how and how sure are said of the thing.
    Ambiguous(Vec<DefinitionId>),
}

impl Target {
    /// All definitions that may be meant.
    pub fn definitions(&self) -> &[DefinitionId] {
        match self {
            Self::One(definition) => std::slice::from_ref(definition),
            Self::Ambiguous(definitions) => definitions,
        }
    }
}

/// A use that was brought to something.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// What it means.
    pub to: Target,
    /// How that was found.
    pub how: How,
    /// How sure that is, for each thing that may be meant: above 0, at most 1.
    pub confidence: f32,
}

/// What is known of a use.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// It means a definition of the repository.
    Found(Resolved),
    /// It means something outside the repository.
    Outside,
    /// It could not be told.
    Unknown,
}

/// A use of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The definition that the use stands in.
    pub from: Option<DefinitionId>,
    /// The file that it stands in.
    pub file: FileId,
    /// Its line, from 1.
    pub line: u32,
    /// What it means.
    pub to: Target,
    /// How that was found.
    pub how: How,
    /// How sure that is: above 0, at most 1.
    pub confidence: f32,
}

/// The edges of one answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Edges {
    /// By file and line.
    pub list: Vec<Edge>,
    /// Files that may hold more and were not read.
    pub unread_files: usize,
}

/// One of several equal parts of some files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// From 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl Share {
    /// All of them.
    pub const WHOLE: Self = Self { number: 0, of: 1 };
}

/// A file that imports another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileEdge {
    /// The file that imports.
    pub from: FileId,
    /// The file that is imported.
    pub to: FileId,
    /// The line of the import, from 1.
    pub line: u32,
}

/// Makes resolvers that know together what was read of one open index: one for each thread.
pub struct Resolvers<'s> {
    store: &'s Store,
    shared: Arc<Shared<'s>>,
    files_max: usize,
}

impl std::fmt::Debug for Resolvers<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Resolvers").finish_non_exhaustive()
    }
}

impl<'s> Resolvers<'s> {
    /// For an open index.
    pub fn new(store: &'s Store) -> Self {
        Self::reading(store, limits::RESOLVE_FILES)
    }

    /// For an open index. They read only so many files, the nearest, for the uses of one definition.
    pub fn reading(store: &'s Store, files_max: usize) -> Self {
        Self { store, shared: Arc::new(Shared::new(store)), files_max }
    }

    /// Another one.
    pub fn one(&self) -> Resolver<'s> {
        Resolver {
            store: self.store,
            shared: Arc::clone(&self.shared),
            modules: Memo::default(),
            bases: Memo::default(),
            exports: Memo::default(),
            reach: Reach::default(),
            files_max: self.files_max,
        }
    }
}

/// Resolves uses in one open index. Remembers what it has read, bounded; meant for one answer or a few.
pub struct Resolver<'s> {
    store: &'s Store,
    shared: Arc<Shared<'s>>,
    modules: Memo<ModuleKey, Entity>,
    bases: Memo<DefinitionId, Rc<[DefinitionId]>>,
    exports: Memo<ExportKey, Lookup>,
    reach: Reach,
    /// Files that are read for the uses of one definition.
    files_max: usize,
}

impl std::fmt::Debug for Resolver<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Resolver").finish_non_exhaustive()
    }
}

/// A module as a file names it: the file, the module in it, the text.
type ModuleKey = (FileId, Option<u32>, String);
/// A name of a module, and what it is wanted for.
type ExportKey = (Place, String, Want);

/// A definition of a name somewhere.
struct Candidate {
    id: DefinitionId,
    path: Arc<str>,
    family: Family,
    is_test: bool,
    definition: Definition,
}

/// Where a name is used.
#[derive(Clone)]
struct Site {
    context: Arc<Context>,
    within: Option<u32>,
    /// Nothing that is bound in a function is seen from line 0.
    line: u32,
    /// Only bindings before this one are seen.
    before: usize,
}

impl Site {
    /// A place that sees definitions only.
    fn new(context: &Arc<Context>, within: Option<u32>) -> Self {
        Self { context: Arc::clone(context), within, line: 0, before: usize::MAX }
    }

    /// A place on a line.
    fn on_line(context: Arc<Context>, within: Option<u32>, line: u32) -> Self {
        Self { context, within, line, before: usize::MAX }
    }
}

impl<'s> Resolver<'s> {
    /// A resolver for an open index. Reads nothing yet.
    pub fn new(store: &'s Store) -> Self {
        Resolvers::new(store).one()
    }

    /// What a call of a file means.
    pub fn resolve_call(&self, file: FileId, call: &CallSite) -> Result<Resolution, StoreError> {
        let site = Site::on_line(self.context(file)?, call.within, call.line);
        self.reach.begin();
        let found = match call.receiver.as_deref() {
            None => self.visible(&site, &call.name, Want::Callable)?,
            Some(receiver) => self.on_receiver(&site, receiver, &call.name)?,
        };
        self.settle(&site, found, Some(call))
    }

    /// What another use of a name means: a type, a constant, a function that is passed on.
    pub fn resolve_reference(&self, file: FileId, reference: &Reference) -> Result<Resolution, StoreError> {
        let site = Site::on_line(self.context(file)?, reference.within, reference.line);
        self.reach.begin();
        let found = self.visible(&site, &reference.name, Want::Anything)?;
        self.settle(&site, found, None)
    }

    fn context(&self, file: FileId) -> Result<Arc<Context>, StoreError> {
        self.shared.context(file)
    }

    fn candidates(&self, name: &str) -> Result<Arc<[Candidate]>, StoreError> {
        self.shared.candidates(name)
    }

    fn paths(&self) -> Result<&Paths, StoreError> {
        self.shared.paths()
    }

    /// One step deeper, unless that is too far: then what is looked for is not found.
    fn deeper(&self) -> Option<Deeper<'_>> {
        self.reach.deeper()
    }
}
