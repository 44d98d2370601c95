//! Reads one segment: opens its table, then single blocks on demand, each checked before it is used.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::entries::Entries;
use super::lists::ListPlace;
use super::toc::{self, FOOTER_BYTES, FORMAT, Footer, SECTIONS, Section, Toc};
use super::{StoreError, block, disk};

/// Bytes at the end that are read at once: the whole table of a middling segment.
const TAIL_BYTES: u64 = 16_384;

/// An open segment. Its file stays readable after a merge has deleted it.
#[derive(Debug)]
pub(super) struct Segment {
    name: String,
    file: File,
    toc: Toc,
    /// Where the blocks end.
    end: u64,
    cache: Mutex<Cache>,
    /// Whether something in it turned out to be not what was written.
    is_damaged: AtomicBool,
}

/// Unpacked blocks by section and number.
type Cache = HashMap<(usize, usize), Arc<Vec<u8>>>;

/// A list as it was found: in how many files, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct List {
    pub(super) files: u32,
    pub(super) bytes: Vec<u8>,
}

impl Segment {
    /// Opens a segment that must have this length and table. `Ok(None)` if there is no such file.
    pub(super) fn open(
        folder: &Path,
        name: &str,
        length: u64,
        toc_checksum: u64,
    ) -> Result<Option<Self>, StoreError> {
        let path = folder.join(name);
        let failed = |error| StoreError::io("read", &path, error);
        let file = match disk::open_existing(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let damaged = || StoreError::Damaged { file: name.to_owned(), block: length };
        if file.metadata().map_err(failed)?.len() != length || length < FOOTER_BYTES as u64 {
            return Err(damaged());
        }
        let mut tail = vec![0; length.min(TAIL_BYTES) as usize];
        let tail_offset = length - tail.len() as u64;
        file.read_exact_at(&mut tail, tail_offset).map_err(failed)?;
        let footer = toc::footer(&tail[tail.len() - FOOTER_BYTES..]).ok_or_else(damaged)?;
        let table_bytes = u64::from(footer.toc_length) + FOOTER_BYTES as u64;
        let is_placed = footer.toc_offset.checked_add(table_bytes) == Some(length);
        if footer.format != FORMAT || footer.toc_checksum != toc_checksum || !is_placed {
            return Err(damaged());
        }
        if table_bytes > tail.len() as u64 {
            tail = vec![0; table_bytes as usize];
            file.read_exact_at(&mut tail, footer.toc_offset).map_err(failed)?;
        }
        let toc = decode_table(&tail, footer).ok_or_else(damaged)?;
        let cache = Mutex::default();
        let is_damaged = AtomicBool::new(false);
        Ok(Some(Self { name: name.to_owned(), file, toc, end: footer.toc_offset, cache, is_damaged }))
    }

    pub(super) fn toc(&self) -> &Toc {
        &self.toc
    }

    /// Its name, if a read of it found damage. Whoever swallows the error does not hide it.
    pub(super) fn found_damaged(&self) -> Option<&str> {
        self.is_damaged.load(Ordering::Relaxed).then_some(self.name.as_str())
    }

    /// The error for what is wrong near a block.
    pub(super) fn damaged(&self, section: Section) -> StoreError {
        self.is_damaged.store(true, Ordering::Relaxed);
        let first = self.toc.blocks[section as usize].first().map_or(self.end, |place| place.offset);
        StoreError::Damaged { file: self.name.clone(), block: first }
    }

    /// How many bytes a stream has.
    pub(super) fn stream_length(&self, section: Section) -> u64 {
        let blocks = &self.toc.blocks[section as usize];
        let whole = blocks.len().saturating_sub(1) as u64 * limits::STORE_BLOCK_BYTES as u64;
        whole + blocks.last().map_or(0, |place| u64::from(place.raw))
    }

    /// A part of a stream.
    pub(super) fn stream(&self, section: Section, start: u64, end: u64) -> Result<Vec<u8>, StoreError> {
        if start > end || end > self.stream_length(section) {
            return Err(self.damaged(section));
        }
        let mut bytes = Vec::with_capacity((end - start) as usize);
        let size = limits::STORE_BLOCK_BYTES as u64;
        let mut scratch = Vec::new();
        let mut at = start;
        while at < end {
            let number = (at / size) as usize;
            let from = (at % size) as usize;
            if from == 0 && end - at >= size {
                // Whole blocks are part of something long that is not read twice.
                self.read(section, number, &mut scratch, &mut bytes)?;
                at += size;
                continue;
            }
            let block = self.block(section, number)?;
            let to = ((end - at) as usize + from).min(block.len());
            bytes.extend_from_slice(block.get(from..to).ok_or_else(|| self.damaged(section))?);
            at += (to - from) as u64;
        }
        Ok(bytes)
    }

    /// The list of a key.
    pub(super) fn list(&self, key: &[u8]) -> Result<Option<List>, StoreError> {
        let after = self.toc.first_keys.partition_point(|first| &**first <= key);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let block = self.block(Section::Dictionary, number)?;
        let mut entries = Entries::new(&block);
        let found = entries.seek(key);
        if !entries.is_whole() {
            return Err(self.damaged(Section::Dictionary));
        }
        found.map(|(files, place)| self.load(files, Place::of(place))).transpose()
    }

    /// Adds to each count in how many files its key is; keys in order. Reads every block at most once.
    pub(super) fn add_file_counts(&self, keys: &[Vec<u8>], counts: &mut [u64]) -> Result<(), StoreError> {
        let first_keys = &self.toc.first_keys;
        let mut rest = keys.iter().zip(counts).peekable();
        while let Some((key, _)) = rest.peek() {
            let number = first_keys.partition_point(|first| **first <= ***key).saturating_sub(1);
            if first_keys.is_empty() {
                return Ok(());
            }
            let block = self.block(Section::Dictionary, number)?;
            let is_here = |key: &[u8]| first_keys.get(number + 1).is_none_or(|next| key < &**next);
            let mut entries = Entries::new(&block);
            let mut entry = entries.advance();
            while let Some((key, count)) = rest.next_if(|(key, _)| is_here(key)) {
                while entry.is_some() && entries.key < *key {
                    entry = entries.advance();
                }
                if let Some((files, _)) = entry.filter(|_| entries.key == *key) {
                    *count += u64::from(files);
                }
            }
            if !entries.is_whole() {
                return Err(self.damaged(Section::Dictionary));
            }
        }
        Ok(())
    }

    /// The keys that begin so, at most `keys_max`, with their lists.
    pub(super) fn lists_below(
        &self,
        prefix: &[u8],
        keys_max: usize,
    ) -> Result<Vec<(Vec<u8>, List)>, StoreError> {
        let mut found = Vec::new();
        self.scan(prefix, |key, files, place| {
            if key.starts_with(prefix) && found.len() < keys_max {
                found.push((key.to_vec(), files, Place::of(place)));
            } else if key >= prefix {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        found.into_iter().map(|(key, files, place)| Ok((key, self.load(files, place)?))).collect()
    }

    /// Hands over the keys from the block on in which `key` would be, until told to stop.
    pub(super) fn scan(
        &self,
        key: &[u8],
        mut visit: impl FnMut(&[u8], u32, ListPlace<'_>) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let first = self.toc.first_keys.partition_point(|first| &**first <= key).saturating_sub(1);
        for number in first..self.toc.first_keys.len() {
            let block = self.block(Section::Dictionary, number)?;
            let mut entries = Entries::new(&block);
            while let Some((files, place)) = entries.advance() {
                if visit(&entries.key, files, place).is_break() {
                    return Ok(());
                }
            }
            if !entries.is_whole() {
                return Err(self.damaged(Section::Dictionary));
            }
        }
        Ok(())
    }

    pub(super) fn load(&self, files: u32, place: Place) -> Result<List, StoreError> {
        let bytes = match place {
            Place::Inline(bytes) => bytes,
            Place::Elsewhere { offset, length } => {
                let end = offset.checked_add(length).ok_or_else(|| self.damaged(Section::Lists))?;
                self.stream(Section::Lists, offset, end)?
            }
        };
        Ok(List { files, bytes })
    }

    /// One block of a section.
    pub(super) fn block(&self, section: Section, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        let key = (section as usize, number);
        if let Some(block) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(block));
        }
        let mut raw = Vec::new();
        self.read(section, number, &mut Vec::new(), &mut raw)?;
        let block = Arc::new(raw);
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= limits::STORE_CACHED_BLOCKS {
            cache.clear();
        }
        cache.insert(key, Arc::clone(&block));
        Ok(block)
    }

    /// Frees the blocks that were kept.
    pub(super) fn forget(&self) {
        *self.cache.lock().unwrap_or_else(PoisonError::into_inner) = Cache::new();
    }

    /// Appends one block of a section, read anew.
    fn read(
        &self,
        section: Section,
        number: usize,
        scratch: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let place = *self.toc.blocks[section as usize].get(number).ok_or_else(|| self.damaged(section))?;
        block::read(&self.file, place, scratch, out)
            .map_err(|error| StoreError::io("read", Path::new(&self.name), error))
            .and_then(|read| {
                read.ok_or_else(|| StoreError::Damaged { file: self.name.clone(), block: place.offset })
            })
            .inspect_err(|_| self.is_damaged.store(true, Ordering::Relaxed))
    }

    /// Reads every block anew; returns how many there are and what is damaged.
    pub(super) fn verify(&self) -> (u64, Vec<StoreError>) {
        let mut faults = Vec::new();
        let mut blocks = 0;
        if !toc::tiles(&self.toc, self.end) {
            faults.push(StoreError::Damaged { file: self.name.clone(), block: self.end });
        }
        let (mut scratch, mut raw) = (Vec::new(), Vec::new());
        for section in SECTIONS {
            for number in 0..self.toc.blocks[section as usize].len() {
                blocks += 1;
                raw.clear();
                faults.extend(self.read(section, number, &mut scratch, &mut raw).err());
            }
        }
        (blocks, faults)
    }
}

/// Where a list is, without the block it was named in.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Inline(Vec<u8>),
    Elsewhere { offset: u64, length: u64 },
}

impl Place {
    pub(super) fn of(place: ListPlace<'_>) -> Self {
        match place {
            ListPlace::Inline(bytes) => Self::Inline(bytes.to_vec()),
            ListPlace::Elsewhere { offset, length } => Self::Elsewhere { offset, length },
        }
    }
}

fn decode_table(tail: &[u8], footer: Footer) -> Option<Toc> {
    let end = tail.len().checked_sub(FOOTER_BYTES)?;
    let table = tail.get(end.checked_sub(footer.toc_length as usize)?..end)?;
    (xxh3_64(table) == footer.toc_checksum).then(|| Toc::decode(table, footer.toc_offset))?
}
