//! What can be said of an index: for the tool that reports it and for the person who asks.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use foreword_guard::path::Jail;

use crate::store::{Counters, StoreError, UnparsableFiles};
use crate::view::{IndexView, State};

/// An index, described.
#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    /// How it stands to the repository.
    pub state: State,
    /// Why there is none that can be used.
    pub problem: Option<String>,
    /// What is in it, if it can be read.
    pub contents: Option<Contents>,
}

/// What is in an index.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Files, symbols, edges, languages.
    pub counters: Counters,
    /// Files that are not in it, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Files that brought their parser down, and are indexed as text until they change.
    pub unparsable: Vec<String>,
    /// The commit that was checked out when it was built.
    pub commit: Option<String>,
    /// Files that are new, changed or gone since, as far as could be looked at.
    pub dirty_files: usize,
    /// How many of its files were looked at for that.
    pub checked: usize,
    /// Seconds since the repository was walked for it.
    pub age_s: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Whether it answers for the whole repository.
    pub is_complete: bool,
    /// The names of its files that are damaged.
    pub damage: Vec<String>,
}

/// Describes an index.
pub fn of(view: &IndexView, jail: &Jail, now: SystemTime) -> Status {
    let described = describe(view, jail, now);
    let state = view.state(jail);
    match described {
        Ok(contents) => Status { state, problem: None, contents: Some(contents) },
        Err(StoreError::Missing) => Status { state, problem: None, contents: None },
        Err(error) => Status { state, problem: Some(error.to_string()), contents: None },
    }
}

fn describe<'v>(view: &'v IndexView, jail: &Jail, now: SystemTime) -> Result<Contents, &'v StoreError> {
    let store = view.store()?;
    let checked = view.checked(jail)?;
    let state = store.state();
    let now_s = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Ok(Contents {
        counters: store.counters(),
        skipped: state.skipped.clone(),
        unparsable: unparsable(view),
        commit: state.commit.clone(),
        dirty_files: checked.changed.len() + checked.removed.len(),
        checked: checked.files,
        age_s: now_s.saturating_sub(state.built_at_s),
        bytes: store.disk_bytes(),
        is_complete: state.is_complete,
        damage: view.damage(),
    })
}

fn unparsable(view: &IndexView) -> Vec<String> {
    let files = view.folder().map(UnparsableFiles::load).unwrap_or_default();
    files.paths().map(str::to_owned).collect()
}

impl Status {
    /// In a few words, for one line.
    pub fn in_words(&self) -> String {
        let by_scan = "answers come from a live scan";
        match (self.state, &self.contents, &self.problem) {
            (State::Building, Some(contents), _) if contents.is_complete => {
                format!("index being refreshed, {} files", contents.counters.files)
            }
            (State::Building, _, _) => format!("index being built; {by_scan}"),
            (State::Missing, _, Some(problem)) => format!("no index: {problem}; {by_scan}"),
            (State::Missing, _, None) => format!("no index yet; {by_scan}"),
            (State::Fresh | State::Stale | State::Damaged, Some(contents), _) => self.how_fresh(contents),
            (State::Fresh | State::Stale | State::Damaged, None, _) => format!("index {}", self.state.name()),
        }
    }

    fn how_fresh(&self, contents: &Contents) -> String {
        let files = contents.counters.files;
        let mut words = format!("index {}, {files} files", self.state.name());
        if contents.dirty_files > 0 {
            words.push_str(&format!(", {} changed since", contents.dirty_files));
        }
        if (contents.checked as u64) < files {
            words.push_str(&format!(", checked {} of {files}", contents.checked));
        }
        words
    }
}
