//! What was written where, and what stood there before: the way back.
//!
//! One folder for each file, named by a hash of its path: `receipt.json`, `before` (what is restored) and `previous` (the
//! file exactly as it was before the last write); `commented`, if comments were taken out of it: the file with them. The folder
//! is the user's alone.

use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::codex_trust::sha256_hex;
use crate::ownership;

/// What is known of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The file, as it is named.
    pub path: PathBuf,
    /// Whether it was there before foreword wrote to it.
    pub existed: bool,
    /// Its permissions then.
    #[serde(default)]
    pub mode: Option<u32>,
    /// SHA-256 of what foreword wrote.
    pub after_sha256: String,
    /// The installations that need it: `claude`, or `codex:/path/of/a/project`.
    pub owners: BTreeSet<String>,
    /// Folders that were made for it, outermost first.
    #[serde(default)]
    pub made_folders: Vec<PathBuf>,
}

impl Receipt {
    /// Whether nobody has changed the file since.
    pub fn is_as_written(&self, bytes: &[u8]) -> bool {
        self.after_sha256 == sha256_hex(bytes)
    }
}

/// The folder of receipts.
#[derive(Debug, Clone)]
pub struct Receipts {
    folder: PathBuf,
}

const RECEIPT: &str = "receipt.json";
const BEFORE: &str = "before";
const PREVIOUS: &str = "previous";
const COMMENTED: &str = "commented";

impl Receipts {
    /// Receipts in a folder, which need not exist.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The receipt of a file, if there is one that can be read.
    pub fn get(&self, path: &Path) -> Option<Receipt> {
        let receipt: Receipt = serde_json::from_slice(&read(&self.of(path).join(RECEIPT))?).ok()?;
        (receipt.path == path).then_some(receipt)
    }

    /// What is restored: the bytes from before, or none if there was no file.
    pub fn before(&self, receipt: &Receipt) -> Option<Vec<u8>> {
        read(&self.of(&receipt.path).join(BEFORE)).filter(|_| receipt.existed)
    }

    /// Keeps a receipt, with what is restored and what stood there a moment ago.
    pub fn put(&self, receipt: &Receipt, before: Option<&[u8]>, previous: Option<&[u8]>) -> Result<()> {
        let folder = self.of(&receipt.path);
        ownership::make_folder(&folder, 0o700)?;
        // The folder above may be older than this rule.
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o700))?;
        for (name, bytes) in [(BEFORE, before), (PREVIOUS, previous)] {
            match bytes {
                Some(bytes) => private_write(&folder.join(name), bytes)?,
                None => drop(fs::remove_file(folder.join(name))),
            }
        }
        private_write(&folder.join(RECEIPT), &serde_json::to_vec_pretty(receipt)?)
    }

    /// Changes the list of those that need a file, and what was written last.
    pub fn update(&self, receipt: &Receipt) -> Result<()> {
        private_write(&self.of(&receipt.path).join(RECEIPT), &serde_json::to_vec_pretty(receipt)?)
    }

    /// Keeps the text from which comments are taken out. A later installation, which finds none, leaves it alone.
    pub fn put_commented(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        private_write(&self.of(path).join(COMMENTED), bytes)
    }

    /// Where the text with comments stays after an uninstallation that leaves the file as `after`; none where they come back
    /// with it, or none were taken out.
    pub fn commented(&self, path: &Path, after: Option<&[u8]>) -> Option<PathBuf> {
        let commented =
            read(&self.of(path).join(COMMENTED)).filter(|commented| Some(commented.as_slice()) != after)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hash = sha256_hex(&commented);
        Some(self.folder.join(format!("commented-{}-{name}", hash.get(..12).unwrap_or(&hash))))
    }

    /// Puts the text with comments there.
    pub fn keep_commented(&self, path: &Path, kept: &Path) -> Result<()> {
        fs::rename(self.of(path).join(COMMENTED), kept)
    }

    /// Forgets a file, and the folder itself when it was the last.
    pub fn remove(&self, path: &Path) {
        drop(fs::remove_dir_all(self.of(path)));
        drop(fs::remove_dir(&self.folder));
    }

    /// Every receipt that can be read.
    pub fn all(&self) -> Vec<Receipt> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let read = entries
            .take(foreword_model::limits::RECEIPTS)
            .filter_map(|entry| serde_json::from_slice(&read(&entry.path().join(RECEIPT))?).ok());
        let mut receipts: Vec<Receipt> = read.collect();
        receipts.sort_by(|left, right| left.path.cmp(&right.path));
        receipts
    }

    fn of(&self, path: &Path) -> PathBuf {
        let hash = sha256_hex(path.as_os_str().as_encoded_bytes());
        self.folder.join(hash.get(..24).unwrap_or(&hash))
    }
}

#[expect(clippy::disallowed_methods, reason = "a file of the user's state, not of the repository")]
fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

fn private_write(path: &Path, bytes: &[u8]) -> Result<()> {
    let owner = ownership::of_new(path);
    fs::write(path, bytes)?;
    ownership::give(path, owner)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}
