//! `ci_call_chain`: who calls a symbol and what it calls, with the line of each call.
//!
//! symbol → its definition in the index → a tree of calls, each with how it was resolved and how sure that is. Calls
//! below the threshold are counted, not shown. Needs the index.

mod report;
mod route;
mod tree;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use foreword_model::clock;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::{DefinitionId, Store, StoreError};
use foreword_index::view::IndexView;

use crate::calls::{Calls, Way};
use crate::deep::{self, Named};
use crate::nodes::Nodes;
use foreword_retrieve::symbol::Symbol;
use route::Route;
use tree::Bounds;

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_call_chain"),
    description: Cow::Borrowed("Who calls a symbol and what it calls, with the line of each call."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec {
        name: "symbol",
        kind: ArgKind::Text,
        required: true,
        doc: "The function or method: `name`, `Type.name`, `path/file.py:name` or `path/file.py:12`.",
    },
    ArgSpec {
        name: "direction",
        kind: ArgKind::Choice(&["both", "callers", "callees"]),
        required: false,
        doc: "Which way to follow the calls.",
    },
    ArgSpec {
        name: "depth",
        kind: ArgKind::Count { default: 3, ceiling: 3 },
        required: false,
        doc: "Calls from the symbol.",
    },
    ArgSpec {
        name: "to",
        kind: ArgKind::Text,
        required: false,
        doc: "A second symbol: the path between the two.",
    },
    ArgSpec {
        name: "threshold",
        kind: ArgKind::Choice(&["0.8", "0.5", "0"]),
        required: false,
        doc: "How sure a call must be to be shown; the others are counted.",
    },
];

/// The part of the time that is used: an answer that is late is no answer.
const TIME_SHARE: f64 = 0.7;

/// The tool.
pub(crate) struct CallChain {
    index: Arc<IndexView>,
    sensitive: Sensitive,
}

/// What was found.
enum Found {
    Trees(Vec<tree::Tree>),
    /// Whether the second symbol calls the first, and how sure each call is at least.
    Route {
        route: Route,
        is_backwards: bool,
        threshold: f32,
    },
}

impl CallChain {
    /// With the index that knows the calls, and the files that are never read.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive) -> Self {
        Self { index, sensitive }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let symbol = deep::parse_symbol(call.text("symbol").unwrap_or_default())?;
        let to = call.text("to").filter(|to| !to.trim().is_empty()).map(deep::parse_symbol).transpose()?;
        let store = deep::store(&self.index, call, "ci_call_chain")?;
        let answered = self.answer_from(call, store, &symbol, to.as_ref());
        deep::finish(&self.index, call, answered)
    }

    fn answer_from(
        &self,
        call: &Call<'_>,
        store: &Store,
        symbol: &Symbol,
        to: Option<&Symbol>,
    ) -> Result<ToolAnswer, StoreError> {
        let nodes = Nodes::new(store, call, &self.sensitive, &self.index);
        let start = match deep::one(store, symbol, &nodes)? {
            Ok(start) => start,
            Err(answer) => return Ok(answer),
        };
        let left = clock::left(call.deadline);
        let bounds = Bounds {
            depth: call.count("depth").unwrap_or(1),
            threshold: call
                .text("threshold")
                .and_then(|text| text.parse().ok())
                .unwrap_or(crate::calls::SURE),
            deadline: clock::now() + left.mul_f64(TIME_SHARE).max(Duration::from_millis(1)),
        };
        let calls = Calls::new(store, &nodes);
        let found = match to {
            Some(to) => match deep::one(store, to, &nodes)? {
                Ok(end) => between(&calls, &start, &end, bounds)?,
                Err(answer) => return Ok(answer),
            },
            None => {
                let mut trees = Vec::new();
                for way in ways(call) {
                    trees.push(tree::grow(&calls, &nodes, way, &start.group, bounds)?);
                }
                Found::Trees(trees)
            }
        };
        Ok(report::report(&found, symbol, to, &start, &nodes, bounds))
    }
}

fn ways(call: &Call<'_>) -> Vec<Way> {
    match call.text("direction") {
        Some("callers") => vec![Way::Callers],
        Some("callees") => vec![Way::Callees],
        _ => vec![Way::Callers, Way::Callees],
    }
}

/// A path by sure calls, either way; else one by any calls.
fn between(calls: &Calls<'_>, start: &Named, end: &Named, bounds: Bounds) -> Result<Found, StoreError> {
    let find = |from: &[DefinitionId], to: &[DefinitionId], threshold| {
        route::find(calls, from, to, bounds.depth, threshold, bounds.deadline)
    };
    let mut outcome = Route::None;
    for threshold in [bounds.threshold, 0.0] {
        for (from, to, is_backwards) in [(start, end, false), (end, start, true)] {
            match find(&from.group, &to.group, threshold)? {
                Route::Found(hops) => {
                    return Ok(Found::Route { route: Route::Found(hops), is_backwards, threshold });
                }
                Route::Cut => outcome = Route::Cut,
                Route::None => {}
            }
        }
    }
    Ok(Found::Route { route: outcome, is_backwards: false, threshold: 0.0 })
}

impl Tool for CallChain {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

#[cfg(test)]
mod tests;
