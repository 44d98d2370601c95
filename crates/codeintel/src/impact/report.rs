//! What the tool says of what a change reaches: files in three groups, the tests to run, the definitions as items.

use std::collections::BTreeSet;
use std::rc::Rc;

use foreword_exec::tool::ToolAnswer;
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_index::class::{self, FileClass};
use foreword_index::language;
use foreword_index::store::DefinitionId;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Value, json};

use super::Changed;
use super::files::ReachedFile;
use super::spread::{Reached, Spread};
use crate::deep::{self, counted, rounded};
use crate::mermaid::{Graph, Line};
use crate::nodes::Nodes;

/// From here on something is certain to be concerned.
const CERTAIN: f64 = 0.8;
/// From here on it is likely.
const LIKELY: f64 = 0.4;
/// Reasons of a file that are given.
const REASONS_MAX: usize = 3;

/// The answer.
pub(super) fn report(
    changed: &Changed,
    spread: &Spread,
    files: Vec<ReachedFile>,
    nodes: &Nodes<'_>,
) -> ToolAnswer {
    let left_out = files.len().saturating_sub(limits::IMPACT_FILES);
    let shown = &files[..files.len().min(limits::IMPACT_FILES)];
    // What changes itself is not reached by the change.
    let is_changed = |of: Option<DefinitionId>| of.is_some_and(|of| changed.definitions.contains(&of));
    let mut reached: Vec<&Reached> = spread.reached.values().filter(|one| !is_changed(one.of)).collect();
    reached.sort_by(|a, b| {
        let place = |one: &Reached| (one.steps, one.file, one.of, one.line);
        b.confidence.total_cmp(&a.confidence).then_with(|| place(a).cmp(&place(b)))
    });
    let mut graph = Graph::default();
    let (mut items, places) = listed(&reached, shown, nodes, &mut graph);
    let tests = TestsToRun::of(&files, nodes);
    items.extend(tests.item());
    let own: BTreeSet<Rc<str>> = changed.files.iter().filter_map(|file| nodes.path(*file)).collect();
    let is_own = |place: &&Value| place["path"].as_str().is_some_and(|path| own.contains(path));
    let own_places = places.iter().filter(is_own).count();
    let summary = summary(changed, shown, left_out, own_places, &tests);
    let data = json!({
        "items": items,
        "claims": [],
        "changed": changed.what,
        "changed_files": own.iter().map(|path| &**path).collect::<Vec<&str>>(),
        "removed": changed.removed,
        "files": shown.iter().map(file_value).collect::<Vec<Value>>(),
        "places": places,
        "tests": tests.shown.iter().map(|file| file.path.as_str()).collect::<Vec<&str>>(),
        "tests_left_out": tests.left_out,
        "left_out": left_out,
        "mermaid": graph.into_text(),
    });
    ToolAnswer {
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        truncated: left_out > 0,
        notes: notes(spread, nodes.changed()),
    }
}

/// For a file that the index does not have.
pub(super) fn unknown_file(path: &str) -> ToolAnswer {
    let summary =
        format!("the index does not have {}: nothing is known of what hangs on it", escape::path(path));
    let data = json!({ "items": [], "claims": [], "files": [], "places": [], "tests": [] });
    ToolAnswer {
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        data: Some(data),
        ..ToolAnswer::default()
    }
}

/// For a work tree that is as HEAD has it.
pub(super) fn nothing_pending() -> ToolAnswer {
    let data = json!({ "items": [], "claims": [], "files": [], "places": [], "tests": [] });
    let summary = "nothing is changed that is not committed".to_owned();
    ToolAnswer { summary, data: Some(data), ..ToolAnswer::default() }
}

fn group(confidence: f64) -> &'static str {
    match confidence {
        sure if sure >= CERTAIN => "certain",
        sure if sure >= LIKELY => "likely",
        _ => "possible",
    }
}

fn file_value(file: &ReachedFile) -> Value {
    let why: Vec<&str> = file.why.iter().map(|(_, why)| why.as_str()).take(REASONS_MAX).collect();
    json!({
        "path": file.path,
        "group": group(file.confidence),
        "confidence": rounded(file.confidence),
        "steps": file.steps,
        "is_test": file.class == FileClass::Test,
        "why": why.join("; "),
        "evidence": file.why.iter().map(|(confidence, why)| json!({ "confidence": rounded(*confidence), "why": why })).collect::<Vec<Value>>(),
    })
}

/// The files that a runner would run as tests, of those that are concerned.
struct TestsToRun<'f> {
    /// The surest first.
    shown: Vec<&'f ReachedFile>,
    /// Such files beyond.
    left_out: usize,
    /// Files that may be tests and were not read.
    unread: usize,
}

impl<'f> TestsToRun<'f> {
    fn of(files: &'f [ReachedFile], nodes: &Nodes<'_>) -> Self {
        let mut candidates = files.iter().filter(|file| file.class == FileClass::Test);
        let read = candidates.by_ref().take(limits::IMPACT_TESTS_READ);
        let mut shown: Vec<&ReachedFile> = read.filter(|file| nodes.is_run_as_test(&file.path)).collect();
        let left_out = shown.len().saturating_sub(limits::IMPACT_TESTS);
        shown.truncate(limits::IMPACT_TESTS);
        Self { shown, left_out, unread: candidates.count() }
    }

    /// In words, with what the list leaves out.
    fn describe(&self) -> String {
        match (self.shown.len(), self.left_out, self.unread) {
            (0, _, 0) => "no test is known to cover it".to_owned(),
            (0, _, unread) => {
                format!("no test was found to cover it; {} not looked at", counted(unread, "file"))
            }
            (shown, 0, 0) => format!("{} to run", counted(shown, "test file")),
            (shown, left_out, 0) => format!("{shown} of {} to run", counted(shown + left_out, "test file")),
            (shown, left_out, _) => format!("{shown} of {} or more test files to run", shown + left_out),
        }
    }

    /// As one item: beside many places their files would not be named.
    fn item(&self) -> Option<Item> {
        let confidence = self.shown.first()?.confidence;
        let all = self.shown.len() + self.left_out;
        let mut summary = String::new();
        for (at, test) in self.shown.iter().enumerate() {
            let more = format!(" and {} more", all - at);
            let path = escape::path(&test.path);
            if summary.chars().count() + path.as_str().chars().count() + more.len() > limits::SUMMARY_CHARS {
                summary.push_str(&more);
                break;
            }
            summary.push_str(&format!("{}{path}", if at == 0 { "" } else { ", " }));
        }
        Some(Item {
            title: Some("tests to run".to_owned()),
            kind: Some("tests".to_owned()),
            summary,
            confidence: rounded(confidence),
            why: Some("by calls, names or history tied to what changes, the surest first".to_owned()),
            ..Item::default()
        })
    }
}

/// Definitions that are reached as items, then files that no definition speaks for; and the places as data.
fn listed(
    reached: &[&Reached],
    files: &[ReachedFile],
    nodes: &Nodes<'_>,
    graph: &mut Graph,
) -> (Vec<Item>, Vec<Value>) {
    let mut items: Vec<Item> = Vec::new();
    let mut places = Vec::new();
    for one in reached.iter().take(limits::IMPACT_PLACES) {
        let (Some(on), Some(node)) = (nodes.node(one.on), one.of.and_then(|of| nodes.node(of))) else {
            continue;
        };
        let line = one.line;
        let words =
            format!("{} {} at line {line} ({})", one.relation.name(), escape::symbol(&on.symbol()), one.how);
        let (from, to) = (graph.node(&node.symbol(), &node.place()), graph.node(&on.symbol(), &on.place()));
        let style = if one.confidence >= CERTAIN { Line::Solid } else { Line::Dotted };
        graph.line(from, to, style, one.relation.name());
        places.push(json!({
            "symbol": node.symbol(),
            "path": &*node.path,
            "line": line,
            "group": group(one.confidence),
            "confidence": rounded(one.confidence),
            "steps": one.steps,
            "relation": one.relation.name(),
            "on": on.symbol(),
            "how": one.how,
        }));
        let why = format!("{}: {words}, {}", group(one.confidence), counted(one.steps as usize, "step"));
        items.push(deep::item(&node, one.confidence, why));
    }
    for file in files {
        if !items.iter().any(|item| item.path.as_deref() == Some(file.path.as_str())) {
            items.push(file_item(file));
        }
    }
    let is_test = |item: &Item| {
        item.path
            .as_deref()
            .is_some_and(|path| class::of_path(path, language::of_path(path)) == FileClass::Test)
    };
    items.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| is_test(a).cmp(&is_test(b))));
    items.truncate(limits::DEEP_ITEMS);
    (items, places)
}

fn file_item(file: &ReachedFile) -> Item {
    let why: Vec<&str> = file.why.iter().map(|(_, why)| why.as_str()).take(REASONS_MAX).collect();
    Item {
        path: Some(file.path.clone()),
        kind: Some("file".to_owned()),
        confidence: rounded(file.confidence),
        why: Some(format!("{}: {}", group(file.confidence), why.join("; "))),
        ..Item::default()
    }
}

fn summary(
    changed: &Changed,
    shown: &[ReachedFile],
    left_out: usize,
    own_places: usize,
    tests: &TestsToRun<'_>,
) -> String {
    let own = match own_places {
        0 => String::new(),
        count => counted(count, "definition") + " beside it",
    };
    if shown.is_empty() {
        let reached = if own.is_empty() { "nothing that is known" } else { &own };
        return format!("a change of {} reaches {reached}", changed.what);
    }
    let own = if own.is_empty() { own } else { format!("{own} and ") };
    let count = |name: &str| shown.iter().filter(|file| group(file.confidence) == name).count();
    let groups: Vec<String> = ["certain", "likely", "possible"]
        .into_iter()
        .filter(|name| count(name) > 0)
        .map(|name| format!("{} {name}", count(name)))
        .collect();
    let more = if left_out > 0 { format!(" and {left_out} more") } else { String::new() };
    let files = counted(shown.len(), "file");
    let (groups, tests) = (groups.join(", "), tests.describe());
    format!("a change of {} reaches {own}{files}{more}: {groups}; {tests}", changed.what)
}

fn notes(spread: &Spread, changed: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if spread.unvisited > 0 {
        let count = counted(spread.unvisited, "definition");
        notes.push(format!("ci_impact: limit reached; {count} not followed further"));
    }
    if spread.unread_files > 0 {
        let files = counted(spread.unread_files, "file");
        notes.push(format!("ci_impact: {files} that may hold more were not read"));
    }
    if changed > 0 {
        let files = counted(changed, "file");
        notes.push(format!("ci_impact: {files} changed since the index; new uses there may be missing"));
    }
    notes
}
