//! Why a place is shown, in words that help the reader.

use foreword_guard::escape;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use super::evidence::RankedPassage;
use super::features::Feature;
use super::passages::Passage;
use super::rank::Evidence;
use super::scan::Scanned;
use super::vocabulary::{Vocabulary, counts_of};

/// Words named in a reason.
const WORDS_NAMED: usize = 4;

/// The reasons, in words, the strongest first.
pub(super) fn why(
    scanned: &Scanned,
    evidence: &Evidence,
    place: Option<(&RankedPassage, &Passage)>,
    vocabulary: &Vocabulary<'_>,
) -> String {
    let mut reasons = Vec::new();
    if let Some(line) = place.and_then(|(ranked, _)| ranked.named_line) {
        reasons.push(format!("holds line {line}, named in the request"));
    } else if evidence.has(Feature::NamedFile) {
        reasons.push("named in the request".to_owned());
    } else if evidence.has(Feature::NamedDirectory) {
        reasons.push("below a directory named in the request".to_owned());
    }
    if let Some((_, passage)) = place.filter(|(ranked, _)| ranked.is_symbol) {
        reasons.push(format!("defines {}", escape::symbol(&passage.definition.name)));
    }
    let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
    let names = words(vocabulary, |term| bit(evidence.path.stem, term));
    if !names.is_empty() {
        reasons.push(format!("file name matches {names}"));
    }
    let directories = words(vocabulary, |term| bit(evidence.path.directories & !evidence.path.stem, term));
    if !directories.is_empty() {
        reasons.push(format!("directory matches {directories}"));
    }
    let asked = vocabulary.concepts_present();
    if let Some((ranked, _)) = place.filter(|(ranked, _)| ranked.concepts > 0) {
        reasons.push(format!("{} of {asked} terms", ranked.concepts));
    }
    if place.is_some_and(|(_, passage)| !passage.definition.is_whole) {
        reasons.push("its end was not found".to_owned());
    }
    if reasons.is_empty() || place.is_none() {
        let mentioned = words(vocabulary, |term| counts_of(&scanned.hits.counts, term).all > 0);
        if !mentioned.is_empty() {
            reasons.push(format!("mentions {mentioned}"));
        }
    }
    ellipsize(&reasons.join("; "), limits::SUMMARY_CHARS).into_owned()
}

/// The notions that `holds` finds, as the person wrote them.
fn words(vocabulary: &Vocabulary<'_>, holds: impl Fn(usize) -> bool) -> String {
    let query = vocabulary.query;
    let mut found: Vec<&str> = Vec::new();
    for (number, term) in query.terms.iter().enumerate() {
        let concept = &query.concepts[term.concept];
        let shown = concept.shown.as_str();
        if holds(number) && !concept.own_name && !found.contains(&shown) && found.len() < WORDS_NAMED {
            found.push(shown);
        }
    }
    found.join(", ")
}
