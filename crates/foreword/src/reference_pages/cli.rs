//! `cli.md`: every command with its arguments, from the table that the command line is read by; exit codes.

use clap::{Arg, Command};
use foreword_model::error::ExitCode;
use schemars::schema_for;

use super::markdown::{code, codes, head, table};
use crate::cli;

/// The page.
pub fn page() -> String {
    let mut program = cli::table();
    program.build();
    let commands: Vec<&Command> = shown(&program).collect();
    let mut text = head("Command line");
    text.push_str("`foreword --help` and `foreword COMMAND --help` say the same, `foreword man COMMAND` as a manual page.\n\n");
    let rows = commands.iter().map(|command| {
        let name = command.get_name();
        vec![format!("[`foreword {name}`](#foreword-{name})"), about(command)]
    });
    text.push_str(&table(&["command", "what it does"], &rows.collect::<Vec<_>>()));
    for command in commands {
        text.push_str(&section(command, "foreword", 2));
    }
    text.push_str(&exit_codes());
    text
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| !below.is_hide_set())
}

fn section(command: &Command, above: &str, level: usize) -> String {
    let name = format!("{above} {}", command.get_name());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let mut text = format!("\n{} {name}\n\n{}\n\n```text\n{usage}\n```\n", "#".repeat(level), about(command));
    let rows: Vec<Vec<String>> = command.get_arguments().filter(|arg| is_listed(arg)).map(row).collect();
    if !rows.is_empty() {
        text.push_str(&format!("\n{}", table(&["argument", "values", "default", "what it does"], &rows)));
    }
    for below in shown(command) {
        text.push_str(&section(below, &name, level + 1));
    }
    text
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn is_listed(arg: &Arg) -> bool {
    !arg.is_hide_set() && arg.get_id() != "help" && arg.get_id() != "version"
}

fn row(arg: &Arg) -> Vec<String> {
    let takes_value = arg.get_action().takes_values();
    let placeholder = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let name = match (arg.get_long(), placeholder) {
        (Some(long), Some(value)) if takes_value => format!("--{long} <{value}>"),
        (Some(long), _) => format!("--{long}"),
        (None, value) => format!("<{}>", value.unwrap_or_else(|| arg.get_id().to_string())),
    };
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().filter(|_| takes_value).map(|value| value.get_name()).collect();
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let default = match takes_value {
        true => codes(defaults.iter().map(String::as_str)),
        false => String::new(),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let required = if arg.is_required_set() { " Required." } else { "" };
    vec![code(&name), codes(values), default, format!("{help}{required}")]
}

/// The codes with what their own comments say of them.
fn exit_codes() -> String {
    let schema = schema_for!(ExitCode).to_value();
    let meanings = schema["oneOf"].as_array().expect("one entry for each code");
    assert_eq!(meanings.len(), ExitCode::ALL.len(), "every code is listed");
    let rows = ExitCode::ALL.iter().zip(meanings).map(|(exit, meaning)| {
        assert_eq!(meaning["const"], format!("{exit:?}"), "in the same order");
        vec![code(&exit.code().to_string()), meaning["description"].as_str().unwrap_or_default().to_owned()]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    format!(
        "\n## Exit codes\n\nOf `foreword inject --format json`, `foreword orchestrate`, `foreword tool`, the commands that call one tool, and \
         `codex-auto --json`; of several, the largest.\n\n{}\n\
         - A prompt hook (`foreword inject` with a payload and without `--format json` or `text`) exits 0 whatever happens: the clients drop the context of a hook that fails.\n\
         - A wrong command line exits 40, never 2, which would block a prompt.\n\
         - `foreword doctor` exits 0 if everything that is installed works, otherwise 1.\n\
         - `foreword install` exits 20 if a client's file cannot be edited; nothing is written then.\n",
        table(&["code", "when"], &rows)
    )
}
