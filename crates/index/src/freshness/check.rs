//! The look at the disk on the way of a prompt: which known files changed or went, which are new. It ends at its
//! deadline and says how far it came.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use foreword_guard::excluded;
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::clock;
use foreword_model::limits;

use super::{GRAIN_S, is_same};
use crate::store::FileRecord;
use crate::walk::content::{ContentRules, EntryKind};
use crate::walk::{self, NewFiles, WalkOptions, WalkedFile};
use crate::{class, language};

/// Files or directories that a thread takes at a time.
const AT_A_TIME: usize = limits::FRESHNESS_AT_LEAST;
/// Fewer are not worth a thread.
const PER_THREAD: usize = 1_000;

/// What is looked at, and how long.
#[derive(Debug, Clone)]
pub struct CheckOptions<'a> {
    /// What is content of the repository now.
    pub content: &'a Arc<ContentRules>,
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

/// Looks whether known files are as they were, and for new ones in directories that changed. Those come first: of a
/// changed file at least the old state is known.
pub fn check(jail: &Jail, known: &[FileRecord], options: &CheckOptions<'_>) -> Checked {
    let directories = directories_of(known);
    let listed: Vec<&str> = directories.iter().copied().collect();
    let next = AtomicUsize::new(0);
    let moved = on_threads(listed.len(), || moved_directories(jail, &listed, &next, options));
    let mut has_all_new = moved.iter().map(|part| part.directories).sum::<usize>() == listed.len();
    let mut changed = Vec::new();
    let mut refused: Vec<&str> = Vec::new();
    if has_all_new {
        let moved: Vec<&str> = moved.into_iter().flat_map(|part| part.moved).collect();
        let is_refused = |path: &&str| options.content.refused(path, EntryKind::Directory).is_some();
        refused = moved.iter().copied().filter(is_refused).collect();
        (changed, has_all_new) = new_files(jail, known, moved, &directories, options);
    }
    let next = AtomicUsize::new(0);
    let mut removed = Vec::new();
    let mut files = 0;
    for part in on_threads(known.len(), || look_at_known(jail, known, &next, options.deadline)) {
        files += part.files;
        changed.extend(part.changed);
        removed.extend(part.removed);
    }
    changed.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    changed.dedup_by(|later, kept| later.path == kept.path);
    // A directory may have become another worktree, or its ignore file too long.
    let is_below = |path: &str| refused.iter().any(|above| *above == "." || below(path, above));
    if !refused.is_empty() {
        let paths = known.iter().map(|record| record.path.as_str()).filter(|path| is_below(path));
        removed.extend(paths.map(str::to_owned));
    }
    removed.sort_unstable();
    removed.dedup();
    Checked { files, of: known.len(), has_all_new, changed, removed }
}

fn below(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

/// Runs the same on as many threads as so many files or directories are worth.
fn on_threads<T: Send>(count: usize, look: impl Fn() -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(limits::SCAN_THREADS);
    let threads = threads.min(count.div_ceil(PER_THREAD)).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(&look)).collect();
        let own = look();
        // What a thread that panicked had looked at counts as not looked at.
        std::iter::once(own).chain(workers.into_iter().filter_map(|worker| worker.join().ok())).collect()
    })
}

/// The directories that a thread looked at.
#[derive(Default)]
struct Moved<'d> {
    directories: usize,
    /// Those that may hold new files.
    moved: Vec<&'d str>,
}

/// The known files that a thread looked at.
#[derive(Default)]
struct Looked {
    files: usize,
    changed: Vec<WalkedFile>,
    removed: Vec<String>,
}

/// The next few of a list that threads share; nothing if there are no more, or no more time. The first few are always
/// looked at.
fn take<'l, T>(list: &'l [T], next: &AtomicUsize, deadline: Instant) -> Option<&'l [T]> {
    let start = next.fetch_add(AT_A_TIME, Ordering::Relaxed);
    if start > 0 && clock::is_past(deadline) {
        return None;
    }
    let rest = list.get(start..).filter(|rest| !rest.is_empty())?;
    Some(&rest[..rest.len().min(AT_A_TIME)])
}

/// A file that comes, goes or is renamed moves its directory's time.
fn moved_directories<'d>(
    jail: &Jail,
    directories: &[&'d str],
    next: &AtomicUsize,
    options: &CheckOptions<'_>,
) -> Moved<'d> {
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // A clock that was set back says nothing about what came first.
    let is_clock_sound = options.built_at_s <= now_s;
    let mut looked = Moved::default();
    while let Some(taken) = take(directories, next, options.deadline) {
        looked.directories += taken.len();
        for directory in taken {
            let Some(stamp) = jail.stamp(directory).filter(|stamp| stamp.is_dir) else { continue };
            // A directory that was unpacked or copied with its times says nothing by them.
            let moved_ns = stamp.modified_ns.max(stamp.noted_ns);
            let modified_s = u64::try_from(moved_ns.div_euclid(1_000_000_000)).unwrap_or(0);
            if !is_clock_sound || modified_s + GRAIN_S >= options.built_at_s {
                looked.moved.push(directory);
            }
        }
    }
    looked
}

fn look_at_known(jail: &Jail, known: &[FileRecord], next: &AtomicUsize, deadline: Instant) -> Looked {
    let mut looked = Looked::default();
    while let Some(taken) = take(known, next, deadline) {
        looked.files += taken.len();
        for record in taken {
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

/// Unknown files in directories that moved since the walk, and whether all of those were listed.
fn new_files(
    jail: &Jail,
    known: &[FileRecord],
    mut moved: Vec<&str>,
    directories: &HashSet<&str>,
    options: &CheckOptions<'_>,
) -> (Vec<WalkedFile>, bool) {
    moved.sort_unstable();
    let listing = WalkOptions {
        excludes: &[],
        sensitive: options.sensitive,
        deadline: options.deadline,
        files_max: limits::INDEX_FILES,
        depth_max: limits::WALK_DEPTH,
    };
    let NewFiles { files, is_whole } = walk::new_files(jail, &moved, directories, options.content, &listing);
    let is_known = |path: &str| known.binary_search_by(|record| record.path.as_str().cmp(path)).is_ok();
    (files.into_iter().filter(|file| !is_known(&file.path)).collect(), is_whole)
}

/// The directories that hold known files, and those above them; the root is `.`.
fn directories_of(known: &[FileRecord]) -> HashSet<&str> {
    let mut directories = HashSet::from(["."]);
    let mut last = "";
    for record in known {
        let mut path = record.path.as_str();
        while let Some((directory, _)) = path.rsplit_once('/') {
            // Files come by path, mostly several of a directory together.
            if directory == last || !directories.insert(directory) {
                break;
            }
            path = directory;
        }
        last = record.path.rsplit_once('/').map_or("", |(directory, _)| directory);
    }
    // Files below an excluded directory are not indexed; one that came to be excluded is not listed.
    directories.retain(|directory| !directory.split('/').any(excluded::is_directory));
    directories
}
