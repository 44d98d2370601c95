//! What past commits say: their messages speak of the same things as issues, and their files are where those things are.

use foreword_index::history::History;
use foreword_index::store::StoreError;

use super::features::{ReportEvidence, ReportFeature};
use super::issue::{Issue, Word};
use super::words::{ReportFiles, rarity, saturated};

/// A commit that touches more files says little of each: for the words of a file, and for whole messages.
const FILES_OF_WORDS: usize = 8;
const FILES_OF_COMMIT: usize = 15;
/// Commits that speak.
const COMMITS: usize = 100;
/// A word in more of the commits than one in so many is how people here write.
const COMMON_SHARE: usize = 20;
/// Fewer commits than this are too few to call a word common.
const FEW_COMMITS: usize = 200;
/// How much the length of a message counts.
const B_COMMIT: f64 = 0.75;
const B_WORDS: f64 = 0.6;
/// Days in which a change loses most of its meaning.
const RECENT_DAYS: f64 = 180.0;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// The files of each commit that may be the place of an error.
pub(super) struct Past {
    touched: Vec<Vec<usize>>,
}

impl Past {
    /// Adds what the history says of an issue.
    pub(super) fn add(
        &self,
        history: &History,
        issue: &Issue,
        values: &mut [ReportEvidence],
    ) -> Result<(), StoreError> {
        self.add_words(history, &issue.words, values)?;
        self.add_commits(history, &issue.words, values)?;
        for commit in issue.commits.find(history)? {
            let touched = self.touched.get(commit as usize).map_or(&[][..], Vec::as_slice);
            for place in touched {
                let known = values[*place].get(ReportFeature::NamedCommit);
                let value = 1.0 / (touched.len() as f64).sqrt();
                values[*place].set(ReportFeature::NamedCommit, known.max(value));
            }
        }
        self.add_recent(history, values)
    }

    /// Adds how much files change with those that come first, each with what it is worth.
    pub(super) fn add_companions(&self, first: &[(usize, f64)], values: &mut [ReportEvidence]) {
        let mut changes: Vec<f64> = vec![0.0; values.len()];
        let mut together: Vec<Vec<f64>> = vec![vec![0.0; values.len()]; first.len()];
        for touched in self.touched.iter().filter(|touched| (1..=FILES_OF_COMMIT).contains(&touched.len())) {
            for place in touched {
                changes[*place] += 1.0;
            }
            for (row, (start, _)) in together.iter_mut().zip(first) {
                if touched.contains(start) {
                    for place in touched {
                        row[*place] += 1.0 / (touched.len() as f64 - 1.0).max(1.0);
                    }
                }
            }
        }
        for (row, (start, worth)) in together.iter().zip(first) {
            for (place, common) in
                row.iter().enumerate().filter(|(place, common)| **common > 0.0 && place != start)
            {
                // Few changes are no rule yet.
                let share = common / ((changes[*start] + 3.0) * (changes[place] + 3.0)).sqrt();
                values[place].add(ReportFeature::Companion, worth * share);
            }
        }
    }

    /// Reads which files each commit touched.
    pub(super) fn read(history: &History, files: &ReportFiles<'_>) -> Result<Self, StoreError> {
        let mut places = Vec::with_capacity(history.paths()?);
        for number in 0..history.paths()? {
            let path = history.path(u32::try_from(number).unwrap_or(u32::MAX))?;
            places.push(files.place_of(path).filter(|place| files.is_candidate[*place]));
        }
        let mut touched = Vec::with_capacity(history.commits()?.len());
        for number in 0..history.commits()?.len() {
            let changes = history.changes(u32::try_from(number).unwrap_or(u32::MAX))?;
            let of = changes.iter().filter_map(|change| places.get(change.path as usize).copied().flatten());
            touched.push(of.collect());
        }
        Ok(Self { touched })
    }

    fn common(&self) -> usize {
        self.touched.len().max(FEW_COMMITS) / COMMON_SHARE
    }

    /// Per file, all messages of its commits as one text.
    fn add_words(
        &self,
        history: &History,
        words: &[Word],
        values: &mut [ReportEvidence],
    ) -> Result<(), StoreError> {
        let speaks = |commit: &[usize]| (1..=FILES_OF_WORDS).contains(&commit.len());
        let mut lengths = vec![0.0; values.len()];
        for (commit, touched) in
            history.commits()?.iter().zip(&self.touched).filter(|(_, touched)| speaks(touched))
        {
            for place in touched {
                lengths[*place] += f64::from(commit.words) / touched.len() as f64;
            }
        }
        let known = lengths.iter().filter(|length| **length > 0.0).count();
        let mean = (lengths.iter().sum::<f64>() / known.max(1) as f64).max(1.0);
        let mut counts = vec![0.0; values.len()];
        let mut held: Vec<usize> = Vec::new();
        for word in words.iter().filter(|word| word.in_title > 0.0) {
            let postings = history.term(&word.term)?;
            if postings.len() > self.common() {
                continue;
            }
            for posting in postings {
                let touched = &self.touched[posting.commit as usize];
                if !speaks(touched) {
                    continue;
                }
                for place in touched {
                    if counts[*place] == 0.0 {
                        held.push(*place);
                    }
                    counts[*place] += 1.0 / touched.len() as f64;
                }
            }
            let idf = rarity(known as f64, held.len());
            for place in held.drain(..) {
                let count = std::mem::take(&mut counts[place]);
                let value = word.in_title * idf * saturated(count, lengths[place] / mean, B_WORDS);
                values[place].add(ReportFeature::CommitTitle, value);
            }
        }
        Ok(())
    }

    /// The commits whose messages are most like the first line.
    fn add_commits(
        &self,
        history: &History,
        words: &[Word],
        values: &mut [ReportEvidence],
    ) -> Result<(), StoreError> {
        let commits = history.commits()?;
        let mean = history.words_mean()?.max(1.0);
        let mut scores = vec![0.0; commits.len()];
        for word in words.iter().filter(|word| word.in_title > 0.0) {
            let postings = history.term(&word.term)?;
            if postings.len() > self.common() {
                continue;
            }
            let value = word.in_title * rarity(commits.len() as f64, postings.len());
            for posting in postings {
                let at = posting.commit as usize;
                let ratio = f64::from(commits[at].words) / mean;
                scores[at] += value * saturated(f64::from(posting.frequency), ratio, B_COMMIT);
            }
        }
        let speaks =
            |at: &usize| scores[*at] > 0.0 && (1..=FILES_OF_COMMIT).contains(&self.touched[*at].len());
        let mut best: Vec<usize> = (0..commits.len()).filter(speaks).collect();
        best.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        best.truncate(COMMITS);
        let strongest = best.first().map_or(1.0, |at| scores[*at]);
        for at in best {
            let value = scores[at] / strongest;
            let count = self.touched[at].len() as f64;
            for place in &self.touched[at] {
                let known = values[*place].get(ReportFeature::BestCommit);
                values[*place].set(ReportFeature::BestCommit, known.max(value / count.sqrt()));
                values[*place].add(ReportFeature::AllCommits, value * value / count);
            }
        }
        for values in values.iter_mut() {
            values.set(ReportFeature::AllCommits, values.get(ReportFeature::AllCommits).ln_1p());
        }
        Ok(())
    }

    fn add_recent(&self, history: &History, values: &mut [ReportEvidence]) -> Result<(), StoreError> {
        let newest_s = history.summary().newest_s;
        for (commit, touched) in
            history.commits()?.iter().zip(&self.touched).filter(|(_, touched)| !touched.is_empty())
        {
            let age_days = newest_s.saturating_sub(commit.time_s) as f64 / SECONDS_PER_DAY;
            let value = (-age_days / RECENT_DAYS).exp() / (touched.len() as f64).sqrt();
            for place in touched {
                values[*place].add(ReportFeature::Recent, value);
            }
        }
        for values in values.iter_mut() {
            values.set(ReportFeature::Recent, values.get(ReportFeature::Recent).ln_1p());
        }
        Ok(())
    }
}
