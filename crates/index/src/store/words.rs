//! Where words, their parts and runs of Chinese, Japanese and Korean begin and end: the one place that says so, for files
//! and for queries.

use std::borrow::Cow;

use foreword_model::unicode;
use rust_stemmers::{Algorithm, Stemmer};

/// A longer part is a hash or data, never a word.
pub const PART_CHARS_MAX: usize = 40;
/// A longer joined identifier is not looked for.
const COMPOUND_CHARS_MAX: usize = 64;
/// A longer run of letters and digits is data.
pub const WORD_BYTES_MAX: usize = 256;
/// Shorter words are compared as they are.
const STEM_BYTES_MIN: usize = 4;

/// A piece of text that the index has terms for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Letters, digits and underscores: an identifier or a plain word.
    Word(&'t str),
    /// Characters of a script that is written without blanks, or compared without them.
    Run(&'t str),
}

impl<'t> Piece<'t> {
    /// As it stands in the text.
    pub fn text(self) -> &'t str {
        match self {
            Self::Word(text) | Self::Run(text) => text,
        }
    }
}

/// The words and runs of a text, each with where it begins.
pub fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        while let Some(first) = text.get(position..)?.chars().next() {
            let start = position;
            let end = word_end(text, start);
            if end > start {
                position = end;
                return Some((start, Piece::Word(&text[start..end])));
            }
            if is_cjk(first) {
                position = run_end(text, start);
                return Some((start, Piece::Run(&text[start..position])));
            }
            position += first.len_utf8();
        }
        None
    })
}

/// The parts of a word as they are compared, but for their stems: `HTTPServer2` has `http` and `server2`. Those of one letter
/// are left out, and so is every part of a word that is too long to be one.
pub fn parts_of_word(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    if word.len() <= WORD_BYTES_MAX {
        each_part(&unicode::compose(word), |part| found.extend(is_part(part).then(|| part.to_owned())));
    }
    found
}

/// The parts of all words of a text, such as a path.
pub fn parts_of_text(text: &str) -> Vec<String> {
    let words = pieces(text).filter(|(_, piece)| matches!(piece, Piece::Word(_)));
    words.flat_map(|(_, word)| parts_of_word(word.text())).collect()
}

/// A name or the stem of a path without case and separators, as the compound of its parts is kept but for its own stem:
/// `flathashmap`.
pub fn join_parts(text: &str) -> String {
    let mut joined = String::new();
    for (_, piece) in pieces(text) {
        match piece {
            Piece::Word(word) => {
                each_part(&unicode::compose(word), |part| joined.push_str(part));
            }
            Piece::Run(run) => joined.push_str(&unicode::compose(run)),
        }
    }
    joined
}

/// The pairs of neighbouring characters of a run, or its only character.
pub fn pairs_of_run(run: &str) -> Vec<String> {
    let run = unicode::compose(run);
    let bounds: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    match bounds.len() {
        0..=2 => vec![run.into_owned()],
        _ => bounds.windows(3).map(|pair| run[pair[0]..pair[2]].to_owned()).collect(),
    }
}

/// The English stemmer: one per thread, it is cheap.
pub fn stemmer() -> Stemmer {
    Stemmer::create(Algorithm::English)
}

/// The stem of a part; only English words have one of their own.
pub fn stem<'p>(stemmer: &Stemmer, part: &'p str) -> Cow<'p, str> {
    if part.len() < STEM_BYTES_MIN || !part.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(part);
    }
    stemmer.stem(part)
}

/// Where the word that begins at `start` ends; `start` itself if none does. Chinese, Japanese and Korean are not part of it.
pub fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    loop {
        let rest = &bytes[end..];
        end += rest.iter().position(|byte| KIND[usize::from(*byte)] != Kind::Word).unwrap_or(rest.len());
        // Most words end here, at a byte that stands for itself.
        if bytes.get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        let goes_on = |character: char| {
            let is_part = if end == start { unicode::starts_word } else { unicode::continues_word };
            is_part(character) && !is_cjk(character)
        };
        match text[end..].chars().next() {
            Some(character) if goes_on(character) => end += character.len_utf8(),
            _ => return end,
        }
    }
}

/// The word that a letter at `position` belongs to, and where it begins; nothing if it is none, or too long for one.
pub fn word_around(text: &str, position: usize) -> Option<(usize, &str)> {
    let start = word_start(text, position);
    let mut window_end = text.len().min(start + WORD_BYTES_MAX + 1);
    while !text.is_char_boundary(window_end) {
        window_end += 1;
    }
    let word = &text[start..word_end(&text[..window_end], start)];
    (word.len() <= WORD_BYTES_MAX && start + word.len() > position).then_some((start, word))
}

/// Where the word begins that goes on at `position`.
fn word_start(text: &str, position: usize) -> usize {
    let before = text[..position].char_indices().rev().take(WORD_BYTES_MAX + 1);
    let word = before.take_while(|(_, character)| unicode::continues_word(*character) && !is_cjk(*character));
    // A mark that nothing stands before is no beginning.
    word.filter(|(_, character)| unicode::starts_word(*character)).last().map_or(position, |(at, _)| at)
}

/// Where the run of Chinese, Japanese and Korean characters that begins at `start` ends.
pub fn run_end(text: &str, start: usize) -> usize {
    text[start..].find(|character| !is_cjk(character)).map_or(text.len(), |length| start + length)
}

/// Whether a character is looked for together with its neighbour: Han, kana and hangul, syllables or their letters.
pub fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether Unicode's composed form may write a character of a run otherwise: letters of hangul, marks of kana,
/// compatibility forms of Han.
pub(super) fn is_composed_otherwise(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3099}' | '\u{309a}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}

/// Calls `at` with each part of a composed word, folded. Returns how many there are.
pub(super) fn each_part(word: &str, mut at: impl FnMut(&str)) -> usize {
    let is_ascii = word.is_ascii();
    let mut lower = String::new();
    let mut parts = 0;
    let mut position = 0;
    while position < word.len() {
        if word.as_bytes()[position] == b'_' {
            position += 1;
            continue;
        }
        let end = part_end(word, position);
        lower.clear();
        if is_ascii {
            lower.push_str(&word[position..end]);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&unicode::fold_case(&word[position..end]));
        }
        at(&lower);
        parts += 1;
        position = end;
    }
    parts
}

/// Whether a part is kept.
pub(super) fn is_part(lower: &str) -> bool {
    (2..=PART_CHARS_MAX).contains(&length(lower))
}

/// Whether parts joined are kept.
pub(super) fn is_compound(lower: &str) -> bool {
    (2..=COMPOUND_CHARS_MAX).contains(&length(lower))
}

fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
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

/// What a byte is by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Between words.
    Blank,
    /// A letter, digit or underscore.
    Word,
    /// Part of a character that has to be looked at.
    Wide,
}

pub(super) static KIND: [Kind; 256] = {
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
    fn words_and_runs_are_cut_alike_in_every_script() {
        for (text, expected) in [
            ("size größe_berechnen(x)", &["size", "größe_berechnen", "x"][..]),
            ("класс НастройкиПрофиля", &["класс", "НастройкиПрофиля"]),
            ("读取file配置", &["读取", "file", "配置"]),
            ("설정 파일", &["설정", "파일"]),
            ("設定ファイル.md", &["設定ファイル", "md"]),
            ("\u{308}a ≠b", &["a", "b"]),
            ("", &[]),
        ] {
            let found: Vec<&str> = pieces(text).map(|(_, piece)| piece.text()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn parts_are_folded() {
        for (word, expected) in [
            ("parseHTTPRequest", &["parse", "http", "request"][..]),
            ("userIDs", &["user", "ids"]),
            ("GrößeÄndern", &["grösse", "ändern"]),
            ("НастройкиПрофиля", &["настройки", "профиля"]),
            ("я_и_ты", &["ты"]),
        ] {
            assert_eq!(parts_of_word(word), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn a_word_is_found_from_any_of_its_letters(text in "[a_ö\u{308}1超 -]{0,24}") {
            for (start, piece) in pieces(&text) {
                let Piece::Word(word) = piece else { continue };
                for (offset, _) in word.char_indices() {
                    prop_assert_eq!(word_around(&text, start + offset), Some((start, word)));
                }
            }
        }
    }
}
