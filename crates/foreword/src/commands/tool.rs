//! `foreword tool NAME`: one tool through the one execution path, with its hooks.

use std::sync::Arc;
use std::time::Duration;

use foreword_codeintel::ask_user::{self, AskUser};
use foreword_exec::lifecycle::refused;
use foreword_exec::tool::{Tool, ToolFailure};
use foreword_exec::{Ceilings, Executed, prepare};
use foreword_guard::{clear_line, escape};
use foreword_model::clock;
use foreword_model::envelope::{ToolResult, ToolStatus};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::finding::Findings;
use foreword_model::limits;
use serde_json::{Map, Value};

use crate::assemble::{self, Assembled};
use crate::cli::{ToolArgs, ToolFormatArg};
use crate::commands::{print, print_json, say, say_limits};
use crate::person::PersonAtTerminal;
use crate::settings::{self, Environment};
use crate::{background, unreadable_config};

/// Runs the command.
pub fn run(args: &ToolArgs) -> u8 {
    let resolved = match settings::resolve_at(Environment::of_process(), args.root.as_deref()) {
        Ok(resolved) => resolved,
        Err(problem) => return fail(&problem),
    };
    let noticed = resolved.limit_lines();
    let refusal = unreadable_config::refusal(&args.name, &resolved);
    let is_refused = refusal.is_some();
    let wall_ms = resolved.settings.wall_ms_or(limits::WALL_TIER2_MS);
    let ask: Box<dyn Tool> = Box::new(AskUser::new(Arc::new(PersonAtTerminal::default())));
    let Assembled { executor, index } = assemble::assemble_with(resolved, vec![ask]);
    // The budget is for machines; a person gets the time that a question has.
    let patience_ms = if args.name == ask_user::SPEC.name { ask_user::SPEC.timeout_ms } else { 0 };
    let deadline = clock::now() + Duration::from_millis(wall_ms.saturating_add(patience_ms));
    let executed = refusal.unwrap_or_else(|| {
        arguments(&args.args)
            .and_then(|given| prepare::prepare(&executor.registry, &args.name, given, Ceilings::Explicit))
            .map(|prepared| {
                let query =
                    prepared.args().get("query").and_then(Value::as_str).unwrap_or_default().to_owned();
                executor.call(&prepared, &query, deadline)
            })
            .unwrap_or_else(|failure| refused(&args.name, failure, &executor.sensitive))
    });
    let exit = write(&executed, &noticed, args.format, executor.registry.get(&args.name).is_some());
    background::follow_up(&index, &executor.jail);
    if is_refused { ExitCode::Configuration.code() } else { exit }
}

fn fail(message: &str) -> u8 {
    say(&format!("foreword tool: {}", clear_line(message).as_str()));
    ExitCode::ToolFailed.code()
}

fn arguments(text: &str) -> Result<Map<String, Value>, ToolFailure> {
    serde_json::from_str(text).map_err(|error| {
        ToolFailure::skipped(ErrorCode::EInvalidArgs, format!("--args is not a JSON object: {error}"))
    })
}

fn write(executed: &Executed, noticed: &[String], format: ToolFormatArg, is_known: bool) -> u8 {
    let result: &ToolResult = &executed.result;
    match format {
        ToolFormatArg::Json => print_json(result),
        ToolFormatArg::Text => print(&as_text(result)),
    }
    say_limits(noticed.iter().chain(&executed.limits));
    exit_of(result, is_known).code()
}

/// A tool that this build does not have is no failure; a name that is no tool's is one.
fn exit_of(result: &ToolResult, is_known: bool) -> ExitCode {
    match (&result.error, result.status) {
        (Some(error), ToolStatus::Skipped) if error.code == ErrorCode::EToolUnavailable && is_known => {
            ExitCode::Ok
        }
        (Some(error), _) => ExitCode::from(error.code),
        (None, _) => ExitCode::Ok,
    }
}

fn as_text(result: &ToolResult) -> String {
    let mut text = format!("{}: {}\n", result.tool, escape::composed(&result.summary));
    if let Some(error) = &result.error {
        text.push_str(&format!("{}\n", escape::composed(&error.message)));
    }
    let (found, _) = result.data.as_ref().map(Findings::read).unwrap_or_default();
    for item in found.items {
        // What is elsewhere has a title in place of a path.
        let title = escape::bare_symbol(&item.title.unwrap_or_default());
        let place = item.path.map_or(title, |path| escape::place(&path, item.start_line));
        text.push_str(&format!("{place}  {}\n", escape::bare_symbol(&item.symbol.unwrap_or(item.summary))));
    }
    text
}
