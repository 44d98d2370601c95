//! `ci_complexity`: how complicated functions are. The spec only: the tool itself is not built yet.

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_complexity"),
    description: Cow::Borrowed(
        "Complexity, length and nesting of the functions in a file or below a directory.",
    ),
    tier: 2,
    timeout_ms: 1_000,
    args: Some(ARGS),
    built: false,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "path", kind: ArgKind::Path, required: false, doc: "The file or directory." },
    ArgSpec { name: "symbol", kind: ArgKind::Text, required: false, doc: "One function." },
    ArgSpec {
        name: "top",
        kind: ArgKind::Count { default: 20, ceiling: 20 },
        required: false,
        doc: "Functions in the answer.",
    },
];
