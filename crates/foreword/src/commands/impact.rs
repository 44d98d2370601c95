//! `foreword impact`: what breaks if a symbol or a file changes, for a person or a script.

use anstyle::{AnsiColor, Style};
use foreword_guard::escape::{self, EscapedText};
use foreword_model::envelope::ToolResult;
use serde_json::{Map, Value};

use crate::cli::ImpactArgs;
use crate::commands::paint::Paint;
use crate::commands::short::{self, Form, Short, candidates, list, number, text};

const PATH: Style = AnsiColor::Magenta.on_default();
const NAME: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();
/// Definitions of one file that are printed.
const PLACES_MAX: usize = 4;

/// Runs the command.
pub fn run(args: &ImpactArgs) -> u8 {
    let short = Short {
        command: "impact",
        tool: "ci_impact",
        root: args.graph.root.as_deref(),
        form: Form::of_graph(&args.graph),
        as_text,
    };
    let mut given = Map::new();
    for (name, value) in [("symbol", &args.symbol), ("file", &args.file)] {
        if let Some(value) = value {
            given.insert(name.to_owned(), Value::from(value.as_str()));
        }
    }
    given.insert("depth".to_owned(), Value::from(args.depth));
    short::run(&short, given)
}

/// The files by group, under each what in it is reached; then the tests to run.
fn as_text(result: &ToolResult, paint: Paint) -> String {
    let mut written = candidates(result, paint);
    let files = list(result, "files");
    let own = list(result, "changed_files");
    let beside: Vec<&Value> =
        list(result, "places").iter().filter(|place| own.iter().any(|path| *path == place["path"])).collect();
    if !beside.is_empty() {
        written.push_str(&format!("{}\n", paint.text(NAME, "beside it, in what changes")));
        written.push_str(&described_all(&beside, "  ", paint));
    }
    for group in ["certain", "likely", "possible"] {
        let mut of_group = files.iter().filter(|file| text(file, "group") == group).peekable();
        if of_group.peek().is_some() {
            written.push_str(&format!("{}\n", paint.text(NAME, group)));
        }
        for file in of_group {
            let path = text(file, "path");
            let why = paint.text(ASIDE, &text(file, "why"));
            written.push_str(&format!("  {}  {why}\n", paint.text(PATH, &path)));
            let places: Vec<&Value> =
                list(result, "places").iter().filter(|place| text(place, "path") == path).collect();
            written.push_str(&described_all(&places, "    ", paint));
        }
    }
    let tests: Vec<EscapedText> =
        list(result, "tests").iter().filter_map(Value::as_str).map(escape::path).collect();
    if !tests.is_empty() {
        written.push_str(&format!("{}\n", paint.text(NAME, "tests to run")));
        tests.iter().for_each(|test| written.push_str(&format!("  {test}\n")));
    }
    written
}

/// The first few places, one a line.
fn described_all(places: &[&Value], indent: &str, paint: Paint) -> String {
    let shown = places.iter().take(PLACES_MAX);
    let mut written: String = shown.map(|place| format!("{indent}{}\n", described(place, paint))).collect();
    if places.len() > PLACES_MAX {
        written.push_str(&format!("{indent}… {} more\n", places.len() - PLACES_MAX));
    }
    written
}

/// `close_account:6 calls late_fee (import, 0.95)`.
fn described(place: &Value, paint: Paint) -> String {
    let confidence = place.get("confidence").and_then(Value::as_f64).unwrap_or_default();
    let how = format!(
        "line {}: {} {} ({}, {confidence:.2})",
        number(place, "line"),
        text(place, "relation"),
        text(place, "on"),
        text(place, "how")
    );
    format!("{}  {}", text(place, "symbol"), paint.text(ASIDE, &how))
}
