//! Who reads the ignore files of a walk. The walker does it by itself, unless one of them is no plain file: it would
//! wait for a FIFO and read a device without end. Then they are read here, through the jail.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use foreword_guard::path::Jail;
use foreword_model::limits;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{Match, WalkBuilder};

use crate::git;

/// The files that hold rules, the strongest first.
const NAMES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// Who reads them.
pub(super) enum IgnoreFiles {
    /// The walker, which must not enter a directory with an odd one; whether there was such a directory.
    Walker(AtomicBool),
    /// We do.
    Ours(Box<Rules>),
}

impl IgnoreFiles {
    /// For a first try from some directories.
    pub(super) fn of_walker<'p>(starts: impl IntoIterator<Item = &'p Path>) -> Self {
        let is_odd = starts.into_iter().any(|start| start.ancestors().any(has_odd_file));
        Self::Walker(AtomicBool::new(is_odd))
    }

    /// For a second try.
    pub(super) fn ours(root: &Path) -> Self {
        Self::Ours(Box::new(Rules::new(root)))
    }

    /// Whether the walker met an ignore file that it must not read, so that what it found is not all.
    pub(super) fn met_odd_file(&self) -> bool {
        matches!(self, Self::Walker(met) if met.load(Ordering::Relaxed))
    }

    /// Tells the walker what is its part.
    pub(super) fn instruct(&self, builder: &mut WalkBuilder) {
        if matches!(self, Self::Ours(_)) {
            builder.standard_filters(false);
        }
    }

    /// Whether an entry is walked, as far as ignore files have a say here.
    pub(super) fn admits(&self, path: &Path, is_dir: bool) -> bool {
        match self {
            Self::Walker(met) => {
                let is_odd = is_dir && has_odd_file(path);
                if is_odd {
                    met.store(true, Ordering::Relaxed);
                }
                !is_odd
            }
            Self::Ours(rules) => !rules.ignore(path, is_dir),
        }
    }
}

/// Whether a directory has an ignore file that is no plain file, or too large for one; or a `.git` file by which the
/// walker would open files of another repository.
fn has_odd_file(directory: &Path) -> bool {
    let is_odd = |name: &&str| {
        let found = directory.join(name).metadata();
        found.is_ok_and(|found| !found.is_file() || found.len() > limits::IGNORE_FILE_BYTES)
    };
    NAMES.iter().any(is_odd) || git::is_led_astray(directory)
}

/// The rules of the directories between the top of the work tree and a path.
pub(super) struct Rules {
    top: Option<Jail>,
    global: Gitignore,
    known: Mutex<HashMap<PathBuf, Arc<[Gitignore; NAMES.len()]>>>,
}

impl Rules {
    fn new(root: &Path) -> Self {
        let top = git::discover(root).map_or_else(|| root.to_path_buf(), |found| found.top);
        let (global, _unread) = GitignoreBuilder::new(&top).build_global();
        Self { top: Jail::open(&top).ok(), global, known: Mutex::default() }
    }

    fn ignore(&self, path: &Path, is_dir: bool) -> bool {
        let top = self.top.as_ref().map_or(path, Jail::root);
        let above = path.ancestors().skip(1).take_while(|directory| directory.starts_with(top));
        let around: Vec<_> = above.map(|directory| self.of_directory(directory)).collect();
        // A stronger name decides before a nearer directory does.
        let said = (0..NAMES.len()).find_map(|name| {
            let near_first = around.iter().map(|rules| rules[name].matched(path, is_dir));
            near_first.into_iter().find(|said| !said.is_none()).map(|said| said.is_ignore())
        });
        said.unwrap_or_else(|| matches!(self.global.matched(path, is_dir), Match::Ignore(_)))
    }

    fn of_directory(&self, directory: &Path) -> Arc<[Gitignore; NAMES.len()]> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(directory) {
            return Arc::clone(rules);
        }
        let rules = Arc::new(NAMES.map(|name| self.read(directory, name)));
        known.insert(directory.to_path_buf(), Arc::clone(&rules));
        rules
    }

    /// What is not there, not plain or too large has no rules.
    fn read(&self, directory: &Path, name: &str) -> Gitignore {
        let text = self.top.as_ref().and_then(|top| {
            let path = directory.join(name);
            let relative = path.strip_prefix(top.root()).ok()?.to_str()?;
            top.open_relative(relative).and_then(|file| file.read(limits::IGNORE_FILE_BYTES)).ok()
        });
        let Some(text) = text else { return Gitignore::empty() };
        let mut builder = GitignoreBuilder::new(directory);
        for line in String::from_utf8_lossy(&text.bytes).lines() {
            // A line that is no rule says nothing, as in git.
            let _ = builder.add_line(None, line);
        }
        builder.build().unwrap_or_else(|_| Gitignore::empty())
    }
}
