//! One batch in memory, and its segment: files in the order of their paths, keys in the order of their
//! bytes, whatever the order in which files were added.

use std::collections::BTreeMap;
use std::path::Path;

use foreword_model::limits;
use foreword_text::interner::Interner;

use super::StoreError;
use super::disk::Disk;
use super::lists::ListBuilder;
use super::prepare::Prepared;
use super::records::FileRow;
use super::segment_writer::{SegmentWriter, Written};
use super::toc::{Section, Totals};

/// A batch of files that becomes one segment.
#[derive(Debug, Default)]
pub struct Builder {
    files: Vec<Batched>,
    keys: Interner,
    source_bytes: u64,
}

#[derive(Debug)]
struct Batched {
    file: Prepared,
    /// The numbers of its keys.
    keys: Vec<u32>,
}

/// What a segment or an index holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counters {
    /// Files.
    pub files: u64,
    /// Definitions.
    pub symbols: u64,
    /// Calls, references, imports and bases.
    pub edges: u64,
    /// Chunks.
    pub chunks: u64,
    /// Files by language; without a language is the empty name.
    pub languages: BTreeMap<String, u64>,
}

impl Builder {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. A path that is added twice counts as added last; one that Linux cannot open is left out.
    pub fn add(&mut self, mut file: Prepared) {
        if file.path.len() > limits::PATH_BYTES {
            return;
        }
        let keys = (0..file.keys.ends.len()).map(|at| self.keys.intern(file.keys.get(at)).0).collect();
        file.keys = super::prepare::Pieces::default();
        self.source_bytes += file.source_bytes;
        self.files.push(Batched { file, keys });
    }

    /// Whether the batch is as large as a batch should be.
    pub fn is_full(&self) -> bool {
        self.files.len() >= limits::STORE_BATCH_FILES || self.source_bytes >= limits::STORE_BATCH_BYTES
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The paths in the batch.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|batched| batched.file.path.as_str())
    }

    /// Writes the segment.
    pub(super) fn write(
        mut self,
        disk: &dyn Disk,
        folder: &Path,
        name: &str,
    ) -> Result<(Written, Counters), StoreError> {
        self.sort();
        let mut writer = SegmentWriter::create(disk, folder, name)?;
        let mut totals = Totals::default();
        let mut counters = Counters::default();
        for Batched { file, .. } in &self.files {
            put_file(&mut writer, &mut totals, file)?;
            counters.add(file.language.as_deref(), file.definition_count, file.site_count, file.chunk_count);
        }
        end_files(&mut writer, &totals)?;
        self.write_keys(&mut writer)?;
        Ok((writer.finish(totals)?, counters))
    }

    fn sort(&mut self) {
        self.files.sort_by(|left, right| left.file.path.cmp(&right.file.path));
        self.files.dedup_by(|later, kept| {
            let is_same = later.file.path == kept.file.path;
            if is_same {
                std::mem::swap(later, kept);
            }
            is_same
        });
    }

    fn write_keys(&self, writer: &mut SegmentWriter<'_>) -> Result<(), StoreError> {
        // A counting sort brings the fragments of each key together, in the order of files.
        let mut starts = vec![0_u32; self.keys.count() + 1];
        for batched in &self.files {
            batched.keys.iter().for_each(|key| starts[*key as usize + 1] += 1);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut filled = starts.clone();
        let mut places = vec![(0_u32, 0_u32); *starts.last().unwrap_or(&0) as usize];
        for (number, batched) in self.files.iter().enumerate() {
            for (at, key) in batched.keys.iter().enumerate() {
                let slot = &mut filled[*key as usize];
                places[*slot as usize] = (number as u32, at as u32);
                *slot += 1;
            }
        }
        let mut order: Vec<u32> = (0..self.keys.count() as u32).collect();
        order.sort_unstable_by(|left, right| self.keys.get(*left).cmp(self.keys.get(*right)));
        let mut list = ListBuilder::default();
        for key in order {
            list.clear();
            for (file, at) in &places[starts[key as usize] as usize..starts[key as usize + 1] as usize] {
                list.push(*file, self.files[*file as usize].file.fragments.get(*at as usize));
            }
            // A key of a file that was added again is in no file.
            if list.files > 0 {
                writer.put_key(self.keys.get(key), &list.bytes, list.files)?;
            }
        }
        Ok(())
    }
}

impl Counters {
    pub(super) fn add(&mut self, language: Option<&str>, definitions: u32, sites: u32, chunks: u32) {
        self.files += 1;
        self.symbols += u64::from(definitions);
        self.edges += u64::from(sites);
        self.chunks += u64::from(chunks);
        *self.languages.entry(language.unwrap_or_default().to_owned()).or_default() += 1;
    }

    pub(super) fn remove(&mut self, language: Option<&str>, definitions: u32, sites: u32, chunks: u32) {
        self.files = self.files.saturating_sub(1);
        self.symbols = self.symbols.saturating_sub(u64::from(definitions));
        self.edges = self.edges.saturating_sub(u64::from(sites));
        self.chunks = self.chunks.saturating_sub(u64::from(chunks));
        let language = language.unwrap_or_default();
        if let Some(count) = self.languages.get_mut(language) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.languages.remove(language);
            }
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.files += other.files;
        self.symbols += other.symbols;
        self.edges += other.edges;
        self.chunks += other.chunks;
        for (language, count) in &other.languages {
            *self.languages.entry(language.clone()).or_default() += count;
        }
    }
}

/// Appends a file to all streams.
pub(super) fn put_file(
    writer: &mut SegmentWriter<'_>,
    totals: &mut Totals,
    file: &Prepared,
) -> Result<(), StoreError> {
    put_row(writer, totals)?;
    writer.append(Section::Files, &file.record)?;
    writer.append(Section::Definitions, &file.definitions)?;
    writer.append(Section::Sites, &file.sites)?;
    writer.append(Section::Texts, file.header.as_bytes())?;
    writer.append(Section::Lengths, &file.lengths)?;
    writer.append(Section::Spans, &file.spans)?;
    totals.files += 1;
    totals.definitions += file.definition_count;
    totals.chunks += file.chunk_count;
    totals.words.iter_mut().zip(file.words).for_each(|(total, words)| *total += words);
    totals.header_words += file.header_words;
    Ok(())
}

/// Ends the file table: one more row says where the last file's parts end.
pub(super) fn end_files(writer: &mut SegmentWriter<'_>, totals: &Totals) -> Result<(), StoreError> {
    put_row(writer, totals)
}

fn put_row(writer: &mut SegmentWriter<'_>, totals: &Totals) -> Result<(), StoreError> {
    let at = |section| u32::try_from(writer.position(section)).map_err(|_| StoreError::TooLarge);
    let row = FileRow {
        record: at(Section::Files)?,
        definitions: at(Section::Definitions)?,
        chunks: totals.chunks,
        sites: at(Section::Sites)?,
        texts: at(Section::Texts)?,
    };
    writer.append(Section::FileTable, &row.encode())
}
