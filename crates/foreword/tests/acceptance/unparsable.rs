//! Files that bring a parser down or would eat all memory: each costs its own facts, never the index, the machine or the
//! prompt (SAFE-01). The worst cases are those of `bench/parsing.py`.

use foreword_testkit::process::{Invocation, Output};
use foreword_testkit::shims::foreword;
use foreword_testkit::tree;
use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, CODE_PROMPT_ZH, context};
use crate::workbench::Workbench;

/// What the line is called that names them.
const NAMED: &str = "read as text, the parser fails on them: ";
/// The most that any process may hold, in kilobytes.
const PEAK_KB: i64 = 400 * 1024;
/// Worst cases in the suite.
const CASES: usize = 200;

/// A pattern over and over, in lines that are short enough to be parsed.
fn repeated(pattern: &str, bytes: usize) -> String {
    let line = pattern.repeat(bytes.min(200) / pattern.len()) + "\n";
    line.repeat((bytes / line.len()).max(1))
}

/// The file names of the line that names them; nothing if there is no such line.
fn named(output: &Output) -> String {
    let text = output.stdout_text();
    text.lines().find_map(|line| line.strip_prefix(NAMED)).unwrap_or_default().to_owned()
}

/// Each test has a process of its own, so that its children are those of the test.
fn check_memory() {
    let peak_kb = getrusage(UsageWho::RUSAGE_CHILDREN).expect("a usage").max_rss();
    assert!(peak_kb < PEAK_KB, "{peak_kb} kB");
}

fn cpu_s() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("a usage");
    [usage.user_time(), usage.system_time()]
        .iter()
        .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
        .sum()
}

#[test]
fn safe_01_a_file_that_eats_all_memory_is_read_as_text_until_it_changes() {
    let bench = Workbench::library();
    // Larger ones may run out of time before they run out of memory.
    bench.put("Deep.java", &repeated("a<", 24_000));
    tree::set_times(bench.repo.path(), tree::days_from_now(-3));
    let built = bench.index(&[]);
    assert_eq!(built.code(), Some(0), "{}{}", built.stdout_text(), built.stderr_text());
    assert!(named(&built).contains("Deep.java"), "{}", built.stdout_text());
    check_memory();
    assert_eq!(bench.state().as_deref(), Some("fresh"), "a refresh has nothing left to do");
    assert_eq!(bench.search("late_fee").paths().first(), Some(&"loans/fines.py"), "the others are indexed");

    let spent_s = cpu_s();
    let again = bench.index(&["--rebuild"]);
    let rebuild_s = cpu_s() - spent_s;
    assert_eq!(named(&again), named(&built), "remembered over a rebuild");
    assert!(rebuild_s < spent_s / 2.0, "tried again: {rebuild_s} s after {spent_s} s");

    bench.put("Deep.java", "class Deep {\n    int wellFormedAgain() { return 1; }\n}\n");
    let mended = bench.index(&[]);
    assert!(!named(&mended).contains("Deep.java"), "{}", mended.stdout_text());
    assert_eq!(bench.search("wellFormedAgain").paths().first(), Some(&"Deep.java"));
}

#[test]
fn safe_01_a_text_that_overflows_a_stack_does_not_end_the_index() {
    let bench = Workbench::library();
    bench.put("deep.py", &repeated("/*", 100_000));
    bench.put("deep.ml", &repeated("*(", 60_000));
    let built = bench.index(&[]);
    assert_eq!(built.code(), Some(0), "{}{}", built.stdout_text(), built.stderr_text());
    assert!(built.stdout_text().starts_with("indexed 15 files"), "{}", built.stdout_text());
    check_memory();
}

#[test]
fn safe_01_a_prompt_is_answered_beside_a_file_that_would_eat_all_memory() {
    let bench = Workbench::library();
    for (name, pattern) in
        [("Fee.java", "a<"), ("fee.rs", "%w("), ("fee.cs", "a<"), ("fee.ml", "*("), ("fee.py", "/*")]
    {
        // The words of the prompt are in it, so that it is read for an answer.
        bench.put(
            &format!("loans/late_{name}"),
            &format!("late_fee loan computed\n{}", repeated(pattern, 120_000)),
        );
    }
    for prompt in [CODE_PROMPT, CODE_PROMPT_ZH] {
        let envelope = bench.ask(prompt);
        assert!(context(&envelope).contains("loans/fines.py"), "{prompt}: {}", context(&envelope));
    }
    bench.repo.git(&["add", "."]);
    for prompt in ["review my changes", "代码审查"] {
        let envelope = bench.output(Ask::new(bench.repo.path(), prompt)).json();
        assert!(context(&envelope).contains("loans/late_"), "{prompt}: {}", context(&envelope));
    }
    for name in ["Fee.java", "fee.rs", "fee.cs"] {
        let args = json!({ "path": format!("loans/late_{name}") }).to_string();
        let measured = Invocation::new(foreword())
            .args(["tool", "ci_complexity", "--args", &args, "--root"])
            .args([bench.repo.path()])
            .run_in(&bench.home);
        assert_eq!(measured.json()["status"], "ok", "{}", measured.stdout_text());
    }
    check_memory();
}

/// Every twentieth case, in small: what kills a parser does so with a few kilobytes already.
fn write_cases(bench: &Workbench) -> usize {
    let table: Value =
        serde_json::from_str(include_str!("../../../../bench/parsing/cases.json")).expect("the table");
    let (grammars, patterns) =
        (table["grammars"].as_object().expect("grammars"), table["patterns"].as_array().expect("patterns"));
    let all = grammars
        .iter()
        .flat_map(|(name, ending)| patterns.iter().map(move |pattern| (name, ending, pattern)));
    let mut written = 0;
    for (at, (name, ending, pattern)) in all.enumerate().filter(|(at, _)| at % 20 == 0).take(CASES) {
        let bytes = if at % 3 == 0 { 24_000 } else { 8_000 };
        let (ending, pattern) = (ending.as_str().expect("an ending"), pattern.as_str().expect("a pattern"));
        bench.repo.file(&format!("cases/{name}-{at}.{ending}"), &repeated(pattern, bytes));
        written += 1;
    }
    written
}

#[test]
fn safe_01_no_worst_case_of_any_grammar_ends_the_index() {
    let bench = Workbench::library();
    let written = write_cases(&bench);
    assert_eq!(written, CASES);
    for (name, pattern) in
        [("a.java", "a<"), ("a.cs", "a<"), ("a.c", "a?."), ("a.sh", "a|"), ("a.zig", "%w(")]
    {
        bench.repo.file(&format!("known/{name}"), &repeated(pattern, 24_000));
    }
    let built = bench.index(&[]);
    assert_eq!(built.code(), Some(0), "{}{}", built.stdout_text(), built.stderr_text());
    assert!(built.stdout_text().starts_with("indexed 218 files"), "{}", built.stdout_text());
    assert!(named(&built).contains("known/a.java"), "{}", built.stdout_text());
    assert_eq!(bench.index(&["status", "--verify"]).code(), Some(0));
    check_memory();
}
