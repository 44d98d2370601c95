//! `foreword hotspots`: the files that change often and are complicated, for a person or a script.

use anstyle::{AnsiColor, Style};
use foreword_model::envelope::ToolResult;
use serde_json::{Map, Value};

use crate::cli::HotspotsArgs;
use crate::commands::paint::Paint;
use crate::commands::short::{self, Form, Short, list, text};

const PATH: Style = AnsiColor::Magenta.on_default();
const ASIDE: Style = Style::new().dimmed();

/// Runs the command.
pub fn run(args: &HotspotsArgs) -> u8 {
    let short = Short {
        command: "hotspots",
        tool: "ci_hotspot",
        root: args.root.as_deref(),
        form: Form::of(args.json),
        as_text,
    };
    let mut given = Map::new();
    if let Some(path) = &args.path {
        given.insert("path".to_owned(), Value::from(path.as_str()));
    }
    given.insert("days".to_owned(), Value::from(args.days));
    given.insert("top".to_owned(), Value::from(args.top));
    short::run(&short, given)
}

fn as_text(result: &ToolResult, paint: Paint) -> String {
    let mut written = String::new();
    for item in list(result, "items") {
        let confidence = item.get("confidence").and_then(Value::as_f64).unwrap_or_default();
        written.push_str(&format!("{confidence:.2}  {}\n", paint.text(PATH, &text(item, "path"))));
        written.push_str(&format!("      {}\n", text(item, "summary")));
        written.push_str(&format!("      {}\n", paint.text(ASIDE, &text(item, "why"))));
    }
    written
}
