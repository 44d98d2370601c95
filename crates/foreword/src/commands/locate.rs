//! `foreword locate`: the files and functions that an error points to, for a person or a script.

use std::io::{IsTerminal, Read};

use anstyle::{AnsiColor, Style};
use foreword_model::envelope::ToolResult;
use foreword_model::error::ExitCode;
use foreword_model::limits;
use serde_json::{Map, Value};

use crate::cli::LocateArgs;
use crate::commands::paint::Paint;
use crate::commands::say;
use crate::commands::short::{self, Form, Short, list, number, text};

const PATH: Style = AnsiColor::Magenta.on_default();
const NAME: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();

/// Runs the command.
pub fn run(args: &LocateArgs) -> u8 {
    let error = match error_text(args.error.as_deref()) {
        Ok(error) => error,
        Err(problem) => {
            say(&format!("foreword locate: {problem}"));
            return ExitCode::ToolFailed.code();
        }
    };
    let short = Short {
        command: "locate",
        tool: "ci_bug_locate",
        root: args.root.as_deref(),
        form: Form::of(args.json),
        as_text,
    };
    let mut given = Map::new();
    given.insert("error".to_owned(), Value::from(error));
    given.insert("top".to_owned(), Value::from(args.top));
    given.insert("explain".to_owned(), Value::from(if args.explain { "yes" } else { "no" }));
    short::run(&short, given)
}

/// The argument, or what stdin holds.
fn error_text(given: Option<&str>) -> Result<String, String> {
    let stdin = std::io::stdin();
    match given {
        Some(text) if text != "-" => return Ok(text.to_owned()),
        Some(_) => {}
        None if stdin.is_terminal() => {
            return Err("give the text of the error, or send it on stdin".to_owned());
        }
        None => {}
    }
    let mut bytes = Vec::new();
    let read = stdin.take(limits::LOCATE_STDIN_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| format!("stdin cannot be read: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files, under each its functions and what speaks for it.
fn as_text(result: &ToolResult, paint: Paint) -> String {
    let mut written = String::new();
    for (rank, file) in (1..).zip(list(result, "files")) {
        written.push_str(&format!("{rank:>2}  {}\n", paint.text(PATH, &text(file, "path"))));
        let functions = file.get("functions").and_then(Value::as_array);
        for function in functions.into_iter().flatten() {
            let in_trace = function.get("is_in_trace").and_then(Value::as_bool) == Some(true);
            let trace = if in_trace { " in the trace" } else { "" };
            let place = format!("line {}{trace}", number(function, "line"));
            written.push_str(&format!(
                "      {}  {}\n",
                paint.text(NAME, &text(function, "symbol")),
                paint.text(ASIDE, &place)
            ));
        }
        written.push_str(&format!("      {}\n", paint.text(ASIDE, &text(file, "why"))));
    }
    written
}
