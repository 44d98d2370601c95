//! What foreword writes into the files of its clients, and takes out again: hook entries, scripts, Codex's
//! trust, and our MCP server.
//!
//! A plan is made first and shown as a diff; then it is written, with the bytes of before kept for the way back. Nothing
//! here asks, prints or starts a process, and nothing here runs when a prompt does.

pub mod codex_config;
pub mod codex_trust;
pub mod diff;
pub mod document;
pub mod durable;
pub mod exchange;
pub mod file;
pub mod hook;
pub mod json_cut;
pub mod kept;
mod leftovers;
pub mod lock;
pub mod our_scripts;
pub mod ownership;
pub mod plain_json;
pub mod plan;
pub mod receipt;
pub mod scripts;
pub mod server;
pub mod server_json;
pub mod settings_json;
pub mod write;

pub use plan::{Client, Comments, Consent, Part, Places, Plan, Scope, Topic, Trust};
