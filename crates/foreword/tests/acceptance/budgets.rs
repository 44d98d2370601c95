//! AC-007, AC-008, AC-012, REQ-ATO-005: numbers, deadlines, exit codes.

use std::time::{Duration, Instant};

use foreword_testkit::process::Home;
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::wait;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, context, envelope, in_time, limits, result, search_result, supplied};

fn many_items(count: usize, line_chars: usize) -> Value {
    let line = "x".repeat(line_chars);
    let text = vec![line; 20].join("\n");
    (0..count)
        .map(|at| {
            json!({
                "path": format!("loans/file{at:02}.py"), "start_line": 1, "symbol": format!("f{at}"),
                "summary": format!("number {at}"), "confidence": 1.0 - 0.01 * f64::from(u8::try_from(at).expect("few")),
                "extract": { "start_line": 1, "language": "python", "text": text },
            })
        })
        .collect()
}

fn fused(items: Value, chars: &str, exit: i32) -> Value {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let file = supplied(&home, &json!([search_result(items)]));
    let ask = Ask::new(repo.path(), CODE_PROMPT)
        .env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &file)
        .env("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", chars);
    envelope(&ask.run_in(&home), exit)
}

#[test]
fn ac_007_what_does_not_fit_is_cut_at_a_whole_item_and_said() {
    let envelope = fused(many_items(12, 100), "700", 50);
    let text = context(&envelope);
    assert!(text.chars().count() <= 700, "{}", text.chars().count());
    assert!(text.contains("`f0`") && !text.contains("`f11`"), "{text}");
    assert!(text.ends_with(")\n") || text.ends_with("```\n"), "ends inside an item: {text}");
    assert!(limits(&envelope).contains("[Limits] budget exceeded; results truncated"));
    let result = result(&envelope, "ci_search");
    assert_eq!((&result["status"], &result["truncated"]), (&json!("ok"), &json!(true)));
    assert_eq!(result["error"]["code"], "E_BUDGET_EXCEEDED");
    assert_eq!(envelope["tool_plan"]["budget"]["max_injected_chars"], 700);
}

#[test]
fn ac_007_the_clients_ceiling_holds_above_any_setting() {
    let text = fused(many_items(12, 239), "90000", 50);
    let units = context(&text).encode_utf16().count();
    assert!(units <= 10_000, "{units}");
}

#[test]
fn req_ato_005_the_caps_of_fusion_are_no_failure() {
    let long = "word ".repeat(100);
    let mut items = many_items(15, 10);
    items[0]["summary"] = json!(long);
    let envelope = fused(items, "12000", 0);
    let fused =
        envelope["fused_context"]["for_model"]["structured"]["items"].as_array().expect("items").clone();
    assert_eq!(fused.len(), 12);
    let summary = fused[0]["summary"].as_str().expect("summary");
    assert!(summary.ends_with('…') && summary.chars().count() <= 241, "{summary}");
    assert_eq!(fused[0]["truncated"], true);
    assert!(limits(&envelope).contains("3 more items left out"), "{}", limits(&envelope));
}

#[test]
fn ac_008_a_hanging_tool_costs_only_its_own_result() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let hangs = script(home.path(), "hangs", "#!/bin/sh\nsleep 600 & wait\n");
    // The others have to be done before the deadline.
    let envelope = wait::with_more_time("search", Duration::from_millis(1_500), |limit| {
        let started = Instant::now();
        let ask = Ask::new(repo.path(), CODE_PROMPT)
            .env("CI_AUTO_TOOLS_RUNNER_CI_GRAPH_RAG", &hangs)
            .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", limit.as_millis().to_string());
        let envelope = envelope(&ask.run_in(&home), 50);
        // It would have hung for ten minutes.
        assert!(started.elapsed() < limit + Duration::from_secs(30), "{:?}", started.elapsed());
        (result(&envelope, "ci_search")["status"] == "ok").then_some(envelope)
    });
    let late = result(&envelope, "ci_graph_rag");
    assert_eq!((&late["status"], &late["error"]["code"]), (&json!("timeout"), &json!("E_TIMEOUT")));
    assert!(context(&envelope).contains("late_fee"), "the others are used: {}", context(&envelope));
    assert!(limits(&envelope).contains("[Limits] tool timeout; degraded to plan-only"));
    assert_eq!(envelope["degraded"]["is_degraded"], true);
    assert_eq!(envelope["degraded"]["degraded_to"], "partial");
}

#[test]
fn ac_008_nothing_left_is_said_too() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let hangs = script(home.path(), "hangs", "#!/bin/sh\nsleep 600 & wait\n");
    let ask = Ask::new(repo.path(), CODE_PROMPT)
        .env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &hangs)
        .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", "700");
    let envelope = envelope(&ask.run_in(&home), 50);
    assert_eq!((context(&envelope), &envelope["degraded"]["degraded_to"]), ("", &json!("plan")));
}

#[test]
fn ac_008_a_timed_out_child_dies_with_its_group() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let pid_file = home.path().join("pid");
    let body = format!(
        "#!/bin/sh\nsleep 600 &\necho $! > '{0}.new'\nmv '{0}.new' '{0}'\nwait\n",
        pid_file.display()
    );
    let hangs = script(home.path(), "hangs", &body);
    let tool = format!("tools:\n  my_notes:\n    timeout_ms: 60000\n    command: ['{}']\n", hangs.display());
    home.file("config/foreword/config.yaml", &tool);
    // The child has to be there before the deadline.
    let pid = wait::with_more_time("child", Duration::from_millis(700), |limit| {
        let ask = Ask::new(repo.path(), CODE_PROMPT)
            .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", limit.as_millis().to_string());
        let envelope = envelope(&ask.run_in(&home), 50);
        let pid = std::fs::read_to_string(&pid_file).ok()?.trim().parse().expect("a number");
        assert_eq!(result(&envelope, "my_notes")["error"]["code"], "E_TIMEOUT");
        Some(pid)
    });
    wait::until_gone(pid);
}

#[test]
fn ac_012_each_failure_has_its_code_and_exit() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let fails = script(home.path(), "fails", "#!/bin/sh\necho sorry >&2\nexit 3\n");
    let garbage = script(home.path(), "garbage", "#!/bin/sh\necho '{\"items\": ['\n");
    let hangs = script(home.path(), "hangs", "#!/bin/sh\nexec sleep 600\n");
    let missing = home.path().join("missing");
    for (runner, status, code, exit, text) in [
        (&fails, "error", "E_TOOL_UNAVAILABLE", 40, "tool unavailable; skipped: ci_search"),
        (&missing, "error", "E_TOOL_UNAVAILABLE", 40, "tool unavailable; skipped: ci_search"),
        (&garbage, "error", "E_PARSE", 40, "ci_search: output is not JSON"),
        (&hangs, "timeout", "E_TIMEOUT", 50, "tool timeout; degraded to plan-only"),
    ] {
        let ask = |wall_ms: &str| {
            let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", runner);
            ask.env("CI_AUTO_TOOLS_BUDGET_WALL_MS", wall_ms).run_in(&home)
        };
        let output = match status {
            "timeout" => ask("1200"),
            _ => in_time(|| ask("60000")),
        };
        let envelope = envelope(&output, exit);
        let result = result(&envelope, "ci_search");
        assert_eq!((&result["status"], &result["error"]["code"]), (&json!(status), &json!(code)));
        assert!(limits(&envelope).contains(text), "{code}: {}", limits(&envelope));
        assert_eq!(envelope["degraded"]["is_degraded"], true);
    }
}

#[test]
fn ac_012_a_tool_that_has_no_index_yet_is_skipped_and_no_failure() {
    let repo = FixtureRepo::library_app();
    let ask = Ask::new(repo.path(), "Who calls `late_fee`?").env("CI_AUTO_TOOLS_TIER_MAX", "2");
    let envelope = envelope(&ask.run(), 0);
    let result = result(&envelope, "ci_call_chain");
    assert_eq!(
        (&result["status"], &result["error"]["code"]),
        (&json!("skipped"), &json!("E_TOOL_UNAVAILABLE"))
    );
    assert!(limits(&envelope).contains("[Limits] tool unavailable; skipped: ci_call_chain"));
    let expected = json!({ "is_degraded": true, "reason": "tool unavailable; skipped: ci_call_chain",
        "degraded_to": "partial" });
    assert_eq!(envelope["degraded"], expected);
}

#[test]
fn ac_012_tools_that_never_start_are_skipped_with_50() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let hangs = script(home.path(), "hangs", "#!/bin/sh\nexec sleep 600\n");
    let ask = || {
        let ask = Ask::new(repo.path(), CODE_PROMPT)
            .env("CI_AUTO_TOOLS_RUNNER_CI_INDEX_STATUS", &hangs)
            .env("CI_AUTO_TOOLS_MAX_CONCURRENCY", "1")
            .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", "300");
        envelope(&ask.run_in(&home), 50)
    };
    let envelope = wait::until("a first tool that began before the deadline", || {
        let envelope = ask();
        let search = result(&envelope, "ci_search");
        assert_eq!(
            (&search["status"], &search["error"]["code"]),
            (&json!("skipped"), &json!("E_BUDGET_EXCEEDED"))
        );
        (result(&envelope, "ci_index_status")["status"] == "timeout").then_some(envelope)
    });
    assert!(limits(&envelope).contains("[Limits] budget exceeded; results truncated"));
}

#[test]
fn runners_and_command_tools_are_fused_like_built_in_ones() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let body = "#!/bin/sh\n[ \"$(cat)\" = \"$CI_TOOL_PROMPT\" ] || exit 9\ncase $CI_TOOL_ARGS_JSON in *query*) ;; *) exit 8;; esac\n\
                printf '{\"items\":[{\"path\":\"loans/%s.py\",\"summary\":\"by the runner\",\"confidence\":1}]}' \"$CI_TOOL_NAME\"\n";
    let runner = script(home.path(), "runner", body);
    let tool = script(home.path(), "tool", "#!/bin/sh\ncat > /dev/null\necho 'a line of text'\n");
    home.file(
        "config/foreword/config.yaml",
        &format!(
            "tools:\n  my_notes:\n    description: looks into my notes\n    command: ['{}']\n",
            tool.display()
        ),
    );
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &runner);
    let envelope = envelope(&ask.run_in(&home), 0);
    assert!(context(&envelope).contains("loans/ci_search.py"), "{}", context(&envelope));
    assert!(context(&envelope).contains("a line of text"), "{}", context(&envelope));
}

#[test]
fn a_ceiling_that_holds_no_item_injects_nothing() {
    let envelope = fused(many_items(3, 10), "20", 50);
    assert_eq!(context(&envelope), "");
    assert!(limits(&envelope).contains("budget exceeded; results truncated"));
}

#[test]
fn a_late_result_says_when_it_began_and_how_long_it_took() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let hangs = script(home.path(), "hangs", "#!/bin/sh\nexec sleep 600\n");
    let ask = || {
        let ask = Ask::new(repo.path(), CODE_PROMPT)
            .env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &hangs)
            .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", "500");
        envelope(&ask.run_in(&home), 50)
    };
    // It does not take the whole 500 ms: before it can begin, some have passed.
    wait::until("a late result that took its time", || {
        let envelope = ask();
        let late = result(&envelope, "ci_search");
        assert!(late["started_at"].as_str().is_some_and(|time| time.starts_with("20")), "{late}");
        late["duration_ms"].as_u64().filter(|took_ms| *took_ms >= 300)
    });
}
