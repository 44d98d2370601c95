//! The tokenizer: identifiers in parts and joined, folded, as English stems; bigrams of CJK characters.
//!
//! The index and the query must have the same tokens, so both come here; [`identifiers`] says where words and parts end.

use std::borrow::Cow;

use crate::fold;
use crate::identifiers::{self, BYTE_CLASSES, ByteClass, WORD_BYTES_MAX};
use crate::interner::Interner;
use crate::stem::EnglishStemmer;

/// Slots of the cache of short words, as a power of two.
const RECENT_BITS: u32 = 12;
/// No word has these letters.
const NOTHING_RECENT: (u128, u32) = (0, 0);
/// An odd number with bits all over: its product with the letters is spread by its upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The tokens of a query or another short text, in order.
pub fn tokenize(text: &str) -> Vec<String> {
    let mut tokenizer = Tokenizer::new();
    let mut numbers = Vec::new();
    tokenizer.append_tokens(text, &mut numbers);
    numbers.iter().map(|number| String::from_utf8_lossy(tokenizer.token(*number)).into_owned()).collect()
}

/// Turns text into the numbers of its tokens, and remembers every word that it has seen.
pub struct Tokenizer {
    stemmer: EnglishStemmer,
    /// Words as they stand in the text.
    words: Interner,
    /// The numbers of short words that were seen lately.
    recent: Vec<(u128, u32)>,
    /// Where each word's tokens are in `expansions`.
    ranges: Vec<(u32, u32)>,
    expansions: Vec<u32>,
    /// Folded parts, and the token that is each one's stem: many words share a part.
    parts: Interner,
    stems: Vec<u32>,
    tokens: Interner,
}

impl Tokenizer {
    fn new() -> Self {
        Self {
            stemmer: EnglishStemmer::create(),
            words: Interner::default(),
            recent: Vec::new(),
            ranges: Vec::new(),
            expansions: Vec::new(),
            parts: Interner::default(),
            stems: Vec::new(),
            tokens: Interner::default(),
        }
    }

    /// A tokenizer for many texts, with a cache of short words that one text would not repay.
    pub fn for_files() -> Self {
        Self { recent: vec![NOTHING_RECENT; 1 << RECENT_BITS], ..Self::new() }
    }

    /// Number of distinct tokens so far, which is also the next token's number.
    #[inline]
    pub fn token_count(&self) -> usize {
        self.tokens.count()
    }

    /// Number of distinct words that are remembered: what its memory grows with.
    #[inline]
    pub fn word_count(&self) -> usize {
        self.words.count()
    }

    /// A token by its number, in UTF-8.
    #[inline]
    pub fn token(&self, number: u32) -> &[u8] {
        self.tokens.get(number)
    }

    /// Forgets everything; numbers mean nothing afterwards.
    pub fn clear(&mut self) {
        self.words.clear();
        self.recent.fill(NOTHING_RECENT);
        self.ranges.clear();
        self.expansions.clear();
        self.parts.clear();
        self.stems.clear();
        self.tokens.clear();
    }

    /// Appends the number of each token of a text, in order.
    pub fn append_tokens(&mut self, text: &str, out: &mut Vec<u32>) {
        let bytes = text.as_bytes();
        let mut position = 0;
        while let Some(rest) = bytes.get(position..) {
            let Some(blank) =
                rest.iter().position(|byte| BYTE_CLASSES[usize::from(*byte)] != ByteClass::Blank)
            else {
                break;
            };
            position += blank;
            let end = identifiers::find_word_end(text, position);
            if end > position {
                self.append_word(&text[position..end], out);
                position = end;
            } else {
                position = self.append_run_or_skip(text, position, out);
            }
        }
    }

    fn append_word(&mut self, word: &str, out: &mut Vec<u32>) {
        if !(2..=WORD_BYTES_MAX).contains(&word.len()) {
            return;
        }
        let number = match pack_letters(word.as_bytes()) {
            Some(letters) => self.intern_short_word(word, letters),
            None => self.intern_word(word),
        };
        let (start, end) = self.ranges[number as usize];
        for token in &self.expansions[start as usize..end as usize] {
            out.push(*token);
        }
    }

    /// The number of a word whose letters fit two machine words: nearly all words of most texts do.
    fn intern_short_word(&mut self, word: &str, letters: u128) -> u32 {
        let (first, second) = (letters as u64, (letters >> u64::BITS) as u64);
        let spread = (first ^ second.wrapping_mul(SPREAD).rotate_left(u64::BITS / 2)).wrapping_mul(SPREAD);
        let slot = (spread >> (u64::BITS - RECENT_BITS)) as usize;
        match self.recent.get(slot) {
            Some((known, number)) if *known == letters => return *number,
            _ => {}
        }
        let number = self.intern_word(word);
        if let Some(recent) = self.recent.get_mut(slot) {
            *recent = (letters, number);
        }
        number
    }

    fn intern_word(&mut self, word: &str) -> u32 {
        let (number, is_new) = self.words.intern(word.as_bytes());
        if is_new {
            let start = self.expansions.len() as u32;
            self.expand(word);
            self.ranges.push((start, self.expansions.len() as u32));
        }
        number
    }

    /// Appends the bigrams of a CJK run, or skips one character that is neither; returns where to go on.
    fn append_run_or_skip(&mut self, text: &str, start: usize, out: &mut Vec<u32>) -> usize {
        let end = identifiers::find_run_end(text, start);
        if end == start {
            return start + text[start..].chars().next().map_or(1, char::len_utf8);
        }
        let run = &text[start..end];
        if run.contains(may_compose) {
            self.append_bigrams(&fold::compose(run), out);
        } else {
            self.append_bigrams(run, out);
        }
        end
    }

    fn append_bigrams(&mut self, run: &str, out: &mut Vec<u32>) {
        let mut previous: Option<usize> = None;
        let mut count = 0;
        for (at, character) in run.char_indices() {
            if let Some(previous) = previous {
                let pair = &run.as_bytes()[previous..at + character.len_utf8()];
                out.push(self.tokens.intern(pair).0);
            }
            previous = Some(at);
            count += 1;
        }
        if count == 1 {
            out.push(self.tokens.intern(run.as_bytes()).0);
        }
    }

    /// Notes the tokens of a word: its parts, and the parts joined if there are several.
    fn expand(&mut self, word: &str) {
        let composed = if word.is_ascii() { Cow::Borrowed(word) } else { fold::compose(word) };
        let mut compound = String::new();
        let parts = identifiers::visit_parts(&composed, |part| {
            compound.push_str(part);
            if identifiers::is_indexed_part(part) {
                self.note_part(part);
            }
        });
        if parts > 1 && identifiers::is_indexed_compound(&compound) {
            self.note_part(&compound);
        }
    }

    fn note_part(&mut self, lower: &str) {
        let (part, is_new) = self.parts.intern(lower.as_bytes());
        if is_new {
            self.stems.push(self.tokens.intern(self.stemmer.stem(lower).as_bytes()).0);
        }
        self.expansions.push(self.stems[part as usize]);
    }
}

/// Whether Unicode's composed form may write a character of a CJK run differently: letters of hangul, marks of kana,
/// compatibility forms of Han.
fn may_compose(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3099}' | '\u{309a}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}

/// The letters of a short word as one number; none of them is zero, so no two words share one.
fn pack_letters(word: &[u8]) -> Option<u128> {
    let mut letters = [0; size_of::<u128>()];
    letters.get_mut(..word.len())?.copy_from_slice(word);
    Some(u128::from_le_bytes(letters))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;
    use crate::identifiers::TextPiece;

    /// Letters of many scripts, alone and as letter and mark.
    const WORD: &str = "([A-Za-z0-9_äÖßẞéñçșЙйёΑΣσςΐİıỆệ\u{308}\u{301}\u{306}\u{307}-]{1,10})|\
        ([가힣각がかプ設\u{3099}\u{1100}\u{1161}\u{11a8}\u{f900}]{1,8})";

    #[test]
    fn identifiers_words_and_characters_become_tokens() {
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
            assert_eq!(tokenize(text), expected, "{text}");
        }
    }

    #[test]
    fn data_is_no_word() {
        assert!(tokenize(&"aB".repeat(200)).is_empty());
        assert!(tokenize(&"a1".repeat(50)).is_empty());
    }

    /// The tokens as a query or a scan puts them together, word by word, from the functions of [`identifiers`].
    fn tokens_of_pieces(text: &str) -> Vec<String> {
        let stemmer = EnglishStemmer::create();
        let mut found = Vec::new();
        for (_, piece) in identifiers::split_pieces(text) {
            match piece {
                TextPiece::Word(word) if word.len() > WORD_BYTES_MAX => {}
                TextPiece::Word(word) => {
                    found.extend(
                        identifiers::split_identifier(word)
                            .iter()
                            .map(|part| stemmer.stem(part).into_owned()),
                    );
                    let mut parts = 0;
                    identifiers::visit_parts(&fold::compose(word), |_| parts += 1);
                    let compound = identifiers::join_parts(word);
                    if parts > 1 && identifiers::is_indexed_compound(&compound) {
                        found.push(stemmer.stem(&compound).into_owned());
                    }
                }
                TextPiece::CjkRun(run) => found.extend(identifiers::split_bigrams(run)),
            }
        }
        found
    }

    proptest! {
        #[test]
        fn safe_16_index_and_query_have_the_same_tokens(
            words in prop::collection::vec(WORD, 0..12),
            other in any::<String>(),
            joint in "[ .,:/-]|[A-Z]",
        ) {
            let text = format!("{} {other}", words.join(&joint));
            let mut tokenizer = Tokenizer::for_files();
            // The second time, every word comes from a cache.
            for _ in 0..2 {
                let mut numbers = Vec::new();
                tokenizer.append_tokens(&text, &mut numbers);
                let indexed: Vec<String> =
                    numbers.iter().map(|number| String::from_utf8_lossy(tokenizer.token(*number)).into_owned()).collect();
                prop_assert_eq!(&indexed, &tokenize(&text));
                prop_assert_eq!(&indexed, &tokens_of_pieces(&text));
            }
        }

        #[test]
        fn any_text_has_tokens_that_are_bounded(text in any::<String>()) {
            for token in tokenize(&text) {
                prop_assert!(!token.is_empty() && token.chars().count() <= 64);
            }
        }

        #[test]
        fn composed_and_decomposed_text_has_the_same_tokens(words in prop::collection::vec(WORD, 0..8)) {
            let text = words.join(" ");
            let composed: String = text.nfc().collect();
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(tokenize(&composed), tokenize(&decomposed));
            prop_assert_eq!(tokenize(&text), tokenize(&composed));
        }

        #[test]
        fn case_changes_no_plain_word(word in "[a-zäöüßéèñçабвгдйёαβγσς]{2,12}") {
            prop_assert_eq!(tokenize(&word.to_uppercase()), tokenize(&word));
        }

        #[test]
        fn a_word_has_the_same_tokens_wherever_it_stands(words in prop::collection::vec("[A-Za-z_0-9]{1,12}", 0..8)) {
            let together = tokenize(&words.join(" "));
            let apart: Vec<String> = words.iter().flat_map(|word| tokenize(word)).collect();
            prop_assert_eq!(together, apart);
        }

        #[test]
        fn what_is_remembered_changes_nothing(words in prop::collection::vec("[A-Za-z_0-9é]{1,10}", 0..40)) {
            let mut tokenizer = Tokenizer::for_files();
            let text = words.join(" ");
            for _ in 0..2 {
                let mut numbers = Vec::new();
                tokenizer.append_tokens(&text, &mut numbers);
                let found: Vec<String> =
                    numbers.iter().map(|number| String::from_utf8_lossy(tokenizer.token(*number)).into_owned()).collect();
                prop_assert_eq!(found, tokenize(&text));
            }
        }
    }
}
