//! `foreword complexity`: the most complicated functions, for a person or a script.

use anstyle::{AnsiColor, Style};
use foreword_model::envelope::ToolResult;
use serde_json::{Map, Value};

use crate::cli::ComplexityArgs;
use crate::commands::paint::Paint;
use crate::commands::short::{self, Form, Short, list, number, text};

const PATH: Style = AnsiColor::Magenta.on_default();
const NAME: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();

/// Runs the command.
pub fn run(args: &ComplexityArgs) -> u8 {
    let short = Short {
        command: "complexity",
        tool: "ci_complexity",
        root: args.root.as_deref(),
        form: Form::of(args.json),
        as_text,
    };
    let mut given = Map::new();
    for (name, value) in [("path", &args.path), ("symbol", &args.symbol)] {
        if let Some(value) = value {
            given.insert(name.to_owned(), Value::from(value.as_str()));
        }
    }
    given.insert("top".to_owned(), Value::from(args.top));
    given.insert("explain".to_owned(), Value::from(if args.explain { "yes" } else { "no" }));
    short::run(&short, given)
}

/// The numbers in columns; under each function its reasons, if they were asked for.
fn as_text(result: &ToolResult, paint: Paint) -> String {
    let functions = list(result, "functions");
    if functions.is_empty() {
        return String::new();
    }
    let head = format!(
        "{:>9} {:>10} {:>5} {:>7} {:>10}",
        "cognitive", "cyclomatic", "lines", "nesting", "parameters"
    );
    let mut written = format!("{}\n", paint.text(ASIDE, &head));
    for function in functions {
        let [cognitive, cyclomatic, lines, nesting, parameters] =
            ["cognitive", "cyclomatic", "lines", "nesting", "parameters"].map(|name| number(function, name));
        let place = format!("{}:{}", text(function, "path"), number(function, "start_line"));
        written.push_str(&format!(
            "{cognitive:>9} {cyclomatic:>10} {lines:>5} {nesting:>7} {parameters:>10}  {}  {}\n",
            paint.text(PATH, &place),
            paint.text(NAME, &text(function, "symbol")),
        ));
        let reasons = function.get("reasons").and_then(Value::as_array);
        for reason in reasons.into_iter().flatten() {
            let [line, cognitive, cyclomatic, nesting] =
                ["line", "cognitive", "cyclomatic", "nesting"].map(|name| number(reason, name));
            let what = text(reason, "what");
            let points = format!("cognitive +{cognitive}, cyclomatic +{cyclomatic}, nested {nesting}");
            written.push_str(&format!("{line:>14}  {what}: {}\n", paint.text(ASIDE, &points)));
        }
    }
    written
}
