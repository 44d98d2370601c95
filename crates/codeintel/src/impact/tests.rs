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
