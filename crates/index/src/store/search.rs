//! Where a term occurs, in all live segments, and how long the fields are that it occurs in.

use super::codec::Cursor;
use super::lists::Fragments;
use super::postings::{self, Frequencies};
use super::reader::{self, Live};
use super::records::{FileRow, LENGTHS_BYTES};
use super::segment::List;
use super::snapshot::{ChunkId, FileId};
use super::toc::{FIELDS, Section};
use super::{Store, StoreError};

/// A term in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkPosting {
    /// The chunk.
    pub chunk: ChunkId,
    /// How often, by [`ChunkField`](super::ChunkField).
    pub frequencies: Frequencies,
}

/// A term in a file's path or header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilePosting {
    /// The file.
    pub file: FileId,
    /// How often, by [`FileField`](super::FileField).
    pub frequencies: Frequencies,
}

/// The chunks of a term; after an error there is nothing more.
#[derive(Debug)]
pub struct ChunkPostings<'s> {
    store: &'s Store,
    lists: Vec<(u32, List)>,
    /// The list that is read, and how far.
    list: usize,
    position: usize,
    next_file: u64,
    /// The file that is read, and where the rest of its fragment lies.
    file: FileId,
    rest: (usize, usize),
    next_chunk: u32,
}

impl<'s> ChunkPostings<'s> {
    pub(super) fn new(store: &'s Store, lists: Vec<(u32, List)>) -> Self {
        Self {
            store,
            lists,
            list: 0,
            position: 0,
            next_file: 0,
            file: FileId::default(),
            rest: (0, 0),
            next_chunk: 0,
        }
    }

    /// In how many files the term occurs, those included that are gone since: at most a third too many.
    pub fn files_hint(&self) -> u64 {
        self.lists.iter().map(|(_, list)| u64::from(list.files)).sum()
    }

    /// Goes to the next live file's fragment; `None` at the end, an error if a list is malformed.
    fn next_fragment(&mut self) -> Option<Result<(), StoreError>> {
        while let Some((segment, list)) = self.lists.get(self.list) {
            let rest = &list.bytes[self.position..];
            let mut fragments = Fragments::after(rest, self.next_file);
            let Some((file, fragment)) = fragments.next() else {
                if !fragments.is_whole() {
                    return Some(Err(self.store.live(*segment).segment.damaged(Section::Lists)));
                }
                self.list += 1;
                self.position = 0;
                self.next_file = 0;
                continue;
            };
            self.position += fragments.position();
            self.next_file = u64::from(file) + 1;
            if self.store.live(*segment).is_dead(file) {
                continue;
            }
            self.file = FileId { segment: *segment, number: file };
            self.rest = (self.position - fragment.len(), self.position);
            self.next_chunk = 0;
            return Some(Ok(()));
        }
        None
    }

    fn next_in_fragment(&mut self) -> Option<ChunkPosting> {
        let (_, list) = self.lists.get(self.list)?;
        let mut cursor = Cursor::new(list.bytes.get(self.rest.0..self.rest.1)?);
        let (step, frequencies) = postings::get(&mut cursor)?;
        let number = self.next_chunk.checked_add(step)?;
        self.rest.0 += cursor.position();
        self.next_chunk = number.checked_add(1)?;
        Some(ChunkPosting { chunk: ChunkId { file: self.file, number }, frequencies })
    }

    fn stop(&mut self, error: StoreError) -> Option<Result<ChunkPosting, StoreError>> {
        self.lists.clear();
        self.rest = (0, 0);
        Some(Err(error))
    }
}

impl Iterator for ChunkPostings<'_> {
    type Item = Result<ChunkPosting, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rest.0 >= self.rest.1 {
            if let Err(error) = self.next_fragment()? {
                return self.stop(error);
            }
        }
        match self.next_in_fragment() {
            Some(posting) => Some(Ok(posting)),
            None => {
                let error = self.store.live(self.file.segment).segment.damaged(Section::Lists);
                self.stop(error)
            }
        }
    }
}

/// What a ranking needs to know of the whole index.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Statistics {
    /// Live files.
    pub files: u64,
    /// Live chunks.
    pub chunks: u64,
    /// Words of a chunk on average, by [`ChunkField`](super::ChunkField).
    pub words_mean: [f64; FIELDS],
    /// Words of a header comment on average, over all files.
    pub header_words_mean: f64,
}

/// The field lengths of all chunks, read whole: a ranking asks for thousands.
#[derive(Debug)]
pub struct Lengths {
    segments: Vec<(Vec<FileRow>, Vec<u8>)>,
}

impl Lengths {
    pub(super) fn read(live: &[Live]) -> Result<Self, StoreError> {
        let read = |live: &Live| {
            let segment = &live.segment;
            let rows = reader::file_rows(segment)?;
            let end = segment.stream_length(Section::Lengths);
            Ok((rows, segment.stream(Section::Lengths, 0, end)?))
        };
        Ok(Self { segments: live.iter().map(read).collect::<Result<_, StoreError>>()? })
    }

    /// Words of a chunk, by [`ChunkField`](super::ChunkField); zeros for a chunk that is not there.
    pub fn of(&self, chunk: ChunkId) -> [u16; FIELDS] {
        let find = || {
            let (rows, column) = self.segments.get(chunk.file.segment as usize)?;
            let first = rows.get(chunk.file.number as usize)?.chunks as usize;
            let start = (first + chunk.number as usize) * LENGTHS_BYTES;
            column.get(start..start + LENGTHS_BYTES)
        };
        find().map_or([0; FIELDS], reader::lengths_of)
    }
}
