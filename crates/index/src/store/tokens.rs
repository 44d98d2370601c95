//! Text as terms: identifiers in parts and joined, lower case, English stems; pairs of CJK characters.
//!
//! The builder and the query must use the same terms, so both come here.

use rust_stemmers::{Algorithm, Stemmer};

use super::interner::Interner;

/// A longer part is a hash or data, never a word.
const PART_BYTES_MAX: usize = 40;
/// A longer joined identifier is not looked for.
const COMPOUND_BYTES_MAX: usize = 64;
/// A longer run of letters and digits is data.
const WORD_BYTES_MAX: usize = 256;
/// Shorter words are compared as they are.
const STEM_BYTES_MIN: usize = 4;
/// Short words that are remembered, as a power of two.
const RECENT_BITS: u32 = 12;
/// No word has these letters.
const NOTHING_RECENT: (u64, u32) = (0, 0);
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
    recent: Vec<(u64, u32)>,
    /// Where each word's terms are in `expansions`.
    ranges: Vec<(u32, u32)>,
    expansions: Vec<u32>,
    /// Parts in lower case, and the term that each has as its stem: many words share a part.
    parts: Interner,
    stems: Vec<u32>,
    terms: Interner,
    lower: String,
}

impl Tokeniser {
    pub(super) fn new() -> Self {
        Self {
            stemmer: Stemmer::create(Algorithm::English),
            words: Interner::default(),
            recent: Vec::new(),
            ranges: Vec::new(),
            expansions: Vec::new(),
            parts: Interner::default(),
            stems: Vec::new(),
            terms: Interner::default(),
            lower: String::new(),
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

    /// The number of a word whose letters fit one machine word: most words of most texts do.
    fn short_word(&mut self, word: &str, letters: u64) -> u32 {
        let slot = (letters.wrapping_mul(SPREAD) >> (u64::BITS - RECENT_BITS)) as usize;
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
        let mut previous: Option<usize> = None;
        let mut count = 0;
        let mut end = start;
        for (offset, character) in text[start..].char_indices() {
            let at = start + offset;
            if !is_cjk(character) {
                if count == 0 {
                    return at + character.len_utf8();
                }
                break;
            }
            end = at + character.len_utf8();
            if let Some(previous) = previous {
                out.push(self.terms.intern(&text.as_bytes()[previous..end]).0);
            }
            previous = Some(at);
            count += 1;
        }
        if count == 1 {
            out.push(self.terms.intern(&text.as_bytes()[start..end]).0);
        }
        end
    }

    /// Notes the terms of a word: its parts, and the parts joined if there are several.
    fn expand(&mut self, word: &str) {
        let mut compound = String::new();
        let mut parts = 0;
        let mut position = 0;
        while position < word.len() {
            if word.as_bytes()[position] == b'_' {
                position += 1;
                continue;
            }
            let end = part_end(word, position);
            self.lower.clear();
            if word.is_ascii() {
                self.lower.push_str(&word[position..end]);
                self.lower.make_ascii_lowercase();
            } else {
                self.lower.extend(word[position..end].chars().flat_map(char::to_lowercase));
            }
            compound.push_str(&self.lower);
            parts += 1;
            if (2..=PART_BYTES_MAX).contains(&self.lower.len()) {
                let lower = std::mem::take(&mut self.lower);
                self.note(&lower);
                self.lower = lower;
            }
            position = end;
        }
        if parts > 1 && (2..=COMPOUND_BYTES_MAX).contains(&compound.len()) {
            self.note(&compound);
        }
    }

    fn note(&mut self, lower: &str) {
        let is_word = lower.len() >= STEM_BYTES_MIN && lower.bytes().all(|byte| byte.is_ascii_lowercase());
        let number = if is_word { self.stem(lower) } else { self.terms.intern(lower.as_bytes()).0 };
        self.expansions.push(number);
    }

    fn stem(&mut self, lower: &str) -> u32 {
        let (part, is_new) = self.parts.intern(lower.as_bytes());
        if is_new {
            self.stems.push(self.terms.intern(self.stemmer.stem(lower).as_bytes()).0);
        }
        self.stems[part as usize]
    }
}

/// The letters of a short word as one number; none of them is zero, so no two words share one.
fn short(word: &[u8]) -> Option<u64> {
    let mut letters = [0; size_of::<u64>()];
    letters.get_mut(..word.len())?.copy_from_slice(word);
    Some(u64::from_le_bytes(letters))
}

/// Where the run of letters, digits and underscores that begins at `start` ends; CJK is not part of it.
fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    loop {
        let rest = &bytes[end..];
        end += rest.iter().position(|byte| KIND[usize::from(*byte)] != Kind::Word).unwrap_or(rest.len());
        // Most words end here, at a byte that stands for itself.
        if bytes.get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        match text[end..].chars().next() {
            Some(character) if character.is_alphanumeric() && !is_cjk(character) => {
                end += character.len_utf8();
            }
            _ => return end,
        }
    }
}

/// Where the part of an identifier that begins at `start` ends: at a change of case, or where no letter or
/// digit follows. `HTTPServer2` has the parts `HTTP` and `Server2`.
fn part_end(word: &str, start: usize) -> usize {
    let rest = &word[start..];
    let mut capitals = 0;
    let mut end = 0;
    for character in rest.chars().take_while(|character| character.is_uppercase()) {
        capitals += 1;
        end += character.len_utf8();
    }
    let tail: usize = rest[end..]
        .chars()
        .take_while(|character| *character != '_' && !character.is_uppercase())
        .map(char::len_utf8)
        .sum();
    let tail_text = &rest[end..end + tail];
    let begins_next = capitals > 1
        && tail_text.chars().next().is_some_and(char::is_lowercase)
        // A plural such as `IDs` stays whole.
        && tail_text != "s";
    if begins_next {
        let last_bytes = rest[..end].chars().next_back().map_or(0, char::len_utf8);
        return start + end - last_bytes;
    }
    start + end + tail
}

fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// What a byte is by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Between words.
    Blank,
    /// A letter, digit or underscore.
    Word,
    /// Part of a character that has to be looked at.
    Wide,
}

static KIND: [Kind; 256] = {
    let mut table = [Kind::Wide; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_';
        table[byte as usize] = if is_word { Kind::Word } else { Kind::Blank };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            ("GrößeÄndern", &["größe", "ändern", "größeändern"]),
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
                prop_assert!(!term.is_empty() && term.len() <= COMPOUND_BYTES_MAX);
            }
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
