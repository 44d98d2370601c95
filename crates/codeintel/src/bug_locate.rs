//! `ci_bug_locate`: where an error comes from. The spec only: the tool itself is not built yet.

mod frames;
mod trace;

use std::borrow::Cow;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_bug_locate"),
    description: Cow::Borrowed(
        "The files and functions that an error message, stack trace or issue points to.",
    ),
    tier: 2,
    timeout_ms: 3_500,
    args: Some(ARGS),
    built: false,
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
];
