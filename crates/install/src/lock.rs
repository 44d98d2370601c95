//! One `foreword install` or `uninstall` at a time: their receipts and the clients' files belong together.

use std::fs::{self, File, OpenOptions};
use std::io::Result;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreword_model::clock;
use foreword_model::limits;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::file::Refusal;
use crate::ownership;

const NAME: &str = "install.lock";

/// The lock, held until it is dropped. A process that is killed gives it up as well.
#[derive(Debug)]
pub struct InstallLock {
    path: PathBuf,
    _file: File,
}

impl InstallLock {
    /// Takes the lock in the state folder; waits for another run for at most ten seconds.
    pub fn acquire(state: &Path) -> std::result::Result<Self, Refusal> {
        let path = state.join(NAME);
        let refuse = |error: std::io::Error| Refusal::whole(&path, error.to_string());
        let until = clock::now() + Duration::from_millis(limits::INSTALL_LOCK_WAIT_MS);
        loop {
            if let Some(file) = try_lock(&path).map_err(refuse)? {
                return Ok(Self { path, _file: file });
            }
            if clock::is_past(until) {
                let what =
                    "another foreword install or uninstall is running; run this again when it has ended";
                return Err(Refusal::whole(&path, what));
            }
            std::thread::sleep(Duration::from_millis(limits::INSTALL_LOCK_POLL_MS));
        }
    }
}

impl Drop for InstallLock {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.path));
        if let Some(folder) = self.path.parent() {
            // Only where nothing is kept in it.
            drop(fs::remove_dir(folder));
        }
    }
}

fn try_lock(path: &Path) -> Result<Option<File>> {
    if let Some(folder) = path.parent() {
        ownership::make_folder(folder, 0o700)?;
    }
    let owner = ownership::of_new(path);
    #[expect(clippy::disallowed_methods, reason = "a file of the user's state, not of the repository")]
    let file = match OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path) {
        // The run before took the folder with it in this moment.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Ok(None),
        locked => locked?,
    }
    // Whoever held it before took the file away: a lock on that one keeps nobody out.
    let is_current =
        fs::metadata(path).is_ok_and(|now| file.metadata().is_ok_and(|own| own.ino() == now.ino()));
    if !is_current {
        return Ok(None);
    }
    ownership::give(path, owner)?;
    Ok(Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_is_held_by_one_and_leaves_nothing() {
        let base = tempfile::tempdir().expect("a folder");
        let state = base.path().join("foreword");
        let held = InstallLock::acquire(&state).expect("free");
        assert!(try_lock(&state.join(NAME)).expect("tried").is_none());
        drop(held);
        assert!(!state.exists());
        drop(InstallLock::acquire(&state).expect("free again"));
    }
}
