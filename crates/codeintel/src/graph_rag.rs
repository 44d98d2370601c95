//! `ci_graph_rag`: context from the graph of calls, imports and containment. The spec only: the tool itself is not built yet.

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_graph_rag"),
    description: Cow::Borrowed(
        "The code around the best places: what calls, uses and contains them, within a budget.",
    ),
    tier: 1,
    timeout_ms: 3_500,
    args: Some(ARGS),
    built: false,
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
];
