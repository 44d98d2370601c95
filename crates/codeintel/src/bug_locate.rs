//! `ci_bug_locate`: the files and functions that an error message, stack trace or issue points to.
//!
//! text → what it names and says → evidence for every file of the index (words, names, past commits) → the files of the
//! shortlist read for its text → files and functions, each with its evidence.

mod commits;
mod features;
mod issue;
mod literals;
mod mentions;
mod rank;
mod words;

mod frames;
mod trace;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::{Store, StoreError};
use foreword_index::view::IndexView;
use foreword_model::error::ErrorCode;
use serde_json::{Value, json};

use crate::deep;
use rank::Sources;

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
        let issue = issue::issue(error);
        let left = call.deadline.saturating_duration_since(Instant::now());
        let sources = Sources {
            store,
            records: self.index.records().map_err(|_| StoreError::Missing)?,
            ids: self.index.ids().map_err(|_| StoreError::Missing)?,
            history: self.index.history(),
            jail: call.jail,
            sensitive: &self.sensitive,
            deadline: Instant::now() + left.mul_f64(TIME_SHARE).max(Duration::from_millis(1)),
        };
        let ranking = sources.rank(&issue)?;
        let top = call.count("top").unwrap_or(1);
        let files: Vec<Value> = ranking.ranked.iter().take(top).map(|one| json!({"path": ranking.files.records[one.place].path, "score": one.score, "why": ""})).collect();
        let mut data = json!({ "items": [], "claims": [], "files": files });
        if call.text("explain") == Some("yes") {
            data["ranking"] = ranking.ranked.iter().map(|one| json!({"path": ranking.files.records[one.place].path, "features": one.values.named().collect::<std::collections::BTreeMap<_,_>>()})).collect();
        }
        Ok(ToolAnswer { summary: String::new(), data: Some(data), ..ToolAnswer::default() })
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
