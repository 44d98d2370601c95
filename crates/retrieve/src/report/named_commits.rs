//! Commits that an issue names: by their id, or by the number of the issue or pull request that their message names.
//!
//! Reads the text and finds the commits. Says nothing of files.

use std::collections::BTreeSet;

use foreword_index::history::History;
use foreword_index::store::StoreError;
use foreword_model::limits;

/// What stands before a number.
const BEFORE_NUMBER: [&str; 4] = ["#", "/pull/", "/issues/", "/ticket/"];
/// Shorter numbers are those of a list.
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 3..=7;
/// Letters of an id, shortened or whole.
const ID_LETTERS: std::ops::RangeInclusive<usize> = 7..=40;

/// The commits that a text names.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct NamedCommits {
    numbers: BTreeSet<String>,
    ids: BTreeSet<String>,
}

impl NamedCommits {
    /// Reads a text, links included.
    pub(super) fn read(text: &str) -> Self {
        let mut named = Self::default();
        for (at, mark) in text.match_indices(['#', '/']) {
            let rest = &text[at + mark.len()..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let is_marked = BEFORE_NUMBER.iter().any(|before| text[..=at].ends_with(before));
            let ends = !rest[digits..].starts_with(|letter: char| letter.is_ascii_alphanumeric());
            if is_marked && ends && NUMBER_DIGITS.contains(&digits) {
                insert(&mut named.numbers, &rest[..digits]);
            }
        }
        text.split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| is_id(word))
            .for_each(|word| insert(&mut named.ids, word));
        named
    }

    /// The numbers of the commits in a history.
    pub(super) fn find(&self, history: &History) -> Result<BTreeSet<u32>, StoreError> {
        let mut found = BTreeSet::new();
        for number in &self.numbers {
            let postings = history.term(number)?;
            // A number that many messages hold is none of an issue.
            if postings.len() > limits::LOCATE_NAMED_COMMITS {
                continue;
            }
            for posting in postings {
                if names_number(&history.message(posting.commit)?, number) {
                    found.insert(posting.commit);
                }
            }
        }
        if !self.ids.is_empty() {
            for (commit, id) in (0_u32..).zip(history.ids()?) {
                if self.ids.iter().any(|named| begins_with(&id, named)) {
                    found.insert(commit);
                }
            }
        }
        Ok(found)
    }
}

fn insert(known: &mut BTreeSet<String>, word: &str) {
    if known.len() < limits::LOCATE_NAMED_COMMITS {
        known.insert(word.to_owned());
    }
}

/// Hexadecimal with both digits and letters: neither a number nor a word.
fn is_id(word: &str) -> bool {
    ID_LETTERS.contains(&word.len())
        && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether an id begins with these hexadecimal letters.
fn begins_with(id: &[u8], letters: &str) -> bool {
    letters.chars().enumerate().all(|(at, letter)| {
        let half = |byte: &u8| u32::from(if at % 2 == 0 { byte >> 4 } else { byte & 0xf });
        id.get(at / 2).map(half) == letter.to_digit(16)
    })
}

/// Whether a message holds `#number`, and not a longer one.
fn names_number(message: &str, number: &str) -> bool {
    let rest = |at: usize| &message[at + number.len()..];
    message.match_indices(number).any(|(at, _)| {
        message[..at].ends_with('#') && !rest(at).starts_with(|letter: char| letter.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_numbers_are_read_and_what_only_looks_like_them_is_not() {
        let text = "Since 3f2a91c (see #4821 and https://example.org/o/r/pull/977) it fails.\n\
                    #12, issue 4000, #1234xyz, deadbeef, 20240101, /v/555, 颜色#4822。";
        let named = NamedCommits::read(text);
        assert_eq!(named.numbers.iter().map(String::as_str).collect::<Vec<_>>(), ["4821", "4822", "977"]);
        assert_eq!(named.ids.iter().map(String::as_str).collect::<Vec<_>>(), ["3f2a91c"]);
    }

    #[test]
    fn an_id_may_be_shortened() {
        let id = [0x3f, 0x2a, 0x91, 0xc0];
        for (letters, expect) in
            [("3f2a91c", true), ("3f2a91c0", true), ("3f2a91d", false), ("3f2a91c01", false)]
        {
            assert_eq!(begins_with(&id, letters), expect, "{letters}");
        }
    }

    #[test]
    fn a_message_names_a_number_as_a_whole() {
        for (message, expect) in [("Fees (#482)", true), ("Fees (#4821)", false), ("482 fees, #7", false)] {
            assert_eq!(names_number(message, "482"), expect, "{message}");
        }
    }

    #[test]
    fn a_text_full_of_numbers_is_bounded() {
        let text: String = (100..9_999).map(|number| format!("#{number} ab{number}cd ")).collect();
        let named = NamedCommits::read(&text);
        assert!(named.numbers.len().max(named.ids.len()) <= limits::LOCATE_NAMED_COMMITS);
    }
}
