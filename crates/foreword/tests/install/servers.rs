//! `install mcp`: the server in both clients, beside what stands there, and out again to the byte.

use std::ffi::OsString;
use std::fs;

use foreword_testkit::clients::{Answered, InstalledTurn, claude_code, codex};
use foreword_testkit::shims::project_root;
use serde_json::{Value, json};

use crate::machine::Machine;

const CLAUDE: &str = ".claude.json";
const CODEX: &str = ".codex/config.toml";

fn with_clients() -> Machine {
    let machine = Machine::new();
    for folder in [".claude", ".codex"] {
        fs::create_dir(machine.path(folder)).expect("a folder");
    }
    machine
}

fn bare(machine: &Machine) -> Vec<String> {
    machine.files().into_iter().filter(|file| !file.starts_with("state/")).collect()
}

#[test]
fn both_clients_get_an_entry_and_lose_it_again() {
    let machine = with_clients();
    let before = bare(&machine);
    let said = machine.succeed(&["install", "mcp", "--yes"]);
    assert!(said.contains("+++ ") && said.contains("foreword uninstall mcp"), "{said}");
    let binary = machine.path(".local/bin/foreword").display().to_string();
    let entry: Value = serde_json::from_str(&machine.text(CLAUDE)).expect("json");
    let server = json!({"type": "stdio", "command": binary, "args": ["mcp"]});
    assert_eq!(entry, json!({"mcpServers": {"foreword": server}}));
    let config = machine.text(CODEX);
    assert!(
        config.contains(&format!("[mcp_servers.foreword]\ncommand = \"{binary}\"\nargs = [\"mcp\"]\n")),
        "{config}"
    );
    assert!(machine.succeed(&["install", "mcp", "--yes"]).contains("nothing to change"));
    machine.succeed(&["uninstall", "mcp", "--yes"]);
    assert_eq!(bare(&machine), before);
}

/// Files with something of the user's in them, in their own style.
const USERS_JSON: &str = "{\n    \"numStartups\": 7,\n    \"mcpServers\": {\"x\": {\"command\": \"y\"}}\n}";
const USERS_TOML: &str = "model = \"m\"   # mine\r\n\r\n[mcp_servers.x]\r\ncommand = \"y\"\r\n";

#[test]
fn what_is_shared_with_the_hook_comes_back_to_the_byte_in_any_order() {
    for order in [["mcp", "codex", "claude"], ["codex", "claude", "mcp"], ["claude", "mcp", "codex"]] {
        let machine = with_clients();
        machine.home.file(CLAUDE, USERS_JSON);
        machine.home.file(CODEX, USERS_TOML);
        let before = bare(&machine);
        for target in ["codex", "mcp", "claude"] {
            machine.succeed(&["install", target, "--yes"]);
        }
        let config = machine.text(CODEX);
        assert!(config.contains("trusted_hash") && config.contains("[mcp_servers.foreword]"), "{config}");
        for target in order {
            machine.succeed(&["uninstall", target, "--yes"]);
        }
        assert_eq!(
            (machine.text(CLAUDE).as_str(), machine.text(CODEX).as_str()),
            (USERS_JSON, USERS_TOML),
            "{order:?}"
        );
        assert_eq!(bare(&machine), before, "{order:?}");
    }
}

#[test]
fn an_entry_of_somebody_else_is_refused_and_stays() {
    let json =
        "{\n  \"mcpServers\": {\n    \"foreword\": {\"command\": \"docker\", \"args\": [\"run\"]}\n  }\n}\n";
    let toml = "[mcp_servers.foreword]\ncommand = \"docker\"\n";
    for (file, theirs, place) in [(CLAUDE, json, ":3:5: "), (CODEX, toml, ":1:1: ")] {
        let machine = with_clients();
        machine.home.file(file, theirs);
        let output = machine.run(&["install", "mcp", "--yes"]);
        assert_ne!(output.code(), Some(0));
        let said = output.stderr_text();
        assert!(said.contains(&format!("{file}{place}")), "{said}");
        machine.run(&["uninstall", "mcp", "--yes"]);
        assert_eq!(machine.text(file), theirs);
    }
}

#[test]
fn what_somebody_wrote_meanwhile_stays() {
    let machine = with_clients();
    machine.home.file(CODEX, "model = \"m\"\n");
    machine.succeed(&["install", "codex", "--yes"]);
    // Codex writes to its own file at any time.
    let config = machine.text(CODEX) + "\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n";
    fs::write(machine.path(CODEX), config).expect("written");
    machine.succeed(&["install", "mcp", "--yes"]);
    let claude = machine.text(CLAUDE).replacen('{', "{\n  \"numStartups\": 1,", 1);
    fs::write(machine.path(CLAUDE), claude).expect("written");
    machine.succeed(&["uninstall", "mcp", "--yes"]);
    machine.succeed(&["uninstall", "codex", "--yes"]);
    assert_eq!(machine.text(CODEX).trim(), "model = \"m\"\n\n[projects.\"/x\"]\ntrust_level = \"trusted\"");
    let claude: Value = serde_json::from_str(&machine.text(CLAUDE)).expect("json");
    assert_eq!(claude, json!({"numStartups": 1}));
}

#[test]
fn all_is_hook_and_server_and_an_upgrade_brings_both_up_to_date() {
    let machine = with_clients();
    machine.succeed(&["install", "--yes"]);
    assert!(
        machine.text(CLAUDE).contains("mcpServers")
            && machine.text(".claude/settings.json").contains("hooks")
    );
    let old = machine.text(CLAUDE).replace("/.local/bin/foreword", "/old/bin/foreword");
    fs::write(machine.path(CLAUDE), old).expect("written");
    machine.succeed(&["upgrade", "--yes"]);
    assert!(machine.text(CLAUDE).contains("/.local/bin/foreword"), "{}", machine.text(CLAUDE));
    machine.succeed(&["uninstall", "--yes"]);
    assert!(!machine.path(CLAUDE).exists() && !machine.path(".claude/settings.json").exists());
}

#[test]
fn a_project_gets_files_that_name_no_place_on_this_machine() {
    let machine = with_clients();
    machine.succeed(&["install", "mcp", "--project", "--yes"]);
    let read = |name: &str| fs::read_to_string(machine.repo.path().join(name)).expect("a file");
    let (json, toml) = (read(".mcp.json"), read(".codex/config.toml"));
    assert!(json.contains("\"command\": \"foreword\""), "{json}");
    assert!(toml.contains("command = \"foreword\""), "{toml}");
    assert!(machine.succeed(&["doctor"]).contains("ok      mcp: Claude Code"));
    machine.succeed(&["uninstall", "mcp", "--project", "--yes"]);
    assert_eq!(machine.repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone() {
    for (file, text) in
        [(CLAUDE, "{\"mcpServers\": ["), (CLAUDE, "{\"mcpServers\": 5}"), (CODEX, "mcp_servers = 5\n")]
    {
        let machine = with_clients();
        machine.home.file(file, text);
        let output = machine.run(&["install", "mcp", "--yes"]);
        assert_eq!(output.code(), Some(20), "{text}: {}", output.stdout_text());
        assert_eq!(machine.text(file), text);
    }
}

/// Doctor finds what is wrong with an entry, and its command mends it.
#[test]
fn doctor_checks_the_server() {
    let machine = with_clients();
    assert!(machine.succeed(&["doctor"]).contains("note    mcp: the MCP server is registered in no client"));
    machine.succeed(&["install", "mcp", "--yes"]);
    let said = machine.succeed(&["doctor"]);
    for client in ["Claude Code", "Codex"] {
        assert!(said.contains(&format!("ok      mcp: {client}: foreword ")), "{said}");
    }
    for (file, from, to, says) in [
        (CLAUDE, ".local/bin/foreword", ".local/gone/foreword", "which is not there"),
        (CODEX, ".local/bin/foreword", ".local/other/foreword", "does not answer"),
    ] {
        let other = machine.path(".local/other/foreword");
        fs::create_dir_all(other.parent().expect("a folder")).expect("a folder");
        foreword_testkit::repo::script(other.parent().expect("a folder"), "foreword", "#!/bin/sh\nexit 3\n");
        fs::write(machine.path(file), machine.text(file).replace(from, to)).expect("written");
        let sick = machine.run(&["doctor"]);
        let text = sick.stdout_text();
        assert_eq!(sick.code(), Some(1), "{text}");
        assert!(text.contains("PROBLEM mcp: ") && text.contains(says), "{text}");
        let mend = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("mend: ").filter(|fix| fix.contains("mcp")));
        machine.shell(mend.expect("a command"));
        assert!(machine.succeed(&["doctor"]).contains("Everything that is installed works"));
    }
}

/// The folder was made for the first file in it, and outlived both.
#[test]
fn a_folder_that_two_installations_share_goes_with_the_last() {
    for last in ["codex", "mcp"] {
        let machine = Machine::new();
        fs::create_dir(machine.path(".codex")).expect("a folder");
        for part in ["codex", "mcp"] {
            machine.succeed(&["install", part, "--project", "--yes"]);
        }
        assert!(machine.repo.path().join(".codex/config.toml").exists());
        for part in ["codex", "mcp"].into_iter().filter(|part| *part != last).chain([last]) {
            machine.succeed(&["uninstall", part, "--project", "--yes"]);
        }
        assert!(!machine.repo.path().join(".codex").exists(), "{last}");
    }
}

const PROMPT: &str = "look into the loans, please";

type Call = fn(InstalledTurn<'_>, &str, &Value) -> Option<Answered>;

/// The model calls our tool through the server that our own command registered.
fn check_called(machine: &Machine, call: Call, tool: &str, args: &[&str]) {
    let path = machine.search_path();
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    let turn = InstalledTurn {
        home: &machine.home,
        repo: machine.repo.path(),
        prompt: PROMPT,
        args: &args,
        env: &[("PATH", path.as_str())],
    };
    let Some(answered) = call(turn, tool, &json!({"query": "late_fee"})) else { return };
    let request = answered.request_with_result();
    assert!(request.contains("loans/fines.py"), "{}", request.body);
}

#[test]
fn claude_code_calls_the_server_that_was_installed() {
    let machine = with_clients();
    machine.succeed(&["install", "mcp", "--yes"]);
    check_called(&machine, claude_code::call_installed, "mcp__foreword__ci_search", &[]);
    // The plugin brings the same server: neither is in the other's way.
    let plugin = project_root().join("plugin").display().to_string();
    check_called(
        &machine,
        claude_code::call_installed,
        "mcp__foreword__ci_search",
        &["--plugin-dir", &plugin],
    );
}

#[test]
fn claude_code_calls_the_server_of_the_plugin() {
    let machine = with_clients();
    let plugin = project_root().join("plugin").display().to_string();
    let tool = "mcp__plugin_foreword_foreword__ci_search";
    check_called(&machine, claude_code::call_installed, tool, &["--plugin-dir", &plugin]);
}

#[test]
fn codex_calls_the_server_that_was_installed() {
    let machine = with_clients();
    machine.succeed(&["install", "mcp", "--yes"]);
    check_called(&machine, codex::call_installed, "ci_search", &[]);
}

/// Claude Code reads a `.mcp.json` with a comment as little as such settings.
#[test]
fn a_server_file_that_claude_code_refuses_is_told_of_and_mended() {
    let machine = with_clients();
    let file = machine.repo.path().join(".mcp.json");
    let theirs = "{\n  // mine\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"}\n  }\n}\n";
    fs::write(&file, theirs).expect("written");
    let said = machine.run(&["install", "mcp", "--project", "--yes"]).stderr_text();
    assert!(
        said.contains(".mcp.json:2:3: ") && said.contains("install mcp --project --plain-json"),
        "{said}"
    );
    machine.succeed(&["install", "mcp", "--project", "--plain-json", "--yes"]);
    let plain: Value = serde_json::from_slice(&fs::read(&file).expect("a file")).expect("plain JSON");
    assert_eq!(
        (&plain["mcpServers"]["x"]["command"], &plain["mcpServers"]["foreword"]["args"]),
        (&json!("y"), &json!(["mcp"]))
    );
    machine.succeed(&["uninstall", "mcp", "--project", "--yes"]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), theirs);
}
