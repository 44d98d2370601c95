//! What is looked for: a prompt and its named symbols as weighted notions, each with the terms that may stand for it.

use foreword_model::limits;
use foreword_text::identifiers;
use foreword_text::stem::EnglishStemmer;
use foreword_text::truncate::truncate_chars;
use foreword_text::{fold, han, stopwords};

use super::asked_kinds::{AskedKinds, asked_of_prompt};
use super::features::Ask;
use super::literals::{Literal, literals};
use super::member::Member;
use super::query_reader::{Reader, compounds, translated};
use crate::word_runs::RUN_WORDS;

/// How much more the first word counts than the last: what is asked for stands early.
const EARLY_WORD_BONUS: f64 = 1.5;

/// A text of more words is a report.
const QUESTION_WORDS_MAX: usize = 40;

/// One notion of the query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Concept {
    /// As the person wrote it.
    pub(super) shown: String,
    /// How much it counts.
    pub(super) weight: f64,
    /// Whether its absence from the whole repository says something about the query.
    pub(super) expected: bool,
    /// Whether it tells files apart badly.
    pub(super) generic: bool,
    /// Whether it is the repository's name: true of every file, and no reason for any.
    pub(super) own_name: bool,
}

/// A text that may stand for a notion.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    /// A term as the index keeps it, or a run of characters whose pairs it keeps.
    pub(super) text: String,
    /// Its notion.
    pub(super) concept: usize,
    /// How well it stands for it, from 0 to 1.
    pub(super) factor: f64,
}

/// A text that users see, where it is translated.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) path: String,
}

/// A query, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Query {
    pub(super) concepts: Vec<Concept>,
    pub(super) terms: Vec<Term>,
    /// Identifiers to be found as they are written.
    pub(super) symbols: Vec<String>,
    /// By symbol: whether it is named by itself, and not only as part of a member.
    pub(super) alone: Vec<bool>,
    /// Symbols that are named with what they belong to.
    pub(super) members: Vec<Member>,
    /// Words in lower case that could be names as they are.
    pub(super) plain: Vec<String>,
    /// Neighbouring words joined, as the index keeps a name of them: `flathashmap`.
    pub(super) compounds: Vec<String>,
    /// Text to be found verbatim.
    pub(super) literals: Vec<Literal>,
    /// Keys of texts that users see and that are like the query, to be found verbatim.
    pub(super) keys: Vec<Literal>,
    /// By key: the text, and the file that has it.
    pub(super) labels: Vec<Label>,
    /// The text as it was told.
    pub(super) told: String,
    /// Whether it may hold what a program printed, so that its runs of words are looked for.
    pub(super) quotes_output: bool,
    pub(super) asked: AskedKinds,
    pub(super) ask: Ask,
    /// Whether it is a prompt that tells as much as an issue does: its files are ranked as those of a report besides.
    pub(super) is_report: bool,
    /// Whether it says so little by itself that it leans on what was said before.
    pub(super) leans_on_earlier: bool,
}

/// Words of a line that may be a message.
const MESSAGE_WORDS_MIN: usize = 3;
/// Lines that are looked for as messages.
const MESSAGES_MAX: usize = 12;

impl Query {
    /// Whether it may stand in code word for word.
    pub(super) fn may_be_verbatim(&self) -> bool {
        self.ask == Ask::Question && (self.quotes_output || !self.literals.is_empty())
    }

    /// Lines that may be what a program printed, where the text may hold such.
    pub(super) fn messages(&self) -> impl Iterator<Item = &str> {
        let lines = self.told.lines().filter(|_| self.quotes_output);
        lines.filter(|line| line.split_whitespace().count() >= MESSAGE_WORDS_MIN).take(MESSAGES_MAX)
    }

    /// Adds a word that the query does not have, for less than its own; says whether there was room for it.
    pub(super) fn add_related_word(&mut self, word: &str, weight: f64) -> bool {
        let stem = EnglishStemmer::create().stem(word).into_owned();
        let is_known = self.terms.iter().any(|term| term.text == stem);
        let is_full = self.terms.len() >= limits::SEARCH_TERMS || self.concepts.len() >= limits::QUERY_TERMS;
        if is_known || is_full || stopwords::is_stop_word(word) || stopwords::is_generic_word(word) {
            return false;
        }
        let concept = self.concepts.len();
        self.concepts.push(Concept {
            shown: word.to_owned(),
            weight,
            expected: false,
            generic: false,
            own_name: false,
        });
        self.terms.push(Term { text: stem, concept, factor: 1.0 });
        true
    }
}

/// Whose words a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum TextForm {
    /// A question of a few words, or a report.
    #[default]
    Question,
    /// What somebody typed to an agent.
    Prompt,
}

/// Reads the query text and the symbols that the caller names besides.
/// A prompt that leans on `earlier` ones, the newest first, has their words, too.
pub(super) fn read(
    text: &str,
    named: &[String],
    repository: &str,
    form: TextForm,
    earlier: &[String],
) -> Query {
    let composed = fold::compose(truncate_chars(text, limits::PROMPT_READ_CHARS));
    let text = composed.as_ref();
    let stemmer = EnglishStemmer::create();
    let own_name: Vec<String> = identifiers::split_identifiers(repository);
    let mut reader = Reader { query: Query::default(), stemmer, own_name, form };
    for symbol in named.iter().take(limits::MENTIONS) {
        reader.name_symbol(symbol);
    }
    let (found, length) = reader.words_of(text);
    for word in &found {
        // A prompt tells what happened before it says what is wanted.
        let early = match form {
            TextForm::Question => {
                1.0 + EARLY_WORD_BONUS * (1.0 - word.position as f64 / length.max(1) as f64)
            }
            TextForm::Prompt => 1.0,
        };
        reader.add_word(&word.text, &word.text, word.worth, early);
    }
    let notions = han::segment_terms(text);
    for notion in &notions {
        reader.add_notion(notion);
    }
    han::split_kana_hangul_bigrams(text).iter().for_each(|pair| reader.add_pair(pair));
    reader.query.ask = match form {
        TextForm::Prompt => Ask::Prompt,
        TextForm::Question if length > QUESTION_WORDS_MAX => Ask::Report,
        TextForm::Question => Ask::Question,
    };
    reader.query.is_report = form == TextForm::Prompt && length > QUESTION_WORDS_MAX;
    reader.query.literals = literals(text);
    reader.query.told = text.to_owned();
    reader.query.leans_on_earlier = form == TextForm::Prompt && reader.query.seems_to_lean_on_earlier();
    if reader.query.leans_on_earlier {
        reader.recall(earlier);
    }
    reader.query.quotes_output = match reader.query.ask {
        // A question of a few words may be a message as a whole.
        Ask::Question => text.split_whitespace().count() >= RUN_WORDS,
        Ask::Report | Ask::Prompt => seems_to_quote_output(text),
    };
    if form == TextForm::Prompt {
        // The form of an issue has words for every kind of file; what is wanted stands on its first line.
        let first_line = || text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let wanted = if reader.query.is_report { first_line() } else { text };
        reader.query.asked = asked_of_prompt(wanted);
    }
    reader.query.compounds = compounds(&found);
    reader.query.compounds.extend(compounds(&translated(&notions)));
    reader.query.compounds.truncate(limits::QUERY_TERMS);
    let stemmer = &reader.stemmer;
    for compound in &mut reader.query.compounds {
        *compound = stemmer.stem(compound).into_owned();
    }
    if is_vague(&reader.query) { Query::default() } else { reader.query }
}

/// Whether a text may hold what a program printed: messages stand in code word for word, talk does not.
fn seems_to_quote_output(text: &str) -> bool {
    const MARKS: [&str; 16] = [
        "error",
        "exception",
        "fail",
        "cannot",
        "can't",
        "warn",
        "denied",
        "invalid",
        "unable",
        "not found",
        "\"",
        "`",
        "“",
        "报错",
        "错误",
        "异常",
    ];
    let lower = text.to_lowercase();
    MARKS.iter().any(|mark| lower.contains(mark))
}

/// Whether nothing is asked for but how something is: "why is it slow?".
fn is_vague(query: &Query) -> bool {
    let says_little = |concept: usize| {
        let mut terms = query.terms.iter().filter(|term| term.concept == concept);
        query.concepts[concept].generic || terms.any(|term| stopwords::is_vague_stem(&term.text))
    };
    // A question of generic words alone still finds the files that are named after them.
    let is_generic_only = query.concepts.iter().all(|concept| concept.generic);
    query.symbols.is_empty() && !is_generic_only && (0..query.concepts.len()).all(says_little)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(query: &Query) -> Vec<&str> {
        query.concepts.iter().map(|concept| concept.shown.as_str()).collect()
    }

    #[test]
    fn stop_words_go_and_early_words_count_more() {
        let query =
            read("Where are tool deadlines enforced in the scheduler?", &[], "x", TextForm::Question, &[]);
        assert_eq!(shown(&query), ["tool", "deadlines", "enforced", "scheduler"]);
        let weights: Vec<f64> = query.concepts.iter().map(|concept| concept.weight).collect();
        assert!(weights[0] > weights[1] && weights[1] > weights[3] && weights[3] > weights[2]);
    }

    #[test]
    fn symbols_are_kept_as_written() {
        let query = read(
            "Why does parseRequest call `serve` in net::Listener and flat_hash_map? Maybe",
            &["Store.get".to_owned()],
            "x",
            TextForm::Question,
            &[],
        );
        assert_eq!(query.symbols, ["get", "parseRequest", "serve", "net", "Listener", "flat_hash_map"]);
    }

    #[test]
    fn one_stem_is_one_notion() {
        let query = read("parse parsing parser parses", &[], "x", TextForm::Question, &[]);
        assert_eq!(shown(&query), ["parse", "parser"]);
    }

    #[test]
    fn the_repositorys_own_name_counts_little() {
        let query = read("axum router", &[], "axum", TextForm::Question, &[]);
        assert!(query.concepts[0].weight < query.concepts[1].weight);
    }

    #[test]
    fn chinese_brings_its_english_words() {
        let query = read("登录超时在哪里处理", &[], "x", TextForm::Question, &[]);
        let terms: Vec<&str> = query.terms.iter().map(|term| term.text.as_str()).collect();
        assert!(
            terms.contains(&"login") && terms.contains(&"timeout") && terms.contains(&"超时"),
            "{terms:?}"
        );
    }

    #[test]
    fn a_pasted_log_stays_bounded() {
        let log: String = (0..5_000).map(|number| format!("word{number} ")).collect();
        let query = read(&log, &[], "x", TextForm::Question, &[]);
        assert!(query.concepts.len() <= limits::QUERY_TERMS && query.terms.len() <= limits::SEARCH_TERMS);
    }

    #[test]
    fn a_prompt_that_leans_on_the_one_before_has_its_words() {
        let earlier = ["in what order does run_loop poll timers?".to_owned()];
        let leaning = read("and on windows?", &[], "x", TextForm::Prompt, &earlier);
        let order = shown(&leaning);
        assert!(order.contains(&"windows") && order.contains(&"timers"), "{order:?}");
        let weight = |name: &str| {
            leaning
                .concepts
                .iter()
                .find(|concept| concept.shown == name)
                .map_or(0.0, |concept| concept.weight)
        };
        assert!(weight("windows") > weight("timers"));
        assert!(leaning.symbols.is_empty(), "what was named then is not named now: {:?}", leaning.symbols);
        let own = read(
            "rename the shelf column in the catalogue export to location and update its header row",
            &[],
            "x",
            TextForm::Prompt,
            &earlier,
        );
        assert!(!shown(&own).contains(&"timers"));
    }
}
