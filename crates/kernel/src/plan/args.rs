//! Arguments from the prompt: what it names, and the numbers it asks for. Never free text where a name
//! belongs. Whatever is asked for, `exec` clamps.

use foreword_model::limits;
use foreword_text::truncate::truncate_chars;
use serde_json::{Map, Value, json};

use super::numbers;
use crate::SessionMemory;
use crate::intent::{PathMention, Reading, without_records};

/// Characters of the prompt that become a query; a pasted log adds its error instead.
const QUERY_CHARS: usize = 2_000;
/// Characters of an error text handed on.
const ERROR_CHARS: usize = 8_000;

type Args = Map<String, Value>;

/// Why the search runs, with what it looks for.
pub(super) fn search_reason(reading: &Reading) -> String {
    if reading.names_nothing {
        return "the prompt names nothing: what is not committed, and the session's earlier places"
            .to_owned();
    }
    let mentions = &reading.mentions;
    let named: Vec<String> = mentions
        .symbols
        .iter()
        .chain(mentions.paths.iter().map(|mention| &mention.path))
        .take(3)
        .map(|name| format!("`{name}`"))
        .collect();
    match named.is_empty() {
        true => "where the words of the prompt occur".to_owned(),
        false => format!("where {} is defined and used", named.join(", ")),
    }
}

/// `ci_search`.
pub(super) fn search(reading: &Reading, prompt: &str, session: &SessionMemory) -> Args {
    let mut args = searched(reading, prompt, session);
    insert_number(&mut args, "limit", numbers::LIMIT.find(prompt));
    args
}

/// `ci_graph_rag`.
pub(super) fn graph(reading: &Reading, prompt: &str, session: &SessionMemory) -> Args {
    let mut args = searched(reading, prompt, session);
    insert_number(&mut args, "depth", numbers::DEPTH.find(prompt));
    insert_number(&mut args, "top_k", numbers::TOP_K.find(prompt));
    insert_number(&mut args, "budget", numbers::TOKENS.find(prompt));
    // The search beside it shows them.
    args.insert("starts".to_owned(), Value::from("named"));
    args
}

/// What a search looks for: what the prompt names, or, where that is nothing, the work at hand.
fn searched(reading: &Reading, prompt: &str, session: &SessionMemory) -> Args {
    if !reading.names_nothing {
        let mut args = named(reading, prompt);
        insert_texts(&mut args, "earlier", &session.places);
        insert_texts(&mut args, "earlier_prompts", &session.prompts);
        return args;
    }
    let mut args = object(json!({ "query": truncate_chars(prompt, QUERY_CHARS), "look_at": "current_work" }));
    insert_texts(&mut args, "paths", &session.places);
    args
}

/// A tool of the user's: the prompt and what it names.
pub(super) fn external(reading: &Reading, prompt: &str) -> Args {
    let mut args = named(reading, prompt);
    args.remove("list");
    args
}

/// `ci_call_chain`.
pub(super) fn call_chain(symbol: &str, prompt: &str) -> Args {
    let mut args = object(json!({ "symbol": symbol, "direction": direction(prompt) }));
    insert_number(&mut args, "depth", numbers::DEPTH.find(prompt));
    args
}

/// `ci_bug_locate`: the whole prompt, because what people say of an error leads to it as well; of a long one its beginning and the error.
pub(super) fn bug_locate(error: Option<&str>, prompt: &str) -> Args {
    let text = match error {
        Some(error) if prompt.chars().count() > ERROR_CHARS => {
            format!("{}\n{}", truncate_chars(prompt, ERROR_CHARS / 2), truncate_chars(error, ERROR_CHARS / 2))
        }
        Some(_) | None => truncate_chars(prompt, ERROR_CHARS).to_owned(),
    };
    let mut args = object(json!({ "error": text }));
    insert_number(&mut args, "top", numbers::TOP.find(prompt));
    args
}

/// `ci_impact`.
pub(super) fn impact(symbol: Option<&str>, path: Option<&str>, prompt: &str) -> Args {
    let mut args = match (symbol, path) {
        (Some(symbol), _) => object(json!({ "symbol": symbol })),
        (None, Some(path)) => object(json!({ "file": path })),
        (None, None) => Args::new(),
    };
    insert_number(&mut args, "depth", numbers::DEPTH.find(prompt));
    args
}

/// `ci_complexity`.
pub(super) fn complexity(symbol: Option<&str>, path: Option<&str>, prompt: &str) -> Args {
    let mut args = Args::new();
    insert_text(&mut args, "symbol", symbol);
    insert_text(&mut args, "path", path);
    insert_number(&mut args, "top", numbers::TOP.find(prompt));
    args
}

/// `ci_hotspot`.
pub(super) fn hotspot(path: Option<&str>, prompt: &str) -> Args {
    let mut args = Args::new();
    insert_text(&mut args, "path", path);
    insert_number(&mut args, "days", numbers::DAYS.find(prompt));
    insert_number(&mut args, "top", numbers::TOP.find(prompt));
    args
}

/// The prompt as a query; where an error is pasted, without the records around it, and of a long one its beginning
/// and the error.
pub(super) fn query(reading: &Reading, prompt: &str) -> String {
    let Some(error) = &reading.mentions.error else {
        return truncate_chars(prompt, QUERY_CHARS).to_owned();
    };
    let told = without_records(prompt);
    match told.chars().count() > QUERY_CHARS {
        true => {
            format!("{}\n{}", truncate_chars(&told, QUERY_CHARS / 2), truncate_chars(error, QUERY_CHARS / 2))
        }
        false => told.into_owned(),
    }
}

fn named(reading: &Reading, prompt: &str) -> Args {
    let mentions = &reading.mentions;
    let mut args = object(json!({ "query": query(reading, prompt), "list": "places" }));
    let symbols: Vec<&str> = mentions.symbols.iter().map(String::as_str).take(limits::MENTIONS).collect();
    let paths: Vec<String> = mentions.paths.iter().map(place).take(limits::MENTIONS).collect();
    if !symbols.is_empty() {
        args.insert("symbols".to_owned(), Value::from(symbols));
    }
    if !paths.is_empty() {
        args.insert("paths".to_owned(), Value::from(paths));
    }
    args
}

/// `path`, or `path:line` where the prompt names a line.
fn place(mention: &PathMention) -> String {
    match mention.line {
        Some(line) => format!("{}:{line}", mention.path),
        None => mention.path.clone(),
    }
}

fn direction(prompt: &str) -> &'static str {
    let lower = prompt.to_lowercase();
    let asks = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let up = asks(&["caller", "who calls", "called by", "called from", "谁调", "调用者", "往上", "被调用"]);
    let down = asks(&["callee", "does it call", "calls into", "往下", "调用了哪些", "调用了什么"]);
    match (up, down) {
        (true, false) => "callers",
        (false, true) => "callees",
        (true, true) | (false, false) => "both",
    }
}

fn insert_text(args: &mut Args, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        args.insert(name.to_owned(), Value::from(text));
    }
}

fn insert_texts(args: &mut Args, name: &str, texts: &[String]) {
    if !texts.is_empty() {
        let texts: Vec<&str> = texts.iter().map(String::as_str).take(limits::MENTIONS).collect();
        args.insert(name.to_owned(), Value::from(texts));
    }
}

fn insert_number(args: &mut Args, name: &str, number: Option<u64>) {
    if let Some(number) = number {
        args.insert(name.to_owned(), Value::from(number));
    }
}

fn object(value: Value) -> Args {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Args::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions() {
        assert_eq!(direction("who calls parse?"), "callers");
        assert_eq!(direction("parse 调用了哪些函数"), "callees");
        assert_eq!(direction("call chain of parse"), "both");
    }
}
