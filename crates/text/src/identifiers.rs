//! Identifiers and words: where they begin and end, and the parts that they are made of. Runs of Chinese, Japanese and Korean
//! characters are told apart from them here and split into bigrams.

mod ascii;
mod mentions;

pub use ascii::{AsciiPartScanner, find_ascii_part_end};
pub use mentions::{IdentifierRole, MentionedIdentifier, find_identifiers};

use crate::fold;
use crate::han::is_cjk;

/// Longest part of an identifier that is a word; a longer one is a hash or data.
pub const PART_CHARS_MAX: usize = 40;
/// Longest identifier that is also kept as one word, without case and underscores.
const COMPOUND_CHARS_MAX: usize = 64;
/// Longest run of letters and digits that is split; a longer one is data.
pub(crate) const WORD_BYTES_MAX: usize = 256;

/// A piece of text that has tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPiece<'t> {
    /// Letters, digits and underscores: an identifier or a plain word.
    Word(&'t str),
    /// Characters for which [`is_cjk`] holds: they are written without blanks, or compared without them.
    CjkRun(&'t str),
}

impl<'t> TextPiece<'t> {
    /// As it stands in the text.
    #[inline]
    pub fn text(self) -> &'t str {
        match self {
            Self::Word(text) | Self::CjkRun(text) => text,
        }
    }
}

/// The words and CJK runs of a text in order, each with the byte that it begins at.
pub fn split_pieces(text: &str) -> impl Iterator<Item = (usize, TextPiece<'_>)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        while let Some(first) = text.get(position..)?.chars().next() {
            let start = position;
            let end = find_word_end(text, start);
            if end > start {
                position = end;
                return Some((start, TextPiece::Word(&text[start..end])));
            }
            if is_cjk(first) {
                position = find_run_end(text, start);
                return Some((start, TextPiece::CjkRun(&text[start..position])));
            }
            position += first.len_utf8();
        }
        None
    })
}

/// The folded parts of one identifier, not stemmed: `http` and `server2` for `HTTPServer2`. Parts of one letter are left out;
/// an identifier that is too long to be one has none.
pub fn split_identifier(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    if word.len() <= WORD_BYTES_MAX {
        visit_parts(&fold::compose(word), |part| {
            found.extend(is_indexed_part(part).then(|| part.to_owned()))
        });
    }
    found
}

/// The same for every identifier of a text, such as a path.
pub fn split_identifiers(text: &str) -> Vec<String> {
    let words = split_pieces(text).filter(|(_, piece)| matches!(piece, TextPiece::Word(_)));
    words.flat_map(|(_, word)| split_identifier(word.text())).collect()
}

/// A name, or the stem of a path, without case and separators: `flathashmap` for `flat_hash_map`. Its stem is the token of the
/// whole identifier.
pub fn join_parts(text: &str) -> String {
    let mut joined = String::new();
    for (_, piece) in split_pieces(text) {
        match piece {
            TextPiece::Word(word) => {
                visit_parts(&fold::compose(word), |part| joined.push_str(part));
            }
            TextPiece::CjkRun(run) => joined.push_str(&fold::compose(run)),
        }
    }
    joined
}

/// The pairs of neighbouring characters of a CJK run, or its only character.
pub fn split_bigrams(run: &str) -> Vec<String> {
    let run = fold::compose(run);
    let bounds: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    match bounds.len() {
        0..=2 => vec![run.into_owned()],
        _ => bounds.windows(3).map(|pair| run[pair[0]..pair[2]].to_owned()).collect(),
    }
}

/// The end of the word that begins at `start`; `start` itself if none does. CJK characters are never part of a word.
pub(crate) fn find_word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    loop {
        let rest = &bytes[end..];
        end += rest
            .iter()
            .position(|byte| BYTE_CLASSES[usize::from(*byte)] != ByteClass::Word)
            .unwrap_or(rest.len());
        // Most words end here, at a byte that stands for itself.
        if bytes.get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        let goes_on = |character: char| {
            let is_part = if end == start { fold::starts_word } else { fold::continues_word };
            is_part(character) && !is_cjk(character)
        };
        match text[end..].chars().next() {
            Some(character) if goes_on(character) => end += character.len_utf8(),
            _ => return end,
        }
    }
}

/// The word around a character, and where it begins; none if the character is not part of a word, or the word is too long.
pub fn find_word_around(text: &str, position: usize) -> Option<(usize, &str)> {
    let start = find_word_start(text, position);
    let mut window_end = text.len().min(start + WORD_BYTES_MAX + 1);
    while !text.is_char_boundary(window_end) {
        window_end += 1;
    }
    let word = &text[start..find_word_end(&text[..window_end], start)];
    (word.len() <= WORD_BYTES_MAX && start + word.len() > position).then_some((start, word))
}

/// The beginning of the word that goes on at `position`.
fn find_word_start(text: &str, position: usize) -> usize {
    let before = text[..position].char_indices().rev().take(WORD_BYTES_MAX + 1);
    let word = before.take_while(|(_, character)| fold::continues_word(*character) && !is_cjk(*character));
    // A mark that nothing stands before is no beginning.
    word.filter(|(_, character)| fold::starts_word(*character)).last().map_or(position, |(at, _)| at)
}

/// The end of the CJK run that begins at `start`.
pub fn find_run_end(text: &str, start: usize) -> usize {
    text[start..].find(|character| !is_cjk(character)).map_or(text.len(), |length| start + length)
}

/// Calls `visit` with each folded part of a composed word, and returns the number of parts.
pub(crate) fn visit_parts(word: &str, mut visit: impl FnMut(&str)) -> usize {
    let is_ascii = word.is_ascii();
    let mut lower = String::new();
    let mut parts = 0;
    let mut position = 0;
    while position < word.len() {
        if word.as_bytes()[position] == b'_' {
            position += 1;
            continue;
        }
        let end = find_part_end(word, position);
        lower.clear();
        if is_ascii {
            lower.push_str(&word[position..end]);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&fold::fold_case(&word[position..end]));
        }
        visit(&lower);
        parts += 1;
        position = end;
    }
    parts
}

/// Whether a part is a token: neither a single letter nor data.
pub(crate) fn is_indexed_part(lower: &str) -> bool {
    (2..=PART_CHARS_MAX).contains(&count_chars(lower))
}

/// Whether the joined parts of an identifier are a token.
pub(crate) fn is_indexed_compound(lower: &str) -> bool {
    (2..=COMPOUND_CHARS_MAX).contains(&count_chars(lower))
}

fn count_chars(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The end of the identifier's part that begins at `start`: a change of case, or where no letter or digit follows.
/// `HTTPServer2` has the parts `HTTP` and `Server2`.
fn find_part_end(word: &str, start: usize) -> usize {
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

/// What a byte says about words without its neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteClass {
    /// Between words.
    Blank,
    /// A letter, digit or underscore.
    Word,
    /// Part of a character outside ASCII, which has to be decoded.
    Wide,
}

pub(crate) static BYTE_CLASSES: [ByteClass; 256] = {
    let mut table = [ByteClass::Wide; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_';
        table[byte as usize] = if is_word { ByteClass::Word } else { ByteClass::Blank };
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
            let found: Vec<&str> = split_pieces(text).map(|(_, piece)| piece.text()).collect();
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
            assert_eq!(split_identifier(word), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn a_word_is_found_from_any_of_its_letters(text in "[a_ö\u{308}1超 -]{0,24}") {
            for (start, piece) in split_pieces(&text) {
                let TextPiece::Word(word) = piece else { continue };
                for (offset, _) in word.char_indices() {
                    prop_assert_eq!(find_word_around(&text, start + offset), Some((start, word)));
                }
            }
        }
    }
}
