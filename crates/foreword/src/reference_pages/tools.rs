//! `tools.md`: the tools that ship, from their specs.

use foreword_codeintel::shipped_specs;
use foreword_exec::prepare::EXPLICIT_FACTOR;
use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_model::error::ErrorCode;
use foreword_model::limits;
use schemars::schema_for;

use super::markdown::{code, codes, head, table};

/// The page.
pub fn page() -> String {
    let specs = shipped_specs();
    let mut text = head("Tools");
    text.push_str(&format!(
        "Tiers 0 and 1 run for a prompt about code, tier 2 with `CI_AUTO_TOOLS_TIER_MAX=2` and where the prompt calls for it, tier 3 never by itself. By name \
         (`foreword tool NAME`, a command of its own, MCP) each can be called at any time, `askuser-ask_question` over MCP and at a terminal. A count may be up to its ceiling in an automatic call and {EXPLICIT_FACTOR} times that \
         in a call by name; above it is clamped, and that is said. What a call over MCP takes and answers as JSON Schema: [schemas](README.md#schemas).\n\n"
    ));
    let rows = specs.map(|spec| {
        let name = &spec.name;
        let time = format!("{} ms", spec.timeout_ms);
        vec![format!("[`{name}`](#{name})"), spec.tier.to_string(), time, spec.description.to_string()]
    });
    text.push_str(&table(&["tool", "tier", "timeout", "what it answers"], &rows));
    for spec in specs {
        text.push_str(&section(spec));
    }
    text.push_str(&of_the_users_own());
    text.push_str(&error_codes());
    text
}

fn section(spec: &ToolSpec) -> String {
    let mut text = format!("\n## {}\n\n{}\n", spec.name, spec.description);
    let args = spec.args.unwrap_or_default();
    if args.is_empty() {
        text.push_str("\nNo arguments.\n");
        return text;
    }
    let rows: Vec<Vec<String>> = args.iter().map(row).collect();
    text.push_str(&format!(
        "\n{}",
        table(&["argument", "type", "default", "ceiling", "what it means"], &rows)
    ));
    text
}

fn row(arg: &ArgSpec) -> Vec<String> {
    let (kind, default, ceiling) = match arg.kind {
        ArgKind::Text => ("text".to_owned(), String::new(), String::new()),
        ArgKind::TextList => ("list of texts".to_owned(), String::new(), String::new()),
        ArgKind::Path => ("path below the root".to_owned(), String::new(), String::new()),
        ArgKind::Choice(words) => (
            codes(words.iter().copied()),
            words.first().map(|word| code(word)).unwrap_or_default(),
            String::new(),
        ),
        ArgKind::Flag => ("`true`, `false`".to_owned(), "`false`".to_owned(), String::new()),
        ArgKind::Count { default, ceiling } => {
            let by_name = ceiling * EXPLICIT_FACTOR;
            ("count".to_owned(), code(&default.to_string()), format!("{ceiling}; {by_name} by name"))
        }
    };
    let required = if arg.required { " Required." } else { "" };
    vec![code(arg.name), kind, default, ceiling, format!("{}{required}", arg.doc)]
}

fn of_the_users_own() -> String {
    format!(
        "\n## Tools of your own\n\nA command in `tools` of your `config.yaml` ([config.md](config.md#keys)) is a tool: tier 1 and {} ms unless said otherwise. It takes any argument. \
         `CI_AUTO_TOOLS_RUNNER_<TOOL>` puts a program in the place of a built-in tool, with its spec. At most {} bytes of what either prints are read.\n",
        limits::EXTERNAL_TIMEOUT_MS,
        limits::CHILD_OUTPUT_BYTES,
    )
}

fn error_codes() -> String {
    let schema = schema_for!(ErrorCode).to_value();
    let codes = schema["oneOf"].as_array().expect("one entry for each code");
    let rows = codes.iter().map(|entry| {
        let word = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        vec![code(&word("const")), word("description")]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    format!("\n## Error codes\n\n`error.code` of a result:\n\n{}", table(&["code", "when"], &rows))
}
