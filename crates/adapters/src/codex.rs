//! Codex by `codex-auto`: which session is continued, how codex is started, what it answers.

pub mod child;
pub mod session;

pub use child::{Codex, Turn, TurnError};
pub use session::{SessionFile, SessionId};
