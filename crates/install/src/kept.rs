//! Copies of what foreword replaced or took away in somebody's file: named by time, readable by the user alone, and
//! gone after thirty days.

use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use foreword_model::limits;

use crate::codex_trust::sha256_hex;
use crate::{durable, ownership};

/// Characters of a file's name that the name of its copy repeats at most.
const NAME_CHARS: usize = 80;

/// The folder of copies.
#[derive(Debug, Clone)]
pub struct KeptCopies {
    folder: PathBuf,
}

impl KeptCopies {
    /// Copies in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where they lie, if there are any.
    pub fn folder(&self) -> Option<&Path> {
        fs::read_dir(&self.folder).ok()?.flatten().next()?;
        Some(&self.folder)
    }

    /// Keeps a copy of what stood in a file.
    pub fn keep(&self, of: &Path, bytes: &[u8]) -> Result<PathBuf> {
        let (copy, hash) = (self.name(of, bytes), sha256_hex(bytes));
        if let Some(same) = self.copy_with(&hash) {
            // It is needed from now on for as long again.
            drop(touch(&same));
            return Ok(same);
        }
        ownership::make_folder(&self.folder, 0o700)?;
        durable::write_private(&copy, bytes)?;
        Ok(copy)
    }

    /// Takes a backup over as it lies, without a second one on the disk.
    pub fn take_over(&self, of: &Path, backup: &Path, bytes: &[u8]) -> Result<PathBuf> {
        ownership::make_folder(&self.folder, 0o700)?;
        let copy = self.name(of, bytes);
        fs::rename(backup, &copy)?;
        drop(touch(&copy));
        durable::sync_folder_of(&copy);
        Ok(copy)
    }

    /// Removes what is older than thirty days, and the folder when it is empty.
    pub fn remove_old(&self) {
        let most = Duration::from_secs(limits::KEPT_COPY_DAYS * 24 * 60 * 60);
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let written = entry.metadata().and_then(|metadata| metadata.modified());
            let age = written.ok().and_then(|written| SystemTime::now().duration_since(written).ok());
            if age.is_some_and(|age| age > most) {
                drop(fs::remove_file(entry.path()));
            }
        }
        // The folder of backups, too, where this was the last of them.
        self.folder.ancestors().take(2).for_each(|folder| drop(fs::remove_dir(folder)));
    }

    /// `20261118T101530Z-3fa9c1d2e4b5-.claude-settings.json`: when, which text, of what.
    fn name(&self, of: &Path, bytes: &[u8]) -> PathBuf {
        let time = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let part = |name: Option<&std::ffi::OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
        let of = format!("{}-{}", part(of.parent().and_then(Path::file_name)), part(of.file_name()));
        let of: String = of.chars().take(NAME_CHARS).collect();
        self.folder.join(format!("{time}-{}-{of}", short(&sha256_hex(bytes))))
    }

    fn copy_with(&self, hash: &str) -> Option<PathBuf> {
        let has_text = |path: &PathBuf| read(path).is_some_and(|bytes| sha256_hex(&bytes) == hash);
        let is_named = |name: &str| name.split('-').nth(1) == Some(short(hash));
        let entries = fs::read_dir(&self.folder).ok()?.flatten();
        let mut named = entries.filter(|entry| is_named(&entry.file_name().to_string_lossy()));
        named.find_map(|entry| Some(entry.path()).filter(has_text))
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

#[expect(clippy::disallowed_methods, reason = "a file of the user's state, not of the repository")]
fn touch(path: &Path) -> Result<()> {
    fs::OpenOptions::new().write(true).open(path)?.set_modified(SystemTime::now())
}

#[expect(clippy::disallowed_methods, reason = "a file of the user's state, not of the repository")]
fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}
