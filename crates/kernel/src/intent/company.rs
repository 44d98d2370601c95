//! How much a word counts in the company of the others, and what the shape of a prompt says of its subject.
//!
//! Owns the damping of everyday words in talk about a product and of code words in private talk, and the shapes that
//! it depends on: statement, order, question, definite thing, somebody's own. Adds nothing to the sums itself.

use super::classes;
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
/// How many verbs are looked at: the opening ones.
const CHECKED: usize = 8;
/// Length of a statement: six words, or nine Chinese characters.
const STATEMENT_LENGTH: usize = 18;
/// What ought to be, in a question, is advice.
const WISH_IN_QUESTION: f64 = 0.2;
/// A complaint or a wish without private words is more likely about a product.
const WEAK_TOPIC_IN_COMPLAINT: f64 = 0.35;
/// Of a strong topic as well: wine is a domain where a wine list is complained of.
const STRONG_TOPIC_IN_COMPLAINT: f64 = 0.45;

/// How much of a word's weight counts, given the other words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Damping {
    system: bool,
    private: bool,
    complaint: bool,
    /// A complaint or a wish in which nobody's private life is spoken of.
    told: bool,
    question: bool,
    /// A question by its form, wherever its question word stands.
    asked: bool,
    /// A question in which nothing but its form speaks for a system.
    bare: bool,
}

impl Damping {
    /// Looks at the company that the words keep.
    pub(super) fn of(prose: &Prose<'_>, hits: &[Hit<Feature>], is_structural: bool) -> Self {
        let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
        // Beside what is done with git, commits and branches are git's.
        let is_gits = |feature: Feature| {
            has(Feature::Operation) && matches!(feature, Feature::ChangeNoun | Feature::RepoRef)
        };
        let is_system = |feature: Feature| feature.is_system() && !is_gits(feature);
        let system = (0..hits.len())
            .filter(|&at| is_system(hits[at].feature) && !same_span(hits, at).any(Feature::is_topic))
            .count();
        let is_personal = has(Feature::FirstPerson) || has(Feature::Advice);
        let question = matches!(
            hits.iter()
                .map(|hit| hit.feature)
                .find(|feature| !matches!(feature, Feature::Stop | Feature::Vague)),
            Some(Feature::How | Feature::What | Feature::Why | Feature::FirstPerson | Feature::Works)
        );
        // A statement about a definite thing, an order or a wish, nobody's own, is about the product.
        let is_other =
            [Feature::Private, Feature::Social, Feature::PrivateText, Feature::Fact, Feature::Translate]
                .into_iter()
                .any(has);
        let asks_system = has(Feature::Mechanism) || has(Feature::Judge) || has(Feature::Risk);
        let asked = question || opens_with_be(prose);
        let is_wish = !asked && (has(Feature::Wish) || has(Feature::WishHint) || has(Feature::Actor));
        let complaint = !is_personal
            && (has(Feature::Symptom)
                || opens_with_order(prose, hits)
                || (definite_at(prose).is_some() && !(question && asks_of_world(prose)))
                || asks_system
                || is_wish
                || tells_of_things(prose, hits));
        // Only what is wrong or wanted makes a strong topic a domain; a mere remark does not.
        let is_work = has(Feature::Symptom) || opens_with_order(prose, hits) || is_wish;
        let told =
            complaint && !is_other && if asked { asks_system && system > 0 } else { is_work || system > 0 };
        let private = hits
            .iter()
            .map(|hit| match hit.feature {
                // Whose it is says more than what it is.
                Feature::Private | Feature::PrivateText => 2,
                Feature::Social | Feature::Fact => 1,
                Feature::TopicStrong if !told => 1,
                _ => 0,
            })
            .sum::<usize>();
        Self {
            system: is_structural || system > 0,
            private: private > 0
                && !is_structural
                && if complaint { private > system } else { private >= system },
            complaint,
            told,
            question,
            asked,
            bare: !is_structural && asked && !names_system(prose, hits),
        }
    }

    /// The share of a hit's weight.
    pub(super) fn share(self, hit: &Hit<Feature>) -> f64 {
        let is_topic = hit.feature.is_topic();
        match hit.feature {
            _ if self.private && !is_topic && hit.feature.weights().code > 0.0 => CODE_WORD_IN_PRIVATE,
            Feature::SymptomHint
            | Feature::WishHint
            | Feature::Wish
            | Feature::Why
            | Feature::Works
            | Feature::Language
            | Feature::Knowledge
                if self.bare =>
            {
                0.0
            }
            // `能退吗` asks whether it is so.
            Feature::WishHint if self.asked => 0.0,
            Feature::Wish if self.question && !self.system => WISH_IN_QUESTION,
            // Whose answers they are does not change with what they are about.
            Feature::Talk => 1.0,
            Feature::TopicWeak if self.system && !self.private => WEAK_TOPIC_IN_SYSTEM,
            Feature::TopicWeak if self.complaint && !self.private => WEAK_TOPIC_IN_COMPLAINT,
            Feature::TopicStrong if self.told && !self.private => STRONG_TOPIC_IN_COMPLAINT,
            _ if is_topic && self.system && !self.private => STRONG_TOPIC_IN_SYSTEM,
            _ => 1.0,
        }
    }
}

/// `what's the …`, `who is the …`: asked of the world as often as of a system.
pub(super) fn asks_of_world(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "what" | "what's" | "which" | "who" | "who's")
}

/// `is rust …`, `can dogs …`: a question by its first word.
fn opens_with_be(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    prose.folded.ends_with(['吗', '呢'])
        || prose.asks
        || matches!(
            first,
            "is" | "are" | "can" | "do" | "does" | "did" | "was" | "were" | "will" | "would" | "could"
        )
}

/// Whether any word or the form of the prompt speaks of a system, however weakly.
fn names_system(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let speaks = |feature: Feature| {
        feature.is_system()
            || matches!(
                feature,
                Feature::Actor
                    | Feature::Ambiguous
                    | Feature::Symptom
                    | Feature::Mechanism
                    | Feature::Where
                    | Feature::Fix
                    | Feature::Impact
                    | Feature::Review
                    | Feature::Judge
                    | Feature::Vague
            )
    };
    let is_general = |feature: Feature| matches!(feature, Feature::Knowledge | Feature::Language);
    definite_at(prose).is_some()
        || (0..hits.len()).any(|at| speaks(hits[at].feature) && !same_span(hits, at).any(is_general))
}

/// A statement of some length about things: nobody's own, no question, no word of everyday life.
pub(super) fn tells_of_things(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let is_person = |unit: &super::tokens::Unit<'_>| {
        let text = prose.text(unit);
        matches!(
            text,
            "i" | "i'm" | "i've" | "i'd" | "my" | "me" | "you" | "your" | "我" | "你" | "您" | "咱"
        )
    };
    let asks = |hit: &Hit<Feature>| {
        matches!(
            hit.feature,
            Feature::What
                | Feature::How
                | Feature::Why
                | Feature::Where
                | Feature::Works
                | Feature::Mechanism
                | Feature::Define
        )
    };
    // In English the verb shows that something is told; a word of everyday life is then its domain.
    let is_sentence = classes::is_sentence(prose);
    let is_everyday =
        |feature: Feature| feature.is_topic() && !(is_sentence && feature == Feature::TopicWeak);
    let length: usize = prose
        .units
        .iter()
        .map(|unit| match unit.kind {
            UnitKind::Han => 2,
            UnitKind::Word => 3,
            _ => 0,
        })
        .sum();
    length >= STATEMENT_LENGTH
        && !prose.asks
        && !opens_with_be(prose)
        && !prose.units.iter().any(is_person)
        && !hits.iter().any(|hit| is_everyday(hit.feature) || asks(hit))
}

/// Whether the prompt opens with a verb that asks for something.
fn opens_with_order(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let grammar = Grammar::of(prose, hits);
    let is_order = |hit: &&Hit<Feature>| match hit.feature {
        Feature::Order => true,
        // Texts are written and created for private ends as well.
        Feature::Add | Feature::Change | Feature::Restructure => !matches!(
            prose.text(&prose.units[hit.first]),
            "write" | "create" | "generate" | "draft" | "give" | "use"
        ),
        _ => false,
    };
    hits.iter().filter(is_order).take(CHECKED).any(|hit| grammar.asks(hit))
}

/// Where a definite article stands, if the prompt opens with it, with an order or with a question about it.
pub(super) fn definite_at(prose: &Prose<'_>) -> Option<usize> {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    (0..3).find(|&at| matches!(text(at), "the" | "our" | "each" | "every" | "all"))
}

/// `to Crash Bay`: a capitalised word in the middle of a sentence, with another after it, is a part of a name.
pub(super) fn is_name(prose: &Prose<'_>, hit: &Hit<Feature>) -> bool {
    let is_capital = |at: usize| {
        prose.units.get(at).is_some_and(|unit| {
            unit.kind == UnitKind::Word
                && unit.raw.starts_with(|c: char| c.is_ascii_uppercase())
                && unit.raw.bytes().any(|b| b.is_ascii_lowercase())
        })
    };
    hit.count == 1
        && hit.first > 0
        && prose.units[hit.first - 1].kind == UnitKind::Word
        && is_capital(hit.first)
        && is_capital(hit.first + 1)
}

/// `donations don't arrive`: of things it is a complaint, where `don't` itself opens a clause it is an order.
pub(super) fn denied(prose: &Prose<'_>) -> Option<Hit<Feature>> {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    let is_thing = |at: usize| {
        prose.units[at].kind == UnitKind::Word
            && !matches!(
                text(at),
                "i" | "you" | "we" | "they" | "please" | "pls" | "and" | "but" | "just" | "so" | "or"
            )
    };
    let at = (1..prose.units.len()).find(|&at| text(at) == "don't" && is_thing(at - 1))?;
    Some(Hit { feature: Feature::Symptom, first: at, count: 1 })
}

/// Everyday things of the writer's: `my guitar`, `my key … the door`, `我的吉他`. Whose they are makes them private,
/// unless a part of a system is named as well.
pub(super) fn owned(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> Option<Hit<Feature>> {
    let is_thing = |hit: &&Hit<Feature>| matches!(hit.feature, Feature::TopicStrong | Feature::TopicWeak);
    let has_system = hits.iter().any(|hit| hit.feature.is_system());
    let owner = |at: usize| {
        let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
        text(at) == "my" || (text(at) == "我" && text(at + 1) == "的")
    };
    let first = (0..prose.units.len()).find(|&at| owner(at))?;
    let thing = hits.iter().filter(is_thing).find(|hit| {
        let is_next = hit.first == first + 1 || hit.first == first + 2;
        is_next || (!has_system && hit.first > first)
    });
    let is_known = hits.iter().any(|hit| hit.first == first + 1);
    let feature = match thing {
        Some(_) => Feature::Private,
        // `my phone keeps …`: of the writer's things, those that no list knows are hardly this program's.
        None if first == 0 && !is_known && !has_system => Feature::FirstPerson,
        None => return None,
    };
    let at = thing.map_or(first, |hit| hit.first);
    Some(Hit { feature, first: at, count: 1 })
}

/// The features of the same words; hits are in the order of the words.
pub(super) fn same_span(hits: &[Hit<Feature>], at: usize) -> impl Iterator<Item = Feature> {
    let first = hits[at].first;
    let before = hits[..at].iter().rev().take_while(move |hit| hit.first == first);
    let after = hits[at..].iter().take_while(move |hit| hit.first == first);
    before.chain(after).map(|hit| hit.feature)
}
