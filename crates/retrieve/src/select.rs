//! Which passages make up the answer to a prompt: the best, several of one file where they are the answer, no line twice.

use std::collections::BTreeMap;

use super::evidence::RankedPassage;
use super::passages::{Passage, PassageShape};
use super::vocabulary::Vocabulary;
use super::window::Stretch;

/// A place this far below the best is left out, once there are a few.
const GAP: f64 = 4.0;
const PLACES_MIN: usize = 2;
const PLACES_MAX: usize = 8;
/// Places of one file, and of one that the prompt names.
const PER_FILE: usize = 3;
const PER_NAMED_FILE: usize = 4;
/// Lines of the first place, and of each further one.
const FIRST_LINES: usize = 24;
const OTHER_LINES: usize = 15;
/// The same where the prompt tells as much as an issue: which of the places is meant is least sure there.
const REPORT_LINES: usize = 12;
/// A place of which this share is shown already is left out.
const OVERLAP: f64 = 0.4;
/// A member that is no more than this below its container stands for it.
const MEMBER_GAP: f64 = 2.0;
const LONG_CONTAINER_LINES: u32 = 40;
/// Notions of a prompt in which a name that is written as code is what is asked for.
const NAME_CONCEPTS: usize = 6;

/// A passage that may be shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'c> {
    /// Which of the files that were looked at.
    pub(super) file: usize,
    pub(super) ranked: &'c RankedPassage,
    pub(super) passage: &'c Passage,
    pub(super) is_named_file: bool,
}

/// A passage with the lines of it that are shown.
#[derive(Debug)]
pub(super) struct Chosen<'c> {
    pub(super) candidate: Candidate<'c>,
    pub(super) stretches: Vec<Stretch>,
}

/// Chooses at most `limit` places; `lines` says which lines of one would be shown.
pub(super) fn choose<'c>(
    candidates: &[Candidate<'c>],
    vocabulary: &Vocabulary<'_>,
    limit: usize,
    lines: impl Fn(&Candidate<'c>, usize) -> Vec<Stretch>,
) -> Vec<Chosen<'c>> {
    let is_name_asked = vocabulary.query.concepts.len() <= NAME_CONCEPTS;
    let key = |candidate: &Candidate<'_>| {
        let ranked = candidate.ranked;
        let is_name = is_name_asked && ranked.is_symbol;
        let is_name_there = candidate.is_named_file && ranked.is_symbol;
        [ranked.named_line.is_some(), ranked.member.is_some(), is_name_there, ranked.is_quoted, is_name]
    };
    let mut order: Vec<Candidate<'c>> = candidates.to_vec();
    order.sort_by(|a, b| {
        let by_place = || (a.file, a.passage.first).cmp(&(b.file, b.passage.first));
        key(b).cmp(&key(a)).then_with(|| b.ranked.score.total_cmp(&a.ranked.score)).then_with(by_place)
    });
    let mut chosen: Vec<Chosen<'c>> = Vec::new();
    let is_one_file = candidates.iter().all(|candidate| candidate.file == candidates[0].file);
    // Who tells as much as an issue names in passing what stands far out.
    let is_report = vocabulary.query.is_report;
    let top = if is_report { second_best_file(&order) } else { best_score(&order) };
    for candidate in &order {
        let is_far = candidate.ranked.score < top - GAP && key(candidate) == [false; 5];
        if chosen.len() >= limit.min(PLACES_MAX) || (is_far && chosen.len() >= PLACES_MIN) {
            break;
        }
        let candidate = best_member(candidate, &order, &chosen).unwrap_or(*candidate);
        let is_same = |known: &Chosen<'_>| {
            known.candidate.file == candidate.file
                && known.candidate.passage.definition.start_line == candidate.passage.definition.start_line
                && known.candidate.passage.definition.name == candidate.passage.definition.name
        };
        let of_file = chosen.iter().filter(|known| known.candidate.file == candidate.file).count();
        let most = match candidate.is_named_file {
            _ if is_one_file => PLACES_MAX,
            true => PER_NAMED_FILE,
            false => PER_FILE,
        };
        if of_file >= most || chosen.iter().any(is_same) {
            continue;
        }
        let room = match chosen.is_empty() {
            _ if is_report => REPORT_LINES,
            true => FIRST_LINES,
            false => OTHER_LINES,
        };
        let stretches = lines(&candidate, room);
        if overlap(&stretches, candidate.file, &chosen) <= OVERLAP {
            chosen.push(Chosen { candidate, stretches });
        }
    }
    chosen
}

fn best_score(candidates: &[Candidate<'_>]) -> f64 {
    candidates.iter().map(|candidate| candidate.ranked.score).fold(f64::MIN, f64::max)
}

/// What the best place of the second best file is worth: one file may stand far out for a name or a text that it happens to
/// hold, and what else answers is measured by the rest.
fn second_best_file(candidates: &[Candidate<'_>]) -> f64 {
    let mut best: BTreeMap<usize, f64> = BTreeMap::new();
    for candidate in candidates {
        let known = best.entry(candidate.file).or_insert(f64::MIN);
        *known = known.max(candidate.ranked.score);
    }
    let mut scores: Vec<f64> = best.into_values().collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    scores.get(1).or(scores.first()).copied().unwrap_or(f64::MIN)
}

/// The best member of a long container, if it is not much worse than that: a class is rarely the answer, and it would be
/// shown with its lines left out.
fn best_member<'c>(
    container: &Candidate<'c>,
    order: &[Candidate<'c>],
    chosen: &[Chosen<'_>],
) -> Option<Candidate<'c>> {
    if !is_long_container(container) {
        return None;
    }
    let is_inside = |candidate: &&Candidate<'c>| {
        let passage = candidate.passage;
        candidate.file == container.file
            && passage.first > container.passage.first
            && passage.last <= container.passage.last
            && !is_long_container(candidate)
            && candidate.ranked.score > container.ranked.score - MEMBER_GAP
            && !chosen.iter().any(|known| {
                known.candidate.file == candidate.file && known.candidate.passage.first == passage.first
            })
    };
    order.iter().filter(is_inside).max_by(|a, b| a.ranked.score.total_cmp(&b.ranked.score)).copied()
}

fn is_long_container(candidate: &Candidate<'_>) -> bool {
    candidate.passage.shape == PassageShape::Container && candidate.passage.lines() > LONG_CONTAINER_LINES
}

/// The share of the lines that are shown already.
fn overlap(stretches: &[Stretch], file: usize, chosen: &[Chosen<'_>]) -> f64 {
    let lines: u32 = stretches.iter().map(|(first, last)| last - first + 1).sum();
    let shown = chosen.iter().filter(|known| known.candidate.file == file).flat_map(|known| &known.stretches);
    let mut common = 0;
    for (known_first, known_last) in shown {
        for (first, last) in stretches {
            common += (last.min(known_last) + 1).saturating_sub(*first.max(known_first));
        }
    }
    f64::from(common) / f64::from(lines.max(1))
}
