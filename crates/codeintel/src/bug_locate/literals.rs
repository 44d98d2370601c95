//! Text of the issue that stands word for word in the code: messages, log lines, quoted code. The words of a format string
//! surround what was put into it, so three words in a row are enough.

use std::collections::{HashMap, HashSet};

use super::features::{Feature, Values};

/// Words in a row.
const WORDS: usize = 3;
/// What stands in more files than this, or in more than one in fifty, is no message of one of them.
const HOLDING_MIN: usize = 3;
const HOLDING_SHARE: usize = 50;

/// The words of an issue, alone and three in a row, as numbers.
#[derive(Debug, Default)]
pub(super) struct Quoted {
    words: HashSet<u64>,
    runs: HashSet<u64>,
}

impl Quoted {
    /// Reads the lines of an issue.
    pub(super) fn new(text: &str) -> Self {
        let mut quoted = Self::default();
        for line in text.lines() {
            let mut run = Run::default();
            for word in words(line) {
                let word = Run::hash_of(word);
                quoted.words.extend(word);
                quoted.runs.extend(run.push(word));
            }
        }
        quoted
    }

    /// Which runs of the issue a file's text holds.
    pub(super) fn held(&self, text: &str) -> HashSet<u64> {
        let mut found = HashSet::new();
        for line in text.lines() {
            let mut run = Run::default();
            for word in words(line) {
                // Most words of a file are none of the issue's, and no run goes over one of those.
                let word = Run::hash_of(word).filter(|word| self.words.contains(word));
                found.extend(run.push(word).filter(|run| self.runs.contains(run)));
            }
        }
        found
    }
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

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// The last words of a line.
#[derive(Default)]
struct Run {
    last: [u64; WORDS],
    count: usize,
}

impl Run {
    /// A word as a number, whatever its case; nothing for digits: what is put into a format string differs each time.
    fn hash_of(word: &str) -> Option<u64> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in word.bytes() {
            hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3);
        }
        Some(hash)
    }

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
}
