//! The pass: asks git for what the commits of the history changed that are not settled yet, newest first, and stores by
//! commit what was read.
//!
//! Never on the way of a prompt, and last of all that a refresh does. Whatever goes wrong leaves what is there.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use foreword_model::{clock, limits};

use super::encode::{Definitions, Settled, encode};
use super::file::{self, FILE_NAME, Header};
use super::patches::{CommitPatch, PatchParser};
use super::read::DefinitionHistory;
use crate::git;
use crate::history::command::{self, GitSource};
use crate::history::update::{self, End, Update, UpdateOptions};
use crate::history::{History, Summary};
use crate::language::{self, Nature};
use crate::refresh::Start;
use crate::store::folder::Lock;
use crate::store::{self, Disk, RealDisk, StoreError};

/// One pass at a time: the next refresh may come while it is running.
const LOCK: &str = "definition-history-lock";

/// Brings the definition history in the folder of an index as far as one pass gets: after its
/// [`update`](super::super::update), whose commits it goes through.
pub fn update_definitions(folder: &Path, options: &UpdateOptions<'_>) -> Result<Update, StoreError> {
    update_definitions_with(folder, options, &RealDisk)
}

/// The same with another disk.
pub fn update_definitions_with(
    folder: &Path,
    options: &UpdateOptions<'_>,
    disk: &dyn Disk,
) -> Result<Update, StoreError> {
    let left = |reason: &str| Ok(Update::Left(reason.to_owned()));
    drop_damaged(folder)?;
    let history = match History::open(folder) {
        Ok(history) => history,
        Err(StoreError::Missing) => {
            file::remove(disk, folder)?;
            return left("there is no history");
        }
        Err(error) => return Err(error),
    };
    let _lock = match Lock::take_named(folder, LOCK) {
        Err(StoreError::Busy) => return left("another process is at it"),
        taken => taken?,
    };
    let known = Known::open(folder, &history, options.start)?;
    let (settled, asked) = plan(&history, known.as_ref())?;
    let newest = history.id(0)?;
    if let Some(known) = &known {
        let holds = |reason: &str| update::still_holds(reason, known.written_at);
        match &known.header.reason {
            Some(reason) if known.header.newest == newest && holds(reason) => return left(reason),
            None if asked.is_empty() && known.settled == settled => return Ok(Update::Unchanged),
            _ => {}
        }
    }
    let Some(top) = git::discover(options.root) else { return left("not a git repository") };
    if let Some(refusal) = top.refusal() {
        return left(&refusal.to_string());
    }
    // What is asked for below comes before this commit: no other was looked at for what it borrows.
    let Summary { head: Some(head), .. } = history.summary() else { return left("there is no history") };
    if git::head(&top).commit.as_ref() != Some(&head) {
        return left("the history is not up to date");
    }
    let source = match update::source(&top, &head, folder, options.git)? {
        Ok(source) => source,
        Err(refusal) => return left(&refusal.to_string()),
    };
    let header = Header { newest, shallow: history.file.header.shallow, reason: None, ..Header::default() };
    let mut pass = Pass {
        options,
        source,
        below: update::below(options.root, &top),
        disk,
        folder,
        header,
        settled,
        asked,
        skipped: Vec::new(),
        started: clock::now(),
        bytes: 0,
        added: 0,
        has_read: false,
    };
    let reason = pass.run()?;
    pass.put(reason.clone())?;
    Ok(match reason {
        Some(reason) => Update::Left(reason),
        None => Update::Brought { added: pass.added, is_anew: known.is_none() },
    })
}

/// Deletes one that was noted as damaged: the next pass makes it anew.
pub fn drop_damaged(folder: &Path) -> Result<(), StoreError> {
    if store::noted_damage(folder).iter().any(|name| name == FILE_NAME) {
        file::remove(&RealDisk, folder)?;
        store::forget_damage(folder, |name| name == FILE_NAME)?;
    }
    Ok(())
}

/// What an earlier pass has settled.
struct Known {
    header: Header,
    written_at: SystemTime,
    settled: Settled,
}

impl Known {
    /// Nothing if it does not count any more. Where a shallow clone ends, a commit seems to change all that there is.
    fn open(folder: &Path, history: &History, start: Start) -> Result<Option<Self>, StoreError> {
        if start == Start::Empty {
            return Ok(None);
        }
        let read = DefinitionHistory::open(folder).and_then(|known| Ok((known.settled()?, known)));
        match read {
            Ok((settled, known)) => {
                let (header, written_at) = (known.header().clone(), known.written_at());
                let counts = header.shallow == history.file.header.shallow;
                Ok(counts.then_some(Self { header, written_at, settled }))
            }
            Err(StoreError::Missing | StoreError::Damaged { .. } | StoreError::OtherFormat) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A commit that git is asked for: its id in hexadecimal, and as bytes.
type Asked = (String, Vec<u8>);

/// What is settled of the newest commits, and what git has to be asked for, newest first. What touches many files, or no
/// code, is settled without git.
fn plan(history: &History, known: Option<&Known>) -> Result<(Settled, VecDeque<Asked>), StoreError> {
    let (mut settled, mut asked) = (Settled::new(), VecDeque::new());
    let raw = history.raw()?;
    let newest = history.commits()?.iter().take(limits::DEFINITION_HISTORY_COMMITS);
    for (number, commit) in (0_u32..).zip(newest) {
        let id = history.id_bytes(number)?.to_vec();
        let is_code = |path: u32| {
            language::of_path(raw.names.get(path)).is_some_and(|language| language.nature == Nature::Code)
        };
        if let Some(definitions) = known.and_then(|known| known.settled.get(&id)) {
            settled.insert(id, definitions.clone());
        } else if commit.files as usize > limits::DEFINITION_HISTORY_FILES
            || !raw.of(number).any(|change| is_code(change.path))
        {
            settled.insert(id, Definitions::new());
        } else {
            asked.push_back((id.iter().map(|byte| format!("{byte:02x}")).collect(), id));
        }
    }
    Ok((settled, asked))
}

struct Pass<'a> {
    options: &'a UpdateOptions<'a>,
    source: GitSource,
    below: &'a Path,
    disk: &'a dyn Disk,
    folder: &'a Path,
    header: Header,
    settled: Settled,
    /// What is left, newest first.
    asked: VecDeque<Asked>,
    /// What git died of without a word: its own fault, unless it has read another.
    skipped: Vec<Asked>,
    started: Instant,
    bytes: u64,
    added: usize,
    /// Whether git has read any commit.
    has_read: bool,
}

/// What git said of some commits.
struct Answer {
    end: End,
    commits: Vec<CommitPatch>,
    is_empty: bool,
}

impl Pass<'_> {
    /// Goes on until nothing is left, or it may not; a reason if git is of no use.
    fn run(&mut self) -> Result<Option<String>, StoreError> {
        let mut deaths = 0;
        while !self.asked.is_empty() && !self.is_over() {
            let count = self.asked.len().min(limits::DEFINITION_HISTORY_BATCH);
            let answer = match self.ask(count) {
                Ok(answer) => answer,
                Err(reason) => return Ok(Some(reason)),
            };
            self.has_read |= !answer.commits.is_empty();
            match answer.end {
                End::Done if answer.commits.is_empty() && !answer.is_empty => {
                    return Ok(Some("git printed something else than commits".to_owned()));
                }
                End::Done => self.settle(count, answer.commits),
                End::Cut => {
                    let whole = self.whole(count, &answer.commits);
                    // One that takes all the time there is would be begun each time.
                    let is_stuck = whole == 0 && self.added == 0;
                    self.settle_before(whole, answer.commits);
                    if is_stuck {
                        self.settle(1, Vec::new());
                    }
                    break;
                }
                End::Failed { code } => {
                    if answer.commits.is_empty() {
                        self.skipped.extend(self.asked.pop_front());
                    } else {
                        let whole = self.whole(count, &answer.commits);
                        self.settle_before(whole, answer.commits);
                        // It died in this one.
                        self.settle(1, Vec::new());
                    }
                    deaths += 1;
                    if deaths >= limits::DEFINITION_HISTORY_RESTARTS
                        || (!self.has_read && self.asked.is_empty())
                    {
                        return Ok((!self.has_read).then(|| update::in_words(code)));
                    }
                }
            }
            if !self.asked.is_empty() && self.added > 0 {
                match self.put(None) {
                    // Another refresh writes: there is another time.
                    Ok(()) | Err(StoreError::Busy) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(None)
    }

    fn is_over(&self) -> bool {
        self.bytes > limits::DEFINITION_HISTORY_OUTPUT_BYTES
            || clock::since(self.started) > Duration::from_millis(limits::DEFINITION_HISTORY_MS)
    }

    /// Asks git for the first of what is left.
    fn ask(&mut self, count: usize) -> Result<Answer, String> {
        let ids = self.asked.iter().take(count).map(|(hex, _)| hex.clone());
        let command = command::patches(&self.source, self.below, ids);
        let git = self.options.git;
        let mut parser = PatchParser::default();
        let before = self.bytes;
        let end = git.stream(&command, &mut |piece| {
            self.bytes += piece.len() as u64;
            parser.push(piece);
            if self.is_over() || parser.begun() > count {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let end = end.map_err(|error| update::not_started(&error))?;
        Ok(Answer { end, commits: parser.finish(), is_empty: self.bytes == before })
    }

    /// How many of the first were read to their end: those before the last that was begun.
    fn whole(&self, count: usize, commits: &[CommitPatch]) -> usize {
        let asked = || self.asked.iter().take(count);
        let last = commits.iter().rev().find_map(|commit| asked().position(|(hex, _)| *hex == commit.id));
        last.unwrap_or(0)
    }

    fn settle_before(&mut self, whole: usize, mut commits: Vec<CommitPatch>) {
        commits.pop();
        self.settle(whole, commits);
    }

    /// Settles the first of what is left; those that were not printed changed nothing.
    fn settle(&mut self, count: usize, commits: Vec<CommitPatch>) {
        let mut commits = commits.into_iter().peekable();
        for (hex, id) in self.asked.drain(..count) {
            // They come in the order in which they were asked for.
            let printed = commits.next_if(|commit| commit.id == hex);
            let definitions = printed.map(|commit| commit.definitions).unwrap_or_default();
            self.settled.insert(id, without_secrets(definitions, self.options));
            self.added += 1;
        }
    }

    /// Stores what is settled.
    fn put(&mut self, reason: Option<String>) -> Result<(), StoreError> {
        let mut left = self.asked.len();
        match self.has_read {
            true => self.settled.extend(self.skipped.drain(..).map(|(_, id)| (id, Definitions::new()))),
            false => left += self.skipped.len(),
        }
        self.header.left = u32::try_from(left).map_err(|_| StoreError::TooLarge)?;
        self.header.reason = reason;
        let sections = encode(&self.settled, &mut self.header)?;
        file::write(self.disk, self.folder, &self.header, &sections)
    }
}

/// A name that the redactor would mask is not kept.
fn without_secrets(definitions: Definitions, options: &UpdateOptions<'_>) -> Definitions {
    let has_none = |text: &str| (options.redact)(text) == text;
    let names: Vec<&str> = definitions.iter().map(|(_, name)| name.as_str()).collect();
    // Nearly always there is nothing, and one look is enough.
    if has_none(&names.join("\n")) {
        return definitions;
    }
    definitions.into_iter().filter(|(_, name)| has_none(name)).collect()
}
