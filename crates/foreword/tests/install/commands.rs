//! `install`, `upgrade` and `uninstall`: what they write, what they ask, what they leave.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use foreword_testkit::process::Home;
use serde_json::{Value, json};

use crate::machine::Machine;

const SETTINGS: &str = ".claude/settings.json";
const SCRIPT: &str = ".claude/hooks/context-inject-global.sh";

fn settings(machine: &Machine) -> Value {
    serde_json::from_str(&machine.text(SETTINGS)).expect("json")
}

#[test]
fn claude_code_gets_two_scripts_and_three_entries() {
    let machine = Machine::new();
    let said = machine.succeed(&["install", "claude", "--yes"]);
    assert!(said.contains("+++ ") && said.contains("foreword doctor"), "{said}");
    let command = machine.path(SCRIPT).display().to_string();
    let entry = json!([{ "hooks": [{ "type": "command", "command": command, "timeout": 30 }] }]);
    let events = json!({ "UserPromptSubmit": entry, "SessionStart": entry, "SubagentStart": entry });
    assert_eq!(settings(&machine), json!({ "hooks": events }));
    for script in [SCRIPT, ".claude/hooks/auto-tool-orchestrator.sh"] {
        let mode = fs::metadata(machine.path(script)).expect("the script").permissions().mode();
        assert_eq!(mode & 0o777, 0o755, "{script}");
        assert!(machine.text(script).contains(&machine.path(".local/bin/foreword").display().to_string()));
    }
}

#[test]
fn a_second_time_changes_nothing() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    machine.succeed(&["install", "codex", "--yes"]);
    let (before, files) = (machine.text(".codex/config.toml"), machine.files());
    for client in ["claude", "codex"] {
        let said = machine.succeed(&["install", client, "--yes"]);
        assert!(said.contains("nothing to change"), "{said}");
    }
    assert_eq!((machine.text(".codex/config.toml"), machine.files()), (before, files));
}

#[test]
fn a_dry_run_shows_everything_and_writes_nothing() {
    let machine = Machine::new();
    let before = machine.files();
    let said = machine.succeed(&["install", "codex", "--dry-run"]);
    for expected in ["+#!/bin/sh", "user_prompt_submit:0:0", "+trusted_hash = \"sha256:", "codex-auto"] {
        assert!(said.contains(expected), "no {expected} in\n{said}");
    }
    assert_eq!(machine.files(), before);
}

#[test]
fn without_a_terminal_nothing_is_written_unless_agreed() {
    let machine = Machine::new();
    let before = machine.files();
    let output = machine.run(&["install", "claude"]);
    assert_eq!(output.code(), Some(40));
    assert!(output.stderr_text().contains("--yes"), "{}", output.stderr_text());
    assert_eq!(machine.files(), before);
}

#[test]
fn an_old_entry_is_upgraded_in_its_place() {
    let machine = Machine::new();
    let old = r#"{
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [
        { "type": "command", "command": "bash ~/.claude/hooks/augment-context-global.sh", "timeout": 5 },
        { "type": "command", "command": "mine" }
      ] }
    ]
  }
}
"#;
    machine.home.file(SETTINGS, old);
    machine.succeed(&["upgrade", "claude", "--yes"]);
    let now = settings(&machine);
    let hooks = &now["hooks"]["UserPromptSubmit"][0]["hooks"];
    assert_eq!(hooks[0]["command"], machine.path(SCRIPT).display().to_string());
    assert_eq!((&hooks[0]["timeout"], &hooks[1]["command"]), (&json!(30), &json!("mine")));
    machine.succeed(&["uninstall", "claude", "--yes"]);
    let hooks = json!([{ "hooks": [{ "type": "command", "command": "mine" }] }]);
    assert_eq!(settings(&machine), json!({ "hooks": { "UserPromptSubmit": hooks } }));
}

/// Hooks of others that are called like ours were replaced, and deleted at an uninstallation.
#[test]
fn a_hook_of_somebody_else_with_our_name_stays_and_is_said() {
    let machine = Machine::new();
    let theirs = machine.home.file("acme/context-inject-global.sh", "#!/bin/sh\nexec acme \"$@\"\n");
    let commands = [
        format!("{} --team x", theirs.display()),
        format!("bash {}", theirs.display()),
        "/opt/acme/augment-context-global.sh".to_owned(),
        "/usr/bin/foreword inject --client claude".to_owned(),
    ];
    let hooks = commands.each_ref().map(|command| json!({ "type": "command", "command": command }));
    let before = json!({ "hooks": { "UserPromptSubmit": [{ "hooks": hooks }] } });
    machine.home.file(SETTINGS, &before.to_string());
    let installed = machine.run(&["install", "claude", "--yes"]);
    let said = installed.stdout_text() + &installed.stderr_text();
    for command in &commands {
        assert!(said.contains(&format!("called like its script ({command})")), "{said}");
    }
    let with = settings(&machine);
    assert_eq!(with["hooks"]["UserPromptSubmit"][0], before["hooks"]["UserPromptSubmit"][0]);
    assert_eq!(with["hooks"]["UserPromptSubmit"][1]["hooks"][0]["command"], json!(machine.path(SCRIPT)));
    // An edit, so that the file does not simply come back as it was.
    machine.home.file(SETTINGS, &machine.text(SETTINGS).replacen('{', "{ \"model\": \"x\",", 1));
    machine.succeed(&["uninstall", "claude", "--yes"]);
    assert_eq!(settings(&machine)["hooks"], before["hooks"]);
}

/// An installation by an older version, whose scripts lay elsewhere: known by what stands in them.
#[test]
fn an_old_entry_is_known_by_its_script() {
    let machine = Machine::new();
    let text =
        "#!/bin/sh\n# The hook of 0.0\nFOREWORD_BIN='/old/bin/foreword'\nexec \"$FOREWORD_BIN\" inject\n";
    let old = machine.home.file("old/context-inject-global.sh", text);
    let hook = json!({ "type": "command", "command": old });
    machine
        .home
        .file(SETTINGS, &json!({ "hooks": { "UserPromptSubmit": [{ "hooks": [hook] }] } }).to_string());
    machine.succeed(&["upgrade", "claude", "--yes"]);
    let now = settings(&machine);
    assert_eq!(now["hooks"]["UserPromptSubmit"].as_array().map(Vec::len), Some(1), "{now}");
    assert_eq!(now["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"], json!(machine.path(SCRIPT)));
}

#[test]
fn upgrade_alone_installs_nothing() {
    let machine = Machine::new();
    let output = machine.run(&["upgrade", "claude", "--yes"]);
    assert_eq!(output.code(), Some(40));
    assert!(output.stderr_text().contains("foreword install"), "{}", output.stderr_text());
}

#[test]
fn upgrade_brings_no_hook_to_a_codex_that_has_only_the_wrapper() {
    let machine = Machine::new();
    fs::create_dir(machine.path(".codex")).expect("a folder");
    machine.succeed(&["install", "claude", "--yes"]);
    // As `install.sh --global` leaves it.
    let shipped = include_str!("../../../../bin/codex-auto");
    let binary = machine.path(".local/bin/foreword");
    let text = shipped.replace("FOREWORD_BIN=''", &format!("FOREWORD_BIN='{}'", binary.display()));
    foreword_testkit::repo::script(&machine.path(".local/bin"), "codex-auto", &text);
    machine.succeed(&["upgrade", "--yes"]);
    assert!(!machine.path(".codex/hooks.json").exists());
}

#[test]
fn all_means_the_clients_that_are_there() {
    let machine = Machine::new();
    assert_eq!(machine.run(&["install", "--yes"]).code(), Some(40));
    fs::create_dir(machine.path(".codex")).expect("a folder");
    machine.succeed(&["install", "--yes"]);
    assert!(machine.path(".codex/hooks.json").exists() && !machine.path(".claude").exists());
    machine.succeed(&["uninstall", "--yes"]);
    assert!(!machine.path(".codex/hooks.json").exists());
    assert!(machine.succeed(&["uninstall", "--yes"]).contains("Nothing is installed"));
}

#[test]
fn a_project_is_installed_into_the_users_own_files_of_it() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    machine.succeed(&["install", "claude", "--project", "--yes"]);
    let local = machine.repo.path().join(".claude/settings.local.json");
    assert!(local.exists());
    // The scripts are the same for both, so the first uninstallation leaves them.
    machine.succeed(&["uninstall", "claude", "--yes"]);
    assert!(machine.path(SCRIPT).exists() && !machine.path(SETTINGS).exists());
    machine.succeed(&["uninstall", "claude", "--project", "--yes"]);
    assert!(!machine.path(".claude").exists() && !local.exists());
    assert_eq!(machine.repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn codex_auto_and_its_session_go_too() {
    let machine = Machine::new();
    machine.succeed(&["install", "codex", "--yes"]);
    let wrapper = machine.path(".local/bin/codex-auto");
    assert!(wrapper.exists());
    let session = machine.repo.path().join(".devbooks/cache/auto-tools/codex-session.json");
    fs::create_dir_all(session.parent().expect("a folder")).expect("the folder");
    fs::write(&session, r#"{"session_id":"0199a213-81c0-7800-8aa1-bbab2a035a53"}"#).expect("a session");
    machine.succeed(&["uninstall", "codex", "--yes"]);
    assert!(!wrapper.exists() && !machine.repo.path().join(".devbooks").exists());
}

#[test]
fn trust_of_other_hooks_moves_with_them() {
    let machine = Machine::new();
    machine.succeed(&["install", "codex", "--yes"]);
    let hooks = machine.path(".codex/hooks.json");
    let mut value: Value = serde_json::from_str(&machine.text(".codex/hooks.json")).expect("json");
    let groups = value["hooks"]["UserPromptSubmit"].as_array_mut().expect("groups");
    groups.push(json!({ "hooks": [{ "type": "command", "command": "theirs" }] }));
    fs::write(&hooks, value.to_string()).expect("written");
    let theirs = |group: u8| format!("[hooks.state.\"{}:user_prompt_submit:{group}:0\"]", hooks.display());
    let config =
        machine.text(".codex/config.toml") + &format!("\n{}\ntrusted_hash = \"sha256:theirs\"\n", theirs(1));
    fs::write(machine.path(".codex/config.toml"), config).expect("written");
    machine.succeed(&["uninstall", "codex", "--yes"]);
    let config = machine.text(".codex/config.toml");
    assert!(config.contains(&theirs(0)) && config.contains("sha256:theirs"), "{config}");
    assert!(!config.contains(&theirs(1)) && config.matches("trusted_hash").count() == 1, "{config}");
}

#[test]
fn a_path_with_spaces_and_quotes_still_runs() {
    let machine = Machine::new();
    let folder = machine.path("it's a client");
    let install = machine
        .invoke(machine.path(".local/bin/foreword"))
        .args(["install", "claude", "--yes"])
        .env("CLAUDE_CONFIG_DIR", &folder)
        .run_in(&machine.home);
    assert_eq!(install.code(), Some(0), "{}", install.stderr_text());
    let text = fs::read_to_string(folder.join("settings.json")).expect("settings");
    let settings: Value = serde_json::from_str(&text).expect("json");
    let command =
        settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"].as_str().expect("a command");
    let payload = json!({ "prompt": "How is the late fee of a loan computed?", "cwd": machine.repo.path() });
    let output =
        machine.invoke("/bin/sh").args(["-c", command]).stdin(payload.to_string()).run_in(&machine.home);
    assert!(output.stdout_text().contains("late_fee"), "{}", output.stdout_text());
}

/// At a terminal, which `script` makes: what is typed comes from its standard input.
#[cfg(target_os = "linux")]
fn at_a_terminal(machine: &Machine, line: &str, typed: &str) -> Option<String> {
    let script = foreword_testkit::require::program("script")?;
    let run = machine.invoke(script).args(["-qec", line, "/dev/null"]).stdin(typed);
    Some(run.run_in(&machine.home).stdout_text())
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_is_asked_and_no_means_no() {
    let machine = Machine::new();
    let before = machine.files();
    let Some(said) = at_a_terminal(&machine, "foreword install claude", "n\n") else { return };
    assert!(
        said.contains("Write this for Claude Code? [y/N]") && said.contains("Nothing was changed"),
        "{said}"
    );
    assert_eq!(machine.files(), before);
    at_a_terminal(&machine, "foreword install claude", "y\n");
    assert!(machine.path(SETTINGS).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn trust_is_a_question_of_its_own() {
    let machine = Machine::new();
    let Some(said) = at_a_terminal(&machine, "foreword install codex", "y\nn\n") else { return };
    assert!(said.contains("Trust this one? [y/N]"), "{said}");
    assert!(machine.path(".codex/hooks.json").exists() && !machine.path(".codex/config.toml").exists());
    at_a_terminal(&machine, "foreword install codex", "y\ny\n");
    assert!(machine.text(".codex/config.toml").contains("trusted_hash"));
}

/// Issue 7: a link of the repository led our script over a file of the user's.
#[test]
fn a_link_of_the_repository_leads_no_file_out_of_it() {
    for (client, link, target) in [
        ("codex", "bin/codex-auto", ".profile"),
        ("claude", ".claude", "elsewhere"),
        ("codex", "bin", "elsewhere"),
    ] {
        let machine = Machine::new();
        machine.home.file(".profile", "export MINE=1\n");
        machine.home.file("elsewhere/codex-auto", "mine\n");
        machine.home.file("elsewhere/settings.local.json", "{}\n");
        let link = machine.repo.path().join(link);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(machine.path(target), &link).expect("a link");
        let output = machine.run(&["install", client, "--project", "--yes"]);
        let said = output.stderr_text();
        assert!(said.contains("is led out of the project by a link, to "), "{}: {said}", link.display());
        assert_eq!(machine.text(".profile"), "export MINE=1\n");
        assert_eq!(machine.text("elsewhere/codex-auto"), "mine\n");
        assert_eq!(machine.text("elsewhere/settings.local.json"), "{}\n");
    }
}

/// Issue 7, and an attack: a script of the user's own was replaced, and another home's uninstallation took the last copy.
#[test]
fn a_wrapper_that_is_not_ours_is_left_alone() {
    for scope in [&["--project"][..], &[]] {
        let (machine, other) = (Machine::new(), Home::new());
        let script = match scope.is_empty() {
            true => machine.path(".local/bin/codex-auto"),
            false => machine.repo.path().join("bin/codex-auto"),
        };
        fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
        fs::write(&script, "echo mine\n").expect("a script");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o640)).expect("a mode");
        for command in ["install", "uninstall"] {
            for home in [&machine.home, &other] {
                let args = [&[command, "codex", "--yes"], scope].concat();
                let invocation = machine.invoke(machine.path(".local/bin/foreword")).args(&args);
                let said = invocation.run_in(home);
                let said = said.stdout_text() + &said.stderr_text();
                assert_eq!(said.contains("codex-auto is not foreword's"), command == "install", "{said}");
                assert_eq!(fs::read_to_string(&script).expect("the script"), "echo mine\n");
                let mode = fs::metadata(&script).expect("the script").permissions().mode();
                assert_eq!(mode & 0o777, 0o640);
            }
        }
    }
}
