//! A symbol as someone writes it, and the definitions of the index that it means.
//!
//! `name`, `Type.name`, `module::name`, `path/file.py:name`, `path/file.py:12`. A name that several places define means
//! all of them: which one is for the reader to say. Reads the index only.

mod nearest;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use foreword_index::class::FileClass;
use foreword_index::facts::{Definition, DefinitionKind};
use foreword_index::language;
use foreword_index::store::{DefinitionId, FileId, Store, StoreError};
use foreword_model::limits;
use foreword_text::fold;

pub use nearest::{known_like, nearest};

/// Containers that are followed outwards: real code nests less.
const CONTAINER_HOPS: usize = 32;
/// Files that a symbol leaves to the folder that they are in.
const FOLDER_FILES: [&str; 6] = ["__init__", "index", "mod", "lib", "main", "init"];
/// Beginnings of a path that name no module.
const RELATIVE: [&str; 4] = ["crate", "self", "super", "this"];

/// Why a text is no symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SymbolError {
    /// More bytes than any name has.
    #[error("`symbol` is too long to be a name")]
    TooLong,
    /// No name in it.
    #[error("`symbol` names nothing")]
    NamesNothing,
}

/// A symbol that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As it was given.
    pub written: String,
    file: Option<String>,
    line: Option<u32>,
    parts: Vec<String>,
}

/// One thing that is defined: several definitions if it is overloaded.
pub type Group = Vec<DefinitionId>;

/// What a symbol means.
#[derive(Debug, Default)]
pub struct Meaning {
    /// What it may mean; more than one is ambiguous.
    pub groups: Vec<Group>,
    /// Of the same name in tests, examples and the code of others, while `groups` holds the code itself.
    pub aside: Vec<Group>,
    /// If it means nothing: the names that are most like it.
    pub nearest: Vec<String>,
}

impl Symbol {
    /// Refused if there is no name in it.
    pub fn new(written: &str) -> Result<Self, SymbolError> {
        // Names are kept in composed form.
        let composed = fold::compose(written);
        let trimmed = composed.trim().trim_matches('`');
        if trimmed.len() > limits::SYMBOL_BYTES {
            return Err(SymbolError::TooLong);
        }
        let (file, name) = split_file(trimmed);
        let line = file.and_then(|_| name.parse().ok());
        let parts = if line.is_some() { Vec::new() } else { parts(name) };
        if parts.is_empty() && line.is_none() {
            return Err(SymbolError::NamesNothing);
        }
        Ok(Self { written: trimmed.to_owned(), file: file.map(str::to_owned), line, parts })
    }

    /// The last name of the path; as it was given for a line.
    pub fn name(&self) -> &str {
        self.parts.last().map_or(&self.written, |name| name)
    }

    /// Whether a path of names ends as this does.
    pub fn ends(&self, own: &[String]) -> bool {
        !self.parts.is_empty() && own.ends_with(&self.parts)
    }

    /// What it means in an index.
    pub fn meaning(&self, store: &Store) -> Result<Meaning, StoreError> {
        let mut meaning = match (&self.file, self.line) {
            (Some(file), Some(line)) => self.at_line(store, file, line)?,
            _ => self.named(store)?,
        };
        if meaning.groups.is_empty() && self.line.is_none() {
            meaning.nearest = nearest(self.name(), known_like(store, self.name()).into_iter());
        }
        Ok(meaning)
    }

    /// The innermost function or type around a line.
    fn at_line(&self, store: &Store, file: &str, line: u32) -> Result<Meaning, StoreError> {
        let Some(file) = store.file_by_path(file)? else { return Ok(Meaning::default()) };
        let all = store.heads_of(file)?;
        let holds = |found: &Definition| {
            (found.kind.is_function() || found.kind.is_type())
                && found.start_line <= line
                && line <= found.end_line
        };
        let around = (0_u32..).zip(&all).filter(|(_, found)| holds(found));
        let inner = around.min_by_key(|(_, found)| found.end_line - found.start_line);
        let groups = inner.map(|(number, _)| vec![DefinitionId { file, number }]).into_iter().collect();
        Ok(Meaning { groups, ..Meaning::default() })
    }

    /// The same by its names alone, without those that are like it.
    pub fn named(&self, store: &Store) -> Result<Meaning, StoreError> {
        let mut groups: BTreeMap<GroupKey, Found> = BTreeMap::new();
        let mut heads: BTreeMap<FileId, Vec<Definition>> = BTreeMap::new();
        for id in self.candidates(store)? {
            let record = store.file(id.file)?;
            if self.file.as_deref().is_some_and(|file| !is_path_end(&record.path, file)) {
                continue;
            }
            let all = match heads.entry(id.file) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(store.heads_of(id.file)?),
            };
            let Some(found) = all.get(id.number as usize).filter(|found| is_symbol(found.kind)) else {
                continue;
            };
            if self.ends(&path_of(&record.path, all, found)) {
                let key = (id.file, found.container, found.receiver.clone());
                let class = record.class;
                let new = || Found { class, ids: Vec::new(), has_body: false, is_field: true };
                let group = groups.entry(key).or_insert_with(new);
                group.ids.push(id);
                group.has_body |= !is_prototype(found);
                group.is_field &= is_field(all, found);
            }
        }
        let mut groups: Vec<Found> = groups.into_values().collect();
        // A header only announces what is defined elsewhere.
        if groups.iter().any(|group| group.has_body) {
            groups.retain(|group| group.has_body);
        }
        // Who asks for callers of a name that a method has does not mean the fields of that name.
        if groups.iter().any(|group| !group.is_field) {
            groups.retain(|group| !group.is_field);
        }
        Ok(self.parted(groups))
    }

    /// The definitions of the last name, as many as are looked at: those near a definition of the name before it first.
    fn candidates(&self, store: &Store) -> Result<Vec<DefinitionId>, StoreError> {
        let mut all = store.symbol(self.name())?;
        if all.len() > limits::SYMBOL_CANDIDATES
            && let Some(before) = self.parts.len().checked_sub(2).and_then(|at| self.parts.get(at))
        {
            let near: BTreeSet<FileId> = store.symbol(before)?.into_iter().map(|id| id.file).collect();
            all.sort_by_key(|id| !near.contains(&id.file));
        }
        all.truncate(limits::SYMBOL_CANDIDATES);
        Ok(all)
    }

    /// The code itself before what only mentions it, unless a file was named.
    fn parted(&self, groups: Vec<Found>) -> Meaning {
        let has_code = groups.iter().any(|group| group.class == FileClass::Code);
        let is_meant = |group: &Found| self.file.is_some() || !has_code || group.class == FileClass::Code;
        let (meant, aside): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_meant);
        let only = |groups: Vec<Found>| groups.into_iter().map(|group| group.ids).collect();
        Meaning { groups: only(meant), aside: only(aside), nearest: Vec::new() }
    }
}

/// Definitions that are one thing.
struct Found {
    class: FileClass,
    ids: Group,
    has_body: bool,
    /// Whether nothing of it is more than a field of a type.
    is_field: bool,
}

fn is_field(all: &[Definition], found: &Definition) -> bool {
    let around = found.container.and_then(|number| all.get(number as usize));
    matches!(found.kind, DefinitionKind::Variable | DefinitionKind::Constant)
        && around.is_some_and(|around| around.kind.is_type())
}

/// Whether a function is only announced, as headers do. A method without a body is what others implement.
fn is_prototype(found: &Definition) -> bool {
    found.kind == DefinitionKind::Function
        && found.start_line == found.end_line
        && found.signature.trim_end().ends_with(';')
}

/// The file, what is around it there, and the type that it names itself.
type GroupKey = (FileId, Option<u32>, Option<String>);

/// The names of a qualified name.
pub fn parts(name: &str) -> Vec<String> {
    // Arguments and generics are not part of the name.
    let end = name.find(['(', '<', ' ']).unwrap_or(name.len());
    let parts = name[..end].split("->").flat_map(|part| part.split(['.', ':', '#', '/', '\\']));
    let mut parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
    while parts.len() > 1 && RELATIVE.contains(&parts[0].as_str()) {
        parts.remove(0);
    }
    parts
}

/// `path/file.py:name` in two: only a path that a program could have is one.
fn split_file(written: &str) -> (Option<&str>, &str) {
    for separator in ["::", ":", "#"] {
        if let Some((file, name)) = written.split_once(separator)
            && file.contains('.')
            && language::of_path(file).is_some()
            && !name.is_empty()
        {
            return (Some(file.trim_start_matches("./")), name.trim_start_matches(':'));
        }
    }
    (None, written)
}

fn is_path_end(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn is_symbol(kind: DefinitionKind) -> bool {
    !matches!(kind, DefinitionKind::Heading | DefinitionKind::Key)
}

/// Folder, file, containers and name of a definition.
fn path_of(file: &str, all: &[Definition], found: &Definition) -> Vec<String> {
    let mut inner = vec![found.name.clone()];
    let mut at = found;
    for _ in 0..CONTAINER_HOPS {
        if let Some(receiver) = &at.receiver {
            inner.extend(parts(receiver).into_iter().rev());
        }
        let Some(around) = at.container.and_then(|number| all.get(number as usize)) else { break };
        inner.push(around.name.clone());
        at = around;
    }
    inner.reverse();
    let bare = file.rsplit_once('.').map_or(file, |(bare, _)| bare);
    let mut path: Vec<String> = bare.split('/').map(str::to_owned).collect();
    if path.len() > 1 && path.last().is_some_and(|last| FOLDER_FILES.contains(&last.as_str())) {
        path.pop();
    }
    path.extend(inner);
    path
}

#[cfg(test)]
mod tests;
