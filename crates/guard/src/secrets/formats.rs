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
    /// It is no stand-in of a document (`ghp_xxxx`).
    Varied,
    /// What follows the prefix is random: the prefix alone could begin a name.
    Random,
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
    let (mut at, mut is_inside) = (0, false);
    while at < bytes.len() {
        let literals = index.may_begin(bytes, at) && (!is_inside || is_after_escape(bytes, at));
        let unanchored = !is_inside && may_be_unanchored(&bytes[at..]);
        let longest = match literals || unanchored {
            true => index.longest(text, at, unanchored),
            false => None,
        };
        is_inside = bytes[at].is_ascii_alphanumeric();
        match longest {
            Some((format, end)) => {
                found.push(Found { start: at, end, mask: mask_of(format) });
                at = end;
            }
            None => {
                if unanchored {
                    vendors::consider(text, at, found);
                }
                at += 1;
            }
        }
    }
}

/// Whether a word can be a token without a literal in front: it is long, or holds a digit and is no short word.
fn may_be_unanchored(bytes: &[u8]) -> bool {
    const SHORT: usize = 5;
    const LONG: usize = 14;
    let word = bytes.iter().take(LONG).take_while(|byte| byte.is_ascii_alphanumeric());
    let (length, digits) =
        word.fold((0, 0), |(length, digits), byte| (length + 1, digits + usize::from(byte.is_ascii_digit())));
    // Azure's secrets may begin with a sign, and have this in one place.
    let is_azure = bytes.get(4..6) == Some(b"Q~");
    length >= LONG || (length >= SHORT && digits > 0) || is_azure
}

fn mask_of(format: &'static Format) -> Mask {
    match format.kind {
        "aws-access-key" => Mask::Bare { kind: format.kind, placeholder: "AKIA<redacted>" },
        kind => Mask::Typed(kind),
    }
}

/// Which formats begin with which bytes.
struct Index {
    /// One bit for each two bytes that a format begins with.
    pairs: Box<[u64; PAIR_WORDS]>,
    /// The formats that begin with a literal, by its first byte.
    by_first: Vec<Vec<&'static Format>>,
    /// Those that begin with any letter of a class.
    unanchored: Vec<&'static Format>,
}

const PAIR_WORDS: usize = (1 << 16) / 64;

impl Index {
    fn new() -> Self {
        let mut index = Self {
            pairs: Box::new([0; PAIR_WORDS]),
            by_first: vec![Vec::new(); 256],
            unanchored: Vec::new(),
        };
        for format in all() {
            match shape::literal(format.shape).as_bytes() {
                [] => index.unanchored.push(format),
                [first, rest @ ..] => {
                    index.by_first[usize::from(*first)].push(format);
                    match rest.first() {
                        Some(second) => index.allow(*first, *second),
                        None => (0..=u8::MAX).for_each(|second| index.allow(*first, second)),
                    }
                }
            }
        }
        index
    }

    fn allow(&mut self, first: u8, second: u8) {
        let pair = usize::from(first) << 8 | usize::from(second);
        self.pairs[pair / 64] |= 1 << (pair % 64);
    }

    fn may_begin(&self, bytes: &[u8], at: usize) -> bool {
        let second = bytes.get(at + 1).copied().unwrap_or_default();
        let pair = usize::from(bytes[at]) << 8 | usize::from(second);
        self.pairs[pair / 64] & 1 << (pair % 64) != 0
    }

    /// The longest match of a format at a place.
    fn longest(&self, text: &str, at: usize, unanchored: bool) -> Option<(&'static Format, usize)> {
        let bytes = &text.as_bytes()[at..];
        let others = if unanchored { self.unanchored.as_slice() } else { &[] };
        let candidates = self.by_first[usize::from(bytes[0])].iter().chain(others).copied();
        let matches = candidates.filter_map(|format| {
            let length = shape::match_len(format.shape, bytes)?;
            let is_bound = format.proof != Proof::Random || at == 0 || text.as_bytes()[at - 1] != b'_';
            (is_bound && is_secret(format, &text[at..at + length])).then_some((format, at + length))
        });
        matches.max_by_key(|(_, end)| *end)
    }
}

fn is_secret(format: &Format, matched: &str) -> bool {
    let rest = &matched[shape::literal(format.shape).len().min(matched.len())..];
    match format.proof {
        Proof::Shape => true,
        Proof::Varied => !value::is_monotonous(rest) && !has_filler(matched),
        Proof::Random => {
            rest.bytes().any(|byte| byte.is_ascii_digit())
                && !value::is_stand_in(matched)
                && value::is_random(rest)
        }
    }
}

/// What vendors write into the values of their documents.
fn has_filler(matched: &str) -> bool {
    const FILLERS: [&str; 5] = ["EXAMPLE", "example", "xxxxxx", "XXXXXX", "abcdefghijklmnopqrstuvwxyz"];
    FILLERS.iter().any(|filler| matched.contains(filler))
}

/// Whether a word can begin in the middle of another, because what stands before is an escape.
fn is_after_escape(bytes: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| bytes[before]) else { return false };
    let is_percent =
        at >= 3 && bytes[at - 3] == b'%' && bytes[at - 2].is_ascii_hexdigit() && before.is_ascii_hexdigit();
    let is_backslash = at >= 2 && bytes[at - 2] == b'\\' && matches!(before, b'n' | b'r' | b't');
    let is_unicode = at >= 6 && bytes[at - 6] == b'\\' && bytes[at - 5] == b'u';
    is_percent || is_backslash || is_unicode
}
