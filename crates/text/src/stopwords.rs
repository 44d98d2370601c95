//! Words that say little about what is looked for. Lists only; what a match is worth is decided by the search.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The words of prompts, as a file.
const PROMPT_WORDS: &str = include_str!("../../../data/prompt_words.txt");

/// What a word tells that people type in prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptWord {
    /// Nothing.
    Stop,
    /// Little.
    Weak,
}

/// What the list of words of prompts says of one.
pub fn find_prompt_word(word: &str) -> Option<PromptWord> {
    static LISTED: OnceLock<HashMap<&str, PromptWord>> = OnceLock::new();
    let listed = LISTED.get_or_init(|| {
        let entry = |line: &'static str| match line.split_once(' ')? {
            ("stop", word) => Some((word, PromptWord::Stop)),
            ("weak", word) => Some((word, PromptWord::Weak)),
            _ => None,
        };
        PROMPT_WORDS.lines().filter_map(entry).collect()
    });
    listed.get(word).copied()
}

/// Whether a folded word says nothing about what is looked for, in English or in a language with letters outside ASCII.
pub fn is_stop_word(word: &str) -> bool {
    let list = if word.is_ascii() { STOP_WORDS } else { WIDE_STOP_WORDS };
    list.binary_search(&word).is_ok()
}

/// Whether a folded word occurs in every repository, so that it hardly tells files apart.
pub fn is_generic_word(word: &str) -> bool {
    GENERIC.binary_search(&word).is_ok()
}

/// Whether a stem says how something is, not what it is.
pub fn is_vague_stem(stem: &str) -> bool {
    VAGUE.binary_search(&stem).is_ok()
}

#[rustfmt::skip]
static VAGUE: &[&str] = &[
    "annoy", "awesom", "bad", "big", "clean", "clear", "confus", "correct", "crazi", "difficult", "easi",
    "fast", "faster", "fine", "good", "great", "hard", "huge", "larg", "long", "nice", "ok", "old", "quick",
    "simpl", "slow", "slower", "slowli", "small", "strang", "stupid", "ugli", "unclear", "weird",
];

#[rustfmt::skip]
static STOP_WORDS: &[&str] = &[
    "a", "about", "actually", "after", "again", "all", "also", "am", "an", "and", "another", "any",
    "anything", "are", "as", "ask", "at", "away", "back", "be", "because", "been", "before", "being",
    "better", "between", "both", "broken", "but", "by", "came", "can", "cannot", "come", "could", "did",
    "do", "does", "doing", "don", "done", "each", "either", "else", "etc", "even", "ever", "every",
    "explain", "few", "find", "first", "fix", "fixed", "for", "from", "gets", "give", "given", "go", "goes",
    "going", "got", "had", "happen", "happens", "has", "have", "having", "he", "hello", "help", "her",
    "here", "hi", "his", "how", "however", "i", "if", "improve", "in", "inside", "into", "is", "isn", "it",
    "its", "itself", "just", "know", "let", "like", "likely", "ll", "look", "looking", "made", "make",
    "makes", "many", "may", "maybe", "me", "might", "more", "most", "much", "must", "my", "need", "needed",
    "needs", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our",
    "out", "over", "own", "please", "put", "re", "really", "same", "say", "see", "seems", "shall", "she",
    "should", "show", "since", "so", "some", "something", "still", "such", "sure", "take", "takes", "tell",
    "than", "thanks", "that", "the", "their", "them", "then", "there", "these", "they", "thing", "things",
    "this", "those", "through", "to", "too", "two", "under", "until", "up", "us", "used", "uses", "using",
    "ve", "very", "via", "want", "was", "way", "we", "well", "were", "what", "when", "where", "whether",
    "which", "while", "who", "whole", "whose", "why", "will", "with", "within", "without", "would", "wrong",
    "yes", "yet", "you", "your",
];

/// Russian stop words and, of other languages, those with letters outside ASCII; folded as words are compared.
#[rustfmt::skip]
static WIDE_STOP_WORDS: &[&str] = &[
    "après", "aquí", "así", "cuál", "cuándo", "các", "cómo", "của", "dès", "déjà", "dónde", "está",
    "für", "không", "können", "könnte", "là", "más", "même", "mí", "möchte", "müssen", "natürlich",
    "như", "nào", "này", "où", "quién", "qué", "según", "sí", "también", "thế", "très", "và",
    "während", "wäre", "würde", "ça", "él", "était", "été", "être", "über", "đâu", "đó", "được",
    "без", "бы", "был", "была", "были", "было", "быть", "вам", "вас", "во", "вот", "все", "всё",
    "где", "да", "для", "до", "его", "ее", "если", "есть", "еще", "ещё", "же", "за", "зачем",
    "здесь", "из", "или", "им", "как", "какая", "какие", "какой", "ко", "когда", "который", "ли",
    "мне", "можно", "мы", "на", "над", "надо", "не", "нет", "ни", "но", "ну", "об", "он", "она",
    "они", "от", "очень", "по", "под", "пожалуйста", "покажи", "после", "почему", "при", "про",
    "со", "так", "также", "там", "те", "то", "только", "том", "тут", "ты", "уже", "чем", "что",
    "чтобы", "эта", "эти", "это", "этой", "этот", "эту",
];

#[rustfmt::skip]
static GENERIC: &[&str] = &[
    "add", "adding", "adds", "allow", "allows", "annotate", "annotation", "annotations", "api", "app",
    "application", "based", "behavior", "behaviour", "bug", "call", "called", "calls", "change", "changed",
    "changes", "class", "classes", "cleanup", "code", "codebase", "comment", "comments", "common", "contain",
    "contains", "core", "coverage", "create", "creates", "current", "data", "default", "define", "defined",
    "defines", "definition", "determine", "different", "docstring", "docstrings", "enforced", "entry",
    "error", "feature", "file", "files", "function", "functionality", "functions", "get", "handle", "handled",
    "handler", "handles", "handling", "helper", "helpers", "hint", "hints", "implement", "implementation",
    "implemented", "implementing", "implements", "internal", "library", "located", "location", "logic",
    "main", "manage", "manages", "mechanism", "method", "methods", "module", "modules", "name", "names",
    "new", "object", "objects", "perform", "performs", "place", "possible", "process", "project", "provide",
    "provided", "provides", "refactor", "refactored", "refactoring", "rename", "repo", "repository",
    "responsible", "return", "returned", "returns", "run", "running", "runs", "set", "sets", "setting",
    "simple", "source", "specific", "support", "supported", "supports", "system", "test", "tests", "type",
    "types", "unit", "use", "user", "util", "utilities", "utility", "utils", "value", "values", "various",
    "work", "works", "write",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold;

    #[test]
    fn tables_are_sorted_for_the_binary_search() {
        assert!(STOP_WORDS.is_sorted_by(|a, b| a < b));
        assert!(GENERIC.is_sorted_by(|a, b| a < b));
        assert!(VAGUE.is_sorted_by(|a, b| a < b));
        assert!(WIDE_STOP_WORDS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn stop_words_are_written_as_words_are_compared() {
        for word in STOP_WORDS.iter().chain(WIDE_STOP_WORDS) {
            assert_eq!(fold::fold_case(word), *word);
        }
    }
}
