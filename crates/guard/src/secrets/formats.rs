//! Token formats that tell what they are: a prefix, an alphabet, a length. One line each, in a table by trade.
//!
//! A format is looked up by the first two bytes of a word. Adding a format is adding a line.

mod ai;
mod cloud;
mod commerce;
mod data;
mod delivery;
mod hosting;
mod messaging;
mod observability;
mod security;
mod services;

use std::sync::OnceLock;

use super::{Found, Mask, shape, value, vendors};

/// One token format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Format {
    /// The kind, as it is counted and as its placeholder says.
    pub(super) kind: &'static str,
    /// What it looks like: see [`shape`].
    pub(super) shape: &'static str,
    /// What a match must be besides.
    proof: Proof,
}

/// What makes a match of a shape a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// The shape is proof enough.
    Shape,
    /// It is no stand-in that repeats one letter (`ghp_xxxx`). A value that a document made up for an example is
    /// masked like any other: nothing tells it from a real one.
    Varied,
    /// What follows the prefix is random: the prefix alone could begin a name.
    Random,
}

#[cfg(test)]
impl Format {
    /// Whether the prefix is its vendor's own.
    pub(super) fn is_vendors(&self) -> bool {
        self.proof == Proof::Varied
    }
}

/// A format whose prefix is its vendor's own.
const fn token(kind: &'static str, shape: &'static str) -> Format {
    Format { kind, shape, proof: Proof::Varied }
}

/// A format whose prefix other words have too.
const fn loose(kind: &'static str, shape: &'static str) -> Format {
    Format { kind, shape, proof: Proof::Random }
}

/// A format that nothing else has, whatever the letters.
const fn sure(kind: &'static str, shape: &'static str) -> Format {
    Format { kind, shape, proof: Proof::Shape }
}

/// Every table.
static TABLES: [&[Format]; 10] = [
    cloud::FORMATS,
    hosting::FORMATS,
    ai::FORMATS,
    commerce::FORMATS,
    messaging::FORMATS,
    observability::FORMATS,
    delivery::FORMATS,
    data::FORMATS,
    security::FORMATS,
    services::FORMATS,
];

/// Every format.
pub(super) fn all() -> impl Iterator<Item = &'static Format> {
    TABLES.iter().copied().flatten()
}

/// Finds the formats of a text, at the start of each of its words.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(Index::new);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (word, may_be_random) = word_at(bytes, at);
        let escape = escape_len(bytes, at).min(word);
        // Most words, and most bytes that are no letter, begin nothing.
        if escape == 0 && !index.may_begin(bytes, at) && !may_be_random {
            at += word.max(1);
            continue;
        }
        let starts = [at, at + escape];
        let longest = starts[..1 + usize::from(escape > 0)].iter().find_map(|start| {
            let end = index.longest(text, *start, word - (*start - at))?;
            Some((*start, end))
        });
        at = match longest {
            Some((start, (format, end))) => {
                found.push(Found { start, end, mask: mask_of(format) });
                if format.kind == AWS {
                    found.extend(secret_behind(text, end));
                }
                end
            }
            None => {
                if may_be_random {
                    vendors::consider(text, at, found);
                }
                at + word.max(1)
            }
        };
    }
}

/// The kind of AWS's access keys.
const AWS: &str = "aws-access-key";

/// The secret that stands right behind an access key of AWS: `AKIA…:…`, `AKIA…,…`.
fn secret_behind(text: &str, end: usize) -> Option<Found> {
    const SIGNS: usize = 4;
    const DIGITS: usize = 40;
    let rest = &text.as_bytes()[end..];
    let signs = rest.iter().take(SIGNS).take_while(|byte| b":;, \t|\"'/\r\n".contains(byte)).count();
    let is_digit = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
    let digits = rest[signs..].iter().take(DIGITS + 1).take_while(is_digit).count();
    let (start, end) = (end + signs, end + signs + digits);
    let is_secret = signs > 0 && digits == DIGITS && value::is_random(&text[start..end]);
    is_secret.then_some(Found { start, end, mask: Mask::Typed("aws-secret-key") })
}

/// Azure's secrets may begin with a sign, and have this in one place.
const AZURE: &[u8] = b"Q~";

/// The length of the word at a place, and whether it can be a part of something random: it is long, or holds a digit
/// and is no short word.
fn word_at(bytes: &[u8], at: usize) -> (usize, bool) {
    let mut seen = 0;
    let mut length = 0;
    for byte in &bytes[at..] {
        let class = CLASSES[usize::from(*byte)];
        if class == 0 {
            break;
        }
        seen |= class;
        length += 1;
    }
    (length, may_be_random(length, seen & DIGIT != 0))
}

fn may_be_random(length: usize, has_digit: bool) -> bool {
    const SHORT: usize = 5;
    const LONG: usize = 14;
    length >= LONG || (length >= SHORT && has_digit)
}

const LETTER: u8 = 1;
const DIGIT: u8 = 2;

/// What each byte is in a word; 0 for what is in none.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        classes[byte] = match character {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// How many letters of a word belong to an escape that begins before it: `%3D`, `\\n`, `\\u003d`.
fn escape_len(bytes: &[u8], at: usize) -> usize {
    match at.checked_sub(1).map(|before| bytes[before]) {
        Some(b'%') => 2,
        Some(b'\\') if bytes[at] == b'u' => 5,
        Some(b'\\') => 1,
        Some(_) | None => 0,
    }
}

fn mask_of(format: &'static Format) -> Mask {
    match format.kind {
        AWS => Mask::Bare { kind: format.kind, placeholder: "AKIA<redacted>" },
        kind => Mask::Typed(kind),
    }
}

/// Which formats begin with which bytes.
struct Index {
    /// By the first three bytes, a bit each: whether a format may begin so. Small enough to stay at hand.
    begins: Box<[u64; PAIRS / 64]>,
    /// The formats that begin with a literal, in the order of its first two bytes. Searched by halves: a table of where
    /// each pair starts would cost every prompt more to fill than it saves.
    anchored: Vec<(usize, &'static Format)>,
    /// Those that begin with any letter of a class, and how long a word they need.
    unanchored: Vec<(usize, &'static Format)>,
}

const PAIRS: usize = 1 << 16;

/// Three bytes as a number; others that share it only cost a second look.
fn begin_bit(first: u8, second: u8, third: u8) -> usize {
    (usize::from(first) << 8 | usize::from(second)) ^ usize::from(third).wrapping_mul(0x9d) & (PAIRS - 1)
}

/// Those of all texts that begin with a literal.
fn begin_bits(literal: &[u8]) -> Vec<usize> {
    match literal {
        [first, second, third, ..] => vec![begin_bit(*first, *second, *third)],
        [first, second] => (0..=u8::MAX).map(|third| begin_bit(*first, *second, third)).collect(),
        _ => Vec::new(),
    }
}

impl Index {
    fn new() -> Self {
        let pair = |format: &Format| match shape::literal(format.shape).as_bytes() {
            [first, second, ..] => Some(usize::from(*first) << 8 | usize::from(*second)),
            _ => None,
        };
        // The pair is computed once a format: every prompt builds this table.
        let mut anchored: Vec<(usize, &'static Format)> =
            all().filter_map(|format| Some((pair(format)?, format))).collect();
        anchored.sort_by_key(|(pair, _)| *pair);
        let mut begins = Box::new([0_u64; PAIRS / 64]);
        for (_, format) in &anchored {
            for bit in begin_bits(shape::literal(format.shape).as_bytes()) {
                begins[bit / 64] |= 1 << (bit % 64);
            }
        }
        let unanchored = all().filter(|format| pair(format).is_none());
        let unanchored = unanchored.map(|format| (shape::word_len_min(format.shape), format)).collect();
        Self { begins, anchored, unanchored }
    }

    /// Whether any format may begin with the bytes at a place, or an Azure secret.
    fn may_begin(&self, bytes: &[u8], at: usize) -> bool {
        let Some([first, second, third]) = bytes.get(at..at + 3) else { return false };
        let bit = begin_bit(*first, *second, *third);
        self.begins[bit / 64] >> (bit % 64) & 1 == 1 || bytes.get(at + 4) == AZURE.first()
    }

    /// The formats that begin with the two bytes at a place.
    fn group(&self, bytes: &[u8], at: usize) -> &[(usize, &'static Format)] {
        let (Some(first), Some(second)) = (bytes.get(at), bytes.get(at + 1)) else { return &[] };
        let pair = usize::from(*first) << 8 | usize::from(*second);
        let from = self.anchored.partition_point(|(begin, _)| *begin < pair);
        let count = self.anchored[from..].partition_point(|(begin, _)| *begin == pair);
        &self.anchored[from..from + count]
    }

    /// The longest match of a format at a place, where a word of `word` letters begins.
    fn longest(&self, text: &str, at: usize, word: usize) -> Option<(&'static Format, usize)> {
        let bytes = text.as_bytes();
        let is_azure = bytes.get(at + 4..at + 6) == Some(AZURE);
        let others: &[(usize, &Format)] =
            match is_azure || may_be_random(word, bytes[at..at + word].iter().any(u8::is_ascii_digit)) {
                true => &self.unanchored,
                false => &[],
            };
        let others = others.iter().filter(|(least, _)| word >= *least).map(|(_, format)| *format);
        let candidates = self.group(bytes, at).iter().map(|(_, format)| *format).chain(others);
        let matches = candidates.filter_map(|format| {
            let length = shape::match_len(format.shape, &bytes[at..])?;
            let is_bound = format.proof != Proof::Random || at == 0 || bytes[at - 1] != b'_';
            (is_bound && is_secret(format, &text[at..at + length])).then_some((format, at + length))
        });
        matches.max_by_key(|(_, end)| *end)
    }
}

fn is_secret(format: &Format, matched: &str) -> bool {
    let literal = shape::literal(format.shape);
    let rest = &matched[literal.len().min(matched.len())..];
    match format.proof {
        Proof::Shape => true,
        Proof::Varied => !value::is_one_letter_repeated(rest) && !may_be_name(literal, rest),
        Proof::Random => {
            rest.bytes().any(|byte| byte.is_ascii_digit())
                && !value::is_stand_in(matched)
                && value::is_random(rest)
        }
    }
}

/// Whether words and numbers joined by signs follow a prefix that is so short that names begin with it, too:
/// `0005-imap-idle-push-and-reconnect.md`, `0057_let_else_right_curly_brace`.
fn may_be_name(literal: &str, rest: &str) -> bool {
    const SHORT: usize = 4;
    const NUMBER_DIGITS: usize = 4;
    if literal.len() >= SHORT || !rest.contains(['_', '-']) {
        return false;
    }
    let mut words = Vec::new();
    for word in rest.trim_matches(['_', '-']).split(['_', '-']) {
        let letters = word.trim_end_matches(|character: char| character.is_ascii_digit());
        if word.is_empty() || word.len() - letters.len() > NUMBER_DIGITS || !is_of_one_case(letters) {
            return false;
        }
        words.extend((!letters.is_empty()).then_some(letters));
    }
    words.len() > 1 && value::is_wordy(&words.join("-"))
}

/// Whether letters are those of a written word: `word`, `Word` or `WORD`.
fn is_of_one_case(letters: &str) -> bool {
    let rest = letters.get(1..).unwrap_or_default();
    letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        && (rest.bytes().all(|byte| byte.is_ascii_lowercase())
            || letters.bytes().all(|byte| byte.is_ascii_uppercase()))
}
