//! What there is to say without a history, and what changes are worth. Rankings over real histories are tested through
//! the command.

use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_index::history::Summary;
use foreword_index::view::BackgroundRefresh;
use foreword_model::clock;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;

const DAY: u64 = 86_400;

fn ask(repository: &TempDir, args: &Value) -> Result<ToolAnswer, ToolFailure> {
    let index = IndexView::new(None, BackgroundRefresh::Off, Sensitive::default(), Vec::new());
    let args = args.as_object().expect("arguments are an object");
    let jail = Jail::open(repository.path()).expect("a jail");
    let call = Call { args, prompt: "", jail: &jail, deadline: clock::now() + Duration::from_secs(20) };
    Hotspot::new(Arc::new(index), Sensitive::default()).answer(&call)
}

#[test]
fn without_git_or_history_it_says_so() {
    let repository = TempDir::new().expect("a directory");
    let answer = ask(&repository, &json!({})).expect("an answer");
    assert_eq!(answer.summary, "no hotspots: not a git repository");
    let git = repository.path().join(".git");
    std::fs::create_dir_all(git.join("refs/heads")).expect("a directory");
    std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").expect("a file");
    let answer = ask(&repository, &json!({})).expect("an answer");
    assert_eq!(answer.summary, "no hotspots: the history is not read yet; `foreword index` reads it");
    assert_eq!(answer.data.expect("data")["items"], json!([]));
}

#[test]
fn a_path_that_cannot_be_is_refused() {
    let repository = TempDir::new().expect("a directory");
    let failure = ask(&repository, &json!({ "path": "../.." })).expect_err("a refusal");
    assert_eq!(failure.code, ErrorCode::ERepoRoot);
    assert_eq!(failure.message, "path outside repository: ../..");
}

#[test]
fn days_count_back_from_the_newest_commit() {
    let summary = Summary { newest_s: 100 * DAY, ..Summary::default() };
    let window = Window::of(&summary, 30);
    assert_eq!((window.since_s, window.age_days(98 * DAY)), (70 * DAY, 2));
    assert_eq!(Window::of(&summary, 1_000).since_s, 0);
}

#[test]
fn fixes_authors_and_coupling_add() {
    let churned = |fixes, authors| Churned {
        path: "a.py".to_owned(),
        commits: 4,
        fixes,
        authors,
        last_s: 0,
        recent: 2.0,
    };
    for (fixes, authors, expected) in [(0, 1, 2.0), (4, 1, 4.0), (2, 1, 3.0), (0, 3, 2.4), (0, 50, 3.0)] {
        let weight = churned(fixes, authors).weight();
        assert!((weight - expected).abs() < 1e-9, "{fixes} {authors}: {weight}");
    }
    assert!((score::bonus(0) - 1.0).abs() < 1e-9 && (score::bonus(3) - 1.3).abs() < 1e-9);
}

#[test]
fn tests_and_foreign_files_are_no_hotspots() {
    for (path, expected) in [
        ("src/a.py", true),
        ("examples/a.py", true),
        ("tests/test_a.py", false),
        ("vendor/a.go", false),
        ("api/v1.pb.go", false),
        ("README.md", false),
    ] {
        assert_eq!(is_written_here(path), expected, "{path}");
    }
}
