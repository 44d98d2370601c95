//! The acceptance criteria, through the shims, as a user would (contract §13, `docs/verification.md`).

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

mod absence;
mod allowlist;
mod budgets;
mod chain;
mod child_environment;
mod codex;
mod content_rules;
mod control;
mod current_work;
mod deep_commands;
mod deep_now;
#[cfg(target_os = "linux")]
mod deep_questions;
mod explain;
mod external_mcp;
mod external_mcp_faults;
mod external_mcp_real;
#[cfg(target_os = "linux")]
mod freshness;
mod fusion;
#[cfg(target_os = "linux")]
mod git_files;
mod goldens;
mod guard;
mod guard_command;
mod harness;
mod hook_recipes;
#[cfg(target_os = "linux")]
mod hostile_paths;
mod hostile_repository;
mod index;
#[cfg(target_os = "linux")]
mod index_faults;
mod ledger;
mod mcp;
mod mcp_hooks;
mod mcp_protocol;
mod measuring;
mod own_voice;
mod payloads;
mod plan_mode;
mod reference;
mod repository_settings;
mod roots;
mod schema;
mod scripts;
mod short_commands;
mod sub_agents;
mod supplied_results;
mod tool_command;
mod tool_hooks;
mod trust;
mod trust_edits;
#[cfg(target_os = "linux")]
mod unparsable;
#[cfg(target_os = "linux")]
mod workbench;
