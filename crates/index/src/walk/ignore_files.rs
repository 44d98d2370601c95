//! The ignore files of one directory: read through the jail, within bounds. What is not there or no plain file has no rules; what
//! is over a bound is said, because what it keeps back is not known.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use foreword_guard::glob::GlobCase;
use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;

use super::ignore_rule::{self, IgnoreRules};
use crate::git::{self, IgnoreSettings};

/// The rules of one directory: `.ignore`, `.gitignore`, `info/exclude` of its git folder.
pub(super) type DirectoryRules = [Option<IgnoreRules>; 3];
/// The place of `.ignore` in [`DirectoryRules`]: the only one that a git folder further below does not end.
pub(super) const DOT_IGNORE: usize = 0;
/// The places of git's own rules, the stronger first.
pub(super) const OF_GIT: [usize; 2] = [1, 2];

/// Why a file of rules cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OverBound;

/// Reads ignore files of one work tree, and counts their rules.
#[derive(Debug, Default)]
pub(super) struct IgnoreFileReader {
    rules: AtomicUsize,
    settings: OnceLock<IgnoreSettings>,
}

impl IgnoreFileReader {
    /// The rules of a directory of the jail; `is_git_top` if it has a `.git`.
    pub(super) fn read(
        &self,
        jail: &Jail,
        directory: &Path,
        is_git_top: bool,
    ) -> Result<DirectoryRules, OverBound> {
        let own = |name: &str, case: GlobCase| -> Result<Option<IgnoreRules>, OverBound> {
            let path = directory.join(name);
            // Most directories have none, and are asked for each.
            let Ok(metadata) = path.symlink_metadata() else { return Ok(None) };
            let Some(relative) = path.strip_prefix(jail.root()).ok().and_then(Path::to_str) else {
                return Ok(None);
            };
            let rules = self.rules(jail, relative, directory, case)?;
            // git follows no link here, older ones did: what the rules hide is hidden, and they open nothing.
            Ok(if metadata.is_symlink() { rules.and_then(IgnoreRules::hiding) } else { rules })
        };
        let exclude = match is_git_top {
            true => self.git_exclude(jail.root(), directory)?,
            false => None,
        };
        // Only git's own rules follow git's settings.
        Ok([own(".ignore", GlobCase::Exact)?, own(".gitignore", self.case(jail.root()))?, exclude])
    }

    /// The rules for every repository that git's configuration names.
    pub(super) fn global(&self, top: &Path) -> Result<Vec<IgnoreRules>, OverBound> {
        let files = &self.settings(top).excludes_files;
        let rules = files.iter().filter_map(|file| self.rules_of_git(file, top, top).transpose());
        rules.collect()
    }

    /// `info/exclude` lies where all work trees of a repository share it.
    fn git_exclude(&self, top: &Path, directory: &Path) -> Result<Option<IgnoreRules>, OverBound> {
        git::exclude_file(directory).map_or(Ok(None), |file| self.rules_of_git(&file, top, directory))
    }

    /// The rules in a file outside the work tree, wherever links lead.
    fn rules_of_git(
        &self,
        file: &Path,
        top: &Path,
        directory: &Path,
    ) -> Result<Option<IgnoreRules>, OverBound> {
        let Ok(real) = file.canonicalize() else { return Ok(None) };
        let (Some(folder), Some(name)) = (real.parent(), real.file_name().and_then(|name| name.to_str()))
        else {
            return Ok(None);
        };
        let case = self.case(top);
        Jail::open(folder).map_or(Ok(None), |folder| self.rules(&folder, name, directory, case))
    }

    fn settings(&self, top: &Path) -> &IgnoreSettings {
        self.settings.get_or_init(|| git::ignore_settings(top))
    }

    fn case(&self, top: &Path) -> GlobCase {
        if self.settings(top).ignores_case { GlobCase::Folded } else { GlobCase::Exact }
    }

    fn rules(
        &self,
        jail: &Jail,
        path: &str,
        directory: &Path,
        case: GlobCase,
    ) -> Result<Option<IgnoreRules>, OverBound> {
        let text = match jail.open_relative(path).and_then(|file| file.read(limits::IGNORE_FILE_BYTES)) {
            Ok(text) => text,
            Err(PathError::TooLarge { .. }) => return Err(OverBound),
            Err(_) => return Ok(None),
        };
        let rules = || ignore_rule::lines(&text.bytes);
        let count = rules().count();
        let all = self.rules.fetch_add(count, Ordering::Relaxed).saturating_add(count);
        let is_long = |line: &[u8]| line.len() > limits::IGNORE_RULE_BYTES;
        if count > limits::IGNORE_FILE_RULES || all > limits::IGNORE_RULES || rules().any(is_long) {
            return Err(OverBound);
        }
        Ok(IgnoreRules::of(&text.bytes, directory, case))
    }

    /// Whether all files together have more rules than are read.
    pub(super) fn is_overrun(&self) -> bool {
        self.rules.load(Ordering::Relaxed) > limits::IGNORE_RULES
    }
}
