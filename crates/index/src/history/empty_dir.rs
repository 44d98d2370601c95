//! The git directory of our own that git is started on: a HEAD without a commit, no refs, and a configuration of four lines.
//! It lies in the folder of the index and is made once.

use std::fs;
use std::path::{Path, PathBuf};

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
    if path.join("HEAD").is_file() {
        return Ok(path);
    }
    let made = folder.join(format!("{TEMPORARY}{name}-{}", std::process::id()));
    disk::create_folder(&made.join("refs"))?;
    let config =
        format!("[log]\n\tmailmap = false\n[core]\n\tbare = true\n\trepositoryFormatVersion = {extension}");
    for (file_name, text) in [("config", config.as_str()), ("HEAD", "ref: refs/heads/none\n")] {
        let mut file = NewFile::create(&RealDisk, &made, file_name)?;
        file.write(text.as_bytes())?;
        file.finish_unsynced()?;
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
