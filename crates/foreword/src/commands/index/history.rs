//! The git history beside an index, and which definitions its commits changed: runs git for them, and says in a line each what
//! they hold. Whatever goes wrong here costs the history, never the index.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_codeintel::child_git::ChildGit;
use foreword_guard::{clear_line, redact_prompt};
use foreword_index::history::{
    DefinitionHistory, DefinitionSummary, History, Summary, Update, UpdateOptions, drop_damaged, update,
    update_definitions,
};
use foreword_index::refresh::Start;
use foreword_index::store::StoreError;
use foreword_model::limits;
use indicatif::{DecimalBytes, HumanCount, HumanDuration};

use super::Place;

/// Brings the history up to date; says why it is not, if so.
pub(super) fn bring_up(place: &Place, start: Start) -> Option<String> {
    // Not every refresh goes through commits, and each has to mend what was found damaged.
    let _ = drop_damaged(&place.folder);
    let git = git(place, limits::HISTORY_GIT_MS);
    match update(&place.folder, &options(place, start, &git)) {
        Ok(Update::Unchanged | Update::Brought { .. }) => None,
        Ok(Update::Left(reason)) => Some(reason),
        Err(error) => Some(error.to_string()),
    }
}

/// Goes through what the commits of the history changed, as far as one pass gets. It takes seconds, so it comes after all
/// that a prompt may wait for, and where nobody waits for its end. What goes wrong is told by `foreword index status`.
pub(super) fn bring_up_definitions(place: &Place, start: Start) {
    let git = git(place, limits::DEFINITION_HISTORY_MS);
    let _ = update_definitions(&place.folder, &options(place, start, &git));
}

fn git(place: &Place, limit_ms: u64) -> ChildGit {
    ChildGit::new(place.resolved.jail.root(), Duration::from_millis(limit_ms))
}

fn options<'o>(place: &'o Place, start: Start, git: &'o ChildGit) -> UpdateOptions<'o> {
    UpdateOptions { root: place.resolved.jail.root(), redact: &redact_prompt, start, git }
}

/// What both hold, as a line each. `left` is why the history could not be brought up to date just now.
pub(super) fn lines(folder: &Path, left: Option<&str>) -> String {
    line(folder, left) + &definition_line(folder)
}

fn definition_line(folder: &Path) -> String {
    let held = match DefinitionHistory::open(folder) {
        Ok(definitions) => definitions_in_words(&definitions.summary()),
        Err(StoreError::Missing) => return String::new(),
        Err(error) => clear_line(&error.to_string()).as_str().to_owned(),
    };
    format!("definition history: {held}\n")
}

fn definitions_in_words(summary: &DefinitionSummary) -> String {
    let count = |number: u32| HumanCount(u64::from(number));
    let left = match (&summary.reason, summary.left) {
        (Some(reason), _) => format!("; not up to date: {}", clear_line(reason).as_str()),
        (None, 0) => String::new(),
        (None, left) => format!("; {} more to be read", count(left)),
    };
    let (naming, commits) = (count(summary.naming), count(summary.commits));
    let (definitions, bytes) = (count(summary.definitions), DecimalBytes(summary.bytes));
    format!("{naming} of {commits} commits change {definitions} definitions, {bytes}{left}")
}

/// What the history holds, as a line. `left` is why it could not be brought up to date just now.
fn line(folder: &Path, left: Option<&str>) -> String {
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
