//! Chinese, Japanese and Korean: which characters they are, and Chinese text as terms, each with its English translations.
//!
//! The ranges of characters are here and nowhere else. Where two callers need different ranges, each has a function of its own
//! that says why.

mod glossary;

use crate::identifiers::{self, TextPiece};
use glossary::GlossaryEntry;

/// What a translation after the first counts, as a share of the first.
pub const ALTERNATE_FACTOR: f64 = 0.3;
/// What the Chinese word itself counts, as a share of its first translation: in a comment, it is what was asked for.
pub const SAME_WORD_FACTOR: f64 = 1.0;

/// Weight of a word of one or two characters, which is more often a part of another.
const SHORT_WEIGHT: f64 = 1.2;
/// Weight of a longer word.
const LONG_WEIGHT: f64 = 1.6;
/// Weight of two neighbouring characters that no glossary entry covers: only a comment can match them.
pub const BIGRAM_WEIGHT: f64 = 0.5;

/// Any entry costs one step, so that long entries beat chains of short ones.
const ENTRY_COST: f64 = 1.0;
/// A single character as a word is a guess.
const SINGLE_COST: f64 = 1.35;
/// A character that no entry covers.
const UNKNOWN_COST: f64 = 1.6;
/// Characters of one run that are segmented; the rest of a longer run is skipped.
const RUN_CHARS_MAX: usize = 2_000;

/// A Chinese word of a question or an issue, or two characters that the glossary does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct HanTerm<'t> {
    /// As it is written.
    pub chinese: &'t str,
    /// What code calls it, the likeliest first; empty if the glossary does not know it.
    pub english: Vec<&'static str>,
    /// How much it counts beside the other words of a query.
    pub weight: f64,
}

/// The Chinese words of a text that ask for something, in order.
pub fn segment_terms(text: &str) -> Vec<HanTerm<'_>> {
    let mut found = Vec::new();
    for run in split_runs(text) {
        segment(run, &mut found);
    }
    found
}

/// The bigrams with kana or hangul in them: the tokens of Japanese and Korean. Those of Han alone are read as Chinese.
pub fn split_kana_hangul_bigrams(text: &str) -> Vec<String> {
    let runs = identifiers::split_pieces(text).filter_map(|(_, piece)| match piece {
        TextPiece::CjkRun(run) => Some(run),
        TextPiece::Word(_) => None,
    });
    let pairs = runs.take(RUN_CHARS_MAX).flat_map(identifiers::split_bigrams);
    pairs.filter(|pair| !pair.chars().all(is_han)).collect()
}

/// Whether a character belongs to Unicode's first block of ideographs, which holds those of everyday Chinese, three bytes each.
///
/// For the filters of injected instructions and for telling a person's line from a program's output: their words are all in
/// this block, and a rarer ideograph goes on to be judged as any other character.
#[inline]
pub fn is_common_han(character: char) -> bool {
    matches!(character, '\u{4e00}'..='\u{9fff}')
}

/// Whether a character is a Han character: what the glossary is written in, and what is segmented. Compatibility forms and the
/// supplementary planes are no part of it; the index has bigrams for them.
#[inline]
pub fn is_han(character: char) -> bool {
    is_common_han(character) || matches!(character, '\u{3400}'..='\u{4dbf}')
}

/// Whether a character is kana or a syllable of hangul, so that a text with it is Japanese or Korean.
#[inline]
pub fn is_kana_or_hangul(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether a character is tokenized together with its neighbour: Han, kana and hangul, syllables or their letters.
///
/// The tokens of the index on disk depend on it: a change of it is a change of the index format.
#[inline]
pub fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a character of a prompt is a word of its own for the classifier, since its script has no blanks between words, or,
/// for Korean, inflects them at the end.
///
/// It differs from [`is_cjk`] by `々` and `〇`, which Chinese and Japanese words are written with, and by single letters of
/// hangul and the planes above U+2FA1F, which make no word of a question. The classifier's weights were measured with it.
#[inline]
pub fn is_unspaced(character: char) -> bool {
    is_han(character)
        || is_kana_or_hangul(character)
        || matches!(character, '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}' | '々' | '〇')
}

/// Whether a letter may stand beside a configured word of a prompt without making it a part of a longer one.
///
/// By whole blocks, from the radicals to the common ideographs: it takes bopomofo and the letters of hangul for unspaced too,
/// which [`is_unspaced`] does not, and no supplementary plane. Configured words were matched so from the start.
#[inline]
pub fn is_in_unspaced_block(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
}

fn split_runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !is_han(character)).filter(|run| !run.is_empty())
}

/// The cheapest segmentation of the text before a character: its cost, and where its last word begins.
#[derive(Clone, Copy)]
struct CheapestPrefix {
    cost: f64,
    from: usize,
    entry: Option<GlossaryEntry>,
}

fn segment<'t>(run: &'t str, found: &mut Vec<HanTerm<'t>>) {
    let mut bounds: Vec<usize> = run.char_indices().map(|(at, _)| at).take(RUN_CHARS_MAX).collect();
    bounds.push(run.char_indices().nth(RUN_CHARS_MAX).map_or(run.len(), |(at, _)| at));
    let words = find_cheapest_words(run, &bounds);
    let mut unknown: Option<(usize, usize)> = None;
    for (start, end, entry) in words {
        let Some(entry) = entry else {
            unknown = Some((unknown.map_or(start, |(first, _)| first), end));
            continue;
        };
        push_bigrams(run, &bounds, unknown.take(), found);
        let english: Vec<&str> = glossary::list_translations(entry).collect();
        if !english.is_empty() {
            let weight = if end - start >= 3 { LONG_WEIGHT } else { SHORT_WEIGHT };
            found.push(HanTerm { chinese: &run[bounds[start]..bounds[end]], english, weight });
        }
    }
    push_bigrams(run, &bounds, unknown, found);
}

/// Start, end (in characters) and entry of each word of the cheapest segmentation.
fn find_cheapest_words(run: &str, bounds: &[usize]) -> Vec<(usize, usize, Option<GlossaryEntry>)> {
    let count = bounds.len() - 1;
    let units: Vec<u16> = run.chars().take(count).map(glossary::fold_unit).collect();
    let mut best = vec![CheapestPrefix { cost: f64::INFINITY, from: 0, entry: None }; count + 1];
    best[0].cost = 0.0;
    for from in 0..count {
        let base = best[from].cost;
        let mut offer = |length: usize, cost: f64, entry: Option<GlossaryEntry>| {
            let known = &mut best[from + length];
            if base + cost < known.cost {
                *known = CheapestPrefix { cost: base + cost, from, entry };
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
    found: &mut Vec<HanTerm<'t>>,
) {
    let Some((start, end)) = span else { return };
    for first in start..end.saturating_sub(1) {
        let chinese = &run[bounds[first]..bounds[first + 2]];
        found.push(HanTerm { chinese, english: Vec::new(), weight: BIGRAM_WEIGHT });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let words: Vec<&str> = segment_terms(text).iter().map(|term| term.chinese).collect();
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
        let found = segment_terms("死锁检测和缓存");
        let weights: Vec<(&str, f64)> = found.iter().map(|term| (term.english[0], term.weight)).collect();
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
            assert_eq!(split_kana_hangul_bigrams(text), expected, "{text}");
        }
    }

    #[test]
    fn each_range_differs_from_the_others_as_its_comment_says() {
        for character in '\0'..=char::MAX {
            let shown = character.escape_unicode();
            assert!(!is_han(character) || (is_cjk(character) && is_unspaced(character)), "{shown}");
            assert!(!is_common_han(character) || (is_han(character) && character.len_utf8() == 3), "{shown}");
            assert!(!is_kana_or_hangul(character) || (is_cjk(character) && !is_han(character)), "{shown}");
            let is_named = matches!(character, '々' | '〇');
            assert!(!is_unspaced(character) || is_cjk(character) != is_named, "{shown}");
        }
    }

    #[test]
    fn a_long_run_is_bounded() {
        let long = "缓存蝶".repeat(5_000);
        assert!(segment_terms(&long).len() <= RUN_CHARS_MAX);
    }
}
