//! `ci_bug_locate`: the files and functions that an error message, stack trace or issue points to.
//!
//! text → the frames of its trace, what it names and says → evidence for every file of the index (frames, words, names, past
//! commits) → the files of the shortlist read for its text → files and functions, each with its evidence. Without an index only
//! the trace is read.

mod commits;
mod features;
mod frames;
mod functions;
mod issue;
mod literals;
mod mentions;
mod rank;
mod report;
mod stack;
mod trace;
mod words;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::{Store, StoreError};
use foreword_index::view::IndexView;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use crate::deep;
use crate::nodes::Nodes;
use rank::{Ranking, Sources};
use report::Located;
use stack::Stack;
use trace::Trace;

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_bug_locate"),
    description: Cow::Borrowed(
        "The files and functions that an error message, stack trace or issue points to.",
    ),
    tier: 2,
    timeout_ms: 3_500,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec {
        name: "error",
        kind: ArgKind::Text,
        required: true,
        doc: "The message, trace, test output or issue text.",
    },
    ArgSpec {
        name: "top",
        kind: ArgKind::Count { default: 10, ceiling: 10 },
        required: false,
        doc: "Files in the answer.",
    },
    ArgSpec {
        name: "explain",
        kind: ArgKind::Choice(&["no", "yes"]),
        required: false,
        doc: "Whether the evidence for each file is given as numbers.",
    },
];

/// The part of the time that is used: an answer that is late is no answer.
const TIME_SHARE: f64 = 0.7;

/// The tool.
pub(crate) struct BugLocate {
    index: Arc<IndexView>,
    sensitive: Sensitive,
}

impl BugLocate {
    /// With the index that knows words and history, and the files that are never read.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive) -> Self {
        Self { index, sensitive }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let error = call.text("error").unwrap_or_default();
        if error.trim().is_empty() {
            return Err(ToolFailure::skipped(ErrorCode::EInvalidArgs, "`error` is empty"));
        }
        let store = deep::store(&self.index, call, "ci_bug_locate")?;
        let answered = self.answer_from(call, store, error);
        deep::finish(&self.index, call, answered)
    }

    fn answer_from(&self, call: &Call<'_>, store: &Store, error: &str) -> Result<ToolAnswer, StoreError> {
        let trace = trace::parse(error);
        let issue = issue::issue(error);
        let records = self.index.records().map_err(|_| StoreError::Missing)?;
        let stack = stack::stack(&trace, call.jail.root(), records.iter().map(|record| record.path.as_str()));
        let left = call.deadline.saturating_duration_since(Instant::now());
        let sources = Sources {
            store,
            records,
            ids: self.index.ids().map_err(|_| StoreError::Missing)?,
            history: self.index.history(),
            jail: call.jail,
            sensitive: &self.sensitive,
            deadline: Instant::now() + left.mul_f64(TIME_SHARE).max(Duration::from_millis(1)),
        };
        let ranking = sources.rank(&issue, &stack)?;
        let top = call.count("top").unwrap_or(1);
        let mut answer = self.report(call, store, &ranking, &stack, &trace, top)?;
        if call.text("explain") == Some("yes")
            && let Some(data) = &mut answer.data
        {
            data["ranking"] = report::ranking(&ranking.ranked, |place| records[place].path.clone());
        }
        Ok(answer)
    }

    fn report(
        &self,
        call: &Call<'_>,
        store: &Store,
        ranking: &Ranking<'_>,
        stack: &Stack<'_>,
        trace: &Trace,
        top: usize,
    ) -> Result<ToolAnswer, StoreError> {
        let mut nodes = Nodes::new(store, call.jail, &self.sensitive);
        let mut located = Vec::new();
        let mut gone = 0;
        for ranked in &ranking.ranked {
            if located.len() == top {
                break;
            }
            let (path, id) =
                (ranking.files.records[ranked.place].path.as_str(), ranking.files.ids[ranked.place]);
            if self.sensitive.matches(path) || !call.jail.stamp(path).is_some_and(|stamp| stamp.is_file) {
                gone += 1;
                continue;
            }
            let words = ranking.files.chunks_of(ranked.place, &ranking.chunks);
            let functions = functions::functions(store, &mut nodes, id, path, stack, words)?;
            located.push(Located { path, ranked, functions });
        }
        let mut notes = Vec::new();
        if nodes.changed() + gone > 0 {
            let files = deep::counted(nodes.changed() + gone, "file");
            notes.push(format!(
                "ci_bug_locate: {files} changed since the index; their words are those of then"
            ));
        }
        if trace.frames.len() >= limits::TRACE_FRAMES {
            notes.push(format!("ci_bug_locate: only {} frames of the trace were read", trace.frames.len()));
        }
        Ok(report::report(&located, stack, trace, notes))
    }
}

impl Tool for BugLocate {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}
