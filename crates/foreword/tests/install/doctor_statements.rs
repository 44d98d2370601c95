//! What `foreword doctor` starts and says: no client of the repository, and nothing that is not so.

use foreword_testkit::repo::script;
use serde_json::{Value, json};

use crate::doctor::{SETTINGS, problems, report, with_claude};
use crate::machine::Machine;

/// Programs of the repository with the clients' names, on a PATH that leads there. The clients of the user are asked.
#[test]
fn safe_11_no_client_of_the_repository_is_started() {
    for entry in [".", "tools", "", "ROOT/tools"] {
        let machine = Machine::new();
        let mark = machine.path("started");
        for program in ["claude", "codex", "foreword", "node"] {
            for folder in ["", "tools/"] {
                let text = format!("#!/bin/sh\ntouch '{}'\n", mark.display());
                script(machine.repo.path(), &format!("{folder}{program}"), &text);
            }
        }
        machine.repo.git_init();
        script(&machine.path(".local/bin"), "claude", "#!/usr/bin/env node-of-the-test\n");
        let told = "#!/bin/sh\necho '2.1.999 of the user'\n";
        script(&machine.path(".local/bin"), "node-of-the-test", told);
        machine.home.file(".codex/config.toml", "[plugins.\"foreword@foreword\"]\nenabled = true\n");
        let entry = entry.replace("ROOT", &machine.repo.path().display().to_string());
        let path = format!("{entry}:{}", machine.search_path());
        let (report, _) = report(&machine, "", &[("PATH", &path)]);
        assert!(!mark.exists(), "{entry}: {report}");
        assert!(report.to_string().contains("Claude Code 2.1.999 at "), "{entry}: {report}");
        assert!(report.to_string().contains("no `codex` on PATH"), "{entry}: {report}");
    }
}

/// Whoever switched it off meant it; and whether the hook works is another question.
#[test]
fn safe_15_a_deliberate_switch_is_a_note_and_the_hook_is_tried() {
    for args in [&["off"][..], &["off", "--here"]] {
        let machine = with_claude().expect("a machine");
        machine.succeed(args);
        let (healthy, exit) = report(&machine, "", &[]);
        assert_eq!((problems(&healthy), exit), (Vec::new(), 0), "{healthy}");
        let findings = healthy["findings"].as_array().expect("findings");
        let found =
            |check: &str| findings.iter().find(|finding| finding["check"] == check).expect("a finding");
        assert_eq!(
            (&found("switch")["status"], &found("switch")["fix"]),
            (&json!("note"), &json!("foreword on"))
        );
        assert_eq!(found("live")["status"], "ok", "{healthy}");
    }
}

#[test]
fn safe_15_the_server_of_the_plugin_is_a_registered_one() {
    let machine = Machine::new();
    machine.home.file(SETTINGS, "{\"enabledPlugins\": {\"foreword@foreword\": true}}");
    let (report, _) = report(&machine, "", &[]);
    let findings = report["findings"].as_array().expect("findings");
    let servers: Vec<&Value> = findings.iter().filter(|finding| finding["check"] == "mcp").collect();
    let [server] = servers[..] else { panic!("one server: {report}") };
    let text = server["text"].as_str().expect("a text");
    assert_eq!(server["status"], "ok", "{report}");
    assert!(text.starts_with("Claude Code: foreword ") && text.ends_with(" tools, by the plugin"), "{text}");
}

/// What was not installed, or not tried, does not work yet.
#[test]
fn safe_15_that_everything_works_is_said_where_it_was_tried() {
    let last = |machine: &Machine, env: &[(&str, &str)]| {
        let doctor = machine.invoke(machine.path(".local/bin/foreword")).args(["doctor"]);
        let output = doctor.envs(env.iter().copied()).run_in(&machine.home);
        output.stdout_text().lines().last().unwrap_or_default().to_owned()
    };
    let bare = Machine::new();
    assert_eq!(last(&bare, &[]), "Nothing is installed; `foreword install` shows what it would change.");
    let installed = with_claude().expect("a machine");
    assert_eq!(last(&installed, &[]), "Everything that is installed works.");
    installed.repo.file(
        ".claude/settings.local.json",
        &json!({ "hooks": { "UserPromptSubmit": [
            { "hooks": [{ "type": "command", "command": "./x/context-inject-global.sh" }] } ] } })
        .to_string(),
    );
    let said = last(&installed, &[]);
    assert!(!said.starts_with("Everything"), "{said}");
}
