//! What is answered where a configuration file may keep something back, and what that is cannot be read (contract §3): a run
//! without an injection, a tool that is not run.

use foreword_exec::Executed;
use foreword_exec::lifecycle::refused;
use foreword_exec::tool::ToolFailure;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{redact_prompt, seal_envelope};
use foreword_kernel::Run;
use foreword_model::envelope::{Envelope, limits_text};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::request::Request;

use crate::settings::Resolved;

/// The empty envelope with everything that the settings noticed.
pub fn run(request: &Request, resolved: &Resolved) -> Run {
    let reason = resolved.config_error.as_ref().map(ToString::to_string).unwrap_or_default();
    let root = resolved.root.path.to_string_lossy();
    let prompt = redact_prompt(&request.prompt);
    let mut envelope = Envelope::empty(request.client.clone(), &prompt, &root, resolved.root.source, &reason);
    envelope.fused_context.for_user.limits_text =
        limits_text(resolved.limit_lines().iter().map(String::as_str));
    if resolved.settings.legacy {
        envelope.mark_legacy();
    }
    Run::without_places(seal_envelope(envelope), ExitCode::Configuration)
}

/// What a tool answers instead of running, for the commands and the MCP server; nothing where the configuration can be read.
pub fn refusal(tool: &str, resolved: &Resolved) -> Option<Executed> {
    let error = resolved.config_error.as_ref().filter(|error| error.blocks_injection())?;
    let failure = ToolFailure::skipped(ErrorCode::EUnknown, error.to_string());
    Some(refused(tool, failure, &Sensitive::default()))
}
