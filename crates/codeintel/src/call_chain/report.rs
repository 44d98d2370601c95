//! What the tool says of the calls that it found: the tree as data, the definitions as items, the graph as Mermaid.

use std::collections::HashSet;

use foreword_exec::tool::ToolAnswer;
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_index::store::DefinitionId;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Map, Value, json};

use super::Found;
use super::route::{Hop, Route};
use super::tree::{Bounds, Branch, End, Tree};
use crate::calls::{CallPlace, Nature, SURE, Way};
use crate::claims;
use crate::deep::{self, Named, counted, rounded};
use crate::mermaid::{Graph, Line};
use crate::nodes::Nodes;
use foreword_retrieve::symbol::Symbol;

/// What a further call away leaves of an item's worth: who asks for callers means the direct ones first.
const DECAY: f64 = 0.8;

/// The answer.
pub(super) fn report(
    found: &Found,
    symbol: &Symbol,
    to: Option<&Symbol>,
    start: &Named,
    nodes: &Nodes<'_>,
    bounds: Bounds,
) -> ToolAnswer {
    let mut report =
        Report { nodes, items: vec![root_item(start)], graph: Graph::default(), seen: HashSet::new() };
    report.seen.extend(start.group.iter().copied());
    let mut data = Map::new();
    let mut words = Vec::new();
    let mut notes = Vec::new();
    match found {
        Found::Trees(trees) => {
            for tree in trees {
                let (name, said) = report.tree(tree, &mut data);
                words.push(said);
                notes.extend(unread(tree, name));
            }
        }
        Found::Route { route, is_backwards, threshold } => {
            let said = report.route(route, *is_backwards, *threshold, to, bounds.depth, &mut data);
            words.push(said);
        }
    }
    notes.extend(changed(report.nodes.changed()));
    let (symbol_name, place) = (escape::symbol(&start.node.symbol()), start.node.shown_place());
    let summary = format!("{symbol_name} ({place}): {}", words.join("; "));
    report.items.truncate(limits::DEEP_ITEMS);
    data.insert("items".to_owned(), json!(report.items));
    data.insert("claims".to_owned(), json!(claims::definition(symbol.name(), start)));
    data.insert("symbol".to_owned(), json!({ "symbol": start.node.symbol(), "path": &*start.node.path, "line": start.node.definition.start_line }));
    data.insert("aside".to_owned(), json!(start.aside));
    data.insert("mermaid".to_owned(), Value::from(report.graph.into_text()));
    let data = Value::Object(data);
    ToolAnswer {
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        truncated: is_cut(found),
        notes,
    }
}

/// Whether something was found for which there was no room or time.
fn is_cut(found: &Found) -> bool {
    match found {
        Found::Trees(trees) => {
            let mut branches = trees.iter().flat_map(|tree| &tree.branches);
            branches.any(|branch| branch.more > 0 || branch.end == End::Cut)
        }
        Found::Route { route, .. } => *route == Route::Cut,
    }
}

/// Calls between a branch and the root.
fn steps(tree: &Tree, branch: &Branch) -> i32 {
    let mut steps = 0;
    let mut above = branch.parent;
    while let Some(at) = above {
        steps += 1;
        above = tree.branches.get(at).and_then(|branch| branch.parent);
    }
    steps
}

fn root_item(start: &Named) -> Item {
    let why = match start.aside.len() {
        0 => "named".to_owned(),
        count => format!("named; {count} more of that name in tests, examples or the code of others"),
    };
    deep::item(&start.node, 1.0, why)
}

fn unread(tree: &Tree, name: &str) -> Option<String> {
    let files = tree.unread_files;
    (files > 0).then(|| {
        format!("ci_call_chain: {name}: {} that may hold more were not read", counted(files, "file"))
    })
}

fn changed(files: usize) -> Option<String> {
    (files > 0).then(|| {
        format!(
            "ci_call_chain: {} changed since the index; new calls there may be missing",
            counted(files, "file")
        )
    })
}

struct Report<'r, 'n> {
    nodes: &'r Nodes<'n>,
    items: Vec<Item>,
    graph: Graph,
    seen: HashSet<DefinitionId>,
}

/// A definition as a reader gets it.
struct Shown {
    symbol: String,
    path: String,
    line: Option<u32>,
    end_line: Option<u32>,
    kind: &'static str,
}

impl Shown {
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.path),
            None => self.path.clone(),
        }
    }
}

impl Report<'_, '_> {
    fn tree(&mut self, tree: &Tree, data: &mut Map<String, Value>) -> (&'static str, String) {
        let name = match tree.way {
            Way::Callers => "callers",
            Way::Callees => "callees",
        };
        let Some(root) = tree.branches.first() else { return (name, String::new()) };
        self.collect_items(tree);
        if let Some(value) = self.branch(tree, root, 0) {
            data.insert(name.to_owned(), value);
        }
        (name, in_words(tree, root, name))
    }

    /// Level by level, so that what is near comes first.
    fn collect_items(&mut self, tree: &Tree) {
        for branch in tree.branches.iter().skip(1) {
            let Some(of) = branch.group.first().copied().filter(|of| !self.seen.contains(of)) else {
                continue;
            };
            let Some(node) = self.nodes.node(of) else { continue };
            self.seen.insert(of);
            let why = self.reason(tree, branch);
            let confidence = f64::from(branch.confidence) * DECAY.powi(steps(tree, branch) - 1);
            self.items.push(deep::item(&node, confidence, why));
        }
    }

    fn reason(&mut self, tree: &Tree, branch: &Branch) -> String {
        let parent = branch.parent.and_then(|at| tree.branches.get(at));
        let other =
            parent.and_then(|parent| self.shown(parent)).map(|shown| shown.symbol).unwrap_or_default();
        let verb = match (tree.way, branch.nature) {
            (Way::Callers, Nature::Call) => "calls",
            (Way::Callees, Nature::Call) => "called by",
            (Way::Callers, Nature::Dispatch) => "may call",
            (Way::Callees, Nature::Dispatch) => "may be called for",
            (_, Nature::Callback) => "passes on",
        };
        let site = branch.sites.first().and_then(|site| self.site(site));
        let at = site.map(|site| format!(" at {}", escape::written_place(&site))).unwrap_or_default();
        let other = escape::symbol(&other);
        format!("{verb} {other}{at} ({}, {})", branch.how, rounded(f64::from(branch.confidence)))
    }

    fn branch(&mut self, tree: &Tree, branch: &Branch, at: usize) -> Option<Value> {
        let shown = self.shown(branch)?;
        let sites: Vec<String> = branch.sites.iter().filter_map(|site| self.site(site)).collect();
        let number = self.graph.node(&shown.symbol, &shown.place());
        let mut children = Vec::new();
        for child in &branch.children {
            let Some(below) = tree.branches.get(*child) else { continue };
            if let Some(value) = self.branch(tree, below, *child) {
                self.draw(tree.way, number, below);
                children.push(value);
            }
        }
        let mut value = json!({
            "symbol": shown.symbol,
            "path": shown.path,
            "line": shown.line,
            "end_line": shown.end_line,
            "kind": shown.kind,
            "children": children,
            "unsure": branch.unsure,
            "more": branch.more,
        });
        if at > 0 {
            value["sites"] = json!(sites);
            value["confidence"] = json!(rounded(f64::from(branch.confidence)));
            value["how"] = json!(branch.how);
            value["nature"] = json!(branch.nature.name());
        }
        if let Some(end) = branch.end.name() {
            value["end"] = json!(end);
        }
        Some(value)
    }

    fn draw(&mut self, way: Way, parent: Option<usize>, below: &Branch) {
        let Some(shown) = self.shown(below) else { return };
        let child = self.graph.node(&shown.symbol, &shown.place());
        let is_sure = below.nature == Nature::Call && below.confidence >= SURE;
        let line = if is_sure { Line::Solid } else { Line::Dotted };
        let site = below.sites.first().and_then(|site| self.site(site)).unwrap_or_default();
        match way {
            Way::Callers => self.graph.line(child, parent, line, &site),
            Way::Callees => self.graph.line(parent, child, line, &site),
        }
    }

    fn shown(&mut self, branch: &Branch) -> Option<Shown> {
        match branch.group.first() {
            Some(of) => self.shown_definition(*of),
            None => {
                let path = self.nodes.path(branch.file)?.to_string();
                Some(Shown {
                    symbol: "(top level)".to_owned(),
                    path,
                    line: None,
                    end_line: None,
                    kind: "file",
                })
            }
        }
    }

    fn shown_definition(&mut self, of: DefinitionId) -> Option<Shown> {
        let node = self.nodes.node(of)?;
        Some(Shown {
            symbol: node.symbol(),
            path: node.path.to_string(),
            line: Some(node.definition.start_line),
            end_line: Some(node.definition.end_line),
            kind: node.definition.kind,
        })
    }

    /// `path:line` of a call, as it is now.
    fn site(&mut self, site: &CallPlace) -> Option<String> {
        Some(format!("{}:{}", self.nodes.path(site.file)?, site.line))
    }

    fn route(
        &mut self,
        route: &Route,
        is_backwards: bool,
        threshold: f32,
        to: Option<&Symbol>,
        depth: usize,
        data: &mut Map<String, Value>,
    ) -> String {
        let end = escape::symbol(to.map(|to| to.written.as_str()).unwrap_or_default());
        let hops = match route {
            Route::Found(hops) => hops,
            Route::None => return format!("no path of at most {} to {end} is known", counted(depth, "call")),
            Route::Cut => return format!("no path to {end} found in time"),
        };
        let steps: Vec<Value> = hops.iter().filter_map(|hop| self.hop(hop)).collect();
        data.insert("route".to_owned(), json!(steps));
        let direction = if is_backwards { "is reached from" } else { "reaches" };
        let sure = if threshold >= SURE { "" } else { ", not all of them sure" };
        format!("{direction} {end} by {}{sure}", counted(hops.len(), "call"))
    }

    fn hop(&mut self, hop: &Hop) -> Option<Value> {
        let (from, to) = (self.shown_definition(hop.from)?, self.shown_definition(hop.to)?);
        let site = self.site(&hop.site)?;
        let line = if hop.confidence >= SURE { Line::Solid } else { Line::Dotted };
        let (left, right) =
            (self.graph.node(&from.symbol, &from.place()), self.graph.node(&to.symbol, &to.place()));
        self.graph.line(left, right, line, &site);
        for of in [hop.from, hop.to] {
            if let Some(node) = self.nodes.node(of).filter(|_| !self.seen.contains(&of)) {
                self.seen.insert(of);
                let why = format!(
                    "{} calls {} at {} ({})",
                    escape::symbol(&from.symbol),
                    escape::symbol(&to.symbol),
                    escape::written_place(&site),
                    hop.how
                );
                self.items.push(deep::item(&node, f64::from(hop.confidence), why));
            }
        }
        Some(json!({
            "from": { "symbol": from.symbol, "path": from.path, "line": from.line },
            "to": { "symbol": to.symbol, "path": to.path, "line": to.line },
            "site": site,
            "confidence": rounded(f64::from(hop.confidence)),
            "how": hop.how,
        }))
    }
}

fn in_words(tree: &Tree, root: &Branch, name: &str) -> String {
    let is_call = |at: &&usize| tree.branches.get(**at).is_some_and(|branch| branch.nature == Nature::Call);
    let direct = root.children.iter().filter(is_call).count();
    let possible = root.children.len() - direct;
    let beyond = tree.branches.len().saturating_sub(1 + root.children.len());
    let mut words = match direct {
        0 => format!("no sure {name}"),
        1 => format!("1 {}", name.trim_end_matches('s')),
        count => format!("{count} {name}"),
    };
    if root.more > 0 {
        words.push_str(&format!(" and {} more", root.more));
    }
    if beyond > 0 {
        words.push_str(&format!(", {beyond} beyond"));
    }
    if possible > 0 {
        words.push_str(&format!(", {possible} possible"));
    }
    if root.unsure > 0 {
        words.push_str(&format!(", {} below the threshold", counted(root.unsure, "call")));
    }
    let cycles = tree.branches.iter().filter(|branch| branch.end == End::Cycle).count();
    if cycles > 0 {
        words.push_str(&format!(", {}", counted(cycles, "cycle")));
    }
    words
}
