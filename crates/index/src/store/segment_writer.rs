//! Writes one segment front to back: streams and a sorted dictionary, cut into blocks, the table last.

use std::path::Path;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::block;
use super::codec::{put_bytes, put_number};
use super::disk::{Disk, NewFile};
use super::toc::{FOOTER_BYTES, SECTIONS, Section, Toc, Totals};
use super::{StoreError, lists};

/// Bytes that are collected before the file is written to.
const BUFFER_BYTES: usize = 256 * 1024;
/// A list up to this long stands beside its key.
const INLINE_BYTES: usize = 48;

/// A finished segment, as the manifest names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) length: u64,
    pub(super) toc_checksum: u64,
    pub(super) totals: Totals,
}

/// A segment under work.
pub(super) struct SegmentWriter<'d> {
    file: NewFile<'d>,
    buffer: Vec<u8>,
    /// Bytes that were handed to the file.
    flushed: u64,
    /// What of each stream has no block yet.
    pending: [Vec<u8>; SECTIONS.len()],
    /// Bytes of each stream in blocks.
    cut: [u64; SECTIONS.len()],
    toc: Toc,
    first_key: Vec<u8>,
    last_key: Vec<u8>,
}

impl<'d> SegmentWriter<'d> {
    pub(super) fn create(disk: &'d dyn Disk, folder: &Path, name: &str) -> Result<Self, StoreError> {
        Ok(Self {
            file: NewFile::create(disk, folder, name)?,
            buffer: Vec::with_capacity(BUFFER_BYTES),
            flushed: 0,
            pending: Default::default(),
            cut: Default::default(),
            toc: Toc::default(),
            first_key: Vec::new(),
            last_key: Vec::new(),
        })
    }

    /// Where the next byte of a stream will be.
    pub(super) fn position(&self, section: Section) -> u64 {
        self.cut[section as usize] + self.pending[section as usize].len() as u64
    }

    /// Appends to a stream.
    pub(super) fn append(&mut self, section: Section, bytes: &[u8]) -> Result<(), StoreError> {
        let at = section as usize;
        self.pending[at].extend_from_slice(bytes);
        if self.pending[at].len() < limits::STORE_BLOCK_BYTES {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending[at]);
        let whole = pending.len() - pending.len() % limits::STORE_BLOCK_BYTES;
        for raw in pending[..whole].chunks(limits::STORE_BLOCK_BYTES) {
            self.put_block(section, raw)?;
        }
        self.cut[at] += whole as u64;
        self.pending[at].extend_from_slice(&pending[whole..]);
        Ok(())
    }

    /// Adds a key; keys come in order, each once.
    pub(super) fn put_key(&mut self, key: &[u8], list: &[u8], files: u32) -> Result<(), StoreError> {
        debug_assert!(self.last_key.is_empty() || self.last_key.as_slice() < key);
        let at = Section::Dictionary as usize;
        let is_first = self.pending[at].is_empty();
        let shared = if is_first {
            self.first_key = key.to_vec();
            0
        } else {
            self.last_key.iter().zip(key).take_while(|(left, right)| left == right).count()
        };
        let offset = self.position(Section::Lists);
        let entry = &mut self.pending[at];
        put_number(entry, shared as u64);
        put_bytes(entry, &key[shared..]);
        if list.len() <= INLINE_BYTES {
            lists::put_inline(entry, files, list);
        } else {
            lists::put_elsewhere(entry, files, list.len(), offset);
        }
        self.last_key.clear();
        self.last_key.extend_from_slice(key);
        if entry.len() >= limits::STORE_BLOCK_BYTES {
            self.cut_dictionary()?;
        }
        if list.len() > INLINE_BYTES { self.append(Section::Lists, list) } else { Ok(()) }
    }

    /// Writes what is left and the table; the segment has its name afterwards.
    pub(super) fn finish(mut self, totals: Totals) -> Result<Written, StoreError> {
        for section in SECTIONS {
            let pending = std::mem::take(&mut self.pending[section as usize]);
            match section {
                Section::Dictionary if !pending.is_empty() => {
                    self.pending[section as usize] = pending;
                    self.cut_dictionary()?;
                }
                _ if !pending.is_empty() => self.put_block(section, &pending)?,
                _ => {}
            }
        }
        self.toc.totals = totals;
        let offset = self.flushed + self.buffer.len() as u64;
        let table = self.toc.encode(offset);
        let toc_checksum = xxh3_64(&table[..table.len() - FOOTER_BYTES]);
        self.buffer.extend_from_slice(&table);
        self.flush()?;
        self.file.finish()?;
        Ok(Written { length: self.flushed, toc_checksum, totals })
    }

    fn cut_dictionary(&mut self) -> Result<(), StoreError> {
        let raw = std::mem::take(&mut self.pending[Section::Dictionary as usize]);
        self.put_block(Section::Dictionary, &raw)?;
        self.toc.first_keys.push(std::mem::take(&mut self.first_key).into_boxed_slice());
        Ok(())
    }

    fn put_block(&mut self, section: Section, raw: &[u8]) -> Result<(), StoreError> {
        let offset = self.flushed + self.buffer.len() as u64;
        let place = block::encode(raw, section.packing(), offset, &mut self.buffer);
        self.toc.blocks[section as usize].push(place);
        if place.end() > limits::STORE_SEGMENT_BYTES || self.position(section) > limits::STORE_SEGMENT_BYTES {
            return Err(StoreError::TooLarge);
        }
        if self.buffer.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.file.write(&self.buffer)?;
        self.flushed += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}
