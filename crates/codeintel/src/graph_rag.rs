//! `ci_graph_rag`: the code around the best places: what calls, uses and contains them, within a budget.
//!
//! search → starting definitions → walk → what is worth its tokens. Needs the index: without one it has nothing to say.

mod files;
mod walk;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::resolve::Resolver;
use foreword_index::store::{DefinitionId, FileId, Store, Use};
use foreword_index::view::IndexView;
use foreword_model::clock;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Value, json};

use crate::nodes::{self, Node, Nodes, Now, Usage};
use crate::search::{EARLIER, EARLIER_PROMPTS, LIST, LOOK_AT, Search};
use files::Companion;
use walk::{Kind, Link, Walked};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_graph_rag"),
    description: Cow::Borrowed(
        "The code around the best places: what calls, uses and contains them, within a budget.",
    ),
    tier: 1,
    timeout_ms: 3_500,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "query", kind: ArgKind::Text, required: true, doc: "What is looked for, in words." },
    ArgSpec {
        name: "symbols",
        kind: ArgKind::TextList,
        required: false,
        doc: "Names that the walk starts from.",
    },
    ArgSpec {
        name: "paths",
        kind: ArgKind::TextList,
        required: false,
        doc: "Files that the walk starts from.",
    },
    LOOK_AT,
    LIST,
    EARLIER,
    EARLIER_PROMPTS,
    ArgSpec {
        name: "depth",
        kind: ArgKind::Count { default: 2, ceiling: 2 },
        required: false,
        doc: "Steps from a starting place.",
    },
    ArgSpec {
        name: "budget",
        kind: ArgKind::Count { default: 8_000, ceiling: 8_000 },
        required: false,
        doc: "Tokens that the answer may have.",
    },
    ArgSpec {
        name: "top_k",
        kind: ArgKind::Count { default: 10, ceiling: 10 },
        required: false,
        doc: "Places that the walk starts from.",
    },
    ArgSpec {
        name: "starts",
        kind: ArgKind::Choice(&["shown", "named"]),
        required: false,
        doc: "Whether the starting places are shown themselves, or only named.",
    },
];

/// Time for the walk: it is the last thing that a prompt should wait for.
const WALK_MS: u64 = 250;
/// Neighbours that are shown.
const NEIGHBOURS_MAX: usize = 6;
/// The same around what a prompt names.
const PROMPT_NEIGHBOURS_MAX: usize = 3;
/// Files that change with those found that are shown.
const COMPANIONS_MAX: usize = 1;
/// Links that are shown.
const LINKS_MAX: usize = 24;
/// A neighbour that is worth less than this share of the best start is not shown.
const VALUE_SHARE_MIN: f64 = 0.06;
/// A test shows how something is used, and is rarely what has to be understood.
const TEST_SHARE: f64 = 0.4;
/// Each further starting place is worth this share of the one before.
const START_DECAY: f64 = 0.8;
/// The most that a neighbour's confidence can be.
const NEIGHBOUR_CONFIDENCE: f64 = 0.6;
/// The least by which two confidences differ.
const CONFIDENCE_STEP: f64 = 0.01;
/// Lines of a neighbour's extract.
const EXTRACT_LINES: u32 = 12;

/// The tool.
pub(crate) struct GraphRag {
    search: Arc<Search>,
    index: Arc<IndexView>,
    sensitive: Sensitive,
}

impl GraphRag {
    /// With the search that it starts from, the index, and the files that are never read.
    pub(crate) fn new(search: Arc<Search>, index: Arc<IndexView>, sensitive: Sensitive) -> Self {
        Self { search, index, sensitive }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let Some(store) = self.index.usable() else { return Ok(nothing("no index yet")) };
        let found = self.search.find(call)?;
        let top_k = call.count("top_k").unwrap_or(limits::LIVE_SCAN_PARSED);
        // What is around a place that may be wrong is noise: a prompt gets the neighbours of what it names.
        let is_start = |item: &Item| found.named.as_ref().is_none_or(|named| is_named(named, item));
        let (starts, found_sure) =
            starts(store, found.items.iter().take(top_k).filter(|item| is_start(item)));
        if starts.is_empty() {
            return Ok(nothing("no definition to start from"));
        }
        let deadline = call.deadline.min(clock::now() + Duration::from_millis(WALK_MS));
        let depth = call.count("depth").unwrap_or(1);
        let walked = walk::walk(store, &starts, depth, deadline);
        let mut choice = Choice {
            nodes: Nodes::new(store, call, &self.sensitive, &self.index),
            tokens_left: call.count("budget").unwrap_or(0),
            shown: BTreeMap::new(),
            sure: BTreeMap::new(),
            left_out: 0,
        };
        let neighbours_max = if found.named.is_some() { PROMPT_NEIGHBOURS_MAX } else { NEIGHBOURS_MAX };
        let shows_starts = call.text("starts") != Some("named");
        if !shows_starts {
            choice.sure = found_sure;
        }
        // With what the search shows, no more than is fused in the end.
        let room = limits::ITEMS.saturating_sub(if shows_starts { 0 } else { found.items.len() });
        let companions_max = if found.named.is_some() { 0 } else { COMPANIONS_MAX };
        let companions = self.companions(store, &choice.nodes.now, &found.items, room.min(companions_max));
        let room = room.saturating_sub(companions.len());
        let mut items = choice.items(&starts, &walked, shows_starts, room.min(neighbours_max));
        let mut edges = choice.edges(&walked);
        edges.extend(files::imports(&choice.nodes, &Resolver::new(store), &start_files(&starts)));
        for companion in companions {
            edges.push(companion.edge());
            if !items.iter().any(|item| item.path.as_deref() == Some(companion.path.as_str())) {
                let mut item = companion.item();
                let seed =
                    found.items.iter().find(|found| found.path.as_deref() == Some(companion.of.as_str()));
                item.confidence =
                    seed.map_or(item.confidence, |seed| capped(item.confidence, seed.confidence));
                items.push(item);
            }
        }
        Ok(report(&items, &edges, &walked, choice.left_out))
    }

    /// Files that change with those found and are not among them.
    fn companions(&self, store: &Store, now: &Now<'_>, found: &[Item], most: usize) -> Vec<Companion> {
        let Some(history) = self.index.history() else { return Vec::new() };
        let mut known: Vec<&str> = Vec::new();
        for path in found.iter().filter_map(|item| item.path.as_deref()) {
            if !known.contains(&path) {
                known.push(path);
            }
        }
        files::changing_together(history, store, &known, now, most)
    }
}

/// The files of the starting places, each once, in their order.
fn start_files(starts: &[(DefinitionId, f64)]) -> Vec<FileId> {
    let mut files: Vec<FileId> = Vec::new();
    for (start, _) in starts {
        if !files.contains(&start.file) {
            files.push(start.file);
        }
    }
    files
}

impl Tool for GraphRag {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let mut answer = self.answer(call)?;
        answer.notes.extend(self.index.ask_for_refresh(call.jail.root()));
        Ok(answer)
    }
}

fn nothing(why: &str) -> ToolAnswer {
    let data = json!({ "items": [], "claims": [], "edges": [], "left_out": 0 });
    ToolAnswer { summary: format!("nothing around: {why}"), data: Some(data), ..ToolAnswer::default() }
}

/// The definitions that a search found, with what each is worth; and how sure the search was of each.
fn starts<'i>(
    store: &Store,
    items: impl Iterator<Item = &'i Item>,
) -> (Vec<(DefinitionId, f64)>, BTreeMap<DefinitionId, f64>) {
    let mut starts: Vec<(DefinitionId, f64)> = Vec::new();
    let mut sure = BTreeMap::new();
    let mut worth = 1.0;
    for item in items {
        let Some(definition) = definition_of(store, item) else { continue };
        if !starts.iter().any(|(known, _)| *known == definition) {
            starts.push((definition, worth * item.confidence.max(0.1)));
            sure.insert(definition, item.confidence);
            worth *= START_DECAY;
        }
    }
    (starts, sure)
}

/// Whether an item is one of the places, by path and first line, that a prompt names.
fn is_named(named: &[(String, u32)], item: &Item) -> bool {
    let mut places = named.iter();
    places.any(|(path, line)| item.path.as_deref() == Some(path) && item.start_line == Some(*line))
}

/// What hangs on something is less sure than that is.
fn capped(confidence: f64, seed: f64) -> f64 {
    confidence.min((seed - CONFIDENCE_STEP).max(0.0))
}

/// The definition of the index that an item shows: of that name, the nearest to its lines.
fn definition_of(store: &Store, item: &Item) -> Option<DefinitionId> {
    let file = store.file_by_path(item.path.as_deref()?).ok()??;
    let name = item.symbol.as_deref()?.rsplit(['.', ':', '#']).next()?;
    let line = item.start_line?;
    let all = store.definitions_of(file).ok()?;
    let named = (0_u32..).zip(&all).filter(|(_, stored)| stored.definition.name == name);
    let nearest = named.min_by_key(|(_, stored)| stored.definition.start_line.abs_diff(line));
    nearest.map(|(number, _)| DefinitionId { file, number })
}

/// What is shown, as it is chosen.
struct Choice<'c> {
    nodes: Nodes<'c>,
    tokens_left: usize,
    /// The definitions that are shown or named, as they are now.
    shown: BTreeMap<DefinitionId, Node>,
    /// How sure they are, as the reader gets it.
    sure: BTreeMap<DefinitionId, f64>,
    left_out: usize,
}

impl Choice<'_> {
    fn items(
        &mut self,
        starts: &[(DefinitionId, f64)],
        walked: &Walked,
        shows_starts: bool,
        neighbours_max: usize,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        for (start, worth) in starts {
            let Some(node) = self.nodes.node(*start) else { continue };
            self.shown.insert(*start, node.clone());
            self.sure.entry(*start).or_insert(*worth);
            if shows_starts {
                items.extend(self.item(*start, &node, *worth, "found by the search".to_owned(), None));
            }
        }
        let best = starts.iter().map(|(_, worth)| *worth).fold(0.0, f64::max);
        let mut neighbours = 0;
        for (of, value, node) in self.by_density(starts, walked) {
            if neighbours == neighbours_max || value < best * VALUE_SHARE_MIN {
                self.left_out += 1;
                continue;
            }
            let Some(Reason { seed, words, line }) = self.reason(of, &node, &walked.links) else { continue };
            // What holds a place would show its lines again.
            if starts.iter().any(|(start, _)| self.shown.get(start).is_some_and(|start| node.encloses(start)))
            {
                continue;
            }
            let share = (value / best.max(f64::MIN_POSITIVE)).min(1.0);
            let seed = self.sure.get(&seed).copied().unwrap_or(NEIGHBOUR_CONFIDENCE);
            let confidence = capped(share * NEIGHBOUR_CONFIDENCE, seed);
            let Some(item) = self.item(of, &node, confidence, words, line) else { continue };
            self.shown.insert(of, node);
            self.sure.insert(of, item.confidence);
            items.push(item);
            neighbours += 1;
        }
        items
    }

    /// Neighbours by what a token of theirs is worth.
    fn by_density(
        &mut self,
        starts: &[(DefinitionId, f64)],
        walked: &Walked,
    ) -> Vec<(DefinitionId, f64, Node)> {
        let is_start = |of: &DefinitionId| starts.iter().any(|(start, _)| start == of);
        let mut valued: Vec<(DefinitionId, f64)> =
            walked.values.iter().filter(|(of, _)| !is_start(of)).map(|(of, value)| (*of, *value)).collect();
        valued.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        // Reading costs more than choosing: what is far from being shown is not read.
        self.left_out += valued.len().saturating_sub(NEIGHBOURS_MAX * 3);
        let mut nodes: Vec<(DefinitionId, f64, Node)> = Vec::new();
        for (of, value) in valued.into_iter().take(NEIGHBOURS_MAX * 3) {
            let Some(node) = self.nodes.node(of) else { continue };
            let value = if node.class == FileClass::Test { value * TEST_SHARE } else { value };
            nodes.push((of, value, node));
        }
        let density =
            |(_, value, node): &(DefinitionId, f64, Node)| value / (node.head_tokens() as f64).sqrt();
        nodes.sort_by(|a, b| density(b).total_cmp(&density(a)).then_with(|| a.0.cmp(&b.0)));
        nodes
    }

    /// What is shown already that a definition hangs on.
    fn reason(&self, of: DefinitionId, node: &Node, links: &[Link]) -> Option<Reason> {
        for link in links.iter().filter(|link| link.from == of || link.to == of) {
            let (seed, words) = match (link.from == of, link.kind) {
                (true, kind) => (link.to, kind.name()),
                (false, Kind::Calls) => (link.from, "called by"),
                (false, Kind::Derives) => (link.from, "base of"),
                (false, Kind::Contains) => (link.from, "part of"),
            };
            let Some(other) = self.shown.get(&seed) else { continue };
            let (from, to) = if link.from == of { (node, other) } else { (other, node) };
            let Some(line) = line_of(&self.nodes, link, from, to) else { continue };
            let place = match node.path == other.path {
                true => format!("line {}", other.definition.start_line),
                false => other.shown_place().into_string(),
            };
            let words = format!("{words} {} ({place}; {})", escape::symbol(&other.symbol()), link.how);
            return Some(Reason { seed, words, line: (link.from == of).then_some(line) });
        }
        None
    }

    /// The signature, and the lines if they fit; nothing if not even the signature does.
    fn item(
        &mut self,
        of: DefinitionId,
        node: &Node,
        confidence: f64,
        why: String,
        around: Option<u32>,
    ) -> Option<Item> {
        let head = node.head_tokens();
        if head > self.tokens_left {
            self.left_out += 1;
            return None;
        }
        self.tokens_left -= head;
        let tokens_left = self.tokens_left;
        let fits = |tokens: usize| tokens <= tokens_left;
        let extract = self.nodes.extract(of, around, EXTRACT_LINES);
        let extract = extract.filter(|extract| fits(nodes::extract_tokens(extract)));
        self.tokens_left -= extract.as_ref().map_or(0, nodes::extract_tokens);
        let definition = &node.definition;
        Some(Item {
            path: Some(node.path.to_string()),
            start_line: Some(definition.start_line),
            end_line: Some(definition.end_line),
            symbol: Some(node.symbol()),
            kind: Some(definition.kind.to_owned()),
            summary: ellipsize(definition.signature.trim(), limits::SUMMARY_CHARS).into_owned(),
            confidence: (confidence * 100.0).round() / 100.0,
            why: Some(why),
            signature: Some(definition.signature.clone()),
            extract,
            ..Item::default()
        })
    }

    /// The links between definitions that are shown.
    fn edges(&self, walked: &Walked) -> Vec<Value> {
        let end = |node: &Node| json!({ "path": &*node.path, "line": node.definition.start_line, "symbol": node.symbol() });
        let edge = |link: &Link| {
            let (from, to) = (self.shown.get(&link.from)?, self.shown.get(&link.to)?);
            let line = line_of(&self.nodes, link, from, to)?;
            Some(json!({
                "from": end(from),
                "to": end(to),
                "kind": link.kind.name(),
                "how": link.how,
                "confidence": (link.confidence * 100.0).round() / 100.0,
                "line": line,
            }))
        };
        walked.links.iter().filter_map(edge).take(LINKS_MAX).collect()
    }
}

/// Why a definition is shown.
struct Reason {
    /// What is shown already that it hangs on.
    seed: DefinitionId,
    /// How, in words.
    words: String,
    /// The line on which it does so.
    line: Option<u32>,
}

/// The line on which a link that the index knows is written now; nothing if it is no more.
fn line_of(nodes: &Nodes<'_>, link: &Link, from: &Node, to: &Node) -> Option<u32> {
    let use_as = |how| {
        let (file, from) = (link.from.file, Some(link.from));
        nodes.line_of(&Usage { file, from, line: link.line, to: link.to, how })
    };
    match link.kind {
        Kind::Calls => use_as(Use::Call),
        Kind::Derives => use_as(Use::Base),
        Kind::Contains => {
            (from.encloses(to) || nodes.is_as_indexed(link.to.file)).then_some(to.definition.name_line)
        }
    }
}

fn report(items: &[Item], edges: &[Value], walked: &Walked, left_out: usize) -> ToolAnswer {
    let summary = match items.first().and_then(|item| item.symbol.as_deref()) {
        Some(first) => {
            let first = escape::symbol(first);
            format!("{} places and {} links around; first {first}", items.len(), edges.len())
        }
        None => "nothing around that is sure enough".to_owned(),
    };
    let redactions = count_masked(&json!(items).to_string());
    let data = json!({
        "items": items,
        "claims": [],
        "edges": edges,
        "left_out": left_out,
        "unvisited": walked.unvisited,
    });
    ToolAnswer { summary, data: Some(data), redactions, ..ToolAnswer::default() }
}

#[cfg(test)]
mod tests;
