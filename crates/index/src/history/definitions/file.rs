//! The file: what its sections hold, and what its table says besides.

use std::path::Path;

use foreword_model::limits;

use super::read::DefinitionHistory;
use crate::history::sections::{self, Kind, SectionFile};
use crate::store::StoreError;
use crate::store::codec::{Cursor, put_number, put_option_text};
use crate::store::disk::Disk;

/// The file's name in the folder of the index.
pub(crate) const FILE_NAME: &str = "definition-history";
static KIND: Kind = Kind {
    name: FILE_NAME,
    magic: b"fwdefhis",
    // Another way to name definitions is another format: what is settled is not read again.
    format: 1,
    sections: SECTIONS,
    bytes_max: limits::DEFINITION_HISTORY_BYTES,
};
pub(super) const SECTIONS: usize = 7;

/// What the file holds, each a stream of bytes. Ends are 32 bits each, so that one is found without those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    /// Ids of commits, in order.
    Ids,
    /// Where the definitions of each end.
    Ends,
    /// Definitions of each: a path's number, how many there are in it, their names' numbers.
    Definitions,
    PathEnds,
    /// Paths, in order.
    Paths,
    NameEnds,
    /// Names, in order.
    Names,
}

/// What stands in the table besides the places of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Header {
    /// The newest commit that was asked for last.
    pub(super) newest: String,
    /// Why git gave nothing for it.
    pub(super) reason: Option<String>,
    /// Stands for where a shallow clone ends, as in the history.
    pub(super) shallow: u64,
    /// Bytes of an id.
    pub(super) id_bytes: u8,
    /// Commits that are settled.
    pub(super) commits: u32,
    /// Those of them that name definitions.
    pub(super) naming: u32,
    /// What they name, each counted for each commit.
    pub(super) definitions: u32,
    /// Commits that the next pass goes on with.
    pub(super) left: u32,
}

pub(super) fn open(folder: &Path) -> Result<(SectionFile, Header), StoreError> {
    SectionFile::open(folder, &KIND, decode_header)
}

pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    header: &Header,
    sections: &[Vec<u8>; SECTIONS],
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    put_option_text(&mut bytes, Some(&header.newest));
    put_option_text(&mut bytes, header.reason.as_deref());
    bytes.extend_from_slice(&header.shallow.to_le_bytes());
    bytes.push(header.id_bytes);
    for number in [header.commits, header.naming, header.definitions, header.left] {
        put_number(&mut bytes, u64::from(number));
    }
    sections::write(disk, folder, &KIND, &bytes, sections)
}

pub(super) fn remove(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    sections::remove(disk, folder, &KIND)
}

/// What is wrong with the file in a folder; one that is not there is fine.
pub(crate) fn fault(folder: &Path) -> Option<StoreError> {
    match DefinitionHistory::open(folder).and_then(|history| history.settled()) {
        Ok(_) | Err(StoreError::Missing) => None,
        Err(error) => Some(error),
    }
}

pub(super) fn damaged() -> StoreError {
    KIND.damaged(0)
}

fn decode_header(cursor: &mut Cursor<'_>) -> Option<Header> {
    Some(Header {
        newest: cursor.option_text()??.to_owned(),
        reason: cursor.option_text()?.map(str::to_owned),
        shallow: cursor.fixed64()?,
        id_bytes: cursor.byte()?,
        commits: cursor.number32()?,
        naming: cursor.number32()?,
        definitions: cursor.number32()?,
        left: cursor.number32()?,
    })
}
