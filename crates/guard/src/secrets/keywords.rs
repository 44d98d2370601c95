//! Which keywords are in a text, upper and lower case alike. It looks at every second letter of a text that holds
//! none, since every text that is indexed or injected comes through here. What a keyword gives away is its rule's.

use std::sync::OnceLock;

use super::rules::RULES;

/// For each rule, whether one of its keywords is in the text.
pub(super) fn rules_hit(text: &str) -> [bool; RULES.len()] {
    static SEARCH: OnceLock<Search> = OnceLock::new();
    let mut hits = [false; RULES.len()];
    SEARCH
        .get_or_init(|| Search::new(RULES.iter().map(|rule| rule.keywords)))
        .find(text.as_bytes(), &mut hits);
    hits
}

/// Every keyword has as many letters.
const WINDOW: usize = 3;
/// Places for two letters, in which upper and lower case fall together; others that do only cost a second look.
const PAIRS: usize = 1 << 14;
/// What source text holds, the commonest first; what is not listed is rarer.
const COMMON: &[u8] = b" etasrionlcdpum_fgh.,()=:;/\"bv";

/// A search as Wu and Manber describe it: pairs of letters say how far it is to the next place that may matter.
struct Search {
    /// By two letters: how far to go on, or [`LOOK`] and which of `endings` to look at.
    steps: Box<[u8; PAIRS]>,
    /// The keywords whose window ends with the same two letters.
    endings: Vec<Vec<Keyword>>,
}

const LOOK: u8 = 0x80;

struct Keyword {
    letters: &'static [u8],
    /// Where the window begins by which it is found.
    window: usize,
    owner: usize,
}

impl Search {
    fn new(owned: impl Iterator<Item = &'static [&'static str]>) -> Self {
        let mut search = Self { steps: Box::new([WINDOW as u8 - 1; PAIRS]), endings: Vec::new() };
        for (owner, words) in owned.enumerate() {
            for letters in words.iter().map(|word| word.as_bytes()) {
                search.add(Keyword { letters, window: rarest_window(letters), owner });
            }
        }
        search
    }

    fn add(&mut self, keyword: Keyword) {
        let [first, second, third] = [0, 1, 2].map(|at| keyword.letters[keyword.window + at]);
        let step = &mut self.steps[pair(first, second)];
        *step = if *step & LOOK == 0 { 1 } else { *step };
        let step = &mut self.steps[pair(second, third)];
        if *step & LOOK == 0 {
            *step = LOOK | self.endings.len() as u8;
            self.endings.push(Vec::new());
        }
        self.endings[usize::from(*step & !LOOK)].push(keyword);
    }

    fn find(&self, text: &[u8], hits: &mut [bool]) {
        // The place of a window's last letter.
        let mut at = WINDOW - 1;
        while at < text.len() {
            let step = self.steps[pair(text[at - 1], text[at])];
            if step & LOOK == 0 {
                at += usize::from(step);
                continue;
            }
            for keyword in &self.endings[usize::from(step & !LOOK)] {
                if keyword.is_at(text, at + 1 - WINDOW) {
                    hits[keyword.owner] = true;
                }
            }
            at += 1;
        }
    }
}

impl Keyword {
    /// Whether the window that begins here is this keyword's.
    fn is_at(&self, text: &[u8], window: usize) -> bool {
        let part =
            window.checked_sub(self.window).and_then(|start| text.get(start..start + self.letters.len()));
        // The letter before the two that were seen decides nearly always.
        text[window].eq_ignore_ascii_case(&self.letters[self.window])
            && part.is_some_and(|part| part.eq_ignore_ascii_case(self.letters))
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

/// The case of a letter is one bit, which is left out.
fn pair(first: u8, second: u8) -> usize {
    const WITHOUT_CASE: u8 = 0x5f;
    usize::from(first & WITHOUT_CASE) << 7 | usize::from(second & WITHOUT_CASE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &str) -> Vec<bool> {
        let folded = text.to_ascii_lowercase();
        let is_in = |word: &&str| folded.contains(&word.to_ascii_lowercase());
        RULES.iter().map(|rule| rule.keywords.iter().any(&is_in)).collect()
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
