//! Codex by `codex-auto`: which session is continued, how codex is started, what it answers; and which hooks it would run.

pub mod child;
pub mod events;
pub mod hook_list;
pub mod session;
mod stream;

pub use child::{Codex, Ended, Heard, Turn, TurnError};
pub use events::{Shown, guarded, shown, thread_of_line};
pub use session::{RecordedSession, SessionFile, SessionId};
