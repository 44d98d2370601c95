//! The index on disk: immutable segments, and a manifest that says which of them count.
//!
//! Owns the files below one folder of the user's cache and nothing else: it reads no repository file, knows
//! no ranking, and never waits. Reading and writing are apart: [`Store`] reads, [`Writer`] writes.
//!
//! - A *segment* holds a batch of files and is written once, under another name, synced, then renamed. It is
//!   cut into blocks; each has its lengths and a checksum, which also covers its place, and is checked when it
//!   is read. The blocks lie side by side, the table of contents follows, the last 32 bytes say where it is:
//!   no byte is unchecked.
//! - All of a file's data speaks of that file only: chunks and definitions count from its own first one. A list
//!   behind a key (term, name, path) is `file, fragment` over and over. So a merge copies and renumbers files.
//! - A file is taken out by naming it in the manifest's list of dead files of its segment.
//! - The *manifest* is replaced by rename and names each segment with its length and its table's checksum. A
//!   state is what one manifest names; there is no other commit. Readers take no lock: they open the manifest,
//!   then the segments, and begin again if a merge has deleted one in between.
//! - An index is built anew, or mended, beside the one that is there: its segments are written, but no manifest names
//!   them until all are there. Readers have the old index until then, and a kill leaves it to them.
//! - A reader that meets a damaged block notes its segment; the next writer reads the files of that segment anew.
//! - One process writes: an advisory lock, given back by the kernel.
//! - The same files give the same bytes, whatever the order in which they were added to a batch.

mod attempt;
pub(crate) mod block;
mod builder;
pub(crate) mod codec;
mod confirmation;
mod damage;
pub(crate) mod disk;
mod entries;
pub(crate) mod folder;
mod listing;
mod lists;
pub(crate) mod manifest;
mod merge;
mod postings;
mod prepare;
mod rank;
mod reader;
mod records;
mod redaction;
mod search;
mod segment;
mod segment_writer;
mod sites;
mod snapshot;
mod toc;
mod transfer;
mod unparsable;
mod verify;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

pub use attempt::{Attempt, forget_attempt, last_attempt, note_attempt, note_failure};
pub use builder::{Builder, Counters};
pub(crate) use damage::forget_damage;
pub use damage::{note_damage, noted_damage};
pub use disk::{Disk, RealDisk, Step};
pub use folder::{Collected, clear, folder_for, gc, is_being_written, mark_used, root_of};
pub use manifest::BuildState;
pub use postings::{ChunkField, FileField, Frequencies};
pub use prepare::{FileMeta, Prepared, Preparer};
pub use records::{FileRecord, StoredDefinition};
pub use redaction::Redactor;
pub use search::{ChunkPosting, ChunkPostings, FilePosting, Lengths, Statistics};
pub use sites::{Sites, Use};
pub use snapshot::{ChunkId, DefinitionId, FileId, Store};
pub use unparsable::UnparsableFiles;
pub use verify::{Report, verify};
pub use writer::Writer;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no index yet.
    #[error("no index")]
    Missing,
    /// Another version of the program wrote it.
    #[error("the index has another format: it will be rebuilt")]
    OtherFormat,
    /// What is on disk is not what was written.
    #[error("the index is damaged: {file} at byte {block}; `foreword index` mends it")]
    Damaged {
        /// The file's name in the folder.
        file: String,
        /// Where the block begins.
        block: u64,
    },
    /// Another process writes to it.
    #[error("another process is updating the index")]
    Busy,
    /// A file number that is not of this store.
    #[error("no such file in the index")]
    NoSuchFile,
    /// A segment or manifest would pass its limit.
    #[error("the index would be too large")]
    TooLarge,
    /// The folder lies in the repository.
    #[error("the index must not lie inside the repository")]
    InsideRepository,
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl StoreError {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }
}

/// The hash by which a file's bytes are told apart.
pub fn content_hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
