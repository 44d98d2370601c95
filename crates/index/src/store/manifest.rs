//! The list of live segments: the one file that is replaced, and what makes a commit whole.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::StoreError;
use super::builder::Counters;
use super::codec::{Cursor, put_bytes, put_number, put_option_text};
use super::confirmation;
use super::disk::{self, Disk, NewFile};
use super::rank::RankEntry;
use super::toc::FORMAT;

/// The manifest's name.
pub(super) const FILE_NAME: &str = "manifest";
const MAGIC: &[u8; 8] = b"fwmanift";
/// Magic, format and checksum.
const FRAME_BYTES: usize = 20;

/// What the caller says about a commit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuildState {
    /// The commit that was checked out.
    pub commit: Option<String>,
    /// When the last walk began that it holds, in seconds since 1970: what changed later may not be in it.
    pub built_at_s: u64,
    /// Whether every file has been seen to at least once: an index without it answers for a part only.
    pub is_complete: bool,
    /// Files that are not in the index, by reason.
    pub skipped: BTreeMap<String, u64>,
}

/// The live segments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Manifest {
    /// Grows with every commit.
    pub(super) generation: u64,
    /// The number of the next segment.
    pub(super) next_segment: u64,
    pub(super) state: BuildState,
    pub(super) segments: Vec<SegmentEntry>,
    pub(super) rank: Option<RankEntry>,
    /// Of its bytes on the disk.
    pub(super) checksum: u64,
}

/// One live segment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SegmentEntry {
    pub(super) number: u64,
    pub(super) length: u64,
    pub(super) toc_checksum: u64,
    /// What is in it and alive.
    pub(super) live: Counters,
    /// Files that are gone or are newer elsewhere, in order.
    pub(super) dead: Vec<u32>,
}

impl SegmentEntry {
    pub(super) fn file_name(&self) -> String {
        segment_name(self.number)
    }
}

/// How names of segments begin.
pub(super) const SEGMENT: &str = "segment-";

/// The name of a segment's file.
pub(super) fn segment_name(number: u64) -> String {
    format!("{SEGMENT}{number:016x}")
}

impl Manifest {
    /// Reads the manifest of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE_NAME);
        let damaged = || StoreError::Damaged { file: FILE_NAME.to_owned(), block: 0 };
        let mut bytes = Vec::new();
        match disk::open_existing(&path)
            .and_then(|file| file.take(limits::STORE_MANIFEST_BYTES + 1).read_to_end(&mut bytes))
        {
            Err(error) if is_absent(&error) => return Err(StoreError::Missing),
            Err(error) => return Err(StoreError::io("read", &path, error)),
            Ok(_) => {}
        }
        let end = bytes.len().checked_sub(8).filter(|end| *end + 8 >= FRAME_BYTES).ok_or_else(damaged)?;
        let mut frame = Cursor::new(&bytes);
        let is_ours = frame.take(MAGIC.len()) == Some(MAGIC.as_slice());
        let format = frame.fixed32();
        let checksum = xxh3_64(&bytes[..end]);
        if !is_ours || Cursor::new(&bytes[end..]).fixed64() != Some(checksum) {
            return Err(damaged());
        }
        if format != Some(FORMAT) {
            return Err(StoreError::OtherFormat);
        }
        let mut manifest = Self::decode(&bytes[MAGIC.len() + 4..end]).ok_or_else(damaged)?;
        manifest.checksum = checksum;
        if let Some(confirmed_at_s) = confirmation::read(folder, checksum) {
            manifest.state.built_at_s = confirmed_at_s;
        }
        Ok(manifest)
    }

    /// Replaces the manifest of a folder.
    pub(super) fn write(&mut self, disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
        let mut bytes = Vec::from(MAGIC.as_slice());
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        self.encode(&mut bytes);
        self.checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&self.checksum.to_le_bytes());
        if bytes.len() as u64 > limits::STORE_MANIFEST_BYTES {
            return Err(StoreError::TooLarge);
        }
        let mut file = NewFile::create(disk, folder, FILE_NAME)?;
        file.write(&bytes)?;
        file.finish()?;
        disk::sync_folder(disk, folder)
    }

    fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.generation);
        put_number(out, self.next_segment);
        put_option_text(out, self.state.commit.as_deref());
        put_number(out, self.state.built_at_s);
        out.push(u8::from(self.state.is_complete));
        put_map(out, &self.state.skipped);
        put_number(out, self.segments.len() as u64);
        for segment in &self.segments {
            put_number(out, segment.number);
            put_number(out, segment.length);
            out.extend_from_slice(&segment.toc_checksum.to_le_bytes());
            let live = &segment.live;
            for number in [live.files, live.symbols, live.edges, live.chunks] {
                put_number(out, number);
            }
            put_map(out, &live.languages);
            put_number(out, segment.dead.len() as u64);
            let mut next = 0;
            for file in &segment.dead {
                put_number(out, u64::from(file - next));
                next = file + 1;
            }
        }
        RankEntry::encode(self.rank.as_ref(), out);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let mut manifest =
            Self { generation: cursor.number()?, next_segment: cursor.number()?, ..Self::default() };
        manifest.state = BuildState {
            commit: cursor.option_text()?.map(str::to_owned),
            built_at_s: cursor.number()?,
            is_complete: cursor.byte()? == 1,
            skipped: map(&mut cursor)?,
        };
        for _ in 0..cursor.count()? {
            let mut segment = SegmentEntry {
                number: cursor.number()?,
                length: cursor.number()?,
                toc_checksum: cursor.fixed64()?,
                ..SegmentEntry::default()
            };
            segment.live = Counters {
                files: cursor.number()?,
                symbols: cursor.number()?,
                edges: cursor.number()?,
                chunks: cursor.number()?,
                languages: map(&mut cursor)?,
            };
            let mut next = 0_u32;
            for _ in 0..cursor.count()? {
                let file = next.checked_add(cursor.number32()?)?;
                segment.dead.push(file);
                next = file.checked_add(1)?;
            }
            manifest.segments.push(segment);
        }
        manifest.rank = RankEntry::decode(&mut cursor)?;
        cursor.is_at_end().then_some(manifest)
    }
}

fn put_map(out: &mut Vec<u8>, map: &BTreeMap<String, u64>) {
    put_number(out, map.len() as u64);
    for (name, count) in map {
        put_bytes(out, name.as_bytes());
        put_number(out, *count);
    }
}

fn map(cursor: &mut Cursor<'_>) -> Option<BTreeMap<String, u64>> {
    let mut map = BTreeMap::new();
    for _ in 0..cursor.count()? {
        map.insert(cursor.text()?.to_owned(), cursor.number()?);
    }
    Some(map)
}

/// Whether an error says that something is not there.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
