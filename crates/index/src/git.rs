//! What git knows of a repository, read in process: where it begins, what is checked out, what is tracked.
//!
//! Starts no program and obeys no git configuration: both could run a command that the repository chose.

use std::io::Read;
use std::path::{Path, PathBuf};

use foreword_model::limits;

mod index_file;

/// A work tree and the directories that describe it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitTop {
    /// The top of the work tree.
    pub top: PathBuf,
    /// Where HEAD and the index of this work tree are.
    pub git_dir: PathBuf,
    /// Where the refs are that all work trees share.
    pub common_dir: PathBuf,
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
/// A `.git` that is not a repository (an empty directory, a link to nowhere) is passed over.
pub fn discover(start: &Path) -> Option<GitTop> {
    start.ancestors().find_map(|directory| {
        let git_dir = git_dir_of(directory)?;
        let common_dir = common_dir_of(&git_dir);
        Some(GitTop { top: directory.to_path_buf(), git_dir, common_dir })
    })
}

/// Reads what is checked out.
pub fn head(git: &GitTop) -> Head {
    let Some(mut content) = read_line(&git.git_dir.join("HEAD")) else { return Head::default() };
    let branch =
        content.strip_prefix("ref: ").and_then(|name| name.strip_prefix("refs/heads/")).map(str::to_owned);
    for _ in 0..limits::GIT_REF_HOPS {
        let Some(name) = content.strip_prefix("ref: ") else {
            return Head { branch, commit: is_object_id(&content).then_some(content) };
        };
        match resolve_ref(git, name) {
            Some(next) => content = next,
            None => break,
        }
    }
    Head { branch, commit: None }
}

/// Whether the index of this work tree lists `rel_path` (below the top, with `/`).
///
/// An index that cannot be understood answers yes if the file's name occurs in it: this guards against
/// trusting a file that came with the repository, so doubt counts as tracked.
pub fn tracks(git: &GitTop, rel_path: &str) -> bool {
    let Some(bytes) = read_bounded(&git.git_dir.join("index"), limits::GIT_INDEX_BYTES) else { return false };
    index_file::lists(&bytes, rel_path.as_bytes(), |shared_name| {
        read_bounded(&git.git_dir.join(shared_name), limits::GIT_INDEX_BYTES)
            .or_else(|| read_bounded(&git.common_dir.join(shared_name), limits::GIT_INDEX_BYTES))
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
    let bytes = read_bounded(&git.git_dir.join("index"), limits::GIT_INDEX_BYTES)?;
    let entries = index_file::entries(&bytes)?;
    let tracked = entries.into_iter().filter_map(|entry| {
        let path = String::from_utf8(entry.path).ok()?;
        Some(Tracked { path, size: entry.size, modified_s: entry.modified_s, id: entry.id })
    });
    Some(tracked.collect())
}

fn git_dir_of(directory: &Path) -> Option<PathBuf> {
    let candidate = directory.join(".git");
    let kind = candidate.metadata().ok()?;
    if kind.is_dir() {
        return has_head(&candidate).then_some(candidate);
    }
    let link = read_line(&candidate)?;
    let target = directory.join(link.strip_prefix("gitdir:")?.trim());
    has_head(&target).then_some(target)
}

fn common_dir_of(git_dir: &Path) -> PathBuf {
    match read_line(&git_dir.join("commondir")) {
        Some(common) => git_dir.join(common),
        None => git_dir.to_path_buf(),
    }
}

fn has_head(git_dir: &Path) -> bool {
    read_line(&git_dir.join("HEAD")).is_some_and(|head| head.starts_with("ref: ") || is_object_id(&head))
}

fn resolve_ref(git: &GitTop, name: &str) -> Option<String> {
    // A ref's name becomes a path: one that climbs out of the git directory is nobody's ref.
    if name.starts_with('/') || name.split('/').any(|part| part == ".." || part.is_empty()) {
        return None;
    }
    let loose = read_line(&git.git_dir.join(name)).or_else(|| read_line(&git.common_dir.join(name)));
    loose
        .filter(|content| content.starts_with("ref: ") || is_object_id(content))
        .or_else(|| packed_ref(git, name))
}

fn packed_ref(git: &GitTop, name: &str) -> Option<String> {
    let bytes = read_bounded(&git.common_dir.join("packed-refs"), limits::GIT_PACKED_REFS_BYTES)?;
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

fn read_line(path: &Path) -> Option<String> {
    let bytes = read_bounded(path, limits::GIT_LINE_BYTES)?;
    let text = String::from_utf8(bytes).ok()?;
    text.lines().next().map(|line| line.trim_end().to_owned())
}

/// The file's bytes, or nothing if it is not a regular file of at most `bytes_max`.
fn read_bounded(path: &Path, bytes_max: u64) -> Option<Vec<u8>> {
    // A FIFO would block the open: the type is looked at first.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    #[expect(clippy::disallowed_methods, reason = "the git directory lies outside the jail by design")]
    let file = std::fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.take(bytes_max + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= bytes_max).then_some(bytes)
}

#[cfg(test)]
mod tests;
