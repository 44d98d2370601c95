//! `foreword search`: the search of the tools, for a person or a script.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use foreword_exec::lifecycle::refused;
use foreword_exec::{Ceilings, prepare};
use foreword_guard::path::Jail;
use foreword_guard::{clear_line, escape};
use foreword_model::envelope::{ToolResult, ToolStatus};
use foreword_model::error::ExitCode;
use foreword_model::finding::{Findings, Item};
use foreword_model::{clock, limits, texts};
use serde_json::{Map, Value, json};

use crate::assemble::{self, Assembled};
use crate::cli::SearchArgs;
use crate::commands::paint::{ASIDE, Paint};
use crate::commands::{print, print_json, say, say_limits};
use crate::here::Here;
use crate::settings::{self, Environment};
use crate::{background, unreadable_config};

/// The tool that answers.
const TOOL: &str = "ci_search";

/// Runs the command.
pub fn run(args: &SearchArgs) -> u8 {
    let resolved = match settings::resolve_at(Environment::of_process(), args.root.as_deref()) {
        Ok(resolved) => resolved,
        Err(problem) => return fail(&problem),
    };
    let started = clock::now();
    let deadline = started + Duration::from_millis(resolved.settings.wall_ms_or(limits::WALL_MS));
    let (refusal, noticed) = (unreadable_config::refusal(TOOL, &resolved), resolved.limit_lines());
    let is_refused = refusal.is_some();
    let Assembled { executor, index } = assemble::assemble(resolved);
    let executed = refusal.unwrap_or_else(|| {
        prepare::prepare(&executor.registry, TOOL, arguments(args, &executor.jail), Ceilings::Explicit)
            .map(|prepared| executor.call(&prepared, &args.query(), deadline))
            .unwrap_or_else(|failure| refused(TOOL, failure, &executor.sensitive))
    });
    let result: &ToolResult = &executed.result;
    let took_ms = u64::try_from(clock::since(started).as_millis()).unwrap_or(u64::MAX);
    match args.json {
        true => print_json(&as_json(result, took_ms)),
        false => print(&as_text(result, took_ms, Paint::of_output())),
    }
    say_limits(noticed.iter().chain(&executed.limits));
    background::follow_up(&index, &executor.jail);
    match result.status {
        _ if is_refused => ExitCode::Configuration.code(),
        ToolStatus::Ok => ExitCode::Ok.code(),
        ToolStatus::Timeout | ToolStatus::Error | ToolStatus::Skipped => ExitCode::ToolFailed.code(),
    }
}

fn fail(message: &str) -> u8 {
    say(&format!("foreword search: {}", clear_line(message).as_str()));
    ExitCode::ToolFailed.code()
}

fn arguments(args: &SearchArgs, jail: &Jail) -> Map<String, Value> {
    let here = Here::of_process(jail);
    let globs: Vec<String> =
        args.path.iter().map(|glob| here.meant(jail, glob).unwrap_or_else(|| glob.clone())).collect();
    let mut given = Map::new();
    given.insert("query".to_owned(), Value::from(args.query()));
    given.insert("limit".to_owned(), Value::from(args.limit));
    given.insert("weak".to_owned(), Value::from("shown"));
    // One file is asked for its places.
    let is_file = |path: &String| jail.stamp(path).is_some_and(|stamp| stamp.is_file);
    if let [path] = globs.as_slice()
        && is_file(path)
    {
        given.insert("list".to_owned(), Value::from("places"));
    }
    for (name, texts) in [("globs", &globs), ("languages", &args.language), ("kinds", &args.kind)] {
        if !texts.is_empty() {
            given.insert(name.to_owned(), Value::from(texts.clone()));
        }
    }
    given
}

fn items(result: &ToolResult) -> Vec<Item> {
    let found = result.data.clone().and_then(|data| serde_json::from_value::<Findings>(data).ok());
    found.map(|found| found.items).unwrap_or_default()
}

fn as_json(result: &ToolResult, took_ms: u64) -> Value {
    let results: Vec<Value> = items(result)
        .into_iter()
        .map(|item| {
            json!({
                "path": item.path,
                "start_line": item.start_line,
                "end_line": item.end_line,
                "symbol": item.symbol,
                "kind": item.kind,
                "signature": item.signature,
                "score": item.score.unwrap_or(item.confidence),
                "why": item.why,
                "places": item.places,
            })
        })
        .collect();
    let index = result.data.as_ref().and_then(|data| data.get("index")).cloned().unwrap_or_default();
    let mut answer = json!({ "results": results, "took_ms": took_ms, "index": index });
    if let Some(error) = &result.error {
        answer["error"] = json!(error);
    }
    answer
}

const PATH: Style = AnsiColor::Magenta.on_default();
const LINE: Style = AnsiColor::Green.on_default();
const NAME: Style = Style::new().bold();

/// What a place defines, if anything.
fn name_of(symbol: Option<&str>, kind: Option<&str>, paint: &dyn Fn(Style, &str) -> String) -> String {
    let Some(symbol) = symbol else { return String::new() };
    let kind = escape::word(kind.unwrap_or("definition"));
    format!("  {kind} {}", paint(NAME, escape::bare_symbol(symbol).as_str()))
}

fn as_text(result: &ToolResult, took_ms: u64, paint: Paint) -> String {
    let found = items(result);
    let paint: &dyn Fn(Style, &str) -> String = &|style, text| paint.text(style, text);
    let mut text = String::new();
    for item in &found {
        text.push_str(&paint(PATH, escape::path(item.path.as_deref().unwrap_or_default()).as_str()));
        if let Some(line) = item.start_line {
            text.push(':');
            text.push_str(&paint(LINE, &line.to_string()));
        }
        text.push_str(&name_of(item.symbol.as_deref(), item.kind.as_deref(), paint));
        text.push('\n');
        if let Some(why) = &item.why {
            text.push_str(&format!("  {}\n", paint(ASIDE, escape::composed(why).as_str())));
        }
        for further in &item.places {
            let name = name_of(further.symbol.as_deref(), further.kind.as_deref(), paint);
            text.push_str(&format!("  also {}{name}\n", paint(LINE, &further.start_line.to_string())));
        }
        if item.altered {
            text.push_str(&format!("  {}\n", paint(ASIDE, texts::EXTRACT_ALTERED)));
        }
        if let Some(extract) = &item.extract {
            for (number, line) in extract.numbered_rows() {
                let number = number.map(|number| number.to_string()).unwrap_or_default();
                text.push_str(&format!("  {} {line}\n", paint(LINE, &format!("{number:>5}"))));
            }
        }
    }
    let said = result.error.as_ref().map_or(&result.summary, |error| &error.message);
    text.push_str(&paint(ASIDE, &format!("{} · {took_ms} ms", escape::composed(said))));
    text.push('\n');
    text
}
