//! Other checkouts of the same repository below the root: `git worktree add .claude/worktrees/x` puts one there. Their files are
//! copies, of another commit mostly, and no content of this checkout.

use std::fs::FileType;
use std::path::{Component, Path, PathBuf};

use foreword_guard::path::Jail;
use foreword_model::limits;

use crate::git::GitTop;

/// Where the git folder is that all checkouts of this repository share.
#[derive(Debug, Default)]
pub(super) struct OtherWorktrees {
    common_dir: Option<PathBuf>,
}

impl OtherWorktrees {
    /// Those of a repository; without git there are none.
    pub(super) fn of(git: Option<&GitTop>) -> Self {
        Self { common_dir: git.and_then(GitTop::common).map(|common| real(common.root())) }
    }

    /// Whether a directory is that git folder itself, under whatever name.
    pub(super) fn share(&self, directory: &Path) -> bool {
        self.common_dir.as_deref() == Some(directory)
    }

    /// Whether a directory below the root is one, by its `.git`: a plain file that leads below `worktrees` of the shared folder, or
    /// that folder itself. A submodule leads below `modules`, a clone has a folder of its own.
    pub(super) fn hold(&self, directory: &Path, git: FileType) -> bool {
        let Some(common_dir) = &self.common_dir else { return false };
        if git.is_dir() {
            return real(&directory.join(".git")) == *common_dir;
        }
        git.is_file()
            && leads_to(directory).is_some_and(|target| target.starts_with(common_dir.join("worktrees")))
    }
}

/// Where the `.git` file of a directory leads.
fn leads_to(directory: &Path) -> Option<PathBuf> {
    let file = Jail::open(directory).ok()?.open_relative(".git").ok()?;
    let text = file.read(limits::GIT_LINE_BYTES).ok()?;
    let text = String::from_utf8(text.bytes).ok()?;
    let target = text.lines().next()?.strip_prefix("gitdir:")?.trim();
    Some(real(&directory.join(target)))
}

/// A path without links, as far as it exists: the entry of a worktree that was pruned is gone.
fn real(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(component),
        }
    }
    let there = plain.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match there {
        Some((above, real)) => real.join(plain.strip_prefix(above).unwrap_or(Path::new(""))),
        None => plain,
    }
}
