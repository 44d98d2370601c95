//! The few verbs and nouns that decide, recognised with one letter wrong.
//!
//! Owns a short list and the comparison. Only words that no list knows are compared.

use super::features::Feature;

/// Words worth a second look.
const KEYS: &[(&str, Feature)] = &[
    ("broken", Feature::Symptom),
    ("button", Feature::ProductPart),
    ("change", Feature::Change),
    ("crash", Feature::Symptom),
    ("crashes", Feature::Symptom),
    ("create", Feature::Add),
    ("database", Feature::TechNoun),
    ("debug", Feature::Fix),
    ("delete", Feature::Change),
    ("doesnt", Feature::Symptom),
    ("endpoint", Feature::CodeNoun),
    ("error", Feature::ErrorWord),
    ("exception", Feature::ErrorWord),
    ("explain", Feature::Explain),
    ("extract", Feature::Restructure),
    ("failing", Feature::Symptom),
    ("fails", Feature::Symptom),
    ("function", Feature::CodeNoun),
    ("functions", Feature::CodeNoun),
    ("handler", Feature::CodeNoun),
    ("implement", Feature::Add),
    ("method", Feature::CodeNoun),
    ("missing", Feature::Symptom),
    ("module", Feature::CodeNoun),
    ("optimize", Feature::Change),
    ("parameter", Feature::CodeNoun),
    ("refactor", Feature::Restructure),
    ("remove", Feature::Change),
    ("rename", Feature::Restructure),
    ("replace", Feature::Restructure),
    ("request", Feature::TechNoun),
    ("response", Feature::TechNoun),
    ("review", Feature::Review),
    ("settings", Feature::CodeNoun),
    ("should", Feature::Wish),
    ("support", Feature::Add),
    ("slowly", Feature::Symptom),
    ("tests", Feature::CodeNoun),
    ("twice", Feature::Symptom),
    ("update", Feature::Change),
    ("validation", Feature::CodeNoun),
    ("variable", Feature::CodeNoun),
    ("where", Feature::Where),
    ("which", Feature::What),
    ("wrong", Feature::Symptom),
];

/// The feature of the key word that `word` misspells by one letter, if there is one.
pub(super) fn guess(word: &str) -> Option<Feature> {
    if !(4..=12).contains(&word.len()) || !word.is_ascii() {
        return None;
    }
    KEYS.iter().find(|(key, _)| is_one_off(key.as_bytes(), word.as_bytes())).map(|(_, feature)| *feature)
}

/// One letter missing, added, wrong, or two neighbours swapped; the first letter is right.
fn is_one_off(key: &[u8], word: &[u8]) -> bool {
    if key[0] != word[0] || key.len().abs_diff(word.len()) > 1 || key.len() < 5 {
        return false;
    }
    let head = key.iter().zip(word).take_while(|(a, b)| a == b).count();
    let (key, word) = (&key[head..], &word[head..]);
    match key.len().cmp(&word.len()) {
        std::cmp::Ordering::Greater => key[1..] == *word,
        std::cmp::Ordering::Less => word[1..] == *key,
        std::cmp::Ordering::Equal => {
            let is_swap = key.len() > 1 && key[0] == word[1] && key[1] == word[0] && key[2..] == word[2..];
            key.is_empty() || is_swap || key[1..] == word[1..]
        }
    }
}
