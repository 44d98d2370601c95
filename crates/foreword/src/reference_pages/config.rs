//! `config.md`: variables and keys. Which values a variable takes is what its reader expects when it gets something else; who may
//! set a key is what the readers of the files refuse.

use std::path::Path;

use foreword_model::settings::Settings;
use serde_json::Value;

use super::keys::{KEYS, Key};
use super::markdown::{code, codes, head, table};
use crate::settings::{self, Environment, config_schema, refused_by};

/// The page.
pub fn page() -> String {
    let mut text = head("Settings");
    text.push_str(
        "The environment comes first, then a repository's `config/auto-tools.yaml`, then your own `~/.config/foreword/config.yaml`, then the defaults. A repository may lower numbers and raise them up to a \
         ceiling, never above what your own file sets; what starts a program, reaches a server or says `enabled: on` needs `foreword trust`. A value that cannot be used is not obeyed and not silent: `[Limits]` names it.\n\n\
         ## Variables\n\n",
    );
    let columns = ["variable", "values", "default", "what it does"];
    text.push_str(&table(&columns, &VARIABLES.iter().map(Variable::row).collect::<Vec<_>>()));
    text.push_str("\nWhere things lie:\n\n");
    text.push_str(&table(&columns, &PLACES.iter().map(Variable::row).collect::<Vec<_>>()));
    text.push_str("\nWhat a runner and a command tool get:\n\n");
    text.push_str(&table(&["variable", "what it holds"], &given()));
    text.push_str("\n## Keys\n\nThe same in both files, read key by key: what is known and has the right type holds, every problem is named with file, line and column. If `enabled`, `mode`, `exclude`, `sensitive` or `redaction` cannot be read or is misspelt, or the file is no YAML, nothing is injected. As JSON Schema: [schemas/config.json](schemas/config.json).\n\n");
    let schema = config_schema();
    let rows: Vec<Vec<String>> = KEYS.iter().map(|key| row(key, &schema)).collect();
    text.push_str(&table(&["key", "values", "default", "in a repository", "what it does"], &rows));
    text.push_str("\n## Who may set what\n\nEach value tried on the defaults. ✓: obeyed.\n\n");
    let columns = ["setting", "a repository", "a trusted repository", "your own file"];
    text.push_str(&table(&columns, &KEYS.iter().flat_map(tried).collect::<Vec<_>>()));
    text.push_str(
        "\nCeilings for a repository: `budget.wall_ms` 10,000, `budget.max_concurrency` 8, `budget.max_injected_chars` 12,000, a tool's `timeout_ms` the wall budget in force. Where your own file sets one of them, that is the ceiling. With trust a repository also gets its hooks (`.foreword/hooks/`), see [hooks](../guide/hooks.md). Of a repository that belongs to another user nothing is obeyed.\n\n\
         `tools` in a repository's file is its list of allowed tools, as keys or as a list of names (`tools: [ci_search, ci_index_status]`): what it does not name is neither planned nor run, by an agent or by hand either, as if it were dropped. `enabled: false` only removes; with nothing but such entries the rest stays. Your own tools and `askuser-ask_question` are not subject to the list. In your own file `tools` only says what differs.\n",
    );
    text
}

/// A variable of the environment.
struct Variable {
    name: &'static str,
    /// Where no reader refuses a value.
    values: &'static str,
    default: &'static str,
    what: &'static str,
}

const fn variable(name: &'static str, default: &'static str, what: &'static str) -> Variable {
    Variable { name, values: "", default, what }
}

/// The control plane.
const VARIABLES: &[Variable] = &[
    variable(
        "CI_AUTO_TOOLS",
        "`auto`",
        "`auto` injects for prompts about code, `on` for every prompt, `off` never.",
    ),
    variable("CI_AUTO_TOOLS_MODE", "`run`", "`plan`: no tool runs; the plan is shown."),
    variable("CI_AUTO_TOOLS_DRY_RUN", "`0`", "`1`: plan mode, and no external process at all."),
    variable("CI_AUTO_TOOLS_TIER_MAX", "`1`", "The highest tier that is planned; the only way to tier 2."),
    variable(
        "CI_AUTO_TOOLS_BUDGET_WALL_MS",
        "`5000`; `10000` with tier 2",
        "One deadline for the whole run, tool hooks included.",
    ),
    variable("CI_AUTO_TOOLS_MAX_CONCURRENCY", "`3`", "Tools at a time."),
    variable(
        "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
        "`12000`",
        "Characters injected, and never more than the client takes whole.",
    ),
    variable("CI_AUTO_TOOLS_LEGACY", "`0`", "`1`: the former policy and output; goes with 2.0."),
    variable("CI_AUTO_TOOLS_REPO_ROOT", "found", "The repository root, before anything else."),
    variable("WORKING_DIRECTORY", "", "Stands for the current directory, before the payload's `cwd`."),
    variable(
        "CI_CODEX_SESSION_MODE",
        "`resume_last`",
        "How `codex-auto` continues: a recorded session, else the last one if this is set; `exec` always begins anew.",
    ),
    variable(
        "CI_AUTO_TOOLS_BACKGROUND_INDEX",
        "`1`",
        "Whether a prompt may start a refresh of the index in the background.",
    ),
    variable("CI_AUTO_TOOLS_ORCHESTRATOR_PATH", "", "Runs this kernel in place of the built-in one."),
    variable(
        "CI_AUTO_TOOLS_RUNNER_CI_SEARCH",
        "",
        "Runs this program in place of `ci_search`; likewise for every other tool, in capitals.",
    ),
    variable(
        "CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE",
        "",
        "Fuses the results in this file in place of running tools, also in plan mode.",
    ),
];

const fn place(name: &'static str, default: &'static str, what: &'static str) -> Variable {
    Variable { name, values: "an absolute path", default, what }
}

const PLACES: &[Variable] = &[
    place("XDG_CONFIG_HOME", "`~/.config`", "Your own settings and hooks, below `foreword/`."),
    place("XDG_CACHE_HOME", "`~/.cache`", "The index, below `foreword/`."),
    place(
        "XDG_STATE_HOME",
        "`~/.local/state`",
        "Past runs, sessions, trust, switches and backups, below `foreword/`.",
    ),
    place(
        "CLAUDE_CONFIG_DIR",
        "`~/.claude`",
        "Claude Code's files, for `install`, `uninstall` and `doctor`.",
    ),
    place("CODEX_HOME", "`~/.codex`", "Codex's files, for the same."),
];

/// Set for children, read by nobody here.
const GIVEN: &[(&str, &str)] = &[
    ("CI_TOOL_NAME", "The tool."),
    ("CI_TOOL_PROMPT", "The prompt, cut to 32,000 bytes; a runner has the whole on standard input."),
    ("CI_TOOL_ARGS_JSON", "The normalised arguments, a JSON object."),
    ("CI_TOOL_REPO_ROOT", "The repository root."),
];

/// Names that are built of parts, or mean something else.
const OTHER_NAMES: &[&str] = &["CI_AUTO_TOOLS_RUNNER_"];

impl Variable {
    fn row(&self) -> Vec<String> {
        let values = match self.values {
            "" => expected(self.name),
            said => said.to_owned(),
        };
        vec![code(self.name), values, self.default.to_owned(), self.what.to_owned()]
    }
}

fn given() -> Vec<Vec<String>> {
    GIVEN.iter().map(|(name, what)| vec![code(name), (*what).to_owned()]).collect()
}

/// What the reader of a variable says that it expects.
fn expected(name: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let environment = Environment::of(&[(name, Path::new("?"))]);
    let resolved = settings::resolve(&environment, folder.path().to_str(), None).expect("settings");
    let refusal = format!("{name} ignored: expected ");
    let said = resolved.limit_lines();
    let said = said.iter().find_map(|line| line.strip_prefix(&refusal));
    let said = said.unwrap_or_else(|| panic!("{name} takes anything: {:?}", resolved.noticed));
    match said.strip_prefix("one of ") {
        Some(words) => codes(words.split(", ")),
        None => said.split(" (").next().unwrap_or(said).to_owned(),
    }
}

fn row(key: &Key, schema: &Value) -> Vec<String> {
    let found = in_schema(key.name, schema);
    let what = found["description"].as_str().unwrap_or_default().to_owned();
    let default = (key.default)(&Settings::default());
    vec![
        code(key.name),
        kind(found),
        if default.is_empty() { default } else { code(&default) },
        in_repository(key),
        what,
    ]
}

fn in_schema<'a>(name: &str, schema: &'a Value) -> &'a Value {
    name.split('.').fold(schema, |above, part| match part {
        "NAME" => &given_schema(above)["additionalProperties"],
        _ => &given_schema(above)["properties"][part],
    })
}

/// The schema of what may be left out, where that is said by a choice.
fn given_schema(schema: &Value) -> &Value {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    choices.clone().find(|choice| choice["type"] != "null").unwrap_or(schema)
}

/// The values that a schema allows, in words.
fn kind(schema: &Value) -> String {
    let schema = given_schema(schema);
    let choices = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
    let words: Vec<Value> =
        choices("oneOf").iter().map(|choice| choice["const"].clone()).chain(choices("enum")).collect();
    if !words.is_empty() {
        return codes(words.iter().filter_map(Value::as_str));
    }
    let named = match &schema["type"] {
        Value::Array(several) => several.iter().find_map(Value::as_str).unwrap_or_default(),
        one => one.as_str().unwrap_or_default(),
    };
    match named {
        "boolean" => "`true`, `false`".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "string" => "text".to_owned(),
        "array" if schema["items"]["type"] == "string" && schema["items"].get("enum").is_none() => {
            "a list of texts".to_owned()
        }
        "array" => format!("a list of {}", kind(&schema["items"])),
        "object" if schema["additionalProperties"]["type"] == "string" => "names with texts".to_owned(),
        "object" => "JSON".to_owned(),
        other => panic!("{other:?}: no words for {schema}"),
    }
}

fn in_repository(key: &Key) -> String {
    let verdicts: Vec<Vec<String>> =
        key.samples.iter().map(|sample| refused_by(&key.yaml(sample))[0].clone()).collect();
    let refused = verdicts.iter().filter(|lines| !lines.is_empty()).count();
    match refused {
        0 => "yes".to_owned(),
        _ if verdicts.iter().flatten().any(|line| line.contains(CLAMPED)) => "up to a ceiling".to_owned(),
        all if all == key.samples.len() => "no".to_owned(),
        _ => "narrower only".to_owned(),
    }
}

/// How a line goes on that says to which value another was brought down.
const CLAMPED: &str = " clamped to ";

fn tried(key: &Key) -> Vec<Vec<String>> {
    let rows = key.samples.iter().map(|sample| {
        let verdicts = refused_by(&key.yaml(sample)).map(|lines| match lines.first() {
            None => "✓".to_owned(),
            Some(line) => match line.split_once(CLAMPED) {
                Some((_, most)) => format!("clamped to {most}"),
                None => line.rsplit(": ").next().unwrap_or(line).to_owned(),
            },
        });
        [vec![code(&format!("{}: {sample}", key.name))], verdicts.to_vec()].concat()
    });
    rows.collect()
}

#[test]
fn a_variable_that_says_its_default_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings_of = |environment: &Environment| {
        settings::resolve(environment, folder.path().to_str(), None).expect("settings").settings
    };
    let unset = settings_of(&Environment::default());
    // Whoever names a session mode or a deadline means it, whatever the plan is.
    let said_is_meant = ["CI_CODEX_SESSION_MODE", "CI_AUTO_TOOLS_BUDGET_WALL_MS"];
    let mut tried = 0;
    for variable in VARIABLES.iter().filter(|variable| !said_is_meant.contains(&variable.name)) {
        let Some(default) = variable.default.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) else {
            continue;
        };
        let environment = Environment::of(&[(variable.name, Path::new(default))]);
        assert_eq!(settings_of(&environment), unset, "{}", variable.name);
        tried += 1;
    }
    assert_eq!(tried, 8);
}

#[test]
fn every_key_of_the_file_is_on_the_page() {
    fn names(schema: &Value, above: &str) -> Vec<String> {
        let schema = given_schema(schema);
        let below = schema["properties"].as_object().into_iter().flatten();
        let below = below.map(|(name, schema)| (name.as_str(), schema));
        let any = schema.get("additionalProperties").map(given_schema);
        let any = any.filter(|any| any.get("properties").is_some()).map(|any| ("NAME", any));
        let found = below.chain(any).flat_map(|(name, schema)| names(schema, &format!("{above}.{name}")));
        let found: Vec<String> = found.collect();
        if found.is_empty() { vec![above.trim_start_matches('.').to_owned()] } else { found }
    }
    let mut found = names(&config_schema(), "");
    let mut listed: Vec<String> = KEYS.iter().map(|key| key.name.to_owned()).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed, "a key of settings/file.rs needs its line in reference_pages/keys.rs");
}

#[test]
fn every_variable_of_the_code_is_on_the_page() {
    let listed: Vec<&str> = VARIABLES.iter().chain(PLACES).map(|variable| variable.name).collect();
    let known = |name: &str| {
        listed.contains(&name) || OTHER_NAMES.contains(&name) || GIVEN.iter().any(|(given, _)| *given == name)
    };
    let unknown: Vec<String> = names_in_the_code().into_iter().filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}: a line in reference_pages/config.rs");
}

/// Every `"CI_…"` of the shipped sources.
fn names_in_the_code() -> Vec<String> {
    let mut folders = vec![foreword_testkit::shims::project_root().join("crates")];
    let mut names = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            let is_for_tests =
                ["tests", "testkit", "fixtures", "target"].iter().any(|name| entry.ends_with(name));
            if entry.is_dir() && !is_for_tests {
                folders.push(entry);
            } else if entry.extension().is_some_and(|found| found == "rs") && !entry.ends_with("tests.rs") {
                #[expect(clippy::disallowed_methods, reason = "the project's own sources")]
                let text = std::fs::read_to_string(&entry).expect("a source");
                names.extend(text.split('"').filter(|word| is_name(word)).map(str::to_owned));
            }
        }
    }
    assert!(names.len() > VARIABLES.len(), "the sources were read");
    names.sort();
    names.dedup();
    names
}

fn is_name(word: &str) -> bool {
    word.strip_prefix("CI_")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
}
