//! The ignore files of one directory: read through the jail, within bounds. What is not there or no plain file has no rules; what
//! is over a bound is said, because what it keeps back is not known.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};

use crate::git;

/// The rules of one directory, the strongest first: `.ignore`, `.gitignore`, `info/exclude` of its git folder.
pub(super) type DirectoryRules = [Option<Gitignore>; 3];
/// The place of `.ignore` in [`DirectoryRules`]: the only one that a git folder further below does not end.
pub(super) const DOT_IGNORE: usize = 0;

/// Why a file of rules cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OverBound;

/// Counts rules over all files that it reads.
#[derive(Debug, Default)]
pub(super) struct IgnoreFileReader {
    rules: AtomicUsize,
}

impl IgnoreFileReader {
    /// The rules of a directory of the jail; `is_git_top` if it has a `.git`.
    pub(super) fn read(
        &self,
        jail: &Jail,
        directory: &Path,
        is_git_top: bool,
    ) -> Result<DirectoryRules, OverBound> {
        let own = |name: &str| -> Result<Option<Gitignore>, OverBound> {
            let path = directory.join(name);
            // Most directories have none, and are asked for each.
            if path.symlink_metadata().is_err() {
                return Ok(None);
            }
            let relative = path.strip_prefix(jail.root()).ok().and_then(Path::to_str);
            relative.map_or(Ok(None), |relative| self.rules(jail, relative, directory))
        };
        let exclude = match is_git_top {
            true => self.git_exclude(jail, directory)?,
            false => None,
        };
        Ok([own(".ignore")?, own(".gitignore")?, exclude])
    }

    /// The user's own rules for every repository.
    pub(super) fn global(&self, top: &Path) -> Result<Option<Gitignore>, OverBound> {
        let Some(path) = gitconfig_excludes_path() else { return Ok(None) };
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
        else {
            return Ok(None);
        };
        Jail::open(folder).map_or(Ok(None), |folder| self.rules(&folder, name, top))
    }

    /// `info/exclude` lies where all work trees of a repository share it.
    fn git_exclude(&self, jail: &Jail, directory: &Path) -> Result<Option<Gitignore>, OverBound> {
        if let Some(git) = git::discover(directory).filter(|found| found.top == directory) {
            return git.common().map_or(Ok(None), |common| self.rules(common, "info/exclude", directory));
        }
        // A `.git` that is no repository may have one all the same, as a walk of git's own library reads it.
        let relative = directory.join(".git/info/exclude");
        let relative = relative.strip_prefix(jail.root()).ok().and_then(Path::to_str);
        relative.map_or(Ok(None), |relative| self.rules(jail, relative, directory))
    }

    fn rules(&self, jail: &Jail, path: &str, directory: &Path) -> Result<Option<Gitignore>, OverBound> {
        let text = match jail.open_relative(path).and_then(|file| file.read(limits::IGNORE_FILE_BYTES)) {
            Ok(text) => text,
            Err(PathError::TooLarge { .. }) => return Err(OverBound),
            Err(_) => return Ok(None),
        };
        let text = String::from_utf8_lossy(&text.bytes);
        let rules = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let count = rules().count();
        let all = self.rules.fetch_add(count, Ordering::Relaxed).saturating_add(count);
        let is_long = |line: &str| line.len() > limits::IGNORE_RULE_BYTES;
        if count > limits::IGNORE_FILE_RULES || all > limits::IGNORE_RULES || rules().any(is_long) {
            return Err(OverBound);
        }
        let mut builder = GitignoreBuilder::new(directory);
        for line in rules() {
            // A line that is no rule says nothing, as in git.
            let _ = builder.add_line(None, line);
        }
        match builder.build() {
            Ok(rules) => Ok((!rules.is_empty()).then_some(rules)),
            Err(_) => Err(OverBound),
        }
    }

    /// Whether all files together have more rules than are read.
    pub(super) fn is_overrun(&self) -> bool {
        self.rules.load(Ordering::Relaxed) > limits::IGNORE_RULES
    }
}
