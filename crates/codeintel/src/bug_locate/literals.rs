//! Text of the issue that stands word for word in the code: messages, log lines, quoted code. The words of a format string
//! surround what was put into it, so three words in a row are enough.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64;

use super::features::{Feature, Values};

/// Words in a row.
const WORDS: usize = 3;
/// What stands in more files than this, or in more than one in fifty, is no message of one of them.
const HOLDING_MIN: usize = 3;
const HOLDING_SHARE: usize = 50;

/// Every run of three words of a text, as numbers.
pub(super) fn shingles(text: &str) -> HashSet<u64> {
    let mut found = HashSet::new();
    for line in text.lines() {
        each_shingle(line, |shingle| {
            found.insert(shingle);
        });
    }
    found
}

/// Which runs of the issue a file's text holds.
pub(super) fn held(text: &str, of_issue: &HashSet<u64>) -> HashSet<u64> {
    let mut found = HashSet::new();
    for line in text.lines() {
        // Only what is quoted or said in a comment is text; code around it rarely reads like a sentence.
        each_shingle(line, |shingle| {
            if of_issue.contains(&shingle) {
                found.insert(shingle);
            }
        });
    }
    found
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

fn each_shingle(line: &str, mut visit: impl FnMut(u64)) {
    let mut last: [u64; WORDS] = [0; WORDS];
    let mut count = 0;
    let words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    for word in words.filter(|word| !word.is_empty()) {
        // What is put into a format string differs each time.
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            count = 0;
            continue;
        }
        last.rotate_left(1);
        last[WORDS - 1] = xxh3_64(word.to_lowercase().as_bytes());
        count += 1;
        if count >= WORDS {
            let mut bytes = [0; WORDS * 8];
            for (slot, number) in bytes.chunks_exact_mut(8).zip(last) {
                slot.copy_from_slice(&number.to_le_bytes());
            }
            visit(xxh3_64(&bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_in_the_format_string_that_printed_it() {
        let issue = shingles("Error: the loan 42 of reader Ann is overdue since Monday");
        let code = "raise Late(f\"the loan {loan} of reader {name} is overdue since {day}\")";
        assert!(!held(code, &issue).is_empty());
        assert!(held("def loan(reader): return reader.name", &issue).is_empty());
    }
}
