//! What the tool says of an error: files with their evidence, functions as items, the frames of its trace.

use std::collections::BTreeMap;

use foreword_exec::tool::ToolAnswer;
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Value, json};

use super::functions::Function;
use crate::deep::{self, counted, rounded};
use foreword_retrieve::report::{OwnFrame, RankedFile, Stack};
use foreword_retrieve::trace::Trace;

/// Reasons of a file that are given.
const REASONS_MAX: usize = 3;
/// A reason that adds less than this share of a file's score is not given.
const REASON_SHARE_MIN: f64 = 0.08;
/// The most that words and history alone can say.
const CONFIDENCE_MAX: f64 = 0.7;
/// How sure a place is that the trace names.
const IN_TRACE: f64 = 0.95;

/// A file of the answer.
pub(super) struct Located<'l> {
    pub(super) path: &'l str,
    pub(super) ranked: &'l RankedFile,
    pub(super) functions: Vec<Function>,
    /// Why the index knows nothing of it but its name.
    pub(super) unread: Option<&'static str>,
}

/// The answer.
pub(super) fn report(
    located: &[Located<'_>],
    stack: &Stack<'_>,
    trace: &Trace,
    notes: Vec<String>,
) -> ToolAnswer {
    let best = located.first().map_or(1.0, |first| first.ranked.score).max(f64::MIN_POSITIVE);
    let files: Vec<Value> = located.iter().map(|file| file_value(file, stack)).collect();
    let items = located.iter().flat_map(|file| items_of(file, stack, best));
    let items: Vec<Item> = items.take(limits::DEEP_ITEMS).collect();
    let data = json!({
        "items": items,
        "claims": [],
        "files": files,
        "frames": frames(stack),
        "messages": messages(trace),
    });
    ToolAnswer {
        summary: ellipsize(&summary(located, stack), limits::SUMMARY_CHARS).into_owned(),
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        notes,
        ..ToolAnswer::default()
    }
}

/// The answer without an index: the frames of the trace that are in the repository.
pub(super) fn by_trace_alone(stack: &Stack<'_>, trace: &Trace) -> ToolAnswer {
    let mut files: Vec<Value> = Vec::new();
    let mut items: Vec<Item> = Vec::new();
    for frame in stack.own.iter().take(limits::LOCATE_FRAMES) {
        let Some(path) = frame.paths.first() else { continue };
        let at = frame.line.map(|line| format!(" at line {line}")).unwrap_or_default();
        let why = format!("in the trace{at}");
        if !files.iter().any(|file| file["path"] == *path) {
            files.push(
                json!({ "path": path, "score": 1.0 / (files.len() + 1) as f64, "why": why, "functions": [] }),
            );
        }
        items.push(Item {
            path: Some((*path).to_owned()),
            start_line: frame.line,
            end_line: frame.line,
            symbol: frame.function.clone(),
            kind: Some("frame".to_owned()),
            confidence: rounded(IN_TRACE / frame.paths.len().max(1) as f64),
            why: Some(why),
            ..Item::default()
        });
    }
    let summary = format!(
        "{} of {} of the trace in the repository; no index yet, so nothing else was looked at",
        stack.own.len(),
        counted(stack.frames, "frame")
    );
    let data = json!({
        "items": items,
        "claims": [],
        "files": files,
        "frames": frames(stack),
        "messages": messages(trace),
    });
    ToolAnswer {
        summary,
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        ..ToolAnswer::default()
    }
}

fn messages(trace: &Trace) -> Vec<String> {
    let shown = trace.messages.iter().take(limits::LOCATE_MESSAGES);
    shown.map(|message| ellipsize(&message.text, limits::SUMMARY_CHARS).into_owned()).collect()
}

/// The numbers behind the order, for whoever asks how it came to be.
pub(super) fn ranking(ranked: &[RankedFile], path: impl Fn(usize) -> String) -> Value {
    let one = |one: &RankedFile| {
        let features: BTreeMap<&str, f64> = one.values.named().collect();
        json!({ "path": path(one.place), "score": one.score, "features": features })
    };
    ranked.iter().map(one).collect()
}

/// What speaks most for a file, in words.
fn reasons(file: &RankedFile) -> String {
    let mut reasons = file.values.reasons(REASON_SHARE_MIN);
    reasons.truncate(REASONS_MAX);
    reasons.join("; ")
}

fn file_value(file: &Located<'_>, stack: &Stack<'_>) -> Value {
    let functions: Vec<Value> = file
        .functions
        .iter()
        .map(|function| {
            json!({
                "symbol": function.node.symbol(),
                "line": function.line.unwrap_or(function.node.definition.start_line),
                "start_line": function.node.definition.start_line,
                "end_line": function.node.definition.end_line,
                "is_in_trace": function.is_in_trace,
            })
        })
        .collect();
    json!({
        "path": file.path,
        "score": rounded(file.ranked.score),
        "why": why(file, stack),
        "functions": functions,
    })
}

fn why(file: &Located<'_>, stack: &Stack<'_>) -> String {
    let frame = stack.own.iter().find(|frame| frame.paths.contains(&file.path));
    let said = frame.and_then(|frame| frame.line).map(|line| format!("the trace names line {line}"));
    let said = match (said, file.unread) {
        (Some(said), Some(why)) => Some(format!("{said}; the file is not read: {why}")),
        (said, _) => said,
    };
    let rest = reasons(file.ranked);
    match said {
        Some(said) if rest.is_empty() => said,
        Some(said) => format!("{said}; {rest}"),
        None => rest,
    }
}

fn items_of(file: &Located<'_>, stack: &Stack<'_>, best: f64) -> Vec<Item> {
    let share = (file.ranked.score / best).clamp(0.0, 1.0);
    let why = why(file, stack);
    let confidence = |is_in_trace: bool| if is_in_trace { IN_TRACE } else { CONFIDENCE_MAX * share };
    if file.functions.is_empty() {
        let is_in_trace = file.ranked.values.is_framed();
        return vec![Item {
            path: Some(file.path.to_owned()),
            kind: Some("file".to_owned()),
            confidence: rounded(confidence(is_in_trace)),
            why: Some(why),
            ..Item::default()
        }];
    }
    // The words of one file say more of the next file than of its own third function.
    let functions = file.functions.iter().enumerate();
    let items = functions.filter(|(at, function)| *at == 0 || function.is_in_trace).map(|(at, function)| {
        let words = match (function.is_in_trace, function.line) {
            (true, Some(line)) => format!("in the trace at line {line}; {why}"),
            (true, None) => format!("in the trace; {why}"),
            (false, _) => why.clone(),
        };
        // Further functions of a file are guesses among its own.
        let far = if function.is_in_trace { 1.0 } else { 1.0 / (at + 1) as f64 };
        deep::item(&function.node, confidence(function.is_in_trace) * far, words)
    });
    items.collect()
}

fn frames(stack: &Stack<'_>) -> Vec<Value> {
    let frame = |frame: &OwnFrame<'_>| {
        json!({
            "path": frame.paths.first(),
            "line": frame.line,
            "function": frame.function,
            "ties": frame.paths.len(),
            "fit": format!("{:?}", frame.fit).to_lowercase(),
        })
    };
    stack.own.iter().take(limits::LOCATE_FRAMES).map(frame).collect()
}

fn summary(located: &[Located<'_>], stack: &Stack<'_>) -> String {
    let Some(first) = located.first() else {
        return "no file of the repository answers to this text".to_owned();
    };
    let function =
        first.functions.first().map(|function| format!(" {}", escape::symbol(&function.node.symbol())));
    let function = function.unwrap_or_default();
    let trace = match (stack.frames, stack.own.len()) {
        (0, _) => String::new(),
        (frames, own) => format!("; {} of {} of the trace in the repository", own, counted(frames, "frame")),
    };
    format!("{}, first {}{function}{trace}", counted(located.len(), "file"), escape::path(first.path))
}
