//! One free text as it may leave: hygiene, secrets, and injected instructions where they stand.
//!
//! What [`clear_result`](super::clear_result) does for the fields of a result, for a text that has none. Delimiters of
//! clients stay: the text goes into none of our own.

use std::panic::catch_unwind;

use foreword_model::envelope::Redaction;

use super::Cleared;
use super::wash::{self, Counts, Lines};
use crate::injection::{self, Family};
use crate::secrets;

/// A text that went through the guard, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardedText {
    /// The text as it may leave.
    pub text: Cleared<String>,
    /// The first family of injected instructions that was taken out.
    pub family: Option<Family>,
    /// What was masked, by kind.
    pub redactions: Vec<Redaction>,
}

/// Guards a text of a file: what instructs becomes a neutral note with its place, its neighbours stay. A name that
/// instructs says nothing.
///
/// A fault in here withholds the text.
pub fn guard_text(raw: &str, path: &str) -> GuardedText {
    catch_unwind(|| guard(raw, path)).unwrap_or_else(|_| GuardedText {
        text: Cleared(secrets::UNCHECKED.to_owned()),
        family: None,
        redactions: vec![Redaction { kind: secrets::UNCHECKED_KIND.to_owned(), count: 1 }],
    })
}

fn guard(raw: &str, path: &str) -> GuardedText {
    let path = if injection::scan(path).is_some() { "" } else { path };
    let quarantine = injection::quarantine(raw, path);
    let mut text = quarantine.text.into_owned();
    let mut counts = Counts::new();
    wash::text(&mut text, Lines::Many, &mut counts);
    let redactions =
        counts.into_iter().map(|(kind, count)| Redaction { kind: kind.to_owned(), count }).collect();
    GuardedText { text: Cleared(text), family: quarantine.families.first().copied(), redactions }
}
