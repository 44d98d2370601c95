//! Codex's two files, `hooks.json` and `config.toml`: what is ours is found in either, and leaves no trust behind.

use std::fs;

use foreword_testkit::clients::codex;
use foreword_testkit::shims::project_root;

use crate::machine::Machine;

const CONFIG: &str = ".codex/config.toml";
const HOOKS: &str = ".codex/hooks.json";
/// A hook of the user's, in `config.toml`.
const THEIRS: &str = "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = \"theirs\"\n";
/// Another one, which some other program puts into `hooks.json` later.
const STOP: &str =
    "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"stop\"}]}]}}\n";

/// A machine whose entry stands in `config.toml`, and a `hooks.json` that came later.
fn machine_with_both_files() -> Machine {
    let machine = Machine::new();
    machine.home.file(CONFIG, THEIRS);
    machine.succeed(&["install", "codex", "--yes"]);
    assert!(machine.text(CONFIG).contains("context-inject-global.sh") && !machine.path(HOOKS).exists());
    machine.home.file(HOOKS, STOP);
    machine
}

#[test]
fn an_entry_in_the_configuration_is_taken_out_of_it_whatever_hooks_json_holds() {
    let machine = machine_with_both_files();
    machine.succeed(&["uninstall", "codex", "--yes"]);
    assert_eq!((machine.text(CONFIG).as_str(), machine.text(HOOKS).as_str()), (THEIRS, STOP));
    // Also where somebody has changed the file since.
    let machine = machine_with_both_files();
    fs::write(machine.path(CONFIG), format!("model = \"m\"\n{}", machine.text(CONFIG))).expect("written");
    machine.succeed(&["uninstall", "codex", "--yes"]);
    assert_eq!(machine.text(CONFIG), format!("model = \"m\"\n{THEIRS}"));
}

#[test]
fn an_upgrade_leaves_the_entry_where_it_stands() {
    let machine = machine_with_both_files();
    let before = machine.text(CONFIG);
    machine.succeed(&["upgrade", "codex", "--yes"]);
    assert_eq!((machine.text(CONFIG), machine.text(HOOKS).as_str()), (before, STOP));
}

/// What an earlier version left: an entry in each.
#[test]
fn two_entries_are_found_and_mended_by_one_command() {
    let machine = machine_with_both_files();
    let other = Machine::new();
    other.succeed(&["install", "codex", "--yes"]);
    let entry = other
        .text(HOOKS)
        .replace(&other.path("").display().to_string(), &machine.path("").display().to_string());
    machine.home.file(HOOKS, &entry);
    let output = machine.run(&["doctor"]);
    let said = output.stdout_text();
    let mend = "Codex has more than one entry of ours\n          mend: foreword install codex --yes\n";
    assert!(output.code() == Some(1) && said.contains(mend), "{said}");
    machine.succeed(&["install", "codex", "--yes"]);
    machine.succeed(&["doctor"]);
    let (config, hooks) = (machine.text(CONFIG), machine.text(HOOKS));
    assert!(config.starts_with(THEIRS) && !config.contains("context-inject-global.sh"), "{config}");
    assert_eq!(
        (config.matches("trusted_hash").count(), hooks.matches("context-inject-global.sh").count()),
        (1, 1)
    );
}

/// The trust in the plugin's hooks goes, also out of a file that was changed since.
#[test]
fn the_trust_in_the_plugin_is_taken_out_again() {
    let Some(program) = codex::program() else { return };
    let machine = Machine::new();
    machine.put_on_path("codex", &program);
    let root = project_root().display().to_string();
    for args in [vec!["plugin", "marketplace", "add", &root], vec!["plugin", "add", "foreword@foreword"]] {
        let output = machine.invoke(&program).args(args).run_in(&machine.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    }
    machine.succeed(&["install", "codex", "--yes"]);
    let config = machine.text(CONFIG);
    assert!(config.contains("hooks.state.\"foreword@"), "{config}");
    fs::write(machine.path(CONFIG), format!("model = \"m\"\n{config}")).expect("written");
    machine.succeed(&["uninstall", "codex", "--yes"]);
    let config = machine.text(CONFIG);
    assert!(config.starts_with("model = \"m\"\n") && !config.contains("hooks.state"), "{config}");
}
