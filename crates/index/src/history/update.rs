//! Brings the history of an index up to date: only what is new is asked for, and nothing at all if HEAD is where it was.
//!
//! Never on the way of a prompt. Whatever goes wrong leaves the history that is there, and a reason beside it.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::SystemTime;

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::command::{self, GitCommand, GitSource, Range};
use super::encode::encode;
use super::file::{self, Header};
use super::log::{LoggedCommit, join};
use super::message;
use super::parse::{Parsed, parse};
use super::read::History;
use crate::git::{self, GitRefusal, GitTop};
use crate::head_tree;
use crate::refresh::Start;
use crate::store::{self, Disk, RealDisk, Redactor, StoreError};

/// Runs [`PROGRAM`](super::PROGRAM) with nothing in its environment but what a command says and `PATH`, nothing to read, its
/// errors unread, outside of the repository, within [`HISTORY_GIT_MS`](limits::HISTORY_GIT_MS) and
/// [`HISTORY_OUTPUT_BYTES`](limits::HISTORY_OUTPUT_BYTES).
pub trait Git {
    /// What it printed; an error if it could not be started.
    fn run(&self, command: &GitCommand) -> io::Result<Output>;

    /// Hands what it prints to `sink` as it comes, however much that is, until the sink breaks off: that is a
    /// [`End::Cut`], and so is the end of its time. A git that keeps what it printed anyway hands it over at once.
    fn stream(&self, command: &GitCommand, sink: &mut Sink<'_>) -> io::Result<End> {
        let Output { bytes, end } = self.run(command)?;
        Ok(if sink(&bytes).is_break() { End::Cut } else { end })
    }
}

/// Takes what git prints, piece by piece.
pub type Sink<'s> = dyn FnMut(&[u8]) -> ControlFlow<()> + 's;

/// What git printed, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// On its standard output.
    pub bytes: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// How git ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By itself, with success.
    Done,
    /// With another code.
    Failed {
        /// The code; nothing if a signal ended it.
        code: Option<i32>,
    },
    /// It was ended, because it was late or said too much.
    Cut,
}

/// What a history is brought up to date with.
pub struct UpdateOptions<'a> {
    /// The root of the index: the top of the work tree, or a folder in it.
    pub root: &'a Path,
    /// Masks what must not be stored.
    pub redact: Redactor<'a>,
    /// Whether what is there counts.
    pub start: Start,
    /// Runs git.
    pub git: &'a dyn Git,
}

/// What became of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// It has what HEAD has; git was not started.
    Unchanged,
    /// It has what HEAD has, with so many commits more than before, or anew.
    Brought {
        /// Commits that were read.
        added: usize,
        /// Whether what was there before counts no more.
        is_anew: bool,
    },
    /// It could not be brought up to date, or there can be none, and why.
    Left(String),
}

/// Brings the history in the folder of an index up to date.
pub fn update(folder: &Path, options: &UpdateOptions<'_>) -> Result<Update, StoreError> {
    update_with(folder, options, &RealDisk)
}

/// The same with another disk.
pub fn update_with(
    folder: &Path,
    options: &UpdateOptions<'_>,
    disk: &dyn Disk,
) -> Result<Update, StoreError> {
    let none = |reason: &str| {
        file::remove(disk, folder)?;
        Ok(Update::Left(reason.to_owned()))
    };
    let Some(top) = git::discover(options.root) else { return none("not a git repository") };
    if let Some(refusal) = top.refusal() {
        return none(&refusal.to_string());
    }
    let Some(head) = git::head(&top).commit else { return none("HEAD names no commit yet") };
    let is_suspect = store::noted_damage(folder).iter().any(|name| name == file::FILE_NAME);
    let known = match History::open(folder) {
        // What cannot be read whole is no base, whatever its table says.
        Ok(known) => (!is_suspect || known.check().is_ok()).then_some(known),
        Err(StoreError::Missing | StoreError::Damaged { .. } | StoreError::OtherFormat) => None,
        Err(error) => return Err(error),
    };
    if is_suspect {
        // Were it to stay, the next refresh would only look once more.
        let _ = store::forget_damage(folder, |name| name == file::FILE_NAME);
    }
    let run = Run { options, top: &top, head: &head, shallow: shallow(&top), disk, folder };
    match known {
        Some(known) if options.start == Start::Known && run.is_settled(&known) => {
            match known.summary().reason {
                Some(reason) => Ok(Update::Left(reason)),
                None => Ok(Update::Unchanged),
            }
        }
        known => match source(&top, &head, folder, options.git)? {
            Ok(source) => run.bring_up(known, &source),
            Err(refusal) => none(&refusal.to_string()),
        },
    }
}

/// What git may be started on, once its files were looked at, and that what is borrowed may be read.
pub(super) fn source(
    top: &GitTop,
    head: &str,
    folder: &Path,
    git: &dyn Git,
) -> Result<Result<GitSource, GitRefusal>, StoreError> {
    let objects = match top.objects() {
        Ok(objects) => objects,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let borrows = objects.borrows;
    let source = GitSource::new(objects, head, folder)?;
    let checked = if borrows { check_borrowing(top, head, &source, git) } else { Ok(()) };
    Ok(checked.map(|()| source))
}

fn check_borrowing(top: &GitTop, head: &str, source: &GitSource, git: &dyn Git) -> Result<(), GitRefusal> {
    let tracked = git::tracked(top).ok_or(GitRefusal::Borrowing)?;
    let stored = head_tree::read(source, git, head).map_err(|_| GitRefusal::Borrowing)?;
    head_tree::check_borrowing(&tracked, &stored)
}

/// The folder of the work tree that an index is of; empty for all of it.
pub(super) fn below<'r>(root: &'r Path, top: &GitTop) -> &'r Path {
    root.strip_prefix(&top.top).unwrap_or(Path::new(""))
}

struct Run<'a> {
    options: &'a UpdateOptions<'a>,
    top: &'a GitTop,
    head: &'a str,
    shallow: u64,
    disk: &'a dyn Disk,
    folder: &'a Path,
}

impl Run<'_> {
    /// Whether there is nothing to ask git for: HEAD is where it was, and if git gave nothing, it would not now either.
    fn is_settled(&self, known: &History) -> bool {
        let header = &known.file.header;
        let holds = |reason: &String| still_holds(reason, known.written_at());
        header.asked == self.head
            && header.shallow == self.shallow
            && header.reason.as_ref().is_none_or(holds)
    }

    fn bring_up(&self, known: Option<History>, git: &GitSource) -> Result<Update, StoreError> {
        // What cannot be read whole is no base, whatever its table says.
        let known = known.and_then(|known| Some((known.file.header.clone(), known.logged().ok()?)));
        let base = known
            .as_ref()
            .filter(|(header, _)| self.options.start == Start::Known && header.shallow == self.shallow)
            .and_then(|(header, _)| header.head.clone())
            .filter(|base| self.is_ancestor(git, base));
        match self.log(git, base.as_deref()) {
            Ok(parsed) => {
                let is_gapless = parsed.is_whole && parsed.commits.len() <= limits::HISTORY_COMMITS;
                let base = known.filter(|_| is_gapless && base.is_some());
                self.put(parsed, base)
            }
            Err(reason) => {
                self.put_failure(&reason, known)?;
                Ok(Update::Left(reason))
            }
        }
    }

    /// Stores what was read, before what is known if that still counts.
    fn put(&self, parsed: Parsed, base: Option<(Header, Vec<LoggedCommit>)>) -> Result<Update, StoreError> {
        let mut new = parsed.commits;
        for (number, commit) in new.iter_mut().enumerate() {
            // They come newest first, and those that are known are older.
            if number >= limits::HISTORY_WHOLE_MESSAGES {
                message::shorten(&mut commit.message);
            }
            commit.message = message::kept(&commit.message, self.options.redact);
        }
        let (added, is_anew) = (new.len(), base.is_none());
        let (known_has_older, known) =
            base.map_or((false, Vec::new()), |(header, known)| (header.has_older, known));
        let (commits, has_lost) = join(new, known);
        let mut header = Header {
            head: Some(self.head.to_owned()),
            has_older: has_lost || known_has_older || !parsed.is_whole,
            ..self.header()
        };
        let sections = encode(&commits, &mut header)?;
        file::write(self.disk, self.folder, &header, &sections)?;
        Ok(Update::Brought { added, is_anew })
    }

    /// Keeps what is known and notes why there is no more.
    fn put_failure(
        &self,
        reason: &str,
        known: Option<(Header, Vec<LoggedCommit>)>,
    ) -> Result<(), StoreError> {
        let (known, commits) = known.unwrap_or_default();
        let mut header = Header {
            head: known.head,
            has_older: known.has_older,
            reason: Some(reason.to_owned()),
            ..self.header()
        };
        let sections = encode(&commits, &mut header)?;
        file::write(self.disk, self.folder, &header, &sections)
    }

    fn header(&self) -> Header {
        Header { asked: self.head.to_owned(), shallow: self.shallow, ..Header::default() }
    }

    fn is_ancestor(&self, git: &GitSource, base: &str) -> bool {
        let answer = self.options.git.run(&command::is_ancestor(git, base, self.head));
        answer.is_ok_and(|output| output.end == End::Done)
    }

    /// The commits after a base, or all; a reason if git has none.
    fn log(&self, git: &GitSource, base: Option<&str>) -> Result<Parsed, String> {
        let below = below(self.options.root, self.top);
        let range = Range { git, below, head: self.head, known: base };
        let output = self.options.git.run(&command::log(&range)).map_err(|error| not_started(&error))?;
        let mut parsed = parse(output.bytes.as_slice());
        match output.end {
            End::Done if parsed.is_whole || !parsed.commits.is_empty() => Ok(parsed),
            End::Done => Err("git printed something else than commits".to_owned()),
            End::Cut => {
                // The last one may have had more files.
                parsed.commits.pop();
                parsed.is_whole = false;
                let is_enough = !parsed.commits.is_empty();
                if is_enough { Ok(parsed) } else { Err(for_this_commit("git took too long")) }
            }
            End::Failed { code } => Err(in_words(code)),
        }
    }
}

/// How a failure begins that has nothing to do with the commit that was asked for.
const NOT_STARTED: &str = "cannot start git: ";

pub(super) fn not_started(error: &io::Error) -> String {
    format!("{NOT_STARTED}{}", error.kind())
}

/// In our own words: what git says of a failure may quote any file that it was led to. Its code is the same whether an
/// object is missing or it may have no more memory.
pub(super) fn in_words(code: Option<i32>) -> String {
    for_this_commit(&match code {
        Some(code) => format!("git could not read the history (code {code})"),
        None => "git could not read the history (ended by a signal)".to_owned(),
    })
}

fn for_this_commit(failure: &str) -> String {
    format!("{failure}; it is not asked again until HEAD changes")
}

/// Whether git would fail again for the reason that was noted then. A commit that brings it down does so each time, and each
/// time costs what git may take; a git that could not be started may be there later.
pub(super) fn still_holds(reason: &str, noted_at: SystemTime) -> bool {
    let age = SystemTime::now().duration_since(noted_at);
    !reason.starts_with(NOT_STARTED) || age.is_ok_and(|age| age.as_secs() < limits::HISTORY_RETRY_S)
}

/// Stands for where a shallow clone ends: another value when it was deepened.
fn shallow(top: &GitTop) -> u64 {
    let Some((len, modified_ns)) = top.shallow_stamp() else { return 0 };
    let mut bytes = len.to_le_bytes().to_vec();
    bytes.extend_from_slice(&modified_ns.to_le_bytes());
    xxh3_64(&bytes).max(1)
}
