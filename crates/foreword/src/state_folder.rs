//! A folder of the user's state directory, as what is kept there is read and written: links are not followed, a folder
//! of somebody else is not used, and a file is there whole or not at all. Syncs nothing.

use std::fs::{DirBuilder, File};
use std::io::{Error, Read, Result, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_model::limits;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::settings::{Environment, state_dir};

/// What is done about a folder that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It is made.
    Make,
    /// It is an error.
    LeaveOut,
}

/// An open folder.
#[derive(Debug)]
pub struct StateFolder(OwnedFd);

impl StateFolder {
    /// Opens a folder by name. The base is where the user says, links or not; below it no link is followed.
    pub fn open(environment: &Environment, name: &str, missing: Missing) -> Result<Self> {
        let base_and_own = state_dir(environment)
            .and_then(|state| Some((state.parent()?.to_path_buf(), state.file_name()?.to_owned())));
        let (base, own) = base_and_own.ok_or(Errno::NOENT)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = match rustix::fs::openat(CWD, &base, flags, Mode::empty()) {
            Err(Errno::NOENT) if missing == Missing::Make => {
                make_base(environment, &base)?;
                rustix::fs::openat(CWD, &base, flags, Mode::empty())
            }
            opened => opened,
        };
        let mut folder = opened?;
        for name in [PathBuf::from(own), PathBuf::from(name)] {
            folder = open_below(&folder, &name, missing)?;
        }
        let stat = rustix::fs::fstat(&folder)?;
        if stat.st_uid != rustix::process::geteuid().as_raw() {
            return Err(Errno::PERM.into());
        }
        Ok(Self(folder))
    }

    /// Reads a file; what is longer than `bytes_max` is cut.
    pub fn read(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, name, flags, Mode::empty())?;
        if !is_file(&rustix::fs::fstat(&file)?) {
            return Err(Error::other("not a regular file"));
        }
        let mut bytes = Vec::new();
        File::from(file).take(bytes_max).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Puts a file in place, whole: under a name that begins with a dot until then.
    pub fn write(&self, stem: &str, name: &str, bytes: &[u8]) -> Result<()> {
        // The name must be nobody else's, also not that of a process with our number in another container.
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
        let temporary = format!(".{stem}.{}.{nanoseconds}", std::process::id());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, temporary.as_str(), flags, Mode::from_raw_mode(0o600))?;
        let written = File::from(file)
            .write_all(bytes)
            .and_then(|()| Ok(rustix::fs::renameat(&self.0, temporary.as_str(), &self.0, name)?));
        if written.is_err() {
            self.remove(&temporary);
        }
        written
    }

    /// Makes an empty file; false if it is there already.
    pub fn claim(&self, name: &str) -> Result<bool> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o600)) {
            Ok(_) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a file. That it is gone already is as good: another run may have been here.
    pub fn remove(&self, name: &str) {
        let _ = rustix::fs::unlinkat(&self.0, name, AtFlags::empty());
    }

    /// The names in it, and what each is; at most `most`.
    pub fn entries(&self, most: usize) -> Vec<(String, Stat)> {
        let Ok(entries) = Dir::read_from(&self.0) else { return Vec::new() };
        let named = entries.flatten().take(most).filter_map(|entry| {
            let name = entry.file_name().to_str().ok()?.to_owned();
            let stat = rustix::fs::statat(&self.0, name.as_str(), AtFlags::SYMLINK_NOFOLLOW).ok()?;
            Some((name, stat))
        });
        named.collect()
    }

    /// Removes what has not been written for longer than this. Called now and then: for one in sixteen names, so that most
    /// prompts do not pay for it.
    pub fn forget_older(&self, than: Duration, occasion: &str) {
        if !occasion.starts_with('0') {
            return;
        }
        let entries = self.entries(limits::STATE_ENTRIES_LISTED);
        for (name, _) in entries.iter().filter(|(_, stat)| age(stat) > than) {
            self.remove(name);
        }
    }
}

/// How long ago it was written.
pub fn age(stat: &Stat) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.saturating_sub(Duration::from_secs(u64::try_from(stat.st_mtime).unwrap_or(0)))
}

/// Whether it is a regular file.
pub fn is_file(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode).is_file()
}

fn open_below(folder: &OwnedFd, name: &Path, missing: Missing) -> Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(folder, name, flags, Mode::empty());
    if opened.as_ref().err() != Some(&Errno::NOENT) || missing == Missing::LeaveOut {
        return Ok(opened?);
    }
    match rustix::fs::mkdirat(folder, name, Mode::from_raw_mode(0o700)) {
        // Another run may have made it in this moment.
        Ok(()) | Err(Errno::EXIST) => Ok(rustix::fs::openat(folder, name, flags, Mode::empty())?),
        Err(error) => Err(error.into()),
    }
}

/// Makes the user's state folder, but not the user's home.
fn make_base(environment: &Environment, base: &Path) -> Result<()> {
    if environment.home().is_some_and(|home| base.starts_with(&home) && !home.is_dir()) {
        return Err(Errno::NOENT.into());
    }
    DirBuilder::new().recursive(true).mode(0o700).create(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_claimed_once_until_it_is_old() {
        const HOUR: Duration = Duration::from_secs(3_600);
        let base = tempfile::tempdir().expect("a folder");
        let environment = Environment::of(&[("XDG_STATE_HOME", base.path())]);
        let folder = StateFolder::open(&environment, "turns", Missing::Make).expect("a folder");
        let claims = |names: [&str; 2]| names.map(|name| folder.claim(name).expect("a claim"));
        assert_eq!([claims(["a", "a"]), claims(["b", "b"])], [[true, false]; 2]);
        let old = File::create(base.path().join("foreword/turns/a")).expect("the claim");
        old.set_modified(SystemTime::now() - 2 * HOUR).expect("a time");
        folder.forget_older(HOUR, "1 of the many occasions");
        assert_eq!(claims(["a", "b"]), [false, false]);
        folder.forget_older(HOUR, "0 is the one");
        assert_eq!(claims(["a", "b"]), [true, false]);
    }
}
