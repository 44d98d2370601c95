//! Brings an index up to date: walk → what differs → read, parse and prepare in parallel → commit, batch by batch.
//!
//! A batch is cut by the order of paths, so the same repository gives the same segments. A kill loses the batch
//! in progress; the next run finds what is committed and goes on.
//!
//! Files are read and parsed by [`Workers`], which the caller chooses: a parser may abort its process or eat all memory.

mod child_workers;
mod file;
mod messages;
mod workers;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::clock;
use foreword_model::limits;

use crate::facts::Reading;
use crate::freshness::{self, Differences};
use crate::store::{BuildState, Builder, FileRecord, Redactor, StoreError, Writer};
use crate::walk::{self, Cut, Skip, WalkOptions, Walked, WalkedFile};
use crate::{git, static_rank};

pub use child_workers::{ChildWorkers, StartWorker, WorkerProcess};
pub use file::Outcome;
pub use messages::serve;
pub use workers::{Worker, Workers};

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
    /// Told after every few files.
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

/// Brings the index in `folder` up to date with the repository, and parses in this process.
pub fn refresh(jail: &Jail, folder: &Path, options: &RefreshOptions<'_>) -> Result<Refreshed, StoreError> {
    refresh_with(jail, folder, options, &workers::InProcess { jail, redact: options.redact })
}

/// Brings the index in `folder` up to date with the repository. What is damaged, known before or
/// found on the way, is read anew.
pub fn refresh_with(
    jail: &Jail,
    folder: &Path,
    options: &RefreshOptions<'_>,
    workers: &dyn Workers,
) -> Result<Refreshed, StoreError> {
    let mut writer = Writer::open(folder, jail.root())?;
    match options.start {
        Start::Empty => writer.begin_rebuild()?,
        Start::Known => writer.begin_repair(None)?,
    }
    match bring_up(&mut writer, jail, options, workers) {
        Err(damaged @ StoreError::Damaged { .. }) => {
            writer.begin_repair(Some(&damaged))?;
            let mut refreshed = bring_up(&mut writer, jail, options, workers)?;
            refreshed.started_over = Some(damaged.to_string());
            Ok(refreshed)
        }
        other => other,
    }
}

fn bring_up(
    writer: &mut Writer,
    jail: &Jail,
    options: &RefreshOptions<'_>,
    workers: &dyn Workers,
) -> Result<Refreshed, StoreError> {
    let (known, was_complete) = (writer.files()?, writer.state().is_complete);
    let began_at = SystemTime::now();
    let walked = walk::walk(
        jail,
        &WalkOptions {
            excludes: options.excludes,
            sensitive: options.sensitive,
            deadline: clock::now() + Duration::from_millis(limits::INDEX_WALK_MS),
            files_max: limits::INDEX_FILES,
            depth_max: limits::WALK_DEPTH,
        },
    );
    let differences = freshness::differences(&walked, &known);
    differences.removed.iter().for_each(|path| workers.forget(path));
    let mut run = Run::new(jail, options, &walked, &differences, workers);
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
    options: &'a RefreshOptions<'a>,
    workers: &'a dyn Workers,
    differences: &'a Differences<'a>,
    commit: Option<String>,
    began_at_s: u64,
    /// Whether what is there answers for everything already: then it does so between batches too.
    was_complete: bool,
    refreshed: Refreshed,
    /// Files of earlier batches that are done.
    done: usize,
}

impl<'a> Run<'a> {
    fn new(
        jail: &Jail,
        options: &'a RefreshOptions<'a>,
        walked: &Walked,
        differences: &'a Differences<'a>,
        workers: &'a dyn Workers,
    ) -> Self {
        let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
        for (reason, count) in &walked.skipped {
            let name = match reason {
                Skip::UnboundedRules => walk::unbounded_note(&walked.unbounded),
                other => skip_name(*other).to_owned(),
            };
            skipped.insert(name, *count as u64);
        }
        if !walked.sensitive.is_empty() {
            skipped.insert("sensitive".to_owned(), walked.sensitive.len() as u64);
        }
        let refreshed =
            Refreshed { unchanged: differences.unchanged, skipped, cut: walked.cut, ..Refreshed::default() };
        let commit = git::discover(jail.root()).and_then(|top| git::head(&top).commit);
        Self { options, workers, differences, commit, began_at_s: 0, was_complete: false, refreshed, done: 0 }
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
            let (batch_files, after) =
                rest.split_at(group_len(rest, limits::STORE_BATCH_FILES, limits::STORE_BATCH_BYTES));
            let mut batch = Builder::new();
            for (file, outcome) in batch_files.iter().zip(self.prepare_all(batch_files)?) {
                match outcome {
                    Ok(prepared) => {
                        let reading = prepared.file_record().map(|record| record.reading);
                        batch.add(prepared);
                        match reading.and_then(Reading::why_unread) {
                            None => self.refreshed.indexed += 1,
                            Some(reason) => self.count_skipped(reason),
                        }
                    }
                    Err(reason) => {
                        self.count_skipped(&reason);
                        // It may have been readable before.
                        if known.binary_search_by(|record| record.path.as_str().cmp(&file.path)).is_ok() {
                            leaving.push(&file.path);
                        }
                    }
                }
            }
            self.done += batch_files.len();
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

    /// Has the files of a batch read and prepared on all cores; the answers are in the order of the files.
    fn prepare_all(&self, files: &[&WalkedFile]) -> Result<Vec<Outcome>, StoreError> {
        let queue = Mutex::new(Queue { files, next: 0, done: self.done });
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(limits::INDEX_THREADS);
        let mut groups = std::thread::scope(|scope| {
            let start = |_| {
                let stack = std::thread::Builder::new().stack_size(limits::PARSE_STACK_BYTES);
                stack.spawn_scoped(scope, || self.prepare_groups(&queue))
            };
            let running: Vec<_> = (0..threads.min(files.len())).filter_map(|at| start(at).ok()).collect();
            if running.is_empty() {
                return self.prepare_groups(&queue).map(|answers| vec![answers]);
            }
            // A thread that panicked has lost its groups, and only these.
            running.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<Vec<_>, _>>()
        })?;
        let mut outcomes: Vec<Outcome> = files.iter().map(|_| Err("internal error".to_owned())).collect();
        for (first, group) in groups.iter_mut().flatten() {
            for (outcome, slot) in group.drain(..).zip(&mut outcomes[*first..]) {
                *slot = outcome;
            }
        }
        Ok(outcomes)
    }

    /// Takes groups from the queue until it is empty; each answer is with the place of its first file.
    fn prepare_groups(&self, queue: &Mutex<Queue<'_>>) -> Result<Vec<(usize, Vec<Outcome>)>, StoreError> {
        let mut worker = self.workers.worker();
        let mut answers = Vec::new();
        loop {
            let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((first, group)) = taken else { return Ok(answers) };
            answers.push((first, worker.prepare(group)?));
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            queue.done += group.len();
            (self.options.progress)(Progress { done: queue.done, total: self.differences.changed.len() });
        }
    }
}

/// The files of a batch that nobody has taken yet.
struct Queue<'f> {
    files: &'f [&'f WalkedFile],
    next: usize,
    /// Files of the whole refresh that are done.
    done: usize,
}

impl<'f> Queue<'f> {
    /// The next group of files, with the place of its first.
    fn take(&mut self) -> Option<(usize, &'f [&'f WalkedFile])> {
        let first = self.next;
        let rest = self.files.get(first..).filter(|rest| !rest.is_empty())?;
        self.next += group_len(rest, limits::WORKER_GROUP_FILES, limits::WORKER_GROUP_BYTES);
        self.files.get(first..self.next).map(|group| (first, group))
    }
}

/// How many files come together: up to a number of files or of bytes.
fn group_len(files: &[&WalkedFile], files_max: usize, bytes_max: u64) -> usize {
    let mut bytes = 0;
    for (at, file) in files.iter().enumerate() {
        bytes += file.len;
        if at + 1 == files_max || bytes >= bytes_max {
            return at + 1;
        }
    }
    files.len()
}

fn skip_name(reason: Skip) -> &'static str {
    match reason {
        Skip::Excluded => "excluded",
        Skip::Ignored => "ignored",
        Skip::LockFile => "lock file",
        Skip::Link => "link",
        Skip::Special => "special file",
        Skip::Name => "name not UTF-8",
        Skip::SecretName => "secret in its name",
        Skip::TooDeep => "directory too deep",
        Skip::Unreadable => "unreadable",
        Skip::OtherWorktree => "another worktree",
        Skip::UnboundedRules => "ignore file over its bound",
    }
}
