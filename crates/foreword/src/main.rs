//! foreword: puts a short, sourced, fresh context in front of the model, before it answers.

mod assemble;
mod background;
mod cli;
mod commands;
mod env_values;
mod external_kernel;
mod found_on_path;
mod here;
mod ledger;
mod orchestrator_script;
mod person;
#[cfg(test)]
mod reference_pages;
mod repo_view;
mod run_records;
mod session_hints;
mod settings;
mod state_folder;
mod trust;
mod turns;
mod unreadable_config;
mod watching;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() -> ExitCode {
    // A panic must not write into a client's terminal, and must not block a prompt.
    std::panic::set_hook(Box::new(|_| {}));
    outlive_full_files();
    let exit = std::panic::catch_unwind(|| {
        let args: Vec<OsString> = std::env::args_os().collect();
        found_on_path::refuse(&args).unwrap_or_else(|| cli::run(args))
    });
    let code = exit.unwrap_or_else(|_| {
        say_to_a_person("foreword stopped on an internal error; the prompt is not affected");
        commands::after_panic(std::env::args_os())
    });
    foreword_exec::process::end_leftovers();
    ExitCode::from(code)
}

/// A write beyond the size that files may have here (`ulimit -f`) fails like one to a full disk, instead of ending the hook. A
/// handler, other than the wish to ignore the signal, is not handed on to children.
fn outlive_full_files() {
    let is_seen = Arc::new(AtomicBool::new(false));
    // Where it cannot be caught, it ends the process as it did.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_seen);
}

/// Hook clients show what a hook writes to standard error as a failure, so only a person gets it.
fn say_to_a_person(line: &str) {
    use std::io::IsTerminal;
    if std::io::stderr().is_terminal() {
        commands::say(line);
    }
}
