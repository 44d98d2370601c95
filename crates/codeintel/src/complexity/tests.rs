//! Small repositories, measured.

use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::store;
use foreword_index::view::BackgroundRefresh;
use foreword_model::clock;
use foreword_model::error::ErrorCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;

const FEES: &str = "\
class Desk:
    def late_fee(self, loan, today):
        if loan.due and today:
            for day in today:
                if day > loan.due:
                    return day
        return 0


def renew(loan):
    return loan or None
";
const OTHER: &str = "\
def renew(loan):
    while loan:
        loan = loan.next
";

struct Library {
    repository: TempDir,
    cache: TempDir,
}

impl Library {
    fn new() -> Self {
        let library = Self {
            repository: TempDir::new().expect("a directory"),
            cache: TempDir::new().expect("a directory"),
        };
        library.file("src/fees.py", FEES);
        library.file("src/inner/other.py", OTHER);
        library.file("tests/test_fees.py", "def test_fee():\n    assert 1\n");
        library.file("vendor/theirs.py", "def theirs(a):\n    if a: pass\n");
        library.file("README.md", "# Library\n");
        library.file(".env", "KEY=1\n");
        library
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.repository.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    fn jail(&self) -> Jail {
        Jail::open(self.repository.path()).expect("a jail")
    }

    fn index(&self) -> Arc<IndexView> {
        let jail = self.jail();
        let folder = store::folder_for(self.cache.path(), jail.root());
        let options = RefreshOptions {
            excludes: &[],
            sensitive: &Sensitive::default(),
            redact: &foreword_guard::redact_prompt,
            start: Start::Known,
            progress: &|_| {},
        };
        refresh(&jail, &folder, &options).expect("an index");
        view(Some(folder))
    }

    fn ask(&self, index: Arc<IndexView>, args: &Value, time: Duration) -> Result<ToolAnswer, ToolFailure> {
        let args = args.as_object().expect("arguments are an object");
        let jail = self.jail();
        let call = Call { args, prompt: "", jail: &jail, deadline: clock::now() + time };
        Complexity::new(index, Sensitive::default(), Vec::new()).answer(&call)
    }
}

fn view(folder: Option<std::path::PathBuf>) -> Arc<IndexView> {
    Arc::new(IndexView::new(folder, BackgroundRefresh::Off, Sensitive::default(), Vec::new()))
}

const LONG: Duration = Duration::from_secs(20);

/// `path:symbol:cognitive` of each function, by a walk and by the index.
fn check(args: Value, expected: &[&str]) {
    let library = Library::new();
    for index in [view(None), library.index()] {
        let answer = library.ask(index, &args, LONG).expect("an answer");
        let data = answer.data.expect("data");
        let found: Vec<String> = data["functions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| {
                let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
                format!("{}:{}:{}", text("path"), text("symbol"), one["cognitive"])
            })
            .collect();
        assert_eq!(found, expected, "{args} {data}");
        assert_eq!(data["items"].as_array().map(Vec::len), Some(expected.len()));
    }
}

#[test]
fn the_most_complicated_come_first_and_foreign_code_not_at_all() {
    let all = [
        "src/fees.py:Desk.late_fee:7",
        "src/inner/other.py:renew:1",
        "src/fees.py:renew:1",
        "tests/test_fees.py:test_fee:0",
    ];
    check(json!({ "top": 20 }), &all);
    check(json!({ "top": 1 }), &all[..1]);
    check(json!({ "top": 9, "path": "src/inner" }), &all[1..2]);
    check(json!({ "top": 9, "path": "src/fees.py" }), &[all[0], all[2]]);
    check(json!({ "top": 9, "path": "vendor" }), &["vendor/theirs.py:theirs:1"]);
    check(json!({ "top": 9, "path": "README.md" }), &[]);
}

#[test]
fn a_symbol_means_all_functions_of_that_name() {
    check(json!({ "top": 9, "symbol": "renew" }), &["src/inner/other.py:renew:1", "src/fees.py:renew:1"]);
    check(json!({ "top": 9, "symbol": "Desk.late_fee()" }), &["src/fees.py:Desk.late_fee:7"]);
    check(json!({ "top": 9, "symbol": "Other.late_fee" }), &[]);
    check(json!({ "top": 9, "symbol": "renew", "path": "src/inner" }), &["src/inner/other.py:renew:1"]);
}

#[test]
fn an_unknown_symbol_has_near_ones() {
    let library = Library::new();
    for index in [view(None), library.index()] {
        let answer = library.ask(index, &json!({ "symbol": "lateFee" }), LONG).expect("an answer");
        assert!(answer.summary.contains("no function `lateFee`"), "{}", answer.summary);
        assert_eq!(answer.data.expect("data")["items"], json!([]));
    }
    let answer = library.ask(library.index(), &json!({ "symbol": "late_fees" }), LONG).expect("an answer");
    assert_eq!(answer.summary, "no function `late_fees`; the nearest names: `late_fee`");
}

#[test]
fn each_point_is_explained_on_request() {
    let library = Library::new();
    let args = json!({ "symbol": "late_fee", "explain": "yes", "top": 5 });
    let answer = library.ask(view(None), &args, LONG).expect("an answer");
    let data = answer.data.expect("data");
    let function = &data["functions"][0];
    let reasons: Vec<String> = function["reasons"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|reason| {
            format!("{} {} {}", reason["line"], reason["what"].as_str().unwrap_or(""), reason["cognitive"])
        })
        .collect();
    assert_eq!(reasons, ["3 if 1", "3 and 1", "4 loop 2", "5 if 3"]);
    let summary = "cyclomatic 5, cognitive 7, 6 lines, nesting 3, 2 parameters";
    assert_eq!(data["items"][0]["summary"], summary);
}

#[test]
fn a_path_that_cannot_be_is_refused() {
    let library = Library::new();
    for (path, code, said) in [
        ("../outside", ErrorCode::ERepoRoot, "path outside repository: ../outside"),
        ("/etc/passwd", ErrorCode::ERepoRoot, "path outside repository: /etc/passwd"),
        ("nowhere", ErrorCode::EInvalidArgs, "no such file or directory in the repository: nowhere"),
        (".env", ErrorCode::EInvalidArgs, "filtered sensitive path: .env"),
    ] {
        let failure = library.ask(view(None), &json!({ "path": path }), LONG).expect_err("a refusal");
        assert_eq!((failure.code, failure.message.as_str()), (code, said));
    }
}

#[test]
fn a_symbol_without_a_name_is_refused() {
    let failure = Library::new().ask(view(None), &json!({ "symbol": "::" }), LONG).expect_err("a refusal");
    assert_eq!(failure.message, "`symbol` names nothing");
}

#[test]
fn without_time_it_says_how_far_it_came() {
    let library = Library::new();
    let answer = library.ask(library.index(), &json!({ "top": 5 }), Duration::ZERO).expect("an answer");
    assert!(answer.truncated);
    assert_eq!(
        answer.notes,
        [
            "ci_complexity: time limit; measured 0 of 3 files, code and the largest first; another call may measure others"
        ]
    );
}

#[test]
fn a_change_since_the_index_is_seen() {
    let library = Library::new();
    let index = library.index();
    library.file("src/new.py", "def fresh(a):\n    return a if a else 1\n");
    let answer = library.ask(index, &json!({ "symbol": "fresh" }), LONG).expect("an answer");
    assert_eq!(answer.data.expect("data")["items"][0]["path"], "src/new.py");
}

/// What is said of a function that the index knows in a file, after that was hidden or removed.
#[track_caller]
fn check_unnamed(change: impl Fn(&Library), symbol: &str) {
    let library = Library::new();
    let index = library.index();
    change(&library);
    let answer = library.ask(index, &json!({ "symbol": symbol, "top": 5 }), LONG).expect("an answer");
    assert_eq!(answer.summary, format!("no function `{symbol}`"));
    assert_eq!((&answer.data.expect("data")["near"], answer.notes.len()), (&json!([]), 0));
}

#[test]
fn what_is_hidden_or_gone_since_the_index_is_not_named_or_counted() {
    let remove = |library: &Library| {
        std::fs::remove_file(library.repository.path().join("src/fees.py")).expect("removed");
    };
    for symbol in ["late_fee", "late_fees"] {
        check_unnamed(remove, symbol);
        check_unnamed(|library| library.file(".ignore", "fees.py\n"), symbol);
        check_unnamed(|library| library.file("src/fees.py", "def renew(loan):\n    return 1\n"), symbol);
    }
    // A name that something else has is no help either.
    check_unnamed(|_| {}, "Desk");
}
