//! `foreword off [--here]` and `foreword on`.

use foreword_testkit::repo::FixtureRepo;
use serde_json::{Value, json};

use crate::machine::Machine;

const PROMPT: &str = "How is the late fee of a loan computed?";

fn hook(machine: &Machine, repo: &FixtureRepo, env: &[(&str, &str)]) -> String {
    let payload = json!({ "session_id": "s", "cwd": repo.path(), "hook_event_name": "UserPromptSubmit", "prompt": PROMPT });
    let output = machine
        .invoke(machine.path(".local/bin/foreword"))
        .args(["inject"])
        .envs(env.iter().copied())
        .stdin(payload.to_string())
        .run_in(&machine.home);
    assert_eq!((output.code(), output.stderr_text().as_str()), (Some(0), ""));
    output.stdout_text()
}

fn speaks(machine: &Machine, repo: &FixtureRepo) -> bool {
    hook(machine, repo, &[]).contains("late_fee")
}

#[test]
fn off_is_silence_everywhere_until_on() {
    let machine = Machine::new();
    let elsewhere = FixtureRepo::library_app();
    assert!(speaks(&machine, &machine.repo));
    assert!(machine.succeed(&["off"]).contains("foreword on"));
    assert_eq!([hook(&machine, &machine.repo, &[]), hook(&machine, &elsewhere, &[])], ["", ""]);
    machine.succeed(&["on"]);
    assert!(speaks(&machine, &machine.repo) && speaks(&machine, &elsewhere));
    assert!(machine.succeed(&["on"]).contains("was not switched off"));
}

#[test]
fn off_here_is_silence_in_one_repository_and_below_it() {
    let machine = Machine::new();
    let elsewhere = FixtureRepo::library_app();
    machine.succeed(&["off", "--here"]);
    assert_eq!(hook(&machine, &machine.repo, &[]), "");
    assert!(speaks(&machine, &elsewhere));
    machine.repo.file("loans/deep/x.py", "x = 1\n");
    let below = json!({ "cwd": machine.repo.path().join("loans/deep"), "prompt": PROMPT }).to_string();
    let output = machine
        .invoke(machine.path(".local/bin/foreword"))
        .args(["inject"])
        .stdin(below)
        .run_in(&machine.home);
    assert_eq!(output.stdout_text(), "");
    machine.succeed(&["on"]);
    assert!(speaks(&machine, &machine.repo));
}

#[test]
fn the_environment_comes_before_the_switch() {
    let machine = Machine::new();
    machine.succeed(&["off"]);
    let on = hook(&machine, &machine.repo, &[("CI_AUTO_TOOLS", "auto")]);
    assert!(on.contains("late_fee"), "{on}");
}

#[test]
fn json_mode_gives_the_empty_envelope_when_off() {
    let machine = Machine::new();
    machine.succeed(&["off"]);
    let output = machine.run(&["inject", "--format", "json", "--prompt", PROMPT]);
    let envelope: Value = output.json();
    assert_eq!(envelope["fused_context"]["for_model"]["additional_context"], "");
    assert_eq!(envelope["degraded"]["degraded_to"], "empty");
}

#[test]
fn off_here_outside_a_repository_is_said() {
    let machine = Machine::new();
    let output = machine
        .invoke(machine.path(".local/bin/foreword"))
        .args(["off", "--here"])
        .cwd(machine.home.path())
        .run_in(&machine.home);
    assert_eq!(output.code(), Some(40));
    assert!(!machine.path("state/foreword/off").exists());
}

/// A silent hook reads nothing: no file of the repository, none of the configuration.
#[cfg(target_os = "linux")]
#[test]
fn off_costs_next_to_nothing() {
    use foreword_testkit::require;
    let Some(strace) = require::program("strace") else { return };
    let machine = Machine::new();
    let traced = |machine: &Machine| {
        let payload = json!({ "cwd": machine.repo.path(), "prompt": PROMPT }).to_string();
        let log = machine.path("trace");
        let output = machine
            .invoke(machine.path(".local/bin/foreword"))
            .args(["inject"])
            .through(&strace, ["-f", "-o", log.to_str().expect("a path")])
            .stdin(payload)
            .run_in(&machine.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        machine.text("trace").lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let on = traced(&machine);
    machine.succeed(&["off"]);
    let off = traced(&machine);
    let repo = machine.repo.path().to_str().expect("a path");
    let opened =
        |lines: &[String]| lines.iter().filter(|line| line.contains("open") && line.contains(repo)).count();
    assert!(opened(&on) > 0, "the trace shows nothing");
    assert_eq!(opened(&off), 0);
    assert!(off.len() * 3 < on.len(), "{} calls when off, {} when on", off.len(), on.len());
}
