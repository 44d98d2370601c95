//! The files of a folder that an agreement covers, by name: those that git tracks, and in the folder of a script also those
//! that git does not ignore. Reads no content.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::git;
use foreword_index::walk::content::ContentRules;
use foreword_index::walk::{self, WalkOptions};
use foreword_model::clock;
use foreword_model::limits;

/// The files of a repository that are tracked.
pub struct TreeFiles<'a> {
    jail: &'a Jail,
    /// From the root; none where git does not tell.
    tracked: Option<Vec<String>>,
}

/// There are more than can be covered.
#[derive(Debug, PartialEq, Eq)]
pub struct TooManyFiles;

impl<'a> TreeFiles<'a> {
    /// Asks git's own list.
    pub fn of(jail: &'a Jail) -> Self {
        let tracked = git::discover(jail.root()).and_then(|git| {
            let listed = git::tracked(&git)?;
            let below_top = jail.root().strip_prefix(git.top.canonicalize().ok()?).ok()?.to_str()?.to_owned();
            let from_root = |path: String| match below_top.is_empty() {
                true => Some(path),
                false => path.strip_prefix(&below_top)?.strip_prefix('/').map(str::to_owned),
            };
            let paths: Vec<String> = listed.into_iter().filter_map(|file| from_root(file.path)).collect();
            // Without a single file, this is a folder that git does not look after.
            (!paths.is_empty()).then_some(paths)
        });
        Self { jail, tracked }
    }

    /// The whole tree: what git tracks, or else everything.
    pub fn whole(&self) -> Result<Vec<String>, TooManyFiles> {
        match &self.tracked {
            Some(tracked) => bounded(tracked.clone()),
            None => self.on_disk("."),
        }
    }

    /// Everything in the folder of a script, or in a folder that is named itself, for which `script` is empty.
    pub fn of_folder(&self, folder: &str, script: &str) -> Result<Vec<String>, TooManyFiles> {
        let Some(tracked) = &self.tracked else { return self.on_disk(folder) };
        let is_below = |path: &&String| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let mut files: BTreeSet<String> = tracked.iter().filter(is_below).cloned().collect();
        files.extend(self.untracked(folder));
        // What git ignores came with no pull, but then its neighbours did not either.
        match files.contains(script) || (script.is_empty() && !files.is_empty()) {
            true => bounded(files.into_iter().collect()),
            false => self.on_disk(folder),
        }
    }

    fn untracked(&self, folder: &str) -> Vec<String> {
        let options = WalkOptions {
            excludes: &[],
            sensitive: &Sensitive::default(),
            deadline: clock::now() + Duration::from_millis(limits::TRUST_WALK_MS),
            files_max: limits::TRUST_PINNED_FILES,
            depth_max: limits::TRUST_WALK_DEPTH,
        };
        let content = Arc::new(ContentRules::new(self.jail, options.excludes));
        let found = walk::new_files(self.jail, &[folder], &HashSet::new(), &content, &options);
        found.files.into_iter().map(|file| file.path).collect()
    }

    fn on_disk(&self, folder: &str) -> Result<Vec<String>, TooManyFiles> {
        let mut folders = vec![folder.to_owned()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            let most = limits::TRUST_PINNED_FILES;
            // One that cannot be read now, and can later, holds other files then.
            for entry in self.jail.list(&folder, most + 1).unwrap_or_default() {
                let path =
                    if folder == "." { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
                match entry.is_dir {
                    true if entry.name == ".git" => {}
                    true => folders.push(path),
                    false => files.push(path),
                }
                if files.len() + folders.len() > most {
                    return Err(TooManyFiles);
                }
            }
        }
        Ok(files)
    }
}

fn bounded(files: Vec<String>) -> Result<Vec<String>, TooManyFiles> {
    if files.len() > limits::TRUST_PINNED_FILES { Err(TooManyFiles) } else { Ok(files) }
}
