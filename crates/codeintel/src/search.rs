//! `ci_search`: the places that answer a question, a symbol or an error text.
//!
//! The search is `foreword_retrieve`'s; here are its arguments, its answer, and what is looked at for a prompt that names
//! nothing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_guard::sensitive::Sensitive;
use foreword_index::view::IndexView;
use foreword_model::finding::{Claim, Item};
use foreword_model::limits;
use foreword_retrieve::{
    AbsentNames, ExplainedScore, IndexUse, NamedRules, ScanSummary, SearchHits, Searcher,
};
use foreword_text::fold;
use serde_json::{Map, Value, json};

mod args;
mod current_work;

use crate::claims;
use args::SearchArgs;
pub(crate) use args::{EARLIER, EARLIER_PROMPTS, LIST, LOOK_AT};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_search"),
    description: Cow::Borrowed("The places in the code that answer a question, a symbol or an error text."),
    tier: 1,
    timeout_ms: 2_000,
    args: Some(args::ARGS),
    built: true,
};

/// The search, for every tool that starts from one.
pub(crate) struct Search {
    index: Arc<IndexView>,
    sensitive: Sensitive,
    excludes: Vec<String>,
    /// What was searched for in this process: two tools ask the same question of one prompt.
    known: Mutex<BTreeMap<SearchArgs, Arc<OnceLock<Arc<Found>>>>>,
}

/// What a search found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The places, best first.
    pub(crate) items: Vec<Item>,
    /// Of the places of a prompt, those that it names, as path and line; nothing where files are listed.
    pub(crate) named: Option<Vec<(String, u32)>>,
    answer: ToolAnswer,
}

impl Search {
    /// With the index, the files that are never read and the globs that are not.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive, excludes: Vec<String>) -> Self {
        Self { index, sensitive, excludes, known: Mutex::default() }
    }

    /// What a search finds, or waits for an identical search under way.
    pub(crate) fn find(&self, call: &Call<'_>) -> Result<Arc<Found>, ToolFailure> {
        let args = SearchArgs::of(call)?;
        let slot = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(args.clone()).or_default())
        };
        Ok(Arc::clone(slot.get_or_init(|| {
            Arc::new(if args.looks_at_work {
                self.current_work(call, &args)
            } else {
                self.search(call, &args)
            })
        })))
    }

    /// The places of the work at hand, for a question that names nothing.
    fn current_work(&self, call: &Call<'_>, args: &SearchArgs) -> Found {
        let rules = NamedRules { sensitive: &self.sensitive, content: self.index.content(call.jail) };
        let (items, mut notes) = current_work::find(call, &args.request, rules, self.index.folder());
        notes.extend(self.index.ask_for_refresh(call.jail.root()));
        let summary = match items.len() {
            0 => "nothing uncommitted, and no earlier place".to_owned(),
            1 => "1 place of the work at hand".to_owned(),
            several => format!("{several} places of the work at hand"),
        };
        let redactions = count_masked(&json!(items).to_string());
        let data = json!({ "items": items, "claims": [] });
        let answer = ToolAnswer { summary, data: Some(data), truncated: false, notes, redactions };
        Found { items, named: None, answer }
    }

    fn search(&self, call: &Call<'_>, args: &SearchArgs) -> Found {
        let searcher = Searcher {
            jail: call.jail,
            index: &self.index,
            sensitive: &self.sensitive,
            excludes: &self.excludes,
            deadline: call.deadline,
        };
        let hits = searcher.search(&args.request);
        let answer = report(&hits);
        Found { items: hits.items, named: hits.named, answer }
    }
}

/// The search as a tool.
pub(crate) struct SearchTool(pub(crate) Arc<Search>);

impl Tool for SearchTool {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.0.find(call).map(|found| found.answer.clone())
    }
}

fn report(hits: &SearchHits) -> ToolAnswer {
    let SearchHits { items, named: _, symbols, absent, certainty, scanned, index, ranking, notes } = hits;
    let mut notes = notes.clone();
    let files = scanned.files;
    let claims = definitions(items, symbols);
    // Of interest only where something is missing: most large sources are generated.
    if !scanned.large.is_empty() && (items.is_empty() || claims.len() < symbols.len()) {
        notes.push(large_note(&scanned.large));
    }
    let summary =
        match items.first().and_then(|first| first.path.as_deref().map(|path| (path, first.start_line))) {
            Some((path, Some(line))) => {
                format!("{} places in {files} files; best {}", items.len(), escape::place(path, Some(line)))
            }
            Some((path, None)) => {
                format!("{} places in {files} files; best {}", items.len(), escape::path(path))
            }
            None => format!("nothing relevant in {files} files"),
        };
    let redactions = count_masked(&json!(items).to_string());
    let mut data = Map::new();
    data.insert("items".to_owned(), json!(items));
    data.insert("claims".to_owned(), json!(claims));
    data.insert("scanned".to_owned(), describe_scan(scanned));
    data.insert("index".to_owned(), describe_index(*index));
    if let Some(absent) = absent {
        let AbsentNames { symbols, paths, technologies } = absent;
        let absent = json!({ "symbols": symbols, "paths": paths, "technologies": technologies });
        data.insert("absent".to_owned(), absent);
    }
    data.extend(certainty.map(|certainty| ("certainty".to_owned(), json!(certainty.name()))));
    data.insert("ranking".to_owned(), ranking.iter().map(describe_score).collect());
    ToolAnswer { summary, data: Some(Value::Object(data)), truncated: false, notes, redactions }
}

fn describe_scan(scanned: &ScanSummary) -> Value {
    json!({
        "files": scanned.files,
        "bytes": scanned.bytes,
        "languages": scanned.languages,
        "complete": scanned.is_complete,
        "sensitive": scanned.sensitive,
    })
}

fn describe_index(index: IndexUse) -> Value {
    let state = index.state.name();
    match index.compared {
        Some(compared) => json!({
            "state": state,
            "checked": compared.checked,
            "of": compared.of,
            "changed": compared.changed,
            "removed": compared.removed,
            "unread": compared.unread,
        }),
        None => json!({ "state": state }),
    }
}

fn describe_score(explained: &ExplainedScore) -> Value {
    let features: Map<String, Value> =
        explained.features.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    match explained.line {
        Some(line) => {
            json!({ "path": explained.path, "line": line, "score": explained.score, "features": features })
        }
        None => json!({ "path": explained.path, "score": explained.score, "features": features }),
    }
}

/// Says which source files are too large to be searched; the first few are named.
fn large_note(paths: &[String]) -> String {
    let first = paths.iter().take(limits::OVER_BOUND_NAMED);
    let named: Vec<String> = first.map(|path| escape::path(path).to_string()).collect();
    let more = if paths.len() > named.len() { ", …" } else { "" };
    format!("too large to be searched: {}{more}", named.join(", "))
}

/// Where the names of the query are defined: for each the first place that was found.
fn definitions(items: &[Item], symbols: &[String]) -> Vec<Claim> {
    let defining = |name: &String| {
        let is_of = |item: &&Item| {
            let last = item.symbol.as_deref().and_then(|symbol| symbol.rsplit(['.', ':', '#']).next());
            last.is_some_and(|last| fold::is_same_name(last, name))
        };
        let item = items.iter().find(is_of)?;
        Some(claims::is_defined(name, &format!("{}:{}", item.path.as_deref()?, item.start_line?)))
    };
    symbols.iter().filter_map(defining).collect()
}

#[cfg(test)]
mod tests;
