//! The file of the history: what its sections hold, and what its table says besides.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use foreword_model::limits;

use super::read::History;
use super::sections::{self, Kind, SectionFile};
use crate::store::StoreError;
use crate::store::codec::{Cursor, put_number, put_option_text};
use crate::store::disk::Disk;

/// The file's name in the folder of the index.
pub(crate) const FILE_NAME: &str = "history";
static KIND: Kind = Kind {
    name: FILE_NAME,
    magic: b"fwhistry",
    format: 2,
    sections: SECTIONS.len(),
    bytes_max: limits::HISTORY_BYTES,
};

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
    sections: SectionFile,
    pub(super) header: Header,
}

impl HistoryFile {
    pub(super) fn open(folder: &Path) -> Result<Self, StoreError> {
        let (sections, header) = SectionFile::open(folder, &KIND, decode_header)?;
        Ok(Self { sections, header })
    }

    /// Bytes on disk.
    pub(super) fn bytes(&self) -> u64 {
        self.sections.bytes
    }

    /// When it was written.
    pub(super) fn modified(&self) -> SystemTime {
        self.sections.modified
    }

    /// Whether a block turned out to be not what was written.
    pub(super) fn is_damaged(&self) -> bool {
        self.sections.is_damaged.load(Ordering::Relaxed)
    }

    /// Bytes of a section.
    pub(super) fn length(&self, section: Section) -> u64 {
        self.sections.length(section as usize)
    }

    /// A whole section.
    pub(super) fn section(&self, section: Section) -> Result<Vec<u8>, StoreError> {
        self.sections.section(section as usize)
    }

    /// A part of a section, from the blocks that hold it.
    pub(super) fn range(&self, section: Section, start: u64, end: u64) -> Result<Vec<u8>, StoreError> {
        self.sections.range(section as usize, start, end)
    }
}

/// Writes the file in place of the one that is there. Takes the right to write for that long only.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    header: &Header,
    sections: &[Vec<u8>; SECTIONS.len()],
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    encode_header(header, &mut bytes);
    sections::write(disk, folder, &KIND, &bytes, sections)
}

/// Deletes the file, if it is there.
pub(super) fn remove(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    sections::remove(disk, folder, &KIND)
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
    KIND.damaged(block)
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
