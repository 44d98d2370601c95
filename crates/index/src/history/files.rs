//! What a history says of files: who touched them, how often, and what changes with them.

use std::collections::BTreeMap;

use foreword_model::limits;

use super::read::History;
use super::touched::Change;
use crate::store::StoreError;

const SECONDS_PER_DAY: f64 = 86_400.0;

/// A file that changes with another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Together<'h> {
    /// Its path.
    pub path: &'h str,
    /// How much: every common commit adds one part of its other files, less the older it is.
    pub weight: f64,
    /// In how many commits.
    pub commits: u32,
}

/// How a file has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Churn<'h> {
    /// Its present path.
    pub path: &'h str,
    /// Commits that touched it.
    pub commits: u32,
    /// Those of them that fix something.
    pub fixes: u32,
    /// How many people wrote them.
    pub authors: u32,
    /// When the last was committed, in seconds since 1970.
    pub last_s: u64,
    /// Whether it is gone.
    pub is_deleted: bool,
}

impl History {
    /// The files that a commit touches, by their present paths; none for a number that is no commit.
    pub fn changes(&self, commit: u32) -> Result<&[Change], StoreError> {
        Ok(self.touched()?.of(commit))
    }

    /// A path by its number; empty for a number that is none.
    pub fn path(&self, path: u32) -> Result<&str, StoreError> {
        Ok(self.touched()?.names.get(path))
    }

    /// The number of a path. Numbers are in the order of paths.
    pub fn path_number(&self, path: &str) -> Result<Option<u32>, StoreError> {
        Ok(self.touched()?.names.find(path))
    }

    /// What a path that a commit touched is called now; itself if it has not moved.
    pub fn present_path<'h>(&'h self, commit: u32, path: &'h str) -> Result<&'h str, StoreError> {
        let touched = self.touched()?;
        let then = touched.names.find(path);
        Ok(then.map_or(path, |then| touched.names.get(touched.present(commit, then))))
    }

    /// How many numbers of paths there are.
    pub fn paths(&self) -> Result<usize, StoreError> {
        Ok(self.touched()?.names.len())
    }

    /// The commits that touched a file, under whatever name, newest first.
    pub fn changes_of(&self, path: &str) -> Result<Vec<u32>, StoreError> {
        let touched = self.touched()?;
        let Some(path) = touched.names.find(path) else { return Ok(Vec::new()) };
        Ok((0..self.file.header.commits).filter(|commit| has(touched.of(*commit), path)).collect())
    }

    /// The files that change with one, the strongest first, at most so many. Commits that touch many files say nothing
    /// here, and files that are gone are left out.
    pub fn together_with(&self, path: &str, most: usize) -> Result<Vec<Together<'_>>, StoreError> {
        let touched = self.touched()?;
        let Some(path) = touched.names.find(path) else { return Ok(Vec::new()) };
        let newest_s = self.file.header.newest_s;
        let mut sums: BTreeMap<u32, (f64, u32)> = BTreeMap::new();
        for (number, commit) in (0_u32..).zip(self.commits()?) {
            let changes = touched.of(number);
            if !(2..=limits::HISTORY_TOGETHER_FILES).contains(&commit.files) || !has(changes, path) {
                continue;
            }
            let weight = freshness(newest_s.saturating_sub(commit.time_s)) / f64::from(commit.files - 1);
            for other in changes.iter().filter(|change| change.path != path) {
                let sum = sums.entry(other.path).or_default();
                sum.0 += weight;
                sum.1 += 1;
            }
        }
        let mut together: Vec<Together<'_>> = sums
            .into_iter()
            .filter(|(other, _)| !touched.is_gone(*other))
            .map(|(other, (weight, commits))| Together { path: touched.names.get(other), weight, commits })
            .collect();
        // Stable, and the map was in the order of paths.
        together.sort_by(|left, right| right.weight.total_cmp(&left.weight));
        together.truncate(most);
        Ok(together)
    }

    /// How every file has changed in the commits since a time (seconds since 1970; zero for all), by path.
    pub fn churn(&self, since_s: u64) -> Result<Vec<Churn<'_>>, StoreError> {
        let touched = self.touched()?;
        let mut churns: Vec<Option<Churn<'_>>> = vec![None; touched.names.len()];
        let mut authors: Vec<(u32, u32)> = Vec::new();
        for (number, commit) in (0_u32..).zip(self.commits()?) {
            if commit.time_s < since_s {
                break;
            }
            for change in touched.of(number) {
                let Some(slot) = churns.get_mut(change.path as usize) else { continue };
                let churn = slot.get_or_insert_with(|| Churn {
                    path: touched.names.get(change.path),
                    commits: 0,
                    fixes: 0,
                    authors: 0,
                    last_s: commit.time_s,
                    is_deleted: touched.is_gone(change.path),
                });
                churn.commits += 1;
                churn.fixes += u32::from(commit.is_fix);
                authors.push((change.path, commit.author));
            }
        }
        authors.sort_unstable();
        authors.dedup();
        for (path, _) in authors {
            if let Some(Some(churn)) = churns.get_mut(path as usize) {
                churn.authors += 1;
            }
        }
        Ok(churns.into_iter().flatten().collect())
    }
}

fn has(changes: &[Change], path: u32) -> bool {
    changes.binary_search_by_key(&path, |change| change.path).is_ok()
}

/// One for the newest commit, half for one that is a half-life older.
fn freshness(age_s: u64) -> f64 {
    let half_lives = age_s as f64 / (limits::HISTORY_HALF_LIFE_DAYS as f64 * SECONDS_PER_DAY);
    (-half_lives.min(limits::HISTORY_HALF_LIVES)).exp2()
}
