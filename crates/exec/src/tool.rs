//! The one trait that a tool implements, and the permit that only this crate can make.

use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_model::envelope::{Redaction, ToolStatus};
use foreword_model::error::ErrorCode;
use serde_json::{Map, Value};

use crate::spec::ToolSpec;

/// Proof that a call went through normalisation, clamps and before-hooks.
///
/// Only `exec` can make one, so a tool cannot be run from anywhere else.
#[derive(Debug)]
pub struct Permit {
    _sealed: (),
}

impl Permit {
    pub(crate) fn issue() -> Self {
        Self { _sealed: () }
    }
}

/// One call, as the tool sees it: exactly what the hooks saw.
#[derive(Debug)]
pub struct Call<'a> {
    /// Normalised arguments.
    pub args: &'a Map<String, Value>,
    /// The prompt behind the call; empty where there is none.
    pub prompt: &'a str,
    /// The repository, the only place that a tool may read.
    pub jail: &'a Jail,
    /// When the result is no longer waited for. Check it in every loop that can be long.
    pub deadline: Instant,
}

impl Call<'_> {
    /// A text argument.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.args.get(name).and_then(Value::as_str)
    }

    /// A list of texts; empty if it was not given.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let list = self.args.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A count; normalisation has filled in the default.
    pub fn count(&self, name: &str) -> Option<usize> {
        self.args.get(name).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok())
    }
}

/// What a tool answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolAnswer {
    /// One line.
    pub summary: String,
    /// Items, claims, and what is the tool's own.
    pub data: Option<Value>,
    /// Whether the tool cut something.
    pub truncated: bool,
    /// What the user should know of this answer: becomes `[Limits]` lines.
    pub notes: Vec<String>,
    /// Secrets that the tool itself masked.
    pub redactions: Vec<Redaction>,
}

/// Why a tool has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ToolFailure {
    /// How the call ended.
    pub status: ToolStatus,
    /// The kind.
    pub code: ErrorCode,
    /// What happened, for a person.
    pub message: String,
}

impl ToolFailure {
    /// A failure of the given kind.
    pub fn error(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status: ToolStatus::Error, code, message: message.into() }
    }

    /// The tool ran out of time.
    pub fn timeout(message: impl Into<String>) -> Self {
        Self { status: ToolStatus::Timeout, code: ErrorCode::ETimeout, message: message.into() }
    }

    /// The tool was not run.
    pub fn skipped(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status: ToolStatus::Skipped, code, message: message.into() }
    }
}

/// A tool. Its spec sits beside it.
pub trait Tool: Send + Sync {
    /// What is known before it runs.
    fn spec(&self) -> &ToolSpec;

    /// What the tool makes of words that a before-hook printed: an answer in its place, for a tool that asks a person.
    fn answer_by_hook(&self, _printed: &str, _args: &Map<String, Value>) -> Option<ToolAnswer> {
        None
    }

    /// Whether another program chooses the words of its answers. They are quoted wherever they are shown; a tool of this
    /// build escapes what it names itself.
    fn is_foreign(&self) -> bool {
        false
    }

    /// Answers one call.
    fn run(&self, permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure>;
}
