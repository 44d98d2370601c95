//! A history grows by what is new, ends up as one that is made anew, and notices when the past was rewritten. Where
//! there is no history, that is said and nothing else happens.

use std::fs;
use std::time::{Duration, SystemTime};

use foreword_index::history::{History, Update};
use foreword_index::refresh::Start;
use foreword_index::store::StoreError;
use foreword_model::limits;
use foreword_testkit::process::Invocation;

use crate::fixture::{Bench, ChildGit, file_bytes, file_of};

fn brought(added: usize) -> Update {
    Update::Brought { added, is_anew: false }
}

fn anew(added: usize) -> Update {
    Update::Brought { added, is_anew: true }
}

#[test]
fn steps_end_in_the_same_bytes_as_one_leap() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a = 1\n".repeat(20).as_str())]);
    assert_eq!(bench.update(), anew(1));
    bench.commit("Two", &[("b.py", "b\n")]);
    bench.run(&["mv", "a.py", "c.py"]);
    bench.commit("Move", &[]);
    assert_eq!(bench.update(), brought(2));
    assert_eq!(bench.bytes(), bench.bytes_anew());
    // A side branch that is older than what is known already.
    bench.run(&["checkout", "--quiet", "-b", "side", "HEAD~1"]);
    bench.commit("Side", &[("side.py", "s\n")]);
    bench.run(&["checkout", "--quiet", "main"]);
    bench.commit("Main", &[("main.py", "m\n")]);
    assert_eq!(bench.update(), brought(1));
    bench.run(&["merge", "--quiet", "--no-ff", "--message", "Merge", "side"]);
    assert_eq!(bench.update(), brought(1));
    assert_eq!(bench.subjects(), ["Main", "Side", "Move", "Two", "One"]);
    assert_eq!(bench.bytes(), bench.bytes_anew());
    assert_eq!(bench.history().changes_of("c.py").unwrap(), [2, 4]);
}

#[test]
fn git_is_not_started_when_head_is_where_it_was() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    bench.update();
    let (runs, bytes) = (bench.git.runs.get(), bench.bytes());
    bench.repo.file("a.py", "not committed\n");
    assert_eq!((bench.update(), bench.git.runs.get()), (Update::Unchanged, runs));
    assert_eq!(bench.bytes(), bytes);
    assert_eq!(bench.update_at(bench.repo.path(), bench.folder(), Start::Empty), anew(1));
    assert_eq!((bench.bytes(), bench.git.runs.get() > runs), (bytes, true));
}

#[test]
fn a_rewritten_past_is_made_anew() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    bench.commit("Two", &[("a.py", "b\n")]);
    bench.update();
    bench.run(&["commit", "--quiet", "--amend", "--message", "Two, better"]);
    assert_eq!(bench.update(), anew(2));
    assert_eq!(bench.subjects(), ["Two, better", "One"]);
    bench.run(&["reset", "--quiet", "--hard", "HEAD~1"]);
    assert_eq!(bench.update(), anew(1));
    assert_eq!(bench.subjects(), ["One"]);
    bench.run(&["checkout", "--quiet", "--orphan", "other"]);
    bench.commit("Another beginning", &[]);
    assert_eq!(bench.update(), anew(1));
    assert_eq!(bench.subjects(), ["Another beginning"]);
    assert_eq!(bench.bytes(), bench.bytes_anew());
}

#[test]
fn where_there_is_none_that_is_said() {
    let Some(bench) = Bench::without_repository() else { return };
    let left = |reason: &str| Update::Left(reason.to_owned());
    let is_missing = |bench: &Bench| matches!(History::open(bench.folder()), Err(StoreError::Missing));
    assert_eq!(bench.update(), left("not a git repository"));
    bench.repo.git_init();
    assert_eq!(bench.update(), left("HEAD names no commit yet"));
    assert!(is_missing(&bench) && bench.git.runs.get() == 0);
    bench.commit("One", &[("a.py", "a\n")]);
    bench.update();
    fs::remove_dir_all(bench.repo.path().join(".git")).unwrap();
    assert_eq!(bench.update(), left("not a git repository"));
    assert!(is_missing(&bench));
}

#[test]
fn a_git_that_fails_leaves_what_is_known_and_is_not_asked_at_once_again() {
    let Some(mut bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    bench.update();
    let head = bench.commit("Two", &[("a.py", "b\n")]);
    for (program, expected) in
        [("/no/such/git", "cannot start git: "), ("false", "git could not read the history (code 1)")]
    {
        bench.git = ChildGit { program: Some(program), ..ChildGit::default() };
        let update = bench.update_at(bench.repo.path(), bench.folder(), Start::Empty);
        assert!(matches!(&update, Update::Left(reason) if reason.starts_with(expected)), "{update:?}");
        let runs = bench.git.runs.get();
        assert_eq!((bench.update(), bench.git.runs.get()), (update.clone(), runs));
        let summary = bench.history().summary();
        assert_eq!((summary.commits, summary.head.is_some_and(|known| known != head)), (1, true));
        assert_eq!(summary.reason.map(Update::Left), Some(update));
    }
    bench.git = ChildGit::default();
    bench.commit("Three", &[("a.py", "c\n")]);
    assert_eq!(bench.update(), brought(2));
    assert_eq!((bench.history().summary().reason, bench.bytes()), (None, bench.bytes_anew()));
}

/// Lets the history look as if it were written long ago.
#[expect(clippy::disallowed_methods, reason = "the test looks at a file of its own")]
fn age(bench: &Bench) {
    let file = fs::OpenOptions::new().append(true).open(file_of(bench.folder())).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(limits::HISTORY_RETRY_S * 24);
    file.set_modified(long_ago).unwrap();
}

/// A commit that brings git down does so each time, and takes seconds and as much memory as git may have.
#[test]
fn a_commit_that_git_dies_of_is_not_asked_for_again_and_a_git_that_is_missing_is_tried_again() {
    let Some(mut bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    for (program, is_tried_again) in [("false", false), ("/no/such/git", true)] {
        bench.git = ChildGit { program: Some(program), ..ChildGit::default() };
        bench.update_at(bench.repo.path(), bench.folder(), Start::Empty);
        let runs = bench.git.runs.get();
        age(&bench);
        bench.update();
        assert_eq!(bench.git.runs.get() > runs, is_tried_again, "{program}");
    }
    bench.git = ChildGit { program: Some("false"), ..ChildGit::default() };
    age(&bench);
    bench.update();
    bench.git = ChildGit::default();
    bench.commit("Two", &[("a.py", "b\n")]);
    assert_eq!(bench.update(), anew(2));
}

#[test]
fn what_git_cannot_mean_is_no_history() {
    let Some(mut bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    bench.git = ChildGit { program: Some("echo"), ..ChildGit::default() };
    assert_eq!(bench.update(), Update::Left("git printed something else than commits".to_owned()));
    assert_eq!(bench.history().summary().commits, 0);
    assert!(bench.history().commits().unwrap().is_empty());
    assert!(bench.history().churn(0).unwrap().is_empty());
    assert!(bench.history().term("one").unwrap().is_empty());
}

#[test]
fn a_shallow_clone_has_what_it_has_until_it_is_deepened() {
    let (Some(origin), Some(bench)) = (Bench::new(), Bench::without_repository()) else { return };
    origin.commit("One", &[("a.py", "a\n")]);
    origin.commit("Two", &[("a.py", "b\n")]);
    let url = format!("file://{}", origin.repo.path().display());
    bench.run(&["clone", "--quiet", "--depth=1", &url, "."]);
    assert_eq!(bench.update(), anew(1));
    let summary = bench.history().summary();
    assert_eq!((summary.commits, summary.is_shallow, summary.has_older), (1, true, false));
    bench.run(&["fetch", "--quiet", "--unshallow"]);
    assert_eq!(bench.update(), anew(2), "HEAD is where it was, and yet there is more");
    assert!(!bench.history().summary().is_shallow);
}

#[test]
fn a_clone_without_the_bytes_of_files_has_a_history_without_fetching_them() {
    let (Some(origin), Some(bench)) = (Bench::new(), Bench::without_repository()) else { return };
    let lines = |last: &str| "line\n".repeat(30) + last;
    origin.commit("One", &[("a.py", &lines("1"))]);
    origin.run(&["mv", "a.py", "b.py"]);
    origin.commit("Moved and edited", &[("b.py", &lines("2"))]);
    origin.run(&["mv", "b.py", "c.py"]);
    origin.commit("Moved", &[]);
    origin.run(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", origin.repo.path().display());
    bench.run(&["clone", "--quiet", "--no-checkout", "--filter=blob:none", &url, "."]);
    let objects = || bench.run(&["count-objects", "-v"]);
    let before = objects();
    assert_eq!(bench.update(), anew(3));
    assert_eq!(bench.history().changes_of("c.py").unwrap(), [0, 1], "an exact rename needs no bytes");
    assert_eq!(objects(), before);
}

#[test]
fn work_trees_submodules_and_folders_have_a_history_of_their_own() {
    let (Some(inner), Some(bench)) = (Bench::new(), Bench::new()) else { return };
    inner.commit("Inside", &[("inner.py", "i\n")]);
    bench.commit("Outside", &[("outer.py", "o\n"), ("pa[r]t/x*.py", "x\n")]);
    bench.commit("Part", &[("pa[r]t/x*.py", "x 2\n"), ("outer.py", "o 2\n")]);
    bench.commit("Rest", &[("outer.py", "o 3\n")]);
    let inner_path = inner.repo.path().to_str().unwrap();
    bench.run(&["submodule", "--quiet", "add", inner_path, "sub"]);
    bench.commit("Add the submodule", &[]);
    bench.run(&["worktree", "add", "--quiet", "-b", "tree", "tree", "HEAD~1"]);
    let subjects = |below: &str| {
        let folder = tempfile::tempdir().unwrap();
        bench.update_at(&bench.repo.path().join(below), folder.path(), Start::Known);
        let history = History::open(folder.path()).unwrap();
        let subjects = (0..history.summary().commits).map(|commit| history.subject(commit).unwrap());
        let paths = history.churn(0).unwrap().iter().map(|churn| churn.path.to_owned()).collect::<Vec<_>>();
        (subjects.collect::<Vec<_>>().join(", "), paths.join(", "))
    };
    let shown = |subjects: &str, paths: &str| (subjects.to_owned(), paths.to_owned());
    assert_eq!(subjects("sub"), shown("Inside", "inner.py"));
    assert_eq!(subjects("tree"), shown("Rest, Part, Outside", "outer.py, pa[r]t/x*.py"));
    assert_eq!(subjects("pa[r]t"), shown("Part, Outside", "x*.py"));
    let (all, paths) = subjects("");
    assert_eq!(
        (all.as_str(), paths.as_str()),
        ("Add the submodule, Rest, Part, Outside", ".gitmodules, outer.py, pa[r]t/x*.py")
    );
}

#[test]
fn old_commits_leave_when_there_are_too_many() {
    const MORE: usize = 20;
    let Some(bench) = Bench::new() else { return };
    bench.run(&["config", "gc.auto", "0"]);
    // Thousands of commits in one go.
    let stream = |from: usize, to: usize| -> String {
        (from..to)
            .map(|number| {
                let message = format!("Commit {number}");
                // The first of a stream has to say what it goes on from.
                let parent = if number == from && from > 0 { "from refs/heads/main^0\n" } else { "" };
                format!(
                    "commit refs/heads/main\ncommitter Ann <a@b.c> {} +0000\ndata {}\n{message}\n{parent}M 644 inline f{}.py\ndata 2\n{}\n",
                    1_700_000_000 + number,
                    message.len(),
                    number % 50,
                    number % 10
                )
            })
            .collect()
    };
    let import = |from: usize, to: usize| {
        let done = Invocation::new("git")
            .args(["fast-import", "--quiet"])
            .stdin(stream(from, to).into_bytes())
            .cwd(bench.repo.path())
            .run();
        assert_eq!(done.code(), Some(0), "{}", done.stderr_text());
    };
    import(0, limits::HISTORY_COMMITS);
    assert_eq!(bench.update(), anew(limits::HISTORY_COMMITS));
    assert!(!bench.history().summary().has_older);
    import(limits::HISTORY_COMMITS, limits::HISTORY_COMMITS + MORE);
    assert_eq!(bench.update(), brought(MORE));
    let summary = bench.history().summary();
    assert_eq!((summary.commits as usize, summary.has_older), (limits::HISTORY_COMMITS, true));
    assert_eq!(summary.oldest_s, 1_700_000_000 + MORE as u64);
    assert_eq!(bench.bytes(), bench.bytes_anew());
}

#[test]
fn a_history_that_cannot_be_read_is_made_anew() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "a\n")]);
    bench.update();
    let whole = bench.bytes();
    for damaged in [&whole[..whole.len() / 2], b"", b"something else, and long enough to be a footer"] {
        fs::write(file_of(bench.folder()), damaged).unwrap();
        assert_eq!(bench.update(), anew(1));
        assert_eq!(file_bytes(bench.folder()), whole);
    }
}
