//! Query, index and live scan take the same words from a text, in every script.

use foreword_text::stem::EnglishStemmer;
use foreword_text::stopwords::is_stop_word;
use foreword_text::tokens::tokenize;
use foreword_text::{han, identifiers};
use proptest::prelude::*;

use super::matcher::{self, Matcher};
use super::query;

/// The keys that a query asks the index for.
fn keys(text: &str) -> Vec<String> {
    let query = query::read(text, &[], "x", query::TextForm::Question, &[]);
    let mut keys = Vec::new();
    for term in &query.terms {
        if term.text.starts_with(han::is_cjk) {
            keys.extend(identifiers::split_bigrams(&term.text));
        } else {
            keys.push(term.text.clone());
        }
    }
    keys.extend(query.compounds);
    keys
}

proptest! {
    #[test]
    fn safe_16_a_query_asks_for_the_terms_that_the_index_keeps_of_a_word(
        word in "([A-Za-z0-9_]{1,12})|([A-Za-zäÖßẞéñçșЙйёжΑΣσςΐİıỆệ_\u{308}\u{301}\u{306}]{2,10})|([가힣각がかプ\u{3099}]{2,6})"
    ) {
        let asked = keys(&word);
        let stemmer = EnglishStemmer::create();
        let parts: Vec<String> = identifiers::split_identifiers(&word);
        let is_single = parts.len() <= 1;
        for part in parts {
            // What says nothing alone is not asked for.
            let is_passed_over = is_single && is_stop_word(&part);
            let term = stemmer.stem(&part).into_owned();
            prop_assert!(tokenize(&word).contains(&term));
            let is_vague = query::read(&word, &[], "x", query::TextForm::Question, &[]).terms.is_empty();
            prop_assert!(is_passed_over || is_vague || asked.contains(&term), "{word}: {term} not in {asked:?}");
        }
        for pair in tokenize(&word).iter().filter(|term| term.starts_with(han::is_cjk)) {
            prop_assert!(asked.contains(pair), "{word}: {pair} not in {asked:?}");
        }
    }

    #[test]
    fn safe_16_a_scan_finds_the_words_that_the_index_keeps(
        words in prop::collection::vec("([a-z]{2,6})|([a-zäößéжйёσςıệ\u{308}]{2,8})|([가힣がプ]{2,4})", 1..5)
    ) {
        let text = words.join(" ");
        let query = query::read(&text, &[], "x", query::TextForm::Question, &[]);
        let hits = Matcher::new(&query).scan(&text, None, &mut matcher::Scratch::new());
        let kept = tokenize(&text);
        for (number, term) in query.terms.iter().enumerate().filter(|(_, term)| kept.contains(&term.text)) {
            prop_assert!(hits.counts.get(number).is_some_and(|counts| counts.all > 0), "{text}: {}", term.text);
        }
    }
}
