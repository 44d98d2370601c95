//! Chinese questions: cut into words at the least cost, and carried over into the English of code.

use foreword_index::store::words::{self, Piece};

use super::glossary::{self, Entry};

/// A second translation's share of the first.
pub(crate) const ALTERNATE_FACTOR: f64 = 0.3;
/// The Chinese word itself, in a comment, is what was asked for.
pub(super) const SAME_WORD_FACTOR: f64 = 1.0;

/// A word of one or two characters is more often a part of another.
const SHORT_WEIGHT: f64 = 1.2;
const LONG_WEIGHT: f64 = 1.6;
/// Two neighbouring characters that no entry covers: only a comment can match them.
pub(super) const BIGRAM_WEIGHT: f64 = 0.5;

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
pub(crate) struct Notion<'t> {
    /// As it is written.
    pub(crate) chinese: &'t str,
    /// What code calls it; empty if the glossary does not know it.
    pub(crate) english: Vec<&'static str>,
    /// How much it counts.
    pub(crate) weight: f64,
}

/// The Chinese words of a text that ask for something, in order.
pub(crate) fn notions(text: &str) -> Vec<Notion<'_>> {
    let mut found = Vec::new();
    for run in runs(text) {
        segment(run, &mut found);
    }
    found
}

/// What the index keeps of runs with kana or hangul in them: pairs of characters, without those of Han alone, which are read
/// as Chinese.
pub(super) fn pairs_with_other_scripts(text: &str) -> Vec<String> {
    let runs = words::pieces(text).filter_map(|(_, piece)| match piece {
        Piece::Run(run) => Some(run),
        Piece::Word(_) => None,
    });
    let pairs = runs.take(RUN_CHARS_MAX).flat_map(words::pairs_of_run);
    pairs.filter(|pair| !pair.chars().all(is_han)).collect()
}

/// Whether a character is a Han character.
pub(crate) fn is_han(character: char) -> bool {
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
    entry: Option<Entry>,
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
        let english: Vec<&str> = glossary::translations(entry).collect();
        if !english.is_empty() {
            let weight = if end - start >= 3 { LONG_WEIGHT } else { SHORT_WEIGHT };
            found.push(Notion { chinese: &run[bounds[start]..bounds[end]], english, weight });
        }
    }
    push_bigrams(run, &bounds, unknown, found);
}

/// Start, end (in characters) and entry of each word of the cheapest reading.
fn cheapest_words(run: &str, bounds: &[usize]) -> Vec<(usize, usize, Option<Entry>)> {
    let count = bounds.len() - 1;
    let units: Vec<u16> = run.chars().take(count).map(glossary::unit).collect();
    let mut best = vec![Best { cost: f64::INFINITY, from: 0, entry: None }; count + 1];
    best[0].cost = 0.0;
    for from in 0..count {
        let base = best[from].cost;
        let mut offer = |length: usize, cost: f64, entry: Option<Entry>| {
            let known = &mut best[from + length];
            if base + cost < known.cost {
                *known = Best { cost: base + cost, from, entry };
            }
        };
        offer(1, UNKNOWN_COST, None);
        glossary::visit_prefixes(&units[from..], |length, entry| {
            let cost = if length == 1 { SINGLE_COST } else { ENTRY_COST };
            offer(length, cost, Some(entry));
        });
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
        found.push(Notion { chinese, english: Vec::new(), weight: BIGRAM_WEIGHT });
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
    fn questions_are_cut_at_the_least_cost() {
        for (text, expected) in [
            ("登录超时在哪里处理？", &["登录", "超时", "处理"][..]),
            ("校验和解析", &["校验和", "解析"]),
            ("连接池的超时重试", &["连接池", "超时", "重试"]),
            ("retry 的退避策略", &["退避", "策略"]),
            ("数据库存储引擎", &["数据库", "存储引擎"]),
            ("多线程环境变量冲突", &["多线程", "环境变量", "冲突"]),
            ("把请求头和请求体分开", &["请求头", "请求体", "分开"]),
            ("求最长公共子序列的函数", &["最长公共子序列", "函数"]),
            ("WebSocket 心跳包超时之后怎么关闭连接", &["心跳包", "超时", "关闭连接"]),
            ("请问一下，为什么会这样？", &[]),
            ("hello", &[]),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn traditional_characters_are_read_as_simplified_and_kept_as_written() {
        check("請問執行緒池在哪裡建立？", &["執行緒池", "建立"]);
        check("資料庫連線逾時", &["資料庫", "連線", "逾時"]);
    }

    #[test]
    fn longer_words_count_more_than_short_ones() {
        let found = notions("死锁检测和缓存");
        let weights: Vec<(&str, f64)> =
            found.iter().map(|notion| (notion.english[0], notion.weight)).collect();
        assert_eq!(weights, [("deadlock detection", LONG_WEIGHT), ("cache", SHORT_WEIGHT)]);
    }

    #[test]
    fn what_no_entry_covers_becomes_bigrams() {
        check("蝴蝶结缓存", &["蝴蝶", "蝶结", "缓存"]);
        check("蝶", &[]);
    }

    #[test]
    fn japanese_and_korean_become_pairs() {
        for (text, expected) in [
            ("설정을 저장", &["설정", "정을", "저장"][..]),
            ("設定ファイル", &["定フ", "ファ", "ァイ", "イル"]),
            ("配置文件", &[]),
        ] {
            assert_eq!(pairs_with_other_scripts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_long_run_is_bounded() {
        let long = "缓存蝶".repeat(5_000);
        assert!(notions(&long).len() <= RUN_CHARS_MAX);
    }
}
