//! From features to a class, a confidence and an outcome.
//!
//! Owns every weight that is not a word's own, each with its reason. The confidence is the logistic function of
//! summed log-odds, so that evidence for and against code is weighed on one scale.

use foreword_model::intent::{Intent, IntentClass, Outcome, Signal, SignalType};
use foreword_model::limits;

use super::control::Short;
use super::emphasis::Grammar;
use super::features::Feature;
use super::lexicon::Hit;
use super::mentions::Known;
use super::noncode;
use super::structure::{Structure, is_error_name};
use super::tokens::{Prose, UnitKind};

/// Text typed into a coding agent is about the code unless it says otherwise; but without any evidence at all it
/// stays just below the default threshold.
const PRIOR: f64 = 0.35;
/// `the scale weighs …`, `our tenants …`: definite things are parts of the system at hand.
const DEFINITE: f64 = 0.45;
/// `where are … redeemed`: what is done to a thing is asked of systems.
const PASSIVE: f64 = 0.5;
/// `water the …`: an order, for the class only.
const UNKNOWN_ORDER: f64 = 0.8;
/// A few words that neither ask nor tell anything.
const PRIOR_PHRASE: f64 = -0.5;
/// A file of the repository is named.
const PATH: f64 = 3.0;
/// A file name that the repository does not have: still a file name.
const PATH_ABSENT: f64 = 0.6;
/// A name from code.
const SYMBOL: f64 = 2.4;
/// A name written as code is, which the repository does not have.
const SYMBOL_ABSENT: f64 = 0.3;
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
/// Why something is wrong is asked to have it put right, for the class only.
const WHY_WRONG: f64 = 1.5;
/// A risk that is told as a fact, for the class only.
const TOLD_RISK: f64 = 1.5;
/// A choice between two is a question, for the class only.
const CHOICE: f64 = 1.4;
/// Whether something could go wrong, asked rather than told, for the class only.
const ASKED_RISK: f64 = 1.6;
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
/// Below this, no class has evidence of its own.
const CLASS_MIN: f64 = 0.6;
/// A question mark, for the class only.
const QUESTION_MARK: f64 = 0.5;
/// What the second and third word of a feature add, as a share of the first.
const REPEAT_SHARES: [f64; 3] = [1.0, 0.5, 0.25];

/// The sums that the decision is made of.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pub code: f64,
    debug: f64,
    modify: f64,
    explore: f64,
    review: f64,
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

/// The decision for an ordinary prompt.
pub(super) fn ordinary(
    structure: &Structure<'_>,
    hits: &[Hit<Feature>],
    known: Known,
    confidence_min: f64,
) -> (Intent, Vec<Signal>) {
    let mut sums = Sums::default();
    add_structure(&mut sums, structure, known);
    add_words(&mut sums, &structure.prose, hits);
    noncode::add_rules(&mut sums, &structure.prose, hits);
    add_definite(&mut sums, &structure.prose, hits);
    add_prior(&mut sums, &structure.prose, hits);
    let confidence = logistic(sums.code);
    let intent = if confidence < 0.5 {
        Intent { class: IntentClass::NonCode, confidence: 1.0 - confidence, outcome: Outcome::None }
    } else {
        let is_enough = confidence >= confidence_min || sums.is_structural;
        let is_vague = !sums.is_structural && noncode::content(&structure.prose, hits) == 0;
        let outcome = match (is_enough, is_vague) {
            (false, _) => Outcome::None,
            (true, true) => Outcome::Pointer,
            (true, false) => Outcome::Full,
        };
        Intent { class: class_of(&sums, structure, hits), confidence, outcome }
    };
    (intent, bounded(sums.signals))
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

fn add_structure(sums: &mut Sums, structure: &Structure<'_>, known: Known) {
    let first_path =
        structure.prose.paths.iter().chain(&structure.paths).map(|(path, _)| *path).next().unwrap_or("path");
    let first_symbol =
        structure.prose.symbols.iter().chain(&structure.symbols).copied().next().unwrap_or("symbol");
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
        let line: String = line.trim().chars().take(limits::SUMMARY_CHARS).collect();
        sums.structural(&line, DIAGNOSTIC);
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

/// Adds what the words say: the first of a feature in full, repetitions by less and less.
fn add_words(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    let damping = noncode::Damping::of(prose, hits, sums.is_structural);
    let grammar = Grammar::of(prose, hits);
    let mut seen: Vec<(Feature, Vec<&str>)> = Vec::new();
    let mut opening = None;
    for hit in hits {
        let text = &prose.folded[prose.units[hit.first].start..prose.units[hit.first + hit.count - 1].end];
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
    let at = noncode::definite_at(prose);
    let is_private = hits.iter().any(|hit| {
        matches!(hit.feature, Feature::Private | Feature::Fact | Feature::Social | Feature::Advice)
    });
    let last =
        prose.units.iter().rev().find(|unit| unit.kind == UnitKind::Word).map_or("", |unit| prose.text(unit));
    let is_passive = matches!(text(0), "where" | "how" | "when" | "what")
        && matches!(text(1), "is" | "are" | "was" | "were");
    if is_passive && last.ends_with("ed") && !is_private {
        sums.add(SignalType::Implicit, last, PASSIVE);
    }
    if let Some(at) = at.filter(|_| !is_private && prose.units.len() > 3) {
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
    let weight = if sums.is_structural || says_something || letters >= 10 { PRIOR } else { PRIOR_PHRASE };
    sums.add(SignalType::Implicit, "(prior)", weight);
}

fn class_of(sums: &Sums, structure: &Structure<'_>, hits: &[Hit<Feature>]) -> IntentClass {
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let mut ranked = [
        (IntentClass::Debug, sums.debug),
        (IntentClass::Modify, sums.modify),
        (IntentClass::Explore, sums.explore),
        (IntentClass::Review, sums.review),
    ];
    if has(Feature::CallChain) || has(Feature::Impact) || has(Feature::Hotspot) {
        // A question about what reaches what mentions changes and failures without asking for them.
        let is_question = sums.explore > 2.0 && !has(Feature::Fix) && structure.frames.is_empty();
        ranked[2].1 += if is_question { 1.0 } else { 0.0 };
    }
    if has(Feature::Why) && (has(Feature::Symptom) || has(Feature::ErrorWord)) {
        ranked[0].1 += WHY_WRONG;
    }
    let yes_or_no = is_yes_or_no(&structure.prose, hits);
    if offers_choice(&structure.prose) {
        ranked[2].1 += CHOICE;
    }
    if has(Feature::Risk) && !yes_or_no && !has(Feature::Review) && !has(Feature::Judge) {
        // Told, not asked: it happened.
        ranked[0].1 += TOLD_RISK;
    }
    if (has(Feature::Risk) || has(Feature::ChangeNoun)) && yes_or_no {
        ranked[3].1 += ASKED_RISK;
    } else if has(Feature::Symptom) && opens_with_does(&structure.prose) {
        // Whether it could go wrong, not that it did.
        ranked[3].1 += ranked[0].1 + ASKED_RISK;
    }
    let opening = structure.prose.units.first().map_or("", |unit| structure.prose.text(unit));
    if matches!(opening, "let" | "make" | "have" | "give") || structure.prose.folded.ends_with("一下") {
        ranked[1].1 += UNKNOWN_ORDER;
    }
    if ranked.iter().all(|(_, sum)| *sum < CLASS_MIN)
        && !structure.prose.asks
        && !asks(&structure.prose, hits)
    {
        // A statement that no list knows mostly tells what goes wrong; a polite one asks for something.
        let is_polite =
            structure.prose.units.iter().any(|unit| matches!(structure.prose.text(unit), "please" | "pls"));
        return if is_polite { IntentClass::Modify } else { IntentClass::Debug };
    }
    let best = ranked.iter().fold(ranked[2], |best, next| if next.1 > best.1 + 1e-9 { *next } else { best });
    best.0
}

/// `does x leak`: about what the code does, asked before it went wrong.
fn opens_with_does(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "does" | "can" | "could" | "would" | "will" | "might")
}

/// `是前端…还是后端…`: asks which of two.
fn offers_choice(prose: &Prose<'_>) -> bool {
    prose.folded.find("还是").is_some_and(|at| prose.folded[..at].contains('是'))
}

fn asks(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let grammar = Grammar::of(prose, hits);
    hits.iter().any(|hit| {
        let is_question = matches!(
            hit.feature,
            Feature::What
                | Feature::How
                | Feature::Why
                | Feature::Where
                | Feature::Works
                | Feature::Mechanism
                | Feature::Show
        );
        is_question && grammar.asks(hit)
    })
}

/// A question that yes or no answers.
fn is_yes_or_no(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    let opens = matches!(first, "does" | "do" | "is" | "are" | "can" | "could" | "will" | "would" | "any");
    let asks = |text: &str| matches!(text, "有没有" | "会不会" | "是否" | "是不是" | "会有" | "吗");
    opens
        || hits.iter().any(|hit| {
            asks(&prose.folded[prose.units[hit.first].start..prose.units[hit.first + hit.count - 1].end])
        })
}

/// The logistic function.
fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}
