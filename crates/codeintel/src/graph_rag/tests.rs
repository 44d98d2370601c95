//! Small repositories, walked.

use foreword_guard::path::Jail;
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::store;
use foreword_index::view::BackgroundRefresh;
use foreword_model::clock;
use serde_json::Map;
use tempfile::TempDir;

use super::*;
use crate::testing::give_history;

const FEES: &str = "\
from loans import overdue_days

RATE = 0.25


def late_fee(loan):
    \"\"\"The late fee of a loan.\"\"\"
    return overdue_days(loan) * RATE
";
const LOANS: &str = "\
class Loan:
    def renew(self):
        return self.due + 14


def overdue_days(loan):
    return max(0, loan.today - loan.due)
";
const DESK: &str = "\
from fees import late_fee


def close_account(account):
    for loan in account.loans:
        account.owe(late_fee(loan))
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
        for (path, text) in [("fees.py", FEES), ("loans.py", LOANS), ("desk.py", DESK)] {
            library.file(path, text);
        }
        library
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.repository.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn index(&self) -> Arc<IndexView> {
        let jail = Jail::open(self.repository.path()).expect("a jail");
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

    /// What the search finds that the walk starts from.
    fn found(&self, index: Arc<IndexView>, args: Value) -> Vec<Item> {
        let Value::Object(args) = args else { panic!("arguments are an object") };
        let jail = Jail::open(self.repository.path()).expect("a jail");
        let deadline = clock::now() + Duration::from_secs(20);
        let call = Call { args: &args, prompt: "", jail: &jail, deadline };
        let search = Search::new(index, Sensitive::default(), Vec::new());
        search.find(&call).expect("an answer").items.clone()
    }

    fn ask(&self, index: Arc<IndexView>, args: Value) -> Value {
        let Value::Object(args) = args else { panic!("arguments are an object") };
        let jail = Jail::open(self.repository.path()).expect("a jail");
        let deadline = clock::now() + Duration::from_secs(20);
        let call = Call { args: &args, prompt: "", jail: &jail, deadline };
        let search = Arc::new(Search::new(Arc::clone(&index), Sensitive::default(), Vec::new()));
        let tool = GraphRag::new(search, index, Sensitive::default());
        tool.answer(&call).expect("an answer").data.expect("data")
    }
}

fn view(folder: Option<std::path::PathBuf>) -> Arc<IndexView> {
    Arc::new(IndexView::new(folder, BackgroundRefresh::Off, Sensitive::default(), Vec::new()))
}

/// The question of all tests.
fn question(more: Value) -> Value {
    let mut args = Map::new();
    args.insert("query".to_owned(), Value::from("how is the late fee of a loan computed?"));
    args.insert("symbols".to_owned(), json!(["late_fee"]));
    args.insert("depth".to_owned(), Value::from(1));
    args.insert("budget".to_owned(), Value::from(8_000));
    args.insert("top_k".to_owned(), Value::from(1));
    args.insert("starts".to_owned(), Value::from("named"));
    if let Value::Object(more) = more {
        args.extend(more);
    }
    Value::Object(args)
}

fn symbols(data: &Value) -> Vec<&str> {
    let items = data["items"].as_array().expect("items");
    items.iter().filter_map(|item| item["symbol"].as_str()).collect()
}

#[test]
fn callers_and_callees_come_with_how_and_how_sure() {
    let library = Library::new();
    let data = library.ask(library.index(), question(Value::Null));
    let mut found = symbols(&data);
    found.sort_unstable();
    assert_eq!(found, ["close_account", "overdue_days"], "{data}");
    let edges = data["edges"].as_array().expect("edges");
    for (from, to) in [("close_account", "late_fee"), ("late_fee", "overdue_days")] {
        let edge = edges
            .iter()
            .find(|edge| edge["from"]["symbol"] == from && edge["to"]["symbol"] == to)
            .unwrap_or_else(|| panic!("{from} calls {to}: {edges:?}"));
        assert_eq!((&edge["kind"], &edge["how"]), (&json!("calls"), &json!("import")));
        assert!(edge["confidence"].as_f64().is_some_and(|confidence| confidence >= 0.8));
    }
}

#[test]
fn starts_are_shown_if_asked_for_and_nothing_twice() {
    let library = Library::new();
    let data = library.ask(library.index(), question(json!({ "starts": "shown", "depth": 2, "top_k": 10 })));
    let mut found = symbols(&data);
    assert_eq!(found.first(), Some(&"late_fee"), "{data}");
    let shown = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), shown, "{data}");
}

#[test]
fn what_moved_since_is_shown_where_it_is_now() {
    let library = Library::new();
    let index = library.index();
    library.file("loans.py", &format!("# moved\n# down\n{LOANS}"));
    let data = library.ask(index, question(Value::Null));
    let items = data["items"].as_array().expect("items");
    let moved = items.iter().find(|item| item["symbol"] == "overdue_days").expect("it is still there");
    assert_eq!(moved["start_line"], 8);
    assert!(moved["extract"]["text"].as_str().expect("lines").starts_with("def overdue_days"));
}

#[test]
fn what_is_gone_is_not_shown() {
    let library = Library::new();
    let index = library.index();
    library.file("loans.py", "class Loan:\n    pass\n");
    let data = library.ask(index, question(Value::Null));
    assert_eq!(symbols(&data), ["close_account"], "{data}");
}

#[test]
fn a_call_that_was_taken_out_since_is_not_said() {
    for (body, expected) in [
        ("    for loan in account.loans:\n        account.waive(loan)\n", vec!["overdue_days"]),
        ("    account.owe(late_fee(account.loans[0]))\n", vec!["close_account", "overdue_days"]),
    ] {
        let library = Library::new();
        let index = library.index();
        library
            .file("desk.py", &format!("from fees import late_fee\n\n\ndef close_account(account):\n{body}"));
        let data = library.ask(index, question(Value::Null));
        let mut found = symbols(&data);
        found.sort_unstable();
        assert_eq!(found, expected, "{data}");
        let edges = data["edges"].as_array().expect("edges");
        let is_told = edges.iter().any(|edge| edge["from"]["symbol"] == "close_account");
        assert_eq!(is_told, expected.contains(&"close_account"), "{data}");
    }
}

#[test]
fn what_holds_a_place_is_not_shown_beside_it() {
    let library = Library::new();
    let index = library.index();
    let data = library.ask(index, question(json!({ "query": "renew", "symbols": ["renew"] })));
    assert!(!symbols(&data).contains(&"Loan"), "{data}");
}

#[test]
fn a_budget_is_kept_and_what_is_left_out_is_counted() {
    let library = Library::new();
    let data = library.ask(library.index(), question(json!({ "budget": 20 })));
    assert!(symbols(&data).len() < 2, "{data}");
    assert!(data["left_out"].as_u64().is_some_and(|count| count > 0), "{data}");
}

#[test]
fn without_an_index_there_is_nothing_to_say() {
    let library = Library::new();
    let data = library.ask(view(None), question(Value::Null));
    assert_eq!((symbols(&data), data["edges"].as_array().map(Vec::len)), (vec![], Some(0)));
}

#[test]
fn files_that_changed_together_often_are_shown_with_how_often() {
    for (commits, expected) in [(4, Some("changed together with fees.py in 4 commits")), (2, None)] {
        let library = Library::new();
        library.file("rounding.py", "PLACES = 2\n");
        library.file(".gitignore", "local_rates.py\n");
        library.file("local_rates.py", "RATE = 0.5\n");
        let index = library.index();
        let files: &[&str] = &["fees.py", "local_rates.py", "rounding.py", "CHANGES.md"];
        give_history(library.repository.path(), library.cache.path(), &vec![files; commits]);
        let data = library.ask(index, question(Value::Null));
        let items = data["items"].as_array().expect("items");
        let companion = items.iter().find(|item| item["path"] == "rounding.py");
        assert_eq!(companion.and_then(|item| item["why"].as_str()), expected, "{data}");
        let is_edge = |edge: &&Value| edge["kind"] == "changes with";
        let edges = data["edges"].as_array().expect("edges");
        assert_eq!(edges.iter().filter(is_edge).count(), usize::from(expected.is_some()));
        for hidden in ["CHANGES.md", "local_rates.py"] {
            assert!(!data.to_string().contains(hidden), "{data}");
        }
    }
}

#[test]
fn a_neighbour_never_outranks_what_it_hangs_on() {
    let library = Library::new();
    library.file("rates.py", "def usual_rate():\n    return 1\n");
    for kind in ["paper", "phone", "pigeon"] {
        let notice = format!("def late_notice_{kind}():\n    return usual_rate()\n");
        library.file(&format!("{kind}.py"), &format!("from rates import usual_rate\n\n\n{notice}"));
    }
    for query in ["late_fee", "late notice for members abroad"] {
        let args = question(json!({ "query": query, "symbols": [], "depth": 2, "top_k": 10 }));
        let index = library.index();
        let found = library.found(Arc::clone(&index), args.clone());
        let mut sure: BTreeMap<String, f64> =
            found.into_iter().filter_map(|item| Some((item.symbol?, item.confidence))).collect();
        let data = library.ask(index, args);
        let items = data["items"].as_array().expect("items");
        assert!(!items.is_empty(), "{query}: {data}");
        for item in items {
            let seed = item["why"].as_str().and_then(|why| why.split('`').nth(1)).expect("what it hangs on");
            let confidence = item["confidence"].as_f64().expect("a confidence");
            assert!(confidence < sure[seed], "{query}: {item} below {sure:?}");
            sure.insert(item["symbol"].as_str().expect("a symbol").to_owned(), confidence);
        }
    }
}
