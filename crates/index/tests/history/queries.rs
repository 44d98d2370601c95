//! What a history says of a repository that git made.

use foreword_index::history::{ChangeKind, History, Posting, Update};
use foreword_model::limits;
use foreword_text::tokens::tokenize;

use crate::fixture::{Bench, EPOCH_S};

/// Text that git takes for the same file after a small edit.
fn text(last: &str) -> String {
    let lines: String = (0..30).map(|number| format!("line {number}\n")).collect();
    lines + last + "\n"
}

/// Commits, a rename, a merge, a revert, Chinese, a path with a line feed, a secret, a second author.
fn story(bench: &Bench) {
    bench.commit("Add the parser", &[("parser.py", &text("one")), ("lexer.py", "lexer\n")]);
    bench.commit(
        "Fixed #12 -- crash in HTTPParser",
        &[("parser.py", &text("two")), ("lexer.py", "lexer 2\n")],
    );
    bench.run(&["checkout", "--quiet", "-b", "side"]);
    bench.commit("Side work on tokens", &[("tokens.py", "tokens\n"), ("line\nfeed.py", "odd\n")]);
    bench.run(&["checkout", "--quiet", "main"]);
    bench.commit("修复登录失败", &[("login.py", "login\n")]);
    bench.run(&["merge", "--quiet", "--no-ff", "--message", "Merge branch 'side'", "side"]);
    std::fs::create_dir(bench.repo.path().join("core")).unwrap();
    bench.run(&["mv", "parser.py", "core/grammar.py"]);
    bench.commit(
        "Move the parser\n\nThe password is hunter2, says bob@example.org.\n\nSigned-off-by: Bob <b@c.de>",
        &[],
    );
    bench.run_as("bob@example.org", &["revert", "--no-edit", "HEAD~2"]);
    bench.commit("Tune the grammar", &[("core/grammar.py", &text("four")), ("lexer.py", "lexer 3\n")]);
}

fn built() -> Option<(Bench, History)> {
    let bench = Bench::new()?;
    story(&bench);
    assert_eq!(bench.update(), Update::Brought { added: 7, is_anew: true });
    let history = bench.history();
    Some((bench, history))
}

fn paths(history: &History, commit: u32) -> Vec<(&str, ChangeKind)> {
    let changes = history.changes(commit).unwrap();
    changes.iter().map(|change| (history.path(change.path).unwrap(), change.kind)).collect()
}

#[test]
fn commits_come_newest_first_without_merges() {
    let Some((bench, history)) = built() else { return };
    let subjects = bench.subjects();
    let expected = [
        "Tune the grammar",
        "Revert \"修复登录失败\"",
        "Move the parser",
        "修复登录失败",
        "Side work on tokens",
        "Fixed #12 -- crash in HTTPParser",
        "Add the parser",
    ];
    assert_eq!(subjects, expected);
    let commits = history.commits().unwrap();
    let fixes: Vec<bool> = commits.iter().map(|commit| commit.is_fix).collect();
    assert_eq!(fixes, [false, true, false, true, false, true, false]);
    let authors: Vec<u32> = commits.iter().map(|commit| commit.author).collect();
    assert_eq!(authors, [0, 1, 0, 0, 0, 0, 0], "counted from the oldest on");
    assert!(commits.is_sorted_by(|newer, older| newer.time_s > older.time_s));
    let summary = history.summary();
    assert_eq!((summary.commits, summary.head), (7, Some(bench.head())));
    assert_eq!((summary.newest_s, summary.oldest_s), (commits[0].time_s, commits[6].time_s));
    assert_eq!((summary.has_older, summary.is_shallow, summary.reason), (false, false, None));
    assert!(summary.oldest_s > EPOCH_S);
    assert_eq!(history.id(0).unwrap(), bench.head());
    assert_eq!((history.id(7).unwrap(), history.message(7).unwrap()), (String::new(), String::new()));
    assert!(history.changes(7).unwrap().is_empty());
}

#[test]
fn a_message_is_kept_without_secrets_and_people() {
    let Some((_bench, history)) = built() else { return };
    assert_eq!(history.message(2).unwrap(), "Move the parser\n\nThe password is <redacted>, says");
    assert_eq!(history.term("hunter2").unwrap(), []);
}

#[test]
fn files_go_by_their_present_names() {
    let Some((_bench, history)) = built() else { return };
    use ChangeKind::{Added, Deleted, Modified, Renamed};
    assert_eq!(paths(&history, 0), [("core/grammar.py", Modified), ("lexer.py", Modified)]);
    assert_eq!(paths(&history, 1), [("login.py", Deleted)]);
    assert_eq!(paths(&history, 2), [("core/grammar.py", Renamed)]);
    assert_eq!(paths(&history, 3), [("login.py", Added)]);
    assert_eq!(paths(&history, 4), [("line\nfeed.py", Added), ("tokens.py", Added)]);
    assert_eq!(paths(&history, 5), [("core/grammar.py", Modified), ("lexer.py", Modified)]);
    assert_eq!(history.changes_of("core/grammar.py").unwrap(), [0, 2, 5, 6]);
    assert_eq!(history.changes_of("parser.py").unwrap(), [0_u32; 0], "it has another name now");
    assert_eq!(history.changes_of("no such file").unwrap(), [0_u32; 0]);
    assert_eq!(
        history.path_number("tokens.py").unwrap().map(|number| history.path(number).unwrap()),
        Some("tokens.py")
    );
}

#[test]
fn terms_are_those_of_a_query() {
    let Some((_bench, history)) = built() else { return };
    let find = |word: &str| {
        let terms = tokenize(word);
        history.term(&terms[0]).unwrap().iter().map(|posting| posting.commit).collect::<Vec<_>>()
    };
    assert_eq!(find("parsers"), [2, 5, 6]);
    assert_eq!(find("crashes"), [5]);
    assert_eq!(find("登录"), [1, 3]);
    assert_eq!(find("grammars"), [0]);
    assert_eq!(find("nowhere"), [0_u32; 0]);
    // `httpparser`, `http` and `parser`: one of each.
    assert_eq!(history.term("httpparser").unwrap(), [Posting { commit: 5, frequency: 1 }]);
    let words: u32 = history.commits().unwrap().iter().map(|commit| commit.words).sum();
    assert_eq!(history.words_mean().unwrap(), f64::from(words) / 7.0);
    for (number, commit) in (0..).zip(history.commits().unwrap()) {
        assert_eq!(commit.words as usize, tokenize(&history.message(number).unwrap()).len());
    }
}

#[test]
fn what_changes_together_is_found_and_what_is_gone_is_not() {
    let Some((bench, history)) = built() else { return };
    let together = history.together_with("core/grammar.py", 10).unwrap();
    assert_eq!(together.iter().map(|one| (one.path, one.commits)).collect::<Vec<_>>(), [("lexer.py", 3)]);
    assert!(
        together[0].weight > 2.9 && together[0].weight < 3.0,
        "the older count a little less: {together:?}"
    );
    assert_eq!(history.together_with("core/grammar.py", 0).unwrap(), []);
    assert_eq!(history.together_with("no such file", 10).unwrap(), []);

    bench.commit("Both", &[("login.py", "again\n"), ("tokens.py", "tokens 2\n"), ("gone.py", "soon gone\n")]);
    bench.run(&["rm", "--quiet", "gone.py"]);
    let many: Vec<String> =
        (0..=limits::HISTORY_TOGETHER_FILES).map(|number| format!("many/{number}.py")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|path| (path.as_str(), "x\n")).collect();
    bench.commit("Everything", &[&many[..], &[("tokens.py", "tokens 3\n")]].concat());
    bench.update();
    let history = bench.history();
    let with = |path: &str| {
        let together = history.together_with(path, 10).unwrap();
        together.into_iter().map(|one| (one.path.to_owned(), one.commits)).collect::<Vec<_>>()
    };
    let expected = [("line\nfeed.py".to_owned(), 1), ("login.py".to_owned(), 1)];
    assert_eq!(with("tokens.py"), expected, "a commit of many files says nothing");
}

#[test]
fn churn_counts_commits_fixes_and_people() {
    let Some((_bench, history)) = built() else { return };
    let commits = history.commits().unwrap();
    let shown = |since_s: u64| {
        let churn = history.churn(since_s).unwrap();
        churn
            .into_iter()
            .map(|churn| (churn.path.to_owned(), churn.commits, churn.fixes, churn.authors, churn.is_deleted))
            .collect::<Vec<_>>()
    };
    let row = |path: &str, commits, fixes, authors, is_deleted| {
        (path.to_owned(), commits, fixes, authors, is_deleted)
    };
    let all = [
        row("core/grammar.py", 4, 1, 1, false),
        row("lexer.py", 3, 1, 1, false),
        row("line\nfeed.py", 1, 0, 1, false),
        row("login.py", 2, 2, 2, true),
        row("tokens.py", 1, 0, 1, false),
    ];
    assert_eq!(shown(0), all);
    assert_eq!(
        shown(commits[1].time_s),
        [
            row("core/grammar.py", 1, 0, 1, false),
            row("lexer.py", 1, 0, 1, false),
            row("login.py", 1, 1, 1, true),
        ]
    );
    let last: Vec<u64> = history.churn(0).unwrap().iter().map(|churn| churn.last_s).collect();
    assert_eq!(
        last,
        [commits[0].time_s, commits[0].time_s, commits[4].time_s, commits[1].time_s, commits[4].time_s]
    );
}

#[test]
fn names_that_were_swapped_or_chained_are_followed() {
    let Some(bench) = Bench::new() else { return };
    let other = |last: &str| (0..40).map(|number| format!("other {number}\n")).collect::<String>() + last;
    bench.commit("Add", &[("a.py", &text("a")), ("b.py", &other("b"))]);
    bench.commit("Edit a", &[("a.py", &text("a2"))]);
    bench.run(&["mv", "a.py", "c.py"]);
    bench.commit("a becomes c", &[]);
    bench.run(&["mv", "b.py", "a.py"]);
    bench.commit("b becomes a", &[]);
    bench.run(&["mv", "c.py", "d.py"]);
    bench.commit("c becomes d", &[]);
    bench.update();
    let history = bench.history();
    assert_eq!(history.changes_of("d.py").unwrap(), [0, 2, 3, 4]);
    assert_eq!(history.changes_of("a.py").unwrap(), [1, 4]);
}
