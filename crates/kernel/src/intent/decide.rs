//! From features to a class, a confidence and an outcome.
//!
//! Owns every weight that is not a word's own, each with its reason. The confidence is the logistic function of
//! summed log-odds, so that evidence for and against code is weighed on one scale.

use foreword_model::intent::{Intent, IntentClass, Outcome, Signal, SignalType};
use foreword_model::limits;
use foreword_text::truncate::truncate_chars;

use super::classes;
use super::company;
use super::control::Short;
use super::emphasis::Grammar;
use super::familiar::Familiar;
use super::features::Feature;
use super::lexicon::Hit;
use super::mentions::{Known, Mentions};
use super::noncode;
use super::structure::{Structure, is_error_name};
use super::tokens::{Prose, UnitKind};

/// Text typed into a coding agent is about the code unless it says otherwise; but without any evidence at all it
/// stays just below the default threshold.
const PRIOR: f64 = 0.35;
/// `the scale weighs …`, `our tenants …`: definite things are parts of the system at hand.
const DEFINITE: f64 = 0.45;
/// Somebody tells what things do, and speaks neither of oneself nor of everyday life: most likely of the product.
const STATEMENT: f64 = 0.35;
/// `where are … redeemed`: what is done to a thing is asked of systems.
const PASSIVE: f64 = 0.5;
/// `water the …`: an order, for the class only.
pub(super) const UNKNOWN_ORDER: f64 = 0.8;
/// A few words that neither ask nor tell anything, or words none of which speaks for code.
const PRIOR_PHRASE: f64 = -0.5;
/// A file of the repository is named.
const PATH: f64 = 3.0;
/// A file name that the repository does not have: still a file name.
const PATH_ABSENT: f64 = 0.6;
/// A name from code.
const SYMBOL: f64 = 2.4;
/// A name written as code is, which the repository does not have.
const SYMBOL_ABSENT: f64 = 0.3;
/// The repository is named.
const OWN_NAME: f64 = 1.2;
/// A word that a few of the repository's files are named with, among others of that kind.
const FAMILIAR: f64 = 0.6;
/// So many of them count.
const FAMILIAR_WORDS: usize = 4;
/// Frames of a stack trace are pasted to be explained.
const FRAMES: f64 = 3.5;
/// A compiler's or a runtime's message.
const DIAGNOSTIC: f64 = 3.0;
/// A diff is pasted to be judged, unless the words say something else.
const DIFF: f64 = 3.0;
/// Code is pasted.
const CODE: f64 = 2.2;
/// An error type named in a sentence, for the class only.
const ERROR_NAME: f64 = 1.8;
/// Log lines are pasted.
const LOG: f64 = 1.4;
/// Text that a machine or a steering word was recognised by: the forms have no other reading.
const FORM: f64 = 3.5;
/// A short prompt all of whose words steer.
const STEERING: f64 = 2.2;
/// A prompt that is about the work at hand and names nothing.
const VAGUE: f64 = 0.7;
/// The words of an opening verb or question word count more: they say what the rest is for.
const OPENING: f64 = 0.4;
/// A question mark, for the class only.
const QUESTION_MARK: f64 = 0.5;
/// What the second and third word of a feature add, as a share of the first.
const REPEAT_SHARES: [f64; 3] = [1.0, 0.5, 0.25];

/// The sums that the decision is made of.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Log-odds that the prompt is about code.
    pub code: f64,
    /// Evidence that something is wrong and its cause is wanted.
    pub debug: f64,
    /// Evidence that code is to be changed.
    pub modify: f64,
    /// Evidence that how or where something is done is asked.
    pub explore: f64,
    /// Evidence that a judgement is wanted.
    pub review: f64,
    /// Each piece of evidence with its weight, for the envelope.
    pub signals: Vec<Signal>,
    /// A path, a symbol, a trace or code was seen that is, or may be, in the repository.
    pub is_structural: bool,
}

impl Sums {
    pub(super) fn add(&mut self, kind: SignalType, matched: &str, weight: f64) {
        self.code += weight;
        self.signals.push(Signal { kind, matched: matched.to_owned(), weight });
    }

    fn structural(&mut self, matched: &str, weight: f64) {
        self.add(SignalType::Code, matched, weight);
        self.is_structural = true;
    }
}

/// What was decided about an ordinary prompt, and by what.
pub(super) struct Decided {
    /// Class, confidence and outcome.
    pub intent: Intent,
    /// Each piece of evidence with its weight, for the envelope.
    pub signals: Vec<Signal>,
    /// A path, a symbol, a trace or code was seen that is, or may be, in the repository.
    pub is_structural: bool,
}

/// The decision for text that a program wrote.
pub(super) fn machine(mark: &str) -> (Intent, Vec<Signal>) {
    let signal = Signal { kind: SignalType::Explicit, matched: mark.to_owned(), weight: -FORM };
    let intent = Intent { class: IntentClass::Machine, confidence: logistic(FORM), outcome: Outcome::None };
    (intent, vec![signal])
}

/// The decision for a short prompt that only steers or points.
pub(super) fn short(short: Short, prose: &Prose<'_>, confidence_min: f64) -> (Intent, Vec<Signal>) {
    let (class, log_odds) = match short {
        Short::Control => (IntentClass::Control, STEERING),
        Short::Accepted => (IntentClass::Control, VAGUE),
        Short::VagueDebug => (IntentClass::Debug, VAGUE),
        Short::VagueModify => (IntentClass::Modify, VAGUE),
        Short::VagueExplore => (IntentClass::Explore, VAGUE),
    };
    let confidence = logistic(log_odds);
    let is_sure = short != Short::Control && confidence >= confidence_min;
    let outcome = if is_sure { Outcome::Pointer } else { Outcome::None };
    let matched = prose.units.iter().map(|unit| unit.raw).collect::<Vec<_>>().join(" ");
    let weight = if short == Short::Control { -log_odds } else { log_odds };
    let signal = Signal { kind: SignalType::Explicit, matched: matched.trim().to_owned(), weight };
    (Intent { class, confidence, outcome }, vec![signal])
}

/// What the rules' log-odds weigh beside those of the model, and both together at the least: fitted over prompts that the model
/// had not seen (`bench/results/wanted.md`).
const RULES_SHARE: f64 = 0.48;
const RULES_MAX: f64 = 4.6;
const WANTED_MIN: f64 = -0.15;
/// The same where a judgement is asked: of a change it is, in words that steer.
const JUDGED_MIN: f64 = -1.0;
/// Words and marks of a bare phrase.
const PHRASE_UNITS: usize = 4;
/// Where the rules find no code, the model must be surer.
const OVERRULED_MIN: f64 = 0.5;

/// The decision for an ordinary prompt; `wanted` are the log-odds of the model that code is wanted, if it reads the language.
pub(super) fn ordinary(
    structure: &Structure<'_>,
    hits: &[Hit<Feature>],
    mentions: &Mentions,
    known: Known,
    familiar: &Familiar,
    wanted: Option<f64>,
    confidence_min: f64,
) -> Decided {
    let mut sums = Sums::default();
    add_structure(&mut sums, structure, mentions, known);
    add_familiar(&mut sums, familiar);
    add_words(&mut sums, &structure.prose, hits);
    noncode::add_rules(&mut sums, &structure.prose, hits);
    add_definite(&mut sums, &structure.prose, hits);
    add_prior(&mut sums, &structure.prose, hits);
    let is_code = logistic(sums.code) >= 0.5;
    let (mut is_wanted, mut confidence) = (is_code, logistic(sums.code));
    let class = classes::of(&sums, structure, hits);
    // What is named or pasted is no matter of words, nor is a bare phrase that something is called by.
    let is_known =
        sums.is_structural || (familiar.words.len() >= 2 && structure.prose.units.len() <= PHRASE_UNITS);
    if let Some(wanted) = wanted.filter(|_| !is_known) {
        let matched = "(words together)".to_owned();
        sums.signals.push(Signal { kind: SignalType::Implicit, matched, weight: wanted });
        let joined = wanted + RULES_SHARE * sums.code.clamp(-RULES_MAX, RULES_MAX);
        is_wanted = joined
            >= match class {
                _ if !is_code => OVERRULED_MIN,
                IntentClass::Review => JUDGED_MIN,
                _ => WANTED_MIN,
            };
        if is_wanted && !is_code {
            confidence = logistic(joined);
        }
    }
    let intent = if !is_code && !is_wanted {
        Intent { class: IntentClass::NonCode, confidence: 1.0 - confidence, outcome: Outcome::None }
    } else {
        let is_enough = confidence >= confidence_min || sums.is_structural;
        let is_vague = !sums.is_structural && noncode::content(&structure.prose, hits) == 0;
        let outcome = match is_enough {
            true if is_vague => Outcome::Pointer,
            true if is_wanted => Outcome::Full,
            _ => Outcome::None,
        };
        Intent { class, confidence, outcome }
    };
    Decided { intent, is_structural: sums.is_structural, signals: bounded(sums.signals) }
}

/// Largest weights first, then by text, so that the list does not depend on the order of rules.
fn bounded(mut signals: Vec<Signal>) -> Vec<Signal> {
    signals.sort_by(|a, b| {
        b.weight
            .abs()
            .total_cmp(&a.weight.abs())
            .then_with(|| a.matched.cmp(&b.matched))
            .then(b.weight.total_cmp(&a.weight))
    });
    signals.dedup();
    signals.truncate(limits::SIGNALS);
    signals
}

fn add_structure(sums: &mut Sums, structure: &Structure<'_>, mentions: &Mentions, known: Known) {
    let first_path = mentions.paths.first().map_or("path", |mention| mention.path.as_str());
    let first_symbol = mentions.symbols.first().map_or("symbol", String::as_str);
    if known.paths > 0 {
        sums.structural(first_path, PATH);
    } else if known.paths_absent > 0 {
        sums.add(SignalType::Implicit, first_path, PATH_ABSENT);
    }
    if structure.prose.symbols.iter().any(|name| is_error_name(name)) {
        sums.debug += ERROR_NAME;
    }
    if known.symbols > 0 {
        sums.structural(first_symbol, SYMBOL);
    } else if known.symbols_absent > 0 {
        sums.add(SignalType::Implicit, first_symbol, SYMBOL_ABSENT);
    }
    if !structure.frames.is_empty() {
        sums.structural("stack trace", FRAMES);
        sums.debug += FRAMES;
    }
    if let Some(line) = structure.error_lines.first() {
        sums.structural(truncate_chars(line.trim(), limits::SUMMARY_CHARS), DIAGNOSTIC);
        sums.debug += DIAGNOSTIC;
    }
    if structure.diff_lines > 0 {
        sums.structural("diff", DIFF);
        sums.review += DIFF / 2.0;
    }
    if structure.code_lines > 0 {
        sums.structural("code", CODE);
    }
    if structure.log_lines > 1 {
        sums.structural("log", LOG);
        sums.debug += LOG;
    }
}

/// Adds what the repository's own words say.
fn add_familiar(sums: &mut Sums, familiar: &Familiar) {
    if let Some(name) = &familiar.own_name {
        sums.add(SignalType::Code, name, OWN_NAME);
    }
    for word in familiar.words.iter().take(FAMILIAR_WORDS) {
        sums.add(SignalType::Code, word, FAMILIAR);
    }
}

/// Adds what the words say: the first of a feature in full, repetitions by less and less.
fn add_words(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    let damping = company::Damping::of(prose, hits, sums.is_structural);
    let grammar = Grammar::of(prose, hits);
    let mut seen: Vec<(Feature, Vec<&str>)> = Vec::new();
    let mut opening = None;
    for hit in hits {
        let text = hit.text(prose);
        let index = match seen.iter().position(|(feature, _)| *feature == hit.feature) {
            Some(index) => index,
            None => {
                seen.push((hit.feature, Vec::new()));
                seen.len() - 1
            }
        };
        let texts = &mut seen[index].1;
        if texts.contains(&text) {
            continue;
        }
        let Some(share) = REPEAT_SHARES.get(texts.len()).copied() else { continue };
        texts.push(text);
        let weights = hit.feature.weights();
        let place = grammar.share(hit);
        if opening.is_none() && hit.feature.is_request() && place >= 1.0 {
            opening = Some(hit.first);
        }
        let opens = opening == Some(hit.first) && hit.feature.is_request();
        let emphasis = (share + if opens { OPENING } else { 0.0 }) * place;
        sums.debug += weights.debug * emphasis;
        sums.modify += weights.modify * emphasis;
        sums.explore += weights.explore * emphasis;
        sums.review += weights.review * emphasis;
        if !matches!(hit.feature, Feature::Stop | Feature::Vague) {
            let kind = if hit.feature.is_topic() { SignalType::Implicit } else { SignalType::Explicit };
            sums.add(
                kind,
                &text.replace('_', " "),
                weights.code * share * damping.share(hit) * Grammar::evidence_share(hit, place),
            );
        }
    }
    if prose.asks {
        sums.explore += QUESTION_MARK;
    }
}

/// A statement or an order about something definite.
fn add_definite(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    let at = company::definite_at(prose);
    let is_private = hits.iter().any(|hit| {
        matches!(
            hit.feature,
            Feature::Private
                | Feature::Fact
                | Feature::Social
                | Feature::Advice
                | Feature::Talk
                | Feature::Operation
        )
    });
    let last =
        prose.units.iter().rev().find(|unit| unit.kind == UnitKind::Word).map_or("", |unit| prose.text(unit));
    let is_passive = matches!(text(0), "where" | "how" | "when" | "what")
        && matches!(text(1), "is" | "are" | "was" | "were");
    if is_passive && last.ends_with("ed") && !is_private {
        sums.add(SignalType::Implicit, last, PASSIVE);
    }
    // `what's the fastest animal`: the article of a question about the world.
    let is_world =
        text(0) == "who" || company::asks_of_world(prose) && hits.iter().any(|hit| hit.feature.is_topic());
    if company::tells_of_things(prose, hits) {
        sums.add(SignalType::Implicit, "(statement)", STATEMENT);
    }
    if let Some(at) = at.filter(|_| !is_private && !is_world && prose.units.len() > 3) {
        sums.add(SignalType::Implicit, text(at), DEFINITE);
        let is_known = hits.iter().any(|hit| hit.first == 0 && hit.feature != Feature::Ambiguous);
        if at == 1 && !is_known {
            // An order with a verb that no list has.
            sums.modify += UNKNOWN_ORDER;
        }
    }
}

fn add_prior(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    let says_something = hits.iter().any(|hit| hit.feature.is_request());
    let letters: usize = prose.units.iter().map(|unit| if unit.kind == UnitKind::Han { 1 } else { 2 }).sum();
    let is_silent = !sums.signals.iter().any(|signal| signal.weight > 0.0);
    let is_told = says_something || letters >= 10;
    let weight = if sums.is_structural || (is_told && !is_silent) { PRIOR } else { PRIOR_PHRASE };
    sums.add(SignalType::Implicit, "(prior)", weight);
}

/// The logistic function.
fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}
