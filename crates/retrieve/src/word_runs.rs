//! Word runs: three and more words of a text that stand in a file in the same order, as a message does in the format string
//! that printed it, whose words surround what was put into it.

use std::collections::HashSet;

use foreword_model::limits;

use foreword_text::han;

/// Words in a row.
pub const RUN_WORDS: usize = 3;
/// The first bits of a word that are looked at before the word itself.
const FILTER_BITS: u32 = 13;
const FILTER_WORDS: usize = 1 << (FILTER_BITS - u64::BITS.ilog2());
/// Words that say nothing in a run.
const FUNCTION_WORDS: &str = "a an the of to in on at is are was be it its this that i you we they and or not no if for \
    with as by from do does so what when why how my your our me can have has but there which where";
/// Other words that a run of a prompt must have.
const CONTENT_WORDS_MIN: usize = 2;

/// The words of an issue, alone and three in a row, as numbers.
#[derive(Debug)]
pub struct WordRuns {
    words: HashSet<u64>,
    /// A bit for the words that begin so: most words of a file are none of the issue's, and are known by it.
    first_bits: Box<[u64; FILTER_WORDS]>,
    runs: HashSet<u64>,
}

impl WordRuns {
    /// Reads the lines of a text.
    pub fn new(text: &str) -> Self {
        Self::read(text, |_| true)
    }

    /// The same without runs of function words.
    pub fn of_content(text: &str) -> Self {
        let function_words: HashSet<u64> = Words::new(FUNCTION_WORDS).flatten().collect();
        Self::read(text, |run| {
            run.iter().filter(|word| !function_words.contains(word)).count() >= CONTENT_WORDS_MIN
        })
    }

    fn read(text: &str, is_telling: impl Fn(&[u64; RUN_WORDS]) -> bool) -> Self {
        let first_bits = Box::new([0; FILTER_WORDS]);
        let mut quoted = Self { words: HashSet::new(), first_bits, runs: HashSet::new() };
        let mut run = Run::default();
        for word in Words::new(text) {
            if let Some(word) = word {
                let (row, bit) = place_in_filter(word);
                quoted.first_bits[row] |= bit;
                quoted.words.insert(word);
            }
            quoted.runs.extend(run.push(word).filter(|_| is_telling(&run.last)));
        }
        quoted
    }

    /// Which runs of the issue a file's text holds, and where.
    pub fn held(&self, text: &str) -> HeldRuns {
        let mut held = HeldRuns::default();
        self.read_held(text, (0, 1), text.len(), &mut held);
        held
    }

    /// The same of some of its lines, each given by where it starts and its number from 1: no run goes over the end of a line.
    pub fn held_on_lines(&self, text: &str, lines: impl Iterator<Item = (usize, u32)>) -> HeldRuns {
        let mut held = HeldRuns::default();
        for line in lines {
            let end = memchr::memchr(b'\n', &text.as_bytes()[line.0..]).map_or(text.len(), |at| line.0 + at);
            self.read_held(text, line, end, &mut held);
        }
        held
    }

    /// Adds the runs between the start of a line, given with its number, and the end of a line.
    fn read_held(&self, text: &str, (start, mut line): (usize, u32), end: usize, held: &mut HeldRuns) {
        let mut run = Run::default();
        let mut words = Words { text: &text[..end], at: start };
        // Bytes until which lines are counted.
        let mut counted = start;
        let mut row = 0;
        while let Some(word) = words.next() {
            // No run goes over a word that is none of the issue's.
            let word = word.filter(|word| self.is_word(*word));
            let Some(found) = run.push(word).filter(|run| self.runs.contains(run)) else {
                row = 0;
                continue;
            };
            let ended = memchr::memchr_iter(b'\n', &text.as_bytes()[counted..words.at]).count();
            line += u32::try_from(ended).unwrap_or(u32::MAX);
            counted = words.at;
            row += 1;
            if held.lines.len() < limits::LOCATE_LITERAL_LINES {
                held.lines.push((found, line));
            }
            let length = row + RUN_WORDS - 1;
            if length > held.longest && is_quoted(text, words.at) {
                held.longest = length;
            }
            held.runs.insert(found);
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    fn is_word(&self, word: u64) -> bool {
        let (row, bit) = place_in_filter(word);
        self.first_bits[row] & bit != 0 && self.words.contains(&word)
    }
}

/// What a file holds of an issue, word for word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HeldRuns {
    /// Their hashes.
    pub runs: HashSet<u64>,
    /// Each run with its line, from 1.
    pub lines: Vec<(u64, u32)>,
    /// Words of the longest part of the issue that stands on one line of it with a quotation mark.
    pub longest: usize,
}

/// Whether the line around a byte has a quotation mark, as a string has.
fn is_quoted(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length);
    memchr::memchr3(b'"', b'\'', b'`', &bytes[start..end]).is_some()
}

/// The upper bits of a number tell words apart as well as any.
fn place_in_filter(word: u64) -> (usize, u64) {
    let bits = word >> (u64::BITS - FILTER_BITS);
    ((bits / u64::from(u64::BITS)) as usize, 1 << (bits % u64::from(u64::BITS)))
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
                let is_han = han::is_han(letter);
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
    last: [u64; RUN_WORDS],
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
        self.last[RUN_WORDS - 1] = word;
        self.count += 1;
        let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.count >= RUN_WORDS).then(|| self.last.iter().fold(0, mix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_in_the_format_string_that_printed_it() {
        let issue = WordRuns::new("Error: the loan 42 of reader Ann is overdue since Monday");
        let code = "raise Late(f\"the loan {loan} of reader {name} is overdue since {day}\")";
        assert!(!issue.held(code).runs.is_empty());
        assert!(issue.held("def loan(reader): return reader.name").runs.is_empty());
    }

    #[test]
    fn a_chinese_message_is_found_without_blanks_between_its_words() {
        let issue = WordRuns::new("点击还书后提示：读者42的借阅已经逾期，the desk is closed之后无法继续");
        assert!(!issue.held("raise Late(f\"读者{name}的借阅已经逾期\")").runs.is_empty());
        assert!(!issue.held("raise Shut(\"The Desk Is closed\")").runs.is_empty());
        assert!(issue.held("# 借书\n# 阅览\n# 已还").runs.is_empty());
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
