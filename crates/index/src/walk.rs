//! Which files a repository has: git's ignore rules, the default exclusions, sensitive files by name only.
//!
//! Reads no file but the ignore rules themselves, follows no link, and decides no ranking.

mod ignore_files;

use std::collections::{BTreeMap, HashSet};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use foreword_guard::excluded;
use foreword_guard::glob::Glob;
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::limits;
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::class::{self, FileClass};
use crate::git;
use crate::language::{self, Language};
use ignore_files::IgnoreFiles;

const NANOSECONDS_PER_SECOND: i64 = 1_000_000_000;

/// What is walked, and how far.
#[derive(Debug, Clone)]
pub struct WalkOptions<'a> {
    /// Globs that are not read besides the default ones.
    pub excludes: &'a [String],
    /// Files that are known by name only.
    pub sensitive: &'a Sensitive,
    /// When the walk stops where it is.
    pub deadline: Instant,
    /// Files at most.
    pub files_max: usize,
    /// Directories below the root at most.
    pub depth_max: usize,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkedFile {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Its size in bytes.
    pub len: u64,
    /// Time of its last change, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// Its language, by name.
    pub language: Option<&'static Language>,
    /// What it is for.
    pub class: FileClass,
}

/// Why something was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skip {
    /// A directory or file that is excluded by name or glob.
    Excluded,
    /// A lock file.
    LockFile,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Special,
    /// A name that is not UTF-8.
    Name,
    /// The system refused.
    Unreadable,
}

/// Why the walk ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The time ran out.
    Time,
    /// There are more files than are looked at.
    Files,
}

/// What the walk found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Walked {
    /// The files, by path.
    pub files: Vec<WalkedFile>,
    /// Sensitive files: that they exist, nothing else.
    pub sensitive: Vec<String>,
    /// What was passed over, counted.
    pub skipped: BTreeMap<Skip, usize>,
    /// Why it is not all.
    pub cut: Option<Cut>,
}

/// Walks the repository. The result does not depend on the order in which threads find things.
pub fn walk(jail: &Jail, options: &WalkOptions<'_>) -> Walked {
    with_ignore_files(jail.root(), &[jail.root()], |files| walk_with(jail, options, files))
}

/// Leaves the ignore files to the walker, and reads them here if that turns out to be unsafe.
fn with_ignore_files<T>(root: &Path, starts: &[&Path], run: impl Fn(&Arc<IgnoreFiles>) -> T) -> T {
    let files = Arc::new(IgnoreFiles::of_walker(starts.iter().copied()));
    if !files.met_odd_file() {
        let found = run(&files);
        if !files.met_odd_file() {
            return found;
        }
    }
    run(&Arc::new(IgnoreFiles::ours(root)))
}

fn walk_with(jail: &Jail, options: &WalkOptions<'_>, files: &Arc<IgnoreFiles>) -> Walked {
    let (sender, receiver) = mpsc::channel();
    let stop = Stop { count: AtomicUsize::new(0), late: AtomicBool::new(false) };
    let root = jail.root();
    builder(root, options, files, sender.clone()).build_parallel().run(|| {
        let sender = sender.clone();
        let stop = &stop;
        Box::new(move |entry| visit(entry, root, options, stop, &sender))
    });
    drop(sender);
    let mut walked = Walked::default();
    for event in receiver {
        match event {
            Event::File(file) => walked.files.push(file),
            Event::Sensitive(path) => walked.sensitive.push(path),
            Event::Skip(reason) => *walked.skipped.entry(reason).or_default() += 1,
        }
    }
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.files.truncate(options.files_max);
    walked.sensitive.sort_unstable();
    walked.cut = stop.reason(options.files_max);
    walked
}

/// What a look for new files found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewFiles {
    /// Files of the directories that were listed, known ones too, by path.
    pub files: Vec<WalkedFile>,
    /// Whether all of them were listed in time.
    pub is_whole: bool,
}

/// Lists directories: their own files, and everything below directories that are not `known`.
pub fn new_files(
    jail: &Jail,
    directories: &[&str],
    known: &HashSet<&str>,
    options: &WalkOptions<'_>,
) -> NewFiles {
    let starts: Vec<PathBuf> = directories.iter().map(|directory| jail.root().join(directory)).collect();
    let starts: Vec<&Path> = starts.iter().map(PathBuf::as_path).collect();
    with_ignore_files(jail.root(), &starts, |files| new_files_with(jail, directories, known, options, files))
}

fn new_files_with(
    jail: &Jail,
    directories: &[&str],
    known: &HashSet<&str>,
    options: &WalkOptions<'_>,
    files: &Arc<IgnoreFiles>,
) -> NewFiles {
    let mut found = NewFiles { files: Vec::new(), is_whole: true };
    let root = jail.root();
    let Some((first, rest)) = directories.split_first() else { return found };
    let mut builder = WalkBuilder::new(root.join(first));
    rest.iter().for_each(|directory| {
        builder.add(root.join(directory));
    });
    let known: HashSet<PathBuf> = known.iter().map(|directory| root.join(directory)).collect();
    let (owned_root, excludes): (_, Arc<[String]>) = (root.to_path_buf(), options.excludes.into());
    let rules = Arc::clone(files);
    ignore_rules(&mut builder, files).parents(true).max_depth(Some(options.depth_max)).filter_entry(
        move |entry| {
            let is_listed_itself = entry.depth() > 0 && is_dir(entry) && known.contains(entry.path());
            entry.depth() == 0
                || (!is_listed_itself
                    && !is_excluded(entry, &owned_root, &excludes)
                    && rules.admits(entry.path(), is_dir(entry)))
        },
    );
    for (at, entry) in builder.build().flatten().enumerate() {
        if at >= limits::FRESHNESS_AT_LEAST && Instant::now() >= options.deadline {
            found.is_whole = false;
            break;
        }
        if let Some(Event::File(file)) = classify(&entry, root, options) {
            found.files.push(file);
        }
    }
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The directories that a walk enters, the root first; nothing if they are too many or the time ran out.
pub fn directories(jail: &Jail, options: &WalkOptions<'_>, directories_max: usize) -> Option<Vec<PathBuf>> {
    with_ignore_files(jail.root(), &[jail.root()], |files| {
        directories_with(jail, options, directories_max, files)
    })
}

fn directories_with(
    jail: &Jail,
    options: &WalkOptions<'_>,
    directories_max: usize,
    files: &Arc<IgnoreFiles>,
) -> Option<Vec<PathBuf>> {
    let (sender, _unread) = mpsc::channel();
    let mut found = Vec::new();
    for entry in builder(jail.root(), options, files, sender).build().flatten() {
        if Instant::now() >= options.deadline || found.len() > directories_max {
            return None;
        }
        if is_dir(&entry) {
            found.push(entry.into_path());
        }
    }
    (found.len() <= directories_max).then_some(found)
}

enum Event {
    File(WalkedFile),
    Sensitive(String),
    Skip(Skip),
}

struct Stop {
    count: AtomicUsize,
    late: AtomicBool,
}

impl Stop {
    fn reason(&self, files_max: usize) -> Option<Cut> {
        if self.late.load(Ordering::Relaxed) {
            return Some(Cut::Time);
        }
        (self.count.load(Ordering::Relaxed) > files_max).then_some(Cut::Files)
    }
}

fn builder(
    root: &Path,
    options: &WalkOptions<'_>,
    files: &Arc<IgnoreFiles>,
    skipped: Sender<Event>,
) -> WalkBuilder {
    // Ignore rules above the root count only inside a work tree: outside one, a stray file in a parent
    // directory has no say.
    let top_is_above = git::discover(root).is_some_and(|found| found.top != root);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, limits::SCAN_THREADS);
    let excludes: Arc<[String]> = options.excludes.into();
    let owned_root = root.to_path_buf();
    let rules = Arc::clone(files);
    let mut builder = WalkBuilder::new(root);
    ignore_rules(&mut builder, files)
        .parents(top_is_above)
        .max_depth(Some(options.depth_max))
        .threads(threads)
        .filter_entry(move |entry| {
            let keep = entry.depth() == 0 || !is_excluded(entry, &owned_root, &excludes);
            if !keep {
                // The receiver outlives the walk.
                let _ = skipped.send(Event::Skip(Skip::Excluded));
            }
            keep && (entry.depth() == 0 || rules.admits(entry.path(), is_dir(entry)))
        });
    builder
}

/// What git ignores is passed over, hidden files are not, links are not followed.
fn ignore_rules<'b>(builder: &'b mut WalkBuilder, files: &IgnoreFiles) -> &'b mut WalkBuilder {
    builder.standard_filters(true).hidden(false).require_git(false).follow_links(false);
    files.instruct(builder);
    builder
}

fn is_dir(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_excluded(entry: &DirEntry, root: &Path, excludes: &[String]) -> bool {
    let Some(name) = entry.file_name().to_str() else { return false };
    // `.git` is a file in a worktree and in a submodule.
    if name == ".git" || (is_dir(entry) && excluded::is_directory(name)) {
        return true;
    }
    if excludes.is_empty() {
        return false;
    }
    relative(entry.path(), root).is_some_and(|path| excludes.iter().any(|glob| Glob::matches(glob, path)))
}

fn relative<'p>(path: &'p Path, root: &Path) -> Option<&'p str> {
    path.strip_prefix(root).ok().and_then(Path::to_str)
}

fn visit(
    entry: Result<DirEntry, ignore::Error>,
    root: &Path,
    options: &WalkOptions<'_>,
    stop: &Stop,
    found: &Sender<Event>,
) -> WalkState {
    if Instant::now() >= options.deadline {
        stop.late.store(true, Ordering::Relaxed);
        return WalkState::Quit;
    }
    let event = match entry {
        Ok(entry) => classify(&entry, root, options),
        Err(_) => Some(Event::Skip(Skip::Unreadable)),
    };
    let Some(event) = event else { return WalkState::Continue };
    if matches!(event, Event::File(_)) && stop.count.fetch_add(1, Ordering::Relaxed) >= options.files_max {
        return WalkState::Quit;
    }
    match found.send(event) {
        Ok(()) => WalkState::Continue,
        Err(_) => WalkState::Quit,
    }
}

fn classify(entry: &DirEntry, root: &Path, options: &WalkOptions<'_>) -> Option<Event> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    if kind.is_symlink() {
        return Some(Event::Skip(Skip::Link));
    }
    if !kind.is_file() {
        return Some(Event::Skip(Skip::Special));
    }
    let Some(path) = relative(entry.path(), root) else { return Some(Event::Skip(Skip::Name)) };
    if options.sensitive.matches(path) {
        return Some(Event::Sensitive(path.to_owned()));
    }
    if excluded::is_lock_file(path.rsplit('/').next().unwrap_or(path)) {
        return Some(Event::Skip(Skip::LockFile));
    }
    let Ok(metadata) = entry.metadata() else { return Some(Event::Skip(Skip::Unreadable)) };
    let language = language::of_path(path);
    let class = class::of_path(path, language);
    Some(Event::File(WalkedFile {
        path: path.to_owned(),
        len: metadata.len(),
        modified_ns: modified_ns(&metadata),
        language,
        class,
    }))
}

fn modified_ns(metadata: &Metadata) -> i64 {
    metadata.mtime().saturating_mul(NANOSECONDS_PER_SECOND).saturating_add(metadata.mtime_nsec())
}

#[cfg(test)]
mod tests;
