//! The postings of a query, put together by file and, for a prompt, by passage.

use std::collections::{BTreeMap, HashMap, HashSet};

use foreword_index::store::{ChunkField, ChunkId, FileField, FileId, Store, StoreError};
use foreword_model::limits;
use foreword_text::{han, identifiers};

use super::features::Ask;
use super::passage_scores::PassagePosting;
use super::query::Query;
use super::weights;

/// How often a file holds each term, weighed by field as the ranking does; and where in its path.
#[derive(Debug, Clone, Default)]
pub(super) struct FileRow {
    /// The place of its record.
    pub(super) file: usize,
    pub(super) weighted: Vec<f32>,
    /// Bits by term.
    pub(super) in_names: u64,
    pub(super) in_stem: u64,
    pub(super) in_parent: u64,
    pub(super) in_header: u64,
    /// Whether it defines a symbol of the query, or neighbouring words of it as one name.
    pub(super) defines: bool,
    pub(super) compound: bool,
    /// Whether it hands on a symbol of the query.
    pub(super) reexports: bool,
    /// Whether it defines a member of the query.
    pub(super) member: bool,
}

/// The postings of a query, put together by file.
pub(super) struct QueryPostings {
    /// By segment and number in it: the place of the record.
    pub(super) places: Vec<Vec<u32>>,
    pub(super) rows: Vec<FileRow>,
    /// By record: its row.
    pub(super) row_of: HashMap<usize, usize>,
    pub(super) terms: usize,
    /// By term: files that hold it.
    pub(super) holding: Vec<u32>,
    /// Chunks whose name holds terms: bits by term.
    pub(super) named_chunks: BTreeMap<ChunkId, u64>,
    /// By term: the passages that hold it; kept for a prompt, and for a question that may stand in code word for word.
    pub(super) postings: Vec<Vec<PassagePosting>>,
    pub(super) keeps_postings: bool,
}

impl QueryPostings {
    pub(super) fn new(ids: &[FileId], query: &Query) -> Self {
        let mut places: Vec<Vec<u32>> = Vec::new();
        for (place, id) in (0_u32..).zip(ids) {
            let (segment, number) = (id.segment as usize, id.number as usize);
            if places.len() <= segment {
                places.resize(segment + 1, Vec::new());
            }
            if places[segment].len() <= number {
                places[segment].resize(number + 1, u32::MAX);
            }
            places[segment][number] = place;
        }
        let terms = query.terms.len();
        Self {
            places,
            rows: Vec::new(),
            row_of: HashMap::new(),
            terms,
            holding: vec![0; terms],
            named_chunks: BTreeMap::new(),
            postings: vec![Vec::new(); terms],
            keeps_postings: query.ask == Ask::Prompt || query.may_be_verbatim(),
        }
    }

    pub(super) fn count(&mut self, store: &Store, query: &Query) -> Result<(), StoreError> {
        for (number, term) in query.terms.iter().enumerate() {
            // A term of Chinese characters is found where all pairs of its characters are.
            let is_run = term.text.starts_with(han::is_cjk);
            let keys = if is_run { identifiers::split_bigrams(&term.text) } else { vec![term.text.clone()] };
            let found = keys
                .iter()
                .enumerate()
                .map(|(turn, key)| self.occurrences(store, key, number, turn))
                .reduce(|all, one| Ok(in_both(all?, &one?)))
                .unwrap_or_else(|| Ok(BTreeMap::new()))?;
            self.holding[number] = u32::try_from(found.len()).unwrap_or(u32::MAX);
            for (file, occurs) in found {
                let row = self.row(file);
                row.weighted[number] = occurs.weighted;
                row.in_names |= u64::from(occurs.in_name) << number;
                row.in_stem |= u64::from(occurs.in_stem) << number;
                row.in_parent |= u64::from(occurs.in_parent) << number;
                row.in_header |= u64::from(occurs.in_header) << number;
            }
        }
        for symbol in &query.symbols {
            for definition in store.symbol(symbol)?.into_iter().take(limits::SEARCH_CANDIDATES) {
                if let Some(file) = self.place(definition.file) {
                    self.row(file).defines = true;
                }
            }
        }
        for symbol in &query.symbols {
            for (file, import) in store.imports_named(symbol, limits::SEARCH_READ_FILES)? {
                if let Some(file) = self.place(file).filter(|_| import.is_reexport) {
                    self.row(file).reexports = true;
                }
            }
        }
        for compound in &query.compounds {
            for posting in store.chunk_term(compound)?.take(limits::SEARCH_CANDIDATES) {
                let posting = posting?;
                let is_name = posting.frequencies[ChunkField::Name as usize] > 0;
                if let Some(file) = self.place(posting.chunk.file).filter(|_| is_name) {
                    self.row(file).compound = true;
                }
            }
        }
        Ok(())
    }

    fn occurrences(
        &mut self,
        store: &Store,
        key: &str,
        term: usize,
        turn: usize,
    ) -> Result<BTreeMap<usize, Occurs>, StoreError> {
        let mut found: HashMap<usize, Occurs> = HashMap::new();
        let mut passages: Vec<PassagePosting> = Vec::new();
        for posting in store.chunk_term(key)? {
            let posting = posting?;
            let Some(file) = self.place(posting.chunk.file) else { continue };
            if self.keeps_postings {
                passages.push(PassagePosting {
                    file: u32::try_from(file).unwrap_or(u32::MAX),
                    chunk: posting.chunk.number,
                    id: posting.chunk.file,
                    frequencies: posting.frequencies,
                });
            }
            let of = |field: ChunkField| f32::from(posting.frequencies[field as usize]);
            let occurs = found.entry(file).or_default();
            occurs.weighted +=
                of(ChunkField::Body) + of(ChunkField::Name) * (weights::FIELD_NAME - 1.0) as f32;
            if of(ChunkField::Name) > 0.0 {
                occurs.in_name = true;
                *self.named_chunks.entry(posting.chunk).or_default() |= 1 << term;
            }
        }
        self.keep_postings(term, turn, passages);
        for posting in store.file_term(key)? {
            let Some(file) = self.place(posting.file) else { continue };
            let has = |field: FileField| posting.frequencies[field as usize] > 0;
            let occurs = found.entry(file).or_default();
            let (stem, parent) = (has(FileField::Stem), has(FileField::Parent));
            let in_directory = parent || has(FileField::Directory);
            occurs.weighted += f32::from(u8::from(stem)) * weights::FIELD_STEM as f32
                + f32::from(u8::from(in_directory)) * weights::FIELD_DIRECTORY as f32;
            occurs.in_stem |= stem;
            occurs.in_parent |= parent;
            occurs.in_header |= has(FileField::Header);
        }
        Ok(found.into_iter().collect())
    }

    /// Keeps the passages of a key; those of several keys of one term only where all of them are.
    fn keep_postings(&mut self, term: usize, turn: usize, mut passages: Vec<PassagePosting>) {
        if turn > 0 {
            let known: HashSet<(u32, u32)> =
                self.postings[term].iter().map(|posting| (posting.file, posting.chunk)).collect();
            passages.retain(|posting| known.contains(&(posting.file, posting.chunk)));
        }
        self.postings[term] = passages;
    }

    pub(super) fn place(&self, id: FileId) -> Option<usize> {
        let place = *self.places.get(id.segment as usize)?.get(id.number as usize)?;
        (place != u32::MAX).then_some(place as usize)
    }

    pub(super) fn row(&mut self, file: usize) -> &mut FileRow {
        let next = self.rows.len();
        let at = *self.row_of.entry(file).or_insert(next);
        if at == next {
            self.rows.push(FileRow { file, weighted: vec![0.0; self.terms], ..FileRow::default() });
        }
        &mut self.rows[at]
    }
}

/// How a term occurs in one file.
#[derive(Debug, Clone, Copy, Default)]
struct Occurs {
    weighted: f32,
    in_name: bool,
    in_stem: bool,
    in_parent: bool,
    in_header: bool,
}

/// What holds in files that have both.
fn in_both(all: BTreeMap<usize, Occurs>, one: &BTreeMap<usize, Occurs>) -> BTreeMap<usize, Occurs> {
    let both = |(file, left): (usize, Occurs)| {
        let right = one.get(&file)?;
        let occurs = Occurs {
            weighted: left.weighted.min(right.weighted),
            in_name: left.in_name && right.in_name,
            in_stem: left.in_stem && right.in_stem,
            in_parent: left.in_parent && right.in_parent,
            in_header: left.in_header && right.in_header,
        };
        Some((file, occurs))
    };
    all.into_iter().filter_map(both).collect()
}
