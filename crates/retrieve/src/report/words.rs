//! What the words of an issue say of files, by the index: BM25 over whole files, over their definitions, paths and names.

use foreword_index::store::{ChunkField, FileField, FileId, FileRecord, Lengths, Store, StoreError};

use super::features::{ReportEvidence, ReportFeature};
use super::issue::Word;

/// How fast further occurrences of a word stop to count.
const K1: f64 = 1.2;
/// How much the length of a file counts.
const B_TEXT: f64 = 0.4;
const B_LONG: f64 = 0.75;
const B_CHUNK: f64 = 0.5;
/// What an occurrence in the path or in a name counts, beside one in the text.
const IN_PATH: f64 = 5.0;
const IN_NAME: f64 = 3.0;
/// Definitions of a file that count.
const BEST_CHUNKS: usize = 3;
/// A word that no more files hold is rare.
const RARE_FILES: usize = 6;
/// Words in a line of code, roughly: only the order of lengths matters.
const WORDS_PER_LINE: f64 = 5.0;

/// The files of the index as places of a table.
pub struct ReportFiles<'f> {
    /// By path.
    pub records: &'f [FileRecord],
    /// Their numbers in the store.
    pub ids: &'f [FileId],
    /// By segment and number in it: the place of the record.
    places: Vec<Vec<u32>>,
    /// By place: whether an error may be there.
    pub(super) is_candidate: Vec<bool>,
    /// By place: where its chunks begin in a row of all chunks.
    chunks: Vec<usize>,
}

impl<'f> ReportFiles<'f> {
    pub(super) fn new(records: &'f [FileRecord], ids: &'f [FileId], is_candidate: Vec<bool>) -> Self {
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
        let mut chunks = Vec::with_capacity(records.len() + 1);
        let mut begin = 0;
        for record in records {
            chunks.push(begin);
            begin += record.chunks as usize;
        }
        chunks.push(begin);
        Self { records, ids, places, is_candidate, chunks }
    }

    /// The place of a file, if an error may be there.
    pub(super) fn candidate(&self, file: FileId) -> Option<usize> {
        let place = *self.places.get(file.segment as usize)?.get(file.number as usize)?;
        let place = usize::try_from(place).ok()?;
        self.is_candidate.get(place).copied()?.then_some(place)
    }

    /// The place of a path.
    pub(super) fn place_of(&self, path: &str) -> Option<usize> {
        self.records.binary_search_by(|record| record.path.as_str().cmp(path)).ok()
    }
}

/// Counts the words of an issue in all files. Returns what each definition holds of them, by the row of all chunks.
pub(super) fn count(
    store: &Store,
    files: &ReportFiles<'_>,
    words: &[Word],
    values: &mut [ReportEvidence],
) -> Result<Vec<f32>, StoreError> {
    let candidates = files.is_candidate.iter().filter(|is| **is).count().max(1) as f64;
    let lines: f64 = files
        .records
        .iter()
        .zip(&files.is_candidate)
        .filter(|(_, is)| **is)
        .map(|(record, _)| f64::from(record.lines))
        .sum();
    let mut counting = Counting {
        files,
        lengths: store.lengths()?,
        chunk_mean: store.statistics().words_mean[ChunkField::Body as usize].max(1.0),
        candidates,
        file_mean: (lines / candidates * WORDS_PER_LINE).max(1.0),
        tallies: vec![Tally::default(); files.records.len()],
        held: Vec::new(),
        in_chunks: Vec::new(),
        chunks: vec![0.0; files.chunks.last().copied().unwrap_or_default()],
    };
    for word in words {
        counting.word(store, word, values)?;
    }
    counting.best_chunks(values);
    Ok(counting.chunks)
}

/// How often one file holds the word that is counted.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    body: f32,
    names: f32,
    path: f32,
}

struct Counting<'c, 'f> {
    files: &'c ReportFiles<'f>,
    lengths: Lengths,
    chunk_mean: f64,
    candidates: f64,
    file_mean: f64,
    tallies: Vec<Tally>,
    /// Places that hold the word that is counted.
    held: Vec<usize>,
    /// Chunks that hold it: the place in the row of all, how often, how long it is compared with the mean.
    in_chunks: Vec<(usize, f64, f64)>,
    chunks: Vec<f32>,
}

impl Counting<'_, '_> {
    fn word(&mut self, store: &Store, word: &Word, values: &mut [ReportEvidence]) -> Result<(), StoreError> {
        self.held.clear();
        self.in_chunks.clear();
        for posting in store.chunk_term(&word.term)? {
            let posting = posting?;
            let Some(place) = self.files.candidate(posting.chunk.file) else { continue };
            let of = |field: ChunkField| f32::from(posting.frequencies[field as usize]);
            let body = of(ChunkField::Body) + of(ChunkField::Doc) + of(ChunkField::Signature);
            let names = of(ChunkField::Name);
            let in_chunk = body + IN_NAME as f32 * names + of(ChunkField::Container);
            let ratio =
                f64::from(self.lengths.of(posting.chunk)[ChunkField::Body as usize]) / self.chunk_mean;
            self.in_chunks.push((
                self.files.chunks[place] + posting.chunk.number as usize,
                f64::from(in_chunk),
                ratio,
            ));
            let tally = self.hold(place);
            tally.body += body + names;
            tally.names += names;
        }
        for posting in store.file_term(&word.term)? {
            let Some(place) = self.files.candidate(posting.file) else { continue };
            let of = |field: FileField| f32::from(posting.frequencies[field as usize]);
            let in_path = of(FileField::Stem) + of(FileField::Parent) + of(FileField::Directory);
            if in_path > 0.0 {
                self.hold(place).path += in_path;
            }
        }
        self.add(word, values);
        Ok(())
    }

    fn hold(&mut self, place: usize) -> &mut Tally {
        let tally = &mut self.tallies[place];
        if tally.body + tally.names + tally.path == 0.0 {
            self.held.push(place);
        }
        tally
    }

    /// Adds what the word says, now that it is known how rare it is.
    fn add(&mut self, word: &Word, values: &mut [ReportEvidence]) {
        let held =
            |has: fn(&Tally) -> bool| self.held.iter().filter(|place| has(&self.tallies[**place])).count();
        let idf = rarity(self.candidates, self.held.len());
        let name_idf = rarity(self.candidates, held(|tally| tally.names > 0.0));
        let path_idf = rarity(self.candidates, held(|tally| tally.path > 0.0));
        let holding = self.held.len();
        for place in &self.held {
            if holding <= RARE_FILES {
                values[*place].add(ReportFeature::Rare, word.weight / holding as f64);
            }
            let tally = std::mem::take(&mut self.tallies[*place]);
            let (body, names, path) = (f64::from(tally.body), f64::from(tally.names), f64::from(tally.path));
            let ratio = f64::from(self.files.records[*place].lines.max(1)) * WORDS_PER_LINE / self.file_mean;
            let all = body + IN_PATH * path + IN_NAME * names;
            let values = &mut values[*place];
            values.add(ReportFeature::Text, word.weight * idf * idf * saturated(all, ratio, B_TEXT));
            values.add(ReportFeature::LongText, word.weight * idf * saturated(all, ratio, B_LONG));
            if word.in_title > 0.0 {
                let value = idf * saturated(body + IN_PATH * path, ratio, B_LONG);
                values.add(ReportFeature::Title, word.in_title * value);
            }
            if path > 0.0 {
                values.add(ReportFeature::Path, word.weight * path_idf);
            }
            if names > 0.0 {
                values.add(ReportFeature::Names, word.weight * name_idf * saturated(names, ratio, B_LONG));
            }
        }
        for (chunk, count, ratio) in &self.in_chunks {
            let weight = word.weight * idf * saturated((1.0 + count).ln(), ratio.max(0.1), B_CHUNK);
            if let Some(sum) = self.chunks.get_mut(*chunk) {
                *sum += weight as f32;
            }
        }
    }

    fn best_chunks(&self, values: &mut [ReportEvidence]) {
        for (place, values) in values.iter_mut().enumerate() {
            if !self.files.is_candidate[place] {
                continue;
            }
            let mut best = [0.0_f32; BEST_CHUNKS];
            for score in &self.chunks[self.files.chunks[place]..self.files.chunks[place + 1]] {
                let mut score = *score;
                for slot in &mut best {
                    if score > *slot {
                        std::mem::swap(slot, &mut score);
                    }
                }
            }
            values.set(ReportFeature::Chunks, best.iter().map(|score| f64::from(*score)).sum());
        }
    }
}

impl ReportFiles<'_> {
    /// The part of a row of all chunks that belongs to a file.
    pub fn chunks_of<'r>(&self, place: usize, row: &'r [f32]) -> &'r [f32] {
        &row[self.chunks[place]..self.chunks[place + 1]]
    }
}

/// How much a word says that so many of all hold.
pub(super) fn rarity(all: f64, holding: usize) -> f64 {
    let holding = holding as f64;
    (1.0 + (all - holding + 0.5).max(0.0) / (holding + 0.5)).ln()
}

/// BM25 of one word: more of it counts less and less, and in a long text less than in a short one.
pub(super) fn saturated(count: f64, length_ratio: f64, b: f64) -> f64 {
    count * (K1 + 1.0) / (count + K1 * (1.0 - b + b * length_ratio))
}
