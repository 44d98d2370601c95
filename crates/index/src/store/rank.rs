//! The static rank of files on disk: rows of `hash of path, rank`, in a file of its own that the manifest
//! names with length and checksum. A path keeps its rank over merges and over edits of the file.
//!
//! It is an ornament: without it, or if it is damaged, every file ranks the same, and `verify` says so.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::OnceLock;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::codec::{Cursor, put_number};
use super::disk::{self, Disk, NewFile};
use super::toc::FORMAT;
use super::{FileId, Store, StoreError};

/// How names of rank files begin.
pub(super) const RANK: &str = "rank-";
/// The rank of a file of which nothing is known: the mean of all.
pub(super) const NEUTRAL: f32 = 1.0;
const MAGIC: &[u8; 8] = b"fwstrank";
/// Magic, format and number of rows.
const HEADER_BYTES: usize = 16;
/// Hash and rank.
const ROW_BYTES: usize = 12;

/// What the manifest says of the rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RankEntry {
    /// The generation that it was computed for.
    pub(super) number: u64,
    pub(super) length: u64,
    pub(super) checksum: u64,
    /// Files that it was computed from.
    pub(super) files: u64,
    /// Files that were added, changed or removed since.
    pub(super) changed: u64,
}

impl RankEntry {
    pub(super) fn file_name(&self) -> String {
        format!("{RANK}{:016x}", self.number)
    }

    /// Whether so much has changed that it should be computed anew.
    pub(super) fn is_due(&self) -> bool {
        self.changed * 100 > self.files * limits::RANK_CHANGED_PERCENT
    }

    pub(super) fn encode(entry: Option<&Self>, out: &mut Vec<u8>) {
        out.push(u8::from(entry.is_some()));
        if let Some(entry) = entry {
            put_number(out, entry.number);
            put_number(out, entry.length);
            out.extend_from_slice(&entry.checksum.to_le_bytes());
            put_number(out, entry.files);
            put_number(out, entry.changed);
        }
    }

    pub(super) fn decode(cursor: &mut Cursor<'_>) -> Option<Option<Self>> {
        match cursor.byte()? {
            0 => Some(None),
            1 => Some(Some(Self {
                number: cursor.number()?,
                length: cursor.number()?,
                checksum: cursor.fixed64()?,
                files: cursor.number()?,
                changed: cursor.number()?,
            })),
            _ => None,
        }
    }
}

/// The hash that stands for a path.
pub(super) fn path_hash(path: &str) -> u64 {
    xxh3_64(path.as_bytes())
}

/// Writes the ranks of paths; what the manifest shall say of it.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    number: u64,
    ranks: &[(String, f32)],
) -> Result<RankEntry, StoreError> {
    let mut rows: Vec<(u64, f32)> = ranks.iter().map(|(path, rank)| (path_hash(path), *rank)).collect();
    rows.sort_unstable_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
    let count = u32::try_from(rows.len()).map_err(|_| StoreError::TooLarge)?;
    let mut bytes = Vec::with_capacity(HEADER_BYTES + rows.len() * ROW_BYTES);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend_from_slice(&count.to_le_bytes());
    for (hash, rank) in &rows {
        bytes.extend_from_slice(&hash.to_le_bytes());
        bytes.extend_from_slice(&rank.to_le_bytes());
    }
    let entry = RankEntry {
        number,
        length: bytes.len() as u64,
        checksum: xxh3_64(&bytes),
        files: u64::from(count),
        changed: 0,
    };
    let mut file = NewFile::create(disk, folder, &entry.file_name())?;
    file.write(&bytes)?;
    file.finish()?;
    Ok(entry)
}

/// The rank of one state, opened with it and read when it is first asked for.
#[derive(Debug)]
pub(super) struct Rank {
    entry: Option<RankEntry>,
    file: Option<File>,
    /// The rows as they are on disk; nothing if they are damaged.
    rows: OnceLock<Option<Vec<u8>>>,
}

impl Rank {
    pub(super) fn open(folder: &Path, entry: Option<&RankEntry>) -> Self {
        let file = entry.and_then(|entry| disk::open_existing(&folder.join(entry.file_name())).ok());
        Self { entry: entry.copied(), file, rows: OnceLock::new() }
    }

    /// Whether the manifest names a file that is not there.
    pub(super) fn is_missing(&self) -> bool {
        self.entry.is_some() && self.file.is_none()
    }

    /// The rank of a path.
    pub(super) fn of(&self, path: &str) -> f32 {
        let Some(rows) = self.rows.get_or_init(|| self.read()) else { return NEUTRAL };
        let wanted = path_hash(path);
        let (mut low, mut high) = (0, rows.len() / ROW_BYTES);
        while low < high {
            let middle = (low + high) / 2;
            let Some((hash, rank)) = row(rows, middle) else { return NEUTRAL };
            match hash.cmp(&wanted) {
                std::cmp::Ordering::Equal => return if rank.is_finite() { rank } else { NEUTRAL },
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        NEUTRAL
    }

    /// Its name, if it was asked for and could not be read.
    pub(super) fn found_damaged(&self) -> Option<String> {
        let is_unread = matches!(self.rows.get(), Some(None));
        self.entry.as_ref().and_then(|entry| is_unread.then(|| entry.file_name()))
    }

    /// What is wrong with it.
    pub(super) fn fault(&self) -> Option<StoreError> {
        let entry = self.entry.as_ref()?;
        let damaged = StoreError::Damaged { file: entry.file_name(), block: 0 };
        self.read().is_none().then_some(damaged)
    }

    fn read(&self) -> Option<Vec<u8>> {
        let (entry, file) = (self.entry.as_ref()?, self.file.as_ref()?);
        if entry.length > limits::RANK_BYTES || file.metadata().ok()?.len() != entry.length {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(entry.length).ok()?];
        file.read_exact_at(&mut bytes, 0).ok()?;
        if xxh3_64(&bytes) != entry.checksum {
            return None;
        }
        let mut cursor = Cursor::new(&bytes);
        let is_ours = cursor.take(MAGIC.len())? == MAGIC && cursor.fixed32()? == FORMAT;
        let count = cursor.fixed32()? as usize;
        let is_whole = count.checked_mul(ROW_BYTES)? == bytes.len().checked_sub(HEADER_BYTES)?;
        (is_ours && is_whole).then(|| bytes.split_off(HEADER_BYTES))
    }
}

impl Store {
    /// How much the rest of the repository uses a file: 1 is the mean, and what is not known.
    pub fn rank(&self, file: FileId) -> Result<f32, StoreError> {
        Ok(self.rank.of(&self.file(file)?.path))
    }

    /// The same by path.
    pub fn rank_of_path(&self, path: &str) -> f32 {
        self.rank.of(path)
    }

    pub(super) fn rank_fault(&self) -> Option<StoreError> {
        self.rank.fault()
    }
}

fn row(rows: &[u8], number: usize) -> Option<(u64, f32)> {
    let mut cursor = Cursor::new(rows.get(number * ROW_BYTES..)?);
    Some((cursor.fixed64()?, f32::from_bits(cursor.fixed32()?)))
}
