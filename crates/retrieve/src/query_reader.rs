//! The words of a text, added one after another to a query: names as they are written, words by what they tell, Chinese notions by
//! their English words.

use foreword_model::limits;
use foreword_text::identifiers::{self, IdentifierRole, find_identifiers};
use foreword_text::stem::{EnglishStemmer, derive_agent_forms};
use foreword_text::stopwords::PromptWord;
use foreword_text::{fold, han, stopwords};

use super::member::Member;
use super::query::{Concept, Query, Term, TextForm};
use crate::symbol;

/// What a word of the prompt before counts.
const EARLIER_WEIGHT: f64 = 0.7;
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

/// A word of the query with its position.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) position: usize,
    pub(super) worth: Worth,
}

/// How much a word tells, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
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

/// Fills a query.
pub(super) struct Reader {
    pub(super) query: Query,
    pub(super) stemmer: EnglishStemmer,
    pub(super) own_name: Vec<String>,
    pub(super) form: TextForm,
}

impl Reader {
    pub(super) fn name_symbol(&mut self, symbol: &str) {
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
    pub(super) fn words_of(&mut self, text: &str) -> (Vec<Word>, usize) {
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

    /// Adds the words of earlier prompts, those of the last one that says anything for most.
    pub(super) fn recall(&mut self, earlier: &[String]) {
        let mut weight = EARLIER_WEIGHT;
        for said in earlier {
            let before = self.query.concepts.len();
            let symbols = (self.query.symbols.len(), self.query.members.len());
            let (found, _) = self.words_of(said);
            for word in &found {
                self.add_word(&word.text, &word.text, word.worth, weight);
            }
            for notion in &mut han::segment_terms(said) {
                notion.weight *= weight;
                self.add_notion(notion);
            }
            // What was named then is not named now.
            self.query.symbols.truncate(symbols.0);
            self.query.alone.truncate(symbols.0);
            self.query.members.truncate(symbols.1);
            if self.query.concepts.len() > before {
                weight *= EARLIER_WEIGHT;
            }
        }
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

    pub(super) fn add_word(&mut self, word: &str, shown: &str, worth: Worth, position_weight: f64) {
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

    pub(super) fn add_notion(&mut self, notion: &han::HanTerm<'_>) {
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
    pub(super) fn add_pair(&mut self, pair: &str) {
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
pub(super) fn translated(notions: &[han::HanTerm<'_>]) -> Vec<Word> {
    let main = notions.iter().filter_map(|notion| notion.english.first());
    let words = main.flat_map(|translation| translation.split(' ')).enumerate();
    words.map(|(position, word)| Word { text: word.to_owned(), position, worth: Worth::Full }).collect()
}

/// Two and three neighbouring words joined.
pub(super) fn compounds(found: &[Word]) -> Vec<String> {
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
