//! Codex by `codex-auto`: which session is continued, how codex is started, what it answers; and which hooks it would run.

pub mod child;
pub mod hook_list;
pub mod session;

pub use child::{Codex, Turn, TurnError};
pub use session::{SessionFile, SessionId};
