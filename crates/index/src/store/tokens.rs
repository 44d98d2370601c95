//! Text as terms: identifiers in parts and joined, without case, composed, English stems; pairs of CJK characters.
//!
//! The builder and the query must use the same terms, so both come here; where words and parts end is said in
//! [`words`](super::words).

use std::borrow::Cow;

use foreword_model::unicode;
use rust_stemmers::Stemmer;

use super::interner::Interner;
use super::words::{self, KIND, Kind, WORD_BYTES_MAX, word_end};

/// Short words that are remembered, as a power of two.
const RECENT_BITS: u32 = 12;
/// No word has these letters.
const NOTHING_RECENT: (u128, u32) = (0, 0);
/// An odd number with bits all over: its product with the letters is spread by its upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The terms of a text, in order: for a query.
pub fn terms(text: &str) -> Vec<String> {
    let mut tokeniser = Tokeniser::new();
    let mut numbers = Vec::new();
    tokeniser.append(text, &mut numbers);
    numbers.iter().map(|number| String::from_utf8_lossy(tokeniser.term(*number)).into_owned()).collect()
}

/// Turns text into numbers of terms and remembers every word that it has seen.
pub(crate) struct Tokeniser {
    stemmer: Stemmer,
    /// Words as they stand in the text.
    words: Interner,
    /// The numbers of short words that were seen lately.
    recent: Vec<(u128, u32)>,
    /// Where each word's terms are in `expansions`.
    ranges: Vec<(u32, u32)>,
    expansions: Vec<u32>,
    /// Parts in lower case, and the term that each has as its stem: many words share a part.
    parts: Interner,
    stems: Vec<u32>,
    terms: Interner,
}

impl Tokeniser {
    pub(super) fn new() -> Self {
        Self {
            stemmer: words::stemmer(),
            words: Interner::default(),
            recent: Vec::new(),
            ranges: Vec::new(),
            expansions: Vec::new(),
            parts: Interner::default(),
            stems: Vec::new(),
            terms: Interner::default(),
        }
    }

    /// For many texts.
    pub(crate) fn for_files() -> Self {
        Self { recent: vec![NOTHING_RECENT; 1 << RECENT_BITS], ..Self::new() }
    }

    /// How many terms have a number.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// How many words are remembered.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// A term by its number.
    pub(crate) fn term(&self, number: u32) -> &[u8] {
        self.terms.get(number)
    }

    /// Forgets everything; numbers mean nothing afterwards.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.recent.fill(NOTHING_RECENT);
        self.ranges.clear();
        self.expansions.clear();
        self.parts.clear();
        self.stems.clear();
        self.terms.clear();
    }

    /// Appends the numbers of a text's terms.
    pub(crate) fn append(&mut self, text: &str, out: &mut Vec<u32>) {
        let bytes = text.as_bytes();
        let mut position = 0;
        while let Some(rest) = bytes.get(position..) {
            let Some(blank) = rest.iter().position(|byte| KIND[usize::from(*byte)] != Kind::Blank) else {
                break;
            };
            position += blank;
            let end = word_end(text, position);
            if end > position {
                self.append_word(&text[position..end], out);
                position = end;
            } else {
                position = self.append_other(text, position, out);
            }
        }
    }

    fn append_word(&mut self, word: &str, out: &mut Vec<u32>) {
        if !(2..=WORD_BYTES_MAX).contains(&word.len()) {
            return;
        }
        let number = match short(word.as_bytes()) {
            Some(letters) => self.short_word(word, letters),
            None => self.word(word),
        };
        let (start, end) = self.ranges[number as usize];
        for term in &self.expansions[start as usize..end as usize] {
            out.push(*term);
        }
    }

    /// The number of a word whose letters fit two machine words: nearly all words of most texts do.
    fn short_word(&mut self, word: &str, letters: u128) -> u32 {
        let (first, second) = (letters as u64, (letters >> u64::BITS) as u64);
        let spread = (first ^ second.wrapping_mul(SPREAD).rotate_left(u64::BITS / 2)).wrapping_mul(SPREAD);
        let slot = (spread >> (u64::BITS - RECENT_BITS)) as usize;
        match self.recent.get(slot) {
            Some((known, number)) if *known == letters => return *number,
            _ => {}
        }
        let number = self.word(word);
        if let Some(recent) = self.recent.get_mut(slot) {
            *recent = (letters, number);
        }
        number
    }

    fn word(&mut self, word: &str) -> u32 {
        let (number, is_new) = self.words.intern(word.as_bytes());
        if is_new {
            let start = self.expansions.len() as u32;
            self.expand(word);
            self.ranges.push((start, self.expansions.len() as u32));
        }
        number
    }

    /// A run of CJK characters in pairs, or one character that is neither; returns where to go on.
    fn append_other(&mut self, text: &str, start: usize, out: &mut Vec<u32>) -> usize {
        let end = words::run_end(text, start);
        if end == start {
            return start + text[start..].chars().next().map_or(1, char::len_utf8);
        }
        let run = &text[start..end];
        if run.contains(words::is_composed_otherwise) {
            self.append_run(&unicode::compose(run), out);
        } else {
            self.append_run(run, out);
        }
        end
    }

    fn append_run(&mut self, run: &str, out: &mut Vec<u32>) {
        let mut previous: Option<usize> = None;
        let mut count = 0;
        for (at, character) in run.char_indices() {
            if let Some(previous) = previous {
                let pair = &run.as_bytes()[previous..at + character.len_utf8()];
                out.push(self.terms.intern(pair).0);
            }
            previous = Some(at);
            count += 1;
        }
        if count == 1 {
            out.push(self.terms.intern(run.as_bytes()).0);
        }
    }

    /// Notes the terms of a word: its parts, and the parts joined if there are several.
    fn expand(&mut self, word: &str) {
        let composed = if word.is_ascii() { Cow::Borrowed(word) } else { unicode::compose(word) };
        let mut compound = String::new();
        let parts = words::each_part(&composed, |part| {
            compound.push_str(part);
            if words::is_part(part) {
                self.note(part);
            }
        });
        if parts > 1 && words::is_compound(&compound) {
            self.note(&compound);
        }
    }

    fn note(&mut self, lower: &str) {
        let (part, is_new) = self.parts.intern(lower.as_bytes());
        if is_new {
            self.stems.push(self.terms.intern(words::stem(&self.stemmer, lower).as_bytes()).0);
        }
        self.expansions.push(self.stems[part as usize]);
    }
}

/// The letters of a short word as one number; none of them is zero, so no two words share one.
fn short(word: &[u8]) -> Option<u128> {
    let mut letters = [0; size_of::<u128>()];
    letters.get_mut(..word.len())?.copy_from_slice(word);
    Some(u128::from_le_bytes(letters))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    /// Letters of many scripts, alone and as letter and mark.
    const WORD: &str = "([A-Za-z0-9_äÖßẞéñçșЙйёΑΣσςΐİıỆệ\u{308}\u{301}\u{306}\u{307}-]{1,10})|\
        ([가힣각がかプ設\u{3099}\u{1100}\u{1161}\u{11a8}\u{f900}]{1,8})";

    #[test]
    fn identifiers_words_and_characters_become_terms() {
        for (text, expected) in [
            ("parseHTTPRequest", &["pars", "http", "request", "parsehttprequest"][..]),
            ("flat_hash_map", &["flat", "hash", "map", "flathashmap"]),
            ("SHA256Digest", &["sha256", "digest", "sha256digest"]),
            ("userIDs", &["user", "ids", "userid"]),
            ("x = y + 404;", &["404"]),
            ("policies policy", &["polici", "polici"]),
            ("__init__", &["init"]),
            ("x_axis", &["axi", "xaxi"]),
            ("GrößeÄndern", &["grösse", "ändern", "grösseändern"]),
            ("straße STRASSE", &["strass", "strass"]),
            ("НастройкиПрофиля", &["настройки", "профиля", "настройкипрофиля"]),
            ("설정을 값", &["설정", "정을", "값"]),
            ("ファイル", &["ファ", "ァイ", "イル"]),
            ("и й ΟΔΟΣ", &["οδοσ"]),
            ("读取配置 file", &["读取", "取配", "配置", "file"]),
            ("的", &["的"]),
            ("a→b “ok”", &["ok"]),
            ("", &[]),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
    }

    #[test]
    fn data_is_no_word() {
        assert!(terms(&"aB".repeat(200)).is_empty());
        assert!(terms(&"a1".repeat(50)).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_has_terms_that_are_bounded(text in any::<String>()) {
            for term in terms(&text) {
                prop_assert!(!term.is_empty() && term.chars().count() <= 64);
            }
        }

        #[test]
        fn composed_and_decomposed_text_has_the_same_terms(words in prop::collection::vec(WORD, 0..8)) {
            let text = words.join(" ");
            let composed: String = text.nfc().collect();
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(terms(&composed), terms(&decomposed));
            prop_assert_eq!(terms(&text), terms(&composed));
        }

        #[test]
        fn case_changes_no_plain_word(word in "[a-zäöüßéèñçабвгдйёαβγσς]{2,12}") {
            prop_assert_eq!(terms(&word.to_uppercase()), terms(&word));
        }

        #[test]
        fn a_word_has_the_same_terms_wherever_it_stands(words in prop::collection::vec("[A-Za-z_0-9]{1,12}", 0..8)) {
            let together = terms(&words.join(" "));
            let apart: Vec<String> = words.iter().flat_map(|word| terms(word)).collect();
            prop_assert_eq!(together, apart);
        }

        #[test]
        fn what_is_remembered_changes_nothing(words in prop::collection::vec("[A-Za-z_0-9é]{1,10}", 0..40)) {
            let mut tokeniser = Tokeniser::for_files();
            let text = words.join(" ");
            for _ in 0..2 {
                let mut numbers = Vec::new();
                tokeniser.append(&text, &mut numbers);
                let found: Vec<String> =
                    numbers.iter().map(|number| String::from_utf8_lossy(tokeniser.term(*number)).into_owned()).collect();
                prop_assert_eq!(found, terms(&text));
            }
        }
    }
}
