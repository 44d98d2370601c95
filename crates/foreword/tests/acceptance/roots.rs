//! AC-005: the repository root, wherever the user stands.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::Value;

use crate::harness::{Ask, CODE_PROMPT, context, envelope, in_time, limits, result};

fn check(ask: Ask<'_>, root: &Path, source: &str) -> Value {
    let envelope = envelope(&ask.env("CI_AUTO_TOOLS_MODE", "plan").run(), 0);
    let inputs = &envelope["inputs"];
    assert_eq!(inputs["repo_root"], root.display().to_string());
    assert_eq!(inputs["repo_root_source"], source);
    assert_eq!(limits(&envelope).contains("[Limits] no-git-root"), source == "no-git-root");
    envelope
}

#[test]
fn ac_005_top_level_subdirectory_and_no_git() {
    let repo = FixtureRepo::library_app();
    check(Ask::new(repo.path(), CODE_PROMPT), repo.path(), "git");
    check(Ask::new(&repo.path().join("loans"), CODE_PROMPT), repo.path(), "git");
    let plain = FixtureRepo::new();
    plain.file("sub/a.py", "def late_fee(): pass\n");
    check(Ask::new(&plain.path().join("sub"), CODE_PROMPT), &plain.path().join("sub"), "no-git-root");
}

#[test]
fn a_path_means_the_file_of_the_directory_that_the_client_runs_in() {
    let repo = FixtureRepo::library_app();
    let text = "def renewal_limit():\n    return 3\n";
    repo.file("limits.py", text).file("desk/limits.py", text).file("desk/night/rules.py", text);
    let first = |directory: &str, prompt: &str| {
        let directory = repo.path().join(directory);
        let envelope = in_time(|| Ask::new(&directory, prompt).run()).json();
        result(&envelope, "ci_search")["data"]["items"][0]["path"].clone()
    };
    for (directory, prompt, expected) in [
        ("", "explain renewal_limit in limits.py", "limits.py"),
        ("desk", "explain renewal_limit in limits.py", "desk/limits.py"),
        ("desk/night", "explain renewal_limit in limits.py", "desk/limits.py"),
        ("desk/night", "explain renewal_limit in ./rules.py", "desk/night/rules.py"),
        ("desk/night", "explain renewal_limit in ../limits.py", "desk/limits.py"),
        ("desk", "explain renewal_limit in ../limits.py", "limits.py"),
    ] {
        assert_eq!(first(directory, prompt), expected, "{prompt} in {directory}");
    }
    let outside = Ask::new(&repo.path().join("desk"), "explain renewal_limit in ../../limits.py").run();
    assert!(limits(&envelope(&outside, 0)).contains("path outside repository: ../../limits.py"));
}

#[test]
fn ac_005_worktree_and_submodule() {
    let repo = FixtureRepo::library_app();
    let elsewhere = FixtureRepo::new();
    let tree = elsewhere.path().join("tree");
    repo.git(&["worktree", "add", "--quiet", &tree.display().to_string()]);
    check(Ask::new(&tree.join("loans"), CODE_PROMPT), &tree, "git");
    let outer = FixtureRepo::new();
    outer.git_init();
    outer.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        &repo.path().display().to_string(),
        "inner",
    ]);
    check(Ask::new(&outer.path().join("inner/loans"), CODE_PROMPT), &outer.path().join("inner"), "git");
}

#[test]
fn ac_005_a_broken_git_marker_is_no_work_tree() {
    let plain = FixtureRepo::new();
    plain.file("a.py", "def late_fee(): pass\n");
    plain.file(".git", "not a git file\n");
    check(Ask::new(plain.path(), CODE_PROMPT), plain.path(), "no-git-root");
}

#[test]
fn ac_005_a_monorepo_names_its_root_in_config_or_env() {
    let repo = FixtureRepo::library_app();
    repo.file("config/auto-tools.yaml", "repo_root: loans\n");
    check(Ask::new(repo.path(), CODE_PROMPT), &repo.path().join("loans"), "config");
    let by_env = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path().join("src"));
    check(by_env, &repo.path().join("src"), "env");
}

#[test]
fn ac_005_the_working_directory_variable_comes_before_the_payload() {
    let (one, other) = (FixtureRepo::library_app(), FixtureRepo::library_app());
    check(Ask::new(one.path(), CODE_PROMPT).env("WORKING_DIRECTORY", other.path()), other.path(), "git");
}

#[test]
fn ac_005_results_are_below_the_root_in_each_case() {
    let repo = FixtureRepo::library_app();
    let from_below = envelope(&Ask::new(&repo.path().join("src"), CODE_PROMPT).run(), 0);
    assert!(context(&from_below).contains("loans/fines.py"), "{}", context(&from_below));
    let confined = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path().join("src"));
    assert!(!context(&envelope(&confined.run(), 0)).contains("loans/fines.py"));
}

#[test]
fn home_and_the_root_of_the_file_system_are_refused() {
    let home = Home::new();
    for cwd in [home.path(), Path::new("/")] {
        let output = Invocation::new(foreword())
            .args(["inject", "--format", "json", "--prompt", CODE_PROMPT])
            .cwd(cwd)
            .run_in(&home);
        let envelope = envelope(&output, 40);
        assert!(limits(&envelope).contains("refused as a repository root"), "{}", limits(&envelope));
        assert_eq!(context(&envelope), "");
    }
}

#[test]
fn a_working_directory_that_is_not_there_is_named_and_passed_over() {
    let repo = FixtureRepo::library_app();
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("WORKING_DIRECTORY", "/nonexistent/folder");
    let envelope = check(ask, repo.path(), "git");
    assert!(limits(&envelope).contains("WORKING_DIRECTORY ignored"), "{}", limits(&envelope));
    let elsewhere = Ask::new(Path::new("/"), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path());
    check(elsewhere, repo.path(), "env");
}

#[test]
fn without_a_root_small_talk_gets_no_word() {
    let home = Home::new();
    let hook = |prompt: &str| {
        let payload = serde_json::json!({ "prompt": prompt, "cwd": home.path(), "session_id": "s" });
        let invocation = Invocation::new(foreword()).args(["inject"]).stdin(payload.to_string());
        invocation.cwd(home.path()).run_in(&home).stdout_text()
    };
    assert_eq!(hook("thanks!"), "");
    let first = hook(CODE_PROMPT);
    assert!(first.contains("refused as a repository root"), "{first}");
    assert_eq!(hook(CODE_PROMPT), "", "a session is told once");
}
