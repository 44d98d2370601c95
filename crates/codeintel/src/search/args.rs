//! The arguments of a search, for every tool that starts from one.

use foreword_exec::spec::{ArgKind, ArgSpec};
use foreword_exec::tool::{Call, ToolFailure};
use foreword_model::error::ErrorCode;
use foreword_model::limits;
use foreword_retrieve::{Filters, SearchRequest, TextForm};

/// What `ci_search` takes.
pub(super) const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "query", kind: ArgKind::Text, required: true, doc: "What is looked for, in words." },
    ArgSpec {
        name: "symbols",
        kind: ArgKind::TextList,
        required: false,
        doc: "Names to be found as written.",
    },
    ArgSpec {
        name: "paths",
        kind: ArgKind::TextList,
        required: false,
        doc: "Files or directories to prefer.",
    },
    ArgSpec {
        name: "limit",
        kind: ArgKind::Count { default: 10, ceiling: 10 },
        required: false,
        doc: "Places in the answer.",
    },
    LOOK_AT,
    ArgSpec { name: "globs", kind: ArgKind::TextList, required: false, doc: "Paths to search in." },
    ArgSpec { name: "languages", kind: ArgKind::TextList, required: false, doc: "Languages to search in." },
    ArgSpec {
        name: "kinds",
        kind: ArgKind::TextList,
        required: false,
        doc: "Kinds of definitions to find, such as function, class or struct.",
    },
    ArgSpec {
        name: "weak",
        kind: ArgKind::Choice(&["left_out", "shown"]),
        required: false,
        doc: "Whether places far below the best are shown too.",
    },
    LIST,
    EARLIER,
    EARLIER_PROMPTS,
    ArgSpec {
        name: "explain",
        kind: ArgKind::Choice(&["no", "yes"]),
        required: false,
        doc: "Whether the answer holds the evidence for files that are not shown, too.",
    },
];

/// What a search looks at, for every tool that starts from one.
pub(crate) const LOOK_AT: ArgSpec = ArgSpec {
    name: "look_at",
    kind: ArgKind::Choice(&["words", CURRENT_WORK]),
    required: false,
    doc: "What is searched for: the words of `query`, or, for a request that names nothing, the uncommitted changes and then `paths`.",
};
/// The session's earlier places, for every tool that starts from a search.
pub(crate) const EARLIER: ArgSpec = ArgSpec {
    name: "earlier",
    kind: ArgKind::TextList,
    required: false,
    doc: "Places that were given before, as `path:line`, the newest first: for a text that leans on what was said before it.",
};
/// What the session's earlier prompts said, for every tool that starts from a search.
pub(crate) const EARLIER_PROMPTS: ArgSpec = ArgSpec {
    name: "earlier_prompts",
    kind: ArgKind::TextList,
    required: false,
    doc: "What was asked before, the newest first: its words count for a text that leans on it.",
};
/// Whose words a query is, for every tool that starts from a search.
pub(crate) const LIST: ArgSpec = ArgSpec {
    name: "list",
    kind: ArgKind::Choice(&["files", PLACES]),
    required: false,
    doc: "What is listed: a file once, with its best place, or, for a text as people type it to an agent, the best places.",
};
const PLACES: &str = "places";
const CURRENT_WORK: &str = "current_work";

/// What a call asks: two tools that mean the same ask the same, even if only one of them has an argument for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SearchArgs {
    /// The search.
    pub(super) request: SearchRequest,
    /// Whether the work at hand is looked at instead of the words.
    pub(super) looks_at_work: bool,
}

impl SearchArgs {
    pub(super) fn of(call: &Call<'_>) -> Result<Self, ToolFailure> {
        let Some(query) = call.text("query") else {
            return Err(ToolFailure::error(ErrorCode::EInvalidArgs, "query is missing"));
        };
        let texts = |name: &str| call.texts(name).into_iter().map(str::to_owned).collect();
        let filters = Filters::new(&call.texts("globs"), &call.texts("languages"), &call.texts("kinds"))
            .map_err(|error| ToolFailure::skipped(ErrorCode::EInvalidArgs, error.to_string()))?;
        let request = SearchRequest {
            query: query.to_owned(),
            symbols: texts("symbols"),
            paths: texts("paths"),
            filters,
            limit: call.count("limit").unwrap_or(limits::LIVE_SCAN_PARSED),
            keeps_weak: call.text("weak") == Some("shown"),
            explains_all: call.text("explain") == Some("yes"),
            earlier: texts(EARLIER.name),
            earlier_prompts: texts(EARLIER_PROMPTS.name),
            form: if call.text(LIST.name) == Some(PLACES) { TextForm::Prompt } else { TextForm::Question },
        };
        Ok(Self { request, looks_at_work: call.text(LOOK_AT.name) == Some(CURRENT_WORK) })
    }
}
