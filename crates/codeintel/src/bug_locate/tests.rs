//! Small repositories with errors.

use foreword_testkit::cpu;
use serde_json::{Value, json};

use super::*;
use crate::testing::{Fixture, no_index};

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
    let around =
        |text: &str| stack::stack(text, &trace::parse(text), std::path::Path::new("/srv/app"), []).around;
    assert_eq!(around(TRACE), stack::Around::Nothing);
    let without_message = "java.lang.NullPointerException\n\tat com.acme.Desk.close(Desk.java:4)\n";
    assert_eq!(around(without_message), stack::Around::Nothing);
    assert_eq!(around(&format!("Closing an account crashes\n\n{TRACE}")), stack::Around::Title);
    let told = format!("Closing an account crashes\n{}{TRACE}", "Then I try again.\n".repeat(20));
    assert_eq!(around(&told), stack::Around::Text);
}

#[test]
fn a_message_leads_to_the_text_that_printed_it() {
    check("it says: negative days -7 for loan 23", &[("fees.py", "late_fee")]);
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
