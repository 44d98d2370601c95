//! `foreword callers`, `callees`, `impact` and `locate`, and the same tools in a plan: with an index, through the one path.

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::Value;

const FEES: &str = "\
def late_fee(loan):
    if loan.days < 0:
        raise ValueError(f\"negative days {loan.days}\")
    return loan.days * 0.25
";
const DESK: &str = "\
from fees import late_fee


def close_account(account):
    return late_fee(account)
";
const TEST: &str = "\
from fees import late_fee


def late_fee_of_nobody():
    return late_fee(None)


def test_fee():
    assert late_fee_of_nobody() == 0
";
const TRACE: &str = "\
Traceback (most recent call last):
  File \"/srv/app/desk.py\", line 5, in close_account
    return late_fee(account)
  File \"/srv/app/fees.py\", line 3, in late_fee
    raise ValueError(f\"negative days {loan.days}\")
ValueError: negative days -3
";

struct Desk {
    repo: FixtureRepo,
    home: Home,
}

impl Desk {
    /// Committed and indexed.
    fn new() -> Self {
        let repo = FixtureRepo::new();
        repo.file("fees.py", FEES).file("desk.py", DESK).file("tests/test_fees.py", TEST);
        repo.git_init().commit("Library loans");
        let desk = Self { repo, home: Home::new() };
        assert_eq!(desk.run(&["index"], "").code(), Some(0));
        desk
    }

    fn run(&self, args: &[&str], stdin: &str) -> Output {
        let invocation = Invocation::new(foreword()).args(args).args(["--root"]).args([self.repo.path()]);
        let invocation = invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").stdin(stdin.as_bytes());
        invocation.run_in(&self.home)
    }

    /// What is printed, without the last line: it holds a time.
    fn text(&self, args: &[&str], stdin: &str) -> Vec<String> {
        let output = self.run(args, stdin);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        let mut lines: Vec<String> = output.stdout_text().lines().map(str::to_owned).collect();
        assert!(lines.pop().is_some_and(|last| last.contains(" · ") && last.ends_with(" ms")));
        lines
    }

    fn plan(&self, prompt: &str) -> Value {
        let invocation = Invocation::new(foreword()).args(["inject", "--format", "json", "--prompt", prompt]);
        let invocation = invocation
            .cwd(self.repo.path())
            .env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0")
            .env("CI_AUTO_TOOLS_TIER_MAX", "2");
        invocation.run_in(&self.home).json()
    }
}

#[test]
fn callers_and_callees_are_drawn_as_a_tree() {
    let desk = Desk::new();
    assert_eq!(
        desk.text(&["callers", "late_fee"], ""),
        [
            "late_fee  fees.py:1",
            "├─ close_account  desk.py:4  at line 5 (import, 0.95)",
            "└─ late_fee_of_nobody  tests/test_fees.py:4  at line 5 (import, 0.95)",
        ]
    );
    assert_eq!(
        desk.text(&["callees", "close_account"], ""),
        ["close_account  desk.py:4", "└─ late_fee  fees.py:1  at desk.py:5 (import, 0.95)"]
    );
    assert_eq!(
        desk.text(&["callees", "close_account", "--to", "late_fee"], ""),
        ["close_account  desk.py:4", "  calls late_fee  fees.py:1  at desk.py:5 (import, 0.95)"]
    );
    let mermaid = desk.run(&["callers", "late_fee", "--depth", "1", "--mermaid"], "").stdout_text();
    assert!(mermaid.starts_with("graph LR\n") && mermaid.contains("-->|\"desk.py:5\"|"), "{mermaid}");
}

#[test]
fn impact_names_files_by_group_and_the_tests_to_run() {
    let desk = Desk::new();
    let text = desk.text(&["impact", "late_fee"], "");
    for line in ["certain", "tests to run", "  tests/test_fees.py"] {
        assert!(text.iter().any(|said| said == line), "{line}: {text:#?}");
    }
    desk.repo.file("desk.py", &DESK.replace("late_fee(account)", "late_fee(account) + 1"));
    let pending = desk.run(&["impact", "--json"], "").json();
    assert_eq!(pending["changed"], "what is not committed (1 file)");
}

#[test]
fn an_error_is_located_from_stdin_or_an_argument() {
    let desk = Desk::new();
    let text = desk.text(&["locate"], TRACE);
    assert_eq!(text[..2], [" 1  fees.py", "      late_fee  line 3 in the trace"], "{text:#?}");
    let json = desk.run(&["locate", "negative days -7 in the desk", "--json"], "").json();
    assert_eq!(json["files"][0]["path"], "fees.py");
    assert!(json["files"][0]["why"].as_str().is_some_and(|why| !why.is_empty()));
}

#[test]
fn bad_input_is_said() {
    let desk = Desk::new();
    for (args, said) in [
        (&["callers", "::"][..], "`symbol` names nothing"),
        (&["impact", "--file", "../x.py"], "path outside repository: ../x.py"),
        (&["impact", "--file", "tests"], "`file` is a directory: tests"),
        (&["locate", "  "], "`error` must be a text that is not empty"),
    ] {
        let output = desk.run(args, "");
        assert_eq!(output.code(), Some(40), "{args:?}: {}", output.stdout_text());
        let printed = output.stdout_text() + &output.stderr_text();
        assert!(printed.contains(said), "{args:?}: {printed}");
    }
    let unknown = desk.run(&["callers", "late_fees"], "");
    assert_eq!(unknown.code(), Some(0));
    assert!(unknown.stdout_text().contains("the nearest names: `late_fee`"), "{}", unknown.stdout_text());
}

#[test]
fn with_tier_2_the_plan_picks_by_intent_and_the_results_are_fused() {
    let desk = Desk::new();
    for (prompt, tool) in [
        ("Who calls `late_fee`?", "ci_call_chain"),
        (TRACE, "ci_bug_locate"),
        ("What breaks if I change `late_fee`?", "ci_impact"),
    ] {
        let envelope = desk.plan(prompt);
        let results = envelope["tool_results"].as_array().expect("results");
        let result = results.iter().find(|result| result["tool"] == tool).expect(tool);
        assert_eq!(result["status"], "ok", "{result:#}");
        let items = envelope["fused_context"]["for_model"]["structured"]["items"].as_array().expect("items");
        assert!(items.iter().any(|item| item["tool"] == tool), "{tool}: {items:#?}");
        assert_eq!(envelope["tool_plan"]["budget"]["wall_ms"], 10_000);
    }
}

#[test]
fn a_search_that_takes_another_definition_than_the_call_chain_is_a_conflict() {
    let desk = Desk::new();
    // The same name in the code and in a test that the prompt asks for.
    desk.repo.file("tests/test_desk.py", "def close_account(account):\n    return 1\n");
    assert_eq!(desk.run(&["index"], "").code(), Some(0));
    let envelope = desk.plan("Who calls the test helper `close_account` in tests/test_desk.py?");
    let claims = envelope["fused_context"]["for_model"]["structured"]["claims"].as_array().expect("claims");
    let about: Vec<&Value> = claims
        .iter()
        .filter(|claim| claim["claim_key"] == "definition:close_account@tests/test_desk.py:1")
        .collect();
    let said: Vec<(&str, bool)> = about
        .iter()
        .map(|claim| (claim["polarity"].as_str().expect("a polarity"), claim["conflict"] == true))
        .collect();
    assert_eq!(said, [("support", true), ("oppose", true)], "{claims:#?}");
}
