//! What the deep tools say holds for the files as they are now, however old the index: what is hidden or gone is neither named
//! nor counted, and a call that is written no more is not told.

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::json;

use crate::harness::{Ask, context, envelope};

const FEES: &str = "def late_fee(loan):\n    if loan.days:\n        return loan.days\n    return 0\n";
const DEAL: &str = "from fees import late_fee\n\n\ndef merge_with_blue(loan):\n    if loan:\n        return late_fee(loan)\n";
const TEST: &str = "from fees import late_fee\n\n\ndef test_deal():\n    assert late_fee(None) == 0\n";

/// Committed three times, with a history, and indexed.
fn indexed() -> (FixtureRepo, Home) {
    let (repo, home) = (FixtureRepo::new(), Home::new());
    repo.file("priv/deal.py", DEAL).file("priv/test_deal.py", TEST).file("fees.py", FEES);
    repo.git_init().commit("Library loans");
    for number in 1..=3 {
        repo.file("priv/deal.py", &format!("{DEAL}# {number}\n"));
        repo.file("fees.py", &format!("{FEES}# {number}\n"));
        repo.commit("Fix the fee");
    }
    assert_eq!(run(&repo, &home, &["index", "--wait"]).code(), Some(0));
    (repo, home)
}

fn run(repo: &FixtureRepo, home: &Home, args: &[&str]) -> Output {
    let invocation = Invocation::new(foreword()).args(args).cwd(repo.path());
    invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").run_in(home)
}

fn inject(repo: &FixtureRepo, home: &Home, prompt: &str) -> String {
    let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0");
    context(&envelope(&ask.env("CI_AUTO_TOOLS_TIER_MAX", "2").run_in(home), 0)).to_owned()
}

const COMMANDS: &[&[&str]] = &[
    &["callers", "late_fee"],
    &["callers", "merge_with_blu"],
    &["callees", "merge_with_blu"],
    &["impact", "late_fee"],
    &["impact", "late_fee", "--json"],
    &["impact", "merge_with_blu"],
    &["impact", "--file", "fees.py"],
    &["complexity"],
    &["complexity", "--symbol", "merge_with_blu", "--json"],
    &["hotspots"],
    &["hotspots", "--json"],
    &["locate", "ValueError in merge_with_blue at priv/deal.py:6", "--json"],
    &["tool", "ci_graph_rag", "--args", r#"{"query": "late_fee", "symbols": ["late_fee"]}"#],
];

/// That no tool names the private files or what they define, with the index of before and with one of after.
#[track_caller]
fn check(hide: impl Fn(&FixtureRepo)) {
    let (repo, home) = indexed();
    let before = run(&repo, &home, &["impact", "late_fee"]).stdout_text();
    assert!(before.contains("priv/deal.py") && before.contains("priv/test_deal.py"), "{before}");
    assert!(run(&repo, &home, &["hotspots"]).stdout_text().contains("changes with priv/deal.py"));
    hide(&repo);
    for state in ["stale", "fresh"] {
        for args in COMMANDS {
            let said = run(&repo, &home, args).stdout_text();
            // What was asked for is repeated.
            let said = said.replace("merge_with_blue at priv/deal.py", "");
            assert!(
                !said.contains("deal.py") && !said.contains("merge_with_blue"),
                "{state} {args:?}: {said}"
            );
        }
        let injected = inject(&repo, &home, "who calls late_fee and what breaks if I change it?");
        assert!(injected.contains("fees.py"), "{injected}");
        assert!(
            !injected.contains("deal.py") && !injected.contains("merge_with_blue"),
            "{state}: {injected}"
        );
        let server = Invocation::new(foreword()).args(["mcp"]).cwd(repo.path());
        let mut client = server.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").start_as_mcp_server(&home);
        client.introduce(json!({}));
        for tool in ["ci_impact", "ci_call_chain", "ci_complexity"] {
            let answer = client.call(tool, json!({ "symbol": "merge_with_blu" })).to_string();
            assert!(!answer.contains("merge_with_blue"), "{state} {tool}: {answer}");
        }
        assert_eq!(run(&repo, &home, &["index", "--wait"]).code(), Some(0));
    }
}

#[test]
fn ac_006_what_is_hidden_since_the_index_is_not_named_by_a_deep_tool() {
    check(|repo| {
        repo.file("config/auto-tools.yaml", "sensitive: ['priv/**']\n");
    });
    check(|repo| {
        repo.file("config/auto-tools.yaml", "exclude: ['priv/**']\n");
    });
    check(|repo| {
        repo.file(".ignore", "priv/\n");
    });
    check(|repo| {
        repo.git(&["rm", "-rq", "--cached", "priv"]);
        repo.file(".gitignore", "priv/\n").commit("Hide it");
    });
}

#[test]
fn what_is_gone_since_the_index_is_not_named_by_a_deep_tool() {
    check(|repo| std::fs::remove_dir_all(repo.path().join("priv")).expect("removed"));
}

#[test]
fn a_call_that_is_gone_since_the_index_is_not_told() {
    let (repo, home) = indexed();
    repo.file("priv/deal.py", &format!("# New.\n# New.\n{}", DEAL.replace("late_fee(loan)", "7")));
    let prompt = "who calls late_fee and what breaks if I change it?";
    for said in [
        run(&repo, &home, &["callers", "late_fee"]).stdout_text(),
        run(&repo, &home, &["impact", "late_fee"]).stdout_text(),
        inject(&repo, &home, prompt),
    ] {
        assert!(said.contains("test_deal") && !said.contains("merge_with_blue"), "{said}");
    }
    let impact = run(&repo, &home, &["impact", "late_fee"]).stdout_text();
    assert!(impact.contains("imports it at line 3"), "{impact}");
    repo.file("fees.py", "def new_fee(loan):\n    return 1\n");
    let complexity = run(&repo, &home, &["complexity", "--symbol", "late_fee"]).stdout_text();
    assert!(complexity.starts_with("no function `late_fee` ·"), "{complexity}");
}
