//! A tool's spec as a client sees it: description, schemas, annotations. The schema of the input is made of the same
//! table by which arguments are checked.

use foreword_exec::prepare::EXPLICIT_FACTOR;
use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_guard::clear_note;
use foreword_model::limits;
use serde_json::{Map, Value, json};

use super::answer::output_schema;

/// The repository, where there are several.
pub const ROOT: &str = "root";
/// Where a page begins.
pub const OFFSET: &str = "offset";
/// How long a page is.
pub const MAX_CHARS: &str = "max_chars";

/// Whether a tool reads the repository, or asks the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// It takes a root, and its answers come in pages.
    Repository,
    /// It takes neither.
    Person,
}

/// An entry of `tools/list`.
pub fn entry(spec: &ToolSpec, reads: Reads) -> Value {
    // Of a program of the user's nobody knows what it does.
    let is_ours = spec.args.is_some();
    json!({
        "name": spec.name,
        // A trusted repository may have written it.
        "description": clear_note(&spec.description).as_str(),
        "inputSchema": input_schema(spec, reads),
        "outputSchema": output_schema(),
        "annotations": {
            "readOnlyHint": is_ours,
            "destructiveHint": !is_ours,
            "idempotentHint": is_ours && reads == Reads::Repository,
            "openWorldHint": !is_ours,
        },
    })
}

fn input_schema(spec: &ToolSpec, reads: Reads) -> Value {
    let args = spec.args.unwrap_or_default();
    let mut properties: Map<String, Value> =
        args.iter().map(|arg| (arg.name.to_owned(), argument(arg))).collect();
    let required: Vec<&str> = args.iter().filter(|arg| arg.required).map(|arg| arg.name).collect();
    if reads == Reads::Repository {
        properties.extend(own_arguments());
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": spec.args.is_none(),
    })
}

fn argument(arg: &ArgSpec) -> Value {
    let mut schema = match arg.kind {
        ArgKind::Text | ArgKind::Path if arg.required => json!({ "type": "string", "minLength": 1 }),
        ArgKind::Text | ArgKind::Path => json!({ "type": "string" }),
        ArgKind::TextList => json!({ "type": "array", "items": { "type": "string" } }),
        ArgKind::Choice(words) => json!({ "type": "string", "enum": words, "default": words.first() }),
        ArgKind::Flag => json!({ "type": "boolean", "default": false }),
        ArgKind::Count { default, ceiling } => json!({
            "type": "integer", "minimum": 1, "maximum": ceiling * EXPLICIT_FACTOR, "default": default,
        }),
    };
    schema["description"] = Value::from(arg.doc);
    schema
}

/// The arguments that are the server's, and no tool's.
fn own_arguments() -> [(String, Value); 3] {
    let root = json!({
        "type": "string",
        "description": "The repository, an absolute path: one of the client's roots, or a folder below one of them or below the server's own repository. Without it, the server's own.",
    });
    let offset = json!({
        "type": "integer", "minimum": 0, "default": 0,
        "description": "Goes on with a long answer: `next_offset` of the page before, with the same arguments.",
    });
    let max_chars = json!({
        "type": "integer", "minimum": limits::MCP_PAGE_CHARS_MIN, "maximum": limits::MCP_PAGE_CHARS_MAX,
        "default": limits::MCP_PAGE_CHARS, "description": "Characters of one page.",
    });
    [(ROOT.to_owned(), root), (OFFSET.to_owned(), offset), (MAX_CHARS.to_owned(), max_chars)]
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    const ARGS: &[ArgSpec] = &[
        ArgSpec { name: "query", kind: ArgKind::Text, required: true, doc: "Q." },
        ArgSpec {
            name: "limit",
            kind: ArgKind::Count { default: 5, ceiling: 10 },
            required: false,
            doc: "L.",
        },
        ArgSpec { name: "all", kind: ArgKind::Flag, required: false, doc: "A." },
        ArgSpec { name: "way", kind: ArgKind::Choice(&["up", "down"]), required: false, doc: "W." },
        ArgSpec { name: "names", kind: ArgKind::TextList, required: false, doc: "N." },
    ];

    fn spec(args: Option<&'static [ArgSpec]>) -> ToolSpec {
        let text = Cow::Borrowed("a_tool");
        ToolSpec { name: text.clone(), description: text, tier: 1, timeout_ms: 1, args, built: true }
    }

    fn check(args: Value, is_valid: bool) {
        let listed = entry(&spec(Some(ARGS)), Reads::Repository);
        let validator = jsonschema::validator_for(&listed["inputSchema"]).expect("a schema");
        assert_eq!(validator.is_valid(&args), is_valid, "{args}");
    }

    #[test]
    fn the_schema_says_what_is_checked() {
        check(json!({"query": "x"}), true);
        check(
            json!({"query": "x", "limit": 100, "all": true, "way": "down", "names": ["a"], "root": "/x"}),
            true,
        );
        for wrong in [
            json!({}),
            json!({"query": ""}),
            json!({"query": "x", "limit": 0}),
            json!({"query": "x", "limit": 101}),
            json!({"query": "x", "all": "yes"}),
            json!({"query": "x", "way": "left"}),
            json!({"query": "x", "names": [1]}),
            json!({"query": "x", "other": 1}),
            json!({"query": "x", "offset": -1}),
        ] {
            check(wrong, false);
        }
    }

    #[test]
    fn a_program_of_the_user_takes_anything_and_promises_nothing() {
        let listed = entry(&spec(None), Reads::Repository);
        assert_eq!(listed["inputSchema"]["additionalProperties"], true);
        assert_eq!(listed["annotations"]["readOnlyHint"], false);
        let ours = entry(&spec(Some(&[])), Reads::Person);
        assert_eq!(ours["annotations"]["readOnlyHint"], true);
        assert_eq!(ours["inputSchema"]["properties"], json!({}));
    }
}
