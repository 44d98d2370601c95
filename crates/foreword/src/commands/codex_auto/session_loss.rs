//! A session that does not go on: the fixed text, and why.

use foreword_adapters::codex::{SessionId, Turn, TurnError};
use foreword_guard::clear_line;
use foreword_model::texts;

/// Says that a prompt is answered in a new session though there was one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionLoss(String);

impl SessionLoss {
    /// With a reason.
    pub fn because(reason: &str) -> Self {
        Self(format!("{} ({})", texts::SESSION_LOST, clear_line(reason).as_str()))
    }

    /// What is lost where codex named another thread than the one that was asked for.
    pub fn of_other_thread(turn: &Turn, named: Option<&SessionId>) -> Option<Self> {
        match (turn, named) {
            (Turn::Resume(asked), Some(named)) if asked != named => {
                Some(Self::because("codex went on in another session"))
            }
            (Turn::Resume(_) | Turn::ResumeLast | Turn::New, _) => None,
        }
    }

    /// What is lost where codex ended before the session went on. A turn that began and failed has failed; to ask again
    /// would answer twice.
    pub fn of_failure(turn: &Turn, error: &TurnError) -> Option<Self> {
        let is_lost = *turn != Turn::New && !error.has_begun();
        is_lost.then(|| Self::because(&error.to_string()))
    }

    /// The line for `[Limits]`, without its prefix.
    pub fn text(&self) -> &str {
        &self.0
    }
}
