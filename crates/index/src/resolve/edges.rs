//! The questions about whole definitions and files: who calls, what is called, who imports, what derives.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use foreword_model::limits;

use crate::facts::DefinitionKind;
use crate::store::{DefinitionId, FileId, StoreError, Use};

use super::context::{Context, last_name};
use super::family::Family;
use super::inside::runs_with;
use super::members::bases_in;
use super::modules::Entity;
use super::sieve::Wanted;
use super::{
    Edge, Edges, FileEdge, How, Resolution, Resolved, Resolver, Share, Site, Target, aliases, confidence,
    spellings,
};

impl Resolver<'_> {
    /// The calls that mean a definition, or may mean it.
    pub fn callers_of(&self, definition: DefinitionId) -> Result<Edges, StoreError> {
        self.uses_of(definition, Use::Call, Share::WHOLE)
    }

    /// Those of them that stand in a share of the files, so that several threads find them all.
    pub fn callers_in(&self, definition: DefinitionId, share: Share) -> Result<Edges, StoreError> {
        self.uses_of(definition, Use::Call, share)
    }

    /// The other uses that mean a definition, or may mean it.
    pub fn references_to(&self, definition: DefinitionId) -> Result<Edges, StoreError> {
        self.uses_of(definition, Use::Reference, Share::WHOLE)
    }

    /// What is called when a definition runs, as far as that is in the repository: by its own lines, not by those of
    /// other definitions inside it. What a type calls is what making a value of it calls.
    pub fn callees_of(&self, definition: DefinitionId) -> Result<Edges, StoreError> {
        let mut edges = Edges::default();
        self.calls_of(definition, &mut edges)?;
        for constructor in self.outer_constructors(definition)? {
            self.calls_of(constructor, &mut edges)?;
        }
        Ok(edges)
    }

    fn calls_of(&self, definition: DefinitionId, edges: &mut Edges) -> Result<(), StoreError> {
        let context = self.context(definition.file)?;
        // Many calls stand in few definitions.
        let known: RefCell<HashMap<Option<u32>, bool>> = RefCell::default();
        let is_run = |within| {
            let find = || runs_with(&context, within, definition.number);
            *known.borrow_mut().entry(within).or_insert_with(find)
        };
        let room = limits::RESOLVE_EDGES.saturating_sub(edges.list.len());
        for call in self.store.calls_within(definition.file, is_run)?.iter().take(room) {
            let found = self.resolve_call(definition.file, call)?;
            edges.list.extend(edge(definition.file, call.within, call.line, found));
        }
        Ok(())
    }

    /// The files of the repository that a file imports.
    pub fn imports_of(&self, file: FileId) -> Result<Vec<FileEdge>, StoreError> {
        let context = self.context(file)?;
        let mut edges = Vec::new();
        for import in &context.imports {
            self.reach.begin();
            let files = self.imported_files(&context, import)?;
            let others = files.into_iter().filter(|to| *to != file);
            edges.extend(others.map(|to| FileEdge { from: file, to, line: import.line }));
        }
        edges.sort_unstable();
        edges.dedup_by_key(|edge| edge.to);
        Ok(edges)
    }

    /// The files that import a file, or one of the first names that it defines through another.
    pub fn importers_of(&self, file: FileId) -> Result<Vec<FileEdge>, StoreError> {
        let context = self.context(file)?;
        let mut names = spellings::of(&context.path, context.family);
        names.truncate(limits::RESOLVE_SPELLINGS);
        let outer = context.definitions.iter().filter(|found| found.container.is_none());
        names.extend(outer.take(limits::RESOLVE_IMPORTED_NAMES).map(|found| found.name.clone()));
        names.sort_unstable();
        names.dedup();
        let mut candidates = Vec::new();
        for name in &names {
            candidates.extend(self.store.files_using(name, Use::Import)?);
        }
        let is_named = |name: &String| names.binary_search(name).is_ok();
        let (candidates, _) = self.nearest(candidates, file)?;
        let mut edges = Vec::new();
        for from in candidates.into_iter().filter(|from| *from != file) {
            for import in self.store.imports_and_bases(from)?.imports {
                if !is_named(&import.module) && !import.names.iter().any(|(taken, _)| is_named(taken)) {
                    continue;
                }
                self.reach.begin();
                let importer = self.context(from)?;
                if self.imported_files(&importer, &import)?.contains(&file) {
                    edges.push(FileEdge { from, to: file, line: import.line });
                    break;
                }
            }
        }
        Ok(edges)
    }

    /// The types that a type is made from, as far as they are in the repository.
    pub fn bases_of(&self, definition: DefinitionId) -> Result<Edges, StoreError> {
        let context = self.context(definition.file)?;
        let mut edges = Edges::default();
        for base in bases_in(&context, definition.number) {
            self.reach.begin();
            if let Entity::Type(to) = self.base_entity(&context, definition.number, base)? {
                edges.list.push(self.base_edge(&context, Some(definition), base.line, to));
            }
        }
        Ok(edges)
    }

    /// The types that are made from a type.
    pub fn derived_of(&self, definition: DefinitionId) -> Result<Edges, StoreError> {
        let Some(stored) = self.store.definition(definition)? else { return Ok(Edges::default()) };
        let name = stored.definition.name.as_str();
        let mut files = self.store.files_using(name, Use::Base)?;
        // `models.Model` is kept as it is written; its last name is a reference.
        files.extend(self.store.files_using(name, Use::Reference)?);
        let (files, unread_files) = self.nearest(files, definition.file)?;
        let mut edges = Edges { unread_files, ..Edges::default() };
        for file in files {
            let bases = self.store.imports_and_bases(file)?.bases;
            if !bases.iter().any(|base| last_name(&base.base) == name) {
                continue;
            }
            let context = self.context(file)?;
            for base in context.bases.iter().filter(|base| last_name(&base.base) == name) {
                self.reach.begin();
                let derived = derived_in(&context, &base.derived, base.line);
                let within = derived.and_then(|number| context.definition(number)?.container);
                let site = Site::new(&context, within);
                if self.entity(&site, &base.base)? == Entity::Type(definition) {
                    let from = derived.map(|number| context.id(number));
                    edges.list.push(self.base_edge(&context, from, base.line, definition));
                }
            }
        }
        Ok(edges)
    }

    fn base_edge(&self, context: &Context, from: Option<DefinitionId>, line: u32, to: DefinitionId) -> Edge {
        let (how, sure) = match to.file == context.file {
            true => (How::SameFile, confidence::SAME_FILE),
            false => (How::Import, confidence::REEXPORT),
        };
        Edge { from, file: context.file, line, to: Target::One(to), how, confidence: sure }
    }

    fn uses_of(&self, definition: DefinitionId, how: Use, share: Share) -> Result<Edges, StoreError> {
        let context = self.context(definition.file)?;
        let Some(found) = context.definition(definition.number) else { return Ok(Edges::default()) };
        // A constructor is called by its type's name, and the type stands for it.
        let owner = found.container.and_then(|number| context.definition(number));
        let is_constructor = context.family.has_named_constructors()
            && found.kind == DefinitionKind::Method
            && owner.is_some_and(|owner| owner.kind.is_type() && owner.name == found.name);
        let wanted = match (is_constructor, found.container) {
            (true, Some(number)) => context.id(number),
            _ => definition,
        };
        let sieve = Wanted::new(&context, found);
        let mut edges = Edges::default();
        let names = self.aliases(&context, found)?;
        for name in &names {
            let (files, unread) = self.nearest(self.store.files_using(name, how)?, definition.file)?;
            edges.unread_files += if share.number == 0 { unread } else { 0 };
            for file in files.into_iter().skip(share.number).step_by(share.of.max(1)) {
                let renamed = self.uses_in(file, name, how, (wanted, &sieve), &mut edges)?;
                for local in renamed.iter().filter(|local| !names.contains(local)) {
                    self.uses_in(file, local, how, (wanted, &sieve), &mut edges)?;
                }
            }
        }
        edges.list.sort_by_key(|edge| (edge.file, edge.line));
        Ok(edges)
    }

    /// The uses of a name in one file; gives the other names under which the file imports it.
    fn uses_in(
        &self,
        file: FileId,
        name: &str,
        how: Use,
        (wanted, sieve): (DefinitionId, &Wanted<'_>),
        edges: &mut Edges,
    ) -> Result<Vec<String>, StoreError> {
        let mut sites = self.store.sites_where(file, |used| used == name)?;
        let path = self.store.file(file)?.path;
        let renamed = aliases::given_to(name, &sites.imports).map(str::to_owned).collect();
        let imports = &sites.imports;
        sites.calls.retain(|call| sieve.may_be_called(&path, imports, call));
        sites.references.retain(|reference| sieve.may_be_named(&path, imports, &reference.name));
        let is_any = match how {
            Use::Call => !sites.calls.is_empty(),
            _ => !sites.references.is_empty(),
        };
        let (calls, references) = (std::mem::take(&mut sites.calls), std::mem::take(&mut sites.references));
        if is_any {
            self.shared.keep_context(file, path, sites)?;
        }
        let mut uses: Vec<(Option<u32>, u32, Resolution)> = Vec::new();
        if how == Use::Call {
            for call in &calls {
                uses.push((call.within, call.line, self.resolve_call(file, call)?));
            }
        } else {
            for reference in &references {
                uses.push((reference.within, reference.line, self.resolve_reference(file, reference)?));
            }
        }
        for (within, line, found) in uses {
            let means_it = |edge: &Edge| edge.to.definitions().contains(&wanted);
            if edges.list.len() < limits::RESOLVE_EDGES {
                edges.list.extend(edge(file, within, line, found).filter(means_it));
            }
        }
        Ok(renamed)
    }

    /// The files of the family, the own one first, then by how much of their path they share with it, as many as
    /// are read; and how many are not.
    pub(super) fn nearest(
        &self,
        mut files: Vec<FileId>,
        own: FileId,
    ) -> Result<(Vec<FileId>, usize), StoreError> {
        let here = self.context(own)?;
        files.sort_unstable();
        files.dedup();
        let mut near = Vec::with_capacity(files.len());
        for file in files {
            let path = self.store.file(file)?.path;
            if Family::of_path(&path) == here.family {
                near.push((file != own, Reverse(shared_folders(&path, &here.path)), path, file));
            }
        }
        near.sort_unstable();
        let unread = near.len().saturating_sub(self.files_max);
        near.truncate(self.files_max);
        Ok((near.into_iter().map(|(.., file)| file).collect(), unread))
    }
}

/// Folders that two paths have in common, from the root on.
fn shared_folders(left: &str, right: &str) -> usize {
    let same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right);
    same.filter(|(byte, _)| *byte == b'/').count()
}

fn edge(file: FileId, within: Option<u32>, line: u32, found: Resolution) -> Option<Edge> {
    match found {
        Resolution::Found(Resolved { to, how, confidence }) => Some(Edge {
            from: within.map(|number| DefinitionId { file, number }),
            file,
            line,
            to,
            how,
            confidence,
        }),
        Resolution::Outside | Resolution::Unknown => None,
    }
}

/// The deriving type of a name in a file: the one around the line, else the first.
fn derived_in(context: &Context, name: &str, line: u32) -> Option<u32> {
    let types = || context.named(name).filter(|(_, found)| found.kind.is_type());
    let around = types().filter(|(_, found)| found.start_line <= line && line <= found.end_line).last();
    around.or_else(|| types().next()).map(|(number, _)| number)
}
