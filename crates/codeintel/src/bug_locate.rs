//! `ci_bug_locate`: the files and functions that an error message, stack trace or issue points to.
//!
//! text → the frames of its trace, what it names and says → evidence for every file of the index (frames, words, names, past
//! commits) → the files of the shortlist read for its text → files and functions, each with its evidence. Without an index only
//! the trace is read.

mod functions;
mod report;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::{Store, StoreError};
use foreword_index::view::IndexView;
use foreword_index::walk::{WalkOptions, walk};
use foreword_model::clock;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use crate::deep;
use crate::nodes::Nodes;
use foreword_retrieve::report::{ReportRanking, ReportSources, Stack, read_report, read_stack};
use foreword_retrieve::trace::{self, Trace};
use functions::Holds;
use report::Located;

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
        doc: "ReportFiles in the answer.",
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

/// The part of the time that a walk may take, without an index.
const WALK_SHARE: f64 = 0.4;

/// The tool.
pub(crate) struct BugLocate {
    index: Arc<IndexView>,
    sensitive: Sensitive,
    excludes: Vec<String>,
}

impl BugLocate {
    /// With the index that knows words and history, the files that are never read, and the globs that are not read besides.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive, excludes: Vec<String>) -> Self {
        Self { index, sensitive, excludes }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let error = call.text("error").unwrap_or_default();
        if error.trim().is_empty() {
            return Err(ToolFailure::skipped(ErrorCode::EInvalidArgs, "`error` is empty"));
        }
        let store = match deep::store(&self.index, call, "ci_bug_locate") {
            Ok(store) => store,
            Err(failure) => return self.by_trace_alone(call, error).ok_or(failure),
        };
        let answered = self.answer_from(call, store, error);
        deep::finish(&self.index, call, answered)
    }

    /// Without an index: what the trace itself says, if it leads into the repository.
    fn by_trace_alone(&self, call: &Call<'_>, error: &str) -> Option<ToolAnswer> {
        let trace = trace::parse(error);
        if trace.frames.is_empty() {
            return None;
        }
        let left = clock::left(call.deadline);
        let options = WalkOptions {
            excludes: &self.excludes,
            sensitive: &self.sensitive,
            deadline: clock::now() + left.mul_f64(WALK_SHARE),
            files_max: limits::LIVE_SCAN_FILES,
            depth_max: limits::WALK_DEPTH,
        };
        let walked = walk(call.jail, &options);
        let paths = walked.files.iter().map(|file| file.path.as_str());
        let stack = read_stack(&trace::read_output(error), &trace, call.jail.root(), paths);
        (!stack.own.is_empty()).then(|| report::by_trace_alone(&stack, &trace))
    }

    fn answer_from(&self, call: &Call<'_>, store: &Store, error: &str) -> Result<ToolAnswer, StoreError> {
        let trace = trace::parse(error);
        let output = trace::read_output(error);
        let issue = read_report(&output, &trace);
        let records = self.index.records().map_err(|_| StoreError::Missing)?;
        let paths = records.iter().map(|record| record.path.as_str());
        let mut stack = read_stack(&output, &trace, call.jail.root(), paths);
        let nodes = Nodes::new(store, call, &self.sensitive, &self.index);
        for frame in &mut stack.own {
            frame.paths.retain(|path| nodes.now.may_name(path));
        }
        stack.own.retain(|frame| !frame.paths.is_empty());
        let left = clock::left(call.deadline);
        let sources = ReportSources {
            store,
            records,
            ids: self.index.ids().map_err(|_| StoreError::Missing)?,
            history: self.index.history(),
            jail: call.jail,
            sensitive: &self.sensitive,
            deadline: clock::now() + left.mul_f64(TIME_SHARE).max(Duration::from_millis(1)),
        };
        let mut ranking = sources.rank(&issue, &stack)?;
        let top = call.count("top").unwrap_or(1);
        let mut answer = report_now((store, &nodes), &ranking, &stack, &trace, top)?;
        if call.text("explain") == Some("yes")
            && let Some(data) = &mut answer.data
        {
            ranking.ranked.retain(|ranked| nodes.now.may_name(&records[ranked.place].path));
            data["ranking"] = report::ranking(&ranking.ranked, |place| records[place].path.clone());
        }
        Ok(answer)
    }
}

/// What is ranked, as far as it may be named now.
fn report_now(
    (store, nodes): (&Store, &Nodes<'_>),
    ranking: &ReportRanking<'_>,
    stack: &Stack<'_>,
    trace: &Trace,
    top: usize,
) -> Result<ToolAnswer, StoreError> {
    let mut located = Vec::new();
    for ranked in &ranking.ranked {
        if located.len() == top {
            break;
        }
        let (record, id) = (&ranking.files.records[ranked.place], ranking.files.ids[ranked.place]);
        let (path, unread) = (record.path.as_str(), record.reading.why_unread());
        if !nodes.now.may_name(path) {
            continue;
        }
        let holds = Holds {
            words: ranking.files.chunks_of(ranked.place, &ranking.chunks),
            literal_lines: &ranked.literal_lines,
            is_message: ranking.is_message,
        };
        let functions = functions::functions(store, nodes, id, path, stack, &holds)?;
        located.push(Located { path, ranked, functions, unread });
    }
    let mut notes = Vec::new();
    if nodes.changed() > 0 {
        let files = deep::counted(nodes.changed(), "file");
        notes.push(format!("ci_bug_locate: {files} changed since the index; their words are those of then"));
    }
    if trace.frames.len() >= limits::TRACE_FRAMES {
        notes.push(format!("ci_bug_locate: only {} frames of the trace were read", trace.frames.len()));
    }
    Ok(report::report(&located, stack, trace, notes))
}

impl Tool for BugLocate {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

#[cfg(test)]
mod tests;
