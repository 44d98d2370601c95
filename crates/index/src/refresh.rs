//! Brings an index up to date: walk → what differs → read, parse and prepare in parallel → commit, batch by batch.
//!
//! A batch is cut by the order of paths, so the same repository gives the same segments. A kill loses the batch
//! in progress; the next run finds what is committed and goes on.

use std::collections::BTreeMap;
use std::path::Path;
use std::string::FromUtf8Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use foreword_guard::path::{Jail, PathError};
use foreword_guard::sensitive::Sensitive;
use foreword_model::limits;

use crate::facts::Reading;
use crate::freshness::{self, Differences};
use crate::store::{
    self, BuildState, Builder, FileMeta, FileRecord, Prepared, Preparer, Redactor, StoreError, Writer,
};
use crate::walk::{self, Cut, Skip, WalkOptions, Walked, WalkedFile};
use crate::{facts, git, header, static_rank};

/// What a refresh works with.
pub struct RefreshOptions<'a> {
    /// Globs that are not read besides the default ones.
    pub excludes: &'a [String],
    /// Files that are known by name only.
    pub sensitive: &'a Sensitive,
    /// Masks what must not be stored.
    pub redact: Redactor<'a>,
    /// Whether what is there counts.
    pub start: Start,
    /// Told after every file.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// What a refresh starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// What is in the index already.
    Known,
    /// Nothing.
    Empty,
}

/// How far a refresh is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Files done.
    pub done: usize,
    /// Files to do.
    pub total: usize,
}

/// What a refresh did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refreshed {
    /// Files read and put into the index.
    pub indexed: usize,
    /// Files taken out.
    pub removed: usize,
    /// Files that were as they were.
    pub unchanged: usize,
    /// Files that are not in the index, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Why what was there could not be used.
    pub started_over: Option<String>,
    /// Why it is not all.
    pub cut: Option<Cut>,
    /// Whether the index is the one from before: what was built in its place did not become complete.
    pub is_left_as_it_was: bool,
}

/// Brings the index in `folder` up to date with the repository. What is damaged, known before or found
/// on the way, is read anew.
pub fn refresh(jail: &Jail, folder: &Path, options: &RefreshOptions<'_>) -> Result<Refreshed, StoreError> {
    let mut writer = Writer::open(folder, jail.root())?;
    match options.start {
        Start::Empty => writer.begin_rebuild()?,
        Start::Known => writer.begin_repair(None)?,
    }
    match bring_up(&mut writer, jail, options) {
        Err(damaged @ StoreError::Damaged { .. }) => {
            writer.begin_repair(Some(&damaged))?;
            let mut refreshed = bring_up(&mut writer, jail, options)?;
            refreshed.started_over = Some(damaged.to_string());
            Ok(refreshed)
        }
        other => other,
    }
}

fn bring_up(writer: &mut Writer, jail: &Jail, options: &RefreshOptions<'_>) -> Result<Refreshed, StoreError> {
    let (known, was_complete) = (writer.files()?, writer.state().is_complete);
    let began_at = SystemTime::now();
    let walked = walk::walk(
        jail,
        &WalkOptions {
            excludes: options.excludes,
            sensitive: options.sensitive,
            deadline: Instant::now() + Duration::from_millis(limits::INDEX_WALK_MS),
            files_max: limits::INDEX_FILES,
            depth_max: limits::WALK_DEPTH,
        },
    );
    let differences = freshness::differences(&walked, &known);
    let mut run = Run::new(jail, options, &walked, &differences);
    run.began_at_s = began_at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    run.was_complete = was_complete;
    run.count_unread(&known);
    run.refreshed.started_over = writer.started_over().map(ToString::to_string);
    run.commit_all(writer, &known)?;
    if writer.is_rank_due() {
        writer.set_rank(&static_rank::compute(&writer.snapshot()?)?)?;
    }
    run.refreshed.is_left_as_it_was = !writer.finish()?;
    Ok(run.refreshed)
}

struct Run<'a> {
    jail: &'a Jail,
    options: &'a RefreshOptions<'a>,
    differences: &'a Differences<'a>,
    commit: Option<String>,
    began_at_s: u64,
    /// Whether what is there answers for everything already: then it does so between batches too.
    was_complete: bool,
    refreshed: Refreshed,
    done: AtomicUsize,
}

impl<'a> Run<'a> {
    fn new(
        jail: &'a Jail,
        options: &'a RefreshOptions<'a>,
        walked: &Walked,
        differences: &'a Differences<'a>,
    ) -> Self {
        let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
        for (reason, count) in &walked.skipped {
            skipped.insert(skip_name(*reason).to_owned(), *count as u64);
        }
        if !walked.sensitive.is_empty() {
            skipped.insert("sensitive".to_owned(), walked.sensitive.len() as u64);
        }
        let refreshed =
            Refreshed { unchanged: differences.unchanged, skipped, cut: walked.cut, ..Refreshed::default() };
        let commit = git::discover(jail.root()).and_then(|top| git::head(&top).commit);
        Self {
            jail,
            options,
            differences,
            commit,
            began_at_s: 0,
            was_complete: false,
            refreshed,
            done: AtomicUsize::new(0),
        }
    }

    /// Counts the files that stay as they are and are known by name only.
    fn count_unread(&mut self, known: &[FileRecord]) {
        let unchanged = |record: &&FileRecord| {
            let by_path = |file: &&WalkedFile| file.path.as_str().cmp(&record.path);
            self.differences.changed.binary_search_by(by_path).is_err()
                && self.differences.removed.binary_search(&record.path).is_err()
        };
        let reasons: Vec<&str> =
            known.iter().filter(unchanged).filter_map(|record| record.reading.why_unread()).collect();
        reasons.into_iter().for_each(|reason| self.count_skipped(reason));
    }

    fn count_skipped(&mut self, reason: &str) {
        *self.refreshed.skipped.entry(reason.to_owned()).or_default() += 1;
    }

    fn commit_all(&mut self, writer: &mut Writer, known: &[FileRecord]) -> Result<(), StoreError> {
        let removed: Vec<&str> = self.differences.removed.iter().map(String::as_str).collect();
        self.refreshed.removed = removed.len();
        let mut rest: &[&WalkedFile] = &self.differences.changed;
        let state = self.state(true);
        let said = BuildState { built_at_s: state.built_at_s, ..writer.state().clone() };
        if rest.is_empty() && removed.is_empty() && state == said {
            return writer.confirm(state.built_at_s);
        }
        let mut leaving = removed;
        loop {
            let (batch_files, after) = rest.split_at(batch_end(rest));
            let mut batch = Builder::new();
            for (file, outcome) in batch_files.iter().zip(self.prepare_all(batch_files)) {
                match outcome {
                    Ok((prepared, reading)) => {
                        batch.add(prepared);
                        match reading.why_unread() {
                            None => self.refreshed.indexed += 1,
                            Some(reason) => self.count_skipped(reason),
                        }
                    }
                    Err(reason) => {
                        self.count_skipped(reason);
                        // It may have been readable before.
                        if known.binary_search_by(|record| record.path.as_str().cmp(&file.path)).is_ok() {
                            leaving.push(&file.path);
                        }
                    }
                }
            }
            writer.commit(batch, &leaving, self.state(after.is_empty()))?;
            writer.maintain()?;
            leaving.clear();
            rest = after;
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    fn state(&self, is_last: bool) -> BuildState {
        BuildState {
            commit: self.commit.clone(),
            built_at_s: self.began_at_s,
            is_complete: self.was_complete || (is_last && self.refreshed.cut != Some(Cut::Time)),
            skipped: self.refreshed.skipped.clone(),
        }
    }

    /// Reads and prepares the files of a batch on all cores; the answers are in the order of the files.
    fn prepare_all(&self, files: &[&WalkedFile]) -> Vec<Outcome> {
        let next = AtomicUsize::new(0);
        let slots: Vec<Mutex<Option<Outcome>>> = files.iter().map(|_| Mutex::new(None)).collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(limits::INDEX_THREADS);
        std::thread::scope(|scope| {
            for _ in 0..threads.min(files.len()) {
                scope.spawn(|| {
                    let mut preparer = Preparer::new(self.options.redact);
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(file) = files.get(at) else { break };
                        let prepared = self.prepare(&mut preparer, file);
                        *slots[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(prepared);
                        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                        (self.options.progress)(Progress { done, total: self.differences.changed.len() });
                    }
                });
            }
        });
        let taken = |slot: Mutex<Option<_>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        slots.into_iter().map(|slot| taken(slot).unwrap_or(Err("internal error"))).collect()
    }

    fn prepare(&self, preparer: &mut Preparer<'_>, file: &WalkedFile) -> Outcome {
        let read_at = SystemTime::now();
        let (text, hash, reading) = match self.read(file)? {
            Contents::Text(text) => {
                let hash = store::content_hash(text.as_bytes());
                (text, hash, None)
            }
            Contents::Unread(reading, hash) => (String::new(), hash, Some(reading)),
        };
        let deadline = Instant::now() + Duration::from_millis(limits::INDEX_PARSE_MS);
        let found = reading.map_or_else(|| facts::extract(&text, file.language, deadline), facts::unread);
        let (start, end) = header::span(text.as_bytes(), file.language);
        let meta = FileMeta {
            size: file.len,
            modified_ns: freshness::stamp_to_keep(file.modified_ns, read_at),
            hash,
            language: file.language.map(|language| language.name),
            class: file.class,
            header: text.get(start..end).unwrap_or_default(),
        };
        Ok((preparer.prepare(&file.path, &meta, &text, &found), found.reading))
    }

    fn read(&self, file: &WalkedFile) -> Result<Contents, &'static str> {
        let bytes = self.jail.open_relative(&file.path).and_then(|open| open.read(limits::INDEX_FILE_BYTES));
        let bytes = match bytes {
            Ok(text) => text.bytes,
            Err(PathError::TooLarge { .. }) => return Ok(Contents::Unread(Reading::Large, 0)),
            Err(PathError::Invalid | PathError::Io(_)) => return Ok(Contents::Unread(Reading::Refused, 0)),
            Err(PathError::Special) => return Err("special file"),
            Err(PathError::Outside) => return Err("leads out of the repository"),
            Err(PathError::Absent) => return Err("gone while reading"),
        };
        if memchr::memchr(0, &bytes[..bytes.len().min(limits::BINARY_PROBE_BYTES)]).is_some() {
            return Ok(Contents::Unread(Reading::Binary, store::content_hash(&bytes)));
        }
        let not_text =
            |error: FromUtf8Error| Contents::Unread(Reading::NotUtf8, store::content_hash(error.as_bytes()));
        Ok(String::from_utf8(bytes).map_or_else(not_text, Contents::Text))
    }
}

/// A file, ready for the index, and how it was read; or why it does not come into the index at all.
type Outcome = Result<(Prepared, Reading), &'static str>;

/// What a file holds.
enum Contents {
    Text(String),
    /// Why it is known by its name only, and the hash of its bytes if they were read.
    Unread(Reading, u64),
}

/// Where a batch ends: at a number of files or of bytes.
fn batch_end(files: &[&WalkedFile]) -> usize {
    let mut bytes = 0;
    for (at, file) in files.iter().enumerate() {
        bytes += file.len;
        if at + 1 == limits::STORE_BATCH_FILES || bytes >= limits::STORE_BATCH_BYTES {
            return at + 1;
        }
    }
    files.len()
}

fn skip_name(reason: Skip) -> &'static str {
    match reason {
        Skip::Excluded => "excluded",
        Skip::LockFile => "lock file",
        Skip::Link => "link",
        Skip::Special => "special file",
        Skip::Name => "name not UTF-8",
        Skip::Unreadable => "unreadable",
    }
}
