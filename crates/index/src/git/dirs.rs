//! Which git directory belongs to a work tree, and whether its files stay in it.
//!
//! A git directory inside the work tree is the work tree's own. One elsewhere, named by a `.git` file or link, could be
//! any repository of the user: it counts only if it names this work tree in turn, which git sees to for what it makes:
//! - a linked worktree is `<common>/worktrees/NAME`; its `commondir` leads to `<common>`, its `gitdir` file back to the
//!   `.git` of this work tree;
//! - a submodule's directory (`<superproject>/.git/modules/…`) names the work tree as `core.worktree` in its configuration.
//!
//! Nobody can forge either without writing to that repository.

use std::path::{Path, PathBuf};

use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;

use super::config;

/// Files and folders of a git directory that must not lead out of it, nor be a FIFO or a device.
const OWN_NAMES: [&str; 5] = ["HEAD", "commondir", "config.worktree", "gitdir", "index"];
/// The same of the directory that all work trees of a repository share.
const COMMON_NAMES: [&str; 7] =
    ["config", "info", "info/exclude", "objects", "packed-refs", "refs", "shallow"];

/// Why the git directory of a work tree is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GitRefusal {
    /// It lies elsewhere and does not name this work tree.
    #[error("`.git` leads to a git directory that does not name this checkout as its own")]
    Foreign,
    /// One of its files is a link that leads out of it, or no regular file.
    #[error("`{0}` in the git directory leads out of it or is no regular file")]
    Odd(&'static str),
    /// Its objects are partly those of another repository, and nothing shows that it was made from that one.
    #[error(
        "the repository borrows objects from another one (`objects/info/alternates`) that it was not made from"
    )]
    Borrowing,
    /// The system did not let it be read.
    #[error("the git directory cannot be read")]
    Unreadable,
}

/// The directories of a work tree, each a jail of its own.
#[derive(Debug)]
pub(super) struct GitDirs {
    /// Where HEAD and the index of this work tree are.
    pub(super) own: Jail,
    /// Where the objects and refs are that all work trees share, if that is another directory.
    shared: Option<Jail>,
}

impl GitDirs {
    /// Where objects and shared refs are.
    pub(super) fn common(&self) -> &Jail {
        self.shared.as_ref().unwrap_or(&self.own)
    }
}

/// The git directories of a work tree; nothing if `directory` is none.
pub(super) fn find(directory: &Path) -> Option<Result<GitDirs, GitRefusal>> {
    let git_dir = target(directory)?;
    let own = match Jail::open(&git_dir) {
        Ok(own) => own,
        Err(PathError::Absent) => return None,
        Err(_) => return Some(Err(GitRefusal::Unreadable)),
    };
    match own.resolve("HEAD") {
        // An empty folder, or something else that is called so.
        Err(PathError::Absent) => return None,
        Err(_) => return Some(Err(GitRefusal::Odd("HEAD"))),
        Ok(_) => {}
    }
    let is_head = |head: String| head.starts_with("ref: ") || super::is_object_id(&head);
    read_line(&own, "HEAD").is_some_and(is_head).then(|| judge(directory, own))
}

/// The git directories that git itself would use in a work tree, its own and the shared one, whoever they belong to.
/// Rules that hide files are taken from there, and nothing else.
pub(super) fn claimed(directory: &Path) -> Option<(PathBuf, PathBuf)> {
    let own = target(directory)?;
    let common = Jail::open(&own).ok().and_then(|jail| read_line(&jail, "commondir"));
    let shared = common.map_or_else(|| own.clone(), |line| own.join(line));
    Some((own, shared))
}

/// Where `.git` leads: itself if it is a folder.
fn target(directory: &Path) -> Option<PathBuf> {
    let dot_git = directory.join(".git");
    let kind = dot_git.symlink_metadata().ok()?.file_type();
    if kind.is_dir() {
        return Some(dot_git);
    }
    if kind.is_symlink() {
        let real = dot_git.canonicalize().ok()?;
        return real.is_dir().then_some(real);
    }
    let line = read_line(&Jail::open(directory).ok()?, ".git")?;
    Some(directory.join(line.strip_prefix("gitdir:")?.trim()))
}

fn judge(directory: &Path, own: Jail) -> Result<GitDirs, GitRefusal> {
    let top = directory.canonicalize().map_err(|_| GitRefusal::Unreadable)?;
    stay(&own, &OWN_NAMES)?;
    let is_worktree = is_named_by_gitdir(&own, &top);
    let shared = match read_line(&own, "commondir") {
        None => None,
        Some(line) => {
            let common = common_dir(&own, &line).ok_or(GitRefusal::Foreign)?;
            if !is_worktree {
                return Err(GitRefusal::Foreign);
            }
            Some(Jail::open(&common).map_err(|_| GitRefusal::Unreadable)?)
        }
    };
    let is_recognised = own.root().starts_with(&top)
        || (is_worktree && shared.is_some())
        || is_named_by_configuration(&own, &top);
    if !is_recognised {
        return Err(GitRefusal::Foreign);
    }
    let dirs = GitDirs { own, shared };
    stay(dirs.common(), &COMMON_NAMES)?;
    Ok(dirs)
}

/// Whether none of these names leads out of a git directory or is something odd.
fn stay(jail: &Jail, names: &[&'static str]) -> Result<(), GitRefusal> {
    names.iter().try_for_each(|name| match jail.resolve(name) {
        Ok(_) | Err(PathError::Absent) => Ok(()),
        Err(_) => Err(GitRefusal::Odd(name)),
    })
}

/// The directory that a worktree's `commondir` names, if the worktree's own directory lies where git puts it.
fn common_dir(own: &Jail, line: &str) -> Option<PathBuf> {
    let common = own.root().join(line).canonicalize().ok()?;
    let worktrees = own.root().parent()?;
    (worktrees == common.join("worktrees")).then_some(common)
}

/// Whether the `gitdir` file of a worktree's directory leads back to the `.git` of this work tree.
fn is_named_by_gitdir(own: &Jail, top: &Path) -> bool {
    let back = read_line(own, "gitdir").map(|line| own.root().join(line));
    back.is_some_and(|dot_git| {
        dot_git.file_name().is_some_and(|name| name == ".git")
            && dot_git.parent().is_some_and(|parent| is_same_folder(parent, top))
    })
}

/// Whether the configuration of a git directory names this work tree. `git sparse-checkout` moves the key to the second file.
fn is_named_by_configuration(own: &Jail, top: &Path) -> bool {
    ["config", "config.worktree"].iter().any(|name| {
        let text = read(own, name, limits::GIT_CONFIG_BYTES).and_then(|bytes| String::from_utf8(bytes).ok());
        let named = text.as_deref().and_then(config::work_tree);
        named.is_some_and(|path| is_same_folder(&own.root().join(path), top))
    })
}

fn is_same_folder(path: &Path, canonical: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| real == canonical)
}

/// The first line of a file of a git directory.
pub(super) fn read_line(jail: &Jail, name: &str) -> Option<String> {
    let text = String::from_utf8(read(jail, name, limits::GIT_LINE_BYTES)?).ok()?;
    text.lines().next().map(|line| line.trim_end().to_owned())
}

/// The bytes of a file of a git directory, if it is a regular one of at most `bytes_max` that lies in it.
pub(super) fn read(jail: &Jail, name: &str, bytes_max: u64) -> Option<Vec<u8>> {
    jail.open_relative(name).and_then(|file| file.read(bytes_max)).ok().map(|text| text.bytes)
}
