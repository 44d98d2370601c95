//! A file of somebody else, read before it is changed: its bytes, its mode, and where it really lies.

use std::fs;
use std::io::{Error, ErrorKind, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreword_model::limits;
use rustix::fs::{Access, access};

use crate::document::Problem;
use crate::ownership::Owner;

/// A file as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its permissions.
    pub mode: u32,
    /// Whose it is.
    pub owner: Owner,
    /// Where it lies, links followed: that is where it is written.
    pub real: PathBuf,
}

/// A file that is left alone, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{place}: {what}", path.display())]
pub struct Refusal {
    /// The file.
    pub path: PathBuf,
    /// `:line:column`, where there is one.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl Refusal {
    /// A file that cannot be used as a whole.
    pub fn whole(path: &Path, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), place: String::new(), what: what.into() }
    }

    /// A place in a file.
    pub fn of(path: &Path, problem: &Problem) -> Self {
        let place = format!(":{}:{}", problem.line, problem.column);
        Self { path: path.to_owned(), place, what: problem.what.clone() }
    }
}

/// Reads a file; none where there is none. A link is followed, for that is how people keep their dotfiles. A file that is
/// empty is read again after a moment: a program that truncates before it writes leaves it so.
pub fn read(path: &Path) -> Result<Option<Existing>, Refusal> {
    let existing = read_once(path)?;
    if !existing.as_ref().is_some_and(|existing| existing.bytes.is_empty()) {
        return Ok(existing);
    }
    wait_for_writer();
    read_once(path)
}

/// Gives somebody who is writing a file the time to finish.
pub fn wait_for_writer() {
    std::thread::sleep(Duration::from_millis(limits::HALF_WRITTEN_WAIT_MS));
}

fn read_once(path: &Path) -> Result<Option<Existing>, Refusal> {
    let refuse = |error: Error| Refusal::whole(path, error.to_string());
    match path.canonicalize().and_then(|real| snapshot(&real)) {
        Ok(existing) => Ok(Some(existing)),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(refuse(error)),
        Err(_) if path.is_symlink() => Err(Refusal::whole(path, "is a link to a file that is not there")),
        Err(_) => Ok(None),
    }
}

/// A regular file as it is at this moment. The path must hold no link.
pub fn snapshot(real: &Path) -> std::io::Result<Existing> {
    let too_large = || Error::other(format!("is larger than {} bytes", limits::CLIENT_FILE_BYTES));
    // What is no regular file may block whoever opens it.
    if !fs::metadata(real)?.is_file() {
        return Err(Error::other("is no regular file"));
    }
    #[expect(clippy::disallowed_methods, reason = "a file of a client, not of the repository")]
    let file = fs::File::open(real)?;
    let metadata = file.metadata()?;
    if metadata.len() > limits::CLIENT_FILE_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(limits::CLIENT_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limits::CLIENT_FILE_BYTES {
        return Err(too_large());
    }
    let (mode, owner) = (metadata.permissions().mode() & 0o7777, Owner::of(&metadata));
    Ok(Existing { bytes, mode, owner, real: real.to_owned() })
}

/// Whether a file of a project lies in it: a link that came with a repository must not lead our hand elsewhere. What is not
/// named below the project is the user's own.
pub fn check_within(path: &Path, project: &Path) -> Result<(), Refusal> {
    if !path.starts_with(project) {
        return Ok(());
    }
    let refuse = |error: std::io::Error| Refusal::whole(path, error.to_string());
    let project = project.canonicalize().map_err(refuse)?;
    let nearest = path.ancestors().find(|above| above.symlink_metadata().is_ok()).unwrap_or(path);
    let real = nearest.canonicalize().map_err(refuse)?;
    match real.starts_with(&project) {
        true => Ok(()),
        false => {
            Err(Refusal::whole(path, format!("is led out of the project by a link, to {}", real.display())))
        }
    }
}

/// Whether a file may be written: one without any permission to write was made so on purpose, and one of another user would
/// not be theirs any more.
pub fn check_writable(path: &Path, existing: Option<&Existing>) -> Result<(), Refusal> {
    let Some(existing) = existing else { return Ok(()) };
    let is_denied = access(&existing.real, Access::WRITE_OK).is_err();
    let is_kept = existing.owner.is_kept_by(rustix::process::geteuid().as_raw());
    let command = match (is_kept, existing.mode & 0o222 == 0 || is_denied) {
        (true, false) => return Ok(()),
        (true, true) => "chmod u+w",
        (false, _) => "sudo chown \"$(id -u)\"",
    };
    let file = crate::hook::shell_word(&existing.real);
    Err(Refusal::whole(path, format!("is read-only; to allow the change: {command} {file}")))
}
