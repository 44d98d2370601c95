//! What keeps foreword from leaking or commanding (contract §9).
//!
//! Owns the path jail, the list of files whose content is never shown, text hygiene, the masking of
//! secrets, the filter for injected instructions, the escaping of what the repository chose, and [`Cleared`], the only form in which text leaves.
//! Runs no tool, decides no policy beyond its own, prints nothing.

pub mod cleared;
pub mod delimiters;
pub mod escape;
pub mod excluded;
pub mod glob;
pub mod hygiene;
pub mod injection;
pub mod path;
pub mod secrets;
pub mod sensitive;

pub use cleared::{
    Cleared, GuardedText, clear_limit, clear_line, clear_name, clear_note, clear_result, clear_text,
    findings, guard_text, redact_prompt, seal_envelope, whole_result,
};
pub use escape::EscapedText;
pub use secrets::redact_keeping_lines;
