//! What was installed at places that are others now: a moved binary, another folder of a client, a project that is gone.

use std::fs;

use crate::machine::Machine;

const SETTINGS: &str = "{\n  \"model\": \"sonnet\"\n}\n";

/// The files of the home but the binary itself, which the test moves, and the backups, which stay for thirty days.
fn files(machine: &Machine) -> Vec<String> {
    machine
        .files()
        .into_iter()
        .filter(|file| !file.ends_with("/foreword") && !file.contains("/foreword/backups"))
        .filter(|file| !file.starts_with("cache"))
        .collect()
}

#[test]
fn what_stood_beside_a_binary_that_moved_goes_too() {
    let machine = Machine::new();
    let before = files(&machine);
    machine.succeed(&["install", "codex", "--yes"]);
    let wrapper = machine.path(".local/bin/codex-auto");
    assert!(wrapper.exists());
    fs::create_dir(machine.path("new")).expect("a folder");
    fs::rename(machine.path(".local/bin/foreword"), machine.path("new/foreword")).expect("moved");
    for command in ["upgrade", "uninstall"] {
        let run = machine.invoke(machine.path("new/foreword")).args([command, "codex", "--yes"]);
        let path = format!("{}:/usr/bin:/bin", machine.path("new").display());
        let output = run.env("PATH", path).run_in(&machine.home);
        assert_eq!(output.code(), Some(0), "{command}: {}", output.stderr_text());
    }
    assert!(!wrapper.exists());
    fs::remove_dir_all(machine.path("new")).expect("removed");
    assert_eq!(files(&machine), before);
}

#[test]
fn what_was_written_into_another_folder_of_a_client_is_restored_there() {
    for (target, variable, folder) in [
        ("claude", "CLAUDE_CONFIG_DIR", "alt"),
        ("codex", "CODEX_HOME", "alt"),
        ("all", "CLAUDE_CONFIG_DIR", "alt"),
    ] {
        let machine = Machine::new();
        machine.home.file("alt/settings.json", SETTINGS);
        machine.home.file("alt/config.toml", "model = \"m\"\n");
        let before = files(&machine);
        let run = machine.invoke(machine.path(".local/bin/foreword")).args(["install", target, "--yes"]);
        let output = run.env(variable, machine.path(folder)).run_in(&machine.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        assert_ne!(files(&machine), before, "{target}");
        machine.succeed(&["uninstall", target, "--yes"]);
        assert_eq!(files(&machine), before, "{target}");
        assert_eq!(machine.text("alt/settings.json"), SETTINGS);
        assert_eq!(machine.text("alt/config.toml"), "model = \"m\"\n");
    }
}

/// A file there that cannot be read stops nothing else, and its backup stays.
#[test]
fn what_cannot_be_restored_elsewhere_is_said_and_its_backup_is_kept() {
    let machine = Machine::new();
    machine.home.file("alt/settings.json", SETTINGS);
    let run = machine.invoke(machine.path(".local/bin/foreword")).args(["install", "claude", "--yes"]);
    run.env("CLAUDE_CONFIG_DIR", machine.path("alt")).run_in(&machine.home);
    machine.home.file("alt/settings.json", "{ broken");
    let output = machine.run(&["uninstall", "claude", "--yes"]);
    assert!(output.stderr_text().contains("its backup is kept"), "{}", output.stderr_text());
    assert!(!machine.path("alt/hooks").exists());
    let backups = fs::read_dir(machine.path("state/foreword/backups")).expect("backups");
    let kept: Vec<String> =
        backups.flatten().filter_map(|entry| fs::read_to_string(entry.path().join("before")).ok()).collect();
    assert_eq!(kept, [SETTINGS]);
}

#[test]
fn a_project_that_is_gone_is_cleaned_up_after() {
    let machine = Machine::new();
    let before = files(&machine);
    machine.succeed(&["install", "claude", "--project", "--yes"]);
    machine.home.file(".codex/config.toml", "model = \"m\"\n");
    let said = machine.succeed(&["install", "codex", "--project", "--yes"]);
    assert!(said.contains("remove: foreword uninstall codex --project\n"), "{said}");
    // Changed since, so that the trust is to be found in it.
    let config = machine.text(".codex/config.toml") + "\n[tui]\nnotifications = true\n";
    fs::write(machine.path(".codex/config.toml"), config).expect("written");
    fs::remove_dir_all(machine.repo.path()).expect("gone");
    fs::create_dir(machine.path("stand")).expect("a folder");
    let run = machine.invoke(machine.path(".local/bin/foreword")).args(["uninstall", "--yes"]);
    let output = run.cwd(machine.path("stand")).run_in(&machine.home);
    let said = output.stdout_text();
    assert_eq!(output.code(), Some(0), "{said}{}", output.stderr_text());
    let root = machine.repo.path().display();
    assert!(said.contains(&format!("Codex in {root}: uninstalled.\n")), "{said}");
    assert_eq!(machine.text(".codex/config.toml"), "model = \"m\"\n\n[tui]\nnotifications = true\n");
    fs::remove_dir_all(machine.path(".codex")).expect("removed");
    fs::remove_dir(machine.path("stand")).expect("removed");
    assert_eq!(files(&machine), before);
}
