//! What the short commands have in common: one tool through the one execution path, its numbers as JSON or as text.

use std::path::Path;
use std::time::Duration;

use foreword_exec::lifecycle::refused;
use foreword_exec::{Ceilings, prepare};
use foreword_guard::path::Jail;
use foreword_guard::{clear_line, escape};
use foreword_model::clock;
use foreword_model::envelope::{ToolResult, ToolStatus};
use foreword_model::error::ExitCode;
use foreword_model::limits;
use serde_json::{Map, Value, json};

use crate::assemble::{self, Assembled};
use crate::cli::GraphArgs;
use crate::commands::paint::{self, Paint};
use crate::commands::{print, print_json, say, say_limits};
use crate::here::Here;
use crate::settings::{self, Environment};
use crate::{background, unreadable_config};

/// A short command.
pub struct Short<'s> {
    /// `complexity`.
    pub command: &'s str,
    /// The tool that answers.
    pub tool: &'s str,
    /// The repository, if it was named.
    pub root: Option<&'s Path>,
    /// How the answer is printed.
    pub form: Form,
    /// The lines that stand before the summary.
    pub as_text: fn(&ToolResult, Paint) -> String,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For a person.
    Text,
    /// One JSON object.
    Json,
    /// The graph as Mermaid text; the summary goes to stderr.
    Mermaid,
}

impl Form {
    /// Text, unless a program asks.
    pub fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }

    /// The same for what has a graph.
    pub fn of_graph(args: &GraphArgs) -> Self {
        if args.mermaid { Self::Mermaid } else { Self::of(args.json) }
    }
}

/// Calls the tool and prints what it says.
pub fn run(short: &Short<'_>, arguments: Map<String, Value>) -> u8 {
    let resolved = match settings::resolve_at(Environment::of_process(), short.root) {
        Ok(resolved) => resolved,
        Err(problem) => {
            say(&format!("foreword {}: {}", short.command, clear_line(&problem).as_str()));
            return ExitCode::ToolFailed.code();
        }
    };
    let started = clock::now();
    let deadline = started + Duration::from_millis(resolved.settings.wall_ms_or(limits::WALL_TIER2_MS));
    let (refusal, noticed) = (unreadable_config::refusal(short.tool, &resolved), resolved.limit_lines());
    let is_refused = refusal.is_some();
    let Assembled { executor, index } = assemble::assemble(resolved);
    let executed = refusal.unwrap_or_else(|| {
        let arguments = from_here(arguments, &executor.jail);
        prepare::prepare(&executor.registry, short.tool, arguments, Ceilings::Explicit)
            .map(|prepared| executor.call(&prepared, "", deadline))
            .unwrap_or_else(|failure| refused(short.tool, failure, &executor.sensitive))
    });
    let result: &ToolResult = &executed.result;
    let took_ms = u64::try_from(clock::since(started).as_millis()).unwrap_or(u64::MAX);
    match short.form {
        Form::Json => print_json(&as_json(result, took_ms)),
        Form::Mermaid => {
            print(field(result, "mermaid"));
            say(&said(result));
        }
        Form::Text => {
            let paint = Paint::of_output();
            let last = format!("{} · {took_ms} ms", said(result));
            let last = paint.text(paint::ASIDE, &last);
            print(&format!("{}{last}\n", (short.as_text)(result, paint)));
        }
    }
    say_limits(noticed.iter().chain(&executed.limits));
    background::follow_up(&index, &executor.jail);
    match result.status {
        _ if is_refused => ExitCode::Configuration.code(),
        ToolStatus::Ok => ExitCode::Ok.code(),
        ToolStatus::Timeout | ToolStatus::Error | ToolStatus::Skipped => ExitCode::ToolFailed.code(),
    }
}

/// Arguments with the paths from the root that they mean in the directory of the person.
fn from_here(mut arguments: Map<String, Value>, jail: &Jail) -> Map<String, Value> {
    let here = Here::of_process(jail);
    for (name, value) in &mut arguments {
        let Some(written) = value.as_str() else { continue };
        let meant = match name.as_str() {
            "path" | "file" => here.meant(jail, written),
            "symbol" | "to" => here.symbol_meant(jail, written),
            _ => None,
        };
        if let Some(meant) = meant {
            *value = Value::from(meant);
        }
    }
    arguments
}

/// A list of the tool's own data.
pub fn list<'r>(result: &'r ToolResult, name: &str) -> &'r [Value] {
    let list = result.data.as_ref().and_then(|data| data.get(name)).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// The definitions that an ambiguous symbol may mean, a line each.
pub fn candidates(result: &ToolResult, paint: Paint) -> String {
    let line = |one: &Value| {
        let place = format!("{}:{}", text(one, "path"), number(one, "line"));
        let place = paint.text(anstyle::AnsiColor::Magenta.on_default(), &place);
        format!("{place}  {} {}\n", text(one, "kind"), text(one, "symbol"))
    };
    list(result, "candidates").iter().map(line).collect()
}

/// A text of the tool's own data.
fn field<'r>(result: &'r ToolResult, name: &str) -> &'r str {
    result.data.as_ref().map_or("", |data| raw_text(data, name))
}

/// A number of an entry, as text.
pub fn number(entry: &Value, name: &str) -> String {
    entry.get(name).and_then(Value::as_u64).unwrap_or_default().to_string()
}

/// A text of an entry as a terminal shows it: what the repository chose is escaped, by the sort of field that it is.
pub fn text(entry: &Value, name: &str) -> String {
    let written = raw_text(entry, name);
    let shown = match name {
        "path" => escape::path(written),
        "why" | "summary" => escape::composed(written),
        _ => escape::bare_symbol(written),
    };
    shown.into_string()
}

fn raw_text<'v>(entry: &'v Value, name: &str) -> &'v str {
    entry.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn said(result: &ToolResult) -> String {
    let said = result.error.as_ref().map_or(&result.summary, |error| &error.message);
    escape::composed(said).into_string()
}

/// The tool's own numbers; the places are those of the numbers.
fn as_json(result: &ToolResult, took_ms: u64) -> Value {
    let mut answer = match &result.data {
        Some(Value::Object(data)) => data.clone(),
        Some(_) | None => Map::new(),
    };
    answer.remove("items");
    answer.remove("claims");
    answer.insert("summary".to_owned(), Value::from(said(result)));
    answer.insert("took_ms".to_owned(), Value::from(took_ms));
    answer.insert("truncated".to_owned(), Value::from(result.truncated));
    if let Some(error) = &result.error {
        answer.insert("error".to_owned(), json!(error));
    }
    Value::Object(answer)
}
