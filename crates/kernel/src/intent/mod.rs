//! Reads a prompt: what kind of request it is, what it names, and what would help (contract §5).
//!
//! Owns the one classifier for every language. It looks at no file; whether a path or a symbol exists is asked
//! of [`RepoView`]. Time is linear in the characters read, which are bounded.

mod classes;
mod company;
mod control;
mod decide;
mod deep_subject;
mod domain;
mod emphasis;
mod familiar;
mod features;
mod frames;
mod keywords;
mod language;
mod lexicon;
mod lexicon_deep_en;
mod lexicon_en;
mod lexicon_other;
mod lexicon_zh;
mod line_words;
mod lines;
mod links;
mod machine;
mod mentions;
mod noise;
mod noncode;
mod outputs;
mod paths;
mod place_question;
mod products;
mod refused_names;
mod structure;
mod symbols;
mod tokens;
mod topics_en;
mod topics_life_en;
mod topics_life_zh;
mod topics_work;
mod topics_zh;
mod typos;
mod wanted;
mod wants;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use foreword_model::intent::{Intent, IntentClass, Outcome, Signal};
use foreword_model::limits;
use foreword_model::repo::RepoView;

pub use keywords::keywords;
pub use language::PromptLanguage;
pub use mentions::{FrameMention, Mentions, PathMention};
pub use noise::without_records;
pub use refused_names::refused_names;
pub use wants::Wants;

use features::Feature;
use lexicon::Hit;
use machine::Author;
use structure::Structure;
use tokens::{Prose, UnitKind};

/// What was read from a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The decision.
    pub intent: Intent,
    /// The evidence, largest weights first.
    pub signals: Vec<Signal>,
    /// What the prompt names.
    pub mentions: Mentions,
    /// What deeper tools would help with.
    pub wants: Wants,
    /// Whether it names or pastes something that is, or may be, in the repository.
    pub is_structural: bool,
    /// Whether it is about code and names nothing to look for: only the work at hand can tell what it is about.
    pub names_nothing: bool,
    /// Whether it asks where something is, or who uses it, that it takes for granted.
    pub asks_where: bool,
    /// The language it is written in.
    pub language: PromptLanguage,
}

impl Reading {
    /// A reading of text that a program wrote or that only steers.
    fn brief(intent: Intent, signals: Vec<Signal>, mentions: Mentions, language: PromptLanguage) -> Self {
        let names_nothing = names_nothing(intent);
        let wants = Wants::default();
        let (is_structural, asks_where) = (false, false);
        Self { intent, signals, mentions, wants, is_structural, names_nothing, asks_where, language }
    }
}

/// Whether a prompt about code only points: an order that accepts the agent's own proposal is none.
fn names_nothing(intent: Intent) -> bool {
    intent.outcome == Outcome::Pointer && intent.class.is_code()
}

/// Longest prose, in units, in which misspelt words and owned things are looked at: one word does not decide a long
/// text.
const SHORT_UNITS: usize = 80;

/// Reads a prompt. Below `confidence_min`, and without a structural signal, the outcome is nothing.
pub fn read(prompt: &str, repo: &dyn RepoView, confidence_min: f64) -> Reading {
    let text = bounded(prompt);
    let (author_mark, text) = match machine::author(&text) {
        Author::Machine(mark) => (Some(mark), text.as_ref()),
        Author::Person(rest) => (None, rest),
    };
    let structure = Structure::read(text);
    let (mut mentions, mut known) = mentions::collect(&structure, repo);
    let language = language::of(&structure.prose);
    let mark = author_mark.or_else(|| outputs::program(text, &structure));
    if let Some(mark) = mark {
        let (intent, signals) = decide::machine(mark);
        return Reading::brief(intent, signals, mentions, language);
    }
    let is_bare = structure.frames.is_empty()
        && structure.error_lines.is_empty()
        && structure.code_lines + structure.diff_lines == 0;
    let mut hits = words(&structure.prose);
    let is_social = hits.iter().any(|hit| hit.feature == Feature::Social);
    if let Some(short) = control::read(&structure.prose).filter(|_| is_bare && !is_social) {
        let (intent, signals) = decide::short(short, &structure.prose, confidence_min);
        return Reading::brief(intent, signals, mentions, language);
    }
    let spoken = hits.len();
    domain::without_own_subjects(&mut hits, &structure.prose, repo);
    let is_own_subject = hits.len() < spoken;
    mentions::add_lone_name(&mut mentions, &mut known, &structure.prose, &hits, repo);
    let deep = deep_subject::find(&structure.prose, &hits, repo);
    if let Some(subject) = &deep {
        mentions::add_subject(&mut mentions, &mut known, &subject.name);
    }
    let familiar = familiar::read(&structure.prose, &hits, repo);
    // The model reads English and Chinese, and knows neither what this repository is about nor that there may be a change to judge.
    let is_beyond_words = language == PromptLanguage::Other
        || is_own_subject
        || noncode::judges_change_only(&structure.prose, &hits);
    let wanted = (!is_beyond_words).then(|| wanted::log_odds(text));
    let decided = decide::ordinary(&structure, &hits, &mentions, known, &familiar, wanted, confidence_min);
    let decide::Decided { intent, signals, is_structural } = decided;
    let mut wants = wants::of(intent, &structure, &hits, &mentions);
    if let Some(subject) = &deep {
        wants.add_question(subject.question);
    }
    let judges_change = intent.class == IntentClass::Review
        && !is_structural
        && noncode::judges_change_only(&structure.prose, &hits);
    let names_nothing = names_nothing(intent) || judges_change;
    let asks_where = intent.class == IntentClass::Explore && place_question::asks_where(text);
    Reading { intent, signals, mentions, wants, is_structural, names_nothing, asks_where, language }
}

/// The features of the words, misspelt ones included.
fn words(prose: &Prose<'_>) -> Vec<Hit<Feature>> {
    let mut hits = lexicon::WORDS.scan(&prose.folded, &prose.units);
    if prose.units.len() > SHORT_UNITS {
        return hits;
    }
    for (at, unit) in prose.units.iter().enumerate() {
        let is_known = hits.iter().any(|hit| (hit.first..hit.first + hit.count).contains(&at));
        if unit.kind == UnitKind::Word
            && !is_known
            && let Some(feature) = typos::guess(prose.text(unit))
        {
            hits.push(Hit { feature, first: at, count: 1 });
        }
    }
    hits.retain(|hit| hit.feature != Feature::Symptom || !company::is_name(prose, hit));
    hits.extend(company::denied(prose));
    hits.extend(company::owned(prose, &hits));
    hits.sort_by_key(|hit| hit.first);
    hits
}

/// The beginning and the end of a long prompt.
fn bounded(prompt: &str) -> Cow<'_, str> {
    let Some((head_end, _)) = prompt.char_indices().nth(limits::PROMPT_READ_CHARS) else {
        return Cow::Borrowed(prompt);
    };
    let tail_start = prompt.char_indices().rev().nth(limits::PROMPT_TAIL_CHARS - 1).map_or(0, |(at, _)| at);
    if tail_start <= head_end {
        return Cow::Borrowed(prompt);
    }
    Cow::Owned(format!("{}\n{}", &prompt[..head_end], &prompt[tail_start..]))
}
