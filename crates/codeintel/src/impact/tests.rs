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

#[test]
fn a_name_that_went_after_the_index_was_built_is_gone() {
    for (text, removed) in [
        (FEES.replace("def days(loan):", "def all_days(loan):"), json!(["days"])),
        // What cannot be read may define it.
        (FEES.replace("def days(loan):", "\0"), json!([])),
    ] {
        let fixture = library();
        fixture.repository.git_init().commit("Library loans");
        let tool = Impact::new(fixture.index(), Sensitive::default());
        fixture.file("fees.py", &text);
        let answer = fixture.ask(&json!({ "depth": 3 }), |call| tool.answer(call)).expect("an answer");
        assert_eq!(answer.data.expect("data")["removed"], removed, "{text}");
    }
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

/// What an index that was built before `change` says reaches `late_fee` after it.
#[track_caller]
fn check_after(change: impl Fn(&Fixture), sensitive: &Sensitive, files: &[&str], tests: &[&str]) {
    let fixture = library();
    fixture.file("tests/test_shop.py", "def test_shop():\n    assert RUN\n");
    fixture.index();
    let all: &[&str] = &["fees.py", "desk.py", "shop.py", "tests/test_fees.py"];
    fixture.history(&[all; 4]);
    let tool = Impact::new(fixture.index(), sensitive.clone());
    change(&fixture);
    let asked = json!({ "symbol": "late_fee", "depth": 3 });
    let data = fixture.ask(&asked, |call| tool.answer(call)).expect("an answer").data.expect("data");
    let listed = data["files"].as_array().expect("files").iter();
    let mut found: Vec<String> =
        listed.map(|file| format!("{} {}", file["path"].as_str().expect("a path"), file["steps"])).collect();
    found.sort_unstable();
    assert_eq!(found, files, "{data:#}");
    assert_eq!(data["tests"], json!(tests));
    for path in
        ["desk.py", "tests/test_fees.py"].iter().filter(|path| !files.iter().any(|file| file.contains(*path)))
    {
        assert!(!data.to_string().contains(path), "{path}: {data:#}");
    }
}

#[test]
fn what_is_hidden_or_gone_since_the_index_is_not_reached() {
    let (none, tests) = (Sensitive::default(), "tests/test_fees.py 1");
    let both = ["tests/test_fees.py", "tests/test_shop.py"];
    let all = ["desk.py 1", "shop.py 2", tests, "tests/test_shop.py null"];
    check_after(|_| {}, &none, &all, &both);
    // Who calls the desk is not reached through it, and changed with the rest before.
    let without = ["shop.py null", tests, "tests/test_shop.py null"];
    check_after(|_| {}, &Sensitive::new(&["desk.py".to_owned()]), &without, &both);
    check_after(|fixture| fixture.file(".ignore", "desk.py\n"), &none, &without, &both);
    let remove = |fixture: &Fixture, path: &str| {
        std::fs::remove_file(fixture.repository.path().join(path)).expect("removed");
    };
    check_after(|fixture| remove(fixture, "desk.py"), &none, &without, &both);
    let desk = ["desk.py 1", "shop.py 2", "tests/test_shop.py null"];
    check_after(|fixture| remove(fixture, "tests/test_fees.py"), &none, &desk, &["tests/test_shop.py"]);
}

#[test]
fn a_call_that_is_gone_since_the_index_is_not_told() {
    let fixture = library();
    let tool = Impact::new(fixture.index(), Sensitive::default());
    fixture
        .file("desk.py", &DESK.replace("from fees", "# New.\nfrom fees").replace("late_fee(account)", "7"));
    let asked = json!({ "symbol": "late_fee", "depth": 3 });
    let answer = fixture.ask(&asked, |call| tool.answer(call)).expect("an answer");
    let data = answer.data.expect("data");
    let desk = data["files"].as_array().expect("files").iter().find(|file| file["path"] == "desk.py");
    assert_eq!(desk.expect("the desk")["why"], "imports it at line 2", "{data:#}");
    assert!(!data.to_string().contains("close_account") && !data.to_string().contains("shop.py"), "{data:#}");
    assert_eq!(answer.notes, ["ci_impact: 1 file changed since the index; new uses there may be missing"]);
}

/// Names that are proposed for one that is unknown.
#[test]
fn names_of_what_is_hidden_or_gone_are_not_proposed() {
    for (sensitive, near) in [
        (Sensitive::default(), json!(["close_account"])),
        (Sensitive::new(&["desk.py".to_owned()]), json!([])),
    ] {
        let fixture = library();
        let tool = Impact::new(fixture.index(), sensitive);
        let asked = json!({ "symbol": "close_accoun", "depth": 1 });
        let data = fixture.ask(&asked, |call| tool.answer(call)).expect("an answer").data.expect("data");
        assert_eq!(data["near"], near);
    }
    let fixture = library();
    let tool = Impact::new(fixture.index(), Sensitive::default());
    fixture.file("desk.py", &DESK.replace("close_account", "shut_account"));
    for asked in ["close_account", "close_accoun"] {
        let args = json!({ "symbol": asked, "depth": 1 });
        let data = fixture.ask(&args, |call| tool.answer(call)).expect("an answer").data.expect("data");
        assert_eq!(data["near"], json!([]), "{asked}");
    }
    // A line is one of now.
    fixture.file("desk.py", &format!("# One.\n# Two.\n\n{DESK}"));
    let args = json!({ "symbol": "desk.py:8", "depth": 1 });
    let tool = Impact::new(fixture.index(), Sensitive::default());
    fixture.file("desk.py", &format!("def first():\n    return 1\n\n\n{DESK}"));
    let data = fixture.ask(&args, |call| tool.answer(call)).expect("an answer").data.expect("data");
    assert_eq!(data["changed"], "`close_account` (desk.py:8)", "{data:#}");
}
