//! What a ranking needs to know of the whole repository, whoever counted it: the live scan or the index.

use std::collections::BTreeMap;

use foreword_index::class::FileClass;

use super::scan::Scan;
use super::vocabulary::PathTerms;

/// Lines and word parts of a passage, about, where only files are known.
const PASSAGE_LINES: u32 = 20;
const PASSAGE_PARTS: u64 = 60;

/// The repository, counted.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Corpus {
    /// Files.
    pub(super) files: usize,
    /// Those of them that are known by their name only: no text, another encoding, too large.
    pub(super) unread: usize,
    /// By term: files that hold it, in their text or path.
    pub(super) holding: Vec<u32>,
    /// Passages, about as many as there are.
    pub(super) passages: usize,
    /// By term: passages that hold it.
    pub(super) passages_holding: Vec<u32>,
    /// Word parts of a file, on average.
    pub(super) parts_mean: f64,
    /// Share of the program's bytes in each part of the repository.
    mass: BTreeMap<String, f64>,
    /// Directory levels that tell those parts apart.
    part_levels: usize,
    /// Files by directory.
    pub(super) directory_sizes: BTreeMap<String, usize>,
}

impl Corpus {
    /// Counts what a live scan read.
    pub(super) fn of_scan(scan: &Scan, paths: &[PathTerms], terms: usize) -> Self {
        let (mut holding, mut passages_holding) = (vec![0_u32; terms], vec![0_u32; terms]);
        let mut parts = 0_u64;
        for (scanned, path) in scan.files.iter().zip(paths) {
            parts += u64::from(scanned.hits.parts);
            for (term, count) in holding.iter_mut().enumerate() {
                let in_text = scanned.hits.counts.get(term).is_some_and(|counts| counts.all > 0);
                *count += u32::from(in_text || path.all >> term & 1 == 1);
            }
            let mut last_window = vec![u32::MAX; terms];
            for hit in &scanned.hits.hits {
                let window = hit.line / PASSAGE_LINES;
                let last = &mut last_window[usize::from(hit.term)];
                passages_holding[usize::from(hit.term)] += u32::from(*last != window);
                *last = window;
            }
        }
        let files = scan.files.iter().map(|scanned| &scanned.file);
        let files = files.map(|file| (file.path.as_str(), file.class, file.len));
        let mut corpus = Self::of_files(files, scan.part_levels);
        corpus.parts_mean = parts as f64 / corpus.files.max(1) as f64;
        corpus.holding = holding;
        corpus.passages = usize::try_from(parts / PASSAGE_PARTS).unwrap_or(usize::MAX).max(corpus.files);
        corpus.passages_holding = passages_holding;
        corpus
    }

    /// Counts files by directory; what their texts hold is for the caller to add.
    pub(super) fn of_files<'f>(
        files: impl Iterator<Item = (&'f str, FileClass, u64)>,
        part_levels: usize,
    ) -> Self {
        let mut corpus = Self { part_levels, ..Self::default() };
        let (mut bytes, mut sizes) = (Tally::default(), Tally::default());
        for (path, class, len) in files {
            corpus.files += 1;
            sizes.add(parent(path), 1);
            if class == FileClass::Code {
                bytes.add(part_of(path, part_levels), len);
            }
        }
        let bytes = bytes.sums();
        let total = bytes.values().sum::<u64>().max(1) as f64;
        corpus.mass = bytes.into_iter().map(|(key, bytes)| (key.to_owned(), bytes as f64 / total)).collect();
        corpus.directory_sizes =
            sizes.sums().into_iter().map(|(key, files)| (key.to_owned(), files as usize)).collect();
        corpus
    }
}

impl Corpus {
    /// Share of the program's bytes in the part of the repository that holds a file.
    pub(super) fn mass_around(&self, path: &str) -> f64 {
        self.mass.get(part_of(path, self.part_levels)).copied().unwrap_or(0.0)
    }
}

/// Sums by directory. Files come by path, so one directory's mostly come together and are added up before it is
/// looked for.
#[derive(Debug, Default)]
struct Tally<'f> {
    sums: BTreeMap<&'f str, u64>,
    directory: &'f str,
    sum: u64,
}

impl<'f> Tally<'f> {
    fn add(&mut self, directory: &'f str, amount: u64) {
        if directory != self.directory {
            self.settle();
            self.directory = directory;
        }
        self.sum += amount;
    }

    fn settle(&mut self) {
        if self.sum > 0 {
            *self.sums.entry(self.directory).or_default() += std::mem::take(&mut self.sum);
        }
    }

    fn sums(mut self) -> BTreeMap<&'f str, u64> {
        self.settle();
        self.sums
    }
}

/// The directory that holds a file.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The first directories of a path.
fn part_of(path: &str, levels: usize) -> &str {
    let slashes = path.match_indices('/').map(|(at, _)| at);
    &path[..slashes.take(levels).last().unwrap_or(0)]
}
