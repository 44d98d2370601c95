//! Who means whom: uses of names brought to definitions, by scope, import and receiver, across files.
//!
//! Answers from one open [`Store`] when it is asked: an edge that was kept would be wrong after the next edit of
//! another file. What cannot be told stays ambiguous or unresolved; a name that is imported from outside the
//! repository never means a definition inside it. Reads no repository file and ranks nothing.

mod builtins;
mod chain;
mod confidence;
mod context;
mod edges;
pub(crate) mod family;
mod handed;
mod imports;
mod locals;
mod members;
mod modules;
mod names;
mod paths;
mod receiver;
mod settle;
mod sieve;
mod signature;
mod spellings;
mod types;
mod values;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use foreword_model::limits;

use crate::class::FileClass;
use crate::facts::{CallSite, Definition, Reference};
use crate::store::{DefinitionId, FileId, Store, StoreError};

use context::Context;
use family::Family;
use modules::{Entity, Workspace};
use names::Want;
use paths::Paths;

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
    /// Several could be meant.
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
    /// One of these, in order, or another implementation of what they declare.
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
    /// How sure that is: above 0, at most 1.
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

/// Resolves uses in one open index. Remembers what it has read, bounded; meant for one answer or a few.
pub struct Resolver<'s> {
    store: &'s Store,
    paths: OnceCell<Paths>,
    workspace: Workspace,
    contexts: RefCell<HashMap<FileId, Rc<Context>>>,
    candidates: RefCell<HashMap<String, Rc<[Candidate]>>>,
    modules: RefCell<HashMap<ModuleKey, Entity>>,
    depth: Cell<u32>,
    steps: Cell<u32>,
}

impl std::fmt::Debug for Resolver<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Resolver").finish_non_exhaustive()
    }
}

/// A module as a file names it: the file, the module in it, the text.
type ModuleKey = (FileId, Option<u32>, String);

/// A definition of a name somewhere.
struct Candidate {
    id: DefinitionId,
    path: Rc<str>,
    family: Family,
    is_test: bool,
    definition: Definition,
}

/// Where a name is used.
#[derive(Clone)]
struct Site {
    context: Rc<Context>,
    within: Option<u32>,
    /// Nothing that is bound in a function is seen from line 0.
    line: u32,
    /// Only bindings before this one are seen.
    before: usize,
}

impl Site {
    /// A place that sees definitions only.
    fn new(context: &Rc<Context>, within: Option<u32>) -> Self {
        Self { context: Rc::clone(context), within, line: 0, before: usize::MAX }
    }

    /// A place on a line.
    fn on_line(context: Rc<Context>, within: Option<u32>, line: u32) -> Self {
        Self { context, within, line, before: usize::MAX }
    }
}

impl<'s> Resolver<'s> {
    /// A resolver for an open index. Reads nothing yet.
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            paths: OnceCell::new(),
            workspace: Workspace::default(),
            contexts: RefCell::default(),
            candidates: RefCell::default(),
            modules: RefCell::default(),
            depth: Cell::new(0),
            steps: Cell::new(0),
        }
    }

    /// What a call of a file means.
    pub fn resolve_call(&self, file: FileId, call: &CallSite) -> Result<Resolution, StoreError> {
        let site = Site::on_line(self.context(file)?, call.within, call.line);
        self.steps.set(0);
        let found = match call.receiver.as_deref() {
            None => self.visible(&site, &call.name, Want::Callable)?,
            Some(receiver) => self.on_receiver(&site, receiver, &call.name)?,
        };
        self.settle(&site, found, Some(call))
    }

    /// What another use of a name means: a type, a constant, a function that is passed on.
    pub fn resolve_reference(&self, file: FileId, reference: &Reference) -> Result<Resolution, StoreError> {
        let site = Site::on_line(self.context(file)?, reference.within, reference.line);
        self.steps.set(0);
        let found = self.visible(&site, &reference.name, Want::Anything)?;
        self.settle(&site, found, None)
    }

    fn context(&self, file: FileId) -> Result<Rc<Context>, StoreError> {
        if let Some(known) = self.contexts.borrow().get(&file) {
            return Ok(Rc::clone(known));
        }
        let context = Rc::new(Context::read(self.store, file)?);
        remember(&self.contexts, file, Rc::clone(&context));
        Ok(context)
    }

    /// The definitions of a name, as many as are looked at.
    fn candidates(&self, name: &str) -> Result<Rc<[Candidate]>, StoreError> {
        if let Some(known) = self.candidates.borrow().get(name) {
            return Ok(Rc::clone(known));
        }
        let mut found: Vec<Candidate> = Vec::new();
        for id in self.store.symbol(name)?.into_iter().take(limits::RESOLVE_CANDIDATES) {
            let (path, family, is_test) = match found.last().filter(|last| last.id.file == id.file) {
                Some(last) => (Rc::clone(&last.path), last.family, last.is_test),
                None => {
                    let record = self.store.file(id.file)?;
                    let family = Family::of_path(&record.path);
                    (Rc::from(record.path), family, record.class == FileClass::Test)
                }
            };
            if let Some(stored) = self.store.definition(id)? {
                found.push(Candidate { id, path, family, is_test, definition: stored.definition });
            }
        }
        let found: Rc<[Candidate]> = Rc::from(found);
        remember(&self.candidates, name.to_owned(), Rc::clone(&found));
        Ok(found)
    }

    fn paths(&self) -> Result<&Paths, StoreError> {
        if let Some(paths) = self.paths.get() {
            return Ok(paths);
        }
        let read = Paths::read(self.store)?;
        Ok(self.paths.get_or_init(|| read))
    }

    /// One step deeper, unless it goes too deep or has taken too long: then what is looked for is not found.
    fn deeper(&self) -> Option<Deeper<'_>> {
        let (depth, steps) = (self.depth.get(), self.steps.get());
        if depth >= limits::RESOLVE_DEPTH || steps >= limits::RESOLVE_STEPS {
            return None;
        }
        self.depth.set(depth + 1);
        self.steps.set(steps + 1);
        Some(Deeper(&self.depth))
    }
}

/// Goes back up when it is dropped.
struct Deeper<'r>(&'r Cell<u32>);

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

fn remember<K: std::hash::Hash + Eq, V>(cache: &RefCell<HashMap<K, V>>, key: K, value: V) {
    let mut cache = cache.borrow_mut();
    if cache.len() >= limits::RESOLVE_CACHED {
        cache.clear();
    }
    cache.insert(key, value);
}
