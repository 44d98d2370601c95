//! What the tools that follow calls have in common: the index that they need, the one thing that a symbol means, and
//! what is said if it means several or none.

use std::sync::Arc;

use foreword_exec::tool::{Call, ToolAnswer, ToolFailure};
use foreword_guard::escape::{self, EscapedText};
use foreword_index::store::{Store, StoreError};
use foreword_index::view::IndexView;
use foreword_model::error::ErrorCode;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::json;

use crate::nodes::{Node, Nodes};
use foreword_retrieve::symbol::{Group, Symbol, known_like, nearest};

/// The one thing that a symbol means.
#[derive(Debug)]
pub(crate) struct Named {
    /// Several definitions if it is overloaded.
    pub(crate) group: Group,
    /// The first of them, as it is now.
    pub(crate) node: Node,
    /// `path:line` of others of that name, in tests, examples and the code of others.
    pub(crate) aside: Vec<String>,
}

/// Reads a symbol that a caller names.
pub(crate) fn parse_symbol(written: &str) -> Result<Symbol, ToolFailure> {
    Symbol::new(written).map_err(|error| ToolFailure::skipped(ErrorCode::EInvalidArgs, error.to_string()))
}

/// The index of a tool that needs one.
pub(crate) fn store<'i>(
    index: &'i Arc<IndexView>,
    call: &Call<'_>,
    tool: &str,
) -> Result<&'i Store, ToolFailure> {
    let Some(store) = index.usable() else {
        let later = index.ask_for_refresh(call.jail.root());
        let next = match (later, index.is_refresh_asked() || index.is_building()) {
            (Some(why), _) => why,
            (None, true) => "it is being built; ask again in a moment".to_owned(),
            (None, false) => "`foreword index` builds it".to_owned(),
        };
        let message = format!("{tool} needs the index of this repository: {next}");
        return Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message));
    };
    Ok(store)
}

/// Ends an answer: what is damaged is built anew, what is behind is brought up to date.
pub(crate) fn finish(
    index: &IndexView,
    call: &Call<'_>,
    answered: Result<ToolAnswer, StoreError>,
) -> Result<ToolAnswer, ToolFailure> {
    let mut answer = answered.map_err(|error| {
        // Why there can be none is said by the failure itself.
        let _ = index.ask_for_refresh(call.jail.root());
        ToolFailure::error(ErrorCode::EToolUnavailable, format!("the index cannot be read: {error}"))
    })?;
    answer.notes.extend(index.ask_for_refresh(call.jail.root()));
    Ok(answer)
}

/// The names that are most like one that is unknown, of those that a file of now defines.
/// `read` are names that were read just now.
pub(crate) fn nearest_now(symbol: &Symbol, store: &Store, read: &[String], nodes: &Nodes<'_>) -> Vec<String> {
    let mut known = known_like(store, symbol.name());
    loop {
        let near = nearest(symbol.name(), known.iter().chain(read).cloned());
        // The name itself is here where another kind of thing is asked for than what has it: it is no help.
        let is_gone =
            |near: &&String| !read.contains(near) && (**near == symbol.written || !nodes.is_defined(near));
        match near.iter().find(is_gone) {
            None => return near,
            Some(gone) => known.retain(|known| known != gone),
        }
    }
}

/// The one thing that a symbol means, or an answer that says why there is none.
pub(crate) fn one(
    store: &Store,
    symbol: &Symbol,
    nodes: &Nodes<'_>,
) -> Result<Result<Named, ToolAnswer>, StoreError> {
    let meaning = symbol.meaning(store)?;
    let groups = match line_of(symbol) {
        Some((path, line)) => at_line(store, path, line, meaning.groups, nodes)?,
        None => meaning.groups,
    };
    let (mut there, mut aside) = (there_now(groups, nodes), there_now(meaning.aside, nodes));
    if there.is_empty() {
        // The code that stood before them is gone or hidden.
        there = std::mem::take(&mut aside);
    }
    if there.len() > 1 {
        return Ok(Err(several(symbol, &there)));
    }
    let aside: Vec<String> = aside.iter().map(|(_, node)| node.place()).collect();
    Ok(match there.pop() {
        Some((group, node)) => Ok(Named { group, node, aside }),
        None if line_of(symbol).is_some() => Err(unknown(symbol, &[])),
        None => Err(unknown(symbol, &nearest_now(symbol, store, &[], nodes))),
    })
}

/// What some groups are now, without those that are gone since they were indexed. Two that are one place now are one.
fn there_now(groups: Vec<Group>, nodes: &Nodes<'_>) -> Vec<(Group, Node)> {
    let mut there: Vec<(Group, Node)> = Vec::new();
    for group in groups {
        let node = group.first().and_then(|first| nodes.node(*first));
        if let Some(node) = node.filter(|node| !there.iter().any(|(_, other)| other.place() == node.place()))
        {
            there.push((group, node));
        }
    }
    there
}

/// The file and the line that a symbol names in place of a name.
fn line_of(symbol: &Symbol) -> Option<(&str, u32)> {
    let (path, line) = symbol.written.rsplit_once([':', '#']).filter(|_| symbol.name() == symbol.written)?;
    Some((path.trim_end_matches(':').trim_start_matches("./"), line.parse().ok()?))
}

/// What stands around a line: the index knows the lines of then.
fn at_line(
    store: &Store,
    path: &str,
    line: u32,
    then: Vec<Group>,
    nodes: &Nodes<'_>,
) -> Result<Vec<Group>, StoreError> {
    match store.file_by_path(path)? {
        Some(file) if !nodes.is_as_indexed(file) => {
            Ok(nodes.around(file, line).map(|of| vec![of]).into_iter().collect())
        }
        _ => Ok(then),
    }
}

/// An item for a definition.
pub(crate) fn item(node: &Node, confidence: f64, why: String) -> Item {
    let definition = &node.definition;
    Item {
        path: Some(node.path.to_string()),
        start_line: Some(definition.start_line),
        end_line: Some(definition.end_line),
        symbol: Some(ellipsize(&node.symbol(), limits::SUMMARY_CHARS).into_owned()),
        kind: Some(definition.kind.to_owned()),
        summary: ellipsize(definition.signature.trim(), limits::SUMMARY_CHARS).into_owned(),
        confidence: rounded(confidence),
        why: Some(why),
        signature: Some(definition.signature.clone()),
        ..Item::default()
    }
}

/// To two digits.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// `1 file`, `3 files`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    }
}

/// Names for a reader, each in a code span.
pub(crate) fn listed_names(names: &[String]) -> String {
    EscapedText::join(names.iter().map(|name| escape::symbol(name)), ", ").into_string()
}

fn several(symbol: &Symbol, there: &[(Group, Node)]) -> ToolAnswer {
    let shown = there.iter().take(limits::ITEMS);
    let confidence = 1.0 / there.len() as f64;
    let why = || format!("one of {} definitions named {}", there.len(), escape::symbol(symbol.name()));
    let items: Vec<Item> = shown.map(|(_, node)| item(node, confidence, why())).collect();
    let candidates: Vec<_> = there
        .iter()
        .take(limits::ITEMS)
        .map(|(_, node)| json!({ "symbol": node.symbol(), "path": &*node.path, "line": node.definition.start_line, "kind": node.definition.kind }))
        .collect();
    let example = there.first().map(|(_, node)| example(symbol, node, there)).unwrap_or_default();
    let summary = format!(
        "{} is ambiguous: {} definitions; name one, for example {}",
        escape::symbol(&symbol.written),
        there.len(),
        escape::symbol(&example)
    );
    let data = json!({ "items": items, "claims": [], "candidates": candidates });
    ToolAnswer {
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        data: Some(data),
        truncated: there.len() > limits::ITEMS,
        ..ToolAnswer::default()
    }
}

/// A way to name one of several that means no other: by its file, or by its line there.
fn example(symbol: &Symbol, node: &Node, there: &[(Group, Node)]) -> String {
    match there.iter().filter(|(_, other)| other.path == node.path).count() {
        1 => format!("{}:{}", node.path, symbol.name()),
        _ => node.place(),
    }
}

fn unknown(symbol: &Symbol, nearest: &[String]) -> ToolAnswer {
    let summary = match nearest.is_empty() {
        true => format!("nothing named {} is defined in the index", escape::symbol(&symbol.written)),
        false => format!(
            "nothing named {} is defined in the index; the nearest names: {}",
            escape::symbol(&symbol.written),
            listed_names(nearest)
        ),
    };
    let data = json!({ "items": [], "claims": [], "candidates": [], "near": nearest });
    ToolAnswer {
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        data: Some(data),
        ..ToolAnswer::default()
    }
}
