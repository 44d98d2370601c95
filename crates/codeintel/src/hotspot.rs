//! `ci_hotspot`: where change and complexity meet. The spec only: the tool itself is not built yet.

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_hotspot"),
    description: Cow::Borrowed("Files that change often and are complicated, from the git history."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: false,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec {
        name: "days",
        kind: ArgKind::Count { default: 30, ceiling: 30 },
        required: false,
        doc: "Days of history.",
    },
    ArgSpec {
        name: "top",
        kind: ArgKind::Count { default: 20, ceiling: 20 },
        required: false,
        doc: "Files in the answer.",
    },
    ArgSpec { name: "path", kind: ArgKind::Path, required: false, doc: "Only below this directory." },
];
