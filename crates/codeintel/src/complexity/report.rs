//! What the tool says of what it measured: items for the reader, numbers for a program.

use foreword_exec::tool::ToolAnswer;
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_index::complexity::{Function, Reason};
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Value, json};

use super::files::Place;
use super::{Found, One};
use crate::deep;
use foreword_retrieve::symbol::Symbol;

/// What each place in the list costs a function, beside what other tools found.
const RANK_STEP: f64 = 0.05;

/// The answer.
pub(super) fn report(
    found: &Found,
    place: &Place,
    asked: Option<&Symbol>,
    near: &[String],
    left_out: usize,
) -> ToolAnswer {
    let items: Vec<Item> =
        (1..).zip(&found.functions).map(|(rank, one)| item(rank, one, found, asked)).collect();
    let functions: Vec<Value> = found.functions.iter().map(numbers).collect();
    let data = json!({
        "items": items,
        "claims": [],
        "functions": functions,
        "files": { "measured": found.files, "of": found.of_files, "unread": found.unread },
        "measured": found.measured,
        "left_out": left_out,
        "near": near,
    });
    ToolAnswer {
        summary: summary(found, place, asked, near, left_out),
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        truncated: found.late > 0 || found.cut.is_some(),
        notes: notes(found),
    }
}

/// `cyclomatic 23, cognitive 31, 140 lines, nesting 6, 4 parameters`.
fn in_words(function: &Function) -> String {
    let plural = |count: u32, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    format!(
        "cyclomatic {}, cognitive {}, {}, nesting {}, {}",
        function.cyclomatic,
        function.cognitive,
        plural(function.lines(), "line"),
        function.nesting,
        plural(function.parameters, "parameter"),
    )
}

/// How surely the function of a rank is one of those that were asked for: with others beside it, the first come first.
fn share_of(rank: usize) -> f64 {
    deep::rounded(1.0 / (1.0 + RANK_STEP * (rank.saturating_sub(1) as f64)))
}

fn item(rank: usize, one: &One, found: &Found, asked: Option<&Symbol>) -> Item {
    let function = &one.function;
    let why = match asked {
        Some(_) => "named".to_owned(),
        None => format!("number {rank} of {} functions by cognitive complexity", found.measured),
    };
    Item {
        path: Some(one.path.to_string()),
        start_line: Some(function.start_line),
        end_line: Some(function.end_line),
        symbol: Some(ellipsize(&one.symbol(), limits::SUMMARY_CHARS).into_owned()),
        kind: Some("function".to_owned()),
        summary: in_words(function),
        confidence: if asked.is_some() { 1.0 } else { share_of(rank) },
        score: Some(f64::from(function.cognitive)),
        why: Some(why),
        ..Item::default()
    }
}

fn numbers(one: &One) -> Value {
    let function = &one.function;
    let mut numbers = json!({
        "path": &*one.path,
        "symbol": one.symbol(),
        "language": one.language.name,
        "start_line": function.start_line,
        "end_line": function.end_line,
        "cyclomatic": function.cyclomatic,
        "cognitive": function.cognitive,
        "lines": function.lines(),
        "nesting": function.nesting,
        "parameters": function.parameters,
    });
    if !function.reasons.is_empty() {
        numbers["reasons"] = function.reasons.iter().map(reason).collect();
    }
    numbers
}

fn reason(reason: &Reason) -> Value {
    json!({
        "line": reason.line,
        "what": reason.what,
        "cyclomatic": reason.cyclomatic,
        "cognitive": reason.cognitive,
        "nesting": reason.nesting,
    })
}

fn summary(found: &Found, place: &Place, asked: Option<&Symbol>, near: &[String], left_out: usize) -> String {
    let at = place.words();
    let text = match (found.functions.first(), asked) {
        (Some(first), _) => {
            let count = found.functions.len() + left_out;
            let functions = if count == 1 { "function" } else { "functions" };
            let measured = if found.late > 0 { " measured in time" } else { "" };
            let numbers = in_words(&first.function);
            format!("{count} {functions}{at}{measured}; first {}: {numbers}", escape::symbol(&first.symbol()))
        }
        (None, Some(asked)) if near.is_empty() => {
            format!("no function {}{at}", escape::symbol(&asked.written))
        }
        (None, Some(asked)) => {
            let asked = escape::symbol(&asked.written);
            format!("no function {asked}{at}; the nearest names: {}", deep::listed_names(near))
        }
        (None, None) if found.unread > 0 && found.of_files <= 1 => {
            format!("nothing measured{at}: not a file with functions that can be parsed")
        }
        (None, None) => format!("no functions{at}"),
    };
    ellipsize(&text, limits::SUMMARY_CHARS).into_owned()
}

fn notes(found: &Found) -> Vec<String> {
    let mut notes = Vec::new();
    if found.late > 0 {
        let of = found.of_files;
        notes.push(format!(
            "ci_complexity: time limit; measured {} of {of} files, code and the largest first; another call may measure others",
            of - found.late
        ));
    }
    notes.extend(found.cut.map(|cut| format!("ci_complexity: {cut}")));
    if found.unread > 0 {
        notes.push(format!(
            "ci_complexity: {} not measured: larger than {} KB, not text, or not to be parsed",
            if found.unread == 1 { "1 file".to_owned() } else { format!("{} files", found.unread) },
            limits::LIVE_SCAN_FILE_BYTES / 1_000
        ));
    }
    notes
}
