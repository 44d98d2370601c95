//! `foreword explain`: for a past injection, why each item is there, what ran and how long, and what was left out.
//!
//! Reads the kept record and nothing else: what it says is of then, not of now. Where a later run is not kept, it says so
//! before it shows an older one.

mod left_out;
mod places;

use foreword_guard::{clear_line, clear_note};
use foreword_model::envelope::{Client, Envelope, PLAN_CREATED_AT, PlannedTool, ToolResult, ToolStatus};
use foreword_model::error::ExitCode;
use foreword_model::intent::{Outcome, Signal};
use foreword_model::limits;
use foreword_text::truncate::append_ellipsis;
use serde::Serialize;

use crate::cli::ExplainArgs;
use crate::commands::{print, print_json, say};
use crate::run_records::{self, Doubt, PastRun, RunId, UnkeptRun};
use crate::settings::Environment;

/// The word for the newest run.
const LAST: &str = "last";

/// Runs the command.
pub fn run(args: &ExplainArgs) -> u8 {
    let wanted = RunId::parse(&args.run_id);
    if wanted.is_none() && args.run_id != LAST {
        return fail(&format!("`{}` is no run id: YYYYMMDD-HHMMSS-xxxxxx, or {LAST}", args.run_id));
    }
    match run_records::read(&Environment::of_process(), wanted.as_ref()) {
        Ok(PastRun { envelope, doubt }) => {
            let doubt = doubt.map(|doubt| clear_line(&describe_doubt(&doubt)).as_str().to_owned());
            if args.json {
                doubt.iter().for_each(|doubt| say(&format!("foreword explain: {doubt}")));
                print_json(&*envelope);
            } else {
                print(&joined([doubt.map_or_else(String::new, |doubt| doubt + "\n"), as_text(&envelope)]));
            }
            ExitCode::Ok.code()
        }
        Err(error) => fail(&error.to_string()),
    }
}

fn describe_doubt(doubt: &Doubt) -> String {
    match doubt {
        Doubt::Later(UnkeptRun { run_id, created_at, why }) => format!(
            "This is not the last run: {run_id} at {created_at} came later and is not kept ({why}). The last that is kept:"
        ),
        Doubt::CannotRecord(problem) => format!(
            "This may not be the last run: runs cannot be recorded at the moment ({problem}). The last that is kept:"
        ),
    }
}

fn fail(message: &str) -> u8 {
    say(&format!("foreword explain: {}", clear_line(message).as_str()));
    ExitCode::ToolFailed.code()
}

/// All that is known of a run.
pub fn as_text(envelope: &Envelope) -> String {
    let sections = [
        head(envelope),
        signals(&envelope.inputs.signals),
        plan(envelope),
        tools(&envelope.tool_results),
        places::section(envelope),
        left_out::cut(envelope),
        left_out::redacted(envelope),
        left_out::limits(envelope),
    ];
    joined(sections)
}

/// What would run for a prompt, and why.
pub fn plan_text(envelope: &Envelope) -> String {
    joined([head(envelope), signals(&envelope.inputs.signals), plan(envelope), left_out::limits(envelope)])
}

fn joined(sections: impl IntoIterator<Item = String>) -> String {
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n")
}

/// A heading and its lines, indented.
fn section(heading: &str, lines: impl IntoIterator<Item = String>) -> String {
    let lines: String = lines.into_iter().map(|line| format!("  {line}\n")).collect();
    format!("{heading}\n{lines}")
}

fn head(envelope: &Envelope) -> String {
    let Client { name, event, session_id } = &envelope.client;
    let session = session_id.as_deref().map(|session| format!(", session {session}")).unwrap_or_default();
    let inputs = &envelope.inputs;
    let outcome = match inputs.intent.outcome {
        Outcome::Full => "full context".to_owned(),
        Outcome::Pointer => format!("a pointer of at most {} characters", limits::POINTER_CHARS),
        Outcome::None => "nothing".to_owned(),
    };
    let intent =
        format!("{}, confidence {}: {outcome}", word(&inputs.intent.class), inputs.intent.confidence);
    let context = &envelope.fused_context.for_model.additional_context;
    let (shown, all) = places::counts(envelope);
    let injected = format!("{} characters, {shown} of {all} places", context.chars().count());
    let is_plan = envelope.is_plan();
    let mut rows = vec![
        ("client", format!("{}, {}{session}", word(name), word(event))),
        ("repository", format!("{} ({})", inputs.repo_root, word(&inputs.repo_root_source))),
        ("prompt", inputs.prompt.clone()),
        ("intent", intent),
    ];
    if !is_plan {
        rows.push(("injected", injected));
    }
    if envelope.degraded.is_degraded {
        let to = word(&envelope.degraded.degraded_to);
        rows.push(("degraded", format!("to {to}: {}", envelope.degraded.reason)));
    }
    let lines = rows.into_iter().map(|(label, text)| format!("{label:<10}  {}", line(&text)));
    // A plan has no time of its own, so that the same prompt gives the same plan.
    let title = match envelope.created_at.as_str() {
        PLAN_CREATED_AT => format!("Plan {}", envelope.run_id),
        at => format!("Run {} at {at}", envelope.run_id),
    };
    section(&title, lines)
}

fn signals(signals: &[Signal]) -> String {
    if signals.is_empty() {
        return String::new();
    }
    let lines =
        signals.iter().map(|of| format!("{:+.2}  {:<10}  {}", of.weight, word(&of.kind), line(&of.matched)));
    section("Signals", lines)
}

fn plan(envelope: &Envelope) -> String {
    let plan = &envelope.tool_plan;
    let budget = &plan.budget;
    let heading = format!(
        "Plan: tier up to {}, {} ms, {} at a time, at most {} characters",
        plan.tier_max, budget.wall_ms, budget.max_concurrency, budget.max_injected_chars
    );
    let width = plan.tools.iter().map(|planned| planned.tool.len()).max().unwrap_or(0);
    let lines = plan.tools.iter().flat_map(|planned| {
        let PlannedTool { tool, tier, reason, args, timeout_ms } = planned;
        let asked = serde_json::to_string(args).ok().filter(|_| !args.is_empty());
        let head = format!("{tool:<width$}  tier {tier}, {timeout_ms} ms: {}", line(reason));
        std::iter::once(head).chain(asked.map(|asked| format!("{:<width$}  {}", "", line(&asked))))
    });
    section(&heading, lines)
}

fn tools(results: &[ToolResult]) -> String {
    let width = results.iter().map(|result| result.tool.len()).max().unwrap_or(0);
    let lines = results.iter().map(|result| {
        let status = match result.status {
            ToolStatus::Ok => "ok",
            ToolStatus::Timeout => "timeout",
            ToolStatus::Error => "error",
            ToolStatus::Skipped => "skipped",
        };
        let error = result.error.as_ref().map(|error| format!("{}: {}", word(&error.code), error.message));
        let said: Vec<String> = [Some(result.summary.clone()), error]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect();
        format!(
            "{:<width$}  {status:<7}  {:>5} ms  {}",
            result.tool,
            result.duration_ms,
            line(&said.join("; "))
        )
    });
    section("Tools", lines)
}

/// A text on one line, as long as a summary may be.
fn line(text: &str) -> String {
    append_ellipsis(&clear_note(text).into_inner(), limits::SUMMARY_CHARS).into_owned()
}

/// A word of the envelope, as it is written there.
fn word(of: &impl Serialize) -> String {
    let written = serde_json::to_value(of).ok();
    written.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
}
