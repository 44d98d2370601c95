//! Where a watch learns that files changed: from the system, for every directory that is walked and no other; or by
//! looking every few seconds where the system does not tell. What comes of a change is the watcher's business.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::freshness;
use foreword_index::store::Store;
use foreword_index::walk::content::ContentRules;
use foreword_index::walk::{self, WalkOptions};
use foreword_model::clock;
use foreword_model::limits;
use foreword_model::settings::Settings;
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// A repository that is watched, with the index that it is compared with.
#[derive(Clone, Copy)]
pub struct Watched<'w> {
    /// Its files.
    pub jail: &'w Jail,
    /// What of them is walked.
    pub settings: &'w Settings,
    /// Where its index lies.
    pub folder: &'w Path,
}

/// What a wait ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Something is not as the index has it.
    Change,
    /// The time was up.
    Nothing,
}

/// How changes are seen.
pub enum Eyes {
    /// Not yet.
    Closed,
    /// The system tells.
    Open(Box<Watching>),
    /// It does not: everything is looked at every few seconds.
    Polling,
}

/// What the system tells.
pub struct Watching {
    watcher: RecommendedWatcher,
    events: Receiver<PathBuf>,
    /// Whether more happened than could be told.
    is_overrun: Arc<AtomicBool>,
    directories: HashSet<PathBuf>,
    /// Whether something may have changed where nobody looked yet.
    is_blind: bool,
}

impl Eyes {
    /// Sees nothing yet.
    pub fn new() -> Self {
        Self::Closed
    }

    /// Watches the directories that there are now. Says, once, how it watches.
    pub fn follow(&mut self, watched: Watched<'_>) -> Option<String> {
        let is_first = matches!(self, Self::Closed);
        if is_first {
            match Watching::new() {
                Ok(watching) => *self = Self::Open(Box::new(watching)),
                Err(error) => return Some(self.give_up(&error.to_string())),
            }
        }
        let Self::Open(watching) = self else { return None };
        match watching.follow(watched) {
            Ok(()) if is_first => Some(format!("watching {} directories", watching.directories.len())),
            Ok(()) => None,
            Err(reason) => Some(self.give_up(&reason)),
        }
    }

    /// Whether the system tells of changes.
    pub fn are_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }

    fn give_up(&mut self, reason: &str) -> String {
        *self = Self::Polling;
        let every_s = limits::WATCH_POLL_MS / 1_000;
        format!("cannot watch ({reason}): looking for changes every {every_s} s instead")
    }

    /// Waits for a change, at most until then.
    pub fn wait(&mut self, watched: Watched<'_>, until: Option<Instant>) -> Seen {
        match self {
            Self::Open(watching) => watching.wait(watched, until),
            Self::Closed | Self::Polling => {
                std::thread::sleep(Duration::from_millis(limits::WATCH_POLL_MS));
                Seen::Change
            }
        }
    }
}

impl Watching {
    fn new() -> notify::Result<Self> {
        let (sender, events) = mpsc::sync_channel(limits::WATCH_EVENTS);
        let is_overrun = Arc::new(AtomicBool::new(false));
        let overrun = Arc::clone(&is_overrun);
        let watcher = notify::recommended_watcher(move |event| hand_on(event, &sender, &overrun))?;
        Ok(Self { watcher, events, is_overrun, directories: HashSet::new(), is_blind: false })
    }

    fn follow(&mut self, watched: Watched<'_>) -> Result<(), String> {
        let sensitive = Sensitive::within(watched.jail, &watched.settings.sensitive);
        let options = walk_options(watched.settings, &sensitive);
        let found = walk::directories(watched.jail, &options, limits::WATCH_DIRECTORIES);
        let found: HashSet<PathBuf> = found.ok_or("too many directories")?.into_iter().collect();
        for gone in self.directories.difference(&found) {
            // The system has mostly forgotten it by itself.
            let _ = self.watcher.unwatch(gone);
        }
        let root = watched.jail.root();
        for new in found.difference(&self.directories) {
            self.is_blind = true;
            match watch(&mut self.watcher, new, root) {
                // It may be gone already; its parent tells.
                Ok(()) => {}
                Err(notify::ErrorKind::PathNotFound) => {}
                Err(notify::ErrorKind::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(other) => return Err(notify::Error::new(other).to_string()),
            }
        }
        self.directories = found;
        Ok(())
    }

    fn wait(&mut self, watched: Watched<'_>, until: Option<Instant>) -> Seen {
        loop {
            if std::mem::take(&mut self.is_blind) {
                return Seen::Nothing;
            }
            let Some(first) = self.next(until) else { return Seen::Nothing };
            let paths = self.gather(first);
            if self.is_overrun.swap(false, Ordering::Relaxed) || self.differs(watched, &paths) {
                return Seen::Change;
            }
        }
    }

    fn next(&self, until: Option<Instant>) -> Option<PathBuf> {
        match until {
            Some(until) => self.events.recv_timeout(clock::left(until)).ok(),
            None => self.events.recv().ok(),
        }
    }

    /// Everything that happens until it is quiet, or for as long as is waited at most.
    fn gather(&mut self, first: PathBuf) -> BTreeSet<PathBuf> {
        let latest = clock::now() + Duration::from_millis(limits::WATCH_LONGEST_MS);
        let quiet = Duration::from_millis(limits::WATCH_QUIET_MS);
        let mut paths = BTreeSet::from([first]);
        loop {
            let left = clock::left(latest);
            match self.events.recv_timeout(quiet.min(left)) {
                Ok(path) => paths.insert(path),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return paths,
            };
        }
    }

    /// Whether any of these paths, or a file beside one of them, is not as the index has it.
    fn differs(&mut self, watched: Watched<'_>, paths: &BTreeSet<PathBuf>) -> bool {
        let jail = watched.jail;
        let mut moved = false;
        for path in paths {
            if self.directories.remove(path) {
                // It may be another directory of that name by now, which nobody watches.
                let _ = self.watcher.unwatch(path);
                moved = true;
            }
        }
        // Without an index to compare with, a refresh is due in any case.
        let Ok(store) = Store::open(watched.folder) else { return true };
        moved
            || paths.iter().any(|path| is_known_otherwise(&store, jail, path))
            || self.has_new(watched, &store, paths)
    }

    /// Whether a directory in which something happened holds a file that the index lacks.
    fn has_new(&self, watched: Watched<'_>, store: &Store, paths: &BTreeSet<PathBuf>) -> bool {
        let jail = watched.jail;
        let parents: BTreeSet<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
        let listed: Vec<&str> = parents
            .into_iter()
            .filter(|parent| self.directories.contains(*parent))
            .filter_map(|parent| relative(parent, jail.root()))
            .collect();
        let known: HashSet<&str> =
            self.directories.iter().filter_map(|path| relative(path, jail.root())).collect();
        let sensitive = Sensitive::within(watched.jail, &watched.settings.sensitive);
        let options = walk_options(watched.settings, &sensitive);
        let content = Arc::new(ContentRules::new(jail, &watched.settings.exclude));
        let found = walk::new_files(jail, &listed, &known, &content, &options);
        let is_new = |path: &str| !matches!(store.file_by_path(path), Ok(Some(_)));
        // A new directory is to be watched, also while it is empty.
        let has_new_directory = paths.iter().any(|path| path.is_dir() && !path.is_symlink());
        !found.is_whole || has_new_directory || found.files.iter().any(|file| is_new(&file.path))
    }
}

/// Called by the watcher's own thread.
fn hand_on(event: notify::Result<Event>, sender: &SyncSender<PathBuf>, is_overrun: &AtomicBool) {
    let Ok(event) = event else { return };
    let is_reading = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    };
    if is_reading {
        return;
    }
    if event.need_rescan() {
        is_overrun.store(true, Ordering::Relaxed);
        let _ = sender.try_send(PathBuf::new());
    }
    for path in event.paths {
        if sender.try_send(path).is_err() {
            is_overrun.store(true, Ordering::Relaxed);
        }
    }
}

/// Where the system can watch a whole tree at once, the root stands for all.
fn watch(watcher: &mut RecommendedWatcher, directory: &Path, root: &Path) -> Result<(), notify::ErrorKind> {
    let watched = match (cfg!(target_os = "macos"), directory == root) {
        (true, true) => watcher.watch(directory, RecursiveMode::Recursive),
        (true, false) => Ok(()),
        (false, _) => watcher.watch(directory, RecursiveMode::NonRecursive),
    };
    watched.map_err(|error| error.kind)
}

fn is_known_otherwise(store: &Store, jail: &Jail, path: &Path) -> bool {
    let Some(relative) = relative(path, jail.root()) else { return false };
    let Ok(Some(file)) = store.file_by_path(relative) else { return false };
    let Ok(record) = store.file(file) else { return true };
    let stamp = jail.stamp(relative).filter(|stamp| stamp.is_file);
    !stamp.is_some_and(|stamp| freshness::is_same(&record, stamp.len, stamp.modified_ns))
}

/// A path below the root, `.` for the root itself.
fn relative<'p>(path: &'p Path, root: &Path) -> Option<&'p str> {
    let below = path.strip_prefix(root).ok()?.to_str()?;
    Some(if below.is_empty() { "." } else { below })
}

fn walk_options<'s>(settings: &'s Settings, sensitive: &'s Sensitive) -> WalkOptions<'s> {
    WalkOptions {
        excludes: &settings.exclude,
        sensitive,
        deadline: clock::now() + Duration::from_millis(limits::INDEX_WALK_MS),
        files_max: limits::INDEX_FILES,
        depth_max: limits::WALK_DEPTH,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use foreword_guard::redact_prompt;
    use foreword_index::refresh::{RefreshOptions, Start, refresh};
    use foreword_testkit::tree;

    use super::*;

    /// Whether a change at a path of a repository that is indexed and watched calls for a refresh.
    fn differs_after(path: &str, change: impl FnOnce(&Path)) -> bool {
        let (repository, index) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let root = repository.path().canonicalize().expect("a root");
        fs::create_dir_all(root.join("sub/empty")).expect("folders");
        for (name, text) in [("a.py", "A = 1\n"), ("sub/b.py", "B = 1\n"), (".gitignore", "*.log\n")] {
            fs::write(root.join(name), text).expect("a file");
            tree::set_time(&root.join(name), tree::days_from_now(-1));
        }
        let (jail, settings) = (Jail::open(&root).expect("a root"), Settings::default());
        let sensitive = Sensitive::new(&settings.sensitive);
        let options = RefreshOptions {
            excludes: &settings.exclude,
            sensitive: &sensitive,
            redact: &redact_prompt,
            start: Start::Known,
            progress: &|_| {},
        };
        refresh(&jail, index.path(), &options).expect("an index");
        let watched = Watched { jail: &jail, settings: &settings, folder: index.path() };
        let mut watching = Watching::new().expect("a watcher");
        watching.follow(watched).expect("watches");
        assert_eq!(watching.directories.len(), 3);
        change(&root.join(path));
        watching.differs(watched, &BTreeSet::from([root.join(path)]))
    }

    #[test]
    fn only_what_an_index_would_hold_calls_for_a_refresh() {
        let write = |path: &Path| fs::write(path, "C = 3\n").expect("a file");
        for path in ["noise.log", "sub/noise.log", "Cargo.lock", ".env", "sub/id_rsa"] {
            assert!(!differs_after(path, write), "{path} is not indexed");
        }
        assert!(!differs_after("a.py", |_| {}), "it is as it was");
        for path in ["a.py", "sub/b.py", "new.py", "sub/empty/new.py", ".gitignore"] {
            assert!(differs_after(path, write), "{path} is written");
        }
        assert!(differs_after("sub/b.py", |path| fs::remove_file(path).expect("removed")));
        assert!(differs_after("sub", |path| fs::remove_dir_all(path).expect("removed")));
        assert!(differs_after("new", |path| fs::create_dir(path).expect("created")), "it has to be watched");
    }
}
