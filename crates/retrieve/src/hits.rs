//! What a search found, and what it looked at.

use std::collections::BTreeMap;

use foreword_index::view::State;
use foreword_model::finding::Item;

use super::absent::AbsentNames;
use super::certainty::Certainty;

/// What a search found.
#[derive(Debug, Clone)]
pub struct SearchHits {
    /// The places, best first.
    pub items: Vec<Item>,
    /// Of the places of a prompt, those that it names, as path and line; `None` where files are listed.
    pub named: Option<Vec<(String, u32)>>,
    /// The names that the query asks for, as they are written.
    pub symbols: Vec<String>,
    /// What is named and is nowhere in the files that are read; `None` if all is there or not all files were looked at.
    pub absent: Option<AbsentNames>,
    /// How sure the answer to a prompt is.
    pub certainty: Option<Certainty>,
    /// What was read.
    pub scanned: ScanSummary,
    /// How the index stood to it.
    pub index: IndexUse,
    /// What put the places or files where they stand.
    pub ranking: Vec<ExplainedScore>,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// What a search read.
#[derive(Debug, Clone, Default)]
pub struct ScanSummary {
    /// Files that it answers for.
    pub files: usize,
    /// Bytes read.
    pub bytes: u64,
    /// Files by language.
    pub languages: BTreeMap<String, usize>,
    /// Whether nothing was passed over.
    pub is_complete: bool,
    /// Files whose content is never read.
    pub sensitive: usize,
    /// Source files above the size that is read.
    pub large: Vec<String>,
}

/// How the index stood to the files when it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexUse {
    /// Its state.
    pub state: State,
    /// Where it answered: files that were compared with the disk, of how many, and how many changed or are gone.
    pub compared: Option<ComparedFiles>,
}

/// Files of the index that were compared with the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparedFiles {
    /// Compared.
    pub checked: usize,
    /// Known.
    pub of: usize,
    /// New or of another content.
    pub changed: usize,
    /// No longer there.
    pub removed: usize,
    /// Of those that changed, how many were not searched.
    pub unread: usize,
}

/// The score of a place or file, with what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainedScore {
    /// The file.
    pub path: String,
    /// The first line of the place; `None` for a whole file.
    pub line: Option<u32>,
    /// The sum.
    pub score: f64,
    /// What is not zero, by the name that `data/ranking.tsv` gives it.
    pub features: Vec<(&'static str, f64)>,
}
