//! What was written where, and what stood there before: the way back.
//!
//! One folder for each file, named by a hash of its path: `receipt.json` and `before` (what is restored, with its checksum
//! in the receipt); `commented`, if comments were taken out of it: the file with them. The folder is the user's alone. Every
//! file in it is there whole or not at all; [`crate::kept`] holds what outlives an uninstallation.

use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::codex_trust::sha256_hex;
use crate::kept::KeptCopies;
use crate::{durable, ownership};

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
    /// SHA-256 of what is restored; none where there is nothing, or where an earlier version did not write it down.
    #[serde(default)]
    pub before_sha256: Option<String>,
    /// SHA-256 of what foreword wrote.
    pub after_sha256: String,
    /// SHA-256 of what foreword wrote the time before, for the same `before`: a run that was killed leaves the file so.
    #[serde(default)]
    pub earlier_sha256: Option<String>,
    /// The installations that need it: `claude`, or `codex:/path/of/a/project`.
    pub owners: BTreeSet<String>,
    /// Folders that were made for it, outermost first.
    #[serde(default)]
    pub made_folders: Vec<PathBuf>,
}

impl Receipt {
    /// Whether the bytes are exactly what foreword wrote: nobody has changed the file since.
    pub fn is_as_written(&self, bytes: &[u8]) -> bool {
        let hash = sha256_hex(bytes);
        self.after_sha256 == hash || self.earlier_sha256.as_ref() == Some(&hash)
    }
}

/// What stood in a file before, as far as it can be relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backup {
    /// There was no file.
    Nothing,
    /// The bytes, whose checksum is right.
    Verified(Vec<u8>),
    /// Bytes that an earlier version kept without a checksum.
    Unverified(Vec<u8>),
    /// Missing, or not what was kept.
    Damaged,
}

/// The folder of receipts.
#[derive(Debug, Clone)]
pub struct Receipts {
    folder: PathBuf,
}

const RECEIPT: &str = "receipt.json";
const BEFORE: &str = "before";
const COMMENTED: &str = "commented";
const KEPT: &str = "kept";

impl Receipts {
    /// Receipts in a folder, which need not exist.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The copies that outlive an uninstallation.
    pub fn kept(&self) -> KeptCopies {
        KeptCopies::new(self.folder.join(KEPT))
    }

    /// The receipt of a file, if there is one that can be read.
    pub fn get(&self, path: &Path) -> Option<Receipt> {
        let receipt: Receipt = serde_json::from_slice(&read(&self.of(path).join(RECEIPT))?).ok()?;
        (receipt.path == path).then_some(receipt)
    }

    /// What is restored, with its checksum looked at.
    pub fn before(&self, receipt: &Receipt) -> Backup {
        if !receipt.existed {
            return Backup::Nothing;
        }
        match (read(&self.of(&receipt.path).join(BEFORE)), &receipt.before_sha256) {
            (Some(bytes), None) => Backup::Unverified(bytes),
            (Some(bytes), Some(hash)) if sha256_hex(&bytes) == *hash => Backup::Verified(bytes),
            (Some(_), Some(_)) | (None, _) => Backup::Damaged,
        }
    }

    /// Keeps a receipt, with what is restored.
    pub fn put(&self, receipt: &Receipt, before: Option<&[u8]>) -> Result<()> {
        let folder = self.of(&receipt.path);
        ownership::make_folder(&folder, 0o700)?;
        // The folder above may be older than this rule.
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o700))?;
        let file = folder.join(BEFORE);
        if let Some(bytes) = before.filter(|bytes| read(&file).as_deref() != Some(*bytes)) {
            durable::write_private(&file, bytes)?;
        }
        self.update(receipt)
    }

    /// Changes a receipt and leaves what is restored.
    pub fn update(&self, receipt: &Receipt) -> Result<()> {
        durable::write_private(&self.of(&receipt.path).join(RECEIPT), &serde_json::to_vec_pretty(receipt)?)
    }

    /// Puts a receipt back as it was before a change that did not come about.
    pub fn revert(&self, path: &Path, known: Option<&Receipt>) {
        match known {
            // One that cannot be written only means that what is ours is taken out entry by entry.
            Some(receipt) => drop(self.update(receipt)),
            None => self.delete(path),
        }
    }

    /// Keeps the text from which comments are taken out. A later installation, which finds none, leaves it alone.
    pub fn put_commented(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        durable::write_private(&self.of(path).join(COMMENTED), bytes)
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

    /// Forgets a file, and the folder itself when it was the last. What it restored is kept for thirty days more.
    pub fn remove(&self, path: &Path) {
        let before = self.of(path).join(BEFORE);
        if let Some(bytes) = read(&before) {
            // A copy that cannot be kept is one that nobody needs: the file was restored from it.
            drop(self.kept().take_over(path, &before, &bytes));
        }
        self.delete(path);
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

    fn delete(&self, path: &Path) {
        drop(fs::remove_dir_all(self.of(path)));
        drop(fs::remove_dir(&self.folder));
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
