//! What differs between HEAD and the work tree: which lines of which tracked files.
//!
//! git is asked for the contents of HEAD only, by [`Git`]; the work tree is read here, so that no filter and no
//! conversion of the repository's configuration runs. Files that git does not track are no part of it.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use foreword_guard::path::Jail;
use foreword_model::clock;
use foreword_model::limits;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::git::{self, GitRefusal, Tracked};
use crate::head_tree;
use crate::history::command::{self, GitSource};
use crate::history::{End, Git};
use crate::store::StoreError;

/// Time for the comparison of one file's lines: then what is left counts as changed.
const DIFF_MS: u64 = 50;

/// A file that differs from HEAD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Below the root, with `/`.
    pub path: String,
    /// Its text in HEAD; nothing if it is new there.
    pub was: Option<String>,
    /// Whether it is still there.
    pub is_there: bool,
    /// First and last of the lines that are new or lie around something removed, as they are now, from 1.
    pub lines: Vec<(u32, u32)>,
    /// First and last of the lines that are gone or replaced, as they were, from 1.
    pub gone: Vec<(u32, u32)>,
}

/// What differs from HEAD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uncommitted {
    /// By path.
    pub files: Vec<ChangedFile>,
    /// Files that differ and were not looked at: there are too many, or the time was up.
    pub left_out: usize,
}

/// Why the work tree cannot be compared with HEAD.
#[derive(Debug, thiserror::Error)]
pub enum UncommittedError {
    /// No directory from the root upwards has a usable `.git`.
    #[error("there is no git repository here")]
    NoRepository,
    /// The branch that is checked out has none.
    #[error("there is no commit yet")]
    NoCommit,
    /// git's own files are not what git makes.
    #[error("git's files are not read: {0}")]
    Refused(#[from] GitRefusal),
    /// git's index, or what git prints.
    #[error("{0}")]
    Unreadable(&'static str),
    /// There is no cache directory, where git is started.
    #[error("there is no cache directory; set XDG_CACHE_HOME or HOME")]
    NoCache,
    /// The directory that git is started on cannot be made.
    #[error("git cannot be started: {0}")]
    Unprepared(#[from] StoreError),
}

/// Compares the work tree around a jail with HEAD. `folder` is that of the index.
pub fn uncommitted(
    jail: &Jail,
    folder: Option<&Path>,
    git_program: &dyn Git,
    deadline: Instant,
) -> Result<Uncommitted, UncommittedError> {
    let top = git::discover(jail.root()).ok_or(UncommittedError::NoRepository)?;
    if let Some(refusal) = top.refusal() {
        return Err(refusal.into());
    }
    let head = git::head(&top).commit.ok_or(UncommittedError::NoCommit)?;
    let tracked =
        git::tracked(&top).ok_or(UncommittedError::Unreadable("git's list of files cannot be read"))?;
    let folder = match folder {
        None => return Err(UncommittedError::NoCache),
        Some(folder) if folder.starts_with(jail.root()) => return Err(StoreError::InsideRepository.into()),
        Some(folder) => folder,
    };
    let objects = top.objects()?;
    let borrows = objects.borrows;
    let source = GitSource::new(objects, &head, folder)?;
    let stored = head_tree::read(&source, git_program, &head).map_err(UncommittedError::Unreadable)?;
    if borrows {
        head_tree::check_borrowing(&tracked, &stored)?;
    }
    let below = jail.root().strip_prefix(&top.top).unwrap_or(Path::new("")).to_owned();
    let mut found = Uncommitted::default();
    for (path, was_id) in differing(jail, &below, &tracked, &stored) {
        if found.files.len() >= limits::UNCOMMITTED_FILES || clock::is_past(deadline) {
            found.left_out += 1;
            continue;
        }
        let was = was_id.and_then(|id| content(&source, git_program, id));
        found.files.extend(compared(jail, path, was));
    }
    found.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Paths below the root that may differ, with the id of what HEAD has.
fn differing<'t>(
    jail: &Jail,
    below: &Path,
    tracked: &[Tracked],
    stored: &'t HashMap<String, String>,
) -> Vec<(String, Option<&'t str>)> {
    let relative = |path: &str| {
        let path = Path::new(path).strip_prefix(below).ok()?;
        path.to_str().map(str::to_owned)
    };
    let mut found = Vec::new();
    let mut listed: Vec<&str> = Vec::with_capacity(tracked.len());
    for file in tracked {
        listed.push(file.path.as_str());
        let Some(path) = relative(&file.path) else { continue };
        let was = stored.get(&file.path).map(String::as_str);
        let is_staged = was != Some(file.id.as_str());
        if is_staged || !is_as_listed(jail, &path, file) {
            found.push((path, was));
        }
    }
    listed.sort_unstable();
    let removed = stored.iter().filter(|(path, _)| listed.binary_search(&path.as_str()).is_err());
    found.extend(removed.filter_map(|(path, id)| Some((relative(path)?, Some(id.as_str())))));
    found.sort_unstable();
    found
}

/// Whether a file has the size and time that git last saw.
fn is_as_listed(jail: &Jail, path: &str, file: &Tracked) -> bool {
    jail.stamp(path).is_some_and(|stamp| {
        let modified_s = stamp.modified_ns.div_euclid(1_000_000_000);
        stamp.len & u64::from(u32::MAX) == u64::from(file.size) && modified_s == i64::from(file.modified_s)
    })
}

fn content(source: &GitSource, git_program: &dyn Git, id: &str) -> Option<String> {
    let output = git_program.run(&command::content(source, id)).ok()?;
    let is_whole = output.end == End::Done && output.bytes.len() as u64 <= limits::INDEX_FILE_BYTES;
    String::from_utf8(output.bytes).ok().filter(|_| is_whole)
}

/// Nothing if the file is as it was, or is no text.
fn compared(jail: &Jail, path: String, was: Option<String>) -> Option<ChangedFile> {
    let is_there = jail.stamp(&path).is_some_and(|stamp| stamp.is_file);
    let mut bytes = Vec::new();
    let now = match is_there {
        true => {
            let file = jail.open_relative(&path).ok()?;
            file.read_into(&mut bytes, limits::INDEX_FILE_BYTES).ok()?;
            std::str::from_utf8(&bytes).ok()?
        }
        false => "",
    };
    let (lines, gone) = changed_lines(was.as_deref().unwrap_or_default(), now);
    let is_same = lines.is_empty() && gone.is_empty() && is_there == was.is_some();
    (!is_same).then_some(ChangedFile { path, was, is_there, lines, gone })
}

/// Ranges of lines, from 1.
type Ranges = Vec<(u32, u32)>;

fn changed_lines(was: &str, now: &str) -> (Ranges, Ranges) {
    let (old, new): (Vec<&str>, Vec<&str>) = (was.lines().collect(), now.lines().collect());
    let deadline = clock::now() + Duration::from_millis(DIFF_MS);
    let (mut lines, mut gone) = (Vec::new(), Vec::new());
    for op in capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(deadline)) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        // Where something was removed, the line before it stands for it.
        lines.extend(
            range(op.new_range())
                .or_else(|| range(op.new_range().start.saturating_sub(1)..op.new_range().start.max(1))),
        );
        gone.extend(range(op.old_range()));
    }
    lines.retain(|(first, _)| *first as usize <= new.len());
    (lines, gone)
}

fn range(of: std::ops::Range<usize>) -> Option<(u32, u32)> {
    let number = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    (!of.is_empty()).then(|| (number(of.start + 1), number(of.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(was: &str, now: &str, lines: &[(u32, u32)], gone: &[(u32, u32)]) {
        assert_eq!(changed_lines(was, now), (lines.to_vec(), gone.to_vec()), "{was:?} {now:?}");
    }

    #[test]
    fn changed_lines_are_those_that_differ() {
        check("a\nb\nc\n", "a\nb\nc\n", &[], &[]);
        check("a\nb\nc\n", "a\nx\nc\n", &[(2, 2)], &[(2, 2)]);
        check("a\nb\n", "a\nb\nc\nd\n", &[(3, 4)], &[]);
        check("a\nb\nc\n", "a\nc\n", &[(1, 1)], &[(2, 2)]);
        check("", "a\n", &[(1, 1)], &[]);
        check("a\n", "", &[], &[(1, 1)]);
    }
}
