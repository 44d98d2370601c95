//! The real clients, pinned, with our shim as their prompt hook and a mock model behind them.
//!
//! What counts is the request that reached the model; a client's exit code says nothing.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote"
)]

use std::path::Path;

use foreword_model::{limits, texts};
use foreword_testkit::clients::{Answered, CUT_NOTICES, RecordingHook, ToolTurn, Turn, claude_code, codex};
use foreword_testkit::process::Home;
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::{ENTRY, InstalledShims, KERNEL, foreword};
use serde_json::{Value, json};

const ENGLISH: &str = "Why does late_fee still charge a member during the grace days?";
const CHINESE: &str = "预约队列里选下一位读者的函数在哪里实现?";
const SMALL_TALK: &str = "thanks, have a nice weekend!";

/// A client, and how it measures a hook's text.
struct Client {
    ask: fn(Turn<'_>) -> Option<Answered>,
    measure: fn(&str) -> usize,
    ceiling: usize,
}

const CLAUDE_CODE: Client = Client {
    ask: claude_code::ask,
    measure: |text| text.encode_utf16().count(),
    ceiling: limits::CLAUDE_CODE_UTF16_UNITS,
};
const CODEX: Client = Client { ask: codex::ask, measure: str::len, ceiling: limits::CODEX_BYTES };

fn check_found(client: &Client, prompt: &str, expected: [&str; 2]) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new());
    let turn = Turn { repo: repo.path(), hook: &shims.path(ENTRY), prompt, env: &[] };
    let Some(answered) = (client.ask)(turn) else { return };
    let injected = answered.injected().unwrap_or_default();
    for text in expected {
        assert!(injected.contains(text), "no {text} in the injected text:\n{injected}");
    }
}

#[test]
fn claude_code_english_prompt_brings_file_and_function() {
    check_found(&CLAUDE_CODE, ENGLISH, ["loans/fines.py", "def late_fee"]);
}

#[test]
fn codex_english_prompt_brings_file_and_function() {
    check_found(&CODEX, ENGLISH, ["loans/fines.py", "def late_fee"]);
}

#[test]
fn claude_code_chinese_prompt_brings_file_and_function() {
    check_found(&CLAUDE_CODE, CHINESE, ["internal/reserve/queue.go", "NextReader"]);
}

#[test]
fn codex_chinese_prompt_brings_file_and_function() {
    check_found(&CODEX, CHINESE, ["internal/reserve/queue.go", "NextReader"]);
}

fn check_nothing_injected(client: &Client) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new());
    let turn = Turn { repo: repo.path(), hook: &shims.path(ENTRY), prompt: SMALL_TALK, env: &[] };
    let Some(answered) = (client.ask)(turn) else { return };
    assert_eq!(answered.injected(), None);
    assert!(!answered.only_request().contains("loans/fines.py"));
}

#[test]
fn claude_code_small_talk_is_not_injected() {
    check_nothing_injected(&CLAUDE_CODE);
}

#[test]
fn codex_small_talk_is_not_injected() {
    check_nothing_injected(&CODEX);
}

/// What the hook told the user in a run in which something is broken. The prompt must have reached the
/// model, and the hook must have ended by itself and in peace.
fn told_when_broken(
    client: &Client,
    repo: &FixtureRepo,
    shims: &InstalledShims,
    env: &[(&str, &str)],
) -> Option<String> {
    let hook = RecordingHook::new(&shims.path(ENTRY));
    let turn = Turn { repo: repo.path(), hook: hook.path(), prompt: ENGLISH, env };
    let answered = (client.ask)(turn)?;
    let request = answered.only_request();
    let printed = hook.printed();
    if let Some(context) = context(&printed) {
        assert!(request.contains(context), "the context was lost on the way:\n{context}");
    }
    Some(printed["systemMessage"].as_str().unwrap_or_default().to_owned())
}

fn context(printed: &Value) -> Option<&str> {
    printed["hookSpecificOutput"]["additionalContext"].as_str()
}

fn check_hanging_tool(client: &Client) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new());
    let folder = tempfile::tempdir().expect("a folder for the runner");
    let runner = script(folder.path(), "hangs.sh", "#!/bin/sh\nexec sleep 600\n");
    let runner = runner.to_str().expect("a path in UTF-8");
    // Long enough for the tool to begin on any machine: its own timeout ends it.
    let env = [("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", runner), ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "30000")];
    let Some(told) = told_when_broken(client, &repo, &shims, &env) else { return };
    assert!(told.contains(texts::TOOL_TIMEOUT), "{told}");
}

#[test]
fn claude_code_prompt_is_answered_when_a_tool_hangs() {
    check_hanging_tool(&CLAUDE_CODE);
}

#[test]
fn codex_prompt_is_answered_when_a_tool_hangs() {
    check_hanging_tool(&CODEX);
}

fn check_missing_kernel(client: &Client) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new().without(KERNEL));
    let Some(told) = told_when_broken(client, &repo, &shims, &[]) else { return };
    assert_eq!(told, format!("{}{}", texts::LIMITS_PREFIX, texts::ORCHESTRATOR_UNAVAILABLE));
}

#[test]
fn claude_code_prompt_is_answered_when_the_kernel_is_missing() {
    check_missing_kernel(&CLAUDE_CODE);
}

#[test]
fn codex_prompt_is_answered_when_the_kernel_is_missing() {
    check_missing_kernel(&CODEX);
}

fn check_broken_config(client: &Client) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new());
    repo.file("config/auto-tools.yaml", "enabled: auto\nbudget: [not: a budget\n");
    let Some(told) = told_when_broken(client, &repo, &shims, &[]) else { return };
    let limit = told.lines().find(|line| line.contains("config/auto-tools.yaml")).unwrap_or_default();
    assert!(limit.starts_with(texts::LIMITS_PREFIX), "{told}");
}

#[test]
fn claude_code_prompt_is_answered_when_the_config_is_broken() {
    check_broken_config(&CLAUDE_CODE);
}

#[test]
fn codex_prompt_is_answered_when_the_config_is_broken() {
    check_broken_config(&CODEX);
}

/// Twelve items whose extracts alone are far more than any client takes. Each part of an item says
/// where it begins and ends, so that a cut inside one shows.
fn write_long_findings(folder: &Path, repo: &FixtureRepo) -> String {
    let items: Vec<Value> = (1..=12)
        .map(|item| {
            let path = format!("loans/part_{item:02}.py");
            let lines: Vec<String> = (1..=20)
                .map(|line| {
                    format!("row_{item:02}_{line:02} = '{}' # end_{item:02}_{line:02}", "x".repeat(180))
                })
                .collect();
            let text = lines.join("\n");
            repo.file(&path, &text);
            json!({
                "path": path, "start_line": 1, "end_line": 20, "symbol": format!("part_{item:02}"),
                "kind": "function", "summary": format!("begin_{item:02} {} done_{item:02}", "y".repeat(150)),
                "confidence": 0.9, "why": "supplied by the test",
                "extract": {"start_line": 1, "language": "python", "text": text},
            })
        })
        .collect();
    let results =
        json!([{"tool": "ci_search", "status": "ok", "summary": "12 places", "data": {"items": items}}]);
    let file = folder.join("results.json");
    std::fs::write(&file, results.to_string()).expect("the supplied results");
    file.to_str().expect("a path in UTF-8").to_owned()
}

fn check_cut_by_us(client: &Client) {
    let (repo, shims) = (FixtureRepo::library_app(), InstalledShims::new());
    let folder = tempfile::tempdir().expect("a folder for the results");
    let results = write_long_findings(folder.path(), &repo);
    let hook = RecordingHook::new(&shims.path(ENTRY));
    let env = [("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", results.as_str())];
    let turn = Turn { repo: repo.path(), hook: hook.path(), prompt: ENGLISH, env: &env };
    let Some(answered) = (client.ask)(turn) else { return };
    let request = answered.only_request();
    let printed = hook.printed();
    let context = context(&printed).expect("an injected text");
    assert!(context.starts_with(texts::RESULTS_HEADER), "{context}");
    assert!(request.contains(context), "the client changed the text");
    for notice in CUT_NOTICES {
        assert!(!request.contains(notice), "the client cut: {notice}");
    }
    let length = (client.measure)(context);
    assert!(length <= client.ceiling, "{length} is above the ceiling of {}", client.ceiling);
    assert!(length > client.ceiling / 2, "only {length}: more would have fitted");
    check_whole_items(context);
    let told = printed["systemMessage"].as_str().unwrap_or_default();
    assert!(told.contains(texts::BUDGET_EXCEEDED), "{told}");
}

fn check_whole_items(context: &str) {
    let mut whole_extracts = 0;
    for item in 1..=12 {
        let ends =
            [format!("begin_{item:02}"), format!("done_{item:02}")].map(|mark| context.contains(&mark));
        assert_eq!(ends[0], ends[1], "item {item} is cut inside its summary");
        let rows = (1..=20).filter(|line| context.contains(&format!("row_{item:02}_{line:02} =")));
        let rows: Vec<u32> = rows.collect();
        let row_ends = (1..=20).filter(|line| context.contains(&format!("# end_{item:02}_{line:02}")));
        assert_eq!(rows, row_ends.collect::<Vec<u32>>(), "item {item} is cut inside a line");
        assert!(matches!(rows.len(), 0 | 20), "item {item} is cut inside its extract: {rows:?}");
        whole_extracts += rows.len() / 20;
    }
    assert!((1..12).contains(&whole_extracts), "{whole_extracts} whole extracts");
    let fences = context.lines().filter(|line| line.trim_start().starts_with("```")).count();
    assert_eq!(fences % 2, 0, "a fence is left open:\n{context}");
}

#[test]
fn claude_code_long_findings_are_cut_by_us() {
    check_cut_by_us(&CLAUDE_CODE);
}

#[test]
fn codex_long_findings_are_cut_by_us() {
    check_cut_by_us(&CODEX);
}

/// The model calls our tool, and what it answers is in the next request to the model.
fn check_tool_call(call_tool: fn(ToolTurn<'_>) -> Option<Answered>) {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let (before, after) = (home.path().join("before"), home.path().join("after"));
    for (phase, log) in [("before", &before), ("after", &after)] {
        let command = format!("cat >/dev/null; echo called >> '{}'", log.display());
        let hook = json!({"type": "command", "command": command, "enabled": true});
        let file = json!([{"matcher": "ci_*", "hooks": [hook]}]);
        home.file(&format!("config/foreword/hooks/{phase}ToolCall.json"), &file.to_string());
    }
    let server = foreword();
    let turn = ToolTurn {
        repo: repo.path(),
        home: &home,
        server: &server,
        tool: "ci_search",
        args: &json!({"query": "late_fee"}),
        prompt: "look into the loans, please",
    };
    let Some(answered) = call_tool(turn) else { return };
    let request = answered.request_with_result();
    for found in ["loans/fines.py", "def late_fee(loan: Loan, returned_on: date) -> int:"] {
        assert!(request.contains(found), "{found} is not in the request after the call: {}", request.body);
    }
    let calls = |log: &Path| std::fs::read_to_string(log).unwrap_or_default().lines().count();
    assert_eq!((calls(&before), calls(&after)), (1, 1), "hooks per call");
}

#[test]
fn claude_code_gets_the_answer_of_a_tool_that_its_model_calls() {
    check_tool_call(claude_code::call_tool);
}

#[test]
fn codex_gets_the_answer_of_a_tool_that_its_model_calls() {
    check_tool_call(codex::call_tool);
}
