//! The filter for text that tries to instruct the model, in English and Chinese.
//!
//! A text is read in several ways (`readings`: as it stands, decoded, reversed), each becomes words with
//! notions (`fold`, `tokens`, `words`), and cues are short sequences of notions (`cues`): a clear one is
//! enough, weak ones are weighed together. Orders that would do harm at once are read as sentences (`orders`). It judges
//! words, not meaning: it is the second line, behind the structure of what is injected. Adding a trick is adding rows to
//! the tables.

mod cues;
mod fold;
mod images;
mod judge;
mod orders;
mod phrases;
mod prefilter;
mod quarantine;
mod readings;
mod simplified;
mod spelling;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

use foreword_model::limits;

pub(crate) use fold::imitated;
pub use quarantine::{Quarantine, quarantine};

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
    /// To run a destructive command, or to switch off what guards.
    Command,
    /// To act behind the user's back.
    Conceal,
    /// To send secrets or the conversation away.
    Exfiltrate,
    /// To write into what an assistant remembers or is configured by.
    Poison,
    /// To bend an answer: praise, approval, a given word.
    Promote,
    /// Nothing was found, because the text could not be judged: what is not judged is not shown.
    Unread,
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
            Self::Exfiltrate => "exfiltrate",
            Self::Poison => "poison",
            Self::Promote => "promote",
            Self::Unread => "unread",
        }
    }
}

/// Injected instructions in a text: which, and on what lines, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The kind.
    pub family: Family,
    /// The line on which they begin.
    pub first_line: usize,
    /// The line on which they end.
    pub last_line: usize,
}

/// The first family of injected instructions in a text, if there is one.
///
/// Looks at the text as it will be shown, at what hygiene removes from it (tag characters spell words),
/// and at what is written in an encoding.
pub fn scan(text: &str) -> Option<Family> {
    find(text).map(|found| found.family)
}

/// The same with its place. Only `\n` ends a line here.
///
/// A text that is too long, or at which a rule fails, counts as found: it is dropped, never passed on raw.
pub fn find(text: &str) -> Option<Found> {
    judged(text, 1).into_iter().next()
}

/// At most so many instructions of one reading of a text: the first reading that holds any.
fn judged(text: &str, count_max: usize) -> Vec<Found> {
    let unread = Found { family: Family::Unread, first_line: 0, last_line: usize::MAX };
    if text.len() > limits::INJECTION_TEXT_BYTES {
        return vec![unread];
    }
    let search = || {
        let mut found = Vec::new();
        readings::each(text, &mut |reading| {
            read(reading, count_max, &mut found);
            !found.is_empty()
        });
        found
    };
    std::panic::catch_unwind(search).unwrap_or_else(|_| vec![unread])
}

/// One reading of a text.
fn read(text: &str, count_max: usize, found: &mut Vec<Found>) {
    if !prefilter::may_instruct(text) {
        return;
    }
    #[cfg(test)]
    tests::fail_if_told();
    let folded = fold::fold(text);
    let mut is_enough = |one: Found| {
        found.push(one);
        found.len() >= count_max
    };
    images::find(&folded, &mut is_enough);
    let tokens = tokens::tokens(&folded);
    judge::judge(&tokens.words, &mut is_enough);
    orders::find(&folded, &tokens.order_lines, &mut is_enough);
}
