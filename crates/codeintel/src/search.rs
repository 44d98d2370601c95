//! `ci_search`: the places that answer a question, by a live scan of the repository.
//!
//! query → scan → rank → extract. It needs no index and stays the fallback while one is missing.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::path::PathError;
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use foreword_model::finding::Item;
use foreword_model::{limits, texts};
use serde_json::json;

mod answer;
mod chinese;
mod extract;
mod glossary;
mod header;
mod matcher;
mod query;
mod rank;
mod scan;
mod vocabulary;
mod weights;
mod words;

use matcher::Matcher;
use rank::Named;
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
        let query = query::read(text, &call.texts("symbols"), &repository.unwrap_or_default());
        let matcher = Matcher::new(&query);
        let scan = scan::scan(call.jail, &matcher, &self.sensitive, &self.excludes, scan_deadline);
        let mut notes = Vec::new();
        let named = self.named(call, &scan, &mut notes);
        let ranking = rank::rank(&scan, &query, &matcher, &named);
        let limit = call.count("limit").unwrap_or(limits::LIVE_SCAN_PARSED);
        let items = answer::items(call, &scan, &ranking, &self.sensitive, limit, deadline);
        if let Some(stopped) = scan.cut {
            notes.push(format!("live scan stopped after {} files: {}", scan.files.len(), stopped.words()));
        }
        Ok(report(&items, &scan, notes))
    }

    /// The files and directories that the caller names, checked; what may not be read is said.
    fn named(&self, call: &Call<'_>, scan: &Scan, notes: &mut Vec<String>) -> Named {
        let mut named = Named::default();
        for path in call.texts("paths").into_iter().take(limits::MENTIONS) {
            match call.jail.resolve(path) {
                _ if self.sensitive.matches(path) => notes.push(format!("{}: {path}", texts::SENSITIVE_PATH)),
                Ok(found) if self.sensitive.matches(found.as_str()) => {
                    notes.push(format!("{}: {path}", texts::SENSITIVE_PATH));
                }
                Ok(found) if call.jail.metadata(&found).is_ok_and(|metadata| metadata.is_dir) => {
                    named.directories.push(found.as_str().to_owned());
                }
                Ok(found) => named.files.push(found.as_str().to_owned()),
                Err(PathError::Outside) => notes.push(format!("{}: {path}", texts::OUTSIDE_PATH)),
                // A path is often named without its beginning.
                Err(PathError::Absent) => named.files.extend(ending_in(scan, path)),
                Err(
                    PathError::Special | PathError::Invalid | PathError::TooLarge { .. } | PathError::Io(_),
                ) => {}
            }
        }
        named
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

/// Files whose path ends in the given one, at a directory's border.
fn ending_in<'s>(scan: &'s Scan, path: &'s str) -> impl Iterator<Item = String> + 's {
    let wanted = path.trim_start_matches("./").trim_start_matches('/');
    let ends = move |file: &str| {
        file.strip_suffix(wanted).is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    let files = scan.files.iter().map(|scanned| scanned.file.path.as_str());
    files.filter(move |file| !wanted.is_empty() && ends(file)).map(str::to_owned).take(limits::MENTIONS)
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
    ToolAnswer { summary, data: Some(data), truncated: false, notes }
}

#[cfg(test)]
mod tests;
