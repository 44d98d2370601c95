//! What is content of a repository: the one decision that walks, the look for changes, the watcher and every path that somebody
//! names go through. Reads ignore files and `.git` files, nothing else.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use foreword_guard::excluded;
use foreword_guard::glob::{GlobCase, PathGlobs};
use foreword_guard::path::Jail;
use foreword_model::repo::NotContent;

use super::ignore_files::{DOT_IGNORE, DirectoryRules, IgnoreFileReader, OF_GIT, OverBound};
use super::ignore_rule::{IgnoreRules, Said};
use super::worktrees::OtherWorktrees;
use crate::git;

/// A file or a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file, or anything else that is no directory.
    File,
    /// A directory.
    Directory,
}

/// The rules of one repository, each directory's read when it is first asked for.
pub struct ContentRules {
    root: PathBuf,
    excludes: PathGlobs,
    /// The work tree, or the root where there is none: rules above it have no say.
    top: Option<Jail>,
    /// Whether the root lies in git's own folder.
    is_in_git: bool,
    worktrees: OtherWorktrees,
    files: IgnoreFileReader,
    global: OnceLock<Result<Vec<IgnoreRules>, OverBound>>,
    known: RwLock<HashMap<PathBuf, Directory>>,
}

/// What is known of a directory.
#[derive(Clone)]
struct Directory {
    /// Why nothing below it is content.
    refused: Option<NotContent>,
    rules: Option<Arc<RuleChain>>,
}

/// Rules of a directory and of those above it.
struct RuleChain {
    own: DirectoryRules,
    /// Whether git begins anew here: its rules from above end.
    is_git_top: bool,
    above: Option<Arc<RuleChain>>,
}

impl fmt::Debug for ContentRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ContentRules").field("root", &self.root).finish_non_exhaustive()
    }
}

impl ContentRules {
    /// For a repository, with the globs that its configuration excludes.
    pub fn new(jail: &Jail, excludes: &[String]) -> Self {
        let root = jail.root().to_path_buf();
        let found = git::discover(&root);
        let worktrees = OtherWorktrees::of(found.as_ref());
        let is_in_git = git::is_in_git_folder(&root, found.as_ref());
        // A jail may know a top further out: the work tree whose configuration chose a checkout of its own.
        let top = found.map_or_else(|| root.clone(), |found| found.top);
        let top = if top.starts_with(jail.top()) { jail.top().to_path_buf() } else { top };
        Self {
            is_in_git,
            excludes: PathGlobs::new(excludes, GlobCase::Exact),
            top: Jail::open(&top).ok(),
            worktrees,
            files: IgnoreFileReader::default(),
            global: OnceLock::new(),
            known: RwLock::default(),
            root,
        }
    }

    /// Why a path below the root, with `/` and without links, is no content; nothing if it is.
    pub fn refused(&self, path: &str, kind: EntryKind) -> Option<NotContent> {
        if path == "." || path.is_empty() {
            return self.directory(&self.root).refused;
        }
        let full = self.root.join(path);
        match kind {
            EntryKind::Directory => self.directory(&full).refused,
            EntryKind::File => self.entry(&full, EntryKind::File),
        }
    }

    /// The same for a full path below the root.
    pub(super) fn entry(&self, path: &Path, kind: EntryKind) -> Option<NotContent> {
        if kind == EntryKind::Directory {
            return self.directory(path).refused;
        }
        let above = self.directory(path.parent().unwrap_or(&self.root));
        above.refused.or_else(|| self.own_refusal(path, kind, &above))
    }

    /// Whether the ignore files that were read have more rules than are read in all.
    pub(super) fn is_overrun(&self) -> bool {
        self.files.is_overrun()
    }

    /// Why an entry of a directory that is content is none itself.
    fn own_refusal(&self, path: &Path, kind: EntryKind, above: &Directory) -> Option<NotContent> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // `.git` is a file in a worktree and in a submodule.
        let is_by_name = match kind {
            EntryKind::Directory => excluded::is_directory(name) || self.worktrees.share(path),
            EntryKind::File => excluded::is_git(name) || excluded::is_lock_file(name),
        };
        if is_by_name || self.is_excluded(path) {
            return Some(NotContent::Excluded);
        }
        self.ignores(path, kind, above.rules.as_ref()).then_some(NotContent::Ignored)
    }

    /// Whether a glob of the configuration matches a full path, from the root or from the top of the work tree.
    fn is_excluded(&self, path: &Path) -> bool {
        let matches_from = |base: &Path| {
            let relative = path.strip_prefix(base).ok().and_then(Path::to_str);
            relative.is_some_and(|relative| self.excludes.matches(relative))
        };
        !self.excludes.is_empty()
            && (matches_from(&self.root) || (self.top() != self.root && matches_from(self.top())))
    }

    /// Whether nothing below the root is content. Rules that only say that the folder is no part of the work tree do not
    /// count here: who names an ignored folder as the root asks for it.
    fn is_hidden_root(&self, path: &Path) -> bool {
        path == self.root && (self.is_in_git || self.is_excluded(path))
    }

    /// Whether git's rules or those of an `.ignore` hide it. Each is asked for itself: an `.ignore` comes with the repository and
    /// may hide more, but not open what git hides.
    fn ignores(&self, path: &Path, kind: EntryKind, rules: Option<&Arc<RuleChain>>) -> bool {
        let is_dir = kind == EntryKind::Directory;
        // A stronger file decides before a nearer directory does.
        let by_git = OF_GIT.into_iter().find_map(|file| nearest_said(file, path, is_dir, rules));
        let is_hidden_by_git = by_git.map_or_else(
            || {
                let global = self.global().unwrap_or_default();
                global.iter().any(|global| global.said(path, is_dir) == Some(Said::Ignore))
            },
            |said| said == Said::Ignore,
        );
        is_hidden_by_git || nearest_said(DOT_IGNORE, path, is_dir, rules) == Some(Said::Ignore)
    }

    /// The user's own rules.
    fn global(&self) -> Result<&[IgnoreRules], OverBound> {
        self.global.get_or_init(|| self.files.global(self.top())).as_deref().map_err(|over| *over)
    }

    fn top(&self) -> &Path {
        self.top.as_ref().map_or(&self.root, Jail::root)
    }

    fn directory(&self, path: &Path) -> Directory {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        known.unwrap_or_else(|| {
            let looked = self.look_at(path);
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(path.to_path_buf(), looked.clone());
            looked
        })
    }

    fn look_at(&self, path: &Path) -> Directory {
        let top = self.top();
        let above = match path != top && path.starts_with(top) {
            true => path.parent().map(|above| self.directory(above)),
            false => None,
        };
        let above = above.unwrap_or(Directory { refused: None, rules: None });
        let is_below_root = path != self.root && path.starts_with(&self.root);
        let git_folder = path.join(".git").symlink_metadata().ok();
        let is_other_worktree =
            || git_folder.as_ref().is_some_and(|git| self.worktrees.hold(path, git.file_type()));
        let refused = match above.refused {
            None if self.is_hidden_root(path) => Some(NotContent::Excluded),
            None if is_below_root => self
                .own_refusal(path, EntryKind::Directory, &above)
                .or_else(|| is_other_worktree().then_some(NotContent::OtherWorktree)),
            refused => refused,
        };
        if path == top && self.global().is_err() {
            return Directory { refused: Some(NotContent::UnboundedRules), rules: None };
        }
        let (Some(jail), None) = (&self.top, refused) else {
            return Directory { refused, rules: above.rules };
        };
        let is_git_top = git_folder.is_some();
        match self.files.read(jail, path, is_git_top) {
            Err(_) => Directory { refused: Some(NotContent::UnboundedRules), rules: above.rules },
            Ok(own) if own.iter().all(Option::is_none) && !is_git_top => above,
            Ok(own) => {
                let chain = RuleChain { own, is_git_top, above: above.rules };
                Directory { refused: None, rules: Some(Arc::new(chain)) }
            }
        }
    }
}

/// What the nearest directory that says something says in one of its files.
fn nearest_said(file: usize, path: &Path, is_dir: bool, mut rules: Option<&Arc<RuleChain>>) -> Option<Said> {
    while let Some(chain) = rules {
        if let Some(said) = chain.own[file].as_ref().and_then(|own| own.said(path, is_dir)) {
            return Some(said);
        }
        let ends_here = chain.is_git_top && file != DOT_IGNORE;
        rules = if ends_here { None } else { chain.above.as_ref() };
    }
    None
}
