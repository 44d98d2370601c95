//! Looks for cues at every word: a clear one decides, weak ones are weighed together.
//!
//! Knows sequences and weights; which they are stands in `cues`.

use std::collections::VecDeque;

use foreword_model::limits;

use super::Found;
use super::cues::{self, Cue, ENOUGH, Hint, Meaning, STARTS};
use super::tokens::Token;
use super::words::{ANYTHING, BREAK, CODE, IF, JOIN, Notions};

/// What the end of a sentence and a sign of code add to the distance between two hints, in words.
const BREAK_WORDS: usize = 3;
const CODE_WORDS: usize = 8;

/// Hands each instruction among the words to `is_enough`, until it says so.
pub(super) fn judge(tokens: &[Token], is_enough: &mut impl FnMut(Found) -> bool) {
    let mut recent: VecDeque<Seen> = VecDeque::new();
    let mut distance = 0;
    for (at, token) in tokens.iter().enumerate() {
        distance += match token.notions {
            notions if notions & CODE != 0 => CODE_WORDS,
            notions if notions & BREAK != 0 => BREAK_WORDS,
            _ => 1,
        };
        if token.notions & STARTS == 0 {
            continue;
        }
        for cue in cues::starting_with(token.notions) {
            let Some(end) = cue_end(cue, tokens, at) else { continue };
            let lines = (token.line, tokens[end].line);
            let found = match cue.means {
                Meaning::Family(family) => Some(Found { family, first_line: lines.0, last_line: lines.1 }),
                Meaning::Hint(hint) => {
                    recent.retain(|seen| distance - seen.distance <= limits::INJECTION_WINDOW_WORDS);
                    recent.push_back(Seen { hint, at, end, distance, lines });
                    weigh(&recent)
                }
            };
            let Some(found) = found else { continue };
            if is_enough(found) {
                return;
            }
            recent.clear();
        }
    }
}

/// A hint and where it stands.
struct Seen {
    hint: Hint,
    at: usize,
    end: usize,
    distance: usize,
    lines: (usize, usize),
}

/// Whether the hints that stand close together are enough. What says the same again adds nothing, and no
/// word counts twice.
fn weigh(recent: &VecDeque<Seen>) -> Option<Found> {
    let mut heaviest: Vec<&Seen> = recent.iter().collect();
    // Of two that weigh the same, the shorter leaves more room for others.
    heaviest.sort_by_key(|seen| (std::cmp::Reverse(seen.hint.weight()), seen.end - seen.at));
    let mut counted: Vec<&Seen> = Vec::new();
    for seen in heaviest {
        let adds = |other: &&Seen| {
            other.hint != seen.hint
                && !(other.hint.is_call() && seen.hint.is_call())
                && (other.end <= seen.at || seen.end <= other.at)
        };
        if counted.iter().all(adds) {
            counted.push(seen);
        }
    }
    let total: u32 = counted.iter().map(|seen| seen.hint.weight()).sum();
    if total < ENOUGH || counted.iter().all(|seen| seen.hint.is_act()) {
        return None;
    }
    let family = counted.iter().map(|seen| seen.hint).min()?.family();
    let first_line = counted.iter().map(|seen| seen.lines.0).min()?;
    let last_line = counted.iter().map(|seen| seen.lines.1).max()?;
    Some(Found { family, first_line, last_line })
}

/// Where a cue ends that begins at a word; `None` if it does not, or something excuses it.
fn cue_end(cue: &Cue, tokens: &[Token], start: usize) -> Option<usize> {
    let (first, steps) = cue.steps.split_first()?;
    if !fits(tokens[start].notions, first.any_of, first.all_of) {
        return None;
    }
    let mut at = start;
    for step in steps {
        let may_pass = |notions: Notions| {
            notions & (BREAK | CODE) == 0 && (step.across == ANYTHING || notions & step.across != 0)
        };
        let reach = tokens.len().min(at + 2 + step.gap_max);
        let mut next = at + 1;
        while next < reach && !fits(tokens[next].notions, step.any_of, step.all_of) {
            if !may_pass(tokens[next].notions) {
                return None;
            }
            next += 1;
        }
        if next >= reach {
            return None;
        }
        at = next;
    }
    let is_excused_after = tokens.get(at + 1).is_some_and(|after| after.notions & cue.unless_after != 0);
    (!is_excused_after && !is_excused_before(cue, tokens, start)).then_some(at)
}

fn fits(notions: Notions, any_of: Notions, all_of: Notions) -> bool {
    notions & any_of != 0 && notions & all_of == all_of
}

/// Whether a word before, in the same sentence, turns the cue into its opposite or into a condition.
fn is_excused_before(cue: &Cue, tokens: &[Token], start: usize) -> bool {
    const NEGATION_REACH: usize = 3;
    const CONDITION_REACH: usize = 12;
    // A negation holds for its own clause, a condition for the sentence.
    let mut is_joined = false;
    let before = tokens[..start].iter().rev().take(CONDITION_REACH);
    before.take_while(|token| token.notions & (BREAK | CODE) == 0).enumerate().any(|(distance, token)| {
        is_joined |= token.notions & JOIN != 0;
        let is_negated = distance < NEGATION_REACH && !is_joined;
        let excuses = if is_negated { cue.unless_before } else { cue.unless_before & IF };
        token.notions & excuses != 0
    })
}
