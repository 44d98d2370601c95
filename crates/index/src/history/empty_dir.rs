//! The git directory of our own that git is started on: a HEAD without a commit, no refs, and a configuration and attributes
//! of our own. It lies in the folder of the index and is made once.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::definitions::drivers;
use crate::store::StoreError;
use crate::store::disk::{self, NewFile, RealDisk, TEMPORARY};

/// Digits of an id in a repository with SHA-256.
const SHA256_DIGITS: usize = 64;

/// Makes the directory for objects named like `id`, if it is not there yet.
pub(super) fn prepare(folder: &Path, id: &str) -> Result<PathBuf, StoreError> {
    let (name, extension) = match id.len() {
        SHA256_DIGITS => ("git-sha256", "1\n[extensions]\n\tobjectFormat = sha256\n"),
        _ => ("git-sha1", "0\n"),
    };
    let path = folder.join(name);
    let config = format!(
        "[log]\n\tmailmap = false\n{}[core]\n\tbare = true\n{}\trepositoryFormatVersion = {extension}",
        drivers::configuration(),
        drivers::core(),
    );
    let files = [
        ("info", "attributes", drivers::attributes()),
        ("", "config", config),
        ("", "HEAD", "ref: refs/heads/none\n".to_owned()),
    ];
    if path.join("HEAD").is_file() {
        // Another version of this program may have made it: each file is replaced by rename.
        disk::create_folder(&path.join("info"))?;
        for (below, file_name, text) in &files {
            if !holds(&path.join(below).join(file_name), text) {
                put(&path.join(below), file_name, text)?;
            }
        }
        return Ok(path);
    }
    let made = folder.join(format!("{TEMPORARY}{name}-{}", std::process::id()));
    for below in ["refs", "info"] {
        disk::create_folder(&made.join(below))?;
    }
    for (below, file_name, text) in &files {
        put(&made.join(below), file_name, text)?;
    }
    if let Err(error) = fs::rename(&made, &path) {
        // Another process may have made it at the same time.
        let _ = fs::remove_dir_all(&made);
        if !path.join("HEAD").is_file() {
            return Err(StoreError::io("create", &path, error));
        }
    }
    Ok(path)
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), StoreError> {
    let mut file = NewFile::create(&RealDisk, folder, name)?;
    file.write(text.as_bytes())?;
    file.finish_unsynced()
}

fn holds(path: &Path, text: &str) -> bool {
    let Ok(file) = disk::open_existing(path) else { return false };
    let mut bytes = Vec::new();
    let read = file.take(text.len() as u64 + 1).read_to_end(&mut bytes);
    read.is_ok() && bytes == text.as_bytes()
}
