//! Putting foreword into its clients and taking it out again, by its own commands, in a home of its own.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

mod clients;
mod codex_files;
mod commands;
mod conversations;
mod doctor;
mod doctor_statements;
mod elsewhere;
mod machine;
mod ownership;
mod plugin;
mod safe_backups;
mod safe_uninstall;
mod safe_writes;
mod servers;
mod settings_files;
mod switch;
