//! `foreword tool NAME`: any tool by hand, through the same path.

use foreword_testkit::process::{Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;

fn tool(repo: &FixtureRepo, args: &[&str]) -> Output {
    Invocation::new(foreword()).args(["tool"]).args(args).args(["--root"]).args([repo.path()]).run()
}

#[test]
fn a_tool_prints_its_result() {
    let repo = FixtureRepo::library_app();
    let output = tool(&repo, &["ci_search", "--args", r#"{"query": "late_fee"}"#]);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    let result = output.json();
    assert_eq!((&result["tool"], &result["status"]), (&"ci_search".into(), &"ok".into()));
    assert_eq!(result["data"]["items"][0]["path"], "loans/fines.py");
    let text = tool(&repo, &["ci_search", "--args", r#"{"query": "late_fee"}"#, "--format", "text"]);
    assert!(text.stdout_text().contains("loans/fines.py:"), "{}", text.stdout_text());
}

#[test]
fn wrong_arguments_are_refused_with_their_name() {
    let repo = FixtureRepo::library_app();
    for (name, args, code, exit, said) in [
        ("ci_search", "{}", "E_INVALID_ARGS", 40, "`query` is missing"),
        ("ci_search", r#"{"query": 7}"#, "E_INVALID_ARGS", 40, "`query` must be a text"),
        ("ci_search", r#"{"query": "x", "limit": "many"}"#, "E_INVALID_ARGS", 40, "`limit` must be"),
        ("ci_search", r#"{"query": "x", "depth": 1}"#, "E_INVALID_ARGS", 40, "no argument `depth`"),
        ("ci_search", "[]", "E_INVALID_ARGS", 40, "not a JSON object"),
        ("ci_delete", "{}", "E_TOOL_UNAVAILABLE", 40, "not an allowed tool"),
        ("ci_impact", r#"{"symbol": "late_fee"}"#, "E_TOOL_UNAVAILABLE", 0, "needs the index"),
    ] {
        let output = tool(&repo, &[name, "--args", args]);
        assert_eq!(output.code(), Some(exit), "{name} {args}: {}", output.stdout_text());
        let result = output.json();
        assert_eq!((&result["status"], &result["error"]["code"]), (&"skipped".into(), &code.into()));
        let message = result["error"]["message"].as_str().expect("message");
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn the_index_says_honestly_that_it_is_not_there() {
    let repo = FixtureRepo::library_app();
    let result = tool(&repo, &["ci_index_status"]).json();
    assert_eq!(result["data"]["state"], "missing");
    assert_eq!(result["data"]["git_work_tree"], true);
    assert!(!result.to_string().contains("main"), "a branch is not named: {result}");
}

#[test]
fn the_root_of_the_command_line_comes_first() {
    let (repo, other) = (FixtureRepo::library_app(), FixtureRepo::new());
    let output = Invocation::new(foreword())
        .args(["tool", "ci_search", "--args", r#"{"query": "late_fee"}"#, "--root"])
        .args([repo.path()])
        .env("WORKING_DIRECTORY", other.path())
        .env("CI_AUTO_TOOLS_REPO_ROOT", other.path())
        .cwd(other.path())
        .run();
    assert_eq!(output.json()["data"]["items"][0]["path"], "loans/fines.py");
}
