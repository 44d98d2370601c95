//! Small repositories in which something changes.

use serde_json::{Value, json};

use super::*;
use crate::testing::{Fixture, no_index};

const FEES: &str = "\
RATE = 0.25


def late_fee(loan):
    return days(loan) * RATE


def days(loan):
    return loan.days
";
const DESK: &str = "\
from fees import late_fee


def close_account(account):
    return late_fee(account)
";
const SHOP: &str = "\
from desk import close_account


def shut(shop):
    return close_account(shop)
";
const TEST: &str = "\
from fees import late_fee


def test_fee():
    assert late_fee(None) == 0
";

fn library() -> Fixture {
    Fixture::new(&[("fees.py", FEES), ("desk.py", DESK), ("shop.py", SHOP), ("tests/test_fees.py", TEST)])
}

fn ask(fixture: &Fixture, args: Value) -> Result<ToolAnswer, ToolFailure> {
    let tool = Impact::new(fixture.index(), Sensitive::default());
    let mut given = json!({ "depth": 3 });
    given.as_object_mut().expect("an object").extend(args.as_object().expect("an object").clone());
    fixture.ask(&given, |call| tool.answer(call))
}

/// `group path steps` of each file.
#[track_caller]
fn check(fixture: &Fixture, args: Value, files: &[&str], tests: &[&str]) {
    let answer = ask(fixture, args).expect("an answer");
    let data = answer.data.expect("data");
    let found: Vec<String> = data["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| {
            let text = |name: &str| file[name].as_str().unwrap_or_default().to_owned();
            format!("{} {} {}", text("group"), text("path"), file["steps"])
        })
        .collect();
    assert_eq!(found, files, "{data:#}");
    assert_eq!(data["tests"], json!(tests));
}

#[test]
fn who_hangs_on_a_symbol_is_found_and_every_step_is_less_sure() {
    check(
        &library(),
        json!({ "symbol": "late_fee" }),
        &["certain tests/test_fees.py 1", "certain desk.py 1", "likely shop.py 2"],
        &["tests/test_fees.py"],
    );
    check(
        &library(),
        json!({ "symbol": "late_fee", "depth": 1 }),
        &["certain tests/test_fees.py 1", "certain desk.py 1"],
        &["tests/test_fees.py"],
    );
}

#[test]
fn confidence_decays_by_the_step() {
    let answer = ask(&library(), json!({ "symbol": "late_fee" })).expect("an answer");
    let data = answer.data.expect("data");
    let of = |symbol: &str| {
        let places = data["places"].as_array().expect("places");
        places.iter().find(|place| place["symbol"] == symbol).expect(symbol)["confidence"]
            .as_f64()
            .expect("a number")
    };
    let (first, second) = (of("close_account"), of("shut"));
    assert!((second - first * spread::DECAY * first).abs() < 0.02, "{first} {second}");
}

#[test]
fn a_file_changes_with_all_that_it_defines() {
    check(
        &library(),
        json!({ "file": "fees.py" }),
        &["certain tests/test_fees.py 1", "certain desk.py 1", "likely shop.py 2"],
        &["tests/test_fees.py"],
    );
}

#[test]
fn implementers_follow_what_they_implement() {
    let fixture = Fixture::new(&[
        ("shape.py", "class Shape:\n    def area(self):\n        return 0\n"),
        (
            "disc.py",
            "from shape import Shape\n\n\nclass Disc(Shape):\n    def area(self):\n        return 3\n",
        ),
    ]);
    check(&fixture, json!({ "symbol": "Shape.area" }), &["certain disc.py 1"], &[]);
    check(&fixture, json!({ "symbol": "Shape" }), &["certain disc.py 1"], &[]);
}

#[test]
fn an_example_changes_with_examples_only_where_one_changes() {
    let fixture = library();
    fixture.file("examples/late.py", "def show():\n    return 1\n");
    fixture.file("examples/page.py", "TITLE = 'Fees'\n");
    fixture.index();
    let all: &[&str] = &["fees.py", "examples/late.py", "examples/page.py"];
    fixture.history(&[all; 5]);
    check(
        &fixture,
        json!({ "symbol": "show" }),
        &["likely examples/page.py null", "likely fees.py null", "possible tests/test_fees.py null"],
        &["tests/test_fees.py"],
    );
    check_reasons(&fixture, "examples/page.py", &[]);
}

/// Each reason for a file in an answer on `late_fee`.
#[track_caller]
fn check_reasons(fixture: &Fixture, path: &str, reasons: &[&str]) {
    let data = ask(fixture, json!({ "symbol": "late_fee" })).expect("an answer").data.expect("data");
    let file = data["files"].as_array().expect("files").iter().find(|file| file["path"] == path);
    let evidence = file.and_then(|file| file["evidence"].as_array().cloned()).unwrap_or_default();
    let found: Vec<&str> = evidence.iter().filter_map(|one| one["why"].as_str()).collect();
    assert_eq!(found, reasons, "{data:#}");
}

#[test]
fn a_test_of_a_caller_is_a_test_to_run() {
    let fixture = library();
    fixture.file("tests/test_desk.py", "def test_nothing():\n    assert RUN\n");
    check_reasons(
        &fixture,
        "tests/test_desk.py",
        &["a test that is named after desk.py, which the change reaches"],
    );
    // Of many that have the name none is meant.
    for number in 0..20 {
        fixture.file(&format!("tests/{number}/test_desk.py"), "def test_nothing():\n    assert RUN\n");
    }
    check_reasons(&fixture, "tests/test_desk.py", &[]);
}

#[test]
fn what_changed_with_a_caller_before_is_reached() {
    let fixture = library();
    fixture.file("ledger.py", "TOTAL = 0\n");
    fixture.index();
    let always: &[&str] = &["desk.py", "ledger.py", "gone.py", "NOTES.md"];
    fixture.history(&[always, always, &["desk.py"], always]);
    let why = "changed with desk.py, which the change reaches, in 3 of 4 commits";
    check_reasons(&fixture, "ledger.py", &[why]);
    check_reasons(&fixture, "gone.py", &[]);
    check_reasons(&fixture, "NOTES.md", &[]);
}

#[test]
fn what_is_not_committed_is_compared_with_head() {
    let fixture = library();
    fixture.repository.git_init().commit("Library loans");
    let clean = ask(&fixture, json!({})).expect("an answer");
    assert_eq!(clean.summary, "nothing is changed that is not committed");
    // One function edited and staged, one edited, a constant gone.
    fixture.file("desk.py", &DESK.replace("late_fee(account)", "late_fee(account) + 1"));
    fixture.repository.git(&["add", "desk.py"]);
    check(&fixture, json!({}), &["certain shop.py 1"], &[]);
    fixture.file("fees.py", &FEES.replace("def days(loan):", "def all_days(loan):"));
    let answer = ask(&fixture, json!({})).expect("an answer");
    let data = answer.data.expect("data");
    assert_eq!(data["removed"], json!(["days"]));
    assert_eq!(data["changed"], "what is not committed (2 files)");
}

/// Issue 5: what hangs on a symbol in its own file was left out.
#[test]
fn what_lies_beside_a_change_is_told_and_what_changes_itself_is_not() {
    let fixture = Fixture::new(&[("one.py", "def foo():\n    return 1\n\n\ndef bar():\n    return foo()\n")]);
    let answer = ask(&fixture, json!({ "symbol": "foo" })).expect("an answer");
    assert_eq!(answer.summary, "a change of `foo` (one.py:1) reaches 1 definition beside it");
    let data = answer.data.expect("data");
    assert_eq!((&data["changed_files"], &data["places"][0]["symbol"]), (&json!(["one.py"]), &json!("bar")));
    let whole = ask(&fixture, json!({ "file": "one.py" })).expect("an answer");
    assert_eq!(whole.summary, "a change of one.py reaches nothing that is known");
}

#[test]
fn the_tests_to_run_are_an_item() {
    let fixture = library();
    for number in 10..40 {
        let path = format!("tests/unit/number_{number}/test_fees.py");
        fixture.file(&path, TEST);
    }
    let data = ask(&fixture, json!({ "symbol": "late_fee" })).expect("an answer").data.expect("data");
    let items = data["items"].as_array().expect("items");
    let tests = items.iter().find(|item| item["title"] == "tests to run").expect("the tests");
    let summary = tests["summary"].as_str().expect("a summary");
    let (named, more) = summary.rsplit_once(" and ").expect("more than fit");
    let left: usize = more.trim_end_matches(" more").parse().expect("a count");
    let listed = data["tests"].as_array().expect("tests").len();
    let all = listed + data["tests_left_out"].as_u64().expect("a count") as usize;
    assert_eq!(named.split(", ").count() + left, all, "{summary}");
    assert!(summary.chars().count() <= limits::SUMMARY_CHARS, "{summary}");
}

#[test]
fn safe_15_the_tests_to_run_are_files_that_a_runner_runs() {
    let uses = "from fees import late_fee\n\n\ndef make_fee():\n    return late_fee(None)\n";
    let fixture = Fixture::new(&[
        ("fees.py", FEES),
        ("tests/test_fees.py", TEST),
        ("tests/models.py", uses),
        ("tests/factories.py", uses),
        ("tests/conftest.py", uses),
        ("tests/helpers.py", uses),
        ("tests/test_helpers.py", uses),
        ("tests/__init__.py", "from fees import late_fee\n"),
    ]);
    let answer = ask(&fixture, json!({ "symbol": "late_fee" })).expect("an answer");
    assert!(answer.summary.ends_with("; 1 test file to run"), "{}", answer.summary);
    let data = answer.data.expect("data");
    assert_eq!((&data["tests"], &data["tests_left_out"]), (&json!(["tests/test_fees.py"]), &json!(0)));
    let reached: Vec<&str> =
        data["files"].as_array().expect("files").iter().filter_map(|file| file["path"].as_str()).collect();
    assert!(reached.contains(&"tests/factories.py"), "still reached: {reached:?}");
}

#[test]
fn safe_15_tests_beyond_the_list_are_counted() {
    let fixture = library();
    for number in 10..40 {
        fixture.file(&format!("tests/unit/number_{number}/test_fees.py"), TEST);
    }
    let answer = ask(&fixture, json!({ "symbol": "late_fee" })).expect("an answer");
    assert!(answer.summary.ends_with("; 25 of 31 test files to run"), "{}", answer.summary);
    assert_eq!(answer.data.expect("data")["tests_left_out"], json!(6));
}

/// Issue 5: names of a file that was renamed were told as gone.
#[test]
fn what_was_moved_to_another_file_is_not_gone() {
    let fixture = library();
    fixture.repository.git_init().commit("Library loans");
    fixture.repository.git(&["mv", "fees.py", "charges.py"]);
    let data = ask(&fixture, json!({})).expect("an answer").data.expect("data");
    assert_eq!(data["removed"], json!([]), "{data:#}");
    fixture.repository.git(&["rm", "-qf", "charges.py"]);
    let data = ask(&fixture, json!({})).expect("an answer").data.expect("data");
    assert_eq!(data["removed"], json!(["RATE", "late_fee", "days"]), "{data:#}");
}

#[test]
fn what_is_not_known_is_said() {
    let refusal = |args: Value| ask(&library(), args).expect_err("a refusal").message;
    assert_eq!(refusal(json!({ "file": "../outside.py" })), "path outside repository: ../outside.py");
    assert_eq!(refusal(json!({ "file": "tests" })), "`file` is a directory: tests");
    assert!(refusal(json!({})).contains("there is no git repository here"), "{}", refusal(json!({})));
    let unknown = ask(&library(), json!({ "symbol": "late_feee" })).expect("an answer");
    assert_eq!(unknown.data.expect("data")["near"], json!(["late_fee"]));
    let tool = Impact::new(no_index(), Sensitive::default());
    let failed =
        library().ask(&json!({ "symbol": "late_fee" }), |call| tool.answer(call)).expect_err("a failure");
    assert_eq!(failed.code, ErrorCode::EToolUnavailable);
}
