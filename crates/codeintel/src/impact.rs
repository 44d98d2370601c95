//! `ci_impact`: who breaks if a symbol or a file changes: callers, implementers, importers, tests, and what changed with it
//! before.
//!
//! symbol, file or uncommitted changes → definitions → everything that hangs on them, each step less sure → files and
//! definitions in three groups, and the tests to run. Needs the index.

mod around;
mod files;
mod names;
mod pending;
mod report;
mod spread;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::escape;
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::{DefinitionId, FileId, Store, StoreError};
use foreword_index::uncommitted::Uncommitted;
use foreword_index::view::IndexView;
use foreword_model::clock;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use crate::calls::Calls;
use crate::complexity::{Place, place_of};
use crate::deep;
use crate::nodes::Nodes;
use foreword_retrieve::symbol::Symbol;

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_impact"),
    description: Cow::Borrowed("What breaks if a symbol or file changes: callers, importers, tests."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec {
        name: "symbol",
        kind: ArgKind::Text,
        required: false,
        doc: "The symbol that changes: `name`, `Type.name`, `path/file.py:name` or `path/file.py:12`; without it and `file`, what is not committed yet.",
    },
    ArgSpec { name: "file", kind: ArgKind::Path, required: false, doc: "The file that changes." },
    ArgSpec {
        name: "depth",
        kind: ArgKind::Count { default: 3, ceiling: 3 },
        required: false,
        doc: "Steps from the change.",
    },
];

/// The part of the time that is used: an answer that is late is no answer.
const TIME_SHARE: f64 = 0.6;

/// The tool.
pub(crate) struct Impact {
    index: Arc<IndexView>,
    sensitive: Sensitive,
}

/// What changes.
struct Changed {
    /// As a reader gets it.
    what: String,
    definitions: Vec<DefinitionId>,
    files: Vec<FileId>,
    /// Names that are defined no more.
    removed: Vec<String>,
}

impl Impact {
    /// With the index that knows the uses, and the files that are never read.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive) -> Self {
        Self { index, sensitive }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let symbol =
            call.text("symbol").filter(|text| !text.trim().is_empty()).map(deep::parse_symbol).transpose()?;
        let file = self.file(call)?;
        let store = deep::store(&self.index, call, "ci_impact")?;
        let asked = match (&symbol, &file) {
            (Some(symbol), _) => Asked::Symbol(symbol),
            (None, Some(file)) => Asked::File(file),
            (None, None) => Asked::Pending(pending::find(call, &self.index)?),
        };
        let answered = self.answer_from(call, store, &asked);
        deep::finish(&self.index, call, answered)
    }

    /// The file that is asked about; a directory is none.
    fn file(&self, call: &Call<'_>) -> Result<Option<String>, ToolFailure> {
        let Some(path) = call.text("file").filter(|path| !path.is_empty()) else { return Ok(None) };
        match place_of(call.jail, path, &self.sensitive, self.index.content(call.jail))? {
            Place::File(file) => Ok(Some(file)),
            Place::Directory(_) | Place::Repository => {
                Err(ToolFailure::skipped(ErrorCode::EInvalidArgs, format!("`file` is a directory: {path}")))
            }
        }
    }

    fn answer_from(
        &self,
        call: &Call<'_>,
        store: &Store,
        asked: &Asked<'_>,
    ) -> Result<ToolAnswer, StoreError> {
        let nodes = Nodes::new(store, call, &self.sensitive, &self.index);
        let mut changed = match asked {
            Asked::Symbol(symbol) => match deep::one(store, symbol, &nodes)? {
                Ok(named) => Changed {
                    what: format!("{} ({})", escape::symbol(&named.node.symbol()), named.node.shown_place()),
                    files: named.group.first().map(|first| first.file).into_iter().collect(),
                    definitions: with_members(store, named.group)?,
                    removed: Vec::new(),
                },
                Err(answer) => return Ok(answer),
            },
            Asked::File(file) => match whole_file(store, file)? {
                Some(changed) => changed,
                None => return Ok(report::unknown_file(file)),
            },
            Asked::Pending(pending) => {
                match pending::changed(store, pending, &self.sensitive, &nodes, call.jail)? {
                    Some(changed) => changed,
                    None => return Ok(report::nothing_pending()),
                }
            }
        };
        let left = clock::left(call.deadline);
        let deadline = clock::now() + left.mul_f64(TIME_SHARE).max(Duration::from_millis(1));
        let depth = call.count("depth").unwrap_or(1);
        // What is gone since it was indexed changes no more.
        changed.definitions.retain(|of| nodes.is_there(*of));
        let calls = Calls::new(store, &nodes);
        let spread = spread::spread(store, &nodes, &calls, &changed.definitions, (depth, deadline))?;
        let files = files::files((store, &nodes), &calls, self.index.history(), &changed, &spread)?;
        Ok(report::report(&changed, &spread, files, &nodes))
    }
}

/// What is asked about.
enum Asked<'a> {
    Symbol(&'a Symbol),
    File(&'a str),
    Pending(Uncommitted),
}

/// A type changes with its members.
fn with_members(store: &Store, group: Vec<DefinitionId>) -> Result<Vec<DefinitionId>, StoreError> {
    let mut all = group.clone();
    for of in group {
        let is_type = store.definition(of)?.is_some_and(|found| found.definition.kind.is_type());
        if !is_type {
            continue;
        }
        let heads = store.heads_of(of.file)?;
        let members = (0_u32..).zip(&heads).filter(|(_, head)| head.container == Some(of.number));
        all.extend(members.map(|(number, _)| DefinitionId { file: of.file, number }));
    }
    all.truncate(limits::IMPACT_VISITS / 2);
    Ok(all)
}

/// Everything that a file defines.
fn whole_file(store: &Store, path: &str) -> Result<Option<Changed>, StoreError> {
    let Some(file) = store.file_by_path(path)? else { return Ok(None) };
    let heads = store.heads_of(file)?;
    let is_outer = |number: Option<u32>| {
        number.and_then(|number| heads.get(number as usize)).is_none_or(|around| around.kind.is_type())
    };
    let outer = (0_u32..).zip(&heads).filter(|(_, head)| is_outer(head.container));
    let definitions: Vec<DefinitionId> =
        outer.map(|(number, _)| DefinitionId { file, number }).take(limits::IMPACT_VISITS / 2).collect();
    Ok(Some(Changed {
        what: escape::path(path).into_string(),
        definitions,
        files: vec![file],
        removed: Vec::new(),
    }))
}

impl Tool for Impact {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

#[cfg(test)]
mod tests;
