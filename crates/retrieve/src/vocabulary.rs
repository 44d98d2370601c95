//! How much each notion of the query tells in this repository: rarity, counted over its files.

use foreword_text::identifiers;

use super::corpus::Corpus;
use super::features::Ask;
use super::matcher::{Counts, Matcher};
use super::query::Query;

/// Rarity of terms and notions.
#[derive(Debug)]
pub(super) struct Vocabulary<'q> {
    pub(super) query: &'q Query,
    /// By term.
    idf: Vec<f64>,
    /// By notion: weight times the rarity of its best term.
    value: Vec<f64>,
    /// What all notions are worth together.
    total: f64,
    /// By notion: what it counts for whether a file answers at all.
    gate: Vec<f64>,
    /// Word parts of a file, on average.
    pub(super) parts_mean: f64,
}

impl<'q> Vocabulary<'q> {
    pub(super) fn new(query: &'q Query, corpus: &Corpus) -> Self {
        // What is ranked is what is counted.
        let (all, holding) = match query.ask {
            Ask::Prompt => (corpus.passages, &corpus.passages_holding),
            Ask::Question | Ask::Report => (corpus.files, &corpus.holding),
        };
        let all = all.max(1) as f64;
        let rarity = |holding: f64| (1.0 + (all - holding + 0.5).max(0.0) / (holding + 0.5)).ln();
        let idf: Vec<f64> = holding.iter().map(|holding| rarity(f64::from(*holding))).collect();
        let mut best = vec![0.0_f64; query.concepts.len()];
        for (term, (idf, holding)) in query.terms.iter().zip(idf.iter().zip(holding)) {
            if *holding > 0 {
                best[term.concept] = best[term.concept].max(term.factor * idf);
            }
        }
        let is_present: Vec<bool> = best.iter().map(|best| *best > 0.0).collect();
        let value: Vec<f64> = query
            .concepts
            .iter()
            .zip(best)
            .map(|(concept, best)| match (best > 0.0, concept.expected) {
                (true, _) => concept.weight * best,
                // A word that the repository does not have counts as a rare one that no file covers. A
                // generic one says nothing by its absence.
                (false, true) if !concept.generic => concept.weight * rarity(1.0) * ABSENT_SHARE,
                (false, true | false) => 0.0,
            })
            .collect();
        let total = value.iter().sum();
        let gate = gate(query, &value, &is_present, rarity(1.0));
        Self { query, idf, value, total, gate, parts_mean: corpus.parts_mean.max(1.0) }
    }

    /// The sum over notions of weight times the best term's rarity times what `strength` says of it.
    pub(super) fn score(&self, strength: impl Fn(usize) -> f64) -> f64 {
        self.best_by_concept(|term| self.idf[term] * strength(term))
    }

    /// The same as a share of what all notions are worth, the missing ones included.
    pub(super) fn share(&self, strength: impl Fn(usize) -> f64) -> f64 {
        if self.total > 0.0 { self.score(strength) / self.total } else { 0.0 }
    }

    /// What all notions are worth, the missing ones included.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// The share of the query, from 0 to 1, whose notions `holds` finds.
    pub(super) fn coverage(&self, holds: impl Fn(usize) -> bool) -> f64 {
        self.covered(&self.value, self.total, holds)
    }

    /// The same for whether a file answers at all: a single missing word is no veto, and a word that is in
    /// every file still counts.
    pub(super) fn coverage_of_present(&self, holds: impl Fn(usize) -> bool) -> f64 {
        self.covered(&self.gate, self.gate.iter().sum(), holds)
    }

    fn covered(&self, values: &[f64], total: f64, holds: impl Fn(usize) -> bool) -> f64 {
        if total <= 0.0 {
            return 0.0;
        }
        let mut covered = 0.0;
        for (concept, value) in values.iter().enumerate() {
            let factor =
                self.terms_of(concept).filter(|term| holds(*term)).map(|term| self.query.terms[term].factor);
            covered += value * factor.fold(0.0_f64, f64::max).sqrt();
        }
        covered / total
    }

    /// How many notions `holds` finds.
    pub(super) fn concepts_held(&self, holds: impl Fn(usize) -> bool) -> usize {
        (0..self.query.concepts.len()).filter(|concept| self.terms_of(*concept).any(&holds)).count()
    }

    /// Notions that this repository has at all.
    pub(super) fn concepts_present(&self) -> usize {
        self.query
            .concepts
            .iter()
            .zip(&self.value)
            .filter(|(concept, value)| (concept.expected && !concept.generic) || **value > 0.0)
            .count()
    }

    /// What one occurrence of a term is worth.
    pub(super) fn term_value(&self, term: usize) -> f64 {
        let found = &self.query.terms[term];
        self.query.concepts[found.concept].weight * found.factor * self.idf[term]
    }

    fn terms_of(&self, concept: usize) -> impl Iterator<Item = usize> {
        let terms = self.query.terms.iter().enumerate();
        terms.filter(move |(_, term)| term.concept == concept).map(|(number, _)| number)
    }

    fn best_by_concept(&self, value: impl Fn(usize) -> f64) -> f64 {
        let mut best = vec![0.0_f64; self.query.concepts.len()];
        for (number, term) in self.query.terms.iter().enumerate() {
            best[term.concept] = best[term.concept].max(term.factor * value(number));
        }
        best.iter().zip(&self.query.concepts).map(|(best, concept)| best * concept.weight).sum()
    }
}

/// What each notion counts for whether a file answers: common words at least a share of a rare one; missing
/// ones only if most of the question is missing.
fn gate(query: &Query, value: &[f64], is_present: &[bool], rarest: f64) -> Vec<f64> {
    let telling = |concept: usize| query.concepts[concept].expected && !query.concepts[concept].generic;
    let asked = (0..value.len()).filter(|concept| telling(*concept)).count();
    let found = (0..value.len()).filter(|concept| telling(*concept) && is_present[*concept]).count();
    let mostly_found = found * 2 >= asked;
    let floored = |concept: usize| value[concept].max(query.concepts[concept].weight * rarest * COMMON_SHARE);
    let of_notion = |concept: usize| match (is_present[concept], mostly_found) {
        (true, _) => floored(concept),
        (false, true) => 0.0,
        (false, false) => value[concept] / ABSENT_SHARE,
    };
    (0..value.len()).map(of_notion).collect()
}

/// A notion that is in every file still counts this share of one that is in a single file.
const COMMON_SHARE: f64 = 0.4;
/// A notion that is nowhere in the repository weighs this share of one that is in a single file.
const ABSENT_SHARE: f64 = 0.6;

/// Which terms a path has, and where: bits by term.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PathTerms {
    /// In the stem.
    pub(super) stem: u64,
    /// In the directory that holds the file.
    pub(super) parent: u64,
    /// In any directory.
    pub(super) directories: u64,
    /// Anywhere.
    pub(super) all: u64,
    /// Share of the stem's words that the query has, from 0 to 1.
    pub(super) stem_share: f64,
    /// The stem's letters, in lower case and without separators.
    pub(super) stem_joined: String,
}

/// A prefix is not the word.
const PREFIX_SHARE: f64 = 0.7;
const PREFIX_BYTES_MIN: usize = 3;
/// A generic word in a stem says less.
const GENERIC_STEM_SHARE: f64 = 0.6;

/// Reads a path's words against the query.
pub(super) fn path_terms(path: &str, matcher: &Matcher<'_>, query: &Query) -> PathTerms {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let file_stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let (above, parent) = directories.rsplit_once('/').unwrap_or(("", directories));
    // A file that only stands for its directory is named by it.
    let stands_for_directory =
        matches!(file_stem, "mod" | "index" | "__init__" | "init" | "lib" | "main" | "")
            && !parent.is_empty();
    let stem = if stands_for_directory { parent } else { file_stem };
    let bits = |text: &str| {
        let terms = matcher.parts_in(text).into_iter().filter_map(|(_, term)| term);
        terms.fold(0, |bits, term| bits | 1 << term)
    };
    let mut found = PathTerms {
        parent: bits(parent),
        stem_joined: identifiers::join_parts(stem),
        ..PathTerms::default()
    };
    let stem_parts = matcher.parts_in(stem);
    let mut share = 0.0;
    for (part, exact) in &stem_parts {
        if let Some(term) = exact {
            found.stem |= 1 << term;
        }
        share += exact.map_or_else(|| prefix_share(part, query), |term| stem_word_share(term, query));
    }
    found.stem_share = share / stem_parts.len().max(1) as f64;
    found.directories = found.parent | bits(above);
    found.all = found.stem | found.directories;
    found
}

fn stem_word_share(term: usize, query: &Query) -> f64 {
    let term = &query.terms[term];
    let generic = if query.concepts[term.concept].generic { GENERIC_STEM_SHARE } else { 1.0 };
    term.factor.sqrt() * generic
}

/// `config` in the stem and `configuration` in the query, or the other way round.
fn prefix_share(part: &str, query: &Query) -> f64 {
    let related = |term: &str| {
        part.len().min(term.len()) >= PREFIX_BYTES_MIN && (part.starts_with(term) || term.starts_with(part))
    };
    let found =
        query.terms.iter().filter(|term| term.text.is_ascii() && term.factor >= 1.0 && related(&term.text));
    found.map(|term| PREFIX_SHARE * query.concepts[term.concept].weight.min(1.0)).fold(0.0, f64::max)
}

/// BM25's saturation of a weighted count.
pub(super) fn saturate(count: f64, length_ratio: f64, k1: f64, b: f64) -> f64 {
    if count <= 0.0 {
        return 0.0;
    }
    count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length_ratio))
}

/// The counts of a term, also for a file that has none.
pub(super) fn counts_of(counts: &[Counts], term: usize) -> Counts {
    counts.get(term).copied().unwrap_or_default()
}
