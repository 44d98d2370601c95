//! `foreword doctor`: planted faults are found, and the command beside each mends it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use foreword_testkit::clients::codex;
use foreword_testkit::shims::shim;
use serde_json::{Value, json};

use crate::machine::Machine;

pub const SETTINGS: &str = ".claude/settings.json";
const ENTRY: &str = ".claude/hooks/context-inject-global.sh";
const KERNEL: &str = ".claude/hooks/auto-tool-orchestrator.sh";

/// Runs doctor after a line of shell, with variables; its report and its exit code.
pub fn report(machine: &Machine, before: &str, env: &[(&str, &str)]) -> (Value, i32) {
    let line = format!("{before}\n'{}' doctor --json", machine.path(".local/bin/foreword").display());
    let output =
        machine.invoke("/bin/sh").args(["-c", &line]).envs(env.iter().copied()).run_in(&machine.home);
    let text = output.stdout_text();
    let last = text.lines().last().unwrap_or_default();
    let report = serde_json::from_str(last).unwrap_or_else(|error| {
        panic!("{error} after {before}\n{text}\n{}", output.stderr_text());
    });
    (report, output.code().expect("an exit code"))
}

pub fn problems(report: &Value) -> Vec<&Value> {
    let findings = report["findings"].as_array().expect("findings");
    findings.iter().filter(|finding| finding["status"] == "problem").collect()
}

/// A fault: where it is, how it is planted, the check that finds it, and words of what is said.
struct Fault {
    name: &'static str,
    plant: fn(&Machine),
    env: &'static [(&'static str, &'static str)],
    check: &'static str,
    says: &'static str,
}

fn fault(name: &'static str, check: &'static str, says: &'static str, plant: fn(&Machine)) -> Fault {
    Fault { name, plant, env: &[], check, says }
}

fn edit(machine: &Machine, file: &str, change: impl FnOnce(String) -> String) {
    let text = machine.text(file);
    let changed = change(text.clone());
    assert_ne!(changed, text, "nothing was planted in {file}");
    fs::write(machine.path(file), changed).expect("written");
}

fn edit_settings(machine: &Machine, file: &str, change: impl FnOnce(&mut Value)) {
    edit(machine, file, |text| {
        let mut value: Value = serde_json::from_str(&text).expect("json");
        change(&mut value);
        serde_json::to_string_pretty(&value).expect("text")
    });
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

/// Finds each fault in a machine of its own, runs the command that is proposed, and looks again.
fn check(install: fn() -> Option<Machine>, faults: Vec<Fault>) {
    for Fault { name, plant, env, check, says } in faults {
        let Some(machine) = install() else { return };
        let (healthy, exit) = report(&machine, "", &[]);
        assert_eq!((problems(&healthy), exit), (Vec::new(), 0), "{name}: before the fault");
        plant(&machine);
        let (sick, exit) = report(&machine, "", env);
        assert_eq!((exit, &sick["healthy"]), (1, &json!(false)), "{name}: {sick}");
        let found = problems(&sick).into_iter().find(|problem| problem["check"] == check);
        let found = found.unwrap_or_else(|| panic!("{name}: not found in {sick}"));
        assert!(found["text"].as_str().expect("a text").contains(says), "{name}: {found}");
        let fix = found["fix"].as_str().expect("a command");
        let (mended, exit) = report(&machine, fix, env);
        assert_eq!((problems(&mended), exit), (Vec::new(), 0), "{name}: after {fix}");
    }
}

pub fn with_claude() -> Option<Machine> {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    Some(machine)
}

#[test]
fn faults_around_claude_code_are_found_and_mended() {
    check(
        with_claude,
        vec![
            fault(
                "a comment in the settings",
                "claude-settings",
                "settings.json:2:3: a comment",
                |machine| {
                    edit(machine, ".claude/settings.json", |text| text.replacen("{\n", "{\n  // mine\n", 1));
                },
            ),
            fault("the script is gone", "claude-scripts", "is missing", |machine| {
                fs::remove_file(machine.path(ENTRY)).expect("removed");
            }),
            fault("the script cannot be run", "claude-scripts", "not executable", |machine| {
                set_mode(&machine.path(ENTRY), 0o644);
            }),
            fault("anyone can change the script", "claude-scripts", "by other users", |machine| {
                set_mode(&machine.path(ENTRY), 0o777);
            }),
            fault("the kernel is gone", "claude-scripts", "is missing", |machine| {
                fs::remove_file(machine.path(KERNEL)).expect("removed");
            }),
            fault("the binary moved", "claude-scripts", "which is not there", |machine| {
                edit(machine, ENTRY, |text| text.replace("/.local/bin/foreword'", "/old/bin/foreword'"));
            }),
            fault("an older script", "claude-scripts", "of another version", |machine| {
                edit(machine, ENTRY, |text| text.replace("# Entry of the prompt hook", "# The hook of 0.0"));
            }),
            fault("the settings are broken", "claude-settings", "settings.json:2:", |machine| {
                machine.home.file(SETTINGS, "{\n  \"model\": ,\n}\n");
            }),
            fault("an entry is missing", "claude-settings", "no entry for SessionStart", |machine| {
                edit_settings(machine, SETTINGS, |value| {
                    value["hooks"].as_object_mut().expect("hooks").remove("SessionStart");
                });
            }),
            fault("too little time", "claude-settings", "gives the hook 2 s", |machine| {
                edit(machine, SETTINGS, |text| text.replacen("\"timeout\": 30", "\"timeout\": 2", 1));
            }),
            fault("two entries", "double-hooks", "two entries for UserPromptSubmit", |machine| {
                edit_settings(machine, SETTINGS, |value| {
                    let groups = value["hooks"]["UserPromptSubmit"].as_array_mut().expect("groups");
                    groups.push(json!({ "hooks": [{ "type": "command", "command": "bash ~/.claude/hooks/augment-context-global.sh", "timeout": 30 }] }));
                });
            }),
            fault("settings and plugin", "double-hooks", "both installed for Claude Code", |machine| {
                edit_settings(machine, SETTINGS, |value| {
                    value["enabledPlugins"] = json!({ "foreword@foreword": true })
                });
            }),
            fault("twice by scope", "double-hooks", "for this project are both", |machine| {
                machine.succeed(&["install", "claude", "--project", "--yes"]);
            }),
            fault("hooks are switched off", "claude-settings", "disableAllHooks", |machine| {
                edit_settings(machine, SETTINGS, |value| value["disableAllHooks"] = json!(true));
            }),
        ],
    );
}

#[test]
fn faults_of_foreword_itself_are_found_and_mended() {
    let mut faults = vec![
        fault("a broken configuration", "configuration", "config.yaml:1:", |machine| {
            machine.home.file("config/foreword/config.yaml", "tier_max: [1\n");
        }),
        fault("state that others can read", "permissions", "open to other users", |machine| {
            set_mode(&machine.path("state/foreword"), 0o755);
        }),
        fault("a damaged index", "index", "damaged", |machine| {
            machine.succeed(&["index"]);
            let folder =
                fs::read_dir(machine.path("cache/foreword/index")).expect("indexes").flatten().next();
            let entries = fs::read_dir(folder.expect("an index").path()).expect("files").flatten();
            let is_segment =
                |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("segment-");
            let segment = entries.filter(is_segment).map(|entry| entry.path()).next().expect("a segment");
            let mut bytes = fs::read(&segment).expect("bytes");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0xff;
            fs::write(&segment, bytes).expect("written");
        }),
    ];
    faults.push(Fault {
        name: "off in the environment",
        plant: |_| {},
        env: &[("CI_AUTO_TOOLS", "off")],
        check: "environment",
        says: "CI_AUTO_TOOLS=off",
    });
    check(with_claude, faults);
}

fn with_codex() -> Option<Machine> {
    let program = codex::program()?;
    let machine = Machine::new();
    machine.put_on_path("codex", &program);
    machine.succeed(&["install", "codex", "--yes"]);
    Some(machine)
}

/// What a repository brings along under our name is not started, by any of the files that the clients read there.
#[test]
fn nothing_of_an_untrusted_repository_is_started() {
    let machine = Machine::new();
    let mark = machine.path("started");
    let touch = format!("touch '{}'", mark.display());
    let program =
        foreword_testkit::repo::script(machine.repo.path(), "tools/foreword", &format!("{touch}\n"));
    set_mode(&program, 0o755);
    let entry = |command: &str| {
        json!({ "hooks": { "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": command }] }] } })
            .to_string()
    };
    let absolute = program.display().to_string();
    for command in [format!("foreword inject ; {touch}"), format!("{absolute} inject")] {
        machine.repo.file(".claude/settings.local.json", &entry(&command));
        machine.repo.file(".claude/settings.json", &entry(&command));
        machine.repo.file(".codex/hooks.json", &entry(&command));
        for server in ["/proc/self/cwd/tools/foreword", absolute.as_str(), "./tools/foreword"] {
            let servers = json!({ "mcpServers": { "foreword": { "command": server, "args": ["mcp"] } } });
            machine.repo.file(".mcp.json", &servers.to_string());
            let config = format!("[mcp_servers.foreword]\ncommand = \"{server}\"\nargs = [\"mcp\"]\n");
            machine.repo.file(".codex/config.toml", &config);
            let (report, _) = report(&machine, "", &[]);
            assert!(!mark.exists(), "{command} {server}: {report}");
            assert!(report.to_string().contains("not tried"), "{report}");
        }
    }
}

/// Hooks are off if any file of Claude Code says so, wherever ours stand.
#[test]
fn hooks_that_a_project_switches_off_are_found_and_mended() {
    for file in [".claude/settings.json", ".claude/settings.local.json"] {
        let machine = Machine::new();
        machine.succeed(&["install", "claude", "--yes"]);
        machine.repo.file(file, "{\n  \"disableAllHooks\": true\n}\n");
        let (sick, exit) = report(&machine, "", &[]);
        let found = problems(&sick).into_iter().find(|problem| problem["check"] == "claude-settings");
        let fix = found.and_then(|found| found["fix"].as_str()).unwrap_or_else(|| panic!("{file}: {sick}"));
        assert_eq!(exit, 1, "{sick}");
        assert_eq!(report(&machine, fix, &[]).1, 0, "{file} after {fix}");
    }
}

/// Both hooks are tried, and neither takes the other's try for its own turn.
#[test]
fn both_clients_are_healthy_together() {
    let Some(program) = codex::program() else { return };
    let machine = Machine::new();
    machine.put_on_path("codex", &program);
    machine.succeed(&["install", "--yes"]);
    let (healthy, exit) = report(&machine, "", &[]);
    assert_eq!((problems(&healthy), exit), (Vec::new(), 0), "{healthy}");
}

/// Each hook is tried in a turn of its own: that the other has answered is no reason to install anything.
#[test]
fn two_ways_in_are_one_problem_with_one_mend() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    machine.succeed(&["install", "claude", "--project", "--yes"]);
    let (sick, exit) = report(&machine, "", &[]);
    let [problem] = problems(&sick)[..] else { panic!("one problem: {sick}") };
    assert_eq!((&problem["check"], exit), (&json!("double-hooks"), 1), "{sick}");
    let (mended, exit) = report(&machine, problem["fix"].as_str().expect("a command"), &[]);
    assert_eq!((problems(&mended), exit), (Vec::new(), 0), "{mended}");
}

/// Codex itself says whether it would run the hook.
#[test]
fn faults_around_codex_are_found_and_mended() {
    check(
        with_codex,
        vec![
            fault("no trust", "codex-trust", "untrusted", |machine| {
                fs::write(machine.path(".codex/config.toml"), "").expect("written");
            }),
            fault("trust in another command", "codex-trust", "modified", |machine| {
                edit(machine, ".codex/hooks.json", |text| {
                    text.replace("global.sh\"", "global.sh --client codex\"")
                });
            }),
            fault("disabled in Codex", "codex-trust", "is disabled", |machine| {
                edit(machine, ".codex/config.toml", |text| format!("{text}enabled = false\n"));
            }),
            fault("hooks are switched off", "codex-settings", "features.hooks", |machine| {
                edit(machine, ".codex/config.toml", |text| format!("{text}\n[features]\nhooks = false\n"));
            }),
            fault("a broken hooks.json", "codex-settings", "hooks.json:1:", |machine| {
                machine.home.file(".codex/hooks.json", "{\"hooks\": {\"Stop\": }");
            }),
            fault("the wrapper is gone", "codex-auto", "is missing", |machine| {
                fs::remove_file(machine.path(".local/bin/codex-auto")).expect("removed");
            }),
        ],
    );
}

/// Codex reads nothing of a project that it does not trust; the mend is a command, with the program on PATH and without.
#[test]
fn an_entry_in_a_project_that_codex_does_not_trust_is_found_and_mended() {
    for program in [codex::program(), None] {
        let machine = Machine::new();
        if let Some(program) = &program {
            machine.put_on_path("codex", program);
        }
        let installed = machine.run(&["install", "codex", "--project", "--yes"]);
        assert!(
            installed.stderr_text().contains("only if it trusts the project"),
            "{}",
            installed.stderr_text()
        );
        let (sick, exit) = report(&machine, "", &[]);
        let [problem] = problems(&sick)[..] else { panic!("one problem: {sick}") };
        assert_eq!((&problem["check"], exit), (&json!("codex-trust"), 1), "{sick}");
        assert!(
            problem["text"].as_str().expect("a text").contains("does not trust the project"),
            "{problem}"
        );
        let (mended, exit) = report(&machine, problem["fix"].as_str().expect("a command"), &[]);
        assert_eq!((problems(&mended), exit), (Vec::new(), 0), "{mended}");
        assert!(!machine.run(&["install", "codex", "--project", "--yes"]).stderr_text().contains("trusts"));
    }
}

/// Without the program the configuration alone tells.
#[test]
fn trust_is_read_from_the_configuration_where_there_is_no_codex() {
    check(
        || {
            let machine = Machine::new();
            machine.succeed(&["install", "codex", "--yes"]);
            Some(machine)
        },
        vec![fault("no trust", "codex-trust", "untrusted", |machine| {
            fs::write(machine.path(".codex/config.toml"), "").expect("written");
        })],
    );
}

#[test]
fn a_binary_that_is_not_on_path_is_found_and_mended() {
    let machine = with_claude().expect("a machine");
    // The same machine, with the binary elsewhere and a PATH on which it is not.
    fs::create_dir_all(machine.path("opt")).expect("a folder");
    fs::rename(machine.path(".local/bin/foreword"), machine.path("opt/foreword")).expect("moved");
    let doctor = |before: &str| {
        let line = format!("{before}\n'{}' doctor --json", machine.path("opt/foreword").display());
        let output = machine.shell(&line);
        serde_json::from_str::<Value>(output.stdout_text().lines().last().expect("a report")).expect("json")
    };
    let sick = doctor("");
    let found =
        problems(&sick).into_iter().find(|problem| problem["check"] == "path").expect("found").clone();
    let fix = found["fix"].as_str().expect("a command");
    assert!(fix.starts_with("mkdir -p "), "{fix}");
    let mended = doctor(fix);
    assert_eq!(problems(&mended), Vec::<&Value>::new(), "after {fix}");
}

#[test]
fn what_is_not_installed_is_a_note() {
    let machine = Machine::new();
    let (report, exit) = report(&machine, "", &[]);
    assert_eq!((exit, &report["healthy"]), (0, &json!(true)), "{report}");
    let notes =
        report["findings"].as_array().expect("findings").iter().filter(|finding| finding["status"] == "note");
    let texts: Vec<&str> = notes.filter_map(|note| note["text"].as_str()).collect();
    for expected in ["not installed for Claude Code", "not installed for Codex"] {
        assert!(texts.contains(&expected), "{texts:?}");
    }
}

/// A kernel of the user's own is no fault, unless it fails.
#[test]
fn a_replaced_orchestrator_script_is_a_note() {
    let machine = with_claude().expect("a machine");
    let own = |text: &str| {
        fs::write(machine.path(KERNEL), text).expect("written");
        report(&machine, "", &[])
    };
    let answer = json!({
        "schema_version": "1.0", "run_id": "mine", "tool_results": [],
        "tool_plan": { "tier_max": 0, "budget": {}, "tools": [] },
        "fused_context": { "for_model": { "additional_context": "" }, "for_user": { "limits_text": "" } },
        "degraded": { "is_degraded": false, "reason": "", "degraded_to": "" },
    });
    let (report, exit) = own(&format!("#!/bin/sh\necho '{answer}'\n"));
    assert_eq!((problems(&report), exit), (Vec::new(), 0), "{report}");
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["check"] == "claude-scripts").expect("a finding");
    let text = format!(
        "{} is not the script that foreword installs: it is run as the kernel",
        machine.path(KERNEL).display()
    );
    let fix = "foreword install claude --yes";
    assert_eq!(*found, json!({ "check": "claude-scripts", "status": "note", "text": text, "fix": fix }));
    let (report, exit) = own("#!/bin/sh\necho garbage\n");
    let found = problems(&report);
    assert!(exit == 1 && found.len() == 1 && found[0]["check"] == "live", "{report}");
    assert!(found[0]["text"].as_str().expect("a text").contains("orchestrator output invalid"), "{report}");
}

#[test]
fn a_person_reads_what_is_wrong_and_what_to_do() {
    let machine = with_claude().expect("a machine");
    let healthy = machine.succeed(&["doctor"]);
    assert!(healthy.contains("ok      live: Claude Code: a prompt through the entry"), "{healthy}");
    assert!(healthy.ends_with("Everything that is installed works.\n"), "{healthy}");
    fs::remove_file(machine.path(KERNEL)).expect("removed");
    let output = machine.run(&["doctor"]);
    let text = output.stdout_text();
    assert_eq!(output.code(), Some(1));
    for expected in
        ["PROBLEM claude-scripts: ", "mend: foreword install claude --yes", "orchestrator unavailable"]
    {
        assert!(text.contains(expected), "no {expected} in\n{text}");
    }
}

#[test]
fn the_last_injections_are_measured() {
    let machine = with_claude().expect("a machine");
    machine.succeed(&["inject", "--client", "claude", "--prompt", "How is the late fee of a loan computed?"]);
    let (report, _) = report(&machine, "", &[]);
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["check"] == "injections").expect("a finding");
    assert_eq!(found["status"], "ok", "{found}");
    assert!(found["text"].as_str().expect("a text").contains("of 10000"), "{found}");
}

/// An entry of the user's own that runs the project's script: what it runs is tried, not what we would have installed.
#[test]
fn an_entry_that_runs_another_script_is_tried_as_it_is() {
    let machine = Machine::new();
    let command = shim("context-inject-global.sh");
    let entry = json!([{ "hooks": [{ "type": "command", "command": command, "timeout": 30 }] }]);
    let events = json!({ "UserPromptSubmit": entry, "SessionStart": entry, "SubagentStart": entry });
    machine.home.file(SETTINGS, &json!({ "hooks": events }).to_string());
    let (healthy, exit) = report(&machine, "", &[]);
    assert_eq!((problems(&healthy), exit), (Vec::new(), 0));
    // A script of this name that is not there, or not ours, is somebody else's business: it is named and not tried.
    edit(&machine, SETTINGS, |text| text.replace("/hooks/context", "/no-hooks/context"));
    let (theirs, exit) = report(&machine, "", &[]);
    assert_eq!((problems(&theirs), exit), (Vec::new(), 0), "{theirs}");
    let said = "another hook for UserPromptSubmit runs foreword or is called like its script";
    assert!(theirs.to_string().contains(said) && theirs.to_string().contains("it was not tried"), "{theirs}");
}
