//! Which files a repository has: what [`content`] admits, sensitive files by name only.
//!
//! Reads no file itself, follows no link, and decides no ranking.

pub mod content;
mod ignore_files;
mod ignore_rule;
mod wildmatch;
mod worktrees;

use std::collections::{BTreeMap, HashSet};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_guard::secrets;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{escape, excluded};
use foreword_model::clock;
use foreword_model::limits;
use foreword_model::repo::NotContent;
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::class::{self, FileClass};
use crate::language::{self, Language};
use content::{ContentRules, EntryKind};

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
    /// Ignored by the rules of an ignore file.
    Ignored,
    /// A lock file.
    LockFile,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Special,
    /// A name that is not UTF-8.
    Name,
    /// A name that holds a secret.
    SecretName,
    /// The system refused.
    Unreadable,
    /// Another worktree of the same repository.
    OtherWorktree,
    /// A directory whose ignore file is over a bound, with everything below it.
    UnboundedRules,
    /// A directory that lies deeper than the walk goes.
    TooDeep,
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
    /// Directories of which nothing is read because their ignore file is over a bound; `.` is the root.
    pub unbounded: Vec<String>,
    /// Why it is not all.
    pub cut: Option<Cut>,
}

/// Says of which directories nothing is read because their ignore files are over a bound; the first few are named.
pub fn unbounded_note(directories: &[String]) -> String {
    let first = directories.iter().take(limits::OVER_BOUND_NAMED);
    let named: Vec<String> = first.map(|directory| escape::told_path(directory).into_string()).collect();
    let more = if directories.len() > named.len() { ", …" } else { "" };
    format!("ignore file over its bound, nothing read in {}{more}", named.join(", "))
}

/// Walks the repository. The result does not depend on the order in which threads find things.
pub fn walk(jail: &Jail, options: &WalkOptions<'_>) -> Walked {
    let content = Arc::new(ContentRules::new(jail, options.excludes));
    let nothing = || Walked {
        skipped: BTreeMap::from([(Skip::UnboundedRules, 1)]),
        unbounded: vec![".".to_owned()],
        ..Walked::default()
    };
    if content.refused(".", EntryKind::Directory).is_some() {
        return nothing();
    }
    let walked = walk_with(jail, options, &content);
    // Which directories came before the bound depends on the order: none of them counts.
    if content.is_overrun() { nothing() } else { walked }
}

fn walk_with(jail: &Jail, options: &WalkOptions<'_>, content: &Arc<ContentRules>) -> Walked {
    let (sender, receiver) = mpsc::channel();
    let stop = Stop { count: AtomicUsize::new(0), late: AtomicBool::new(false) };
    let root = jail.root();
    builder(root, options, content, sender.clone()).build_parallel().run(|| {
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
            Event::Unbounded(path) => {
                *walked.skipped.entry(Skip::UnboundedRules).or_default() += 1;
                walked.unbounded.push(path);
            }
        }
    }
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.files.truncate(options.files_max);
    walked.sensitive.sort_unstable();
    walked.unbounded.sort_unstable();
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

/// Lists directories: their own files, and everything below directories that are not `known`. What is excluded is up to
/// `content`, not to the options.
pub fn new_files(
    jail: &Jail,
    directories: &[&str],
    known: &HashSet<&str>,
    content: &Arc<ContentRules>,
    options: &WalkOptions<'_>,
) -> NewFiles {
    let content = Arc::clone(content);
    let mut found = NewFiles { files: Vec::new(), is_whole: true };
    let root = jail.root();
    // What was content when it was indexed need not be any more.
    let starts = directories.iter().filter(|start| content.refused(start, EntryKind::Directory).is_none());
    // Rules compare letters: a path with a `.` in it would match none that names a folder.
    let full = |start: &&str| if *start == "." { root.to_path_buf() } else { root.join(start) };
    let starts: Vec<PathBuf> = starts.map(full).collect();
    let Some((first, rest)) = starts.split_first() else { return found };
    let mut builder = WalkBuilder::new(first);
    rest.iter().for_each(|start| {
        builder.add(start);
    });
    let known: HashSet<PathBuf> = known.iter().map(|directory| root.join(directory)).collect();
    builder.standard_filters(false).follow_links(false).max_depth(Some(options.depth_max)).filter_entry(
        move |entry| {
            let is_listed_itself = entry.depth() > 0 && is_dir(entry) && known.contains(entry.path());
            entry.depth() == 0 || (!is_listed_itself && content.entry(entry.path(), kind_of(entry)).is_none())
        },
    );
    for (at, entry) in builder.build().flatten().enumerate() {
        if at >= limits::FRESHNESS_AT_LEAST && clock::is_past(options.deadline) {
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
    let content = Arc::new(ContentRules::new(jail, options.excludes));
    if content.refused(".", EntryKind::Directory).is_some() {
        return Some(vec![jail.root().to_path_buf()]);
    }
    let (sender, _unread) = mpsc::channel();
    let mut found = Vec::new();
    for entry in builder(jail.root(), options, &content, sender).build().flatten() {
        if clock::is_past(options.deadline) || found.len() > directories_max {
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
    Unbounded(String),
}

impl Event {
    fn skip(refused: NotContent, path: &str) -> Self {
        match refused {
            NotContent::Excluded => Self::Skip(Skip::Excluded),
            NotContent::Ignored => Self::Skip(Skip::Ignored),
            NotContent::OtherWorktree => Self::Skip(Skip::OtherWorktree),
            NotContent::UnboundedRules => Self::Unbounded(path.to_owned()),
        }
    }
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
    content: &Arc<ContentRules>,
    skipped: Sender<Event>,
) -> WalkBuilder {
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, limits::SCAN_THREADS);
    let (content, owned_root) = (Arc::clone(content), root.to_path_buf());
    let mut builder = WalkBuilder::new(root);
    builder
        .standard_filters(false)
        .follow_links(false)
        .max_depth(Some(options.depth_max))
        .threads(threads)
        .filter_entry(move |entry| {
            let path = entry.path();
            let Some(refused) = content.entry(path, kind_of(entry)) else { return true };
            // A lock file is counted as one, and what is ignored is what nobody misses.
            if refused != NotContent::Ignored && !is_lock_file(entry) {
                // The receiver outlives the walk.
                let _ = skipped.send(Event::skip(refused, relative(path, &owned_root).unwrap_or_default()));
            }
            is_lock_file(entry) && refused == NotContent::Excluded
        });
    builder
}

fn is_lock_file(entry: &DirEntry) -> bool {
    !is_dir(entry) && entry.file_name().to_str().is_some_and(excluded::is_lock_file)
}

fn kind_of(entry: &DirEntry) -> EntryKind {
    if is_dir(entry) { EntryKind::Directory } else { EntryKind::File }
}

fn is_dir(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
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
    if clock::is_past(options.deadline) {
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
        return (entry.depth() >= options.depth_max).then_some(Event::Skip(Skip::TooDeep));
    }
    if kind.is_symlink() {
        return Some(Event::Skip(Skip::Link));
    }
    if !kind.is_file() {
        return Some(Event::Skip(Skip::Special));
    }
    let Some(path) = relative(entry.path(), root) else { return Some(Event::Skip(Skip::Name)) };
    if secrets::is_in_path(path) {
        return Some(Event::Skip(Skip::SecretName));
    }
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

#[cfg(test)]
mod git_oracle;
