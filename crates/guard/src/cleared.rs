//! [`Cleared`]: the only form in which text leaves. Only this crate makes one.
//!
//! Owns the three gates: a tool's result, a text or line of our own, and the whole envelope at the end.

mod envelope;
mod findings;
mod item;
mod result;
#[cfg(test)]
mod tests;
mod wash;

use std::borrow::Cow;
use std::ops::Deref;

use serde::Serialize;

pub use envelope::seal_envelope;
pub use findings::{findings, whole_result};
pub use item::{GuardedText, guard_text};
pub use result::clear_result;

use crate::{escape, hygiene, secrets};

/// What stands for a name that itself instructs.
pub(crate) const NAME_WITHHELD: &str = "(name withheld)";

/// A value that went through the guard. It can be read and taken out, not changed.
///
/// ```compile_fail
/// let forged: foreword_guard::Cleared<String> = foreword_guard::Cleared("raw".to_owned());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cleared<T>(T);

impl<T> Cleared<T> {
    /// The value itself, for a place that needs no proof.
    pub fn into_inner(self) -> T {
        self.0
    }

    /// A part of something cleared is cleared.
    pub fn project<U: Clone>(&self, part: impl FnOnce(&T) -> &U) -> Cleared<U> {
        Cleared(part(&self.0).clone())
    }
}

impl<T> Deref for Cleared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Clears a text of several lines: hygiene, then secrets.
pub fn clear_text(text: &str) -> Cleared<String> {
    Cleared(secrets::redact(&hygiene::clean(text)).text.into_owned())
}

/// Clears a text and brings it to one line.
pub fn clear_line(text: &str) -> Cleared<String> {
    Cleared(secrets::redact(&hygiene::one_line(text)).text.into_owned())
}

/// Clears a line of our own that may quote what the repository chose, such as a limit: like [`clear_line`], with
/// delimiters of clients broken and every blank an ordinary one.
pub fn clear_note(text: &str) -> Cleared<String> {
    Cleared(escape::visible(&clear_line(text)))
}

/// Clears a line of `[Limits]`, whoever made it: like [`clear_note`], and one that instructs is replaced.
pub fn clear_limit(text: &str) -> Cleared<String> {
    let line = clear_note(text);
    let is_injected = |text: &str| crate::injection::scan(text).is_some();
    let instructs = is_injected(&line) || (line.as_str() != text && is_injected(text));
    if instructs { Cleared(foreword_model::texts::INJECTION_FILTERED.to_owned()) } else { line }
}

/// Masks the secrets of a prompt, and leaves the rest as it was typed. Everything that is read out of a
/// prompt is read out of this, so that no argument, signal or reason can carry a secret.
pub fn redact_prompt(prompt: &str) -> Cow<'_, str> {
    secrets::redact(prompt).text
}

/// A name that comes from outside (a folder, a branch), as one clean line; one that instructs is withheld.
pub fn clear_name(name: &str) -> Cleared<String> {
    let line = clear_line(name);
    match crate::injection::scan(name).or_else(|| crate::injection::scan(&line)) {
        Some(_) => Cleared(NAME_WITHHELD.to_owned()),
        None => line,
    }
}
