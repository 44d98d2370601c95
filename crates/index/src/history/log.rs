//! Commits as they come from git or from the file: the form in which both are put together.

use foreword_model::limits;

use super::{ChangeKind, message};

/// A commit with everything that is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoggedCommit {
    /// Its id, in hexadecimal.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub time_s: u64,
    /// A hash of its author's address.
    pub author: u64,
    /// What it says of itself.
    pub message: String,
    /// The files that it touches, by path.
    pub changes: Vec<LoggedChange>,
    /// How many there are, those included that are not kept.
    pub files: u32,
}

/// A file in a commit, by the names of that time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoggedChange {
    /// Its path after the commit, or before it if it is gone.
    pub path: String,
    /// What happened.
    pub kind: ChangeKind,
    /// The path before, if it is another.
    pub from: Option<String>,
}

/// Puts new commits before known ones: newest first, as many as a history holds, the older ones with
/// the first line of their message. Says whether some had to go.
pub(super) fn join(new: Vec<LoggedCommit>, known: Vec<LoggedCommit>) -> (Vec<LoggedCommit>, bool) {
    let mut all = new;
    all.extend(known);
    let before = all.len();
    // Stable: commits of the same second stay as git has them, children before parents.
    all.sort_by_key(|commit| std::cmp::Reverse(commit.time_s));
    all.truncate(limits::HISTORY_COMMITS);
    let mut changes = 0;
    let fits = |commit: &LoggedCommit| {
        changes += commit.changes.len();
        changes <= limits::HISTORY_CHANGES
    };
    let kept = all.iter().map(fits).take_while(|fits| *fits).count();
    all.truncate(kept);
    for commit in all.iter_mut().skip(limits::HISTORY_WHOLE_MESSAGES) {
        message::shorten(&mut commit.message);
    }
    let has_lost = all.len() < before;
    (all, has_lost)
}
