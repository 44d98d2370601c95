//! An index stays true: edits are seen at once, refreshes come from the background, and nobody waits for them.

use std::fs;

use foreword_model::limits::OVERLAY_FILES;
use foreword_model::texts;
use foreword_testkit::process::{Home, Output};
use foreword_testkit::running::Signal;
use foreword_testkit::shims::{ENTRY, InstalledShims};
use foreword_testkit::{tree, wait};
use serde_json::{Value, json};

use crate::harness::{self, Ask, CODE_PROMPT, context, envelope, result};
use crate::workbench::{BACKGROUND, Workbench, index_limits, states};

fn both(state: &str) -> (String, String) {
    (state.to_owned(), state.to_owned())
}

/// Reading has its time limit, and says where it bites.
fn check_answered(answer: &Value) {
    let said = harness::limits(answer);
    let is_cut = said.contains("live scan stopped after") || said.contains("files not searched: time limit");
    assert!(context(answer).contains("loans/") || is_cut, "{answer}");
}

#[test]
fn the_first_prompt_scans_and_the_next_has_an_index() {
    let bench = Workbench::library();
    let first = bench.ask_and_refresh(CODE_PROMPT);
    assert_eq!(states(&first), both("missing"));
    assert!(context(&first).contains("loans/fines.py"), "{}", context(&first));
    assert_eq!(index_limits(&first), Vec::<String>::new());
    bench.wait_for_refreshes();
    assert_eq!(bench.state().as_deref(), Some("fresh"));
    let second = bench.ask_and_refresh(CODE_PROMPT);
    assert_eq!(states(&second), both("fresh"));
    assert!(context(&second).contains("loans/fines.py"), "{}", context(&second));
    assert_eq!(bench.refreshes(), [], "what is fresh is left alone");
}

#[test]
fn without_leave_nothing_is_built() {
    let bench = Workbench::library();
    bench.ask(CODE_PROMPT);
    assert!(!bench.folder().exists() && bench.refreshes().is_empty());
}

#[test]
fn a_client_does_not_wait_for_the_refresh_that_a_prompt_leaves_behind() {
    // Seconds of work: the hook has long answered when it is done.
    let bench = Workbench::generated(4_000, 12);
    let marker = bench.home.file("marker", "an open file of the client");
    let shims = InstalledShims::new();
    let ask = Ask::new(bench.repo.path(), CODE_PROMPT).env(BACKGROUND.0, BACKGROUND.1);
    let script = "exec 7< \"$0\"; exec \"$@\"";
    let hook = ask
        .describe(shims.invoke(ENTRY))
        .through("/bin/sh".as_ref(), ["-c".as_ref(), script.as_ref(), marker.as_os_str()]);
    let output = hook.run_in(&bench.home);
    let running = bench.refreshes();
    assert_eq!(running.len(), 1, "the answer is there, with its pipes closed, and the refresh still runs");
    assert_eq!(states(&envelope(&output, 0)), both("missing"));
    let refresh = running[0];
    wait::until("a session of its own", || refresh.is_session_leader().then_some(()));
    wait::until("the lowest priority", || (refresh.nice() == Some(19)).then_some(()));
    let open = refresh.descriptors();
    let inherited = |target: &&String| {
        target.starts_with("pipe:") || target.starts_with("socket:") || target.ends_with("/marker")
    };
    assert_eq!(open.iter().filter(inherited).count(), 0, "{open:?}");
    assert!(open.iter().filter(|target| *target == "/dev/null").count() >= 3, "{open:?}");
    // A prompt during the build is answered as well, and starts nothing.
    let during = bench.ask_and_refresh(CODE_PROMPT);
    check_answered(&during);
    assert!(bench.refreshes().iter().all(|process| *process == refresh));
    bench.wait_for_refreshes();
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn of_many_prompts_at_once_one_starts_a_refresh() {
    let bench = Workbench::generated(3_000, 12);
    let mut seen = Vec::new();
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| bench.ask_and_refresh(CODE_PROMPT))).collect();
        wait::until("eight answers and the end of the refresh", || {
            let are_done = asking.iter().all(std::thread::ScopedJoinHandle::is_finished);
            let running = bench.refreshes();
            let is_over = are_done && running.is_empty();
            seen.extend(running);
            is_over.then_some(())
        });
        asking.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
    for answer in &answers {
        check_answered(answer);
        assert_eq!(index_limits(answer), Vec::<String>::new());
    }
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn what_changed_is_seen_by_the_very_next_query() {
    let bench = Workbench::library();
    bench.repo.file("loans/shop.py", "def marmalade_price():\n    return 4\n");
    tree::set_times(bench.repo.path(), tree::days_from_now(-3));
    let bench = bench.built();
    let before = bench.search("marmalade_price");
    assert_eq!((before.state(), before.paths()), ("fresh", vec!["loans/shop.py"]));
    let moved = |from: &str, to: &str| {
        fs::rename(bench.repo.path().join(from), bench.repo.path().join(to)).expect("renamed");
    };
    // Edited.
    bench.repo.file("loans/fines.py", "# shifted\n\n\ndef overdue_surcharge(days):\n    return days * 3\n");
    let found = bench.search("overdue_surcharge");
    assert_eq!((found.state(), found.paths().first()), ("stale", Some(&"loans/fines.py")));
    assert!(found.text().contains("return days * 3"), "{}", found.text());
    // The word that went is not shown for the file.
    bench.repo.file("loans/shop.py", "def honey_price():\n    return 4\n");
    assert_eq!(bench.search("marmalade").paths(), Vec::<&str>::new());
    // New, also in a new folder.
    bench.repo.file("loans/waivers.py", "def waive_everything():\n    return 0\n");
    bench.repo.file("extra/deep/gifts.py", "def gift_voucher():\n    return 1\n");
    assert_eq!(bench.search("waive_everything").paths().first(), Some(&"loans/waivers.py"));
    assert_eq!(bench.search("gift_voucher").paths().first(), Some(&"extra/deep/gifts.py"));
    // Renamed.
    moved("barcode/src/lib.rs", "barcode/src/scanner.rs");
    let renamed = bench.search("barcode check digit");
    assert!(renamed.paths().contains(&"barcode/src/scanner.rs"), "{:?}", renamed.paths());
    assert!(!renamed.paths().contains(&"barcode/src/lib.rs"), "{:?}", renamed.paths());
    // Deleted.
    fs::remove_file(bench.repo.path().join("internal/reserve/queue.go")).expect("removed");
    let deleted = bench.search("reservation queue");
    assert!(!deleted.paths().contains(&"internal/reserve/queue.go"), "{:?}", deleted.paths());
    // Ignored.
    bench.repo.file(".gitignore", "secret_plans/\n*.tmp.py\n");
    bench.repo.file("secret_plans/plan.py", "def hidden_agenda():\n    pass\n");
    bench.repo.file("loans/draft.tmp.py", "def hidden_agenda():\n    pass\n");
    assert_eq!(bench.search("hidden_agenda").paths(), Vec::<&str>::new());
}

#[test]
fn a_switch_of_branches_is_seen_at_once_and_then_indexed() {
    const FILES: usize = 1_000;
    let bench = Workbench::generated(FILES, 2).built();
    for file in 0..FILES {
        bench
            .repo
            .file(&tree::path(file), &format!("def lend_{file}(volume):\n    return volume.lend({file})\n"));
    }
    assert_eq!(bench.search("lend_123").paths().first(), Some(&tree::path(123).as_str()));
    let former = bench.search("refuse the shelf");
    assert!(former.paths().iter().all(|path| !path.starts_with("generated/")), "{:?}", former.paths());
    tree::set_times(bench.repo.path(), tree::days_from_now(-2));
    bench.ask_and_refresh(CODE_PROMPT);
    bench.wait_for_refreshes();
    assert_eq!(bench.state().as_deref(), Some("fresh"));
    // A prompt's own look at a thousand files may be cut short on a busy machine: it then says `stale`.
    assert_eq!(bench.search("lend_876").paths().first(), Some(&tree::path(876).as_str()));
}

/// Few files with many functions: seconds of work for an index, and little for a prompt that looks at what changed.
const LARGE_FILES: usize = 60;
const LARGE_FUNCTIONS: usize = 800;

/// Prompts that are answered while an index is written.
const PROMPTS: usize = 32;
/// Prompts at a time, for each core: more than there is time for, and not so many that none has any.
const PROMPTS_PER_CORE: usize = 4;

/// Many prompts at once while an index is written: each is answered.
fn answers_during(bench: &Workbench, args: &[&str]) -> Vec<Value> {
    let writing = bench.indexing(args).start_in(&bench.home);
    wait::until("a writer", || foreword_index::store::is_being_written(&bench.folder()).then_some(()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let at_once = (cores * PROMPTS_PER_CORE).min(PROMPTS);
    let answers: Vec<Output> = std::thread::scope(|scope| {
        let ask = || bench.output(Ask::new(bench.repo.path(), CODE_PROMPT));
        let ask_some =
            move |first: usize| -> Vec<Output> { (first..PROMPTS).step_by(at_once).map(|_| ask()).collect() };
        let asking: Vec<_> = (0..at_once).map(|first| scope.spawn(move || ask_some(first))).collect();
        asking.into_iter().flat_map(|thread| thread.join().expect("answers")).collect()
    });
    assert_eq!(writing.end().code, 0);
    let answers: Vec<Value> = answers.iter().map(checked_answer).collect();
    assert_eq!(answers.len(), PROMPTS);
    assert!(answers.iter().any(is_searched), "no search was done in time");
    answers
}

fn is_searched(answer: &Value) -> bool {
    result(answer, "ci_search")["status"] == "ok"
}

/// So many processes on few cores starve each other: a tool may miss its own deadline, which is said. Nothing else goes
/// wrong.
fn checked_answer(output: &Output) -> Value {
    assert!(matches!(output.code(), Some(0 | 50)), "{:?} {}", output.code(), output.stderr_text());
    let answer = output.json();
    for tool in answer["tool_results"].as_array().expect("results") {
        let code = &tool["error"]["code"];
        assert!(code.is_null() || code == "E_TIMEOUT", "{tool}");
    }
    match is_searched(&answer) {
        true => check_answered(&answer),
        false => assert!(harness::limits(&answer).contains(texts::TOOL_TIMEOUT), "{answer}"),
    }
    answer
}

#[test]
fn prompts_are_answered_while_an_index_is_rebuilt() {
    let bench = Workbench::generated(LARGE_FILES, LARGE_FUNCTIONS).built();
    answers_during(&bench, &["--rebuild"]);
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn prompts_are_answered_from_the_index_while_it_is_refreshed() {
    let bench = Workbench::generated(LARGE_FILES, LARGE_FUNCTIONS).built();
    tree::set_times(&bench.repo.path().join("generated"), tree::days_from_now(-2));
    let answers = answers_during(&bench, &[]);
    for answer in &answers {
        assert_ne!(result(answer, "ci_search")["data"]["index"]["state"], "missing");
    }
    assert!(answers.iter().any(|answer| context(answer).contains("loans/fines.py")));
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn a_writer_that_stands_still_holds_nobody_up() {
    let bench = Workbench::generated(3_000, 6).built();
    tree::set_times(&bench.repo.path().join("generated"), tree::days_from_now(-2));
    let writing = bench.indexing(&[]).start_in(&bench.home);
    wait::until("a writer", || foreword_index::store::is_being_written(&bench.folder()).then_some(()));
    writing.signal(Signal::STOP);
    let answer = bench.ask_and_refresh(CODE_PROMPT);
    assert!(context(&answer).contains("loans/fines.py"), "{}", context(&answer));
    let (by_status, by_search) = states(&answer);
    let unread =
        format!("[Limits] {} changed files not searched until the index is refreshed", 3_000 - OVERLAY_FILES);
    assert_eq!(
        (by_status.as_str(), index_limits(&answer), bench.refreshes()),
        ("building", vec![unread], vec![])
    );
    assert_ne!(by_search, "missing", "the old state is there to be asked");
    writing.signal(Signal::CONT);
    assert_eq!(writing.end().code, 0);
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn times_ten_years_off_hide_nothing() {
    for years in [-20, -10, 10] {
        let bench = Workbench::library();
        let then = tree::days_from_now(years * 365);
        tree::set_times(bench.repo.path(), then);
        let bench = bench.built();
        let first = bench.ask(CODE_PROMPT);
        assert_eq!((states(&first), index_limits(&first)), (both("fresh"), Vec::new()), "{years}");
        // An edit whose time is off as well, and a new file in a folder whose time is set back.
        bench.repo.file("loans/fines.py", "def overdue_surcharge(days):\n    return days * 3\n");
        bench.repo.file("loans/waivers.py", "def waive_everything():\n    return 0\n");
        tree::set_times(bench.repo.path(), then);
        tree::set_time(&bench.repo.path().join("loans"), then);
        for (query, path) in
            [("overdue_surcharge", "loans/fines.py"), ("waive_everything", "loans/waivers.py")]
        {
            let found = bench.search(query);
            assert_eq!((found.state(), found.paths().first()), ("stale", Some(&path)), "{years} {query}");
        }
        bench.ask_and_refresh(CODE_PROMPT);
        bench.wait_for_refreshes();
        assert_eq!(bench.state().as_deref(), Some("fresh"), "{years}");
        assert_eq!(bench.search("waive_everything").state(), "fresh", "{years}");
    }
}

#[test]
fn a_note_of_a_refresh_from_the_future_does_not_stop_the_next() {
    let bench = Workbench::library();
    fs::create_dir_all(bench.folder()).expect("a folder");
    fs::write(bench.folder().join("attempt"), "asked").expect("a note");
    assert_eq!(states(&bench.ask_and_refresh(CODE_PROMPT)), both("missing"));
    assert_eq!(bench.refreshes(), [], "one was asked for just now");
    tree::set_time(&bench.folder().join("attempt"), tree::days_from_now(3_650));
    bench.ask_and_refresh(CODE_PROMPT);
    bench.wait_for_refreshes();
    assert_eq!(bench.state().as_deref(), Some("fresh"));
}

#[test]
fn a_symbol_counts_if_the_repository_has_it() {
    let bench = Workbench::library();
    let signal = |bench: &Workbench, symbol: &str| {
        let prompt = format!("What does `{symbol}` do?");
        let envelope = bench.ask(&prompt);
        let signals = envelope["inputs"]["signals"].as_array().expect("signals").clone();
        signals.into_iter().find(|signal| signal["match"] == symbol).map(|signal| signal["type"].clone())
    };
    let code = Some(json!("code"));
    assert_eq!(signal(&bench, "renewal_teapot"), code, "without an index nobody knows");
    let bench = bench.built();
    assert_eq!(signal(&bench, "late_fee"), code);
    assert_eq!(
        signal(&bench, "renewal_teapot"),
        Some(json!("implicit")),
        "a fresh index knows that there is none"
    );
    bench.repo.file("loans/teapots.py", "def renewal_teapot():\n    return 1\n");
    assert_eq!(signal(&bench, "renewal_teapot"), code, "it may have been written since");
}

#[test]
fn one_home_serves_many_repositories() {
    let home = Home::new();
    let benches = [Workbench::library(), Workbench::generated(5, 2)];
    for bench in &benches {
        assert_eq!(bench.indexing(&[]).run_in(&home).code(), Some(0));
    }
    let files = |bench: &Workbench| {
        let status = bench.indexing(&["status"]).run_in(&home).stdout_text();
        status.lines().find_map(|line| line.strip_prefix("files: ").map(str::to_owned))
    };
    assert_eq!(benches.each_ref().map(files), [Some("13".to_owned()), Some("18".to_owned())]);
}
