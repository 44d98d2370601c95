//! What is looked for: a prompt and its named symbols as weighted notions, each with the terms that may stand for it.

use foreword_model::limits;
use foreword_text::identifiers::{self, IdentifierRole, find_identifiers};
use foreword_text::stem::{EnglishStemmer, derive_agent_forms};
use foreword_text::stopwords::PromptWord;
use foreword_text::truncate::truncate_chars;
use foreword_text::{fold, han, stopwords};

use super::asked_kinds::{AskedKinds, asked_of_prompt};
use super::features::Ask;
use super::literals::{Literal, literals};
use super::member::Member;
use crate::symbol;

/// How much more the first word counts than the last: what is asked for stands early.
const EARLY_WORD_BONUS: f64 = 1.5;
/// A generic word's share of a full one.
const GENERIC_WEIGHT: f64 = 0.35;
/// The repository's own name is in every file.
const OWN_NAME_WEIGHT: f64 = 0.1;
/// A part of a symbol that the caller names apart from the text.
const NAMED_PART_WEIGHT: f64 = 1.5;

/// Who does something for what is done: `readers` for "read".
const DOER_FACTOR: f64 = 0.5;
/// Notions after which doers are no longer added: a long text has other words for the same.
const DOER_CONCEPTS: usize = 16;
/// A shorter word is too often a name by chance.
const PLAIN_NAME_BYTES_MIN: usize = 4;
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
    /// The text as it was told.
    pub(super) told: String,
    /// Whether it may hold what a program printed, so that its runs of words are looked for.
    pub(super) quotes_output: bool,
    pub(super) asked: AskedKinds,
    pub(super) ask: Ask,
}

impl Query {
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

/// A word of the query with its position.
struct Word {
    text: String,
    position: usize,
    worth: Worth,
}

/// How much a word tells, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Worth {
    Full,
    Generic,
    OwnName,
}

impl Worth {
    fn weight(self) -> f64 {
        match self {
            Self::Full => 1.0,
            Self::Generic => GENERIC_WEIGHT,
            Self::OwnName => OWN_NAME_WEIGHT,
        }
    }
}

/// Whose words a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum TextForm {
    /// A question of a few words, or a report.
    #[default]
    Question,
    /// What somebody typed to an agent.
    Prompt,
}

/// Reads the query text and the symbols that the caller names besides.
pub(super) fn read(text: &str, named: &[String], repository: &str, form: TextForm) -> Query {
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
    reader.query.literals = literals(text);
    reader.query.told = text.to_owned();
    reader.query.quotes_output = reader.query.ask != Ask::Question && seems_to_quote_output(text);
    if form == TextForm::Prompt {
        reader.query.asked = asked_of_prompt(text);
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

struct Reader {
    query: Query,
    stemmer: EnglishStemmer,
    own_name: Vec<String>,
    form: TextForm,
}

impl Reader {
    fn name_symbol(&mut self, symbol: &str) {
        let symbol = fold::compose(symbol);
        let names = symbol::parts(&symbol);
        let Some(last) = names.last() else { return };
        self.add_symbol(last, names.len() == 1);
        self.add_member(&symbol);
        let weight = if self.form == TextForm::Prompt { 1.0 } else { NAMED_PART_WEIGHT };
        for part in identifiers::split_identifiers(last) {
            self.add_word(&part, &part, Worth::Full, weight);
        }
    }

    fn add_symbol(&mut self, symbol: &str, is_alone: bool) {
        match self.query.symbols.iter().position(|known| known == symbol) {
            Some(known) => self.query.alone[known] |= is_alone,
            None if symbol.len() >= 2 && self.query.symbols.len() < limits::MENTIONS => {
                self.query.symbols.push(symbol.to_owned());
                self.query.alone.push(is_alone);
            }
            None => {}
        }
    }

    fn add_member(&mut self, written: &str) {
        let members = &mut self.query.members;
        let is_symbol = |member: &Member| self.query.symbols.contains(&member.name);
        members.extend(Member::of(written).filter(|member| is_symbol(member) && !members.contains(member)));
        members.truncate(limits::MENTIONS);
    }

    /// The words that count, and how many words there are in all.
    fn words_of(&mut self, text: &str) -> (Vec<Word>, usize) {
        let mut found = Vec::new();
        let mut position = 0;
        for identifier in find_identifiers(text) {
            let parts = identifiers::split_identifier(identifier.text);
            let is_only = parts.len() <= 1;
            if identifier.looks_like_a_symbol() {
                self.add_symbol(identifier.text, identifier.role == IdentifierRole::Alone);
            }
            if let IdentifierRole::Member { path } = identifier.role {
                self.add_member(path);
            }
            for part in parts {
                self.note_asked(&part);
                // A part of a compound counts even if it is a stop word alone: `is_on_path`.
                if is_only && (stopwords::is_stop_word(&part) || self.listed(&part) == Some(PromptWord::Stop))
                {
                    continue;
                }
                let worth = self.worth(&part, is_only);
                let is_plain = identifier.role == IdentifierRole::Alone && part == identifier.text;
                if is_plain && worth == Worth::Full && part.len() >= PLAIN_NAME_BYTES_MIN {
                    self.query.plain.push(part.clone());
                }
                found.push(Word { text: part, position, worth });
                position += 1;
            }
        }
        (found, position)
    }

    fn note_asked(&mut self, word: &str) {
        let asked = &mut self.query.asked;
        match word {
            "test" | "tests" | "testing" | "spec" | "fixture" | "fixtures" | "mock" => asked.tests = true,
            "example" | "examples" | "demo" | "sample" | "benchmark" | "benchmarks" => asked.examples = true,
            "doc" | "docs" | "documentation" | "readme" | "changelog" | "guide" | "tutorial" => {
                asked.docs = true
            }
            "config" | "configuration" | "yaml" | "toml" | "json" | "workflow" | "ci" | "dockerfile"
            | "makefile" => {
                asked.configuration = true;
            }
            "generated" | "vendor" | "vendored" => asked.generated = true,
            _ => {}
        }
    }

    fn worth(&self, word: &str, stands_alone: bool) -> Worth {
        if self.own_name.iter().any(|own| own == word) {
            return Worth::OwnName;
        }
        let is_weak = stopwords::is_generic_word(word) || self.listed(word) == Some(PromptWord::Weak);
        if stands_alone && is_weak { Worth::Generic } else { Worth::Full }
    }

    /// What the list of words of prompts says of a word, if this is one.
    fn listed(&self, word: &str) -> Option<PromptWord> {
        if self.form == TextForm::Prompt { stopwords::find_prompt_word(word) } else { None }
    }

    fn add_word(&mut self, word: &str, shown: &str, worth: Worth, position_weight: f64) {
        let weight = worth.weight() * position_weight;
        let generic = worth != Worth::Full;
        let stem = self.stemmer.stem(word).into_owned();
        if let Some(known) = self.query.terms.iter().find(|term| term.text == stem && term.factor >= 1.0) {
            let concept = &mut self.query.concepts[known.concept];
            concept.weight = concept.weight.max(weight);
            concept.generic &= generic;
            return;
        }
        if self.query.concepts.len() >= limits::QUERY_TERMS {
            return;
        }
        let concept = self.query.concepts.len();
        let own_name = worth == Worth::OwnName;
        // Programs are written in English letters: that one does not hold a word of another script says nothing.
        let expected = word.is_ascii();
        let shown = shown.to_owned();
        self.query.concepts.push(Concept { shown, weight, expected, generic, own_name });
        let related = derive_agent_forms(&stem);
        self.add_term(stem, concept, 1.0);
        if worth == Worth::Full && concept < DOER_CONCEPTS {
            related.into_iter().for_each(|form| self.add_term(form, concept, DOER_FACTOR));
        }
    }

    fn add_term(&mut self, text: String, concept: usize, factor: f64) {
        if self.query.terms.len() < limits::SEARCH_TERMS
            && !self.query.terms.iter().any(|term| term.text == text)
        {
            self.query.terms.push(Term { text, concept, factor });
        }
    }

    fn add_notion(&mut self, notion: &han::HanTerm<'_>) {
        if self.query.concepts.len() >= limits::QUERY_TERMS {
            return;
        }
        for english in notion.english.iter().flat_map(|translation| translation.split(' ')) {
            self.note_asked(english);
        }
        let (main, others) = match notion.english.split_first() {
            Some((main, others)) => (*main, others),
            None => ("", &[][..]),
        };
        let mut first = None;
        for word in main.split(' ').filter(|word| !word.is_empty()) {
            let worth = self.worth(word, true);
            let before = self.query.concepts.len();
            self.add_word(word, notion.chinese, worth, notion.weight);
            if self.query.concepts.len() > before {
                first = first.or(Some(before));
            }
        }
        let concept = match first {
            Some(concept) => concept,
            None if main.is_empty() => {
                let concept = self.query.concepts.len();
                let shown = notion.chinese.to_owned();
                self.query.concepts.push(Concept {
                    shown,
                    weight: notion.weight,
                    expected: false,
                    generic: false,
                    own_name: false,
                });
                concept
            }
            None => return,
        };
        for word in others.iter().flat_map(|other| other.split(' ')) {
            let stem = self.stemmer.stem(word).into_owned();
            self.add_term(stem, concept, han::ALTERNATE_FACTOR);
        }
        self.add_term(notion.chinese.to_owned(), concept, han::SAME_WORD_FACTOR);
    }

    /// Two neighbouring characters of a script that the glossary does not know.
    fn add_pair(&mut self, pair: &str) {
        let is_known = self.query.terms.iter().any(|term| term.text == pair);
        if is_known || self.query.concepts.len() >= limits::QUERY_TERMS {
            return;
        }
        let concept = self.query.concepts.len();
        let (shown, weight) = (pair.to_owned(), han::BIGRAM_WEIGHT);
        let pair = Concept { shown: shown.clone(), weight, expected: false, generic: false, own_name: false };
        self.query.concepts.push(pair);
        self.add_term(shown, concept, han::SAME_WORD_FACTOR);
    }
}

/// The likeliest English words of Chinese notions, in their order: what stands together there does so in code.
fn translated(notions: &[han::HanTerm<'_>]) -> Vec<Word> {
    let main = notions.iter().filter_map(|notion| notion.english.first());
    let words = main.flat_map(|translation| translation.split(' ')).enumerate();
    words.map(|(position, word)| Word { text: word.to_owned(), position, worth: Worth::Full }).collect()
}

/// Two and three neighbouring words joined.
fn compounds(found: &[Word]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for length in [2, 3] {
        for window in found.windows(length) {
            let next_to_each_other = window.windows(2).all(|pair| pair[1].position == pair[0].position + 1);
            let text: String = window.iter().map(|word| word.text.as_str()).collect();
            if next_to_each_other && !joined.contains(&text) {
                joined.push(text);
            }
        }
    }
    joined.truncate(limits::QUERY_TERMS);
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(query: &Query) -> Vec<&str> {
        query.concepts.iter().map(|concept| concept.shown.as_str()).collect()
    }

    #[test]
    fn stop_words_go_and_early_words_count_more() {
        let query = read("Where are tool deadlines enforced in the scheduler?", &[], "x", TextForm::Question);
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
        );
        assert_eq!(query.symbols, ["get", "parseRequest", "serve", "net", "Listener", "flat_hash_map"]);
    }

    #[test]
    fn one_stem_is_one_notion() {
        let query = read("parse parsing parser parses", &[], "x", TextForm::Question);
        assert_eq!(shown(&query), ["parse", "parser"]);
    }

    #[test]
    fn the_repositorys_own_name_counts_little() {
        let query = read("axum router", &[], "axum", TextForm::Question);
        assert!(query.concepts[0].weight < query.concepts[1].weight);
    }

    #[test]
    fn chinese_brings_its_english_words() {
        let query = read("登录超时在哪里处理", &[], "x", TextForm::Question);
        let terms: Vec<&str> = query.terms.iter().map(|term| term.text.as_str()).collect();
        assert!(
            terms.contains(&"login") && terms.contains(&"timeout") && terms.contains(&"超时"),
            "{terms:?}"
        );
    }

    #[test]
    fn a_pasted_log_stays_bounded() {
        let log: String = (0..5_000).map(|number| format!("word{number} ")).collect();
        let query = read(&log, &[], "x", TextForm::Question);
        assert!(query.concepts.len() <= limits::QUERY_TERMS && query.terms.len() <= limits::SEARCH_TERMS);
    }
}
