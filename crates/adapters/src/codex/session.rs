//! The recorded session: `<repo-root>/.devbooks/cache/auto-tools/codex-session.json`.
//!
//! The repository may be hostile: no link is followed on the way, a file that git tracks or that another
//! user owns is not believed, and only a UUID is ever passed on.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;
use serde_json::{Value, json};

const FOLDERS: [&str; 3] = [".devbooks", "cache", "auto-tools"];
const FILE: &str = "codex-session.json";
/// The file below the root, as git names it.
pub const SESSION_PATH: &str = ".devbooks/cache/auto-tools/codex-session.json";
const FILE_BYTES_MAX: u64 = 4_096;

/// A session's name: a UUID, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionId(String);

impl SessionId {
    /// Takes a UUID in its usual form; anything else is no session.
    pub fn parse(text: &str) -> Option<Self> {
        let groups: Vec<&str> = text.split('-').collect();
        let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        let is_hex = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
        (lengths == [8, 4, 4, 4, 12] && is_hex).then(|| Self(text.to_ascii_lowercase()))
    }

    /// The UUID.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a repository has recorded of its last session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordedSession {
    /// Nothing: this is the first round.
    None,
    /// A session to go on in.
    Id(SessionId),
    /// Something that names no session, and why.
    Unusable(&'static str),
}

/// The session that a file's text names.
fn recorded_in(text: &str) -> RecordedSession {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return RecordedSession::Unusable("the session file is no JSON");
    };
    match value.get("session_id") {
        None | Some(Value::Null) => RecordedSession::Unusable("the session file has no session_id"),
        Some(id) => match id.as_str().and_then(SessionId::parse) {
            Some(id) => RecordedSession::Id(id),
            None => RecordedSession::Unusable("the recorded session_id is no UUID"),
        },
    }
}

/// The session file of one repository.
#[derive(Debug)]
pub struct SessionFile<'a> {
    root: &'a Path,
    tracked_by_git: bool,
}

impl<'a> SessionFile<'a> {
    /// The file below a root. One that git tracks came with the repository and is not believed.
    pub fn new(root: &'a Path, tracked_by_git: bool) -> Self {
        Self { root, tracked_by_git }
    }

    /// What is recorded. A file that git tracks is as none: it is never written, which is said when that is tried.
    pub fn load(&self) -> RecordedSession {
        if self.tracked_by_git {
            return RecordedSession::None;
        }
        match self.read() {
            Ok(None) => RecordedSession::None,
            Ok(Some(text)) => recorded_in(&text),
            Err(_) => RecordedSession::Unusable("the session file cannot be read"),
        }
    }

    /// The file's text; none where there is no file.
    fn read(&self) -> std::io::Result<Option<String>> {
        let Some(folder) = self.open_folder(Missing::LeaveOut)? else { return Ok(None) };
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(&folder, FILE, flags, Mode::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let stat = rustix::fs::fstat(&file)?;
        let is_file = rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file();
        if !is_file || stat.st_uid != rustix::process::getuid().as_raw() {
            return Err(std::io::Error::other("not a regular file of this user"));
        }
        let mut bytes = Vec::new();
        File::from(file).take(FILE_BYTES_MAX).read_to_end(&mut bytes)?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Records a session: written whole beside the file, then renamed over it.
    pub fn store(&self, id: &SessionId) -> std::io::Result<()> {
        if self.tracked_by_git {
            return Err(std::io::Error::other("the session file is tracked by git"));
        }
        let Some(folder) = self.open_folder(Missing::Make)? else {
            return Err(std::io::Error::other("the session folder cannot be made"));
        };
        write_new(&folder, ".gitignore", b"*\n")?;
        let text = json!({ "session_id": id.as_str() }).to_string();
        write_new(&folder, FILE, text.as_bytes())
    }

    /// Removes the record, and the folders above it that are empty then. One that git tracks stays.
    pub fn remove(&self) -> std::io::Result<()> {
        if self.tracked_by_git {
            return Ok(());
        }
        let Some(folder) = self.open_folder(Missing::LeaveOut)? else { return Ok(()) };
        for name in [FILE, ".gitignore"] {
            match rustix::fs::unlinkat(&folder, name, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for depth in (1..=FOLDERS.len()).rev() {
            let folder: std::path::PathBuf = FOLDERS.iter().take(depth).collect();
            // Whatever else lies in it keeps it.
            if std::fs::remove_dir(self.root.join(folder)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Opens the folder one component at a time, so that no link leads out of the repository.
    fn open_folder(&self, missing: Missing) -> std::io::Result<Option<rustix::fd::OwnedFd>> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let root_flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut folder = rustix::fs::openat(CWD, self.root, root_flags, Mode::empty())?;
        for name in FOLDERS {
            if missing == Missing::Make {
                match rustix::fs::mkdirat(&folder, name, Mode::from_raw_mode(0o755)) {
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            folder = match rustix::fs::openat(&folder, name, flags, Mode::empty()) {
                Ok(folder) => folder,
                Err(Errno::NOENT) if missing == Missing::LeaveOut => return Ok(None),
                Err(error) => return Err(error.into()),
            };
        }
        Ok(Some(folder))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Make,
    LeaveOut,
}

fn write_new(folder: &rustix::fd::OwnedFd, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let temporary = format!(".{name}.{}", std::process::id());
    // A leftover of a killed run; that it is missing is the usual case.
    let _ = rustix::fs::unlinkat(folder, temporary.as_str(), AtFlags::empty());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(folder, temporary.as_str(), flags, Mode::from_raw_mode(0o600))?;
    File::from(file).write_all(bytes)?;
    rustix::fs::renameat(folder, temporary.as_str(), folder, name)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0199a213-81c0-7800-8aa1-bbab2a035a53";

    #[test]
    fn only_a_uuid_is_a_session() {
        assert!(SessionId::parse(ID).is_some());
        for wrong in
            ["", "--last", "0199a213-81c0-7800-8aa1-bbab2a035a5", "0199a213-81c0-7800-8aa1-bbab2a035a5g"]
        {
            assert_eq!(SessionId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test reads what it wrote")]
    fn what_is_stored_is_loaded_and_git_is_told_to_ignore_it() {
        let root = tempfile::tempdir().expect("folder");
        let file = SessionFile::new(root.path(), false);
        assert_eq!(file.load(), RecordedSession::None);
        let id = SessionId::parse(ID).expect("uuid");
        file.store(&id).expect("stored");
        assert_eq!(file.load(), RecordedSession::Id(id));
        let ignore = root.path().join(".devbooks/cache/auto-tools/.gitignore");
        assert_eq!(std::fs::read_to_string(ignore).expect("there"), "*\n");
        assert_eq!(SessionFile::new(root.path(), true).load(), RecordedSession::None);
        file.remove().expect("removed");
        assert!(!root.path().join(".devbooks").exists());
        file.remove().expect("a second time");
    }

    #[test]
    fn links_are_not_followed() {
        let root = tempfile::tempdir().expect("folder");
        let elsewhere = tempfile::tempdir().expect("folder");
        std::os::unix::fs::symlink(elsewhere.path(), root.path().join(".devbooks")).expect("link");
        let file = SessionFile::new(root.path(), false);
        assert_eq!(file.load(), RecordedSession::Unusable("the session file cannot be read"));
        assert!(file.store(&SessionId::parse(ID).expect("uuid")).is_err());
        assert_eq!(std::fs::read_dir(elsewhere.path()).expect("folder").count(), 0);
    }

    #[test]
    fn a_broken_file_is_no_session_and_says_why() {
        let root = tempfile::tempdir().expect("folder");
        let folder = root.path().join(".devbooks/cache/auto-tools");
        std::fs::create_dir_all(&folder).expect("folder");
        for (text, why) in [
            ("", "the session file is no JSON"),
            ("{", "the session file is no JSON"),
            ("{}", "the session file has no session_id"),
            (r#"{"session_id": null}"#, "the session file has no session_id"),
            (r#"{"session_id": 7}"#, "the recorded session_id is no UUID"),
            (r#"{"session_id": "--last"}"#, "the recorded session_id is no UUID"),
        ] {
            std::fs::write(folder.join(FILE), text).expect("written");
            let loaded = SessionFile::new(root.path(), false).load();
            assert_eq!(loaded, RecordedSession::Unusable(why), "{text}");
        }
    }
}
