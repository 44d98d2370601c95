//! Folders of the cache: where a repository's index lies, who may write to it, and when it goes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use foreword_model::limits;
use rustix::fs::FlockOperation;
use sha2::{Digest, Sha256};

use super::disk::{self, Disk, NewFile, Opening};
use super::manifest::{self, is_absent};
use super::{StoreError, disk::RealDisk};

const LOCK: &str = "lock";
/// Names the root.
pub(super) const ROOT: &str = "root";
const USED: &str = "used";
/// Times that a lock is asked for.
const LOCK_TRIES: usize = 4;
/// Between them.
const LOCK_PAUSE: Duration = Duration::from_millis(1);
/// Bytes of the root's hash in a folder's name.
const NAME_BYTES: usize = 16;
const SECONDS_PER_DAY: u64 = 86_400;

/// The folder of a repository's index below the user's cache directory; `root` is the real path.
pub fn folder_for(cache_home: &Path, root: &Path) -> PathBuf {
    folders(cache_home).join(name_for(root))
}

/// Whether a folder has the name that its root asks for.
pub(super) fn is_named_for_its_root(folder: &Path) -> bool {
    root_of(folder).is_ok_and(|root| folder.file_name().is_some_and(|name| name == name_for(&root).as_str()))
}

fn name_for(root: &Path) -> String {
    let digest = Sha256::digest(root.as_os_str().as_bytes());
    digest.iter().take(NAME_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// The repository that a folder's index is of.
pub fn root_of(folder: &Path) -> Result<PathBuf, StoreError> {
    let path = folder.join(ROOT);
    let mut bytes = Vec::new();
    match disk::open_existing(&path)
        .and_then(|file| file.take(limits::PATH_BYTES as u64 + 1).read_to_end(&mut bytes))
    {
        Err(error) if is_absent(&error) => Err(StoreError::Missing),
        Err(error) => Err(StoreError::io("read", &path, error)),
        Ok(_) => Ok(PathBuf::from(std::ffi::OsStr::from_bytes(&bytes))),
    }
}

/// Notes that an index was used, so that it is not collected. Writes at most once a day.
pub fn mark_used(folder: &Path, now: SystemTime) -> Result<(), StoreError> {
    let path = folder.join(USED);
    let is_recent = fs::metadata(&path).and_then(|meta| meta.modified()).is_ok_and(|used| {
        now.duration_since(used).unwrap_or_else(|error| error.duration()).as_secs() < SECONDS_PER_DAY
    });
    if is_recent {
        return Ok(());
    }
    disk::open_private(&path, Opening::Kept)
        .and_then(|file| file.set_modified(now))
        .map_err(|error| StoreError::io("write", &path, error))
}

/// Whether a process holds the right to write at this moment. Asks without creating anything.
pub fn is_being_written(folder: &Path) -> bool {
    let Ok(file) = disk::open_existing(&folder.join(LOCK)) else { return false };
    let asked = rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared);
    asked == Err(rustix::io::Errno::WOULDBLOCK)
}

/// Deletes an index with its folder.
pub fn clear(folder: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(folder) {
        Err(error) if is_absent(&error) => return Ok(()),
        Err(error) => return Err(StoreError::io("read", folder, error)),
        Ok(_) => {}
    }
    let _lock = Lock::take(folder)?;
    // The manifest first: without it, what is left of a deletion that was cut short is no index.
    disk::remove(&RealDisk, &folder.join(manifest::FILE_NAME))?;
    match fs::remove_dir_all(folder) {
        Err(error) if !is_absent(&error) => Err(StoreError::io("delete", folder, error)),
        _ => Ok(()),
    }
}

/// What a collection did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Collected {
    /// Folders deleted, by the root they were for, if that was known.
    pub removed: Vec<PathBuf>,
    /// Folders left.
    pub kept: usize,
}

/// Deletes the indexes of repositories that are gone or were not used for so many days. A folder that is
/// being written to stays, and so does one whose times lie in the future.
pub fn gc(cache_home: &Path, now: SystemTime, unused_days: u64) -> Result<Collected, StoreError> {
    let folders = folders(cache_home);
    let mut collected = Collected::default();
    let entries = match fs::read_dir(&folders) {
        Err(error) if is_absent(&error) => return Ok(collected),
        Err(error) => return Err(StoreError::io("read", &folders, error)),
        Ok(entries) => entries,
    };
    let unused = Duration::from_secs(unused_days.saturating_mul(SECONDS_PER_DAY));
    for entry in entries.flatten().take(limits::STORE_FOLDERS) {
        let folder = entry.path();
        if !is_ours(&entry) {
            continue;
        }
        let root = root_of(&folder).unwrap_or_default();
        let is_gone = matches!(fs::symlink_metadata(&root), Err(error) if is_absent(&error));
        let is_unused =
            last_use(&folder).is_some_and(|used| now.duration_since(used).is_ok_and(|age| age > unused));
        if (is_gone || is_unused) && clear(&folder).is_ok() {
            collected.removed.push(root);
        } else {
            collected.kept += 1;
        }
    }
    collected.removed.sort_unstable();
    Ok(collected)
}

fn folders(cache_home: &Path) -> PathBuf {
    cache_home.join("foreword").join("index")
}

fn is_ours(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let is_hash = name.len() == NAME_BYTES * 2 && name.as_bytes().iter().all(u8::is_ascii_hexdigit);
    is_hash && entry.file_type().is_ok_and(|kind| kind.is_dir())
}

fn last_use(folder: &Path) -> Option<SystemTime> {
    [USED, manifest::FILE_NAME, LOCK]
        .iter()
        .filter_map(|name| fs::metadata(folder.join(name)).and_then(|meta| meta.modified()).ok())
        .max()
}

/// Creates the folder and says in it which root it is for.
pub(super) fn create(disk: &dyn Disk, folder: &Path, root: &Path) -> Result<(), StoreError> {
    if root_of(folder).is_ok_and(|known| known == root) {
        return Ok(());
    }
    let mut file = NewFile::create(disk, folder, ROOT)?;
    file.write(root.as_os_str().as_bytes())?;
    file.finish()
}

/// The right to write to a folder; the kernel gives it back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock or says that another has it, within a few milliseconds.
    pub(crate) fn take(folder: &Path) -> Result<Self, StoreError> {
        Self::take_named(folder, LOCK)
    }

    /// The same of a right of another name: what only one process at a time should do.
    pub(crate) fn take_named(folder: &Path, name: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        for _ in 0..LOCK_TRIES {
            let file = disk::open_private(&path, Opening::Kept)
                .map_err(|error| StoreError::io("lock", &path, error))?;
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                // Who only asks whether there is a writer holds it for a moment.
                Err(error) if error == rustix::io::Errno::WOULDBLOCK => {
                    std::thread::sleep(LOCK_PAUSE);
                    continue;
                }
                Err(error) => return Err(StoreError::io("lock", &path, error.into())),
            }
            if is_at(&file, &path) {
                return Ok(Self { _file: file });
            }
        }
        Err(StoreError::Busy)
    }
}

/// Whether the file is still the one of that name: a deleted lock file protects nothing.
fn is_at(file: &File, path: &Path) -> bool {
    let same = |ours: fs::Metadata, named: fs::Metadata| -> io::Result<bool> {
        Ok(ours.ino() == named.ino() && ours.dev() == named.dev())
    };
    file.metadata().and_then(|ours| same(ours, fs::metadata(path)?)).unwrap_or(false)
}
