//! One step along calls: who calls a definition and what it calls, each neighbour once with all its call sites; and
//! what may be called without being named: an override, a function that is passed on. What the index knows and the files
//! of now say no more is left out here, for every tool that follows calls.

use std::collections::BTreeMap;
use std::time::Instant;

use foreword_index::resolve::{Edge, Edges, FileEdge, Resolver, Resolvers, Share};
use foreword_index::store::{DefinitionId, FileId, Store, StoreError, StoredDefinition, Use};
use foreword_model::clock;
use foreword_model::limits;

use crate::nodes::{Nodes, Usage};
use foreword_retrieve::parallel;

/// From this confidence on an edge follows what the language itself does.
pub(crate) const SURE: f32 = 0.8;
/// How sure it is that a call of a method means one particular override of it.
const OVERRIDE: f32 = 0.5;
/// How sure it is that a function that is passed on is called.
const PASSED_ON: f32 = 0.5;

/// Which way calls are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// To those who call.
    Callers,
    /// To what is called.
    Callees,
}

/// What kind of step it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nature {
    /// A call that names it.
    Call,
    /// A call of what it overrides, or the other way round.
    Dispatch,
    /// It is passed on, and may be called there.
    Callback,
}

impl Nature {
    /// As a reader gets it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Dispatch => "dispatch",
            Self::Callback => "callback",
        }
    }
}

/// Where a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CallPlace {
    pub(crate) file: FileId,
    /// As it is now, from 1.
    pub(crate) line: u32,
}

/// A definition that is one step away.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Neighbour {
    /// Nothing for calls outside of every definition.
    pub(crate) of: Option<DefinitionId>,
    /// Its file, or that of the calls.
    pub(crate) file: FileId,
    /// In order, each once.
    pub(crate) sites: Vec<CallPlace>,
    /// Of the surest call.
    pub(crate) confidence: f32,
    /// How that was resolved.
    pub(crate) how: &'static str,
    pub(crate) nature: Nature,
}

/// The neighbours of a definition.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// By file and definition.
    pub(crate) list: Vec<Neighbour>,
    /// Files that may hold more and were not read.
    pub(crate) unread_files: usize,
}

/// Steps in one open index.
pub(crate) struct Calls<'c> {
    store: &'c Store,
    nodes: &'c Nodes<'c>,
    all: Resolvers<'c>,
    near: Resolvers<'c>,
    resolver: Resolver<'c>,
}

/// A use that is written now, and its line.
type Held = (Edge, u32);

/// How many of the files that use a name are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// All, up to a limit that few names reach.
    All,
    /// The nearest.
    Near,
}

impl<'c> Calls<'c> {
    pub(crate) fn new(store: &'c Store, nodes: &'c Nodes<'c>) -> Self {
        let all = Resolvers::new(store);
        let near = Resolvers::reading(store, limits::CHAIN_NEAR_FILES);
        let resolver = all.one();
        Self { store, nodes, all, near, resolver }
    }

    /// The calls from or to some definitions that are one thing.
    pub(crate) fn along(&self, way: Way, group: &[DefinitionId]) -> Result<Neighbours, StoreError> {
        let edges = group.iter().map(|of| edges_of(&self.resolver, way, *of, Share::WHOLE));
        Ok(self.gather(way, group, edges.collect::<Result<_, _>>()?))
    }

    /// The same for several groups, on a few threads. What is not answered in time is left out.
    pub(crate) fn along_each(
        &self,
        way: Way,
        groups: &[&[DefinitionId]],
        reading: Reading,
        deadline: Instant,
    ) -> Vec<Option<Result<Neighbours, StoreError>>> {
        // One definition keeps the threads busy by its files, if they are many, several by themselves.
        let is_shared = way == Way::Callers && groups.len() == 1 && self.is_widely_used(groups[0]);
        let shares = if is_shared { FILE_SHARES } else { 1 };
        let mut asked: Vec<(usize, DefinitionId, Share)> = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let parts = (0..shares).map(|part| Share { number: part, of: shares });
            asked.extend(group.iter().flat_map(|of| parts.clone().map(move |share| (number, *of, share))));
        }
        let resolvers = match reading {
            Reading::All => &self.all,
            Reading::Near => &self.near,
        };
        let answers = parallel::map_with(
            &asked,
            || resolvers.one(),
            |resolver, _, (_, of, share)| {
                (!clock::is_past(deadline)).then(|| edges_of(resolver, way, *of, *share))
            },
        );
        let mut found: Vec<Option<Result<Vec<Edges>, StoreError>>> =
            groups.iter().map(|_| Some(Ok(Vec::new()))).collect();
        for ((number, _, _), answer) in asked.iter().zip(answers) {
            found[*number] = match (found[*number].take(), answer.flatten()) {
                (Some(Ok(mut known)), Some(Ok(edges))) => {
                    known.push(edges);
                    Some(Ok(known))
                }
                (Some(Ok(_)), Some(Err(error))) => Some(Err(error)),
                (Some(Err(error)), _) => Some(Err(error)),
                (None, _) | (_, None) => None,
            };
        }
        let gathered = found.into_iter().zip(groups).map(|(found, group)| {
            let found = found?;
            Some(found.map(|edges| self.gather(way, group, edges)))
        });
        gathered.collect()
    }

    /// Whether many files use a name, so that reading them is worth a thread.
    fn is_widely_used(&self, group: &[DefinitionId]) -> bool {
        let users = group.iter().filter_map(|of| {
            let stored = self.store.definition(*of).ok()??;
            self.store.files_using(&stored.definition.name, Use::Call).ok()
        });
        users.map(|files| files.len()).sum::<usize>() >= SHARED_FILES_MIN
    }

    /// What may be called without being named.
    pub(crate) fn possible(&self, way: Way, group: &[DefinitionId]) -> Result<Vec<Neighbour>, StoreError> {
        let mut found = Gathered::default();
        for of in group {
            match way {
                Way::Callees => {
                    for to in self.overriding(*of)? {
                        found.add_override(*of, to);
                    }
                }
                Way::Callers => {
                    self.through_bases(*of, &mut found)?;
                    self.passed_on(*of, &mut found)?;
                }
            }
        }
        Ok(found.into_list())
    }

    /// Those who call what a method overrides.
    fn through_bases(&self, of: DefinitionId, found: &mut Gathered) -> Result<(), StoreError> {
        let Some(stored) = self.store.definition(of)? else { return Ok(()) };
        for base in self.overridden(of)? {
            for (edge, line) in self.held(self.resolver.callers_of(base)?.list, base, Use::Call) {
                // Another override that calls its base means just that.
                let caller = edge.from.map(|from| self.store.definition(from)).transpose()?.flatten();
                if is_sure(&edge)
                    && caller.is_none_or(|caller| caller.definition.name != stored.definition.name)
                {
                    let worth = Worth {
                        nature: Nature::Dispatch,
                        confidence: OVERRIDE,
                        how: "overrides what is called",
                    };
                    found.add_caller(&edge, line, worth);
                }
            }
        }
        Ok(())
    }

    fn passed_on(&self, of: DefinitionId, found: &mut Gathered) -> Result<(), StoreError> {
        let is_function = self.store.definition(of)?.is_some_and(|found| found.definition.kind.is_function());
        if !is_function {
            return Ok(());
        }
        for (edge, line) in self.references_to(of)? {
            // Outside of a definition it is an import or an entry of a table: the call is far away.
            if is_sure(&edge) && edge.from.is_some_and(|from| from != of) {
                let worth = Worth { nature: Nature::Callback, confidence: PASSED_ON, how: "passed on" };
                found.add_caller(&edge, line, worth);
            }
        }
        Ok(())
    }

    /// The uses of a definition that are no calls.
    pub(crate) fn references_to(&self, of: DefinitionId) -> Result<Vec<Held>, StoreError> {
        Ok(self.held(self.resolver.references_to(of)?.list, of, Use::Reference))
    }

    /// The types that are made from a type.
    pub(crate) fn derived_of(&self, of: DefinitionId) -> Result<Vec<Held>, StoreError> {
        Ok(self.held(self.resolver.derived_of(of)?.list, of, Use::Base))
    }

    /// The files that import a file.
    pub(crate) fn importers_of(&self, file: FileId) -> Result<Vec<FileEdge>, StoreError> {
        let edges = self.resolver.importers_of(file)?.into_iter();
        let now = edges.filter_map(|edge| Some(FileEdge { line: self.nodes.line_of_import(&edge)?, ..edge }));
        Ok(now.collect())
    }

    /// Those of some uses of a definition that are written now.
    fn held(&self, edges: Vec<Edge>, of: DefinitionId, how: Use) -> Vec<Held> {
        let line = |edge: &Edge| self.nodes.line_of(&Usage::of(edge, of, how));
        edges.into_iter().filter_map(|edge| line(&edge).map(|line| (edge, line))).collect()
    }

    /// The methods that override one.
    pub(crate) fn overriding(&self, method: DefinitionId) -> Result<Vec<DefinitionId>, StoreError> {
        let Some((stored, owner)) = self.method(method)? else { return Ok(Vec::new()) };
        let mut types = self.derived_of(owner)?;
        types.retain(|(edge, _)| is_sure(edge));
        let mut derived: Vec<DefinitionId> = types.iter().filter_map(|(edge, _)| edge.from).collect();
        derived.truncate(limits::CALLS_OVERRIDES);
        let name = stored.definition.name.as_str();
        let mut found = Vec::new();
        for owner in derived {
            found.extend(self.members_named(owner, name)?);
        }
        Ok(found)
    }

    /// The methods that one overrides.
    pub(crate) fn overridden(&self, method: DefinitionId) -> Result<Vec<DefinitionId>, StoreError> {
        let Some((stored, owner)) = self.method(method)? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for edge in self.resolver.bases_of(owner)?.list.iter().filter(|edge| is_sure(edge)) {
            for base in edge.to.definitions().iter().take(limits::CALLS_OVERRIDES) {
                if self.nodes.line_of(&Usage::of(edge, *base, Use::Base)).is_some() {
                    found.extend(self.members_named(*base, &stored.definition.name)?);
                }
            }
        }
        Ok(found)
    }

    /// A method with the type that it belongs to.
    fn method(&self, of: DefinitionId) -> Result<Option<(StoredDefinition, DefinitionId)>, StoreError> {
        let Some(stored) = self.store.definition(of)? else { return Ok(None) };
        if !stored.definition.kind.is_function() {
            return Ok(None);
        }
        let owner = match (&stored.definition.receiver, stored.definition.container) {
            // A method outside its type: the type is mostly in the same file.
            (Some(receiver), _) => self.type_named(receiver, of.file)?,
            (None, Some(number)) => Some(DefinitionId { file: of.file, number }),
            (None, None) => None,
        };
        let Some(owner) = owner else { return Ok(None) };
        let is_type = self.store.definition(owner)?.is_some_and(|found| found.definition.kind.is_type());
        Ok(is_type.then_some((stored, owner)))
    }

    /// The type of a name: of the file, or the only one.
    fn type_named(&self, name: &str, file: FileId) -> Result<Option<DefinitionId>, StoreError> {
        let end = name.find(['<', '[']).unwrap_or(name.len());
        let name = name[..end].rsplit([':', '.', '*', '&']).next().unwrap_or(name).trim();
        let mut types = Vec::new();
        for id in self.store.symbol(name)?.into_iter().take(limits::SYMBOL_CANDIDATES) {
            if self.store.definition(id)?.is_some_and(|found| found.definition.kind.is_type()) {
                types.push(id);
            }
        }
        let near = types.iter().find(|id| id.file == file);
        Ok(near.or_else(|| types.first().filter(|_| types.len() == 1)).copied())
    }

    /// The members of a type that have a name, also those that are written outside of it.
    fn members_named(&self, owner: DefinitionId, name: &str) -> Result<Vec<DefinitionId>, StoreError> {
        let Some(stored) = self.store.definition(owner)? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for (number, member) in (0_u32..).zip(self.store.heads_of(owner.file)?) {
            let is_inside = member.container == Some(owner.number);
            let is_of = member.receiver.as_deref().is_some_and(|of| of.starts_with(&stored.definition.name));
            if member.name == name && member.kind.is_function() && (is_inside || is_of) {
                found.push(DefinitionId { file: owner.file, number });
            }
        }
        found.retain(|of| self.nodes.is_there(*of));
        Ok(found)
    }

    fn gather(&self, way: Way, group: &[DefinitionId], edges: Vec<Edges>) -> Neighbours {
        let mut found = Gathered::default();
        let unread_files = edges.iter().map(|edges| edges.unread_files).sum();
        let mut list: Vec<Edge> = edges.into_iter().flat_map(|edges| edges.list).collect();
        list.sort_by_key(|edge| (edge.file, edge.line));
        for edge in &list {
            let (confidence, how) = (edge.confidence, edge.how.name());
            let worth = Worth { nature: Nature::Call, confidence, how };
            let line = |to: DefinitionId| self.nodes.line_of(&Usage::of(edge, to, Use::Call));
            match way {
                // What is one thing has one name.
                Way::Callers => {
                    if let Some(line) = group.first().and_then(|to| line(*to)) {
                        found.add_caller(edge, line, worth);
                    }
                }
                Way::Callees => {
                    for to in edge.to.definitions() {
                        if let Some(line) = line(*to) {
                            found.put(Some(*to), to.file, Some(site(edge, line)), worth);
                        }
                    }
                }
            }
        }
        Neighbours { list: found.into_list(), unread_files }
    }
}

/// Fewer files are read faster by one thread: each begins with a look for other names of what is called.
const SHARED_FILES_MIN: usize = 64;
/// Parts that the files of one definition's callers are read in.
const FILE_SHARES: usize = 2;

fn edges_of(resolver: &Resolver<'_>, way: Way, of: DefinitionId, share: Share) -> Result<Edges, StoreError> {
    match way {
        Way::Callers => resolver.callers_in(of, share),
        Way::Callees => resolver.callees_of(of),
    }
}

pub(crate) fn is_sure(edge: &Edge) -> bool {
    edge.confidence >= SURE
}

/// What a use says for its neighbour.
#[derive(Clone, Copy)]
struct Worth {
    nature: Nature,
    confidence: f32,
    how: &'static str,
}

fn site(edge: &Edge, line: u32) -> CallPlace {
    CallPlace { file: edge.file, line }
}

/// Neighbours as they are found.
#[derive(Default)]
struct Gathered {
    by_definition: BTreeMap<(FileId, Option<DefinitionId>), Neighbour>,
}

impl Gathered {
    fn add_caller(&mut self, edge: &Edge, line: u32, worth: Worth) {
        self.put(edge.from, edge.file, Some(site(edge, line)), worth);
    }

    fn add_override(&mut self, of: DefinitionId, to: DefinitionId) {
        if of != to {
            let worth = Worth { nature: Nature::Dispatch, confidence: OVERRIDE, how: "overrides it" };
            self.put(Some(to), to.file, None, worth);
        }
    }

    fn put(&mut self, of: Option<DefinitionId>, file: FileId, site: Option<CallPlace>, worth: Worth) {
        let Worth { nature, confidence, how } = worth;
        let known = self.by_definition.entry((file, of)).or_insert_with(|| Neighbour {
            of,
            file,
            sites: Vec::new(),
            confidence: 0.0,
            how,
            nature,
        });
        known.sites.extend(site.filter(|site| !known.sites.contains(site)));
        if confidence > known.confidence {
            (known.confidence, known.how, known.nature) = (confidence, how, nature);
        }
    }

    fn into_list(self) -> Vec<Neighbour> {
        let mut list: Vec<Neighbour> = self.by_definition.into_values().collect();
        for neighbour in &mut list {
            neighbour.sites.sort_unstable();
        }
        list
    }
}
