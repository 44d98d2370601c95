//! Runs the hooks of one call. Exit 0: success. 1: a warning, and the call goes on. 2 or more, a signal
//! or a timeout: failure, and the hooks after it do not run.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use foreword_guard::clear_line;
use foreword_model::clock;
use foreword_model::limits;
use serde_json::Value;

use crate::hooks::config::{Hook, Phase};
use crate::hooks::matcher;
use crate::inherited::Inherited;
use crate::process::{self, Ground, Job, JobError};

/// What the hooks of one phase came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct HookOutcome {
    /// Shown to the user.
    pub warnings: Vec<String>,
    /// Set when a hook failed.
    pub failure: Option<String>,
    /// What the first hook that succeeded and printed something printed.
    pub printed: Option<String>,
}

/// Runs every hook that matches the tool, in order.
pub(crate) fn run(
    hooks: &[Hook],
    phase: Phase,
    tool: &str,
    payload: &Value,
    cwd: &Path,
    deadline: Instant,
) -> HookOutcome {
    let mut outcome = HookOutcome::default();
    for hook in hooks.iter().filter(|hook| matcher::matches(&hook.matcher, tool)) {
        match run_one(hook, payload, cwd, deadline) {
            HookEnd::Success(printed) => {
                let printed = Some(printed).filter(|printed| !printed.is_empty());
                outcome.printed = outcome.printed.or(printed);
            }
            HookEnd::Warning(said) => {
                outcome.warnings.push(format!("{tool}: {} hook warns: {said}", phase.key()));
            }
            HookEnd::Failure(said) => {
                outcome.failure = Some(format!("{tool}: {} hook failed: {said}", phase.key()));
                break;
            }
        }
    }
    outcome
}

enum HookEnd {
    Success(String),
    Warning(String),
    Failure(String),
}

fn run_one(hook: &Hook, payload: &Value, cwd: &Path, deadline: Instant) -> HookEnd {
    let own_deadline = clock::now() + Duration::from_millis(hook.timeout_ms);
    let command = ["/bin/sh", "-c", &hook.command].map(OsString::from);
    let ended = process::run(Job {
        command: &command,
        env: &[],
        ground: Ground::in_repository(cwd, Inherited::Listed(&hook.env_names)),
        stdin: payload.to_string().into_bytes(),
        output_max: limits::HOOK_OUTPUT_BYTES,
        deadline: own_deadline.min(deadline),
    });
    match ended {
        Ok(finished) => match finished.code {
            0 => HookEnd::Success(String::from_utf8_lossy(&finished.stdout).trim().to_owned()),
            1 => HookEnd::Warning(said(&finished)),
            code => HookEnd::Failure(format!("exit {code}: {}", said(&finished))),
        },
        Err(JobError::Late) => HookEnd::Failure(format!("no end within {} ms", hook.timeout_ms)),
        Err(error @ (JobError::Start(_) | JobError::Cancelled)) => HookEnd::Failure(error.to_string()),
    }
}

/// What a hook said, in one line: its standard error, or else its output.
fn said(finished: &process::Finished) -> String {
    let bytes = if finished.stderr.is_empty() { &finished.stdout } else { &finished.stderr };
    let text = String::from_utf8_lossy(bytes);
    let first = text.trim().lines().next().unwrap_or("no message");
    let line = clear_line(first).into_inner();
    line.chars().take(limits::SUMMARY_CHARS).collect()
}
