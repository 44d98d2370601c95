//! AC-006, contract §3 and §14: the tools that a repository's `config/auto-tools.yaml` names, and no others.

use std::collections::BTreeMap;

use foreword_codeintel::{ask_user, shipped_specs};
use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{foreword, project_root};
use serde_json::{Value, json};

use crate::harness::{
    Ask, CODE_PROMPT, CODE_PROMPT_ZH, context, envelope, limits, planned, repo_with_config, result, supplied,
};

const USUAL: [&str; 3] = ["ci_index_status", "ci_search", "ci_graph_rag"];

#[test]
fn ac_006_only_declared_tools_are_planned() {
    let check = |text: &str, expected: &[&str]| {
        let repo = repo_with_config(text);
        for (prompt, mode) in [(CODE_PROMPT, "plan"), (CODE_PROMPT, "run"), (CODE_PROMPT_ZH, "plan")] {
            let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode);
            assert_eq!(planned(&envelope(&ask.run(), 0)), expected, "{text}: {prompt} {mode}");
        }
    };
    check("tools: [ci_search, ci_index_status]\n", &["ci_index_status", "ci_search"]);
    check("tools:\n- ci_search\n", &["ci_search"]);
    check("tools: {ci_search: {timeout_ms: 1500}}\n", &["ci_search"]);
    check("tools:\n  ci_search:\n  ci_graph_rag:\n", &["ci_search", "ci_graph_rag"]);
    check("tools: {ci_search: {enabled: true}, ci_graph_rag: {enabled: false}}\n", &["ci_search"]);
    check("tools: []\n", &[]);
    // What only removes keeps the rest, and so does a key that says nothing.
    check("tools: {ci_search: {enabled: false}}\n", &["ci_index_status", "ci_graph_rag"]);
    check("tools: {ci_hotspot: {enabled: false}}\n", &USUAL);
    check("tools: {}\n", &USUAL);
    check("tools:\n", &USUAL);
    check("tier_max: 1\n", &USUAL);
}

#[test]
fn ac_006_what_is_left_out_and_what_is_unknown_is_said() {
    let repo = repo_with_config("tools: [ci_index_status, ci_serach, ci_graph_rag]\n");
    let said =
        limits(&envelope(&Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan").run(), 0));
    let expected = [
        "[Limits] config/auto-tools.yaml: tools leaves out ci_search, ci_call_chain, ci_bug_locate, ci_impact, ci_complexity, ci_hotspot",
        "[Limits] tools.ci_serach ignored: there is no such tool; did you mean `ci_search`?",
    ];
    assert_eq!(said, expected.join("\n"));
}

#[test]
fn ac_006_a_tool_that_is_not_declared_runs_for_nobody() {
    let home = Home::new();
    let repo = repo_with_config("tools: [ci_search, ci_index_status]\n");
    let item = json!({ "path": "loans/fines.py", "start_line": 1, "summary": "planted" });
    let results = json!([
        { "tool": "ci_graph_rag", "status": "ok", "summary": "planted", "data": { "items": [item] } },
    ]);
    let file = supplied(&home, &results);
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &file);
    let fused = envelope(&ask.run_in(&home), 0);
    assert_eq!(result(&fused, "ci_graph_rag")["status"], "skipped");
    assert!(
        limits(&fused).contains("[Limits] tool unavailable; skipped: ci_graph_rag"),
        "{}",
        limits(&fused)
    );
    assert!(!context(&fused).contains("planted"));

    let by_hand = Invocation::new(foreword())
        .args(["tool", "ci_hotspot", "--root"])
        .args([repo.path()])
        .run_in(&home)
        .json();
    let message =
        "ci_hotspot is not an allowed tool; known tools: ci_index_status, ci_search, askuser-ask_question";
    assert_eq!((&by_hand["status"], &by_hand["error"]["message"]), (&json!("skipped"), &json!(message)));

    let mut client = crate::mcp::server(repo.path(), &home);
    client.introduce(json!({}));
    let listed = client.request("tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> =
        listed.as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["ci_index_status", "ci_search", ask_user::SPEC.name.as_ref()]);
    client.close();
}

#[test]
fn ac_006_the_users_own_tools_are_not_the_repositorys_to_list() {
    let home = Home::new();
    home.file(
        "config/foreword/config.yaml",
        "tools:\n  my_notes: {command: [/bin/echo, noted]}\n  ci_graph_rag: {timeout_ms: 3000}\n",
    );
    let plan = |text: &str| {
        let repo = repo_with_config(text);
        let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan");
        envelope(&ask.run_in(&home), 0)
    };
    // In the user's own file a map says what differs and leaves out nothing.
    assert_eq!(planned(&plan("")), ["ci_index_status", "ci_search", "ci_graph_rag", "my_notes"]);
    assert_eq!(planned(&plan("tools: [ci_search]\n")), ["ci_search", "my_notes"]);
    assert_eq!(planned(&plan("tools: [ci_search, my_notes]\n")), ["ci_search", "my_notes"]);
    assert_eq!(planned(&plan("tools: {ci_search: , my_notes: {enabled: false}}\n")), ["ci_search"]);
    home.file("config/foreword/config.yaml", "tools: [ci_search]\n");
    let listed = plan("");
    assert_eq!(planned(&listed), USUAL);
    assert!(
        limits(&listed).contains("[Limits] tools ignored: a list of names belongs to"),
        "{}",
        limits(&listed)
    );
}

#[test]
fn ac_006_the_shipped_file_is_the_table() {
    let path = project_root().join("config/auto-tools.yaml");
    let text = std::fs::read_to_string(&path).expect("the shipped file");
    let file: BTreeMap<String, Value> = serde_saphyr::from_str(&text).expect("YAML");
    assert_eq!(file.keys().collect::<Vec<_>>(), ["tools"], "anything else could change something");
    let table = shipped_specs().into_iter().filter(|spec| spec.name != ask_user::SPEC.name);
    let table: BTreeMap<String, Value> = table
        .map(|spec| (spec.name.to_string(), json!({ "tier": spec.tier, "timeout_ms": spec.timeout_ms })))
        .collect();
    assert_eq!(file["tools"], json!(table));

    let home = Home::new();
    home.file("config/foreword/config.yaml", "tools: {ci_search: {tier: 1, timeout_ms: 1200}}\n");
    for tier in ["0", "1", "2"] {
        for (prompt, wall_ms) in [(CODE_PROMPT, "1000"), (CODE_PROMPT_ZH, ""), ("Who calls `late_fee`?", "")]
        {
            let repo = FixtureRepo::library_app();
            let plan = || {
                let ask = Ask::new(repo.path(), prompt)
                    .env("CI_AUTO_TOOLS_MODE", "plan")
                    .env("CI_AUTO_TOOLS_TIER_MAX", tier)
                    .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", wall_ms);
                envelope(&ask.run_in(&home), 0)
            };
            let without = plan();
            repo.file("config/auto-tools.yaml", &text);
            assert_eq!(plan(), without, "{prompt} {tier}");
        }
    }
}
