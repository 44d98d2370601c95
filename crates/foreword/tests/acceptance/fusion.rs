//! AC-011: fusion is deterministic, through the whole program.

use foreword_testkit::normalise::Normaliser;
use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, context, envelope, supplied};

fn fused(results: &Value) -> Value {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let file = supplied(&home, results);
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &file);
    let envelope = envelope(&ask.run_in(&home), 0);
    let name = repo.path().file_name().expect("a name").to_string_lossy().into_owned();
    let text = Normaliser::new().root(repo.path()).json(&envelope).to_string().replace(&name, "<name>");
    serde_json::from_str(&text).expect("json")
}

fn results() -> Value {
    json!([
        { "tool": "ci_search", "status": "ok", "summary": "two places", "data": {
            "items": [
                { "path": "./loans/fines.py", "symbol": "late_fee", "summary": "b", "confidence": 0.5 },
                { "path": "loans/fines.py", "symbol": "late_fee()", "summary": "a", "confidence": 0.9 },
                { "path": "loans/book.py", "symbol": "Book", "summary": "c", "confidence": 0.9 },
            ],
            "claims": [{ "claim_key": "late_fee:definition", "polarity": "support", "claim": "defined in loans/fines.py", "evidence_refs": ["loans/fines.py:3"] }],
        } },
        { "tool": "ci_call_chain", "status": "ok", "summary": "a chain", "data": { "claims": [
            { "claim_key": "late_fee:definition", "polarity": "oppose", "claim": "defined elsewhere", "evidence_refs": ["src/x.ts:1"] },
            { "claim_key": "", "polarity": "oppose", "claim": "no key, no conflict" },
            { "claim_key": "late_fee:definition", "polarity": "unknown", "claim": "cannot say" },
        ] } },
    ])
}

#[test]
fn ac_011_the_order_of_arrival_does_not_show() {
    let forward = results();
    let backward: Value = forward.as_array().expect("list").iter().rev().cloned().collect();
    assert_eq!(fused(&forward), fused(&backward));
    assert_eq!(fused(&forward), fused(&forward));
}

#[test]
fn ac_011_duplicates_merge_and_conflicts_stand_side_by_side() {
    let envelope = fused(&results());
    let structured = &envelope["fused_context"]["for_model"]["structured"];
    let items: Vec<(&str, &str)> = structured["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| {
            let place = item["path"].as_str().or(item["title"].as_str()).expect("a path or a title");
            (place, item["summary"].as_str().expect("summary"))
        })
        .collect();
    // The second result names no item: it is one itself.
    assert_eq!(items, [("a chain", ""), ("loans/book.py", "c"), ("loans/fines.py", "a")]);
    let conflicts: Vec<(bool, &str)> = structured["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .map(|claim| (claim["conflict"].as_bool().expect("flag"), claim["claim"].as_str().expect("claim")))
        .collect();
    assert_eq!(
        conflicts,
        [
            (false, "no key, no conflict"),
            (true, "defined in loans/fines.py"),
            (true, "defined elsewhere"),
            (false, "cannot say"),
        ]
    );
    let text = context(&envelope);
    assert!(
        text.contains("`defined in loans/fines.py` (loans/fines.py:3)")
            && text.contains("`defined elsewhere`"),
        "{text}"
    );
}

#[test]
fn ac_011_golden_fusion() {
    foreword_testkit::golden::check_json("envelope/fused.json", &fused(&results()));
}
