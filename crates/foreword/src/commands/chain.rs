//! `foreword callers` and `foreword callees`: the tree of calls of a symbol, for a person or a script.

use anstyle::{AnsiColor, Style};
use foreword_guard::escape;
use foreword_model::envelope::ToolResult;
use serde_json::{Map, Value};

use crate::cli::ChainArgs;
use crate::commands::paint::Paint;
use crate::commands::short::{self, Form, Short, candidates, list, number, text};

const PATH: Style = AnsiColor::Magenta.on_default();
const NAME: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();
/// Call sites of one neighbour that are printed.
const SITES_MAX: usize = 3;

/// Which way calls are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To those who call.
    Callers,
    /// To what is called.
    Callees,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Self::Callers => "callers",
            Self::Callees => "callees",
        }
    }
}

/// Runs the command.
pub fn run(args: &ChainArgs, direction: Direction) -> u8 {
    let short = Short {
        command: direction.name(),
        tool: "ci_call_chain",
        root: args.graph.root.as_deref(),
        form: Form::of_graph(&args.graph),
        as_text,
    };
    let mut given = Map::new();
    given.insert("symbol".to_owned(), Value::from(args.symbol.as_str()));
    given.insert("direction".to_owned(), Value::from(direction.name()));
    given.insert("depth".to_owned(), Value::from(args.depth));
    given.insert("threshold".to_owned(), Value::from(args.threshold.as_str()));
    if let Some(to) = &args.to {
        given.insert("to".to_owned(), Value::from(to.as_str()));
    }
    short::run(&short, given)
}

fn as_text(result: &ToolResult, paint: Paint) -> String {
    let mut written = candidates(result, paint);
    let data = result.data.as_ref();
    for name in ["callers", "callees"] {
        if let Some(root) = data.and_then(|data| data.get(name)) {
            written.push_str(&format!("{}\n", head(root, paint)));
            children(root, "", paint, &mut written);
        }
    }
    for hop in list(result, "route") {
        let [from, to] =
            ["from", "to"].map(|end| hop.get(end).map_or_else(String::new, |end| head(end, paint)));
        let at = paint.text(ASIDE, &format!("at {} ({})", site(hop.get("site")), sureness(hop)));
        written.push_str(&format!("{from}\n  calls {to}  {at}\n"));
    }
    written
}

fn head(entry: &Value, paint: Paint) -> String {
    let place = match entry.get("line").and_then(Value::as_u64) {
        Some(line) => format!("{}:{line}", text(entry, "path")),
        None => text(entry, "path"),
    };
    format!("{}  {}", paint.text(NAME, &text(entry, "symbol")), paint.text(PATH, &place))
}

/// The branches below one, each behind its part of the drawing.
fn children(of: &Value, before: &str, paint: Paint, written: &mut String) {
    let below = of.get("children").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let rest = left_out(of);
    for (at, child) in below.iter().enumerate() {
        let is_last = at + 1 == below.len() && rest.is_none();
        let (corner, next) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        written.push_str(&format!(
            "{before}{corner}{}  {}\n",
            head(child, paint),
            paint.text(ASIDE, &described(child))
        ));
        children(child, &format!("{before}{next}"), paint, written);
    }
    if let Some(rest) = rest {
        written.push_str(&format!("{before}└─ {}\n", paint.text(ASIDE, &rest)));
    }
}

/// `at fees.py:8 (import, 0.95) possible, cycle`.
fn described(child: &Value) -> String {
    let sites = child.get("sites").and_then(Value::as_array).into_iter().flatten();
    let sites: Vec<String> = sites.map(|of| site(Some(of))).collect();
    // A place in the file that was just named needs its line only.
    let near = format!("{}:", text(child, "path"));
    let short = |site: &String| {
        site.strip_prefix(near.as_str()).map_or_else(|| site.clone(), |line| format!("line {line}"))
    };
    let shown: Vec<String> = sites.iter().take(SITES_MAX).map(short).collect();
    let mut words = match shown.is_empty() {
        true => String::new(),
        false => format!("at {}", shown.join(", ")),
    };
    if sites.len() > SITES_MAX {
        words.push_str(&format!(" and {} more", sites.len() - SITES_MAX));
    }
    words.push_str(&format!(" ({})", sureness(child)));
    if text(child, "nature") != "call" {
        words.push_str(" possible");
    }
    match text(child, "end").as_str() {
        "" => {}
        end => words.push_str(&format!(" [{end}]")),
    }
    words.trim_start().to_owned()
}

/// `path:line` of a call.
fn site(of: Option<&Value>) -> String {
    escape::written_place(of.and_then(Value::as_str).unwrap_or_default()).into_string()
}

fn sureness(entry: &Value) -> String {
    let confidence = entry.get("confidence").and_then(Value::as_f64).unwrap_or_default();
    format!("{}, {confidence:.2}", text(entry, "how"))
}

/// What is not shown below an entry, in words.
fn left_out(of: &Value) -> Option<String> {
    let count = |name: &str, words: &str| match number(of, name).as_str() {
        "0" => None,
        count => Some(format!("{count} {words}")),
    };
    let parts: Vec<String> =
        [count("more", "more"), count("unsure", "below the threshold (`--threshold 0` shows them)")]
            .into_iter()
            .flatten()
            .collect();
    (!parts.is_empty()).then(|| format!("… {}", parts.join(", ")))
}
