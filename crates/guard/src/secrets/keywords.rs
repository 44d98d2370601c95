//! Which keywords are in a text, upper and lower case alike. It looks at every second letter of a text that holds
//! none, since every text that is indexed or injected comes through here. What a keyword gives away is its rule's.

use std::sync::OnceLock;

use super::rules::RULES;

/// For each rule, whether one of its keywords is in the text.
pub(super) fn rules_hit(text: &str) -> [bool; RULES.len()] {
    static SEARCH: OnceLock<Search> = OnceLock::new();
    let mut hits = [false; RULES.len()];
    SEARCH.get_or_init(|| Search::new(RULES.iter().map(|rule| rule.keywords))).find(text.as_bytes(), &mut hits);
    hits
}

/// Every keyword has as many letters.
const WINDOW: usize = 3;
/// Letters that are told apart: two that fall together only cost a second look.
const CLASSES: usize = 64;
/// What source text holds, the commonest first; what is not listed is rarer.
const COMMON: &[u8] = b" etasrionlcdpum_fgh.,()=:;/\"bv";

/// A search as Wu and Manber describe it: pairs of letters say how far it is to the next place that may matter.
struct Search {
    /// By the classes of two letters: how far to go on, 0 for a second look.
    shifts: Box<[u8; CLASSES * CLASSES]>,
    keywords: Vec<Keyword>,
}

struct Keyword {
    letters: &'static [u8],
    /// Where the window begins by which it is found.
    window: usize,
    owner: usize,
}

impl Search {
    fn new(owned: impl Iterator<Item = &'static [&'static str]>) -> Self {
        let mut shifts = Box::new([WINDOW as u8 - 1; CLASSES * CLASSES]);
        let mut keywords = Vec::new();
        for (owner, words) in owned.enumerate() {
            for letters in words.iter().map(|word| word.as_bytes()) {
                let window = rarest_window(letters);
                let part = &letters[window..(window + WINDOW).min(letters.len())];
                for (step, pair) in (0_u8..).zip(part.windows(2).rev()) {
                    let shift = &mut shifts[pair_class(pair[0], pair[1])];
                    *shift = (*shift).min(step);
                }
                keywords.push(Keyword { letters, window, owner });
            }
        }
        Self { shifts, keywords }
    }

    fn find(&self, text: &[u8], hits: &mut [bool]) {
        // The place of a window's last letter.
        let mut at = WINDOW - 1;
        while at < text.len() {
            let shift = self.shifts[pair_class(text[at - 1], text[at])];
            if shift == 0 {
                self.look(text, at + 1 - WINDOW, hits);
                at += 1;
            } else {
                at += usize::from(shift);
            }
        }
    }

    /// The keywords whose window begins here.
    fn look(&self, text: &[u8], at: usize, hits: &mut [bool]) {
        for keyword in &self.keywords {
            let found = at
                .checked_sub(keyword.window)
                .and_then(|start| text.get(start..start + keyword.letters.len()))
                .is_some_and(|part| part.eq_ignore_ascii_case(keyword.letters));
            if found {
                hits[keyword.owner] = true;
            }
        }
    }
}

/// The window of a keyword whose last two letters are the rarest.
fn rarest_window(letters: &[u8]) -> usize {
    let rarity = |letter: u8| {
        let folded = letter.to_ascii_lowercase();
        COMMON.iter().position(|common| *common == folded).unwrap_or(COMMON.len())
    };
    let windows = 0..=letters.len().saturating_sub(WINDOW);
    let last_two = |start: &usize| letters[*start..].iter().take(WINDOW).skip(1);
    windows.max_by_key(|start| last_two(start).map(|letter| rarity(*letter)).sum::<usize>()).unwrap_or(0)
}

fn pair_class(first: u8, second: u8) -> usize {
    class(first) * CLASSES + class(second)
}

/// Letters of both cases are one class, since they differ in one bit that is left out.
fn class(byte: u8) -> usize {
    usize::from(byte & 0x1f | (byte >> 1 & 0x20))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &str) -> Vec<bool> {
        let folded = text.to_ascii_lowercase();
        let is_in = |word: &&str| folded.contains(&word.to_ascii_lowercase());
        RULES.iter().map(|rule| rule.keywords.iter().any(|word| is_in(word))).collect()
    }

    #[test]
    fn every_keyword_fills_a_window() {
        assert!(RULES.iter().flat_map(|rule| rule.keywords).all(|word| word.len() >= WINDOW));
    }

    #[test]
    fn every_keyword_is_found_wherever_it_stands() {
        for word in RULES.iter().flat_map(|rule| rule.keywords) {
            for before in 0..5 {
                let text = format!("{}{word}", "x".repeat(before));
                assert_eq!(rules_hit(&text).to_vec(), naive(&text), "{text}");
                let text = format!("{}{}:", "é".repeat(before), word.to_uppercase());
                assert_eq!(rules_hit(&text).to_vec(), naive(&text), "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(
            parts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[-:/a-zA-Z_ é]{0,4}"), 0..12)
        ) {
            let words: Vec<&str> = RULES.iter().flat_map(|rule| rule.keywords).copied().collect();
            let mut text = String::new();
            for (word, letters, between) in &parts {
                let word = words[word.index(words.len())];
                text.push_str(&word[..word.len().min(*letters)]);
                text.push_str(between);
            }
            prop_assert_eq!(rules_hit(&text).to_vec(), naive(&text));
        }
    }
}
