//! A program of the user's in place of the built-in kernel: the one that `CI_AUTO_TOOLS_ORCHESTRATOR_PATH` names, or an
//! orchestrator script that is not the shipped one. What it prints is guarded and bounded like anything else.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use foreword_exec::Inherited;
use foreword_exec::lifecycle::now_rfc3339;
use foreword_exec::process::{self, Finished, Ground, Job, JobError};
use foreword_guard::{injection, redact_prompt, seal_envelope};
use foreword_kernel::render::Ceiling;
use foreword_kernel::{Run, intent};
use foreword_model::envelope::{
    Budget, Degraded, DegradedTo, EnforcementSource, Envelope, Inputs, limits_text,
};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::foreign_envelope::{CallerFacts, ForeignEnvelope};
use foreword_model::intent::Intent;
use foreword_model::repo::Unseen;
use foreword_model::request::Request;
use foreword_model::{clock, limits, texts};
use rustix::io::Errno;

use crate::orchestrator_script::{OrchestratorScript, ScriptVerdict};
use crate::settings::{Environment, Resolved};

/// Set for an external kernel and everything below it. There the built-in kernel answers, so that a kernel can ask us for
/// an envelope without being started again by its own question.
const INSIDE: &str = "FOREWORD_INSIDE_KERNEL";

/// The program to run in place of the built-in kernel, if there is one: the environment's, else the script. What is refused
/// is noted.
pub fn choose(
    environment: &Environment,
    script: Option<&OrchestratorScript>,
    resolved: &mut Resolved,
) -> Option<PathBuf> {
    if environment.get(INSIDE).is_some() {
        return None;
    }
    if let Some(program) = &resolved.settings.orchestrator {
        return Some(program.clone());
    }
    match script?.judge(&resolved.root.path) {
        ScriptVerdict::Shipped => None,
        ScriptVerdict::Own(program) => Some(program),
        ScriptVerdict::Refused(line) => {
            resolved.noticed.push(line);
            None
        }
    }
}

/// Hands the request to the program and takes its envelope.
pub fn run(program: &Path, request: &Request, resolved: &Resolved) -> Run {
    let wall_ms = wall_ms(resolved);
    match answer(program, request, resolved, clock::now() + Duration::from_millis(wall_ms)) {
        Ok(finished) => take(&finished, request, resolved),
        Err(JobError::Start(_)) => unavailable(request, resolved, texts::ORCHESTRATOR_UNAVAILABLE),
        Err(JobError::Late | JobError::Cancelled) => {
            let reason = format!("{}: no answer within {wall_ms} ms", texts::ORCHESTRATOR_UNAVAILABLE);
            unavailable(request, resolved, &reason)
        }
    }
}

/// The run's own deadline. What the program plans is not known: with tier 2 allowed, a plan may hold it.
fn wall_ms(resolved: &Resolved) -> u64 {
    let settings = &resolved.settings;
    settings.wall_ms_or(if settings.tier_max >= 2 { limits::WALL_TIER2_MS } else { limits::WALL_MS })
}

fn answer(
    program: &Path,
    request: &Request,
    resolved: &Resolved,
    deadline: Instant,
) -> Result<Finished, JobError> {
    let stdin = serde_json::to_vec(request).unwrap_or_default();
    let start = |command: &[OsString]| {
        process::run(Job {
            command,
            env: &[(INSIDE, OsString::from("1"))],
            ground: Ground::in_repository(
                &resolved.root.path,
                Inherited::Listed(&resolved.settings.env_names),
            ),
            stdin: stdin.clone(),
            output_max: limits::ENVELOPE_BYTES,
            deadline,
        })
    };
    match start(&[OsString::from(program)]) {
        // A script without its first line, which a shell runs all the same.
        Err(JobError::Start(error)) if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            start(&[OsString::from("/bin/sh"), OsString::from(program)])
        }
        answered => answered,
    }
}

/// Takes an envelope of our major version; whatever is in it is held to the rules that hold for ours.
fn take(finished: &Finished, request: &Request, resolved: &Resolved) -> Run {
    let read = serde_json::from_slice::<ForeignEnvelope>(&finished.stdout).ok();
    let Some(foreign) = read.filter(ForeignEnvelope::is_of_our_major) else {
        return invalid(request, resolved);
    };
    let mut envelope = foreign.into_envelope(caller_facts(request, resolved));
    let mut lines = resolved.limit_lines();
    let said = &envelope.fused_context.for_user.limits_text;
    lines.extend(said.lines().map(|line| line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or(line).to_owned()));
    if resolved.settings.legacy && !lines.iter().any(|line| line == texts::LEGACY_ENABLED) {
        lines.push(texts::LEGACY_ENABLED.to_owned());
    }
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
    let mut exit = ExitCode::from_code(finished.code).unwrap_or(ExitCode::ToolFailed);
    if let Some(error) = &resolved.config_error {
        exit = exit.max(ExitCode::Configuration);
        if !envelope.degraded.is_degraded {
            let (reason, degraded_to) = (error.to_string(), DegradedTo::Partial);
            envelope.degraded = Degraded { is_degraded: true, reason, degraded_to, code: None };
        }
    }
    Run::without_places(seal_envelope(envelope), exit)
}

/// What we know of the run ourselves. Without the repository a name in the prompt counts as unknown.
fn caller_facts(request: &Request, resolved: &Resolved) -> CallerFacts {
    let settings = &resolved.settings;
    let prompt = redact_prompt(&request.prompt);
    let reading = intent::read(&prompt, &Unseen, settings.intent_confidence);
    CallerFacts {
        now: now_rfc3339(),
        client: request.client.clone(),
        inputs: Inputs {
            prompt: prompt.into_owned(),
            repo_root: resolved.root.path.to_string_lossy().into_owned(),
            repo_root_source: resolved.root.source,
            // Two digits, as the built-in kernel says it.
            intent: Intent {
                confidence: (reading.intent.confidence * 100.0).round() / 100.0,
                ..reading.intent
            },
            signals: reading.signals,
        },
        budget: Budget {
            wall_ms: wall_ms(resolved),
            max_concurrency: settings.max_concurrency,
            max_injected_chars: settings.max_injected_chars,
        },
        planned_codex_command: settings.codex_session.planned_command().to_owned(),
        source: match settings.legacy {
            true => EnforcementSource::Legacy,
            false => EnforcementSource::Orchestrator,
        },
    }
}

/// No kernel answered.
fn unavailable(request: &Request, resolved: &Resolved, reason: &str) -> Run {
    let empty = empty(request, resolved, reason);
    Run::without_places(seal_envelope(empty), ExitCode::OrchestratorUnavailable)
}

/// The kernel's answer is no envelope.
fn invalid(request: &Request, resolved: &Resolved) -> Run {
    let mut empty = empty(request, resolved, texts::ORCHESTRATOR_INVALID);
    empty.degraded.code = Some(ErrorCode::EParse);
    Run::without_places(seal_envelope(empty), ExitCode::OrchestratorOutput)
}

fn empty(request: &Request, resolved: &Resolved, reason: &str) -> Envelope {
    let mut envelope = Envelope::empty(
        request.client.clone(),
        &redact_prompt(&request.prompt),
        &resolved.root.path.to_string_lossy(),
        resolved.root.source,
        reason,
    );
    let lines = resolved.limit_lines();
    let lines = lines.iter().map(String::as_str).chain([reason]);
    envelope.fused_context.for_user.limits_text = limits_text(lines);
    if resolved.settings.legacy {
        envelope.mark_legacy();
    }
    envelope
}
