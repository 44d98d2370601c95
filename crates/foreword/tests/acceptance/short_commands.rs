//! `foreword complexity` and `foreword hotspots`: two tools for a person, through the same path.

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::Value;

const TANGLED: &str = "\
def tangled(loan, today):
    if loan and today:
        for day in today:
            if day > loan:
                return day
    return 0
";

struct Desk {
    repo: FixtureRepo,
    home: Home,
}

impl Desk {
    fn new() -> Self {
        let repo = FixtureRepo::new();
        repo.git_init();
        Self { repo, home: Home::new() }
    }

    fn run(&self, args: &[&str]) -> Output {
        let invocation = Invocation::new(foreword()).args(args).args(["--root"]).args([self.repo.path()]);
        invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").run_in(&self.home)
    }

    /// The same by someone who stands in a directory of the repository.
    fn run_from(&self, directory: &str, args: &[&str]) -> Output {
        let invocation = Invocation::new(foreword()).args(args).cwd(self.repo.path().join(directory));
        invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").run_in(&self.home)
    }
}

/// A list of entries as `path:number`.
fn pairs(list: &Value, name: &str) -> Vec<String> {
    let entries = list.as_array().expect("a list").iter();
    entries.map(|one| format!("{}:{}", one["path"].as_str().unwrap_or_default(), one[name])).collect()
}

#[test]
fn the_most_complicated_function_comes_first() {
    let desk = Desk::new();
    desk.repo.file("desk.py", TANGLED).file("plain.py", "def plain():\n    return 1\n");
    let answer = desk.run(&["complexity", "--json"]);
    assert_eq!(answer.code(), Some(0), "{}", answer.stderr_text());
    let answer = answer.json();
    assert_eq!(pairs(&answer["functions"], "cognitive"), ["desk.py:7", "plain.py:0"]);
    assert_eq!(answer["functions"][0]["cyclomatic"], 5);
    let text = desk.run(&["complexity", "desk.py", "--explain"]).stdout_text();
    let said: Vec<&str> = text.lines().collect();
    assert_eq!(
        said[..6],
        [
            "cognitive cyclomatic lines nesting parameters",
            "        7          5     6       3          2  desk.py:1  tangled",
            "             2  if: cognitive +1, cyclomatic +1, nested 0",
            "             2  and: cognitive +1, cyclomatic +1, nested 0",
            "             3  loop: cognitive +2, cyclomatic +1, nested 1",
            "             4  if: cognitive +3, cyclomatic +1, nested 2",
        ]
    );
    assert!(said[6].starts_with("1 function in desk.py; first `tangled`: cyclomatic 5"), "{}", said[6]);
}

#[test]
fn what_is_not_there_is_said() {
    let desk = Desk::new();
    desk.repo.file("desk.py", TANGLED);
    let unknown = desk.run(&["complexity", "--symbol", "tangle"]);
    assert_eq!(unknown.code(), Some(0));
    assert!(unknown.stdout_text().starts_with("no function `tangle`"), "{}", unknown.stdout_text());
    for (path, code, said) in [
        ("../..", "E_REPO_ROOT", "path outside repository: ../.."),
        ("none", "E_INVALID_ARGS", "no such file or directory"),
    ] {
        for command in ["complexity", "hotspots"] {
            let output = desk.run(&[command, path, "--json"]);
            assert_eq!(output.code(), Some(40), "{command} {path}");
            let error = &output.json()["error"];
            assert_eq!(error["code"], code);
            assert!(error["message"].as_str().expect("words").contains(said), "{error}");
        }
    }
    let early = desk.run(&["hotspots"]);
    assert_eq!(early.code(), Some(0));
    assert!(
        early.stdout_text().starts_with("no hotspots: the history is not read yet"),
        "{}",
        early.stdout_text()
    );
}

#[test]
fn a_relative_path_means_the_one_in_the_current_directory() {
    let desk = Desk::new();
    desk.repo.file("desk.py", "def plain():\n    return 1\n").file("inner/desk.py", TANGLED);
    for (path, expected) in [
        ("desk.py", &["inner/desk.py:7"][..]),
        ("./desk.py", &["inner/desk.py:7"]),
        (".", &["inner/desk.py:7"]),
        ("../desk.py", &["desk.py:0"]),
        ("..", &["inner/desk.py:7", "desk.py:0"]),
        ("inner/desk.py", &["inner/desk.py:7"]),
    ] {
        let answer = desk.run_from("inner", &["complexity", path, "--json"]).json();
        assert_eq!(pairs(&answer["functions"], "cognitive"), expected, "{path}");
    }
    let outside = desk.run_from("inner", &["complexity", "../..", "--json"]);
    assert_eq!(outside.code(), Some(40), "{}", outside.stdout_text());
    assert!(outside.stdout_text().contains("path outside repository: ../.."), "{}", outside.stdout_text());
}

#[test]
fn churn_and_complexity_make_a_hotspot() {
    let desk = Desk::new();
    let repo = &desk.repo;
    repo.file("old.py", TANGLED)
        .file("calm.py", TANGLED)
        .file("tests/test_desk.py", TANGLED)
        .commit("Add the desk");
    repo.git(&["mv", "old.py", "desk.py"]);
    repo.commit("Rename the desk");
    for day in 1..4 {
        repo.file("desk.py", &format!("{TANGLED}# {day}\n"));
        repo.file("tests/test_desk.py", &format!("{TANGLED}# {day}\n"));
        repo.commit("Fix the fee");
    }
    let built = desk.run(&["index"]);
    assert_eq!(built.code(), Some(0), "{}", built.stderr_text());
    let answer = desk.run(&["hotspots", "--json"]).json();
    assert_eq!(pairs(&answer["files"], "commits"), ["desk.py:5", "calm.py:1"]);
    let first = &answer["files"][0];
    assert_eq!((&first["fixes"], &first["authors"], &first["cognitive"]), (&3.into(), &1.into(), &7.into()));
    assert_eq!(first["together"][0]["path"], "tests/test_desk.py");
    let text = desk.run(&["hotspots", "--top", "1"]).stdout_text();
    assert!(text.starts_with("1.00  desk.py\n      5 commits, 3 fixes, 1 author; cognitive 7, "), "{text}");
    let below = desk.run(&["hotspots", "tests", "--json"]).json();
    assert_eq!(below["files"], Value::Array(Vec::new()));
}

/// The parser of arguments repeats what it does not know, and so do commands.
#[test]
fn what_is_wrong_with_an_argument_is_said_without_its_control_characters() {
    let repo = FixtureRepo::library_app();
    for args in [
        &["search", "--col\u{1b}[31mour\u{9b}0m"][..],
        &["tool", "a", "--format", "\u{1b}]0;title\u{7}"],
        &["man", "\u{1b}[2Jx"],
        &["search", "x", "--root", "/\u{1b}[2Jx"],
        &["explain", "\u{1b}[2Jx"],
    ] {
        let output = Invocation::new(foreword()).args(args).cwd(repo.path()).run();
        let said = output.stderr_text();
        assert!(!said.is_empty() && !said.contains(['\u{1b}', '\u{9b}', '\u{7}']), "{args:?}: {said:?}");
    }
}

/// A file whose long function has a comment of several lines above it and a decorator.
fn invoices() -> String {
    let steps: String = (1..=60).map(|step| format!("    step_{step} = prepare(path, {step})\n")).collect();
    format!(
        "import a\n\n# Loads what was billed.\n# Line by line.\n@cached\ndef load_invoices(path):\n{steps}    total = invoice_sum(path)\n    return total\n"
    )
}

#[test]
fn lines_of_an_extract_have_their_own_numbers() {
    let desk = Desk::new();
    let text = invoices();
    desk.repo.file("invoices.py", &text);
    let lines: Vec<&str> = text.lines().collect();
    let printed = desk.run(&["search", "load_invoices invoice_sum total"]).stdout_text();
    let mut seen = 0;
    for row in printed.lines().filter_map(|row| row.strip_prefix("  ")) {
        let Some((number, line)) = row.trim_start().split_once(' ') else { continue };
        if let Ok(number) = number.parse::<usize>() {
            assert_eq!(line, lines[number - 1], "line {number} in:\n{printed}");
            seen += 1;
        }
    }
    assert!(seen > 8 && printed.contains("… (line "), "{printed}");
}

#[test]
fn a_place_is_named_by_the_lines_that_are_shown() {
    let desk = Desk::new();
    desk.repo.file("pay.go", "package pay\n\n// ChargeCard takes the money of an order.\n// It fails without a card.\nfunc ChargeCard(order Order) error {\n\treturn order.Card.Charge()\n}\n");
    desk.repo.file("invoices.py", &invoices());
    let printed = |prompt: &str| desk.run_from(".", &["inject", "--prompt", prompt]).stdout_text();
    let go = printed("Where is ChargeCard defined and what does it do?");
    assert!(go.contains("pay.go:3-7 function `ChargeCard`") && go.contains("// ChargeCard takes"), "{go}");
    let python = printed("what does load_invoices do with invoice_sum and total?");
    let head = python.lines().find(|line| line.contains("invoices.py:")).unwrap_or_default().to_owned();
    let first = python.split("```python\n").nth(1).and_then(|shown| shown.lines().next()).unwrap_or_default();
    let begins: usize = head
        .split("invoices.py:")
        .nth(1)
        .and_then(|rest| rest.split('-').next()?.parse().ok())
        .expect("a line");
    assert_eq!(invoices().lines().nth(begins - 1), Some(first), "{python}");
}
