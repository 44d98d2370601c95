//! AC-009, AC-017: a prompt about code that names nothing is planned as any other, and asks the work at hand.

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, SMALL_TALK, context, envelope, limits, planned};

const NOTHING_NAMED: &str =
    "[Limits] nothing to look for is named; add a file, a function or the error text to get context";

/// Prompts about code that name nothing.
const UNNAMED: [&str; 6] = ["修复 bug", "fix the bug", "add tests", "加一些测试", "代码审查", "code review"];

fn changed_repo() -> FixtureRepo {
    let repo = FixtureRepo::library_app();
    let path = repo.path().join("loans/fines.py");
    let text = std::fs::read_to_string(&path).expect("a file");
    repo.file(
        "loans/fines.py",
        &text.replace("return ledger.pop(member_id, 0)", "return ledger.pop(member_id)"),
    );
    repo
}

#[test]
fn ac_009_plan_and_run_plan_the_same_for_prompts_that_name_nothing() {
    let repo = FixtureRepo::library_app();
    for prompt in UNNAMED {
        let tools = |mode: &str| {
            let envelope = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode).run(), 0);
            planned(&envelope).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let (plan, run) = (tools("plan"), tools("run"));
        assert_eq!(plan, ["ci_index_status", "ci_search", "ci_graph_rag"], "{prompt}");
        assert_eq!(plan, run, "{prompt}");
    }
}

#[test]
fn ac_017_a_prompt_that_names_nothing_gets_nothing_without_work_at_hand_and_is_told_what_to_add() {
    let repo = FixtureRepo::library_app();
    for prompt in UNNAMED {
        let home = Home::new();
        let envelope = envelope(&Ask::new(repo.path(), prompt).run_in(&home), 0);
        assert_eq!(context(&envelope), "", "{prompt}");
        assert!(limits(&envelope).contains(NOTHING_NAMED), "{prompt}: {}", limits(&envelope));
        let explained = Invocation::new(foreword()).args(["explain", "last"]).run_in(&home).stdout_text();
        assert!(explained.contains("add a file, a function or the error text"), "{explained}");
        let hook = Ask::new(repo.path(), prompt).in_hook_mode().run();
        assert_eq!((hook.code(), hook.stdout_text().as_str()), (Some(0), ""), "{prompt}");
    }
}

#[test]
fn ac_017_a_review_shows_the_outline_of_what_is_not_committed() {
    let repo = changed_repo();
    for prompt in ["代码审查", "review my changes", "看看我这次的改动有没有问题", "code review"]
    {
        let envelope = envelope(&Ask::new(repo.path(), prompt).run(), 0);
        let text = context(&envelope);
        let place = "1. loans/fines.py:34-38 function `waive_fee`\n   (1 changed line, not committed)\n";
        assert!(text.contains(place), "{prompt}: {text}");
        assert!(text.contains("    return ledger.pop(member_id)\n"), "{prompt}: {text}");
    }
}

#[test]
fn ac_017_a_vague_prompt_gets_a_pointer_to_what_is_not_committed() {
    let repo = changed_repo();
    for prompt in ["fix the bug", "修复 bug", "still wrong", "还是不对"] {
        let envelope = envelope(&Ask::new(repo.path(), prompt).run(), 0);
        let text = context(&envelope);
        let line = "- loans/fines.py:34-38 function `waive_fee` (1 changed line, not committed)\n";
        assert!(text.ends_with(line) && text.chars().count() <= 500, "{prompt}: {text}");
    }
}

#[test]
fn ac_017_a_vague_prompt_is_pointed_at_the_sessions_earlier_places() {
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    let send = |prompt: &str, session: &str| {
        let payload = json!({ "cwd": repo.path(), "session_id": session, "hook_event_name": "UserPromptSubmit",
            "prompt": prompt });
        let invocation = Invocation::new(foreword()).args(["inject"]).stdin(payload.to_string());
        let output = invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").cwd(repo.path()).run_in(&home);
        match output.stdout_text().is_empty() {
            true => Value::Null,
            false => output.json()["hookSpecificOutput"]["additionalContext"].clone(),
        }
    };
    let first = send("explain `late_fee`", "one");
    assert!(first.as_str().is_some_and(|text| text.contains("function `late_fee`")), "{first}");
    for prompt in ["fix it", "修一下"] {
        let pointer = send(prompt, "one");
        let pointer = pointer.as_str().unwrap_or_default();
        let line = "function `late_fee` (from an earlier prompt of this session)";
        assert!(pointer.contains(line), "{prompt}: {pointer}");
        assert_eq!(send(prompt, "another"), Value::Null, "{prompt}");
    }
}

#[test]
fn req_ato_003_a_declined_prompt_keeps_its_settings() {
    let repo = FixtureRepo::library_app();
    for prompt in [SMALL_TALK, "谢谢，周末愉快！", "ok, continue", "继续"] {
        let ask = |mode: &str| {
            let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode);
            envelope(&ask.env("CI_AUTO_TOOLS_TIER_MAX", "2").env("CI_CODEX_SESSION_MODE", "exec").run(), 0)
        };
        for (mode, prefix, digits) in [("plan", "plan-", 12), ("run", "empty-", 12)] {
            let envelope = ask(mode);
            let id = envelope["run_id"].as_str().expect("an id");
            assert!(
                id.strip_prefix(prefix).is_some_and(|hash| hash.len() == digits),
                "{prompt} {mode}: {id}"
            );
            let expected = json!({ "tier_max": 2, "planned_codex_command": "codex exec", "tools": [],
                "budget": { "wall_ms": 5000, "max_concurrency": 3, "max_injected_chars": 12000 } });
            assert_eq!(envelope["tool_plan"], expected, "{prompt} {mode}");
            assert!(limits(&envelope).contains("nothing to add"), "{prompt} {mode}");
            assert_eq!(envelope["degraded"]["is_degraded"], false, "{prompt} {mode}");
        }
        let hook = Ask::new(repo.path(), prompt).in_hook_mode().env("CI_AUTO_TOOLS_MODE", "plan").run();
        assert_eq!(hook.stdout_text(), "", "{prompt}");
    }
}

#[test]
fn req_ato_003_the_zero_envelope_is_for_off() {
    let repo = FixtureRepo::library_app();
    for prompt in [CODE_PROMPT, SMALL_TALK, "逾期罚款是怎么算的？"] {
        for mode in ["plan", "run"] {
            let ask =
                Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS", "off").env("CI_AUTO_TOOLS_MODE", mode);
            let envelope = envelope(&ask.run(), 0);
            assert!(
                envelope["run_id"].as_str().is_some_and(|id| id.starts_with("empty-")),
                "{prompt} {mode}"
            );
            let expected = json!({ "tier_max": 0, "planned_codex_command": "", "tools": [],
                "budget": { "wall_ms": 0, "max_concurrency": 0, "max_injected_chars": 0 } });
            assert_eq!(envelope["tool_plan"], expected, "{prompt} {mode}");
        }
    }
}
