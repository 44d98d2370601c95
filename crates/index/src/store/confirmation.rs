//! When an index was last found to be as the repository is. A refresh that finds nothing to do says so here, in a file
//! of its own, and leaves the manifest and its syncs alone: if this is lost, the next check looks at a little more.

use std::io::Read;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::StoreError;
use super::codec::Cursor;
use super::disk::{self, Disk, NewFile};

/// The file's name.
const FILE_NAME: &str = "confirmed";
/// The manifest's checksum, the time and a checksum of both.
const BYTES: usize = 24;

/// When the index whose manifest has this checksum was confirmed, in seconds since 1970.
pub(super) fn read(folder: &Path, manifest: u64) -> Option<u64> {
    let bytes = bytes(folder)?;
    let (of, at_s) = decode(&bytes)?;
    (of == manifest).then_some(at_s)
}

/// Confirms the index whose manifest has this checksum.
pub(super) fn write(disk: &dyn Disk, folder: &Path, manifest: u64, at_s: u64) -> Result<(), StoreError> {
    let mut bytes = [manifest.to_le_bytes(), at_s.to_le_bytes()].concat();
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    let mut file = NewFile::create(disk, folder, FILE_NAME)?;
    file.write(&bytes)?;
    file.finish_unsynced()
}

/// What is wrong with the file; one that is not there is fine.
pub(super) fn fault(folder: &Path) -> Option<StoreError> {
    let bytes = bytes(folder)?;
    decode(&bytes).is_none().then(|| StoreError::Damaged { file: FILE_NAME.to_owned(), block: 0 })
}

fn bytes(folder: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = disk::open_existing(&folder.join(FILE_NAME)).ok()?;
    file.take(BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn decode(bytes: &[u8]) -> Option<(u64, u64)> {
    let mut cursor = Cursor::new(bytes);
    let (manifest, at_s, checksum) = (cursor.fixed64()?, cursor.fixed64()?, cursor.fixed64()?);
    (cursor.is_at_end() && checksum == xxh3_64(&bytes[..BYTES - 8])).then_some((manifest, at_s))
}
