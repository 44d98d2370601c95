//! Writes that survive a kill and a full disk: a file is written beside its place, synced, and renamed into it; then its
//! folder is synced. What is read later is the old text or the new one, never a part.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Result, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::ownership::{self, Owner};

/// What stands between a file's name and the process in the name of a temporary file.
const MARK: &str = ".foreword-";

/// How a new file stands there, besides its content.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    /// Its permissions.
    pub mode: u32,
    /// Its owner, unless it is simply ours.
    pub owner: Option<Owner>,
    /// The file whose extended attributes it takes over.
    pub like: Option<&'a Path>,
}

/// A name beside a file that nobody else uses: `.settings.json.foreword-<process>-<nanoseconds>`.
pub fn temporary_beside(target: &Path) -> PathBuf {
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
    target.with_file_name(format!("{}{}-{nanoseconds}", temporary_prefix(target), std::process::id()))
}

/// The process that made a temporary file for this target; none if the name is no such file's.
pub fn maker_of(target: &Path, name: &str) -> Option<i32> {
    let rest = name.strip_prefix(&temporary_prefix(target))?;
    rest.split('-').next()?.parse().ok()
}

fn temporary_prefix(target: &Path) -> String {
    format!(".{}{MARK}", target.file_name().unwrap_or_default().to_string_lossy())
}

/// Writes a new file, synced to the disk. On failure nothing is left of it.
pub fn write_new(path: &Path, bytes: &[u8], attributes: Attributes<'_>) -> Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a file of a client or of the user's state, not of the repository"
    )]
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let written = opened.and_then(|mut file| {
        file.write_all(bytes)?;
        // Before the permissions: to change hands takes some of them away.
        attributes.owner.map_or(Ok(()), |owner| owner.take(&file))?;
        if let Some(like) = attributes.like {
            copy_extended_attributes(like, &file);
        }
        file.set_permissions(Permissions::from_mode(attributes.mode))?;
        file.sync_all()
    });
    if written.is_err() {
        drop(fs::remove_file(path));
    }
    written
}

/// Puts a file of our own in place, readable by the user alone.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = temporary_beside(path);
    let attributes = Attributes { mode: 0o600, owner: ownership::of_new(path), like: None };
    write_new(&temporary, bytes, attributes)?;
    let renamed = fs::rename(&temporary, path);
    if renamed.is_err() {
        drop(fs::remove_file(&temporary));
    }
    sync_folder_of(path);
    renamed
}

/// Syncs the folder that a file lies in: without that a rename may not survive a loss of power.
pub fn sync_folder_of(path: &Path) {
    let Some(folder) = path.parent() else { return };
    #[expect(clippy::disallowed_methods, reason = "a folder of a client or of the user's state")]
    let opened = File::open(folder);
    // A file system that cannot sync a folder has nothing to offer instead.
    drop(opened.and_then(|folder| folder.sync_all()));
}

/// Carries over what the file system lets us: access lists, labels. What it refuses is no reason to leave the file alone.
fn copy_extended_attributes(from: &Path, to: &File) {
    let mut names = vec![0; foreword_model::limits::EXTENDED_ATTRIBUTE_BYTES];
    let Ok(length) = rustix::fs::listxattr(from, names.as_mut_slice()) else { return };
    names.truncate(length);
    let mut value = vec![0; foreword_model::limits::EXTENDED_ATTRIBUTE_BYTES];
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        if let Ok(length) = rustix::fs::getxattr(from, name, value.as_mut_slice()) {
            let value = value.get(..length).unwrap_or_default();
            let _ = rustix::fs::fsetxattr(to, name, value, rustix::fs::XattrFlags::empty());
        }
    }
}
