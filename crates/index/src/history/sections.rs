//! A file beside the index: sections cut into checksummed blocks, a table that says where they are, and 32 bytes at the end
//! that say where the table is. Blocks lie side by side, so no byte is unchecked. It is replaced as a whole, by rename.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use crate::store::block::{self, HEADER_BYTES, Packing, Place};
use crate::store::codec::{Cursor, put_number};
use crate::store::disk::{self, Disk, NewFile};
use crate::store::manifest::is_absent;
use crate::store::{StoreError, folder};

const MAGIC_BYTES: usize = 8;
/// Offset, length and checksum of the table, format, magic.
const FOOTER_BYTES: usize = 24 + MAGIC_BYTES;

/// What tells one such file from another.
#[derive(Debug)]
pub(super) struct Kind {
    /// The file's name in the folder of the index.
    pub(super) name: &'static str,
    pub(super) magic: &'static [u8; MAGIC_BYTES],
    /// The format that is written and read; any other is made anew.
    pub(super) format: u32,
    /// How many sections it has.
    pub(super) sections: usize,
    /// A longer file is damaged.
    pub(super) bytes_max: u64,
}

impl Kind {
    /// Damage of the file, at a byte of it.
    pub(super) fn damaged(&self, block: u64) -> StoreError {
        StoreError::Damaged { file: self.name.to_owned(), block }
    }
}

/// The open file.
#[derive(Debug)]
pub(super) struct SectionFile {
    kind: &'static Kind,
    file: File,
    pub(super) bytes: u64,
    pub(super) modified: SystemTime,
    /// By section.
    places: Vec<Vec<Place>>,
    /// Whether a block turned out to be not what was written.
    pub(super) is_damaged: AtomicBool,
}

impl SectionFile {
    /// Opens the file by its table alone. What stands before the places of blocks is for `decode_header`.
    pub(super) fn open<H>(
        folder: &Path,
        kind: &'static Kind,
        decode_header: impl FnOnce(&mut Cursor<'_>) -> Option<H>,
    ) -> Result<(Self, H), StoreError> {
        let path = folder.join(kind.name);
        let failed = |error: io::Error| match error.kind() {
            _ if is_absent(&error) => StoreError::Missing,
            io::ErrorKind::UnexpectedEof => kind.damaged(0),
            _ => StoreError::io("read", &path, error),
        };
        let file = disk::open_existing(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        let (bytes, modified) = (metadata.len(), metadata.modified().map_err(failed)?);
        if bytes > kind.bytes_max || bytes < FOOTER_BYTES as u64 {
            return Err(kind.damaged(0));
        }
        let footer_at = bytes - FOOTER_BYTES as u64;
        let mut footer = [0; FOOTER_BYTES];
        file.read_exact_at(&mut footer, footer_at).map_err(failed)?;
        let footer = Footer::decode(&footer, kind).ok_or_else(|| kind.damaged(footer_at))?;
        if footer.format != kind.format {
            return Err(StoreError::OtherFormat);
        }
        if footer.table_offset.checked_add(u64::from(footer.table_length)) != Some(footer_at) {
            return Err(kind.damaged(footer_at));
        }
        let mut table = vec![0; footer.table_length as usize];
        file.read_exact_at(&mut table, footer.table_offset).map_err(failed)?;
        let is_right = xxh3_64(&table) == footer.checksum;
        let decoded = if is_right { decode_table(&table, kind, decode_header) } else { None };
        let (header, places, end) = decoded.ok_or_else(|| kind.damaged(footer.table_offset))?;
        if end != footer.table_offset {
            return Err(kind.damaged(footer.table_offset));
        }
        Ok((Self { kind, file, bytes, modified, places, is_damaged: AtomicBool::new(false) }, header))
    }

    /// Bytes of a section.
    pub(super) fn length(&self, section: usize) -> u64 {
        self.places[section].iter().map(|place| u64::from(place.raw)).sum()
    }

    /// A whole section.
    pub(super) fn section(&self, section: usize) -> Result<Vec<u8>, StoreError> {
        self.range(section, 0, self.length(section))
    }

    /// A part of a section, from the blocks that hold it.
    pub(super) fn range(&self, section: usize, start: u64, end: u64) -> Result<Vec<u8>, StoreError> {
        let places = &self.places[section];
        if start >= end || end > self.length(section) {
            return if start == end { Ok(Vec::new()) } else { Err(self.kind.damaged(0)) };
        }
        let block = limits::STORE_BLOCK_BYTES as u64;
        let (first, last) = ((start / block) as usize, ((end - 1) / block) as usize);
        let (mut bytes, mut scratch) = (Vec::new(), Vec::new());
        for place in places.get(first..=last).ok_or_else(|| self.kind.damaged(0))? {
            let read = block::read(&self.file, *place, &mut scratch, &mut bytes);
            let path = Path::new(self.kind.name);
            read.map_err(|error| StoreError::io("read", path, error))
                .and_then(|read| read.ok_or_else(|| self.kind.damaged(place.offset)))
                .inspect_err(|_| self.is_damaged.store(true, Ordering::Relaxed))?;
        }
        let skipped = (start - first as u64 * block) as usize;
        bytes.truncate(skipped + (end - start) as usize);
        bytes.drain(..skipped);
        Ok(bytes)
    }
}

/// Writes the file in place of the one that is there. Takes the right to write for that long only.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    kind: &Kind,
    header: &[u8],
    sections: &[Vec<u8>],
) -> Result<(), StoreError> {
    let mut out = Vec::new();
    let mut table = header.to_vec();
    for section in sections {
        put_number(&mut table, section.len() as u64);
        for chunk in section.chunks(limits::STORE_BLOCK_BYTES) {
            let offset = out.len() as u64;
            let place = block::encode(chunk, Packing::Lz4, offset, &mut out);
            put_number(&mut table, u64::from(place.stored));
        }
    }
    let table_offset = out.len() as u64;
    let table_length = u32::try_from(table.len()).map_err(|_| StoreError::TooLarge)?;
    out.extend_from_slice(&table);
    out.extend_from_slice(&table_offset.to_le_bytes());
    out.extend_from_slice(&table_length.to_le_bytes());
    out.extend_from_slice(&xxh3_64(&table).to_le_bytes());
    out.extend_from_slice(&kind.format.to_le_bytes());
    out.extend_from_slice(kind.magic);
    if out.len() as u64 > kind.bytes_max {
        return Err(StoreError::TooLarge);
    }
    let _lock = folder::Lock::take(folder)?;
    let mut file = NewFile::create(disk, folder, kind.name)?;
    file.write(&out)?;
    file.finish()
}

/// Deletes the file, if it is there.
pub(super) fn remove(disk: &dyn Disk, folder: &Path, kind: &Kind) -> Result<(), StoreError> {
    let path = folder.join(kind.name);
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let _lock = folder::Lock::take(folder)?;
    disk::remove(disk, &path)
}

struct Footer {
    table_offset: u64,
    table_length: u32,
    checksum: u64,
    format: u32,
}

impl Footer {
    fn decode(bytes: &[u8], kind: &Kind) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let footer = Self {
            table_offset: cursor.fixed64()?,
            table_length: cursor.fixed32()?,
            checksum: cursor.fixed64()?,
            format: cursor.fixed32()?,
        };
        (cursor.take(MAGIC_BYTES)? == kind.magic).then_some(footer)
    }
}

/// The header, the places of blocks by section, and where the last block ends.
fn decode_table<H>(
    bytes: &[u8],
    kind: &Kind,
    decode_header: impl FnOnce(&mut Cursor<'_>) -> Option<H>,
) -> Option<(H, Vec<Vec<Place>>, u64)> {
    let mut cursor = Cursor::new(bytes);
    let header = decode_header(&mut cursor)?;
    let mut sections = vec![Vec::new(); kind.sections];
    let mut offset = 0_u64;
    for section in &mut sections {
        let mut left = cursor.number()?;
        if left > kind.bytes_max * 8 {
            return None;
        }
        while left > 0 {
            let raw = left.min(limits::STORE_BLOCK_BYTES as u64) as u32;
            let place = Place { offset, stored: cursor.number32()?, raw };
            offset = offset.checked_add(HEADER_BYTES as u64)?.checked_add(u64::from(place.stored))?;
            left -= u64::from(raw);
            section.push(place);
        }
    }
    cursor.is_at_end().then_some((header, sections, offset))
}
