//! One free text as it may leave: hygiene, secrets, and injected instructions block by block.
//!
//! What [`clear_result`](super::clear_result) does for the fields of a result, for a text that has none.

use std::panic::catch_unwind;

use foreword_model::envelope::Redaction;
use foreword_model::texts;

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

/// Guards a text. Blocks are what empty lines part: one that instructs becomes a neutral note, and its
/// neighbours stay; where only several of them together instruct, the whole text goes.
///
/// A fault in here withholds the text.
pub fn guard_text(raw: &str) -> GuardedText {
    catch_unwind(|| guard(raw)).unwrap_or_else(|_| GuardedText {
        text: Cleared(secrets::UNCHECKED.to_owned()),
        family: None,
        redactions: vec![Redaction { kind: secrets::UNCHECKED_KIND.to_owned(), count: 1 }],
    })
}

fn guard(raw: &str) -> GuardedText {
    let family = injection::scan(raw);
    let mut text = match family {
        Some(_) => without_instructions(raw),
        None => raw.to_owned(),
    };
    let mut counts = Counts::new();
    wash::text(&mut text, Lines::Many, &mut counts);
    let redactions =
        counts.into_iter().map(|(kind, count)| Redaction { kind: kind.to_owned(), count }).collect();
    GuardedText { text: Cleared(text), family, redactions }
}

/// The text with a note in place of each block that instructs.
fn without_instructions(raw: &str) -> String {
    let blocks = raw.split("\n\n").map(|block| match injection::scan(block) {
        Some(_) => texts::INJECTION_FILTERED,
        None => block,
    });
    let kept = blocks.collect::<Vec<_>>().join("\n\n");
    match kept == raw || injection::scan(&kept).is_some() {
        true => texts::INJECTION_FILTERED.to_owned(),
        false => kept,
    }
}
