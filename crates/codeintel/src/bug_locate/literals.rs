//! Text of the issue that stands word for word in the code: messages, log lines, quoted code. The words of a format string
//! surround what was put into it, so three words in a row are enough.

use std::collections::{HashMap, HashSet};

use super::features::{Feature, Values};
use crate::search::chinese;

/// Words in a row.
const WORDS: usize = 3;
/// What stands in more files than this, or in more than one in fifty, is no message of one of them.
const HOLDING_MIN: usize = 3;
const HOLDING_SHARE: usize = 50;
/// The first bits of a word that are looked at before the word itself.
const FILTER_BITS: u32 = 13;
const FILTER_WORDS: usize = 1 << (FILTER_BITS - u64::BITS.ilog2());

/// The words of an issue, alone and three in a row, as numbers.
#[derive(Debug)]
pub(super) struct Quoted {
    words: HashSet<u64>,
    /// A bit for the words that begin so: most words of a file are none of the issue's, and are known by it.
    first_bits: Box<[u64; FILTER_WORDS]>,
    runs: HashSet<u64>,
}

impl Quoted {
    /// Reads the lines of an issue.
    pub(super) fn new(text: &str) -> Self {
        let first_bits = Box::new([0; FILTER_WORDS]);
        let mut quoted = Self { words: HashSet::new(), first_bits, runs: HashSet::new() };
        let mut run = Run::default();
        for word in Words::new(text) {
            if let Some(word) = word {
                let (row, bit) = place_in_filter(word);
                quoted.first_bits[row] |= bit;
                quoted.words.insert(word);
            }
            quoted.runs.extend(run.push(word));
        }
        quoted
    }

    /// Which runs of the issue a file's text holds.
    pub(super) fn held(&self, text: &str) -> HashSet<u64> {
        let mut found = HashSet::new();
        let mut run = Run::default();
        for word in Words::new(text) {
            // No run goes over a word that is none of the issue's.
            let word = word.filter(|word| self.is_word(*word));
            found.extend(run.push(word).filter(|run| self.runs.contains(run)));
        }
        found
    }

    fn is_word(&self, word: u64) -> bool {
        let (row, bit) = place_in_filter(word);
        self.first_bits[row] & bit != 0 && self.words.contains(&word)
    }
}

/// The upper bits of a number tell words apart as well as any.
fn place_in_filter(word: u64) -> (usize, u64) {
    let bits = word >> (u64::BITS - FILTER_BITS);
    ((bits / u64::from(u64::BITS)) as usize, 1 << (bits % u64::from(u64::BITS)))
}

/// Adds what the files of a shortlist hold.
pub(super) fn add(held: &[(usize, HashSet<u64>)], values: &mut [Values]) {
    let mut holding: HashMap<u64, usize> = HashMap::new();
    for shingle in held.iter().flat_map(|(_, shingles)| shingles) {
        *holding.entry(*shingle).or_default() += 1;
    }
    let most = HOLDING_MIN.max(held.len() / HOLDING_SHARE);
    for (place, shingles) in held {
        let value: f64 = shingles
            .iter()
            .filter_map(|shingle| holding.get(shingle).copied())
            .filter(|count| *count <= most)
            .map(|count| 1.0 / count as f64)
            .sum();
        values[*place].set(Feature::Literals, value.ln_1p());
    }
}

/// The words of a text as numbers, whatever their case. Nothing where no run goes on: at the end of a line, and for digits, as
/// what is put into a format string differs each time. A Chinese character is a word of its own.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;
    const HASH_FACTOR: u64 = 0x0100_0000_01b3;

    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// How long the character here is, if it goes on with a word.
    fn wide_letter(&self) -> Option<(char, usize)> {
        let letter = self.text[self.at..].chars().next()?;
        Some((letter, letter.len_utf8()))
    }

    fn hashed(hash: u64, byte: u8) -> u64 {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(Self::HASH_FACTOR)
    }
}

impl Iterator for Words<'_> {
    type Item = Option<u64>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let (mut hash, mut length, mut has_letter) = (Self::HASH_START, 0, false);
        while let Some(byte) = bytes.get(self.at).copied() {
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                hash = Self::hashed(hash, byte);
                has_letter |= !byte.is_ascii_digit();
                (self.at, length) = (self.at + 1, length + 1);
                continue;
            }
            if !byte.is_ascii()
                && let Some((letter, bytes_long)) = self.wide_letter()
            {
                let is_han = chinese::is_han(letter);
                if letter.is_alphanumeric() && !(is_han && length > 0) {
                    hash = bytes[self.at..self.at + bytes_long]
                        .iter()
                        .fold(hash, |hash, byte| Self::hashed(hash, *byte));
                    has_letter = true;
                    (self.at, length) = (self.at + bytes_long, length + 1);
                    if is_han {
                        break;
                    }
                    continue;
                }
                if length == 0 {
                    self.at += bytes_long;
                    continue;
                }
            }
            if length > 0 {
                break;
            }
            self.at += 1;
            if byte == b'\n' {
                return Some(None);
            }
        }
        (length > 0).then(|| has_letter.then_some(hash))
    }
}

/// The last words of a line.
#[derive(Default)]
struct Run {
    last: [u64; WORDS],
    count: usize,
}

impl Run {
    /// Adds a word, or ends the run; gives the run of three that it completes.
    fn push(&mut self, word: Option<u64>) -> Option<u64> {
        let Some(word) = word else {
            self.count = 0;
            return None;
        };
        self.last.rotate_left(1);
        self.last[WORDS - 1] = word;
        self.count += 1;
        let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.count >= WORDS).then(|| self.last.iter().fold(0, mix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_in_the_format_string_that_printed_it() {
        let issue = Quoted::new("Error: the loan 42 of reader Ann is overdue since Monday");
        let code = "raise Late(f\"the loan {loan} of reader {name} is overdue since {day}\")";
        assert!(!issue.held(code).is_empty());
        assert!(issue.held("def loan(reader): return reader.name").is_empty());
    }

    #[test]
    fn a_chinese_message_is_found_without_blanks_between_its_words() {
        let issue = Quoted::new("点击还书后提示：读者42的借阅已经逾期，the desk is closed之后无法继续");
        assert!(!issue.held("raise Late(f\"读者{name}的借阅已经逾期\")").is_empty());
        assert!(!issue.held("raise Shut(\"The Desk Is closed\")").is_empty());
        assert!(issue.held("# 借书\n# 阅览\n# 已还").is_empty());
    }

    #[test]
    fn words_are_the_same_whatever_stands_between_them() {
        let of = |text: &str| Words::new(text).collect::<Vec<_>>();
        assert_eq!(of("Größe naïve_1 — x"), of("größe  naïve_1 X"));
        assert_eq!(
            of("a 12 b\nc").iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, false, true, false, true]
        );
        assert_eq!(of("借阅x借"), of("借 阅 X 借"));
        assert!(of("12 …\u{a0}").iter().all(Option::is_none));
    }
}
