//! Reads a definition history: opened by its table alone; the sections are unpacked when one is first asked for, and of
//! what they hold only the commits that are asked for are decoded.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use super::encode::Settled;
use super::file::{self, Header, Section, damaged};
use crate::history::History;
use crate::history::sections::SectionFile;
use crate::store::StoreError;
use crate::store::codec::Cursor;

/// Bytes of an end.
const END_BYTES: usize = 4;

/// Which definitions past commits changed, as one state of the file has it. An open one stays what it was.
#[derive(Debug)]
pub struct DefinitionHistory {
    file: SectionFile,
    header: Header,
    loaded: OnceLock<Loaded>,
}

/// A definition that a commit changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChangedDefinition<'d> {
    /// Its file. It need not be there any more, and need not be one that the index holds.
    pub path: &'d str,
    /// Its bare name: `save`, not `Model.save`. A definition of that name need not be there either.
    pub name: &'d str,
}

/// What it holds, known from opening it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DefinitionSummary {
    /// Commits that are settled, those included that name nothing.
    pub commits: u32,
    /// Those of them that name definitions.
    pub naming: u32,
    /// What they name: a definition counts once for each commit.
    pub definitions: u32,
    /// Commits that the next pass goes on with.
    pub left: u32,
    /// Why git gave nothing more, if so.
    pub reason: Option<String>,
    /// Bytes on disk.
    pub bytes: u64,
}

impl DefinitionHistory {
    /// Opens the one in the folder of an index. [`StoreError::Missing`] if there is none.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let (file, header) = file::open(folder)?;
        Ok(Self { file, header, loaded: OnceLock::new() })
    }

    /// What it holds.
    pub fn summary(&self) -> DefinitionSummary {
        let Header { commits, naming, definitions, left, .. } = self.header;
        let reason = self.header.reason.clone();
        DefinitionSummary { commits, naming, definitions, left, reason, bytes: self.file.bytes }
    }

    /// Whether a read of it found damage since it was opened.
    pub fn is_found_damaged(&self) -> bool {
        self.file.is_damaged.load(Ordering::Relaxed)
    }

    /// What a commit changed, by [`History::id_bytes`], by path and name of that time; nothing for one that is not known.
    pub fn changed(&self, id: &[u8]) -> Result<Vec<ChangedDefinition<'_>>, StoreError> {
        let loaded = self.loaded()?;
        let Some(commit) = loaded.find(id) else { return Ok(Vec::new()) };
        loaded.of(commit).ok_or_else(damaged)
    }

    /// What a commit of the history changed, by the present paths of its files.
    pub fn changed_in<'d>(
        &'d self,
        history: &'d History,
        commit: u32,
    ) -> Result<Vec<ChangedDefinition<'d>>, StoreError> {
        let mut changed = self.changed(history.id_bytes(commit)?)?;
        for definition in &mut changed {
            definition.path = history.present_path(commit, definition.path)?;
        }
        Ok(changed)
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    pub(super) fn written_at(&self) -> SystemTime {
        self.file.modified
    }

    /// Reads and checks every byte.
    pub(super) fn settled(&self) -> Result<Settled, StoreError> {
        let loaded = self.loaded()?;
        let mut settled = Settled::new();
        for commit in 0..self.header.commits as usize {
            let definitions = loaded.of(commit).ok_or_else(damaged)?;
            let owned = definitions.iter().map(|one| (one.path.to_owned(), one.name.to_owned()));
            settled.insert(loaded.id(commit).ok_or_else(damaged)?.to_vec(), owned.collect());
        }
        Ok(settled)
    }

    fn loaded(&self) -> Result<&Loaded, StoreError> {
        if let Some(loaded) = self.loaded.get() {
            return Ok(loaded);
        }
        let section = |section: Section| self.file.section(section as usize);
        let texts = |ends, bodies| Texts::new(section(ends)?, section(bodies)?).ok_or_else(damaged);
        let loaded = Loaded {
            id_bytes: usize::from(self.header.id_bytes).max(1),
            ids: section(Section::Ids)?,
            ends: section(Section::Ends)?,
            definitions: section(Section::Definitions)?,
            paths: texts(Section::PathEnds, Section::Paths)?,
            names: texts(Section::NameEnds, Section::Names)?,
        };
        let commits = self.header.commits as usize;
        let is_whole =
            loaded.ids.len() == commits * loaded.id_bytes && loaded.ends.len() == commits * END_BYTES;
        if !is_whole {
            return Err(damaged());
        }
        Ok(self.loaded.get_or_init(|| loaded))
    }
}

/// The sections, unpacked.
#[derive(Debug)]
struct Loaded {
    id_bytes: usize,
    ids: Vec<u8>,
    ends: Vec<u8>,
    definitions: Vec<u8>,
    paths: Texts,
    names: Texts,
}

impl Loaded {
    fn id(&self, commit: usize) -> Option<&[u8]> {
        let start = commit.checked_mul(self.id_bytes)?;
        self.ids.get(start..start.checked_add(self.id_bytes)?)
    }

    fn find(&self, id: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.ids.len() / self.id_bytes);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.id(middle)?.cmp(id) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn of(&self, commit: usize) -> Option<Vec<ChangedDefinition<'_>>> {
        let range = range_of(&self.ends, commit)?;
        let mut cursor = Cursor::new(self.definitions.get(range)?);
        let mut changed = Vec::new();
        while !cursor.is_at_end() {
            let path = self.paths.get(cursor.number32()?)?;
            for _ in 0..cursor.number()? {
                changed.push(ChangedDefinition { path, name: self.names.get(cursor.number32()?)? });
            }
        }
        Some(changed)
    }
}

/// Texts in order, in one piece.
#[derive(Debug)]
struct Texts {
    ends: Vec<u8>,
    bodies: String,
}

impl Texts {
    fn new(ends: Vec<u8>, bodies: Vec<u8>) -> Option<Self> {
        Some(Self { ends, bodies: String::from_utf8(bodies).ok()? })
    }

    fn get(&self, number: u32) -> Option<&str> {
        self.bodies.get(range_of(&self.ends, number as usize)?)
    }
}

/// From the end before to the own.
fn range_of(ends: &[u8], number: usize) -> Option<std::ops::Range<usize>> {
    let end = |number: usize| {
        let at = number.checked_mul(END_BYTES)?;
        Cursor::new(ends.get(at..)?).fixed32().map(|end| end as usize)
    };
    let start = match number.checked_sub(1) {
        Some(before) => end(before)?,
        None => 0,
    };
    Some(start..end(number)?)
}
