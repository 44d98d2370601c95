//! How sure it is that the answer to a prompt is right, from the ranking itself: one place where what the ranking looks like
//! goes in and a probability comes out. Fitted by `bench/fit/certainty.py`, the weights are `data/certainty.tsv`.

use super::features::Feature;
use super::select::{Candidate, Chosen};
use super::vocabulary::Vocabulary;

/// The weights, in log-odds.
const TABLE: &str = include_str!("../../../data/certainty.tsv");

/// What a ranking looks like: the names of the table with their values.
pub(super) type Looks = [(&'static str, f64); 20];

/// What a ranking looks like; nothing if it holds no place.
pub(super) fn looks(
    candidates: &[Candidate<'_>],
    chosen: &[Chosen<'_>],
    vocabulary: &Vocabulary<'_>,
) -> Option<Looks> {
    let first = chosen.first()?.candidate;
    let ranked = first.ranked;
    let is = |holds: bool| f64::from(u8::from(holds));
    let value = |feature: Feature| ranked.values.get(feature);
    let best_of = |is_own: bool| {
        let others = candidates.iter().filter(|candidate| (candidate.file == first.file) == is_own);
        others.map(|candidate| candidate.ranked.score).fold(f64::MIN, f64::max)
    };
    let own = best_of(true);
    let ahead = |score: f64| (own - score).clamp(-AHEAD_MAX, AHEAD_MAX) / AHEAD_MAX;
    let fourth = chosen.get(3).map_or(f64::MIN, |chosen| chosen.candidate.ranked.score);
    let near = candidates.iter().filter(|candidate| candidate.ranked.score > own - NEAR).count() as f64;
    let of_first = chosen.iter().filter(|chosen| chosen.candidate.file == first.file).count() as f64;
    let tests = value(Feature::TestsNameIt).max(value(Feature::TestFile));
    let commits = value(Feature::ChangedLike).max(value(Feature::Commits));
    Some([
        ("(bias)", 1.0),
        ("score", ranked.score / 10.0),
        ("ahead of the second file", ahead(best_of(false))),
        ("ahead of the fourth place", ahead(fourth)),
        ("near candidates", near.ln_1p() / 3.0),
        ("covered", ranked.coverage),
        ("covered by its file", value(Feature::FileText) / 3.0),
        ("notions", (vocabulary.concepts_present() as f64).ln_1p() / 3.0),
        ("names it", is(ranked.is_symbol || ranked.member.is_some())),
        ("quotes it", is(ranked.is_quoted)),
        ("names its file", is(first.is_named_file || ranked.named_line.is_some())),
        ("path", value(Feature::Path)),
        ("name share", value(Feature::NameShare)),
        ("literal", value(Feature::Literal).min(3.0) / 3.0),
        ("word run", value(Feature::WordRun).min(3.0) / 3.0),
        ("tests", tests.min(1.0)),
        ("commits", commits.min(1.0)),
        ("reported", value(Feature::ReportedFile).min(1.0)),
        ("places of the first file", of_first / chosen.len() as f64),
        ("not code", is(NOT_CODE.into_iter().any(|feature| value(feature) > 0.0))),
    ])
}

/// What marks a place that is no code of the program.
const NOT_CODE: [Feature; 6] =
    [Feature::Test, Feature::Example, Feature::Doc, Feature::Data, Feature::Locale, Feature::Generated];
/// Candidates so little below the best are near it.
const NEAR: f64 = 2.0;
/// By which a score may be ahead of another.
const AHEAD_MAX: f64 = 6.0;

/// How an answer is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Its first place is right, as a rule: a few places are enough.
    Sure,
    /// One of its first places is.
    Likely,
    /// None need be: they are called possible.
    Unsure,
}

impl Certainty {
    /// Its name in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Unsure => "unsure",
        }
    }
}

/// From which probability of the first place on an answer is sure.
const SURE_FIRST: f64 = 0.75;
/// Below which probability of one of the first three places it is unsure.
const LIKELY_THREE: f64 = 0.3;

/// How an answer whose ranking looks like this is to be taken.
pub(super) fn judge(looks: &Looks) -> Certainty {
    let (three, first) = probabilities(looks);
    if first >= SURE_FIRST {
        Certainty::Sure
    } else if three < LIKELY_THREE {
        Certainty::Unsure
    } else {
        Certainty::Likely
    }
}

/// The probability that one of the first three places is in a file that the prompt is about, and that the first one is.
fn probabilities(looks: &Looks) -> (f64, f64) {
    let mut log_odds = (0.0, 0.0);
    for row in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = row.split('\t');
        let name = cells.next().unwrap_or_default();
        let value = looks.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value);
        let mut weight = || cells.next().and_then(|cell| cell.parse::<f64>().ok()).unwrap_or_default();
        log_odds.0 += weight() * value;
        log_odds.1 += weight() * value;
    }
    let probability = |log_odds: f64| 1.0 / (1.0 + (-log_odds).exp());
    (probability(log_odds.0), probability(log_odds.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_sure_or_unsure_by_what_its_ranking_looks_like() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
        let looks = |found: &[(&str, f64)]| -> Looks {
            let value =
                |name: &str| found.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value);
            std::array::from_fn(|at| (names[at], if at == 0 { 1.0 } else { value(names[at]) }))
        };
        for (found, expected) in [
            (&[("score", 2.5), ("covered", 1.0), ("quotes it", 1.0), ("literal", 1.0)][..], Certainty::Sure),
            (&[("score", 1.5), ("covered", 0.6), ("near candidates", 0.6)], Certainty::Likely),
            (
                &[("score", 0.5), ("covered", 0.2), ("near candidates", 1.5), ("not code", 1.0)],
                Certainty::Unsure,
            ),
        ] {
            assert_eq!(judge(&looks(found)), expected, "{found:?}");
        }
    }
}
