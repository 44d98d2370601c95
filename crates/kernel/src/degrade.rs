//! What was lost on the way, said once in `degraded`, in `[Limits]` and in the exit code (contract §7).

use foreword_guard::Cleared;
use foreword_model::envelope::{Degraded, DegradedTo, ToolResult, ToolStatus};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::texts;

use crate::limits::Limits;

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// For the envelope.
    pub degraded: Degraded,
    /// For JSON mode.
    pub exit: ExitCode,
}

/// What a run is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// What the tools came to.
    pub results: &'a [Cleared<ToolResult>],
    /// Whether there is a place to show.
    pub found_something: bool,
    /// Whether tier 2 would have helped and is off.
    pub tier2_missed: bool,
    /// A configuration file that could not be read.
    pub config_error: Option<&'a str>,
}

/// Reads the evidence: notes each failure and weighs them together.
pub fn judge(evidence: Evidence<'_>, limits: &mut Limits) -> Verdict {
    let broken =
        evidence.config_error.map(|error| Loss { line: error.to_owned(), exit: ExitCode::Configuration });
    let lost =
        evidence.results.iter().filter_map(|result| loss(result)).inspect(|loss| limits.note(&loss.line));
    let mut losses: Vec<Loss> = broken.into_iter().chain(lost).collect();
    // The reason begins with what the exit code says.
    losses.sort_by_key(|loss| std::cmp::Reverse(loss.exit));
    let exit = losses.first().map_or(ExitCode::Ok, |worst| worst.exit);
    let degraded_to = match (losses.is_empty(), evidence.found_something) {
        (false, true) => DegradedTo::Partial,
        (false, false) => DegradedTo::Plan,
        (true, _) if evidence.tier2_missed => DegradedTo::Tier1,
        (true, _) => DegradedTo::Nothing,
    };
    let mut lines: Vec<String> = losses.into_iter().map(|loss| loss.line).collect();
    lines.dedup();
    if lines.is_empty() && evidence.tier2_missed {
        lines.push(texts::TIER2_DISABLED.to_owned());
    }
    let reason = lines.join("; ");
    let is_degraded = degraded_to != DegradedTo::Nothing;
    Verdict { degraded: Degraded { is_degraded, reason, degraded_to, code: None }, exit }
}

struct Loss {
    line: String,
    exit: ExitCode,
}

fn loss(result: &ToolResult) -> Option<Loss> {
    let tool = &result.tool;
    let (code, message) = match (&result.error, result.status) {
        (Some(error), _) => (error.code, error.message.as_str()),
        (None, ToolStatus::Ok) => return None,
        (None, ToolStatus::Timeout) => (ErrorCode::ETimeout, ""),
        (None, ToolStatus::Error | ToolStatus::Skipped) => (ErrorCode::EToolUnavailable, ""),
    };
    let line = match code {
        ErrorCode::ETimeout => format!("{} ({tool})", texts::TOOL_TIMEOUT),
        ErrorCode::EBudgetExceeded => texts::BUDGET_EXCEEDED.to_owned(),
        ErrorCode::EToolUnavailable => {
            // What ran and failed says why; what was never there has nothing to say.
            let why =
                message.strip_prefix(&format!("{tool}: ")).filter(|_| result.status == ToolStatus::Error);
            let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
            format!("{}: {tool}{why}", texts::TOOL_UNAVAILABLE)
        }
        ErrorCode::EParse
        | ErrorCode::EHookFailed
        | ErrorCode::EInvalidArgs
        | ErrorCode::ERepoRoot
        | ErrorCode::ESession
        | ErrorCode::EUnknown => match message.is_empty() {
            true => format!("{tool} failed"),
            false if message.starts_with(tool.as_str()) => message.to_owned(),
            false => format!("{tool}: {message}"),
        },
    };
    // A tool that this build does not have, or that is not allowed, was never going to answer.
    let never_there = result.status == ToolStatus::Skipped && code == ErrorCode::EToolUnavailable;
    let exit = if never_there { ExitCode::Ok } else { ExitCode::from(code) };
    Some(Loss { line, exit })
}
