//! The file: sections cut into checksummed blocks, a table that says where they are, and 32 bytes at the end that say
//! where the table is. Blocks lie side by side, so no byte is unchecked.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::read::History;
use crate::store::block::{self, HEADER_BYTES, Packing, Place};
use crate::store::codec::{Cursor, put_number, put_option_text};
use crate::store::disk::{self, Disk, NewFile};
use crate::store::manifest::is_absent;
use crate::store::{StoreError, folder};

/// The file's name in the folder of the index.
pub(crate) const FILE_NAME: &str = "history";
/// The format that is written and read; any other is made anew.
const FORMAT: u32 = 2;
const MAGIC: &[u8; 8] = b"fwhistry";
/// Offset, length and checksum of the table, format, magic.
const FOOTER_BYTES: usize = 32;

/// What the file holds, each a stream of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    /// Numbers of each commit.
    Commits,
    /// Ids, side by side.
    Ids,
    /// Hashes of authors, by number.
    Authors,
    /// Messages, side by side.
    Messages,
    /// Paths, in order.
    Paths,
    /// Files of each commit.
    Changes,
    /// Terms of messages, in order, with the lengths of their lists.
    Terms,
    /// Where each term stands.
    Postings,
}

/// All sections, in the order of their numbers.
pub(super) const SECTIONS: [Section; 8] = [
    Section::Commits,
    Section::Ids,
    Section::Authors,
    Section::Messages,
    Section::Paths,
    Section::Changes,
    Section::Terms,
    Section::Postings,
];

/// What stands in the table besides the places of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Header {
    /// The commit that all others are ancestors of.
    pub(super) head: Option<String>,
    /// The commit that was asked for last, whether or not git answered.
    pub(super) asked: String,
    /// Why it did not.
    pub(super) reason: Option<String>,
    /// Stands for where a shallow clone ends; zero for a whole one.
    pub(super) shallow: u64,
    pub(super) has_older: bool,
    pub(super) commits: u32,
    /// Bytes of an id.
    pub(super) id_bytes: u8,
    pub(super) newest_s: u64,
    pub(super) oldest_s: u64,
}

/// The open file.
#[derive(Debug)]
pub(super) struct HistoryFile {
    file: File,
    pub(super) header: Header,
    pub(super) bytes: u64,
    pub(super) modified: SystemTime,
    /// By section.
    places: [Vec<Place>; SECTIONS.len()],
    /// Whether a block turned out to be not what was written.
    pub(super) is_damaged: AtomicBool,
}

impl HistoryFile {
    pub(super) fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE_NAME);
        let failed = |error: io::Error| match error.kind() {
            _ if is_absent(&error) => StoreError::Missing,
            io::ErrorKind::UnexpectedEof => damaged(0),
            _ => StoreError::io("read", &path, error),
        };
        let file = disk::open_existing(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        let (bytes, modified) = (metadata.len(), metadata.modified().map_err(failed)?);
        if bytes > limits::HISTORY_BYTES || bytes < FOOTER_BYTES as u64 {
            return Err(damaged(0));
        }
        let footer_at = bytes - FOOTER_BYTES as u64;
        let mut footer = [0; FOOTER_BYTES];
        file.read_exact_at(&mut footer, footer_at).map_err(failed)?;
        let footer = Footer::decode(&footer).ok_or_else(|| damaged(footer_at))?;
        if footer.format != FORMAT {
            return Err(StoreError::OtherFormat);
        }
        if footer.table_offset.checked_add(u64::from(footer.table_length)) != Some(footer_at) {
            return Err(damaged(footer_at));
        }
        let mut table = vec![0; footer.table_length as usize];
        file.read_exact_at(&mut table, footer.table_offset).map_err(failed)?;
        let decoded = if xxh3_64(&table) == footer.checksum { decode_table(&table) } else { None };
        let (header, places, end) = decoded.ok_or_else(|| damaged(footer.table_offset))?;
        if end != footer.table_offset {
            return Err(damaged(footer.table_offset));
        }
        Ok(Self { file, header, bytes, modified, places, is_damaged: AtomicBool::new(false) })
    }

    /// Bytes of a section.
    pub(super) fn length(&self, section: Section) -> u64 {
        self.places[section as usize].iter().map(|place| u64::from(place.raw)).sum()
    }

    /// A whole section.
    pub(super) fn section(&self, section: Section) -> Result<Vec<u8>, StoreError> {
        self.range(section, 0, self.length(section))
    }

    /// A part of a section, from the blocks that hold it.
    pub(super) fn range(&self, section: Section, start: u64, end: u64) -> Result<Vec<u8>, StoreError> {
        let places = &self.places[section as usize];
        if start >= end || end > self.length(section) {
            return if start == end { Ok(Vec::new()) } else { Err(damaged(0)) };
        }
        let block = limits::STORE_BLOCK_BYTES as u64;
        let (first, last) = ((start / block) as usize, ((end - 1) / block) as usize);
        let (mut bytes, mut scratch) = (Vec::new(), Vec::new());
        for place in places.get(first..=last).ok_or_else(|| damaged(0))? {
            let read = block::read(&self.file, *place, &mut scratch, &mut bytes);
            let path = Path::new(FILE_NAME);
            read.map_err(|error| StoreError::io("read", path, error))
                .and_then(|read| read.ok_or_else(|| damaged(place.offset)))
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
    header: &Header,
    sections: &[Vec<u8>; SECTIONS.len()],
) -> Result<(), StoreError> {
    let mut out = Vec::new();
    let mut table = Vec::new();
    encode_header(header, &mut table);
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
    out.extend_from_slice(&FORMAT.to_le_bytes());
    out.extend_from_slice(MAGIC);
    if out.len() as u64 > limits::HISTORY_BYTES {
        return Err(StoreError::TooLarge);
    }
    let _lock = folder::Lock::take(folder)?;
    let mut file = NewFile::create(disk, folder, FILE_NAME)?;
    file.write(&out)?;
    file.finish()
}

/// Deletes the file, if it is there.
pub(super) fn remove(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(FILE_NAME);
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let _lock = folder::Lock::take(folder)?;
    disk::remove(disk, &path)
}

/// What is wrong with the history in a folder; one that is not there is fine.
pub(crate) fn fault(folder: &Path) -> Option<StoreError> {
    match History::open(folder).and_then(|history| history.check()) {
        Ok(()) | Err(StoreError::Missing) => None,
        Err(error) => Some(error),
    }
}

/// Damage of the file, at a byte of it.
pub(super) fn damaged(block: u64) -> StoreError {
    StoreError::Damaged { file: FILE_NAME.to_owned(), block }
}

struct Footer {
    table_offset: u64,
    table_length: u32,
    checksum: u64,
    format: u32,
}

impl Footer {
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let footer = Self {
            table_offset: cursor.fixed64()?,
            table_length: cursor.fixed32()?,
            checksum: cursor.fixed64()?,
            format: cursor.fixed32()?,
        };
        (cursor.take(MAGIC.len())? == MAGIC).then_some(footer)
    }
}

fn encode_header(header: &Header, out: &mut Vec<u8>) {
    put_option_text(out, header.head.as_deref());
    put_option_text(out, Some(&header.asked));
    put_option_text(out, header.reason.as_deref());
    out.extend_from_slice(&header.shallow.to_le_bytes());
    out.push(u8::from(header.has_older));
    out.push(header.id_bytes);
    for number in [u64::from(header.commits), header.newest_s, header.oldest_s] {
        put_number(out, number);
    }
}

fn decode_header(cursor: &mut Cursor<'_>) -> Option<Header> {
    Some(Header {
        head: cursor.option_text()?.map(str::to_owned),
        asked: cursor.option_text()??.to_owned(),
        reason: cursor.option_text()?.map(str::to_owned),
        shallow: cursor.fixed64()?,
        has_older: cursor.byte()? == 1,
        id_bytes: cursor.byte()?,
        commits: cursor.number32()?,
        newest_s: cursor.number()?,
        oldest_s: cursor.number()?,
    })
}

/// The header, the places of blocks by section, and where the last block ends.
fn decode_table(bytes: &[u8]) -> Option<(Header, [Vec<Place>; SECTIONS.len()], u64)> {
    let mut cursor = Cursor::new(bytes);
    let header = decode_header(&mut cursor)?;
    let mut sections: [Vec<Place>; SECTIONS.len()] = Default::default();
    let mut offset = 0_u64;
    for section in &mut sections {
        let mut left = cursor.number()?;
        if left > limits::HISTORY_BYTES * 8 {
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
