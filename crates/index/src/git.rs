//! What git knows of a repository, read in process: where it begins, what is checked out, what is tracked.
//!
//! Starts no program and obeys no git configuration but for which files are ignored: both could run a command that the
//! repository chose.

use std::path::{Component, Path, PathBuf};

use foreword_guard::excluded;
use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;

mod config;
mod dirs;
mod index_file;
mod objects;
mod settings;

pub use dirs::GitRefusal;
pub(crate) use settings::IgnoreSettings;

use dirs::{GitDirs, read, read_line};

/// A work tree and the directories that describe it.
#[derive(Debug)]
pub struct GitTop {
    /// The top of the work tree.
    pub top: PathBuf,
    dirs: Result<GitDirs, GitRefusal>,
}

impl GitTop {
    /// Why nothing of git's own files is read here, if so.
    pub fn refusal(&self) -> Option<GitRefusal> {
        self.dirs.as_ref().err().copied()
    }

    /// The git directory that all work trees of this repository share, if it is this work tree's own.
    pub(crate) fn common(&self) -> Option<&Jail> {
        self.dirs.as_ref().ok().map(GitDirs::common)
    }

    /// What git can be started on, after a look at every file that it would read.
    pub fn objects(&self) -> Result<GitObjects, GitRefusal> {
        let dirs = self.dirs.as_ref().map_err(|refusal| *refusal)?;
        let common = dirs.common();
        let (folder, borrows) = objects::folder(common)?;
        let shallow = common.resolve("shallow").ok().map(|path| common.root().join(path.as_str()));
        Ok(GitObjects { folder, borrows, shallow })
    }

    /// Size and time of change of the file that says where a shallow clone ends.
    pub(crate) fn shallow_stamp(&self) -> Option<(u64, i64)> {
        let stamp = self.dirs.as_ref().ok()?.common().stamp("shallow")?;
        Some((stamp.len, stamp.modified_ns))
    }
}

/// The files of a repository that git reads for us. They were looked at: none leads elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitObjects {
    /// The folder of the objects.
    pub folder: PathBuf,
    /// Whether some of them lie in a folder of another repository, see `head_tree::check_borrowing`.
    pub borrows: bool,
    /// The file that says where a shallow clone ends, if it is one.
    pub shallow: Option<PathBuf>,
}

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// The branch without `refs/heads/`; `None` when detached.
    pub branch: Option<String>,
    /// The commit in full; `None` on a branch without a commit.
    pub commit: Option<String>,
}

/// Finds the work tree that holds `start`: the nearest directory upwards with a usable `.git`.
///
/// A `.git` that is not a repository (an empty directory, a link to nowhere) is passed over. One that is a repository,
/// but not this work tree's own, ends the search all the same: what is above it is not what somebody works in.
pub fn discover(start: &Path) -> Option<GitTop> {
    start
        .ancestors()
        .find_map(|directory| Some(GitTop { top: directory.to_path_buf(), dirs: dirs::find(directory)? }))
}

/// Whether a directory is git's own folder of the work tree around it, or lies in it; `found` is what [`discover`] answers for
/// it. A checkout that somebody keeps in there is none of this.
pub fn is_in_git_folder(directory: &Path, found: Option<&GitTop>) -> bool {
    let below = found.map_or(directory, |git| directory.strip_prefix(&git.top).unwrap_or(directory));
    let is_git = |part: Component<'_>| part.as_os_str().to_str().is_some_and(excluded::is_git);
    // It may have another name, where `.git` is a file that leads to it.
    let is_in_common = |git: &GitTop| {
        let common = git.common().map(Jail::root).filter(|common| common.starts_with(&git.top));
        common.is_some_and(|common| directory.starts_with(common))
    };
    below.components().any(is_git) || found.is_some_and(is_in_common)
}

/// What git's configuration says about ignored files in a work tree.
pub(crate) fn ignore_settings(top: &Path) -> IgnoreSettings {
    let (own, shared) = dirs::claimed(top).unzip();
    let user = settings::UserFolders::of_environment();
    settings::ignore_settings(&user, top, own.as_deref(), shared.as_deref())
}

/// The file of ignore rules in the git directory of a work tree, whoever that belongs to: rules only hide.
pub(crate) fn exclude_file(top: &Path) -> Option<PathBuf> {
    dirs::claimed(top).map(|(_, shared)| shared.join("info/exclude"))
}

/// Reads what is checked out.
pub fn head(git: &GitTop) -> Head {
    let Ok(dirs) = &git.dirs else { return Head::default() };
    let Some(mut content) = read_line(&dirs.own, "HEAD") else { return Head::default() };
    let branch =
        content.strip_prefix("ref: ").and_then(|name| name.strip_prefix("refs/heads/")).map(str::to_owned);
    for _ in 0..limits::GIT_REF_HOPS {
        let Some(name) = content.strip_prefix("ref: ") else {
            return Head { branch, commit: is_object_id(&content).then_some(content) };
        };
        match resolve_ref(dirs, name) {
            Some(next) => content = next,
            None => break,
        }
    }
    Head { branch, commit: None }
}

/// Whether the index of this work tree lists `rel_path` (below the top, with `/`).
///
/// An index that cannot be understood answers yes if the file's name occurs in it, and one that must not be read always
/// does: this guards against trusting a file that came with the repository, so doubt counts as tracked.
pub fn tracks(git: &GitTop, rel_path: &str) -> bool {
    let Ok(dirs) = &git.dirs else { return true };
    let opened = dirs.own.open_relative("index").and_then(|file| file.read(limits::GIT_INDEX_BYTES));
    let bytes = match opened {
        Ok(text) => text.bytes,
        Err(PathError::Absent) => return false,
        Err(_) => return true,
    };
    index_file::lists(&bytes, rel_path.as_bytes(), |shared_name| {
        let read_in = |jail: &Jail| read(jail, shared_name, limits::GIT_INDEX_BYTES);
        read_in(&dirs.own).or_else(|| read_in(dirs.common()))
    })
}

/// A file as git's index has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracked {
    /// Below the top, with `/`.
    pub path: String,
    /// The lower 32 bits of its size, when it was added or last compared.
    pub size: u32,
    /// When it had last changed then, in seconds since 1970.
    pub modified_s: u32,
    /// The id of its content.
    pub id: String,
}

/// The files that the index of this work tree lists; nothing if it cannot be understood.
pub fn tracked(git: &GitTop) -> Option<Vec<Tracked>> {
    let bytes = read(&git.dirs.as_ref().ok()?.own, "index", limits::GIT_INDEX_BYTES)?;
    let entries = index_file::entries(&bytes)?;
    let tracked = entries.into_iter().filter_map(|entry| {
        let path = String::from_utf8(entry.path).ok()?;
        Some(Tracked { path, size: entry.size, modified_s: entry.modified_s, id: entry.id })
    });
    Some(tracked.collect())
}

fn resolve_ref(dirs: &GitDirs, name: &str) -> Option<String> {
    // A ref's name becomes a path: one that climbs out of the git directory is nobody's ref.
    if name.starts_with('/') || name.split('/').any(|part| part == ".." || part.is_empty()) {
        return None;
    }
    let loose = read_line(&dirs.own, name).or_else(|| read_line(dirs.common(), name));
    loose
        .filter(|content| content.starts_with("ref: ") || is_object_id(content))
        .or_else(|| packed_ref(dirs, name))
}

fn packed_ref(dirs: &GitDirs, name: &str) -> Option<String> {
    let bytes = read(dirs.common(), "packed-refs", limits::GIT_PACKED_REFS_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines()
        .filter(|line| !line.starts_with(['#', '^']))
        .filter_map(|line| line.split_once(' '))
        .find(|(id, ref_name)| *ref_name == name && is_object_id(id))
        .map(|(id, _)| id.to_owned())
}

fn is_object_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests;
