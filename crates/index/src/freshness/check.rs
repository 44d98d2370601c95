//! The look at the disk on the way of a prompt: which known files changed or went, which are new. It ends at its
//! deadline and says how far it came.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use foreword_guard::excluded;
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::limits;

use super::{GRAIN_S, is_same};
use crate::store::FileRecord;
use crate::walk::{self, NewFiles, WalkOptions, WalkedFile};
use crate::{class, language};

/// Files that a thread takes at a time.
const FILES_AT_A_TIME: usize = limits::FRESHNESS_AT_LEAST;
/// Fewer files are not worth a thread.
const FILES_PER_THREAD: usize = 1_000;

/// What is looked at, and how long.
#[derive(Debug, Clone)]
pub struct CheckOptions<'a> {
    /// Globs that are not read besides the default ones.
    pub excludes: &'a [String],
    /// Files that are known by name only.
    pub sensitive: &'a Sensitive,
    /// When the walk for the index began, in seconds since 1970.
    pub built_at_s: u64,
    /// When to stop.
    pub deadline: Instant,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Checked {
    /// Known files that were looked at.
    pub files: usize,
    /// Known files.
    pub of: usize,
    /// Whether every directory that may hold new files was listed.
    pub has_all_new: bool,
    /// Changed and new files, by path.
    pub changed: Vec<WalkedFile>,
    /// Files that are gone, by path.
    pub removed: Vec<String>,
}

impl Checked {
    /// Whether everything was looked at.
    pub fn is_whole(&self) -> bool {
        self.has_all_new && self.files == self.of
    }

    /// Whether everything was looked at, and is as it was.
    pub fn is_fresh(&self) -> bool {
        self.is_whole() && self.changed.is_empty() && self.removed.is_empty()
    }
}

/// Looks whether known files are as they were, and for new ones in directories that changed.
pub fn check(jail: &Jail, known: &[FileRecord], options: &CheckOptions<'_>) -> Checked {
    let (mut changed, has_all_new) = new_files(jail, known, options);
    let next = AtomicUsize::new(0);
    let look = || look_at_known(jail, known, &next, options.deadline);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(limits::SCAN_THREADS);
    let threads = threads.min(known.len().div_ceil(FILES_PER_THREAD)).max(1);
    let looked: Vec<Looked> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(look)).collect();
        let own = look();
        // What a thread that panicked had looked at counts as not looked at.
        std::iter::once(own).chain(workers.into_iter().filter_map(|worker| worker.join().ok())).collect()
    });
    let mut removed = Vec::new();
    let mut files = 0;
    for part in looked {
        files += part.files;
        changed.extend(part.changed);
        removed.extend(part.removed);
    }
    changed.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    changed.dedup_by(|later, kept| later.path == kept.path);
    removed.sort_unstable();
    Checked { files, of: known.len(), has_all_new, changed, removed }
}

#[derive(Default)]
struct Looked {
    files: usize,
    changed: Vec<WalkedFile>,
    removed: Vec<String>,
}

fn look_at_known(jail: &Jail, known: &[FileRecord], next: &AtomicUsize, deadline: Instant) -> Looked {
    let mut looked = Looked::default();
    loop {
        let start = next.fetch_add(FILES_AT_A_TIME, Ordering::Relaxed);
        if start > 0 && Instant::now() >= deadline {
            break;
        }
        let Some(rest) = known.get(start..).filter(|rest| !rest.is_empty()) else { break };
        for record in &rest[..rest.len().min(FILES_AT_A_TIME)] {
            looked.files += 1;
            match jail.stamp(&record.path).filter(|stamp| stamp.is_file) {
                None => looked.removed.push(record.path.clone()),
                Some(stamp) if is_same(record, stamp.len, stamp.modified_ns) => {}
                Some(stamp) => looked.changed.push(walked(&record.path, stamp.len, stamp.modified_ns)),
            }
        }
    }
    looked
}

fn walked(path: &str, len: u64, modified_ns: i64) -> WalkedFile {
    let language = language::of_path(path);
    WalkedFile { path: path.to_owned(), len, modified_ns, language, class: class::of_path(path, language) }
}

/// Unknown files in directories that changed since the walk, and whether all of those were listed. A file that
/// comes, goes or is renamed moves its directory's time.
fn new_files(jail: &Jail, known: &[FileRecord], options: &CheckOptions<'_>) -> (Vec<WalkedFile>, bool) {
    let directories = directories_of(known);
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // A clock that was set back says nothing about what came first.
    let is_clock_sound = options.built_at_s <= now_s;
    let mut moved: Vec<&str> = Vec::new();
    for (at, directory) in directories.iter().enumerate() {
        if at >= limits::FRESHNESS_AT_LEAST && Instant::now() >= options.deadline {
            return (Vec::new(), false);
        }
        let Some(stamp) = jail.stamp(directory).filter(|stamp| stamp.is_dir) else { continue };
        // A directory that was unpacked or copied with its times says nothing by them.
        let moved_ns = stamp.modified_ns.max(stamp.noted_ns);
        let modified_s = u64::try_from(moved_ns.div_euclid(1_000_000_000)).unwrap_or(0);
        if !is_clock_sound || modified_s + GRAIN_S >= options.built_at_s {
            moved.push(directory);
        }
    }
    moved.sort_unstable();
    let listing = WalkOptions {
        excludes: options.excludes,
        sensitive: options.sensitive,
        deadline: options.deadline,
        files_max: limits::INDEX_FILES,
        depth_max: limits::WALK_DEPTH,
    };
    let NewFiles { files, is_whole } = walk::new_files(jail, &moved, &directories, &listing);
    let is_known = |path: &str| known.binary_search_by(|record| record.path.as_str().cmp(path)).is_ok();
    (files.into_iter().filter(|file| !is_known(&file.path)).collect(), is_whole)
}

/// The directories that hold known files, and those above them; the root is `.`.
fn directories_of(known: &[FileRecord]) -> HashSet<&str> {
    let mut directories = HashSet::from(["."]);
    for record in known {
        let mut path = record.path.as_str();
        while let Some((directory, _)) = path.rsplit_once('/') {
            if !directories.insert(directory) {
                break;
            }
            path = directory;
        }
    }
    // Files below an excluded directory are not indexed; one that came to be excluded is not listed.
    directories.retain(|directory| !directory.split('/').any(excluded::is_directory));
    directories
}
