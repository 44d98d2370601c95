//! The live scan: walk, then read every file once, on a few threads, until the time is up.
//!
//! Reads only through the jail. What it could not look at is counted, never guessed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use foreword_guard::path::{Jail, PathError};
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::walk::{Cut, WalkOptions, Walked, WalkedFile, unbounded_note, walk};
use foreword_model::clock;
use foreword_model::limits;

use super::corpus::Corpus;
use super::filters::Filters;
use super::matcher::{FileHits, Matcher, Scratch};

/// The part of the time that the walk may take.
const WALK_SHARE: f64 = 0.5;
/// A file whose lines are longer than this on average is minified or data.
const LINE_BYTES_MEAN_MAX: usize = 500;

/// A file that was read, with what it holds.
#[derive(Debug)]
pub(super) struct Scanned {
    /// The file.
    pub(super) file: WalkedFile,
    /// What it holds of the query; empty for a file that is only known by its path.
    pub(super) hits: FileHits,
}

/// Everything that a search saw.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Files that were read, by path.
    pub(super) files: Vec<Scanned>,
    /// Bytes that were read.
    pub(super) bytes: u64,
    /// Files that were searched, by language.
    pub(super) languages: BTreeMap<String, usize>,
    /// Paths of files that were found and not read.
    pub(super) passed_over: Vec<String>,
    /// Files that changed since they were indexed and were not read: more than a search looks at.
    pub(super) changed_left: usize,
    /// Files that the index knows and that are no longer there.
    pub(super) gone: usize,
    /// Paths of source files that are larger than is read: nothing is known of what they define.
    pub(super) large: Vec<String>,
    /// Sensitive files, counted.
    pub(super) sensitive: usize,
    /// Which directories were not read because of their ignore files.
    pub(super) unbounded: Option<String>,
    /// Why it is not all.
    pub(super) cut: Option<Stopped>,
    /// Files that hand on a symbol of the query, where that is known.
    pub(super) reexporting: BTreeSet<String>,
    /// Lines at which members of the query are defined, by path, where that is known.
    pub(super) members: BTreeMap<String, Vec<u32>>,
    /// Directory levels that tell parts of the repository apart.
    pub(super) part_levels: usize,
    /// How much past commits speak for files, by path, where that is known.
    pub(super) commits: HashMap<String, f64>,
    /// By path: how much a prompt that tells as much as an issue speaks for the file, beside the best one.
    pub(super) reported: HashMap<String, f64>,
    /// By path: bare names of definitions that past commits like the query changed, with how much those say.
    pub(super) changed_definitions: HashMap<String, Vec<(String, f64)>>,
    /// What the best passage of a file is worth, by path, as far as the index tells.
    pub(super) passages: HashMap<String, f64>,
    /// How much the session's earlier places say for a file, by path.
    pub(super) earlier: BTreeMap<String, f64>,
    /// Definitions that tests like the query name, by path and first line, with how much that says; where that is known.
    pub(super) tested_definitions: HashMap<String, Vec<(u32, f64)>>,
    /// What the test of a file says, by the file's path.
    pub(super) tested_files: HashMap<String, f64>,
    /// The whole repository, where only a part of it had to be read.
    pub(super) corpus: Option<Corpus>,
}

impl Scan {
    /// Whether all source files were looked at.
    pub(super) fn is_whole(&self) -> bool {
        self.cut.is_none() && self.large.is_empty() && self.changed_left == 0
    }

    /// Files that were searched.
    pub(super) fn searched(&self) -> usize {
        let unread = |corpus: &Corpus| corpus.unread + self.gone + self.changed_left;
        self.corpus.as_ref().map_or(self.files.len(), |corpus| corpus.files.saturating_sub(unread(corpus)))
    }
}

/// Why a scan is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The time ran out.
    Time,
    /// More files than are looked at.
    Files,
    /// More bytes than are read.
    Bytes,
}

impl Stopped {
    /// As a reader gets it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Time => "time limit",
            Self::Files => "file limit",
            Self::Bytes => "size limit",
        }
    }
}

/// Which files are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules<'r> {
    pub(super) sensitive: &'r Sensitive,
    pub(super) excludes: &'r [String],
    pub(super) filters: &'r Filters,
}

/// Scans the repository.
pub(super) fn scan(jail: &Jail, matcher: &Matcher<'_>, rules: &Rules<'_>, deadline: Instant) -> Scan {
    let sensitive = rules.sensitive;
    let options = WalkOptions {
        excludes: rules.excludes,
        sensitive,
        deadline: walk_deadline(clock::now(), deadline),
        files_max: limits::LIVE_SCAN_FILES,
        depth_max: limits::WALK_DEPTH,
    };
    let walked = walk(jail, &options);
    let unbounded = (!walked.unbounded.is_empty()).then(|| unbounded_note(&walked.unbounded));
    let Walked { mut files, sensitive: sensitive_files, cut, .. } = walked;
    files.retain(|file| rules.filters.takes_file(&file.path, file.language));
    // If the time runs out, let it be in what is least likely the answer. The walk's order breaks ties.
    files.sort_by_cached_key(|file| (urgency(file.class), !matcher.occurs_in_path(&file.path)));
    let is_large = |file: &&WalkedFile| is_source(file.class) && file.len > limits::LIVE_SCAN_FILE_BYTES;
    let large = files.iter().filter(is_large).map(|file| file.path.clone()).collect();
    let mut scan = read_all(files, jail, matcher, sensitive, deadline);
    scan.large = large;
    scan.sensitive = sensitive_files.len();
    scan.unbounded = unbounded;
    scan.cut = match cut {
        Some(Cut::Time) => scan.cut.or(Some(Stopped::Time)),
        Some(Cut::Files) => scan.cut.or(Some(Stopped::Files)),
        None => scan.cut,
    };
    for scanned in &scan.files {
        if let Some(language) = scanned.file.language {
            *scan.languages.entry(language.name.to_owned()).or_default() += 1;
        }
    }
    scan
}

/// Reads files in their order, on a few threads, until the time is up; the first few whatever the time is.
pub(super) fn read_all(
    files: Vec<WalkedFile>,
    jail: &Jail,
    matcher: &Matcher<'_>,
    sensitive: &Sensitive,
    deadline: Instant,
) -> Scan {
    let shared = Shared {
        jail,
        matcher,
        sensitive,
        files: &files,
        next: AtomicUsize::new(0),
        bytes: AtomicU64::new(0),
        late: AtomicBool::new(false),
        deadline,
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, limits::SCAN_THREADS);
    let threads = threads.min(files.len().max(1));
    let mut found: Vec<(usize, FileHits)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(|| shared.work())).collect();
        let mut found = shared.work();
        // A worker that panicked loses only what it found.
        found.extend(workers.into_iter().filter_map(|worker| worker.join().ok()).flatten());
        found
    });
    let bytes = shared.bytes.load(Ordering::Relaxed);
    let late = shared.late.load(Ordering::Relaxed);
    found.sort_unstable_by_key(|(number, _)| *number);
    let mut scan = Scan { bytes, cut: stopped(late, bytes), ..Scan::default() };
    let mut files: Vec<Option<WalkedFile>> = files.into_iter().map(Some).collect();
    for (number, hits) in found {
        let Some(file) = files.get_mut(number).and_then(Option::take) else { continue };
        scan.files.push(Scanned { file, hits });
    }
    scan.passed_over = files.into_iter().flatten().map(|file| file.path).collect();
    scan.files.sort_unstable_by(|a, b| a.file.path.cmp(&b.file.path));
    scan
}

/// Whether people wrote a file to be run, so that it may define what is asked for.
pub(super) fn is_source(class: FileClass) -> bool {
    matches!(class, FileClass::Code | FileClass::Test | FileClass::Example)
}

/// A huge tree must leave time to read what was found in it.
fn walk_deadline(started: Instant, deadline: Instant) -> Instant {
    started + deadline.saturating_duration_since(started).mul_f64(WALK_SHARE)
}

fn stopped(late: bool, bytes: u64) -> Option<Stopped> {
    match late {
        _ if bytes >= limits::LIVE_SCAN_BYTES => Some(Stopped::Bytes),
        true => Some(Stopped::Time),
        false => None,
    }
}

fn urgency(class: FileClass) -> u8 {
    match class {
        FileClass::Code => 0,
        FileClass::Test | FileClass::Example => 1,
        FileClass::Migration | FileClass::Doc | FileClass::Data | FileClass::Locale => 2,
        FileClass::Generated | FileClass::Vendored => 3,
    }
}

/// What the threads share.
struct Shared<'s, 'q> {
    jail: &'s Jail,
    matcher: &'s Matcher<'q>,
    sensitive: &'s Sensitive,
    files: &'s [WalkedFile],
    next: AtomicUsize,
    bytes: AtomicU64,
    late: AtomicBool,
    deadline: Instant,
}

impl Shared<'_, '_> {
    fn work(&self) -> Vec<(usize, FileHits)> {
        let mut scratch = Scratch::new();
        let mut bytes = Vec::new();
        let mut found = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(number) else { return found };
            if self.bytes.load(Ordering::Relaxed) >= limits::LIVE_SCAN_BYTES {
                return found;
            }
            if number >= limits::SEARCH_READ_AT_LEAST && clock::is_past(self.deadline) {
                self.late.store(true, Ordering::Relaxed);
                return found;
            }
            let Ok(text) = read_text(self.jail, &file.path, self.sensitive, &mut bytes) else { continue };
            self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            found.push((number, self.matcher.scan(text, file.language, &mut scratch)));
        }
    }
}

/// Why a file has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// More bytes than are read.
    TooLarge {
        /// Bytes.
        size: u64,
    },
    /// A NUL near its beginning.
    Binary,
    /// Lines that nobody wrote.
    Minified,
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// Gone, sensitive, or refused by the system.
    Refused,
}

/// The text of a file, read into `bytes`; they hold what was read of a file without text, too.
pub fn read_text<'b>(
    jail: &Jail,
    path: &str,
    sensitive: &Sensitive,
    bytes: &'b mut Vec<u8>,
) -> Result<&'b str, Unread> {
    let file = jail.open_relative(path).map_err(|_| Unread::Refused)?;
    // A link that appeared after the walk may lead to another name.
    if file.path().as_str() != path && sensitive.matches(file.path().as_str()) {
        return Err(Unread::Refused);
    }
    match file.read_into(bytes, limits::LIVE_SCAN_FILE_BYTES) {
        Ok(()) => {}
        Err(PathError::TooLarge { size }) => return Err(Unread::TooLarge { size }),
        Err(
            PathError::Outside
            | PathError::Absent
            | PathError::Special
            | PathError::Invalid
            | PathError::Io(_),
        ) => return Err(Unread::Refused),
    }
    let probe = &bytes[..bytes.len().min(limits::BINARY_PROBE_BYTES)];
    if memchr::memchr(0, probe).is_some() {
        return Err(Unread::Binary);
    }
    if is_minified(probe) {
        return Err(Unread::Minified);
    }
    std::str::from_utf8(bytes).map_err(|_| Unread::NotUtf8)
}

fn is_minified(probe: &[u8]) -> bool {
    let lines = memchr::memchr_iter(b'\n', probe).count() + 1;
    probe.len() / lines > LINE_BYTES_MEAN_MAX
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_walk_leaves_time_to_read() {
        let started = clock::now();
        let deadline = started + Duration::from_millis(450);
        let walk_ends = walk_deadline(started, deadline);
        assert!(walk_ends > started && deadline - walk_ends >= Duration::from_millis(150));
        assert_eq!(walk_deadline(deadline, started), deadline, "a passed deadline gives no time");
    }
}
