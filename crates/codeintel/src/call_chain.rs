//! `ci_call_chain`: call chains of one symbol. The spec only: the tool itself is not built yet.

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_call_chain"),
    description: Cow::Borrowed("Who calls a symbol and what it calls, with the line of each call."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: false,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "symbol", kind: ArgKind::Text, required: true, doc: "The function or method." },
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
];
