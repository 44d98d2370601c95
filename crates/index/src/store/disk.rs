//! How the store touches the disk: private files, written under another name, synced and renamed.
//!
//! Every step asks [`Disk`] first, which is how tests simulate a full disk and kill a writer anywhere.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::StoreError;

/// One step of a writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A file is created.
    Create,
    /// So many bytes are written.
    Write(usize),
    /// A file or directory is synced.
    Sync,
    /// A file gets its final name.
    Rename,
    /// A file is deleted.
    Remove,
}

/// Is asked before every step; an error stands for the step's own.
pub trait Disk: Send + Sync {
    /// Whether the step may be taken.
    fn allow(&self, step: Step) -> io::Result<()>;
}

/// Allows every step.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn allow(&self, _: Step) -> io::Result<()> {
        Ok(())
    }
}

/// How names of unfinished files begin.
pub(crate) const TEMPORARY: &str = "tmp-";

/// A file that is not there under its name until [`NewFile::finish`].
pub(crate) struct NewFile<'d> {
    disk: &'d dyn Disk,
    folder: PathBuf,
    name: String,
    file: File,
}

impl<'d> NewFile<'d> {
    /// Only the holder of the lock writes, so one temporary name per final name is enough.
    pub(crate) fn create(disk: &'d dyn Disk, folder: &Path, name: &str) -> Result<Self, StoreError> {
        let path = folder.join(format!("{TEMPORARY}{name}"));
        let file = disk
            .allow(Step::Create)
            .and_then(|()| open_private(&path, Opening::Truncated))
            .map_err(|error| StoreError::io("create", &path, error))?;
        Ok(Self { disk, folder: folder.to_owned(), name: name.to_owned(), file })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.disk
            .allow(Step::Write(bytes.len()))
            .and_then(|()| self.file.write_all(bytes))
            .map_err(|error| StoreError::io("write", &self.folder.join(&self.name), error))
    }

    /// The file is on the disk and has its name; whether the name is too is for [`sync_folder`].
    pub(crate) fn finish(self) -> Result<(), StoreError> {
        self.disk
            .allow(Step::Sync)
            .and_then(|()| self.file.sync_all())
            .map_err(|error| StoreError::io("write", &self.folder.join(&self.name), error))?;
        self.finish_unsynced()
    }

    /// The file has its name; whether it outlives a power cut is left open.
    pub(crate) fn finish_unsynced(self) -> Result<(), StoreError> {
        let path = self.folder.join(&self.name);
        let temporary = self.folder.join(format!("{TEMPORARY}{}", self.name));
        self.disk
            .allow(Step::Rename)
            .and_then(|()| fs::rename(&temporary, &path))
            .map_err(|error| StoreError::io("write", &path, error))
    }
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    disk.allow(Step::Sync)
        .and_then(|()| open_existing(folder)?.sync_all())
        .map_err(|error| StoreError::io("sync", folder, error))
}

/// Deletes a file; one that is gone already is no error.
pub(crate) fn remove(disk: &dyn Disk, path: &Path) -> Result<(), StoreError> {
    match disk.allow(Step::Remove).and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::io("delete", path, error)),
        _ => Ok(()),
    }
}

/// Creates a folder and those above it, for this user only.
pub(crate) fn create_folder(path: &Path) -> Result<(), StoreError> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(|error| StoreError::io("create", path, error))
}

/// What happens to what a file holds already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// It goes.
    Truncated,
    /// It stays.
    Kept,
}

/// Opens a file for writing, for this user only.
#[expect(clippy::disallowed_methods, reason = "a file of the cache, not of the repository")]
pub(crate) fn open_private(path: &Path, opening: Opening) -> io::Result<File> {
    let is_truncated = match opening {
        Opening::Truncated => true,
        Opening::Kept => false,
    };
    OpenOptions::new().write(true).create(true).truncate(is_truncated).mode(0o600).open(path)
}

/// Opens a file or folder of the cache for reading.
#[expect(clippy::disallowed_methods, reason = "a file of the cache, not of the repository")]
pub(crate) fn open_existing(path: &Path) -> io::Result<File> {
    File::open(path)
}
