//! Chinese questions: cut into words at the least cost, and carried over into the English of code.

use super::glossary::{ENTRY_CHARS_MAX, GLOSSARY};

/// A second translation's share of the first.
pub(super) const ALTERNATE_FACTOR: f64 = 0.3;
/// The Chinese word itself, in a comment, is what was asked for.
pub(super) const SAME_WORD_FACTOR: f64 = 1.0;

/// A word of one or two characters is more often a part of another.
const SHORT_WEIGHT: f64 = 1.2;
const LONG_WEIGHT: f64 = 1.6;
/// Two neighbouring characters that no entry covers: only a comment can match them.
const BIGRAM_WEIGHT: f64 = 0.5;

/// Any entry costs one step, so that long entries beat chains of short ones.
const ENTRY_COST: f64 = 1.0;
/// A single character as a word is a guess.
const SINGLE_COST: f64 = 1.35;
/// A character that no entry covers.
const UNKNOWN_COST: f64 = 1.6;
/// Characters of one run that are cut into words; the rest of a longer run is passed over.
const RUN_CHARS_MAX: usize = 2_000;

/// A Chinese word of the question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notion<'t> {
    /// As it is written.
    pub(super) chinese: &'t str,
    /// What code calls it; empty if the glossary does not know it.
    pub(super) english: &'static [&'static str],
    /// How much it counts.
    pub(super) weight: f64,
}

/// The Chinese words of a text that ask for something, in order.
pub(super) fn notions(text: &str) -> Vec<Notion<'_>> {
    let mut found = Vec::new();
    for run in runs(text) {
        segment(run, &mut found);
    }
    found
}

/// Whether a character is a Han character.
pub(super) fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !is_han(character)).filter(|run| !run.is_empty())
}

/// How the text before a character is best read: its cost, and where its last word begins.
#[derive(Clone, Copy)]
struct Best {
    cost: f64,
    from: usize,
    entry: Option<usize>,
}

fn segment<'t>(run: &'t str, found: &mut Vec<Notion<'t>>) {
    let mut bounds: Vec<usize> = run.char_indices().map(|(at, _)| at).take(RUN_CHARS_MAX).collect();
    bounds.push(run.char_indices().nth(RUN_CHARS_MAX).map_or(run.len(), |(at, _)| at));
    let words = cheapest_words(run, &bounds);
    let mut unknown: Option<(usize, usize)> = None;
    for (start, end, entry) in words {
        let Some(entry) = entry else {
            unknown = Some((unknown.map_or(start, |(first, _)| first), end));
            continue;
        };
        push_bigrams(run, &bounds, unknown.take(), found);
        let english = GLOSSARY[entry].1;
        if !english.is_empty() {
            let weight = if end - start >= 3 { LONG_WEIGHT } else { SHORT_WEIGHT };
            found.push(Notion { chinese: &run[bounds[start]..bounds[end]], english, weight });
        }
    }
    push_bigrams(run, &bounds, unknown, found);
}

/// Start, end (in characters) and entry of each word of the cheapest reading.
fn cheapest_words(run: &str, bounds: &[usize]) -> Vec<(usize, usize, Option<usize>)> {
    let count = bounds.len() - 1;
    let mut best = vec![Best { cost: f64::INFINITY, from: 0, entry: None }; count + 1];
    best[0].cost = 0.0;
    for start in 0..count {
        let base = best[start].cost;
        for end in start + 1..=count.min(start + ENTRY_CHARS_MAX) {
            let text = &run[bounds[start]..bounds[end]];
            let entry = GLOSSARY.binary_search_by(|(known, _)| (*known).cmp(text)).ok();
            let cost = match (entry, end - start) {
                (Some(_), 1) => SINGLE_COST,
                (Some(_), _) => ENTRY_COST,
                (None, 1) => UNKNOWN_COST,
                (None, _) => continue,
            };
            if base + cost < best[end].cost {
                best[end] = Best { cost: base + cost, from: start, entry };
            }
        }
    }
    let mut words = Vec::new();
    let mut end = count;
    while end > 0 {
        words.push((best[end].from, end, best[end].entry));
        end = best[end].from;
    }
    words.reverse();
    words
}

fn push_bigrams<'t>(
    run: &'t str,
    bounds: &[usize],
    span: Option<(usize, usize)>,
    found: &mut Vec<Notion<'t>>,
) {
    let Some((start, end)) = span else { return };
    for first in start..end.saturating_sub(1) {
        let chinese = &run[bounds[first]..bounds[first + 2]];
        found.push(Notion { chinese, english: &[], weight: BIGRAM_WEIGHT });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let words: Vec<&str> = notions(text).iter().map(|notion| notion.chinese).collect();
        assert_eq!(words, expected, "{text}");
    }

    #[test]
    fn the_glossary_is_sorted_for_the_binary_search() {
        assert!(GLOSSARY.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(
            GLOSSARY
                .iter()
                .all(|(word, _)| word.chars().count() <= ENTRY_CHARS_MAX && word.chars().all(is_han))
        );
    }

    #[test]
    fn questions_are_cut_at_the_least_cost() {
        check("登录超时在哪里处理？", &["登录", "超时", "处理"]);
        check("校验和解析", &["校验和", "解析"]);
        check("连接池的超时重试", &["连接池", "超时", "重试"]);
        check("retry 的退避策略", &["退避", "策略"]);
        check("hello", &[]);
    }

    #[test]
    fn what_no_entry_covers_becomes_bigrams() {
        check("蝴蝶结缓存", &["蝴蝶", "蝶结", "缓存"]);
        check("蝶", &[]);
    }

    #[test]
    fn a_long_run_is_bounded() {
        let long = "缓存蝶".repeat(5_000);
        assert!(notions(&long).len() <= RUN_CHARS_MAX);
    }
}
