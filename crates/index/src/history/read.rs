//! Reads a history: opened by its table alone, each section read when it is first asked for.

use std::path::Path;
use std::sync::OnceLock;
use std::time::SystemTime;

use super::encode::IS_FIX;
use super::file::{HistoryFile, Section, damaged};
use super::log::{LoggedChange, LoggedCommit};
use super::touched::{Raw, Touched};
use super::{Commit, Summary, message};
use crate::store::StoreError;
use crate::store::codec::Cursor;

/// The history of a repository as one state of its file has it. An open one stays what it was.
#[derive(Debug)]
pub struct History {
    pub(super) file: HistoryFile,
    rows: OnceLock<Rows>,
    ids: OnceLock<Vec<u8>>,
    terms: OnceLock<Terms>,
    touched: OnceLock<Touched>,
}

/// A term in a commit's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The commit's number: zero is the newest.
    pub commit: u32,
    /// How often.
    pub frequency: u32,
}

impl History {
    /// Opens the history in the folder of an index. [`StoreError::Missing`] if there is none.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let file = HistoryFile::open(folder)?;
        Ok(Self {
            file,
            rows: OnceLock::new(),
            ids: OnceLock::new(),
            terms: OnceLock::new(),
            touched: OnceLock::new(),
        })
    }

    /// Whether a read of it found damage since it was opened.
    pub fn is_found_damaged(&self) -> bool {
        self.file.is_damaged()
    }

    /// What it holds.
    pub fn summary(&self) -> Summary {
        let header = &self.file.header;
        Summary {
            head: header.head.clone(),
            commits: header.commits,
            newest_s: header.newest_s,
            oldest_s: header.oldest_s,
            has_older: header.has_older,
            is_shallow: header.shallow != 0,
            reason: header.reason.clone(),
            bytes: self.file.bytes(),
        }
    }

    /// Its commits, newest first. A commit's place is its number.
    pub fn commits(&self) -> Result<&[Commit], StoreError> {
        Ok(&self.rows()?.commits)
    }

    /// Terms of a message on average.
    pub fn words_mean(&self) -> Result<f64, StoreError> {
        let commits = self.commits()?;
        let words: u64 = commits.iter().map(|commit| u64::from(commit.words)).sum();
        Ok(words as f64 / commits.len().max(1) as f64)
    }

    /// A commit's id, in hexadecimal; empty for a number that is none.
    pub fn id(&self, commit: u32) -> Result<String, StoreError> {
        let header = &self.file.header;
        if commit >= header.commits {
            return Ok(String::new());
        }
        let length = u64::from(header.id_bytes);
        let start = u64::from(commit) * length;
        let bytes = self.file.range(Section::Ids, start, start + length)?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Every commit's id, in their order, as bytes.
    pub fn ids(&self) -> Result<Vec<Vec<u8>>, StoreError> {
        let (count, length) =
            (u64::from(self.file.header.commits), usize::from(self.file.header.id_bytes).max(1));
        let bytes = self.file.range(Section::Ids, 0, count * length as u64)?;
        Ok(bytes.chunks_exact(length).map(<[u8]>::to_vec).collect())
    }

    /// A commit's id as bytes, by which a [`DefinitionHistory`](super::DefinitionHistory) knows it; empty for a number that
    /// is none. All are read when one is first asked for.
    pub fn id_bytes(&self, commit: u32) -> Result<&[u8], StoreError> {
        let length = usize::from(self.file.header.id_bytes);
        let ids = match self.ids.get() {
            Some(ids) => ids,
            None => {
                let read = self.file.section(Section::Ids)?;
                self.ids.get_or_init(|| read)
            }
        };
        let start = (commit as usize).saturating_mul(length);
        Ok(ids.get(start..start.saturating_add(length)).unwrap_or_default())
    }

    /// A commit's message as far as it is kept; empty for a number that is none.
    pub fn message(&self, commit: u32) -> Result<String, StoreError> {
        let ends = &self.rows()?.message_ends;
        let Some(end) = ends.get(commit as usize) else { return Ok(String::new()) };
        let start = commit.checked_sub(1).map_or(0, |before| ends[before as usize]);
        let bytes = self.file.range(Section::Messages, start, *end)?;
        String::from_utf8(bytes).map_err(|_| damaged(0))
    }

    /// The first line of a commit's message.
    pub fn subject(&self, commit: u32) -> Result<String, StoreError> {
        Ok(message::subject(&self.message(commit)?).to_owned())
    }

    /// Where a term stands, newest commit first. The term is one that
    /// [`tokenize`](foreword_text::tokens::tokenize) gives; in how many commits it stands is the length of the answer.
    pub fn term(&self, term: &str) -> Result<Vec<Posting>, StoreError> {
        let terms = self.terms()?;
        let Some(list) = terms.find(term.as_bytes()) else { return Ok(Vec::new()) };
        postings(list, self.file.header.commits).ok_or_else(|| damaged(0))
    }

    /// Which files each commit touches, by their present names.
    pub(super) fn touched(&self) -> Result<&Touched, StoreError> {
        if let Some(touched) = self.touched.get() {
            return Ok(touched);
        }
        let touched = Touched::resolve(self.raw()?);
        Ok(self.touched.get_or_init(|| touched))
    }

    /// Reads and checks every byte.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.logged()?;
        let terms = self.terms()?;
        let is_whole = |number| {
            let list = terms.entry(number).map(|(_, list)| list);
            list.and_then(|list| postings(list, self.file.header.commits)).is_some()
        };
        (0..terms.ends.len()).all(is_whole).then_some(()).ok_or_else(|| damaged(0))
    }

    /// When the file was written.
    pub(super) fn written_at(&self) -> SystemTime {
        self.file.modified()
    }

    /// The commits as they were put in: to go on from them.
    pub(super) fn logged(&self) -> Result<Vec<LoggedCommit>, StoreError> {
        let (rows, raw) = (self.rows()?, self.raw()?);
        let authors = self.file.section(Section::Authors)?;
        let messages = String::from_utf8(self.file.section(Section::Messages)?).map_err(|_| damaged(0))?;
        let mut logged = Vec::with_capacity(rows.commits.len());
        let mut message_start = 0_usize;
        for (number, commit) in (0_u32..).zip(&rows.commits) {
            let message_end = rows.message_ends[number as usize] as usize;
            let hash = authors.get(commit.author as usize * 8..).and_then(|rest| Cursor::new(rest).fixed64());
            let changes = raw.of(number).map(|change| {
                let name = |path: u32| raw.names.get(path).to_owned();
                let from = change.from.map(name);
                LoggedChange { path: name(change.path), kind: change.kind, from }
            });
            logged.push(LoggedCommit {
                id: String::new(),
                time_s: commit.time_s,
                author: hash.ok_or_else(|| damaged(0))?,
                message: messages.get(message_start..message_end).ok_or_else(|| damaged(0))?.to_owned(),
                changes: changes.collect(),
                files: commit.files,
            });
            message_start = message_end;
        }
        self.put_ids(&mut logged)?;
        Ok(logged)
    }

    fn put_ids(&self, logged: &mut [LoggedCommit]) -> Result<(), StoreError> {
        let ids = self.file.section(Section::Ids)?;
        let length = usize::from(self.file.header.id_bytes);
        if ids.len() != length * logged.len() {
            return Err(damaged(0));
        }
        for (commit, id) in logged.iter_mut().zip(ids.chunks_exact(length.max(1))) {
            commit.id = id.iter().map(|byte| format!("{byte:02x}")).collect();
        }
        Ok(())
    }

    fn rows(&self) -> Result<&Rows, StoreError> {
        if let Some(rows) = self.rows.get() {
            return Ok(rows);
        }
        let bytes = self.file.section(Section::Commits)?;
        let rows = Rows::decode(&bytes, &self.file).ok_or_else(|| damaged(0))?;
        Ok(self.rows.get_or_init(|| rows))
    }

    fn terms(&self) -> Result<&Terms, StoreError> {
        if let Some(terms) = self.terms.get() {
            return Ok(terms);
        }
        let (table, lists) = (self.file.section(Section::Terms)?, self.file.section(Section::Postings)?);
        let terms = Terms::decode(table, lists).ok_or_else(|| damaged(0))?;
        Ok(self.terms.get_or_init(|| terms))
    }

    /// The files that each commit touches, by the names of that time.
    pub(super) fn raw(&self) -> Result<Raw, StoreError> {
        let (paths, changes) = (self.file.section(Section::Paths)?, self.file.section(Section::Changes)?);
        Raw::decode(&paths, &changes, &self.rows()?.change_counts).ok_or_else(|| damaged(0))
    }
}

/// The section of commits, decoded.
#[derive(Debug, Default)]
struct Rows {
    commits: Vec<Commit>,
    message_ends: Vec<u64>,
    change_counts: Vec<u32>,
}

impl Rows {
    fn decode(bytes: &[u8], file: &HistoryFile) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let mut rows = Self::default();
        let mut time_s = file.header.newest_s;
        let mut message_end = 0_u64;
        for _ in 0..file.header.commits {
            time_s = time_s.checked_sub(cursor.number()?)?;
            let author = cursor.number32()?;
            let is_fix = cursor.number()? & IS_FIX != 0;
            let words = cursor.number32()?;
            message_end = message_end.checked_add(cursor.number()?)?;
            let files = cursor.number32()?;
            rows.commits.push(Commit { time_s, author, is_fix, words, files });
            rows.message_ends.push(message_end);
            rows.change_counts.push(cursor.number32()?);
        }
        let is_whole = cursor.is_at_end() && message_end == file.length(Section::Messages);
        is_whole.then_some(rows)
    }
}

/// The terms and their lists.
#[derive(Debug, Default)]
struct Terms {
    /// Where each term's text and list end.
    ends: Vec<(u32, u32)>,
    texts: Vec<u8>,
    lists: Vec<u8>,
}

impl Terms {
    fn decode(mut table: Vec<u8>, lists: Vec<u8>) -> Option<Self> {
        if table.is_empty() {
            return lists.is_empty().then(Self::default);
        }
        let mut cursor = Cursor::new(&table);
        let mut ends = Vec::with_capacity(cursor.count()?);
        let mut cursor = Cursor::new(&table);
        let (mut text_end, mut list_end) = (0_u32, 0_u32);
        for _ in 0..cursor.count()? {
            text_end = text_end.checked_add(cursor.number32()?)?;
            list_end = list_end.checked_add(cursor.number32()?)?;
            ends.push((text_end, list_end));
        }
        let texts = table.split_off(cursor.position());
        let is_whole = texts.len() == text_end as usize && lists.len() == list_end as usize;
        is_whole.then_some(Self { ends, texts, lists })
    }

    /// A term's text and list.
    fn entry(&self, number: usize) -> Option<(&[u8], &[u8])> {
        let (text_start, list_start) =
            number.checked_sub(1).map_or(Some((0, 0)), |before| self.ends.get(before).copied())?;
        let (text_end, list_end) = *self.ends.get(number)?;
        let text = self.texts.get(text_start as usize..text_end as usize)?;
        Some((text, self.lists.get(list_start as usize..list_end as usize)?))
    }

    fn find(&self, term: &[u8]) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = (low + high) / 2;
            let (text, list) = self.entry(middle)?;
            match text.cmp(term) {
                std::cmp::Ordering::Equal => return Some(list),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

fn postings(list: &[u8], commits: u32) -> Option<Vec<Posting>> {
    let mut cursor = Cursor::new(list);
    let mut postings = Vec::with_capacity(list.len());
    let mut next = 0_u32;
    while !cursor.is_at_end() {
        let head = cursor.number()?;
        let commit = next.checked_add(u32::try_from(head >> 1).ok()?).filter(|commit| *commit < commits)?;
        let frequency = if head & 1 == 1 { cursor.number32()? } else { 1 };
        postings.push(Posting { commit, frequency });
        next = commit + 1;
    }
    Some(postings)
}
