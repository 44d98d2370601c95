//! The real clients after an installation by our own command: what counts is the request that reached the model.

use std::ffi::OsString;

use foreword_model::texts::RESULTS_HEADER;
use foreword_testkit::clients::{Answered, InstalledTurn, claude_code, codex};
use foreword_testkit::shims::project_root;

use crate::machine::Machine;

const PROMPT: &str = "Why does late_fee still charge a member during the grace days?";
const FILE: &str = "loans/fines.py";

type Ask = fn(InstalledTurn<'_>) -> Option<Answered>;

/// How often the context stands in the request that a client sent.
fn injections(machine: &Machine, ask: Ask, args: &[&str]) -> Option<usize> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    let path = machine.search_path();
    let answered = ask(InstalledTurn {
        home: &machine.home,
        repo: machine.repo.path(),
        prompt: PROMPT,
        args: &args,
        env: &[("PATH", path.as_str())],
    })?;
    let request = answered.only_request();
    let count = request.strings().iter().map(|string| string.matches(RESULTS_HEADER).count()).sum();
    assert_eq!(count > 0, request.contains(FILE), "the context and the right file come together");
    Some(count)
}

fn check_installed(client: &str, ask: Ask) {
    let machine = Machine::new();
    machine.succeed(&["install", client, "--yes"]);
    let Some(installed) = injections(&machine, ask, &[]) else { return };
    machine.succeed(&["uninstall", client, "--yes"]);
    assert_eq!((installed, injections(&machine, ask, &[])), (1, Some(0)));
}

#[test]
fn claude_code_is_answered_after_install_and_not_after_uninstall() {
    check_installed("claude", claude_code::ask_installed);
}

#[test]
fn codex_is_answered_after_install_and_not_after_uninstall() {
    check_installed("codex", codex::ask_installed);
}

#[test]
fn claude_code_is_answered_in_a_project_that_it_was_installed_for() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--project", "--yes"]);
    let Some(count) = injections(&machine, claude_code::ask_installed, &[]) else { return };
    assert_eq!(count, 1);
}

/// Claude Code passes over settings with a comment, hooks and all; without it they count, and uninstalling brings it back.
#[test]
fn claude_code_is_answered_once_comments_are_taken_out_of_its_settings() {
    let machine = Machine::new();
    let settings = "{\n  // mine\n  \"model\": \"sonnet\",\n}\n";
    machine.home.file(".claude/settings.json", settings);
    machine.succeed(&["install", "claude", "--yes"]);
    let Some(refused) = injections(&machine, claude_code::ask_installed, &[]) else { return };
    machine.succeed(&["install", "claude", "--plain-json", "--yes"]);
    assert_eq!((refused, injections(&machine, claude_code::ask_installed, &[])), (0, Some(1)));
    machine.succeed(&["uninstall", "claude", "--yes"]);
    let left = std::fs::read(machine.path(".claude/settings.json")).expect("the settings");
    assert_eq!(String::from_utf8_lossy(&left), settings);
}

/// Codex reads the files of a project only where its user trusts that project.
#[test]
fn codex_is_answered_in_a_project_that_it_was_installed_for() {
    let machine = Machine::new();
    let root = machine.repo.path().canonicalize().expect("a folder").display().to_string();
    let trust = format!("[projects.\"{root}\"]\ntrust_level = \"trusted\"\n");
    machine.home.file(".codex/config.toml", &trust);
    machine.succeed(&["install", "codex", "--project", "--yes"]);
    let Some(count) = injections(&machine, codex::ask_installed, &[]) else { return };
    assert_eq!(count, 1);
    machine.succeed(&["uninstall", "codex", "--project", "--yes"]);
    assert_eq!(injections(&machine, codex::ask_installed, &[]), Some(0));
}

/// The plugin as it stands in the project, named on the command line.
#[test]
fn claude_code_loads_the_plugin_folder() {
    let machine = Machine::new();
    let plugin = project_root().join("plugin").display().to_string();
    let Some(count) = injections(&machine, claude_code::ask_installed, &["--plugin-dir", &plugin]) else {
        return;
    };
    assert_eq!(count, 1);
    // With an entry in the settings besides, one of the two is silent.
    machine.succeed(&["install", "claude", "--yes"]);
    assert_eq!(injections(&machine, claude_code::ask_installed, &["--plugin-dir", &plugin]), Some(1));
}

/// Runs a client's own command; a failure fails the test.
fn by_hand(machine: &Machine, program: std::path::PathBuf, args: &[&str]) {
    let output = machine.invoke(program).args(args).env("DISABLE_AUTOUPDATER", "1").run_in(&machine.home);
    assert_eq!(output.code(), Some(0), "{args:?}: {}{}", output.stdout_text(), output.stderr_text());
}

#[test]
fn claude_code_installs_the_plugin_from_the_marketplace() {
    let machine = Machine::new();
    let Some(program) = claude_code::program() else { return };
    let root = project_root().display().to_string();
    by_hand(&machine, program.clone(), &["plugin", "validate", &root]);
    by_hand(&machine, program.clone(), &["plugin", "marketplace", "add", &root]);
    by_hand(&machine, program, &["plugin", "install", "foreword@foreword"]);
    assert!(machine.succeed(&["doctor"]).contains("ok      live: Claude Code"));
    assert_eq!(injections(&machine, claude_code::ask_installed, &[]), Some(1));
}

#[test]
fn codex_installs_the_plugin_from_the_marketplace() {
    let machine = Machine::new();
    let Some(program) = codex::program() else { return };
    machine.put_on_path("codex", &program);
    let root = project_root().display().to_string();
    by_hand(&machine, program.clone(), &["plugin", "marketplace", "add", &root]);
    by_hand(&machine, program, &["plugin", "add", "foreword@foreword"]);
    // Codex passes over the hook until it is trusted; `foreword install` asks Codex for its hash and records that.
    assert_eq!(injections(&machine, codex::ask_installed, &[]), Some(0));
    machine.succeed(&["install", "codex", "--yes"]);
    assert!(!machine.path(".codex/hooks.json").exists(), "the plugin is the way in");
    assert!(machine.succeed(&["doctor"]).contains("ok      live: Codex"));
    assert_eq!(injections(&machine, codex::ask_installed, &[]), Some(1));
    // Once more by an entry of its own, as an installation before the plugin would have left it.
    let config = machine.text(".codex/config.toml");
    std::fs::write(machine.path(".codex/config.toml"), "").expect("set aside");
    machine.succeed(&["install", "codex", "--yes"]);
    let own = machine.text(".codex/config.toml");
    std::fs::write(machine.path(".codex/config.toml"), format!("{config}\n{own}")).expect("both");
    assert_eq!(injections(&machine, codex::ask_installed, &[]), Some(1));
}
