//! What a file's changes are worth.

use foreword_index::history::{History, Summary};
use foreword_index::store::StoreError;

use crate::nodes::Now;

const SECONDS_PER_DAY: u64 = 86_400;
/// Further authors and coupled files that still add.
const STEPS_MAX: u32 = 5;
/// What each adds.
const STEP: f64 = 0.1;
/// Files that change with one and are named.
const TOGETHER_MAX: usize = 3;
/// Files that are asked for, so that enough are left without those that may not be named.
const TOGETHER_ASKED: usize = 64;
/// In fewer commits two files only happen to change together.
const TOGETHER_COMMITS_MIN: u32 = 3;

/// The days that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) days: u64,
    pub(super) newest_s: u64,
    pub(super) since_s: u64,
}

impl Window {
    /// Days before the newest commit.
    pub(super) fn of(summary: &Summary, days: usize) -> Self {
        let days = u64::try_from(days).unwrap_or(u64::MAX);
        let since_s = summary.newest_s.saturating_sub(days.saturating_mul(SECONDS_PER_DAY));
        Self { days, newest_s: summary.newest_s, since_s }
    }

    /// Days from a commit to the newest one.
    pub(super) fn age_days(&self, time_s: u64) -> u64 {
        self.newest_s.saturating_sub(time_s) / SECONDS_PER_DAY
    }

    /// One for the newest commit, half for one that is half the days old.
    fn recency(&self, time_s: u64) -> f64 {
        let age = self.newest_s.saturating_sub(time_s) as f64;
        let half = (self.days.max(1).saturating_mul(SECONDS_PER_DAY) as f64) / 2.0;
        (-age / half).exp2()
    }
}

/// How a file changed in the days that count.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Churned {
    pub(super) path: String,
    pub(super) commits: u32,
    pub(super) fixes: u32,
    pub(super) authors: u32,
    pub(super) last_s: u64,
    /// Its commits, the older the less.
    pub(super) recent: f64,
}

impl Churned {
    /// What its changes are worth, without what it is coupled to.
    pub(super) fn weight(&self) -> f64 {
        let fixes = f64::from(self.fixes) / f64::from(self.commits.max(1));
        let authors = f64::from(self.authors.saturating_sub(1).min(STEPS_MAX)) * STEP;
        self.recent * (1.0 + fixes) * (1.0 + authors)
    }
}

/// What coupling to so many files adds, as a factor.
pub(super) fn bonus(coupled: usize) -> f64 {
    1.0 + f64::from(u32::try_from(coupled).unwrap_or(u32::MAX).min(STEPS_MAX)) * STEP
}

/// A file that changes with another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coupled {
    pub(super) path: String,
    pub(super) commits: u32,
}

/// The files that changed, those that count, the most changed first.
pub(super) fn churned(
    history: &History,
    window: &Window,
    counts: impl Fn(&str) -> bool,
) -> Result<Vec<Churned>, StoreError> {
    let recent = recent(history, window)?;
    let mut files = Vec::new();
    for churn in history.churn(window.since_s)? {
        if churn.is_deleted || !counts(churn.path) {
            continue;
        }
        let number = history.path_number(churn.path)?;
        let recent = number.and_then(|number| recent.get(number as usize).copied());
        files.push(Churned {
            path: churn.path.to_owned(),
            commits: churn.commits,
            fixes: churn.fixes,
            authors: churn.authors,
            last_s: churn.last_s,
            recent: recent.unwrap_or_default(),
        });
    }
    files.sort_by(|a, b| b.weight().total_cmp(&a.weight()).then_with(|| a.path.cmp(&b.path)));
    Ok(files)
}

/// By path: its commits, the older the less.
fn recent(history: &History, window: &Window) -> Result<Vec<f64>, StoreError> {
    let mut recent = vec![0.0; history.paths()?];
    for (number, commit) in (0_u32..).zip(history.commits()?) {
        if commit.time_s < window.since_s {
            break;
        }
        for change in history.changes(number)? {
            if let Some(sum) = recent.get_mut(change.path as usize) {
                *sum += window.recency(commit.time_s);
            }
        }
    }
    Ok(recent)
}

/// The files that change with one, over the whole history that is known: a few weeks say too little about that. The history
/// names files that are gone or hidden now, too.
pub(super) fn together(history: &History, path: &str, now: &Now<'_>) -> Result<Vec<Coupled>, StoreError> {
    let found = history.together_with(path, TOGETHER_ASKED)?;
    let often = found.into_iter().filter(|one| one.commits >= TOGETHER_COMMITS_MIN);
    let named = often.filter(|one| now.may_name(one.path)).take(TOGETHER_MAX);
    Ok(named.map(|one| Coupled { path: one.path.to_owned(), commits: one.commits }).collect())
}
