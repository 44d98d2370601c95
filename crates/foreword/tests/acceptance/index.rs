//! `foreword index` as a person uses it: build, status, interrupt, watch, clear, collect.

use std::fs;
use std::path::Path;

use foreword_model::limits;
use foreword_testkit::process::{Home, Output};
use foreword_testkit::repo::script;
use foreword_testkit::running::{Ended, Signal};
use foreword_testkit::{require, tree, wait};

use crate::harness::{CODE_PROMPT, context, limits as said};
use crate::workbench::Workbench;

fn line_of(output: &Output, name: &str) -> String {
    let text = output.stdout_text();
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no line {name:?} in {text}")).to_owned()
}

/// The number before a word of a line: `indexed 3 files` has 3 before ` files`.
fn count(text: &str, after: &str) -> usize {
    let (_, rest) = text.split_once(after).unwrap_or_else(|| panic!("no {after:?} in {text}"));
    rest.split_whitespace().next().and_then(|word| word.trim_end_matches(',').parse().ok()).expect("a number")
}

fn check_whole(bench: &Workbench) {
    let verified = bench.index(&["status", "--verify"]);
    assert_eq!(verified.code(), Some(0), "{}{}", verified.stdout_text(), verified.stderr_text());
    assert!(verified.stdout_text().ends_with("nothing wrong\n"), "{}", verified.stdout_text());
}

#[test]
fn status_says_how_the_index_stands_and_what_is_in_it() {
    let bench = Workbench::library();
    let missing = bench.index(&["status"]);
    assert_eq!((missing.code(), missing.stdout_text().as_str()), (Some(40), ""));
    assert!(missing.stderr_text().contains("no index of this repository yet"), "{}", missing.stderr_text());

    bench.repo.file(".env", "TOKEN=1\n").file("logo.png", "\0\0").git(&["tag", "v1"]);
    tree::set_times(bench.repo.path(), tree::days_from_now(-3));
    let built = bench.index(&[]);
    assert_eq!((built.code(), built.stderr_text().as_str()), (Some(0), ""), "quiet without a terminal");
    assert_eq!(count(&built.stdout_text(), "indexed "), 13);
    let status = bench.index(&["status"]);
    assert_eq!(line_of(&status, "state"), "fresh");
    assert_eq!(line_of(&status, "changed since"), "0 files");
    assert_eq!(line_of(&status, "commit"), bench.repo.git(&["rev-parse", "HEAD"]).trim());
    assert!(line_of(&status, "languages").starts_with("python 4, typescript 4"), "{}", status.stdout_text());
    assert_eq!(line_of(&status, "not indexed"), "binary 1, excluded 1, sensitive 1");
    let size = line_of(&status, "size");
    assert!(size.ends_with(" kB"), "{size}");
    let built = line_of(&status, "built");
    assert!(built == "just now" || built.ends_with(" ago"), "{built}");
    assert!(line_of(&status, "symbols").parse::<usize>().expect("a number") > 20);
    assert!(line_of(&status, "edges").parse::<usize>().expect("a number") > 20);

    bench.repo.file("loans/fines.py", "def other_fee():\n    return 1\n").file("new.py", "NEW = 1\n");
    fs::remove_file(bench.repo.path().join("docs/rules.md")).expect("removed");
    let status = bench.index(&["status"]);
    assert_eq!(
        (line_of(&status, "state").as_str(), line_of(&status, "changed since").as_str()),
        ("stale", "3 files")
    );
}

#[test]
fn a_second_run_leaves_what_is_as_it_was_and_a_rebuild_does_not() {
    let bench = Workbench::library().built();
    let again = bench.index(&[]).stdout_text();
    assert_eq!((count(&again, "indexed "), count(&again, "left ")), (0, 13));
    let rebuilt = bench.index(&["--rebuild"]).stdout_text();
    assert_eq!((count(&rebuilt, "indexed "), count(&rebuilt, "left ")), (13, 0));
    check_whole(&bench);
}

#[test]
fn the_history_is_brought_up_to_date_and_git_is_asked_only_for_what_is_new() {
    let bench = Workbench::library();
    // Notes its arguments and becomes git.
    let git = require::program("git").expect("the fixture is made by it");
    let programs = Home::new();
    let asked = programs.path().join("asked");
    let text = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec '{}' \"$@\"\n", asked.display(), git.display());
    script(programs.path(), "git", &text);
    let path = format!("{}:/usr/bin:/bin", programs.path().display());
    let build = |args: &[&str]| bench.indexing(args).env("PATH", &path).run_in(&bench.home);
    let asked = || {
        let text = fs::read_to_string(&asked).unwrap_or_default();
        let _ = fs::remove_file(&asked);
        text.lines().count()
    };
    let built = build(&[]);
    assert!(line_of(&built, "history").starts_with("1 commit, the oldest "), "{}", built.stdout_text());
    assert_eq!(asked(), 1);
    assert_eq!((build(&[]).code(), asked()), (Some(0), 0), "HEAD is where it was");
    bench.repo.commit("Another");
    assert!(line_of(&build(&[]), "history").starts_with("2 commits, "));
    assert_eq!(asked(), 2, "whether it is an ancestor, and what is new");
    assert!(line_of(&bench.index(&["status"]), "history").starts_with("2 commits, "));
    check_whole(&bench);

    let broken = bench.folder().join("history");
    fs::write(&broken, "nothing that was written").expect("damaged");
    assert_eq!(bench.index(&["status", "--verify"]).code(), Some(40));
    assert!(line_of(&build(&[]), "history").starts_with("2 commits, "));
    check_whole(&bench);

    bench.repo.commit("A third");
    script(programs.path(), "git", "#!/bin/sh\necho no such luck >&2\nexit 3\n");
    let failed = build(&[]);
    let line = line_of(&failed, "history");
    assert_eq!(failed.code(), Some(0), "the index does not depend on it");
    let reason = "git could not read the history (code 3); it is not asked again until HEAD changes";
    assert!(line.ends_with(&format!("; not up to date: {reason}")), "{line}");
}

#[test]
fn what_commits_changed_is_read_in_the_background_alone() {
    let bench = Workbench::library().built();
    let held = || {
        let text = bench.index(&["status"]).stdout_text();
        let line = text.lines().find_map(|line| line.strip_prefix("definition history: "));
        line.unwrap_or_default().to_owned()
    };
    for number in 1..=2 {
        bench.repo.file("loans/audit.py", &format!("def audit(loan):\n    return {number}\n"));
        bench.repo.commit("Audit loans");
    }
    assert_eq!(bench.index(&[]).code(), Some(0));
    assert_eq!(held(), "", "nobody is to wait for it");
    assert_eq!(bench.index(&["--background"]).code(), Some(0));
    let line = held();
    assert!(line.starts_with("2 of 3 commits change 2 definitions, "), "{line}");
    check_whole(&bench);

    let file = bench.folder().join("definition-history");
    fs::write(&file, "nothing that was written").expect("damaged");
    assert!(held().contains("damaged"), "{}", held());
    assert_eq!(bench.index(&["status", "--verify"]).code(), Some(40));
    assert_eq!((bench.index(&[]).code(), file.exists()), (Some(0), false), "it is of no use");
    check_whole(&bench);
    assert_eq!((bench.index(&["--background"]).code(), held()), (Some(0), line));
}

#[test]
fn while_another_process_writes_that_is_said() {
    let bench = Workbench::library().built();
    let lock = fs::File::open(bench.folder().join("lock")).expect("a lock");
    lock.lock().expect("nobody writes");
    for args in [&[][..], &["--rebuild"], &["clear"]] {
        let refused = bench.index(args);
        assert_eq!((refused.code(), refused.stdout_text().as_str()), (Some(40), ""), "{args:?}");
        assert!(refused.stderr_text().contains("another process is updating the index"), "{args:?}");
    }
    let status = bench.index(&["status"]);
    assert_eq!(
        (status.code(), line_of(&status, "state").as_str()),
        (Some(0), "building; another process is updating it")
    );
    // Who asks in a prompt does not wait either.
    assert_eq!(bench.search("late_fee").state(), "fresh");
    drop(lock);
    assert_eq!(bench.index(&[]).code(), Some(0));
}

#[test]
fn an_interrupted_build_is_kept_and_continued() {
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        // More batches than two: of the first it can be told that it is there, and the last is still to come.
        let mut files = 5 * limits::STORE_BATCH_FILES / 2;
        let bench = wait::until("a signal that finds a build at work", || {
            let bench = Workbench::generated(files, 6);
            // A test that sees the first batch too late gets more to see.
            files *= 2;
            is_interrupted(&bench, signal).then_some(bench)
        });
        assert_eq!(bench.search("late_fee").state(), "missing", "what is not whole is not asked");
        let next = bench.index(&[]).stdout_text();
        let (indexed, left) = (count(&next, "indexed "), count(&next, "left "));
        assert!(left > 0 && indexed > 0 && indexed + left == files / 2 + 13, "{next}");
        assert_eq!(bench.state().as_deref(), Some("fresh"));
        check_whole(&bench);
    }
}

/// Signals a build when its first batch is there. Whether it was interrupted: it may just have been done. The index is
/// whole in any case.
fn is_interrupted(bench: &Workbench, signal: Signal) -> bool {
    let building = bench.indexing(&[]).start_in(&bench.home);
    wait::until("a first batch", || bench.folder().join("manifest").exists().then_some(()));
    building.signal(signal);
    let Ended { code, lines, errors } = building.end();
    check_whole(bench);
    let status = bench.index(&["status"]);
    if status.code() == Some(0) {
        assert_eq!(line_of(&status, "state"), "fresh", "{code}");
        return false;
    }
    assert_eq!(status.code(), Some(40), "it does not answer for all: {}", status.stdout_text());
    assert!(line_of(&status, "state").starts_with("missing; it is not complete"));
    assert_eq!(lines, Vec::<String>::new(), "it was interrupted");
    let (expected, said) = match signal {
        Signal::KILL => (-9, Vec::new()),
        Signal::TERM => (143, vec!["stopped"]),
        _ => (130, vec!["stopped"]),
    };
    assert_eq!((code, errors.len()), (expected, said.len()), "{errors:?}");
    assert!(errors.iter().zip(said).all(|(line, word)| line.contains(word)), "{errors:?}");
    true
}

#[test]
fn a_watch_follows_what_changes_and_ends_with_a_usable_index() {
    let bench = Workbench::library();
    bench.repo.file(".gitignore", "*.log\n/scratch/\n");
    tree::set_times(bench.repo.path(), tree::days_from_now(-3));
    let watch = bench.indexing(&["--watch"]).start_in(&bench.home);
    let first = watch.line_with("indexed");
    assert_eq!(count(&first, "indexed "), 14, "{first}");
    let watching = watch.line_with("watching");
    assert_eq!(count(&watching, "watching "), 11, "the root and every folder: {watching}");
    // What changed is told in a line; when the clock has moved on, nothing is left to be read again.
    let check = |indexed: usize, removed: usize| {
        watch.line_with(&format!("indexed {indexed} files, took out {removed},"));
        wait::until("a fresh index", || (bench.state()? == "fresh").then_some(()));
    };
    bench.put("loans/fines.py", "def changed_fee():\n    return 1\n");
    check(1, 0);
    let found = bench.search("changed_fee");
    assert_eq!((found.state(), found.paths()), ("fresh", vec!["loans/fines.py"]));
    // What is ignored is passed over: the line is about the file in the new folder alone.
    bench.repo.file("noise.log", "x\n").file("scratch/a.py", "A = 1\n");
    bench.put("deep/new/place.py", "PLACE = 1\n");
    check(1, 0);
    // In place: a test that is held up in the middle is told of the empty file as well.
    bench.repo.file("deep/new/place.py", "PLACE = 1\nOTHER = 2\n");
    check(1, 0);
    fs::remove_dir_all(bench.repo.path().join("deep")).expect("removed");
    check(0, 1);

    watch.signal(Signal::INT);
    let Ended { code, errors, .. } = watch.end();
    assert_eq!((code, errors), (0, Vec::new()));
    check_whole(&bench);
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn a_watch_waits_for_another_writer() {
    let bench = Workbench::library().built();
    let lock = fs::File::open(bench.folder().join("lock")).expect("a lock");
    lock.lock().expect("nobody writes");
    let watch = bench.indexing(&["--watch"]).start_in(&bench.home);
    watch.error_with("another process is updating the index; waiting for it");
    drop(lock);
    assert_eq!(count(&watch.line_with("left"), "left "), 13);
    watch.signal(Signal::TERM);
    assert_eq!(watch.end().code, 0);
}

#[test]
fn a_watch_without_watches_looks_every_few_seconds() {
    let Some(unshare) = require::mounts() else { return };
    let bench = Workbench::library();
    let script = "echo 2 > /proc/sys/user/max_inotify_watches && exec \"$@\"";
    let watch = bench
        .indexing(&["--watch"])
        .through(&unshare, ["-r", "sh", "-c", script, "sh"])
        .start_in(&bench.home);
    let said = watch.line_with("cannot watch");
    assert!(said.ends_with("looking for changes every 5 s instead"), "{said}");
    bench.repo.file("loans/fines.py", "def changed_fee():\n    return 1\n");
    assert_eq!(count(&watch.line_with("indexed"), "indexed "), 1);
    watch.signal(Signal::INT);
    assert_eq!(watch.end().code, 0);
}

#[test]
fn a_watch_ends_when_its_repository_is_gone() {
    let bench = Workbench::library();
    let watch = bench.indexing(&["--watch"]).start_in(&bench.home);
    watch.line_with("watching");
    fs::remove_dir_all(bench.repo.path()).expect("removed");
    let Ended { code, errors, .. } = watch.end();
    assert_eq!((code, errors), (40, vec!["foreword index: the repository is gone".to_owned()]));
}

#[test]
fn clear_removes_the_index_and_nothing_else() {
    let bench = Workbench::library().built();
    let other = bench.home.file("cache/foreword/other", "kept");
    let cleared = bench.index(&["clear"]);
    assert_eq!((cleared.code(), bench.folder().exists(), other.exists()), (Some(0), false, true));
    assert_eq!(bench.index(&["status"]).code(), Some(40));
    let again = bench.index(&["clear"]);
    assert_eq!(
        (again.code(), again.stdout_text().as_str()),
        (Some(0), "there was no index of this repository\n")
    );
    assert_eq!(bench.search("late_fee").paths().first(), Some(&"loans/fines.py"));
}

#[test]
fn what_is_unused_or_gone_is_collected() {
    let kept = Workbench::library().built();
    let in_one_home = |days: i64| {
        let other = Workbench::library();
        let built = other.indexing(&[]).run_in(&kept.home);
        assert_eq!(built.code(), Some(0));
        let folder = foreword_index::store::folder_for(&kept.home.path().join("cache"), other.repo.path());
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            tree::set_time(&entry.path(), tree::days_from_now(days));
        }
        (other, folder)
    };
    let (unused, unused_folder) = in_one_home(-61);
    let (_used, used_folder) = in_one_home(-59);
    let (gone, gone_folder) = in_one_home(0);
    let (_future, future_folder) = in_one_home(3_650);
    let (gone_root, unused_root) = (gone.repo.path().to_owned(), unused.repo.path().to_owned());
    drop(gone);
    let collected = kept.index(&["gc"]);
    let text = collected.stdout_text();
    assert!(text.starts_with("2 removed, 3 kept\n"), "{text}");
    let names = |root: &Path| text.contains(&format!("- {}\n", root.display()));
    assert!(names(&gone_root) && names(&unused_root), "{text}");
    let exist = [&unused_folder, &gone_folder, &used_folder, &future_folder].map(|folder| folder.exists());
    assert_eq!((exist, kept.folder().exists()), ([false, false, true, true], true));
}

#[test]
fn a_prompt_keeps_an_index_in_use() {
    let bench = Workbench::library().built();
    for entry in fs::read_dir(bench.folder()).expect("a folder").flatten() {
        tree::set_time(&entry.path(), tree::days_from_now(-61));
    }
    bench.ask(crate::harness::CODE_PROMPT);
    assert_eq!(bench.index(&["gc"]).stdout_text(), "0 removed, 1 kept\n");
}

/// What a prompt gets when no time limit cut it short: how far a look gets on a busy machine says nothing of the state.
fn uncut(bench: &Workbench, prompt: &str) -> String {
    wait::until("an answer that is not cut short", || {
        let answer = bench.ask(prompt);
        let is_cut = said(&answer).contains("time limit") || context(&answer).contains("checked for changes");
        (!is_cut).then(|| context(&answer).to_owned())
    })
}

#[test]
fn the_same_state_gives_the_same_words_also_after_a_rebuild() {
    // Among many files, so that threads finish in another order each time.
    let bench = Workbench::generated(200, 6).built();
    for prompt in [CODE_PROMPT, "逾期罚款是怎么计算的？", "Where is the fine of an overdue loan computed?"]
    {
        let first = uncut(&bench, prompt);
        assert!(first.contains("loans/"), "{prompt}: {first}");
        for _ in 0..3 {
            assert_eq!(uncut(&bench, prompt), first, "{prompt}: twice");
        }
        assert_eq!(bench.index(&["--rebuild"]).code(), Some(0));
        assert_eq!(uncut(&bench, prompt), first, "{prompt}: after a rebuild");
    }
}
