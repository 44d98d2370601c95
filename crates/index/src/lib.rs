//! The repository as data: git facts, walk, parse. No policy: what is shown, and in which order, is decided elsewhere.

pub mod class;
pub mod definition_line;
pub mod git;
pub mod language;
pub mod outline;
pub mod walk;
