//! The note that files of an index are damaged. Whoever reads notices, whoever writes next mends: a prompt must not write
//! to the index itself, and may be the only one that ever reads the block.

use std::io::{Read, Write};
use std::path::Path;

use foreword_model::limits;

use super::StoreError;
use super::disk::{self, Opening, RealDisk};

const DAMAGED: &str = "damaged";

/// The names of files in a folder that were noted as damaged. A note that cannot be read whole still says that some are.
pub fn noted_damage(folder: &Path) -> Vec<String> {
    let Ok(file) = disk::open_existing(&folder.join(DAMAGED)) else { return Vec::new() };
    let mut bytes = Vec::new();
    let _ = file.take(limits::STORE_TEXT_BYTES as u64).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let mut names: Vec<String> = text.lines().map(str::to_owned).collect();
    if names.is_empty() {
        names.push(String::new());
    }
    names
}

/// Notes that files of the folder are damaged, besides those that are noted already.
pub fn note_damage(folder: &Path, names: &[String]) -> Result<(), StoreError> {
    let mut known = noted_damage(folder);
    if names.iter().all(|name| known.contains(name)) {
        return Ok(());
    }
    known.extend(names.iter().cloned());
    put(folder, known)
}

/// Takes the names that were seen to out of the note.
pub(crate) fn forget_damage(folder: &Path, is_mended: impl Fn(&str) -> bool) -> Result<(), StoreError> {
    let (mended, left): (Vec<String>, Vec<String>) =
        noted_damage(folder).into_iter().partition(|name| is_mended(name));
    if mended.is_empty() { Ok(()) } else { put(folder, left) }
}

fn put(folder: &Path, mut names: Vec<String>) -> Result<(), StoreError> {
    let path = folder.join(DAMAGED);
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return disk::remove(&RealDisk, &path);
    }
    disk::open_private(&path, Opening::Truncated)
        .and_then(|mut file| file.write_all(names.join("\n").as_bytes()))
        .map_err(|error| StoreError::io("write", &path, error))
}
