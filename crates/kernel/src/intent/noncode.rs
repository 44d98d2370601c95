//! What tells a prompt about something else from one about a product.
//!
//! Owns the rules that need more than one word: private talk that uses code words, products about everyday
//! things, general knowledge that needs no repository, arithmetic.

use foreword_model::intent::SignalType;

use super::decide::Sums;
use super::emphasis::Grammar;
use super::features::Feature;
use super::lexicon::Hit;
use super::tokens::{Prose, UnitKind};

/// Everyday words in a sentence about a system are its domain.
const WEAK_TOPIC_IN_SYSTEM: f64 = 0.2;
/// Strong ones keep more of their weight: they are rarely a domain.
const STRONG_TOPIC_IN_SYSTEM: f64 = 0.6;
/// Code words in a private sentence are used in their everyday sense.
const CODE_WORD_IN_PRIVATE: f64 = 0.35;
/// A question about computing in general: any textbook answers it.
const KNOWLEDGE: f64 = -3.6;
/// How to do something in a language, nothing of this repository named.
const GENERIC_HOW_TO: f64 = -1.6;
/// A sum written in figures.
const ARITHMETIC: f64 = -3.2;
/// How many verbs are looked at: the opening ones.
const CHECKED: usize = 8;
/// Length of a question about a term in units.
const TERM_UNITS: usize = 8;
/// Length of the longest arithmetic question in units.
const ARITHMETIC_UNITS: usize = 14;

/// Advice that is asked for by its last word: 哪种好.
const ADVICE_ENDING: f64 = -1.0;
/// Two languages compared, nothing of this repository named.
const LANGUAGES_COMPARED: f64 = -1.5;
/// The words of a quotation that is to be translated say nothing about the request.
const QUOTED_TRANSLATION: f64 = -4.0;
/// What ought to be, in a question, is advice.
const WISH_IN_QUESTION: f64 = 0.2;
/// A complaint or a wish without private words is more likely about a product.
const WEAK_TOPIC_IN_COMPLAINT: f64 = 0.35;

/// How something comes about is asked of systems.
const HOW_DONE: f64 = 0.7;

/// How much of a word's weight counts, given the other words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Damping {
    system: bool,
    private: bool,
    complaint: bool,
    question: bool,
}

impl Damping {
    /// Looks at the company that the words keep.
    pub(super) fn of(prose: &Prose<'_>, hits: &[Hit<Feature>], is_structural: bool) -> Self {
        let system = (0..hits.len())
            .filter(|&at| hits[at].feature.is_system() && !same_span(hits, at).any(Feature::is_topic))
            .count();
        let private = hits
            .iter()
            .map(|hit| match hit.feature {
                // Whose it is says more than what it is.
                Feature::Private => 2,
                Feature::TopicStrong | Feature::Social | Feature::PrivateText | Feature::Fact => 1,
                _ => 0,
            })
            .sum::<usize>();
        let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
        let is_personal = has(Feature::FirstPerson) || has(Feature::Advice);
        let question = matches!(
            hits.iter()
                .map(|hit| hit.feature)
                .find(|feature| !matches!(feature, Feature::Stop | Feature::Vague)),
            Some(Feature::How | Feature::What | Feature::Why | Feature::FirstPerson | Feature::Works)
        );
        // A statement about a definite thing, nobody's own, is about the product.
        let is_told =
            !is_personal && !has(Feature::Private) && (has(Feature::Symptom) || definite_at(prose).is_some());
        Self {
            system: is_structural || system > 0,
            private: private > 0
                && !is_structural
                && if is_told { private > system } else { private >= system },
            complaint: !is_personal
                && (has(Feature::Symptom)
                    || opens_with_order(prose, hits)
                    || definite_at(prose).is_some()
                    || (!question && (has(Feature::Wish) || has(Feature::WishHint)))),
            question,
        }
    }

    /// The share of a hit's weight.
    pub(super) fn share(self, hit: &Hit<Feature>) -> f64 {
        let is_topic = hit.feature.is_topic();
        match hit.feature {
            _ if self.private && !is_topic && hit.feature.weights().code > 0.0 => CODE_WORD_IN_PRIVATE,
            Feature::Wish if self.question && !self.system => WISH_IN_QUESTION,
            Feature::TopicWeak if self.system && !self.private => WEAK_TOPIC_IN_SYSTEM,
            Feature::TopicWeak if self.complaint && !self.private => WEAK_TOPIC_IN_COMPLAINT,
            _ if is_topic && self.system && !self.private => STRONG_TOPIC_IN_SYSTEM,
            _ => 1.0,
        }
    }
}

/// Adds the rules that look at several words at once.
pub(super) fn add_rules(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    if sums.is_structural {
        return;
    }
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    if is_knowledge(prose, hits) {
        sums.add(SignalType::Implicit, "(general knowledge)", KNOWLEDGE);
    }
    let asks_how = has(Feature::How) || has(Feature::FirstPerson);
    let is_here = has(Feature::RepoRef)
        || has(Feature::ProductPart)
        || has(Feature::Symptom)
        || has(Feature::Mechanism);
    if asks_how && has(Feature::Language) && !is_here {
        sums.add(SignalType::Implicit, "(how to, in a language)", GENERIC_HOW_TO);
    }
    let asks_change = has(Feature::Add) || has(Feature::Change) || has(Feature::Restructure);
    let languages = hits.iter().filter(|hit| hit.feature == Feature::Language).count();
    if (languages > 1 || (languages > 0 && has(Feature::Define))) && !asks_change && !is_here {
        sums.add(SignalType::Implicit, "(languages compared)", LANGUAGES_COMPARED);
    }
    if has(Feature::Translate) && is_quoting(prose) {
        sums.add(SignalType::Implicit, "(quotation to translate)", QUOTED_TRANSLATION);
    }
    if ends_in_advice(prose) && !is_here {
        sums.add(SignalType::Implicit, "好", ADVICE_ENDING);
    }
    if asks_how_it_is_done(prose) && !has(Feature::Mechanism) {
        sums.add(SignalType::Explicit, "怎么…的", HOW_DONE);
    }
    if is_arithmetic(prose) {
        sums.add(SignalType::Implicit, "(arithmetic)", ARITHMETIC);
    }
}

/// A text in quotation marks, single ones included.
fn is_quoting(prose: &Prose<'_>) -> bool {
    let opens = |unit: &&super::tokens::Unit<'_>| {
        unit.kind == UnitKind::Break && matches!(unit.raw, "“" | "「" | "‘" | "《")
    };
    !prose.quoted.is_empty() || prose.single_quotes > 1 || prose.units.iter().any(|unit| opens(&unit))
}

/// `用哪种好`: a question that ends in 好.
fn ends_in_advice(prose: &Prose<'_>) -> bool {
    let last = prose.units.iter().rev().find(|unit| unit.kind != UnitKind::Break);
    let asks = ["哪", "什么", "几", "多少", "怎么"].iter().any(|word| prose.folded.contains(word));
    asks && last.is_some_and(|unit| prose.text(unit) == "好")
}

/// Whether the prompt opens with a verb that asks for something.
fn opens_with_order(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let grammar = Grammar::of(prose, hits);
    hits.iter().filter(|hit| hit.feature == Feature::Order).take(CHECKED).any(|hit| grammar.asks(hit))
}

/// Where a definite article stands, if the prompt opens with it, with an order or with a question about it.
pub(super) fn definite_at(prose: &Prose<'_>) -> Option<usize> {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    (0..3).find(|&at| matches!(text(at), "the" | "our" | "each" | "every" | "all"))
}

/// `怎么算出来的`: how something comes about, not how to do it.
fn asks_how_it_is_done(prose: &Prose<'_>) -> bool {
    let last = prose.units.iter().rev().find(|unit| unit.kind != UnitKind::Break);
    let asks = ["怎么", "如何", "怎样"].iter().any(|word| prose.folded.contains(word));
    asks && last.is_some_and(|unit| prose.text(unit) == "的")
}

/// How many words name something that a search could look for.
pub(super) fn content(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> usize {
    let named = hits.iter().filter(|hit| hit.feature.is_content()).count();
    named + unknown(prose, hits)
}

/// How many words no list knows; two unknown Chinese characters make one.
pub(super) fn unknown(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> usize {
    let mut hits = hits.iter().peekable();
    let (mut covered_to, mut words, mut characters) = (0, 0, 0);
    for (at, unit) in prose.units.iter().enumerate() {
        while let Some(hit) = hits.next_if(|hit| hit.first <= at) {
            covered_to = covered_to.max(hit.first + hit.count);
        }
        match unit.kind {
            _ if at < covered_to => (),
            UnitKind::Word if unit.raw.chars().count() > 2 => words += 1,
            UnitKind::Han => characters += 1,
            UnitKind::Symbol | UnitKind::Path => words += 1,
            UnitKind::Word | UnitKind::Number | UnitKind::Url | UnitKind::Break => (),
        }
    }
    words + characters / 2
}

/// A question whose every content word is general knowledge about computing.
fn is_knowledge(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let terms = hits.iter().filter(|hit| hit.feature == Feature::Knowledge).count();
    let is_asked = has(Feature::Define)
        || has(Feature::Explain)
        || (terms > 1 && !has(Feature::Mechanism))
        || (terms > 0 && (has(Feature::What) || has(Feature::Translate)));
    let is_specific = hits.iter().enumerate().any(|(at, hit)| {
        let own = matches!(
            hit.feature,
            Feature::RepoRef | Feature::Symptom | Feature::ErrorWord | Feature::Wish | Feature::Fix
        ) || matches!(
            hit.feature,
            Feature::Add | Feature::Change | Feature::Restructure | Feature::Review | Feature::Where
        ) || matches!(
            hit.feature,
            Feature::ProductPart
                | Feature::Actor
                | Feature::ChangeNoun
                | Feature::CallChain
                | Feature::Callers
        ) || matches!(hit.feature, Feature::CodeNoun | Feature::TechNoun | Feature::Mechanism);
        own && !same_span(hits, at).any(|feature| matches!(feature, Feature::Knowledge | Feature::Define))
    });
    // `explain TCP slow start`: a few words without an article are a term, whatever they are made of.
    let is_term = prose.units.len() <= TERM_UNITS
        && (has(Feature::Explain) || has(Feature::Define))
        && definite_at(prose).is_none();
    let is_other = hits
        .iter()
        .any(|hit| matches!(hit.feature, Feature::RepoRef | Feature::ProductPart | Feature::Mechanism));
    terms > 0 && is_asked && (!is_specific && unknown(prose, hits) < terms || (is_term && !is_other))
}

/// The features of the same words; hits are in the order of the words.
fn same_span(hits: &[Hit<Feature>], at: usize) -> impl Iterator<Item = Feature> {
    let first = hits[at].first;
    let before = hits[..at].iter().rev().take_while(move |hit| hit.first == first);
    let after = hits[at..].iter().take_while(move |hit| hit.first == first);
    before.chain(after).map(|hit| hit.feature)
}

/// Two numbers with an operator between them, in a short prompt.
fn is_arithmetic(prose: &Prose<'_>) -> bool {
    if prose.units.len() > ARITHMETIC_UNITS {
        return false;
    }
    let is_spelt = prose.units.windows(3).any(|three| {
        let operator =
            matches!(prose.text(&three[1]), "plus" | "minus" | "times" | "by" | "乘" | "加" | "减" | "除");
        operator && three[0].kind == UnitKind::Number && three[2].kind == UnitKind::Number
    });
    if prose.sums == 0 && !is_spelt {
        return false;
    }
    prose.units.iter().filter(|unit| unit.kind == UnitKind::Number).count() >= 2
}
