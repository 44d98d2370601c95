//! AC-003, REQ-ATO-003: plan mode is a pure function of prompt, configuration and repository root.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use foreword_testkit::{golden, normalise::Normaliser, require};
use serde_json::Value;

use crate::harness::{Ask, CODE_PROMPT, context, envelope};

/// Variables that mean plan mode, each by itself.
const PLAN: [(&str, &str); 2] = [("CI_AUTO_TOOLS_MODE", "plan"), ("CI_AUTO_TOOLS_DRY_RUN", "1")];

#[test]
fn ac_003_twice_the_same_bytes() {
    let repo = FixtureRepo::library_app();
    for (name, value) in PLAN {
        for prompt in [CODE_PROMPT, "逾期罚款是怎么算的？", "thanks!"] {
            let ask = || Ask::new(repo.path(), prompt).env(name, value).run();
            let (first, second) = (ask(), ask());
            assert_eq!(first.code(), Some(0));
            assert_eq!(first.stdout, second.stdout, "{prompt}");
        }
    }
}

#[test]
fn ac_003_the_same_repository_elsewhere_differs_only_in_its_root() {
    let normalised = || {
        let repo = FixtureRepo::library_app();
        let envelope =
            envelope(&Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan").run(), 0);
        let name = repo.path().file_name().expect("a name").to_string_lossy().into_owned();
        let text = Normaliser::new().root(repo.path()).json(&envelope).to_string();
        text.replace(&name, "<name>")
    };
    assert_eq!(normalised(), normalised());
}

#[test]
fn ac_003_golden_plan() {
    let repo = FixtureRepo::library_app();
    let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan").run(), 0);
    let name = repo.path().file_name().expect("a name").to_string_lossy().into_owned();
    let text = Normaliser::new().root(repo.path()).json(&envelope).to_string().replace(&name, "<name>");
    golden::check_json("envelope/plan.json", &serde_json::from_str(&text).expect("json"));
}

#[test]
fn req_ato_003_the_codex_command_is_planned_by_env() {
    let repo = FixtureRepo::library_app();
    for (mode, command) in [
        ("resume_last", "codex exec resume --last"),
        ("exec", "codex exec"),
        ("", "codex exec resume --last"),
    ] {
        let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan");
        let envelope = envelope(&ask.env("CI_CODEX_SESSION_MODE", mode).run(), 0);
        assert_eq!(envelope["tool_plan"]["planned_codex_command"], command, "{mode:?}");
    }
}

#[test]
fn ac_003_no_process_no_write_no_file_of_the_repository_read() {
    let Some(strace) = require::program("strace") else { return };
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let trace = home.path().join("trace");
    for arguments in [
        vec!["inject", "--format", "json", "--prompt", CODE_PROMPT],
        vec!["codex-auto", "--dry-run", CODE_PROMPT],
    ] {
        let output = Invocation::new(&strace)
            .args([
                "-f",
                "-qq",
                "-e",
                "trace=execve,openat,openat2,open,mkdir,rename,unlink,connect,socket",
                "-o",
            ])
            .args([trace.as_os_str()])
            .args([foreword().as_os_str()])
            .args(&arguments)
            .env("CI_AUTO_TOOLS_DRY_RUN", "1")
            .env("PATH", "")
            .cwd(repo.path())
            .run_in(&home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        assert!(output.json()["run_id"].as_str().is_some_and(|id| id.starts_with("plan-")));
        check_trace(&std::fs::read_to_string(&trace).expect("a trace"), repo.path());
    }
}

/// One program, nothing written, nothing connected, and of the repository only its configuration, git's
/// marker and the root itself.
fn check_trace(trace: &str, root: &Path) {
    let calls: Vec<&str> = trace.lines().collect();
    assert_eq!(calls.iter().filter(|call| call.contains("execve(")).count(), 1, "{trace}");
    for call in &calls {
        let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "mkdir(", "rename(", "unlink(", "connect(", "socket("];
        assert!(!writes.iter().any(|word| call.contains(word)), "{call}");
    }
    let root = root.display().to_string();
    for source in ["loans/", "src/", "README"] {
        let inside =
            calls.iter().find(|call| call.contains(&root) && call.contains(&format!("{root}/{source}")));
        assert_eq!(inside, None);
        let relative = calls.iter().find(|call| call.contains(&format!("\"{source}")));
        assert_eq!(relative, None);
    }
}

#[test]
fn plan_mode_in_a_hook_shows_the_plan_and_injects_nothing() {
    let repo = FixtureRepo::library_app();
    let printed = envelope(
        &Ask::new(repo.path(), CODE_PROMPT).in_hook_mode().env("CI_AUTO_TOOLS_MODE", "plan").run(),
        0,
    );
    assert_eq!(printed.get("hookSpecificOutput"), None);
    let message = printed["systemMessage"].as_str().expect("message");
    assert!(message.starts_with("[Auto Tools] plan: ci_index_status, ci_search"), "{message}");
}

#[test]
fn supplied_results_are_fused_also_in_plan_mode() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let items = serde_json::json!([{ "path": "loans/fines.py", "start_line": 3, "symbol": "late_fee", "summary": "s" }]);
    let file = crate::harness::supplied(&home, &Value::from(vec![crate::harness::search_result(items)]));
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan");
    let envelope = envelope(&ask.env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &file).run_in(&home), 0);
    assert!(context(&envelope).contains("loans/fines.py:3 `late_fee`"), "{}", context(&envelope));
    assert!(envelope["run_id"].as_str().is_some_and(|id| id.starts_with("plan-")));
}
