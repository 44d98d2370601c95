//! The git history beside an index: runs git for it, and says in one line what it holds. Whatever goes wrong here
//! costs the history, never the index.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_codeintel::child_git::ChildGit;
use foreword_guard::{clear_line, redact_prompt};
use foreword_index::history::{History, Summary, Update, UpdateOptions, update};
use foreword_index::refresh::Start;
use foreword_index::store::StoreError;
use foreword_model::limits;
use indicatif::{DecimalBytes, HumanCount, HumanDuration};

use super::Place;

/// Brings the history up to date; says why it is not, if so.
pub(super) fn bring_up(place: &Place, start: Start) -> Option<String> {
    let root = place.resolved.jail.root();
    let git = ChildGit::new(root, Duration::from_millis(limits::HISTORY_GIT_MS));
    let options = UpdateOptions { root, redact: &redact_prompt, start, git: &git };
    match update(&place.folder, &options) {
        Ok(Update::Unchanged | Update::Brought { .. }) => None,
        Ok(Update::Left(reason)) => Some(reason),
        Err(error) => Some(error.to_string()),
    }
}

/// What the history holds, as a line. `left` is why it could not be brought up to date just now.
pub(super) fn line(folder: &Path, left: Option<&str>) -> String {
    let (held, reason) = match History::open(folder) {
        Ok(history) => {
            let summary = history.summary();
            (in_words(&summary), left.map(str::to_owned).or(summary.reason))
        }
        Err(StoreError::Missing) if left.is_none() => return String::new(),
        Err(StoreError::Missing) => (None, left.map(str::to_owned)),
        Err(error) => (None, Some(left.map_or_else(|| error.to_string(), str::to_owned))),
    };
    let reason = reason.map(|reason| clear_line(&reason).as_str().to_owned());
    match (held, reason) {
        (Some(held), None) => format!("history: {held}\n"),
        (Some(held), Some(reason)) => format!("history: {held}; not up to date: {reason}\n"),
        (None, Some(reason)) => format!("history: none: {reason}\n"),
        (None, None) => "history: none: no commit touches a file here\n".to_owned(),
    }
}

fn in_words(summary: &Summary) -> Option<String> {
    if summary.commits == 0 {
        return None;
    }
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let age = HumanDuration(Duration::from_secs(now_s.saturating_sub(summary.oldest_s)));
    let noun = if summary.commits == 1 { "commit" } else { "commits" };
    let end = match (summary.is_shallow, summary.has_older) {
        (_, true) => "; older ones are not kept",
        (true, false) => "; the clone is shallow",
        (false, false) => "",
    };
    let (commits, bytes) = (HumanCount(u64::from(summary.commits)), DecimalBytes(summary.bytes));
    Some(format!("{commits} {noun}, the oldest {age} ago, {bytes}{end}"))
}
