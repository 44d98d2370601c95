//! `CI_AUTO_TOOLS_ORCHESTRATOR_PATH`: a program of the user's in place of the built-in kernel. What it
//! prints is guarded and bounded like anything else.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use foreword_exec::process::{self, Finished, Job, JobError};
use foreword_guard::{injection, redact_prompt, seal_envelope};
use foreword_kernel::Run;
use foreword_kernel::render::Ceiling;
use foreword_model::envelope::{Envelope, limits_text};
use foreword_model::error::ExitCode;
use foreword_model::request::Request;
use foreword_model::{limits, texts};

use crate::settings::Resolved;

/// Hands the request to the program and takes its envelope.
pub fn run(program: &Path, request: &Request, resolved: &Resolved) -> Run {
    let wall_ms = resolved.settings.wall_ms_or(limits::WALL_TIER2_MS);
    let ended = process::run(Job {
        command: &[OsString::from(program)],
        env: &[],
        cwd: &resolved.root.path,
        stdin: serde_json::to_vec(request).unwrap_or_default(),
        output_max: limits::ENVELOPE_BYTES,
        deadline: Instant::now() + Duration::from_millis(wall_ms),
    });
    match ended {
        Ok(finished) => take(&finished, request, resolved),
        Err(JobError::Start(_)) => {
            empty(request, resolved, texts::ORCHESTRATOR_UNAVAILABLE, ExitCode::OrchestratorUnavailable)
        }
        Err(JobError::Late | JobError::Cancelled) => {
            let reason = format!("{}: no answer within {wall_ms} ms", texts::ORCHESTRATOR_UNAVAILABLE);
            empty(request, resolved, &reason, ExitCode::OrchestratorUnavailable)
        }
    }
}

/// Takes an envelope of our major version; whatever is in it is held to the rules that hold for ours.
fn take(finished: &Finished, request: &Request, resolved: &Resolved) -> Run {
    let read = serde_json::from_slice::<Envelope>(&finished.stdout).ok();
    let Some(mut envelope) = read.filter(|envelope| envelope.schema_version.starts_with("1.")) else {
        return empty(request, resolved, texts::ORCHESTRATOR_INVALID, ExitCode::OrchestratorOutput);
    };
    let mut lines: Vec<String> = resolved.noticed.clone();
    let said = &envelope.fused_context.for_user.limits_text;
    lines.extend(said.lines().map(|line| line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or(line).to_owned()));
    let context = &mut envelope.fused_context.for_model.additional_context;
    let ceiling = Ceiling::new(request.client.name, resolved.settings.max_injected_chars);
    if !ceiling.holds(context, "") {
        context.clear();
        lines.push(texts::BUDGET_EXCEEDED.to_owned());
    }
    if injection::scan(context).is_some() {
        context.clear();
        lines.push(texts::INJECTION_FILTERED.to_owned());
    }
    envelope.fused_context.for_user.limits_text = limits_text(lines.iter().map(String::as_str));
    let exit = ExitCode::from_code(finished.code).unwrap_or(ExitCode::ToolFailed);
    Run::without_places(seal_envelope(envelope), exit)
}

fn empty(request: &Request, resolved: &Resolved, reason: &str, exit: ExitCode) -> Run {
    let mut envelope = Envelope::empty(
        request.client.clone(),
        &redact_prompt(&request.prompt),
        &resolved.root.path.to_string_lossy(),
        resolved.root.source,
        reason,
    );
    let lines = resolved.noticed.iter().map(String::as_str).chain([reason]);
    envelope.fused_context.for_user.limits_text = limits_text(lines);
    Run::without_places(seal_envelope(envelope), exit)
}
