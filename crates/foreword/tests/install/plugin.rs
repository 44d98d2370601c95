//! The plugin folder and `install.sh`: they hold copies and names that must keep up with the project.

use std::fs;

use foreword_testkit::repo::script;
use foreword_testkit::shims::{foreword, project_root};
use serde_json::Value;

use crate::machine::Machine;

fn json(path: &str) -> Value {
    let text =
        fs::read_to_string(project_root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_plugins_scripts_are_the_projects() {
    for name in ["context-inject-global.sh", "auto-tool-orchestrator.sh"] {
        let read = |folder: &str| fs::read(project_root().join(folder).join(name)).expect("a script");
        assert_eq!(read("plugin/hooks"), read("hooks"), "{name}");
    }
}

#[test]
fn the_manifests_name_one_plugin_of_this_version() {
    let marketplace = json(".claude-plugin/marketplace.json");
    assert_eq!(marketplace["plugins"][0]["source"], "./plugin");
    for manifest in ["plugin/.claude-plugin/plugin.json", "plugin/.codex-plugin/plugin.json"] {
        let manifest = json(manifest);
        assert_eq!(manifest["name"], marketplace["plugins"][0]["name"]);
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn the_plugin_hooks_the_same_events_with_the_same_time() {
    let hooks = json("plugin/hooks/hooks.json");
    let events: Vec<&String> = hooks["hooks"].as_object().expect("hooks").keys().collect();
    assert_eq!(events.len(), 3, "{events:?}");
    for event in ["UserPromptSubmit", "SessionStart", "SubagentStart"] {
        assert_eq!(hooks["hooks"][event][0]["hooks"][0]["timeout"], 30, "{event}");
    }
}

/// A `cargo` that builds nothing: what is installed is the binary that the tests run.
fn machine_with_cargo() -> Machine {
    let machine = Machine::new();
    fs::remove_file(machine.path(".local/bin/foreword")).expect("no foreword yet");
    let text = format!(
        "#!/bin/sh\nmkdir -p \"$CARGO_TARGET_DIR/release\"\nln -sf '{}' \"$CARGO_TARGET_DIR/release/foreword\"\n",
        foreword().display()
    );
    script(&machine.path(".local/bin"), "cargo", &text);
    machine
}

fn install(machine: &Machine, args: &[&str], folder: &str) -> String {
    let output = machine
        .invoke(project_root().join("install.sh"))
        .args(args)
        .cwd(machine.home.path())
        .env("CARGO_TARGET_DIR", machine.path("cache/target"))
        .env("FOREWORD_INSTALL_DIR", folder)
        .run_in(&machine.home);
    assert_eq!(output.code(), Some(0), "{}{}", output.stdout_text(), output.stderr_text());
    output.stderr_text()
}

#[test]
fn install_sh_puts_the_binary_where_it_can() {
    let machine = machine_with_cargo();
    // Below a file no folder can be made.
    let said = install(&machine, &[], ".local/bin/cargo/below");
    assert!(said.contains("cannot be written; installing into"), "{said}");
    assert!(machine.path(".local/bin/foreword").is_file() && !machine.path(".claude").exists());
}

/// The folder is made, a relative one from where the user stands, and its name may hold anything.
#[test]
fn install_sh_makes_the_folder_that_is_named() {
    let machine = machine_with_cargo();
    let folder = "it's a & b|c\\d/bin";
    let said = install(&machine, &["--global"], folder);
    assert!(!said.contains("cannot be written"), "{said}");
    assert!(machine.path(folder).join("foreword").is_file());
    let wrapper = machine.invoke(machine.path(folder).join("codex-auto")).args(["--dry-run", "ping"]);
    let output = wrapper.run_in(&machine.home);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    assert_eq!(output.json()["schema_version"], "1.0");
}

#[test]
fn install_sh_with_hook_installs_for_claude_code() {
    let machine = machine_with_cargo();
    install(&machine, &["--with-hook", "--global"], ".local/bin");
    let script = machine.text(".claude/hooks/context-inject-global.sh");
    assert!(script.contains(&machine.path(".local/bin/foreword").display().to_string()), "{script}");
    assert!(machine.path(".claude/settings.json").exists());
    let wrapper = machine.shell("codex-auto --dry-run ping");
    assert_eq!(wrapper.code(), Some(0), "{}", wrapper.stderr_text());
    // There is no Codex here, and the wrapper goes all the same.
    machine.succeed(&["uninstall", "--yes"]);
    assert!(!machine.path(".local/bin/codex-auto").exists() && !machine.path(".claude").exists());
}

/// SAFE-05: a wrapper of somebody else's in the same place is not lost.
#[test]
fn safe_05_install_sh_keeps_a_copy_of_the_wrapper_that_it_replaces() {
    let machine = machine_with_cargo();
    machine.home.file(".local/bin/codex-auto", "mine\n");
    let said = install(&machine, &["--global"], ".local/bin");
    let kept = said.lines().find_map(|line| line.split_once("is kept for 30 days as ")).expect("a line").1;
    assert_eq!(std::fs::read_to_string(kept).expect("the copy"), "mine\n");
    assert!(!install(&machine, &["--global"], ".local/bin").contains("is kept"));
}
