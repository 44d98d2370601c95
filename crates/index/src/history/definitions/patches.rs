//! What `git log --patch --unified=0` prints, as the names of the definitions that each commit changed. Pure, and fed as it
//! comes: any bytes in pieces of any size give the same names, never a panic, and never is more kept than one line's
//! beginning and the names.
//!
//! A line that begins with NUL and an id is a commit. Lines of a hunk are told by their numbers in its header, so a
//! changed line may look like anything.

use std::collections::BTreeSet;

use foreword_guard::secrets;
use foreword_model::limits;

use super::naming::Naming;
use crate::history::parse;
use crate::language::{self, Language, Nature};

/// Bytes of a line that are looked at: the longest path, with what stands around it.
const LINE_BYTES: usize = limits::PATH_BYTES + 16;

/// A commit, and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommitPatch {
    /// Its id, in hexadecimal.
    pub id: String,
    /// Path and bare name of each definition; none if there are too many, or too many files.
    pub definitions: BTreeSet<(String, String)>,
    files: usize,
    /// Whether it touches too much for names to say anything.
    is_too_large: bool,
}

/// Reads the output piece by piece.
#[derive(Debug, Default)]
pub struct PatchParser {
    commits: Vec<CommitPatch>,
    /// The beginning of a line that has not ended.
    line: Vec<u8>,
    file: Option<(String, &'static Language)>,
    hunk: Option<Hunk>,
}

#[derive(Debug)]
struct Hunk {
    removed_left: u64,
    added_left: u64,
    /// Nothing where names do not count.
    naming: Option<Naming>,
}

impl PatchParser {
    /// Reads on.
    pub fn push(&mut self, mut piece: &[u8]) {
        while let Some(end) = memchr::memchr(b'\n', piece) {
            let (rest, following) = (&piece[..end], &piece[end + 1..]);
            if self.line.is_empty() {
                self.read(&rest[..rest.len().min(LINE_BYTES)]);
            } else {
                self.keep(rest);
                let line = std::mem::take(&mut self.line);
                self.read(&line);
                self.line = line;
                self.line.clear();
            }
            piece = following;
        }
        self.keep(piece);
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LINE_BYTES - self.line.len();
        self.line.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// How many commits have begun.
    pub fn begun(&self) -> usize {
        self.commits.len()
    }

    /// The commits in their order. The last one lacks what was not read of it.
    pub fn finish(mut self) -> Vec<CommitPatch> {
        if !self.line.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.read(&line);
        }
        self.end_hunk();
        self.commits
    }

    fn read(&mut self, line: &[u8]) {
        if self.read_changed(line) {
            return;
        }
        self.end_hunk();
        if let Some(id) = line.strip_prefix(b"\0").and_then(parse::id) {
            self.file = None;
            self.commits.push(CommitPatch { id, ..CommitPatch::default() });
        } else if line.starts_with(b"diff --git ") {
            self.file = None;
            if let Some(commit) = self.commits.last_mut() {
                commit.files += 1;
                if commit.files > limits::DEFINITION_HISTORY_FILES {
                    commit.give_up();
                }
            }
        } else if let Some(path) = line.strip_prefix(b"+++ ") {
            self.file = code_file(path);
        } else if line.starts_with(b"@@ -") {
            self.begin_hunk(line);
        }
    }

    /// Whether it is a line of the hunk that was begun.
    fn read_changed(&mut self, line: &[u8]) -> bool {
        let Some(hunk) = &mut self.hunk else { return false };
        let Some((side, text)) = line.split_first() else { return false };
        let left = match side {
            b'-' => &mut hunk.removed_left,
            b'+' => &mut hunk.added_left,
            // The last line of a file without its end.
            b'\\' => return true,
            _ => return false,
        };
        if *left == 0 {
            return false;
        }
        *left -= 1;
        if let (Some(naming), Some(commit), Some((path, _))) =
            (&mut hunk.naming, self.commits.last_mut(), &self.file)
        {
            naming.line(*side, text, &mut |name| commit.put(path, name));
        }
        true
    }

    fn begin_hunk(&mut self, header: &[u8]) {
        let Some((removed_left, added_left, context)) = hunk_header(header) else { return };
        let counts = self.commits.last().is_some_and(|commit| !commit.is_too_large);
        let naming =
            self.file.as_ref().filter(|_| counts).map(|(_, language)| Naming::new(context, language));
        self.hunk = Some(Hunk { removed_left, added_left, naming });
    }

    fn end_hunk(&mut self) {
        let naming = self.hunk.take().and_then(|hunk| hunk.naming);
        if let (Some(mut naming), Some(commit), Some((path, _))) =
            (naming, self.commits.last_mut(), &self.file)
        {
            naming.end(&mut |name| commit.put(path, name));
        }
    }
}

impl CommitPatch {
    fn put(&mut self, path: &str, name: &str) {
        if self.is_too_large {
            return;
        }
        self.definitions.insert((path.to_owned(), name.to_owned()));
        if self.definitions.len() > limits::DEFINITION_HISTORY_NAMES {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        self.is_too_large = true;
        self.definitions.clear();
    }
}

/// The file after the change, if it is code and its name one that may be kept. A name that git had to quote is not.
fn code_file(path: &[u8]) -> Option<(String, &'static Language)> {
    // git marks the end of a name that holds a blank.
    let path = path.strip_suffix(b"\t").unwrap_or(path).strip_prefix(b"b/")?;
    let path = std::str::from_utf8(path).ok()?;
    if !(1..=limits::PATH_BYTES).contains(&path.len()) || secrets::is_in_path(path) {
        return None;
    }
    let language = language::of_path(path).filter(|language| language.nature == Nature::Code)?;
    Some((path.to_owned(), language))
}

/// Lines that went, lines that came, and the line that git names the hunk by: `@@ -1,2 +3 @@ context`.
fn hunk_header(line: &[u8]) -> Option<(u64, u64, &[u8])> {
    let rest = line.strip_prefix(b"@@ -")?;
    let (removed, rest) = line_count(rest)?;
    let (added, rest) = line_count(rest.strip_prefix(b" +")?)?;
    let context = rest.strip_prefix(b" @@")?;
    Some((removed, added, context.strip_prefix(b" ").unwrap_or(context)))
}

/// `12,3` is three lines, `12` is one.
fn line_count(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (_, rest) = number(bytes)?;
    match rest.strip_prefix(b",") {
        Some(rest) => number(rest),
        None => Some((1, rest)),
    }
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = std::str::from_utf8(&bytes[..digits]).ok()?;
    Some((text.parse().ok()?, &bytes[digits..]))
}
