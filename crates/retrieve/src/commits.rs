//! What was changed for something like this before: the messages of past commits, as evidence for files and for definitions.

use std::collections::HashMap;

use foreword_index::history::{DefinitionHistory, History};
use foreword_index::store::StoreError;

use super::query::Query;
use super::vocabulary::saturate;
use super::weights;

/// Commits that speak.
const COMMITS: usize = 100;
/// A commit that touches more files says little about each.
const FILES_MAX: u32 = 15;
/// A term in more of the commits than one in so many is how people here write, not what they write about.
const COMMON_SHARE: usize = 20;
/// Fewer commits than this are too few to call a term common.
const FEW_COMMITS: usize = 200;

/// Commits whose changed definitions are looked up: the others say too little to be worth decoding.
const DEFINITION_COMMITS: usize = 40;
/// Where further commits stop to count for a definition.
const DEFINITION_SATURATION: f64 = 0.6;

/// How much past commits speak for what they changed.
#[derive(Debug, Default)]
pub(super) struct CommitEvidence {
    /// For files, by path.
    pub(super) files: HashMap<String, f64>,
    /// For definitions, by path: bare names, with how much commits speak for them, up to 1.
    pub(super) definitions: HashMap<String, Vec<(String, f64)>>,
}

/// What past commits with messages like the query say; `definitions` tells what those changed within files.
pub(super) fn evidence(
    history: &History,
    definitions: Option<&DefinitionHistory>,
    query: &Query,
) -> Result<CommitEvidence, StoreError> {
    let mut best = score(history, query)?;
    best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    best.truncate(COMMITS);
    let strongest = best.first().map_or(0.0, |(_, score)| *score);
    let mut sums: HashMap<u32, f64> = HashMap::new();
    for (number, score) in &best {
        let changes = history.changes(*number)?;
        let share = (score / strongest).powi(2) / changes.len().max(1) as f64;
        for change in changes {
            *sums.entry(change.path).or_default() += share;
        }
    }
    let files = sums
        .into_iter()
        .map(|(path, sum)| Ok((history.path(path)?.to_owned(), (1.0 + sum).ln())))
        .collect::<Result<_, StoreError>>()?;
    best.truncate(DEFINITION_COMMITS);
    // What cannot be read of it costs its evidence, nothing else.
    let definitions = definitions
        .and_then(|definitions| changed_definitions(history, definitions, &best, strongest).ok())
        .unwrap_or_default();
    Ok(CommitEvidence { files, definitions })
}

/// The definitions that commits changed, with how much these speak for each.
fn changed_definitions(
    history: &History,
    definitions: &DefinitionHistory,
    commits: &[(u32, f64)],
    strongest: f64,
) -> Result<HashMap<String, Vec<(String, f64)>>, StoreError> {
    let mut sums: HashMap<(String, String), f64> = HashMap::new();
    for (number, score) in commits {
        let changed = definitions.changed_in(history, *number)?;
        let share = (score / strongest).powi(2) / (changed.len().max(1) as f64).sqrt();
        for definition in changed {
            *sums.entry((definition.path.to_owned(), definition.name.to_owned())).or_default() += share;
        }
    }
    let mut by_path: HashMap<String, Vec<(String, f64)>> = HashMap::new();
    for ((path, name), sum) in sums {
        by_path.entry(path).or_default().push((name, sum / (sum + DEFINITION_SATURATION)));
    }
    Ok(by_path)
}

/// The commits whose messages hold terms of the query, by BM25.
fn score(history: &History, query: &Query) -> Result<Vec<(u32, f64)>, StoreError> {
    let commits = history.commits()?;
    let words_mean = history.words_mean()?.max(1.0);
    let common = commits.len().max(FEW_COMMITS) / COMMON_SHARE;
    let mut scores: Vec<f64> = vec![0.0; commits.len()];
    for term in query.terms.iter().filter(|term| term.text.is_ascii()) {
        let postings = history.term(&term.text)?;
        if postings.len() > common {
            continue;
        }
        let (all, holding) = (commits.len() as f64, postings.len() as f64);
        let rarity = (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln();
        let value = query.concepts[term.concept].weight * term.factor * rarity;
        for posting in postings {
            let length_ratio = f64::from(commits[posting.commit as usize].words) / words_mean;
            let frequency = f64::from(posting.frequency);
            scores[posting.commit as usize] +=
                value * saturate(frequency, length_ratio, weights::BM25_K1, weights::BM25_B);
        }
    }
    let speaks = |(number, score): &(u32, f64)| {
        *score > 0.0 && (1..=FILES_MAX).contains(&commits[*number as usize].files)
    };
    Ok((0_u32..).zip(scores).filter(speaks).collect())
}
