//! Small repositories with errors.

use foreword_testkit::cpu;
use serde_json::{Value, json};

use super::*;
use crate::testing::{Fixture, no_index};
use foreword_retrieve::report::Around;

const FEES: &str = "\
def late_fee(loan):
    \"\"\"The fee of a loan that is overdue.\"\"\"
    if loan.days < 0:
        raise ValueError(f\"negative days {loan.days} for loan {loan.id}\")
    return loan.days * 0.25


def waive(loan):
    return 0
";
const DESK: &str = "\
from fees import late_fee


def close_account(account):
    return sum(late_fee(loan) for loan in account.loans)
";
const TRACE: &str = "\
Traceback (most recent call last):
  File \"/srv/app/desk.py\", line 5, in close_account
    return sum(late_fee(loan) for loan in account.loans)
  File \"/srv/app/fees.py\", line 4, in late_fee
    raise ValueError(f\"negative days {loan.days} for loan {loan.id}\")
ValueError: negative days -3 for loan 17
";

fn library() -> Fixture {
    Fixture::new(&[
        ("fees.py", FEES),
        ("desk.py", DESK),
        ("shelf.py", "def place(book):\n    return book.shelf\n"),
        (
            "tests/test_fees.py",
            "from fees import late_fee\n\n\ndef test_fee():\n    assert late_fee(None) == 0\n",
        ),
    ])
}

fn ask(fixture: &Fixture, error: &str) -> Result<ToolAnswer, ToolFailure> {
    let tool = BugLocate::new(fixture.index(), Sensitive::default(), Vec::new());
    fixture.ask(&json!({ "error": error, "top": 10 }), |call| tool.answer(call))
}

/// The path and the first function of each file.
#[track_caller]
fn check(error: &str, expect: &[(&str, &str)]) {
    let answer = ask(&library(), error).expect("an answer");
    let data = answer.data.expect("data");
    let found: Vec<(&str, &str)> = data["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| {
            let function = file["functions"][0]["symbol"].as_str().unwrap_or_default();
            (file["path"].as_str().expect("a path"), function)
        })
        .collect();
    assert_eq!(&found[..expect.len().min(found.len())], expect, "{data:#}");
}

#[test]
fn a_trace_leads_to_its_innermost_frame_first() {
    check(TRACE, &[("fees.py", "late_fee"), ("desk.py", "close_account")]);
    let answer = ask(&library(), TRACE).expect("an answer");
    let data = answer.data.expect("data");
    assert_eq!(data["frames"][0]["path"], "fees.py");
    assert_eq!((&data["frames"][0]["line"], &data["frames"][0]["function"]), (&json!(4), &json!("late_fee")));
    assert_eq!(
        data["items"][0]["why"].as_str().map(|why| why.starts_with("in the trace at line 4")),
        Some(true)
    );
}

#[test]
fn a_trace_counts_more_the_less_stands_around_it() {
    let around = |text: &str| {
        read_stack(&trace::read_output(text), &trace::parse(text), std::path::Path::new("/srv/app"), [])
            .around
    };
    assert_eq!(around(TRACE), Around::Nothing);
    let without_message = "java.lang.NullPointerException\n\tat com.acme.Desk.close(Desk.java:4)\n";
    assert_eq!(around(without_message), Around::Nothing);
    assert_eq!(around(&format!("Closing an account crashes\n\n{TRACE}")), Around::Title);
    let told = format!("Closing an account crashes\n{}{TRACE}", "Then I try again.\n".repeat(20));
    assert_eq!(around(&told), Around::Text);
}

#[test]
fn a_message_leads_to_the_text_that_printed_it() {
    check("it says: negative days -7 for loan 23", &[("fees.py", "late_fee")]);
}

/// What passed, in the words of a file that has nothing to do with the failure.
fn passed() -> String {
    (0..60).map(|n| format!("tests/test_shelf.py::test_place_book_on_shelf_{n} PASSED  [ {n}%]\n")).collect()
}

#[test]
fn the_failure_of_a_test_run_comes_before_what_passed() {
    let banner = "===== test session starts =====\nplatform linux -- Python 3.12.3, pytest-8.2.0\ncollected 61 items\n";
    let failure = "===== FAILURES =====\n_____ test_close _____\n\n    def test_close():\n>       close_account(account)\n\n\
        tests/test_desk.py:4: \n_ _ _ _ _ _ _\ndesk.py:5: in close_account\n    return sum(late_fee(loan) for loan in account.loans)\n\
        _ _ _ _ _ _ _\n\nloan = <Loan 17>\n\n    def late_fee(loan):\n>       raise ValueError(f\"negative days\")\n\
        E       ValueError: negative days -3 for loan 17\n\nfees.py:4: ValueError\n===== 1 failed, 60 passed in 1.2s =====\n";
    let text = format!("{banner}{}{failure}", passed());
    check(&text, &[("fees.py", "late_fee"), ("desk.py", "close_account")]);
    // The trace alone decides nothing less than it does without the run around it.
    let around = |text: &str| {
        read_stack(&trace::read_output(text), &trace::parse(text), std::path::Path::new("/srv/app"), [])
            .around
    };
    assert_eq!(around(&text), Around::Nothing);
    assert_eq!(around(&format!("Closing crashes\n\n{text}")), Around::Title);
    let prose = "I closed it. Then the next one. Why?\nSo it went on.\n\n".repeat(20);
    assert_eq!(around(&format!("Closing crashes\n\n{prose}{text}")), Around::Text);
}

#[test]
fn the_failure_at_the_end_of_a_log_comes_before_what_it_says_in_passing() {
    let line = "2026-01-02 03:04:05 INFO shelf: place book on shelf (shelf.py:2)\n";
    check(&format!("{}{TRACE}", line.repeat(300)), &[("fees.py", "late_fee"), ("desk.py", "close_account")]);
    check(
        &format!("{}{TRACE}", line.repeat(20_000)),
        &[("fees.py", "late_fee"), ("desk.py", "close_account")],
    );
}

/// The files of the traces of a text, in their order.
fn frames(text: &str, paths: &[&'static str]) -> Vec<&'static str> {
    let root = std::path::Path::new("/srv/app");
    let stack = read_stack(&trace::read_output(text), &trace::parse(text), root, paths.iter().copied());
    stack.own.iter().map(|frame| frame.paths[0]).collect()
}

#[test]
fn of_several_traces_of_a_log_errors_come_first_then_what_is_frequent_then_the_last() {
    let log = |entries: &[(&str, &str)]| -> String {
        let one = |(level, file): &(&str, &str)| {
            format!(
                "2026-01-02 03:04:05 {level} app: failed\nTraceback (most recent call last):\n  File \"/srv/app/{file}\", line 2, in f\n    f()\nKeyError: 1\n"
            )
        };
        entries.iter().map(one).collect()
    };
    let paths = ["fees.py", "desk.py", "shelf.py"];
    let (warned, rare, often) = (("WARNING", "fees.py"), ("ERROR", "desk.py"), ("ERROR", "shelf.py"));
    assert_eq!(frames(&log(&[warned, warned, rare]), &paths), ["desk.py", "fees.py", "fees.py"]);
    assert_eq!(frames(&log(&[often, often, rare]), &paths), ["shelf.py", "shelf.py", "desk.py"]);
    assert_eq!(frames(&log(&[often, rare]), &paths), ["desk.py", "shelf.py"]);
    // A person tells what happened in its order.
    let told = format!("Closing crashes, twice\n\n{}", log(&[warned, rare]));
    assert_eq!(frames(&told, &paths), ["fees.py", "desk.py"]);
}

#[test]
fn an_error_of_a_compiler_comes_before_what_included_it_and_before_warnings() {
    let paths = ["cart.c", "list.h", "shop.h"];
    let included = "In file included from cart.c:39:\nIn file included from list.h:12:\nshop.h:14:5: error: unknown type name 'node_t'\n";
    assert_eq!(frames(included, &paths), ["shop.h", "cart.c", "list.h"]);
    let warned =
        "cart.c:3:5: warning: unused variable 'x'\nlist.h:4:1: note: declared here\nshop.h:14:5: error: no\n";
    assert_eq!(frames(warned, &paths), ["shop.h", "cart.c", "list.h"]);
    let rust = "warning: unused variable: `x`\n --> src/a.rs:3:9\n\nerror[E0308]: mismatched types\n --> src/b.rs:4:5\n";
    assert_eq!(frames(rust, &["src/a.rs", "src/b.rs"]), ["src/b.rs", "src/a.rs"]);
}

#[test]
fn the_message_of_one_file_decides_and_its_function_comes_first() {
    let lookups = "class Shelf:\n    def shelf_lookup(self, value):\n        # value lookup shelf lookup value\n        return value\n\n\n\
        class Exact:\n    def check(self, value):\n        if value.is_sliced:\n            raise ValueError(\n                \"The shelf value for an exact lookup must be limited to \"\n                \"one result.\"\n            )\n";
    let shelf = "def lookup_shelf_value(value, lookup):\n    \"\"\"The value of a lookup for an exact shelf.\"\"\"\n    return value\n";
    let fixture = Fixture::new(&[
        ("core.py", lookups),
        ("shelf_value_lookup.py", shelf),
        ("exact_lookup.py", "def exact_lookup(result):\n    return result\n"),
    ]);
    let answer =
        ask(&fixture, "ValueError: The shelf value for an exact lookup must be limited to one result.");
    let data = answer.expect("an answer").data.expect("data");
    assert_eq!(data["files"][0]["path"], "core.py", "{data:#}");
    assert_eq!(data["files"][0]["functions"][0]["symbol"], "Exact.check", "{data:#}");
}

#[test]
fn a_file_too_large_for_the_index_is_named_with_the_reason() {
    let large = format!("def pour(cup):\n    return cup\n{}", "# tea\n".repeat(200_000));
    let fixture =
        Fixture::new(&[("kitchen/pot.py", &large), ("kitchen/cup.py", "def pour(cup):\n    return 1\n")]);
    let error = "Traceback (most recent call last):\n  File \"/srv/app/kitchen/pot.py\", line 2, in pour\n    return cup\nKeyError: 'cup'\n";
    let data = ask(&fixture, error).expect("an answer").data.expect("data");
    assert_eq!(
        (&data["files"][0]["path"], &data["frames"][0]["path"]),
        (&json!("kitchen/pot.py"), &json!("kitchen/pot.py"))
    );
    assert_eq!(
        data["files"][0]["why"],
        "the trace names line 2; the file is not read: large; the trace leads to it"
    );
}

#[test]
fn words_of_an_issue_lead_to_the_code_and_not_to_its_tests() {
    let answer =
        ask(&library(), "The fee of a loan is wrong\nAfter the loan is overdue the late fee is too high.")
            .expect("an answer");
    let data = answer.data.expect("data");
    assert_eq!(data["files"][0]["path"], "fees.py");
    let paths: Vec<&str> =
        data["files"].as_array().expect("files").iter().filter_map(|file| file["path"].as_str()).collect();
    assert!(!paths.iter().any(|path| path.starts_with("tests/")), "{paths:?}");
}

#[test]
fn an_issue_in_chinese_leads_to_the_code_in_english() {
    for issue in [
        "逾期费用计算错误\n还书之后逾期的费用还是太高。",
        "調用late_fee(loan)報錯，逾期費用不對",
        "页面提示negative days -3 for loan 17，请问怎么解决？",
    ] {
        check(issue, &[("fees.py", "late_fee")]);
    }
    check("关闭账户失败", &[("desk.py", "close_account")]);
}

#[test]
fn nothing_that_fits_is_said_and_bad_input_is_refused() {
    let nothing = ask(&library(), "zzz qqq").expect("an answer");
    assert_eq!(nothing.summary, "no file of the repository answers to this text");
    assert_eq!(ask(&library(), " \n").expect_err("a refusal").message, "`error` is empty");
    let tool = BugLocate::new(no_index(), Sensitive::default(), Vec::new());
    let ask = |error: &str| library().ask(&json!({ "error": error, "top": 1 }), |call| tool.answer(call));
    assert_eq!(ask("no trace").expect_err("a failure").code, ErrorCode::EToolUnavailable);
    let by_trace = ask(TRACE).expect("an answer").data.expect("data");
    assert_eq!(
        (&by_trace["files"][0]["path"], &by_trace["items"][0]["symbol"]),
        (&json!("fees.py"), &json!("late_fee"))
    );
}

#[test]
fn a_megabyte_of_log_and_ten_thousand_frames_are_answered_in_time() {
    let log = "2026-01-02T03:04:05Z INFO desk: account 17 closed, nothing overdue\n".repeat(15_000);
    let deep = "  File \"/srv/app/desk.py\", line 5, in close_account\n".repeat(10_000);
    for text in
        [format!("{log}{TRACE}"), format!("Traceback (most recent call last):\n{deep}ValueError: deep\n")]
    {
        let fixture = library();
        let before = cpu::of_process();
        let answer = ask(&fixture, &text).expect("an answer");
        let took = cpu::of_process() - before;
        assert!(took < Duration::from_millis(3_500), "{took:?}");
        let data: Value = answer.data.expect("data");
        assert!(data["files"].as_array().is_some_and(|files| !files.is_empty()), "{}", answer.summary);
    }
}

/// That nothing is said of the desk, which a trace names, after it was hidden or removed.
#[track_caller]
fn check_unnamed(change: impl Fn(&Fixture), sensitive: Sensitive) {
    let fixture = library();
    let tool = BugLocate::new(fixture.index(), sensitive, Vec::new());
    change(&fixture);
    let args = json!({ "error": TRACE, "top": 10, "explain": "yes" });
    let answer = fixture.ask(&args, |call| tool.answer(call)).expect("an answer");
    let data = answer.data.expect("data");
    assert!(!data.to_string().contains("desk.py"), "{data:#}");
    assert_eq!((&data["frames"][0]["path"], &data["frames"][1]), (&json!("fees.py"), &Value::Null));
    assert_eq!(answer.notes, [""; 0], "what is hidden is not counted");
}

#[test]
fn what_is_hidden_or_gone_since_the_index_is_not_named() {
    check_unnamed(|_| {}, Sensitive::new(&["desk.py".to_owned()]));
    check_unnamed(|fixture| fixture.file(".ignore", "desk.py\n"), Sensitive::default());
    let remove = |fixture: &Fixture| {
        std::fs::remove_file(fixture.repository.path().join("desk.py")).expect("removed");
    };
    check_unnamed(remove, Sensitive::default());
}
