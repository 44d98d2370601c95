//! A binary that a shim found by way of PATH, in the repository itself: whoever wrote the repository may have put it there,
//! so it does not answer. A build of the repository that is started by its path (`cargo run`, the shim's own
//! `../target/release`) does.

use std::ffi::OsStr;
use std::path::Path;

use foreword_exec::programs;
use foreword_index::git;
use foreword_model::error::ExitCode;
use foreword_model::texts;

use crate::commands;

/// What the shims set to the path that they found.
const VARIABLE: &str = "FOREWORD_FOUND_ON_PATH";

/// The exit code of a binary that does not answer; none for one that does. A hook goes on without it, a command says why.
pub fn refuse(args: &[std::ffi::OsString]) -> Option<u8> {
    let found = std::env::var_os(VARIABLE)?;
    // What a shim started may start another foreword, which was found otherwise.
    let called = args.first()?;
    let cwd = std::env::current_dir().ok()?;
    if found != *called || !is_of_repository(called, &cwd) {
        return None;
    }
    let shown = Path::new(called).display();
    let line = format!("{}: {shown} on PATH lies in the repository", texts::ORCHESTRATOR_UNAVAILABLE);
    if commands::is_hook_call(args.iter().cloned()) {
        return Some(commands::inject::report_in_hook(&line));
    }
    commands::say(&format!("{}{line}", texts::LIMITS_PREFIX));
    Some(ExitCode::OrchestratorUnavailable.code())
}

/// Whether a program lies in the work tree around a folder. The user's home is no repository.
fn is_of_repository(program: &OsStr, cwd: &Path) -> bool {
    let home = std::env::var_os("HOME");
    git::discover(cwd).is_some_and(|git| {
        home.as_deref() != Some(git.top.as_os_str()) && programs::lies_within(Path::new(program), &git.top)
    })
}
