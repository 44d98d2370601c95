//! The prompt hook of Claude Code and Codex: the payload that comes in, the object that goes out.
//!
//! The two clients agree on both today. Where they differ (which fields a payload has, how much text is
//! taken whole) the difference is the client's name in the request.

mod output;
mod payload;
pub mod sub_agent;

pub use output::{HookOutput, is_refusal, limits_only};
pub use payload::{Payload, PayloadError};
