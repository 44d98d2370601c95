//! Tool hooks: the user's commands before and after each call (contract §10).
//!
//! `config` reads the files, `matcher` says which hooks a tool has, `run` runs them. Only
//! [`crate::lifecycle`] calls `run`.

pub mod config;
pub mod matcher;
pub(crate) mod run;

pub use config::{HookConfigError, HookSet};
