//! `ci_search`: the places that answer a question, by a live scan of the repository.
//!
//! query → scan → rank → extract. It needs no index and stays the fallback while one is missing.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::secrets::count_masked;
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use foreword_model::finding::Item;
use foreword_model::limits;
use serde_json::json;

mod answer;
mod chinese;
mod extract;
mod glossary;
mod matcher;
mod named;
mod place;
mod query;
mod rank;
mod scan;
mod vocabulary;
mod weights;
mod words;

use matcher::Matcher;
use scan::Scan;

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_search"),
    description: Cow::Borrowed("The places in the code that answer a question, a symbol or an error text."),
    tier: 1,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "query", kind: ArgKind::Text, required: true, doc: "What is looked for, in words." },
    ArgSpec {
        name: "symbols",
        kind: ArgKind::TextList,
        required: false,
        doc: "Names to be found as written.",
    },
    ArgSpec {
        name: "paths",
        kind: ArgKind::TextList,
        required: false,
        doc: "Files or directories to prefer.",
    },
    ArgSpec {
        name: "limit",
        kind: ArgKind::Count { default: 10, ceiling: 10 },
        required: false,
        doc: "Places in the answer.",
    },
];

/// The part of the time that reading may take; the rest is for parsing what was found.
const SCAN_SHARE: f64 = 0.75;

/// The tool.
pub(crate) struct Search {
    sensitive: Sensitive,
    excludes: Vec<String>,
}

impl Search {
    /// With the files that are never read and the globs that are not.
    pub(crate) fn new(sensitive: Sensitive, excludes: Vec<String>) -> Self {
        Self { sensitive, excludes }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let Some(text) = call.text("query") else {
            return Err(ToolFailure::error(ErrorCode::EInvalidArgs, "query is missing"));
        };
        let started = Instant::now();
        let deadline = call.deadline.min(started + Duration::from_millis(limits::LIVE_SCAN_MS));
        let scan_deadline = started + deadline.saturating_duration_since(started).mul_f64(SCAN_SHARE);
        let repository = call.jail.root().file_name().map(|name| name.to_string_lossy().into_owned());
        let text = named::without_directories(text, &call.texts("paths"));
        let query = query::read(&text, &call.texts("symbols"), &repository.unwrap_or_default());
        let matcher = Matcher::new(&query);
        let mut scan = scan::scan(call.jail, &matcher, &self.sensitive, &self.excludes, scan_deadline);
        let mut notes = Vec::new();
        let mut named = named::resolve(call, &self.sensitive, &scan, &mut notes);
        named::look_at_rest(&mut named, call, &matcher, &self.sensitive, &self.excludes, &mut scan);
        let ranking = rank::rank(&scan, &query, &matcher, &named);
        let limit = call.count("limit").unwrap_or(limits::LIVE_SCAN_PARSED);
        let request = answer::Request { named: &named, sensitive: &self.sensitive, limit, deadline };
        let items = answer::items(call, &scan, &ranking, &request);
        if let Some(stopped) = scan.cut {
            notes.push(format!("live scan stopped after {} files: {}", scan.files.len(), stopped.words()));
        }
        Ok(report(&items, &scan, notes))
    }
}

impl Tool for Search {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

fn report(items: &[Item], scan: &Scan, notes: Vec<String>) -> ToolAnswer {
    let files = scan.files.len();
    let summary = match items
        .first()
        .and_then(|first| first.path.as_deref().map(|path| (path, first.start_line)))
    {
        Some((path, Some(line))) => format!("{} places in {files} files; best {path}:{line}", items.len()),
        Some((path, None)) => format!("{} places in {files} files; best {path}", items.len()),
        None => format!("nothing relevant in {files} files"),
    };
    let redactions = count_masked(&json!(items).to_string());
    let data = json!({
        "items": items,
        "claims": [],
        "scanned": {
            "files": files,
            "bytes": scan.bytes,
            "languages": scan.languages,
            "complete": scan.cut.is_none(),
            "sensitive": scan.sensitive.len(),
        },
        "index": "missing",
    });
    ToolAnswer { summary, data: Some(data), truncated: false, notes, redactions }
}

#[cfg(test)]
mod tests;
