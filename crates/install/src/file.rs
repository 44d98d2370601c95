//! A file of somebody else, read before it is changed: its bytes, its mode, and where it really lies.

use std::fs;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

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

/// Reads a file; none where there is none. A link is followed, for that is how people keep their dotfiles.
pub fn read(path: &Path) -> Result<Option<Existing>, Refusal> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Refusal::whole(path, error.to_string())),
        Ok(_) => {}
    }
    let refuse = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Refusal::whole(path, "is a link to a file that is not there"),
        _ => Refusal::whole(path, error.to_string()),
    };
    let real = path.canonicalize().map_err(refuse)?;
    let metadata = fs::metadata(&real).map_err(refuse)?;
    if !metadata.is_file() {
        return Err(Refusal::whole(path, "is no regular file"));
    }
    if metadata.len() > limits::CLIENT_FILE_BYTES {
        return Err(Refusal::whole(path, format!("is larger than {} bytes", limits::CLIENT_FILE_BYTES)));
    }
    #[expect(clippy::disallowed_methods, reason = "a file of a client, not of the repository")]
    let file = fs::File::open(&real).map_err(refuse)?;
    let mut bytes = Vec::new();
    file.take(limits::CLIENT_FILE_BYTES).read_to_end(&mut bytes).map_err(refuse)?;
    let (mode, owner) = (metadata.permissions().mode() & 0o7777, Owner::of(&metadata));
    Ok(Some(Existing { bytes, mode, owner, real }))
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
