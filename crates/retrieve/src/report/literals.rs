//! Text of the issue that stands word for word in the code: messages, log lines, quoted code.

use std::collections::HashMap;

use super::features::{ReportEvidence, ReportFeature};
use crate::word_runs::{HeldRuns, WordRuns};

/// What stands in more files than this, or in more than one in fifty, is no message of one of them.
const HOLDING_MIN: usize = 3;
const HOLDING_SHARE: usize = 50;
/// Words of a message in one piece that no other message has by chance.
const MESSAGE_WORDS_MIN: usize = 5;
/// And the part of the text that its file must hold: one in so many.
const MESSAGE_SHARE: usize = 3;

/// Adds what the files of a shortlist hold. Gives for each of them the lines that hold what few others do, with how much that says.
pub(super) fn add(
    held: &[(usize, HeldRuns)],
    values: &mut [ReportEvidence],
) -> Vec<(usize, Vec<(u32, f64)>)> {
    let mut holding: HashMap<u64, usize> = HashMap::new();
    for run in held.iter().flat_map(|(_, held)| &held.runs) {
        *holding.entry(*run).or_default() += 1;
    }
    let most = HOLDING_MIN.max(held.len() / HOLDING_SHARE);
    let says =
        |run: &u64| holding.get(run).filter(|count| **count <= most).map_or(0.0, |count| 1.0 / *count as f64);
    let mut lines = Vec::new();
    for (place, held) in held {
        let value: f64 = held.runs.iter().map(says).sum();
        values[*place].set(ReportFeature::Literals, value.ln_1p());
        let telling = held.lines.iter().map(|(run, line)| (*line, says(run))).filter(|(_, says)| *says > 0.0);
        lines.push((*place, telling.collect()));
    }
    lines
}

/// The files that hold more of a message in one piece than all others, if that is a whole part of a sentence: it is theirs.
pub(super) fn sources(quoted: &WordRuns, held: &[(usize, HeldRuns)]) -> Vec<usize> {
    let longest = held.iter().map(|(_, held)| held.longest).max().unwrap_or_default();
    // Of a sentence that only quotes a message there is more that no file holds.
    let is_most = |held: &HeldRuns| held.runs.len() * MESSAGE_SHARE >= quoted.len();
    let holders = held.iter().filter(|(_, held)| held.longest == longest && is_most(held));
    let places: Vec<usize> = holders.map(|(place, _)| *place).collect();
    if longest >= MESSAGE_WORDS_MIN && places.len() <= HOLDING_MIN { places } else { Vec::new() }
}
