//! A first filter for text that tries to instruct the model, in English and Chinese.
//!
//! Text becomes classes of words (`tokens`, `words`); cues are short sequences of them (`cues`); a family is one
//! clear cue, or two weak ones close together. It judges words, not meaning: it is the second line, behind
//! the structure of what is injected. Adding a trick is adding rows to the tables.

mod cues;
mod prefilter;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

use std::borrow::Cow;

use foreword_model::limits;

use crate::hygiene;

use cues::{CUES, Cue, Hint, Meaning, PAIRS, STARTS};
use words::{ANYTHING, BREAK, IF};

/// What kind of instruction was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// To drop what was said before.
    Override,
    /// To be someone else.
    Persona,
    /// To show the system prompt or hidden instructions.
    Reveal,
    /// Text that poses as the system, the user or a tool.
    FakeRole,
    /// Orders addressed to an assistant that reads the repository.
    Address,
    /// To run a destructive command.
    Command,
    /// To act behind the user's back.
    Conceal,
}

impl Family {
    /// A short name for logs and counts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Override => "override",
            Self::Persona => "persona",
            Self::Reveal => "reveal",
            Self::FakeRole => "fake-role",
            Self::Address => "address",
            Self::Command => "command",
            Self::Conceal => "conceal",
        }
    }
}

/// The first family of injected instructions in a text, if there is one.
///
/// Looks at the text as it will be shown, and at what hygiene removes from it: tag characters spell words.
pub fn scan(text: &str) -> Option<Family> {
    match hygiene::clean(text) {
        Cow::Borrowed(text) => scan_as_is(text),
        Cow::Owned(cleaned) => scan_as_is(&cleaned).or_else(|| scan_as_is(text)),
    }
}

fn scan_as_is(text: &str) -> Option<Family> {
    if !prefilter::may_instruct(text) {
        return None;
    }
    judge(&tokens::classes(text))
}

/// Looks for cues at every word: a clear one decides, weak ones are paired.
fn judge(classes: &[u64]) -> Option<Family> {
    let mut hints: Vec<(usize, Hint)> = Vec::new();
    for at in (0..classes.len()).filter(|at| classes[*at] & STARTS != 0) {
        for cue in CUES.iter().filter(|cue| is_cue_at(cue, classes, at)) {
            match cue.means {
                Meaning::Family(family) => return Some(family),
                Meaning::Hint(hint) if hints.len() < limits::INJECTION_CUES => {
                    if let Some(family) = pair(&hints, at, hint) {
                        return Some(family);
                    }
                    hints.push((at, hint));
                }
                Meaning::Hint(_) => {}
            }
        }
    }
    None
}

/// The family of a hint together with an earlier one that is close enough.
fn pair(hints: &[(usize, Hint)], at: usize, hint: Hint) -> Option<Family> {
    let close = hints.iter().rev().take_while(|(earlier, _)| at - earlier <= limits::INJECTION_WINDOW_WORDS);
    close.flat_map(|(_, other)| PAIRS.iter().map(move |row| (row, *other))).find_map(
        |((one, two, family), other)| {
            let fits = (*one == hint && *two == other) || (*one == other && *two == hint);
            fits.then_some(*family)
        },
    )
}

fn is_cue_at(cue: &Cue, classes: &[u64], start: usize) -> bool {
    let Some((first, steps)) = cue.steps.split_first() else { return false };
    if classes[start] & first.any_of == 0 || is_excused_before(cue, classes, start) {
        return false;
    }
    let mut at = start;
    for step in steps {
        let reach = classes.len().min(at + 2 + step.gap_max);
        let Some(next) = (at + 1..reach).find(|next| classes[*next] & step.any_of != 0) else { return false };
        let may_pass =
            |class: &u64| class & BREAK == 0 && (step.across == ANYTHING || class & step.across != 0);
        if !classes[at + 1..next].iter().all(may_pass) {
            return false;
        }
        at = next;
    }
    classes.get(at + 1).is_none_or(|after| after & cue.unless_after == 0)
}

/// Whether a word before, in the same sentence, turns the cue into its opposite or into a condition.
fn is_excused_before(cue: &Cue, classes: &[u64], start: usize) -> bool {
    const NEGATION_REACH: usize = 3;
    const CONDITION_REACH: usize = 12;
    let before = classes[..start].iter().rev().take(CONDITION_REACH).take_while(|class| **class & BREAK == 0);
    before.enumerate().any(|(distance, class)| {
        let excuses = if distance < NEGATION_REACH { cue.unless_before } else { cue.unless_before & IF };
        class & excuses != 0
    })
}
