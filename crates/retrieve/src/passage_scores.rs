//! What the postings of a query say of each passage of the index, before any file is read: BM25 over names, containers,
//! signatures, comments and bodies.

use std::collections::HashMap;

use foreword_index::class::FileClass;
use foreword_index::store::{ChunkField, ChunkId, FileId, FileRecord, Frequencies, Store, StoreError};

use super::vocabulary::Vocabulary;

const K1: f32 = 1.2;
const B_TEXT: f32 = 0.6;
const B_NAME: f32 = 0.2;
const IN_NAME: f32 = 3.0;

/// A term in a passage of the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct PassagePosting {
    /// The place of the file among the records.
    pub(super) file: u32,
    /// The passage's number in its file.
    pub(super) chunk: u32,
    /// The file in the store.
    pub(super) id: FileId,
    pub(super) frequencies: Frequencies,
}

/// The best passage of a file; shares of the query.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BestPassage {
    pub(super) text: f32,
    pub(super) name: f32,
    /// Each notion from the passage that has most of it.
    pub(super) file_text: f32,
}

/// A passage of the index with its share of the query.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredPassage {
    /// The place of the file among the records.
    pub(super) file: u32,
    pub(super) id: FileId,
    /// The passage's number in its file.
    pub(super) chunk: u32,
    pub(super) text: f32,
}

/// Tests that speak for what they test.
const TESTS_MAX: usize = 12;
/// Passages of tests that are looked at for those.
const TEST_PASSAGES_MIN: f32 = 0.05;

/// What the postings say.
#[derive(Debug)]
pub(super) struct PassageScores {
    /// By file of the records: its best passage.
    pub(super) best: Vec<(u32, BestPassage)>,
    /// The passages of tests that hold most of the query, the best first.
    pub(super) tests: Vec<ScoredPassage>,
}

impl PassageScores {
    /// Adds up, for each passage, each notion's best term.
    pub(super) fn count(
        store: &Store,
        records: &[FileRecord],
        ids: &[FileId],
        vocabulary: &Vocabulary<'_>,
        postings: &[Vec<PassagePosting>],
    ) -> Result<Self, StoreError> {
        let lengths = store.lengths()?;
        let means = store.statistics().words_mean.map(|mean| mean.max(0.5) as f32);
        let mut first_of: Vec<usize> = Vec::with_capacity(records.len() + 1);
        let mut chunks = 0;
        for record in records {
            first_of.push(chunks);
            chunks += record.chunks as usize;
        }
        let (mut text, mut name) = (vec![0.0_f32; chunks], vec![0.0_f32; chunks]);
        let mut file_text = vec![0.0_f32; records.len()];
        let (mut of_concept, mut name_of_concept) = (vec![0.0_f32; chunks], vec![0.0_f32; chunks]);
        let mut file_of_concept: HashMap<u32, f32> = HashMap::new();
        let mut touched: Vec<(u32, usize)> = Vec::new();
        for concept in 0..vocabulary.query.concepts.len() {
            let terms = vocabulary.query.terms.iter().enumerate();
            for (number, _) in terms.filter(|(_, term)| term.concept == concept) {
                let value = vocabulary.term_value(number) as f32;
                for posting in &postings[number] {
                    let at = first_of[posting.file as usize] + posting.chunk as usize;
                    let Some(slot) = of_concept.get_mut(at) else { continue };
                    if *slot == 0.0 {
                        touched.push((posting.file, at));
                    }
                    let of = lengths.of(ChunkId { file: posting.id, number: posting.chunk });
                    *slot = slot.max(value * strength(&posting.frequencies, &of, &means));
                    if posting.frequencies[ChunkField::Name as usize] > 0 {
                        name_of_concept[at] = name_of_concept[at].max(value);
                    }
                }
            }
            for (file, at) in touched.drain(..) {
                let gained = std::mem::take(&mut of_concept[at]);
                text[at] += gained;
                name[at] += std::mem::take(&mut name_of_concept[at]);
                let best = file_of_concept.entry(file).or_default();
                *best = best.max(gained);
            }
            for (file, best) in file_of_concept.drain() {
                file_text[file as usize] += best;
            }
        }
        let total = (vocabulary.total() as f32).max(f32::MIN_POSITIVE);
        let (mut best, mut tests) = (Vec::new(), Vec::new());
        for (file, file_text) in (0_u32..).zip(&file_text).filter(|(_, text)| **text > 0.0) {
            let first = first_of[file as usize];
            let end = first_of.get(file as usize + 1).copied().unwrap_or(chunks);
            let passages =
                (first..end).max_by(|a, b| worth(text[*a], name[*a]).total_cmp(&worth(text[*b], name[*b])));
            if records[file as usize].class == FileClass::Test {
                let held = (0_u32..).zip(&text[first..end]).map(|(chunk, text)| (chunk, text / total));
                let scored = held.filter(|(_, text)| *text > TEST_PASSAGES_MIN);
                tests.extend(scored.map(|(chunk, text)| ScoredPassage {
                    file,
                    id: ids[file as usize],
                    chunk,
                    text,
                }));
            }
            if let Some(at) = passages {
                let shares = BestPassage {
                    text: text[at] / total,
                    name: name[at] / total,
                    file_text: file_text / total,
                };
                best.push((file, shares));
            }
        }
        tests.sort_by(|a, b| b.text.total_cmp(&a.text).then((a.file, a.chunk).cmp(&(b.file, b.chunk))));
        tests.truncate(TESTS_MAX);
        Ok(Self { best, tests })
    }
}

/// Which of the passages of a file is its best: only their order matters.
fn worth(text: f32, name: f32) -> f32 {
    text * 4.0 + name
}

/// How much a passage says with a term, from 0 to 1.
fn strength(frequencies: &Frequencies, lengths: &Frequencies, means: &[f32]) -> f32 {
    let field = |field: ChunkField| f32::from(frequencies[field as usize]);
    let norm = |field: ChunkField, b: f32| {
        let ratio = f32::from(lengths[field as usize]) / means[field as usize];
        (1.0 - b + b * ratio).max(0.1)
    };
    let named = field(ChunkField::Name);
    let mut weighed = field(ChunkField::Container) + field(ChunkField::Signature);
    if named > 0.0 {
        weighed += IN_NAME * named / norm(ChunkField::Name, B_NAME);
    }
    weighed += field(ChunkField::Doc) / norm(ChunkField::Doc, B_TEXT)
        + field(ChunkField::Body) / norm(ChunkField::Body, B_TEXT);
    weighed / (weighed + K1)
}
