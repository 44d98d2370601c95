//! What git prints, as commits. Pure: any bytes give commits or an early end, never a panic, and never more than the
//! limits allow.
//!
//! The output is parts that end in NUL: id, time, address, message, and for each file a status and one or two paths.
//! A line feed stands before the first status. A status has one letter, an id has at least forty, so what a part
//! is can always be told.

use std::io::{BufRead, BufReader, Read};

use foreword_guard::secrets;
use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::ChangeKind;
use super::log::{LoggedChange, LoggedCommit};

/// Bytes of an id: 20 or 32, in hexadecimal.
const ID_LENGTHS: [usize; 2] = [40, 64];

/// Commits that were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// As git has them; each was read to its end.
    pub commits: Vec<LoggedCommit>,
    /// Whether there was nothing but commits up to the end.
    pub is_whole: bool,
}

/// Reads what `git log` prints. Where it is not understood, what came before counts, without the commit in progress.
pub fn parse(output: impl Read) -> Parsed {
    let mut parser = Parser { input: BufReader::new(output), part: Vec::new() };
    let mut parsed = Parsed::default();
    let mut has_next = parser.next(ID_LENGTHS[1] + 1).is_some();
    if !has_next && !parser.part.is_empty() {
        return parsed;
    }
    while has_next && parsed.commits.len() <= limits::HISTORY_COMMITS {
        let Some((commit, more)) = parser.commit() else { return parsed };
        // All ids of a repository have one length.
        if parsed.commits.first().is_some_and(|first| first.id.len() != commit.id.len()) {
            return parsed;
        }
        parsed.commits.push(commit);
        has_next = more;
    }
    parsed.is_whole = !has_next;
    parsed
}

struct Parser<R> {
    input: BufReader<R>,
    /// The last part that was read, without its end.
    part: Vec<u8>,
}

impl<R: Read> Parser<R> {
    /// Reads the next part and keeps so many bytes of it. `None` at the end, or if the part has no end: then the bytes of
    /// it are there.
    fn next(&mut self, bytes_max: usize) -> Option<()> {
        self.part.clear();
        loop {
            let buffer = self.input.fill_buf().ok()?;
            if buffer.is_empty() {
                return None;
            }
            let end = memchr::memchr(0, buffer);
            let found = end.unwrap_or(buffer.len());
            let room = bytes_max.saturating_sub(self.part.len());
            self.part.extend_from_slice(&buffer[..found.min(room)]);
            let read = found + usize::from(end.is_some());
            self.input.consume(read);
            if end.is_some() {
                return Some(());
            }
        }
    }

    /// Reads the commit whose id is the last part, and says whether there is another, whose id is then the last part.
    fn commit(&mut self) -> Option<(LoggedCommit, bool)> {
        let id = id(&self.part)?;
        self.next(32)?;
        let time_s = std::str::from_utf8(&self.part).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        self.next(limits::HISTORY_AUTHOR_BYTES)?;
        let author = xxh3_64(&self.part.to_ascii_lowercase());
        self.next(limits::HISTORY_MESSAGE_READ_BYTES)?;
        let message = String::from_utf8_lossy(&self.part).into_owned();
        let mut commit = LoggedCommit { id, time_s, author, message, ..LoggedCommit::default() };
        loop {
            if self.next(ID_LENGTHS[1] + 1).is_none() {
                // The end, unless it is in the middle of a part.
                return self.part.is_empty().then(|| (commit.sorted(), false));
            }
            let part = self.part.strip_prefix(b"\n").unwrap_or(&self.part);
            match part {
                [] => {}
                _ if id_length(part) => return Some((commit.sorted(), true)),
                [letter, score @ ..] if score.iter().all(u8::is_ascii_digit) => {
                    let letter = *letter;
                    self.file(letter, &mut commit)?;
                }
                _ => return None,
            }
        }
    }

    /// Reads the path, or two, of a file with this status.
    fn file(&mut self, status: u8, commit: &mut LoggedCommit) -> Option<()> {
        let (kind, has_two) = match status {
            b'A' => (ChangeKind::Added, false),
            b'M' | b'T' => (ChangeKind::Modified, false),
            b'D' => (ChangeKind::Deleted, false),
            b'R' => (ChangeKind::Renamed, true),
            b'C' => (ChangeKind::Added, true),
            _ => return None,
        };
        let from = if has_two { self.path()? } else { None };
        let path = self.path()?;
        commit.files = commit.files.saturating_add(1);
        // A name that is not text is not in the index either.
        let Some(path) = path.filter(|_| commit.changes.len() < limits::HISTORY_COMMIT_PATHS) else {
            return Some(());
        };
        commit.changes.push(match (kind, from) {
            (ChangeKind::Renamed, Some(from)) if from != path => {
                LoggedChange { path, kind, from: Some(from) }
            }
            // Whatever its name was, it cannot be followed.
            (ChangeKind::Renamed, _) => LoggedChange { path, kind: ChangeKind::Added, from: None },
            (kind, _) => LoggedChange { path, kind, from: None },
        });
        Some(())
    }

    /// A path, if it is text, not too long, and holds no secret.
    fn path(&mut self) -> Option<Option<String>> {
        self.next(limits::PATH_BYTES + 1)?;
        let fits = (1..=limits::PATH_BYTES).contains(&self.part.len());
        let path = std::str::from_utf8(&self.part).ok().filter(|path| fits && !secrets::is_in_path(path));
        Some(path.map(str::to_owned))
    }
}

impl LoggedCommit {
    /// With its files by path, each once.
    fn sorted(mut self) -> Self {
        self.changes.sort_unstable();
        self.changes.dedup_by(|right, left| right.path == left.path);
        self
    }
}

fn id_length(part: &[u8]) -> bool {
    ID_LENGTHS.contains(&part.len()) && part.iter().all(u8::is_ascii_hexdigit)
}

/// An id in hexadecimal, if the part is one.
pub(super) fn id(part: &[u8]) -> Option<String> {
    let text = id_length(part).then(|| part.to_ascii_lowercase())?;
    String::from_utf8(text).ok()
}
