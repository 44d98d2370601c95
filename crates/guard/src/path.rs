//! The jail: a [`RepoPath`] exists only if it was resolved beneath the root's file descriptor.
//!
//! Owns every way in which a file of the repository is looked up or opened. Links are followed here, by
//! name, and what is opened in the end contains none: a swap between check and open opens nothing.
//! Decides nothing about what may be shown; that is `sensitive`.

mod beneath;
mod listing;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use foreword_model::limits;
use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use beneath::Beneath;
pub use listing::Entry;

const NANOSECONDS_PER_SECOND: i64 = 1_000_000_000;

/// Why a path has no file.
#[derive(Debug, thiserror::Error)]
pub enum PathError {
    /// It leads out of the repository.
    #[error("the path leads out of the repository")]
    Outside,
    /// Nothing of that name is under the root.
    #[error("no such file in the repository")]
    Absent,
    /// A FIFO, device or socket; or a directory where a file is needed.
    #[error("not a regular file")]
    Special,
    /// A NUL, too long, not UTF-8, or links that never end.
    #[error("not a usable path")]
    Invalid,
    /// More bytes than the caller takes.
    #[error("the file has {size} bytes, more than is read")]
    TooLarge {
        /// What the file has, in bytes.
        size: u64,
    },
    /// The system refused.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// A path relative to the repository root, with `/`, without links, `.` and `..`. Only a [`Jail`] makes one.
///
/// The name is the real one: a link inside the repository gives the path of what it points to, so that
/// rules about names (`.env`) cannot be dodged by a link. The root itself is `.`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(String);

impl RepoPath {
    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    /// The bytes, whole.
    pub bytes: Vec<u8>,
    /// How many they are.
    pub size: u64,
}

/// What is known of a path without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathMetadata {
    /// A regular file.
    pub is_file: bool,
    /// A directory.
    pub is_dir: bool,
    /// Size in bytes.
    pub len: u64,
    /// The user that it belongs to.
    pub owner: u32,
}

/// Size and time of change of what seems to stand at a path: a hint that something changed, never a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// A regular file.
    pub is_file: bool,
    /// A directory.
    pub is_dir: bool,
    /// Size in bytes.
    pub len: u64,
    /// Time of its last change, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// When the system last noted a change of it, its times included: nobody can set this back.
    pub noted_ns: i64,
}

/// A regular file of the repository, open.
#[derive(Debug)]
pub struct OpenFile {
    path: RepoPath,
    len: u64,
    file: File,
}

impl OpenFile {
    /// Where it is.
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// Its size in bytes when it was opened.
    #[expect(clippy::len_without_is_empty, reason = "a size, as in std::fs::Metadata")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Reads it whole, or says that it is larger than `max_bytes`, also when it grows meanwhile.
    pub fn read(self, max_bytes: u64) -> Result<FileText, PathError> {
        let mut bytes = Vec::new();
        self.read_into(&mut bytes, max_bytes)?;
        let size = bytes.len() as u64;
        Ok(FileText { bytes, size })
    }

    /// As [`OpenFile::read`], in place of what `bytes` held: who reads many files asks for memory once.
    pub fn read_into(self, bytes: &mut Vec<u8>, max_bytes: u64) -> Result<(), PathError> {
        bytes.clear();
        if self.len > max_bytes {
            return Err(PathError::TooLarge { size: self.len });
        }
        let expected = usize::try_from(self.len).unwrap_or(usize::MAX - 1);
        bytes.reserve(expected.saturating_add(1));
        self.file.take(max_bytes.saturating_add(1)).read_to_end(bytes)?;
        let size = bytes.len() as u64;
        if size > max_bytes { Err(PathError::TooLarge { size }) } else { Ok(()) }
    }
}

impl OpenFile {
    /// The first bytes of a file of any size, at most `max_bytes`.
    pub fn read_start(self, max_bytes: u64) -> Result<Vec<u8>, PathError> {
        let mut bytes = Vec::new();
        self.file.take(max_bytes).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// One repository, as the only place that may be read. Shared by reference among threads.
#[derive(Debug)]
pub struct Jail {
    root: PathBuf,
    spelled: PathBuf,
    top: PathBuf,
    below_top: String,
    beneath: Beneath,
}

impl Jail {
    /// Opens the root directory; links in its own path are followed.
    pub fn open(root: &Path) -> Result<Self, PathError> {
        let canonical = root.canonicalize().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => PathError::Absent,
            _ => PathError::Io(error),
        })?;
        let beneath = Beneath::open(&canonical).map_err(failure)?;
        let (top, below_top) = (canonical.clone(), String::new());
        Ok(Self { root: canonical, spelled: root.to_owned(), top, below_top, beneath })
    }

    /// The same as a part of a work tree: `top` is where the rules begin that hide files of the root. Without effect if the
    /// root does not lie below it.
    pub fn within(self, top: &Path) -> Self {
        let Ok(top) = top.canonicalize() else { return self };
        let Ok(below) = self.root.strip_prefix(&top) else { return self };
        Self { below_top: below.to_string_lossy().into_owned(), top, ..self }
    }

    /// The root, absolute, with links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The top of the work tree that the root belongs to: the root itself, or above it.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The root's path from [`Jail::top`], with `/`; empty if it is the top itself.
    pub fn below_top(&self) -> &str {
        &self.below_top
    }

    /// Resolves a path as someone names it: relative to the root, or absolute and below it.
    ///
    /// The result is a file or a directory; its type may change later, and is checked again at open.
    pub fn resolve(&self, requested: &str) -> Result<RepoPath, PathError> {
        let named = self.relative(requested)?;
        let (path, stat) = self.locate(&named)?;
        match file_type(&stat) {
            FileType::RegularFile | FileType::Directory => Ok(path),
            _ => Err(PathError::Special),
        }
    }

    /// What is known of a path without reading it.
    pub fn metadata(&self, path: &RepoPath) -> Result<PathMetadata, PathError> {
        let stat = self.beneath.stat(path.as_str()).map_err(failure)?;
        let kind = file_type(&stat);
        Ok(PathMetadata {
            is_file: kind == FileType::RegularFile,
            is_dir: kind == FileType::Directory,
            len: size(&stat),
            owner: stat.st_uid,
        })
    }

    /// As [`Jail::resolve`], but nothing for a link or what is behind one: that can be another file tomorrow.
    pub fn resolve_plain(&self, requested: &str) -> Result<Option<RepoPath>, PathError> {
        let named = self.relative(requested)?;
        Ok(Some(self.resolve(requested)?).filter(|found| found.as_str() == named))
    }

    /// Size and time of change of a clean relative path, in one system call; nothing if there is nothing.
    pub fn stamp(&self, relative: &str) -> Option<Stamp> {
        let stat = self.beneath.glance(relative).ok()?;
        let kind = file_type(&stat);
        Some(Stamp {
            is_file: kind == FileType::RegularFile,
            is_dir: kind == FileType::Directory,
            len: size(&stat),
            modified_ns: modified_ns(&stat),
            noted_ns: noted_ns(&stat),
        })
    }

    /// Opens a resolved path beneath the root again and reads it whole, up to `max_bytes`.
    pub fn read(&self, path: &RepoPath, max_bytes: u64) -> Result<FileText, PathError> {
        self.open_plain(path.as_str())?.read(max_bytes)
    }

    /// Resolves and opens a file at once: three system calls where the path holds no link. For the
    /// hot loop of a scan that enumerates relative paths itself.
    pub fn open_relative(&self, relative: &str) -> Result<OpenFile, PathError> {
        let named = self.relative(relative)?;
        // Looked at by name first, so that a device or FIFO is not even opened; what counts is the
        // check of the open file.
        let is_plain =
            self.beneath.glance(&named).is_ok_and(|stat| file_type(&stat) == FileType::RegularFile);
        if is_plain && let Ok(file) = self.open_plain(&named) {
            return Ok(file);
        }
        let (path, stat) = self.locate(&named)?;
        match file_type(&stat) {
            FileType::RegularFile => self.open_plain(path.as_str()),
            _ => Err(PathError::Special),
        }
    }

    /// Opens a path that holds no link; if it does by now, it is refused.
    fn open_plain(&self, relative: &str) -> Result<OpenFile, PathError> {
        let file = self.beneath.file(relative).map_err(failure)?;
        let stat = rustix::fs::fstat(&file).map_err(failure)?;
        if file_type(&stat) != FileType::RegularFile {
            return Err(PathError::Special);
        }
        Ok(OpenFile { path: RepoPath(relative.to_owned()), len: size(&stat), file: File::from(file) })
    }

    /// The link-free path of `named`, and what is there.
    fn locate(&self, named: &str) -> Result<(RepoPath, Stat), PathError> {
        if let Ok(stat) = self.beneath.stat(named)
            && file_type(&stat) != FileType::Symlink
        {
            return Ok((RepoPath(named.to_owned()), stat));
        }
        let real = self.follow_links(named)?;
        let stat = self.beneath.stat(&real).map_err(failure)?;
        match file_type(&stat) {
            // It was none a moment ago: someone swaps it under us.
            FileType::Symlink => Err(PathError::Outside),
            _ => Ok((RepoPath(real), stat)),
        }
    }

    /// Follows links by name. The result is only a proposal: it is opened without following any.
    fn follow_links(&self, named: &str) -> Result<String, PathError> {
        let mut pending: Vec<String> = named.rsplit('/').map(str::to_owned).collect();
        let mut real: Vec<String> = Vec::new();
        let mut hops = 0;
        while let Some(component) = pending.pop() {
            match component.as_str() {
                "" | "." => continue,
                ".." => {
                    real.pop().ok_or(PathError::Outside)?;
                    continue;
                }
                _ => real.push(component),
            }
            let Some(target) = self.beneath.link(&real.join("/")).map_err(failure)? else { continue };
            hops += 1;
            if hops > limits::LINK_HOPS || pending.len() > limits::PATH_BYTES {
                return Err(PathError::Invalid);
            }
            real.pop();
            let target = target.into_string().map_err(|_| PathError::Invalid)?;
            let mut below = target.as_str();
            if Path::new(below).is_absolute() {
                let stripped = Path::new(below).strip_prefix(&self.root).map_err(|_| PathError::Outside)?;
                below = stripped.to_str().ok_or(PathError::Invalid)?;
                real.clear();
            }
            pending.extend(below.rsplit('/').map(str::to_owned));
        }
        Ok(if real.is_empty() { ".".to_owned() } else { real.join("/") })
    }

    /// A requested path as a clean relative one. Purely by name, but for another spelling of the root.
    fn relative<'a>(&self, requested: &'a str) -> Result<Cow<'a, str>, PathError> {
        if requested.is_empty() || requested.len() > limits::PATH_BYTES || requested.contains('\0') {
            return Err(PathError::Invalid);
        }
        if !requested.starts_with('/') {
            return tidy(requested);
        }
        let absolute = format!("/{}", tidy(requested.trim_start_matches('/'))?);
        let path = Path::new(&absolute);
        let below = path.strip_prefix(&self.root).or_else(|_| path.strip_prefix(&self.spelled)).ok();
        let below = below.or_else(|| self.below_alias(path)).ok_or(PathError::Outside)?;
        let below = below.to_str().ok_or(PathError::Invalid)?;
        Ok(Cow::Owned(if below.is_empty() { ".".to_owned() } else { below.to_owned() }))
    }

    /// The rest of `path` below an ancestor that is the root under another name. Looks at names only.
    fn below_alias<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let ancestor = path.ancestors().find(|ancestor| self.beneath.is_root(ancestor))?;
        path.strip_prefix(ancestor).ok()
    }
}

/// Drops empty and `.` components and resolves `..` by name; climbing out is refused.
fn tidy(path: &str) -> Result<Cow<'_, str>, PathError> {
    if !path.split('/').any(|component| matches!(component, "" | "." | "..")) {
        return Ok(Cow::Borrowed(path));
    }
    let mut kept: Vec<&str> = Vec::new();
    for component in path.split('/') {
        match component {
            "" | "." => {}
            ".." => {
                kept.pop().ok_or(PathError::Outside)?;
            }
            _ => kept.push(component),
        }
    }
    Ok(Cow::Owned(if kept.is_empty() { ".".to_owned() } else { kept.join("/") }))
}

fn file_type(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

fn size(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or(0)
}

#[expect(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
fn modified_ns(stat: &Stat) -> i64 {
    (stat.st_mtime as i64).saturating_mul(NANOSECONDS_PER_SECOND).saturating_add(stat.st_mtime_nsec as i64)
}

#[expect(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
fn noted_ns(stat: &Stat) -> i64 {
    (stat.st_ctime as i64).saturating_mul(NANOSECONDS_PER_SECOND).saturating_add(stat.st_ctime_nsec as i64)
}

fn failure(errno: Errno) -> PathError {
    match errno {
        // A link where none may be, or a way out: the system found it, not we.
        Errno::LOOP | Errno::XDEV => PathError::Outside,
        Errno::NOENT | Errno::NOTDIR => PathError::Absent,
        Errno::NXIO | Errno::NODEV => PathError::Special,
        Errno::NAMETOOLONG | Errno::INVAL | Errno::ILSEQ => PathError::Invalid,
        other => PathError::Io(other.into()),
    }
}
