//! `ci_impact`: what a change touches. The spec only: the tool itself is not built yet.

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_impact"),
    description: Cow::Borrowed("What breaks if a symbol or file changes: callers, importers, tests."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: false,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "symbol", kind: ArgKind::Text, required: false, doc: "The symbol that changes." },
    ArgSpec { name: "file", kind: ArgKind::Path, required: false, doc: "The file that changes." },
    ArgSpec {
        name: "depth",
        kind: ArgKind::Count { default: 3, ceiling: 3 },
        required: false,
        doc: "Steps from the change.",
    },
];
