//! Contract §10: one before and one after per call, whoever calls; the same arguments for hooks and tool.

use std::path::PathBuf;
use std::time::Duration;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::foreword;
use foreword_testkit::wait;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, context, envelope, in_time, limits, result};

/// A home with hooks that write down what they get, and a search runner that writes down its arguments.
struct Watched {
    home: Home,
    repo: FixtureRepo,
    runner: PathBuf,
}

impl Watched {
    fn new() -> Self {
        let home = Home::new();
        for phase in ["before", "after"] {
            let log = home.path().join(phase);
            let command = format!("line=$(cat); printf '%s\\n' \"$line\" >> '{}'", log.display());
            install(&home, phase, &command, LONG_MS);
        }
        let log = home.path().join("ran");
        let body = format!(
            "#!/bin/sh\necho \"$CI_TOOL_ARGS_JSON\" >> '{}'\necho '{{\"items\":[]}}'\n",
            log.display()
        );
        let runner = script(home.path(), "runner", &body);
        Self { home, repo: FixtureRepo::library_app(), runner }
    }

    fn logged(&self, name: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.home.path().join(name)).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    fn calls_of(&self, log: &str, tool: &str) -> Vec<Value> {
        self.logged(log).into_iter().filter(|entry| entry["toolName"] == tool).collect()
    }

    fn check_one_call(&self) {
        let (before, after, ran) =
            (self.calls_of("before", "ci_search"), self.calls_of("after", "ci_search"), self.logged("ran"));
        assert_eq!((before.len(), after.len(), ran.len()), (1, 1, 1));
        assert_eq!(before[0]["args"], ran[0], "the hook saw what the tool saw");
        assert_eq!(after[0]["args"], ran[0]);
        assert_eq!((&after[0]["result"], &after[0]["error"]), (&json!({ "items": [] }), &Value::Null));
    }
}

/// A time that nothing here takes by itself.
const LONG_MS: u64 = 60_000;

/// A question with time for every hook.
fn patient(repo: &FixtureRepo) -> Ask<'_> {
    Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_BUDGET_WALL_MS", LONG_MS.to_string())
}

fn install(home: &Home, phase: &str, command: &str, timeout_ms: u64) {
    let file = json!([{ "matcher": "ci_*", "hooks": [
        { "type": "command", "command": command, "timeout": timeout_ms, "enabled": true },
        { "type": "command", "command": "exit 9", "enabled": false },
    ] }]);
    home.file(&format!("config/foreword/hooks/{phase}ToolCall.json"), &file.to_string());
}

#[test]
fn one_before_and_one_after_from_the_orchestrator() {
    let watched = Watched::new();
    let ask =
        Ask::new(watched.repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &watched.runner);
    envelope(&ask.run_in(&watched.home), 0);
    watched.check_one_call();
    assert_eq!(watched.calls_of("before", "ci_index_status").len(), 1);
    assert_eq!(watched.calls_of("after", "ci_index_status").len(), 1);
}

#[test]
fn one_before_and_one_after_from_the_command_line() {
    let watched = Watched::new();
    let output = Invocation::new(foreword())
        .args(["tool", "ci_search", "--args", r#"{"query": "fee", "limit": 900}"#])
        .env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &watched.runner)
        .cwd(watched.repo.path())
        .run_in(&watched.home);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    watched.check_one_call();
    assert_eq!(watched.logged("ran")[0]["limit"], 100, "clamped before the hook saw it");
}

/// Issue 8: a tool that refuses what it is asked had a before-hook and no after-hook.
#[test]
fn one_after_also_where_the_tool_refuses_what_it_is_asked() {
    let watched = Watched::new();
    for (tool, args) in [
        ("ci_complexity", r#"{"path": "nope.py"}"#),
        ("ci_complexity", r#"{"path": "/etc/passwd"}"#),
        ("ci_impact", r#"{"file": "nope.py"}"#),
        ("ci_hotspot", r#"{"path": "../x"}"#),
        ("ci_call_chain", r#"{"symbol": "late_fee"}"#),
    ] {
        let (before, after) = (watched.logged("before").len(), watched.logged("after").len());
        let output = Invocation::new(foreword())
            .args(["tool", tool, "--args", args])
            .cwd(watched.repo.path())
            .run_in(&watched.home);
        assert!(output.code().is_some_and(|code| code == 0 || code == 40), "{}", output.stderr_text());
        let counted = (watched.logged("before").len() - before, watched.logged("after").len() - after);
        assert_eq!(counted, (1, 1), "{tool} {args}");
    }
}

#[test]
fn a_dry_run_starts_no_hook_and_calls_nothing_without_it() {
    let watched = Watched::new();
    let output = Invocation::new(foreword())
        .args(["tool", "ci_index_status", "--format", "json"])
        .env("CI_AUTO_TOOLS_DRY_RUN", "1")
        .cwd(watched.repo.path())
        .run_in(&watched.home);
    assert_eq!(output.json()["status"], "skipped", "{}", output.stdout_text());
    assert_eq!((watched.logged("before").len(), watched.logged("after").len()), (0, 0));
}

#[test]
fn plan_mode_runs_no_hook() {
    let watched = Watched::new();
    let ask = Ask::new(watched.repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan");
    envelope(&ask.run_in(&watched.home), 0);
    assert_eq!(watched.logged("before").len(), 0);
}

#[test]
fn exit_codes_of_a_before_hook() {
    let failed = Some("E_HOOK_FAILED");
    for (command, timeout_ms, exit, code, said) in [
        ("exit 0", LONG_MS, 0, None, None),
        ("echo careful >&2; exit 1", LONG_MS, 0, None, Some("beforeToolCall hook warns: careful")),
        ("echo no >&2; exit 2", LONG_MS, 40, failed, Some("beforeToolCall hook failed: exit 2: no")),
        ("kill -TERM $$", LONG_MS, 40, failed, Some("hook failed: exit -15")),
        ("sleep 600 & wait", 300, 40, failed, Some("no end within 300 ms")),
    ] {
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        install(&home, "before", command, timeout_ms);
        let envelope = envelope(&in_time(|| patient(&repo).run_in(&home)), exit);
        let search = result(&envelope, "ci_search");
        assert_eq!(search["error"]["code"].as_str(), code, "{command}");
        assert_eq!(context(&envelope).is_empty(), code.is_some(), "{command}");
        assert!(said.is_none_or(|said| limits(&envelope).contains(said)), "{command}: {}", limits(&envelope));
    }
}

#[test]
fn a_failed_after_hook_marks_the_result_and_keeps_it() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    install(&home, "after", "echo bad >&2; exit 7", LONG_MS);
    let envelope = envelope(&in_time(|| patient(&repo).run_in(&home)), 40);
    let search = result(&envelope, "ci_search");
    assert_eq!((&search["status"], &search["error"]["code"]), (&json!("ok"), &json!("E_HOOK_FAILED")));
    assert!(context(&envelope).contains("late_fee"));
}

#[test]
fn hooks_of_a_repository_are_named_and_not_run() {
    let repo = FixtureRepo::library_app();
    let file =
        json!([{ "matcher": "", "hooks": [{ "type": "command", "command": "touch ran", "enabled": true }] }]);
    repo.file(".foreword/hooks/beforeToolCall.json", &file.to_string());
    let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 0);
    assert!(
        limits(&envelope).contains(".foreword/hooks/beforeToolCall.json not run"),
        "{}",
        limits(&envelope)
    );
    assert!(!repo.path().join("ran").exists());
}

#[test]
fn a_slow_after_hook_does_not_lose_the_result() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    install(&home, "after", "sleep 600 & wait", LONG_MS);
    // The search has to be done before the deadline that ends its hook, and the end of the hook has to be told by then.
    let envelope = wait::with_more_time("search", Duration::from_millis(1_500), |limit| {
        let wall_ms = limit.as_millis().to_string();
        let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_BUDGET_WALL_MS", wall_ms);
        let output = ask.run_in(&home);
        let answer = output.json();
        let search = result(&answer, "ci_search");
        let is_kept =
            (&search["status"], &search["error"]["code"]) == (&json!("ok"), &json!("E_HOOK_FAILED"));
        is_kept.then(|| envelope(&output, 40))
    });
    assert!(context(&envelope).contains("late_fee"));
}
