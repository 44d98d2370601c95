//! Small repositories, followed.

use serde_json::{Value, json};

use super::*;
use crate::testing::{Fixture, no_index};

const FEES: &str = "\
from loans import overdue_days


def late_fee(loan):
    days = overdue_days(loan)
    return days * rate(loan)


def rate(loan):
    return late_fee(loan) if loan.nested else 0.25
";
const LOANS: &str = "\
class Item:
    def due(self):
        return 0


class Book(Item):
    def due(self):
        return 14


def overdue_days(loan):
    return max(0, loan.today - loan.due())


def each(loans):
    return sorted(loans, key=overdue_days)
";
const DESK: &str = "\
from fees import late_fee


def close_account(account):
    for loan in account.loans:
        account.owe(late_fee(loan))


def shut(account):
    close_account(account)
";
const TEST: &str = "\
from fees import late_fee


def rate(loan):
    return 1


def test_fee():
    assert late_fee(None) == 0
";

fn library() -> Fixture {
    Fixture::new(&[("fees.py", FEES), ("loans.py", LOANS), ("desk.py", DESK), ("tests/test_fees.py", TEST)])
}

fn ask(fixture: &Fixture, args: Value) -> ToolAnswer {
    let tool = CallChain::new(fixture.index(), Sensitive::default());
    let mut given = json!({ "direction": "both", "depth": 3, "threshold": "0.8" });
    given.as_object_mut().expect("an object").extend(args.as_object().expect("an object").clone());
    fixture.ask(&given, |call| tool.answer(call)).expect("an answer")
}

/// A tree on lines: depth, symbol, sites, nature and end.
fn drawn(tree: &Value) -> Vec<String> {
    fn draw(at: &Value, depth: usize, lines: &mut Vec<String>) {
        let texts = |name: &str| at[name].as_str().unwrap_or_default().to_owned();
        let sites: Vec<&str> =
            at["sites"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let nature = if texts("nature") == "call" { String::new() } else { texts("nature") };
        let parts = [" ".repeat(depth) + &texts("symbol"), sites.join(","), nature, texts("end")];
        lines.push(parts.join(" ").trim_end().to_owned());
        at["children"].as_array().into_iter().flatten().for_each(|child| draw(child, depth + 1, lines));
    }
    let mut lines = Vec::new();
    draw(tree, 0, &mut lines);
    lines
}

#[track_caller]
fn check(args: Value, name: &str, lines: &[&str]) {
    let answer = ask(&library(), args);
    let data = answer.data.expect("data");
    assert_eq!(drawn(&data[name]), lines, "{}", answer.summary);
}

#[test]
fn callers_are_followed_with_their_lines_and_cycles_are_marked() {
    check(
        json!({ "symbol": "late_fee", "direction": "callers" }),
        "callers",
        &[
            "late_fee",
            " close_account desk.py:6",
            "  shut desk.py:10",
            " rate fees.py:10",
            "  late_fee fees.py:6  cycle",
            " test_fee tests/test_fees.py:9",
        ],
    );
}

#[test]
fn callees_are_in_the_order_of_the_calls() {
    check(
        json!({ "symbol": "fees.py:late_fee", "direction": "callees", "depth": 1 }),
        "callees",
        &["late_fee", " overdue_days fees.py:5", " rate fees.py:6"],
    );
}

#[test]
fn a_function_that_is_passed_on_is_possible() {
    check(
        json!({ "symbol": "overdue_days", "direction": "callers", "depth": 1 }),
        "callers",
        &["overdue_days", " late_fee fees.py:5", " each loans.py:16 callback"],
    );
}

#[test]
fn an_override_is_possible_for_what_calls_its_base() {
    let fixture = Fixture::new(&[(
        "shapes.py",
        "class Shape:\n    def area(self):\n        return 0\n\n    def twice(self):\n        return self.area() * 2\n\n\nclass Disc(Shape):\n    def area(self):\n        return 3\n",
    )]);
    let callers = ask(&fixture, json!({ "symbol": "Disc.area", "direction": "callers", "depth": 1 }));
    assert_eq!(
        drawn(&callers.data.expect("data")["callers"]),
        ["Disc.area", " Shape.twice shapes.py:6 dispatch"]
    );
    let callees = ask(&fixture, json!({ "symbol": "Shape.area", "direction": "callees", "depth": 1 }));
    assert_eq!(drawn(&callees.data.expect("data")["callees"]), ["Shape.area", " Disc.area  dispatch"]);
}

#[test]
fn what_is_below_the_threshold_is_counted_and_shown_on_request() {
    let asked = |threshold: &str| {
        let args =
            json!({ "symbol": "Book.due", "direction": "callers", "depth": 1, "threshold": threshold });
        ask(&library(), args).data.expect("data")["callers"].clone()
    };
    assert_eq!(
        (asked("0.8")["unsure"].clone(), drawn(&asked("0.8"))),
        (json!(1), vec!["Book.due".to_owned()])
    );
    assert_eq!(drawn(&asked("0")), ["Book.due", " overdue_days loans.py:12"]);
}

#[test]
fn a_path_is_found_either_way() {
    let there = ask(&library(), json!({ "symbol": "shut", "to": "overdue_days" }));
    assert_eq!(there.summary, "`shut` (desk.py:9): reaches `overdue_days` by 3 calls");
    let data = there.data.expect("data");
    let sites: Vec<&str> =
        data["route"].as_array().expect("hops").iter().filter_map(|hop| hop["site"].as_str()).collect();
    assert_eq!(sites, ["desk.py:10", "desk.py:6", "fees.py:5"]);
    let back = ask(&library(), json!({ "symbol": "overdue_days", "to": "shut" }));
    assert!(back.summary.contains("is reached from `shut` by 3 calls"), "{}", back.summary);
    let none = ask(&library(), json!({ "symbol": "each", "to": "shut" }));
    assert!(none.summary.contains("no path of at most 3 calls to `shut` is known"), "{}", none.summary);
}

#[test]
fn an_ambiguous_name_has_candidates_and_an_unknown_one_near_names() {
    let several = ask(&library(), json!({ "symbol": "due" }));
    let data = several.data.expect("data");
    assert_eq!(data["candidates"].as_array().map(Vec::len), Some(2), "{data:#}");
    assert!(data.get("callers").is_none());
    let unknown = ask(&library(), json!({ "symbol": "late_fees" }));
    assert_eq!(unknown.data.expect("data")["near"], json!(["late_fee"]));
}

/// Issue 5: fields of the name made a method ambiguous with itself, and the advice was what had been asked.
#[test]
fn a_method_is_meant_before_fields_of_its_name() {
    let locks = "struct Guard {\n    lock: u8,\n}\n\nstruct Mutex {\n    lock: u8,\n}\n\nimpl Mutex {\n    fn lock(&self) {}\n}\n\nimpl Guard {\n    fn take(&self, of: &Mutex) {\n        of.lock();\n    }\n}\n";
    let fixture = Fixture::new(&[("locks.rs", locks)]);
    let answer = ask(&fixture, json!({ "symbol": "lock", "direction": "callers", "depth": 1 }));
    let data = answer.data.expect("data");
    assert_eq!(drawn(&data["callers"])[0], "Mutex::lock", "{}", answer.summary);
    let twice =
        "class A:\n    def open(self):\n        pass\n\n\nclass B:\n    def open(self):\n        pass\n";
    let several = ask(&Fixture::new(&[("twice.py", twice)]), json!({ "symbol": "twice.py:open" }));
    assert!(several.summary.ends_with("for example `twice.py:2`"), "{}", several.summary);
}

#[test]
fn code_is_meant_before_a_test_of_the_same_name_and_that_is_said() {
    let answer = ask(&library(), json!({ "symbol": "rate", "direction": "callers", "depth": 1 }));
    let data = answer.data.expect("data");
    assert_eq!(data["aside"], json!(["tests/test_fees.py:4"]));
    let claims: Vec<(&str, &str)> = data["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .map(|claim| {
            (claim["claim_key"].as_str().expect("a key"), claim["polarity"].as_str().expect("a polarity"))
        })
        .collect();
    let expected =
        [("definition:rate@fees.py:9", "support"), ("definition:rate@tests/test_fees.py:4", "oppose")];
    assert_eq!(claims, expected);
}

#[test]
fn lines_move_with_a_file_that_has_changed_since() {
    let fixture = library();
    let tool = CallChain::new(fixture.index(), Sensitive::default());
    fixture.file("desk.py", &format!("# one line more\n{DESK}"));
    fixture.file("tests/test_fees.py", "");
    let args = json!({ "symbol": "late_fee", "direction": "callers", "depth": 1, "threshold": "0.8" });
    let answer = fixture.ask(&args, |call| tool.answer(call)).expect("an answer");
    let data = answer.data.expect("data");
    assert_eq!(drawn(&data["callers"]), ["late_fee", " close_account desk.py:7", " rate fees.py:10"]);
    assert!(answer.notes.iter().any(|note| note.contains("changed since the index")), "{:?}", answer.notes);
}

#[test]
fn without_an_index_or_a_name_it_says_so() {
    let fixture = library();
    let tool = CallChain::new(no_index(), Sensitive::default());
    let failed =
        fixture.ask(&json!({ "symbol": "late_fee" }), |call| tool.answer(call)).expect_err("a failure");
    assert_eq!(
        failed.message,
        "ci_call_chain needs the index of this repository: `foreword index` builds it"
    );
    let refused = fixture.ask(&json!({ "symbol": "  " }), |call| tool.answer(call)).expect_err("a refusal");
    assert_eq!(refused.message, "`symbol` names nothing");
}

#[test]
fn the_graph_is_drawn_too() {
    let answer = ask(&library(), json!({ "symbol": "shut", "direction": "callees", "depth": 1 }));
    let data = answer.data.expect("data");
    let expected = "graph LR\n  n0[\"shut<br/>desk.py:9\"]\n  n1[\"close_account<br/>desk.py:4\"]\n  n0 -->|\"desk.py:10\"| n1\n";
    assert_eq!(data["mermaid"], expected);
}

#[test]
fn making_a_value_does_not_reach_what_its_methods_call() {
    let fixture = Fixture::new(&[(
        "a.py",
        "def boom():\n    pass\n\n\ndef made():\n    pass\n\n\nclass A:\n    def __init__(self):\n        made()\n\n    def danger(self):\n        boom()\n\n\ndef f():\n    return A()\n",
    )]);
    let reached = ask(&fixture, json!({ "symbol": "f", "to": "made" }));
    assert_eq!(reached.summary, "`f` (a.py:17): reaches `made` by 2 calls");
    let none = ask(&fixture, json!({ "symbol": "f", "to": "boom" }));
    assert_eq!(none.summary, "`f` (a.py:17): no path of at most 3 calls to `boom` is known");
}

#[test]
fn where_there_is_no_room_the_surest_calls_are_shown() {
    let mut files: Vec<(String, String)> = (10..40)
        .map(|at| (format!("a{at}.py"), format!("def guess{at}(thing):\n    thing.put()\n")))
        .collect();
    files.push(("b.py".to_owned(), "class Box:\n    def put(self):\n        pass\n".to_owned()));
    let sure = "from b import Box\n\n\ndef certain(box: Box):\n    box.put()\n";
    files.push(("c.py".to_owned(), sure.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let answer = ask(
        &Fixture::new(&files),
        json!({ "symbol": "Box.put", "direction": "callers", "depth": 1, "threshold": "0" }),
    );
    let lines = drawn(&answer.data.expect("data")["callers"]);
    assert_eq!(lines.len(), 26, "{lines:?}");
    assert_eq!((lines[1].as_str(), lines[25].as_str()), (" guess10 a10.py:2", " certain c.py:5"));
}

#[test]
fn what_has_no_place_of_its_own_is_not_counted() {
    let fixture = Fixture::new(&[(
        "a.go",
        "package a\n\ntype Config struct {\n\tSkip func()\n}\n\nfunc Run(c Config) {\n\tc.Skip()\n}\n",
    )]);
    let answer = ask(&fixture, json!({ "symbol": "Run", "direction": "callees", "depth": 1 }));
    assert_eq!(answer.summary, "`Run` (a.go:7): no sure callees");
    assert_eq!(drawn(&answer.data.expect("data")["callees"]), ["Run"]);
}

#[test]
fn a_call_of_overloads_is_one_branch() {
    let fixture = Fixture::new(&[
        (
            "Json.java",
            "class Json {\n  String write(Object value) { return one(); }\n  String write(Long value) { return two(); }\n  String one() { return null; }\n  String two() { return null; }\n}\n",
        ),
        ("Use.java", "class Use {\n  void run(Json json) { json.write(null); }\n}\n"),
    ]);
    let callees = ask(&fixture, json!({ "symbol": "Use.run", "direction": "callees", "depth": 2 }));
    assert_eq!(
        drawn(&callees.data.expect("data")["callees"]),
        ["Use.run", " Json.write Use.java:2", "  Json.one Json.java:2", "  Json.two Json.java:3"]
    );
    let callers = ask(&fixture, json!({ "symbol": "Json.write", "direction": "callers", "depth": 1 }));
    assert_eq!(callers.summary, "`Json.write` (Json.java:2): 1 caller");
}

#[test]
fn a_test_is_meant_where_the_code_of_its_name_is_gone() {
    let fixture = library();
    let tool = CallChain::new(fixture.index(), Sensitive::default());
    fixture.file("fees.py", "def late_fee(loan):\n    return 0\n");
    let asked = json!({ "symbol": "rate", "direction": "callers", "depth": 1, "threshold": "0.8" });
    let data = fixture.ask(&asked, |call| tool.answer(call)).expect("an answer").data.expect("data");
    assert_eq!(data["symbol"]["path"], "tests/test_fees.py", "{data:#}");
}

#[test]
fn a_call_that_is_gone_since_the_index_is_not_drawn() {
    let fixture = library();
    let tool = CallChain::new(fixture.index(), Sensitive::default());
    fixture.file("desk.py", &format!("# One.\n{}", DESK.replace("    close_account(account)", "    pass")));
    fixture.file("fees.py", &FEES.replace("rate(loan)\n\n", "0.25\n\n"));
    let asked = json!({ "symbol": "overdue_days", "direction": "callers", "depth": 3, "threshold": "0.8" });
    let answer = fixture.ask(&asked, |call| tool.answer(call)).expect("an answer");
    let lines = drawn(&answer.data.expect("data")["callers"]);
    let expected = [
        "overdue_days",
        " late_fee fees.py:5",
        "  close_account desk.py:7",
        "  rate fees.py:10",
        "  test_fee tests/test_fees.py:9",
        " each loans.py:16 callback",
    ];
    assert_eq!(lines, expected);
    let note = "ci_call_chain: 2 files changed since the index; new calls there may be missing";
    assert_eq!(answer.notes, [note]);
}
