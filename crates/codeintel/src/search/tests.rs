//! Small repositories, asked.

use std::path::Path;
use std::time::Duration;

use foreword_exec::spec::ArgKind;
use foreword_guard::path::Jail;
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::store;
use foreword_index::view::BackgroundRefresh;
use foreword_model::clock;
use serde_json::{Map, Value};
use tempfile::TempDir;

use super::*;

const SCHEDULE: &str = "\
//! Runs tools under one deadline.

/// Runs every tool until the deadline.
pub fn run_all(deadline: Deadline) {
    wait(deadline);
}

pub struct Deadline;
";

fn fixture() -> TempDir {
    tree(&[
        ("src/schedule.rs", SCHEDULE),
        (
            "src/login.py",
            "class Login:\n    def check_password(self, password):\n        # 校验用户的口令\n        return True\n",
        ),
        (
            "src/cache/store.go",
            "package cache\n\n// Evict drops the oldest entry.\nfunc (s *Store) Evict(n int) error {\n\treturn nil\n}\n",
        ),
        ("src/render.ts", "export const renderPage = (page: Page) => {\n  return page\n}\n"),
        ("tests/schedule_test.rs", "fn deadline_is_kept() { run_all(deadline); }\n"),
        ("README.md", "# Example\n\nThe deadline of all tools is kept by the schedule.\n"),
        (".env", "PASSWORD=login deadline\n"),
        ("deploy/server.pem", "deadline\n"),
        ("blob.bin", "deadline\0\u{1}"),
    ])
}

#[expect(clippy::disallowed_methods, reason = "a file that the test wrote itself")]
fn tree(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().expect("a directory");
    for (path, text) in files {
        let file = directory.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("directories");
        std::fs::write(&file, text).expect("a file");
        // A file that was written just now is read whatever the index says.
        let an_hour_ago = std::time::SystemTime::now() - Duration::from_secs(3_600);
        let opened = std::fs::File::options().write(true).open(file).expect("the file");
        opened.set_modified(an_hour_ago).expect("a time");
    }
    directory
}

/// Asks by a live scan and by an index: both must say the same.
fn ask(root: &Path, args: Value) -> ToolAnswer {
    let Value::Object(args) = args else { panic!("arguments are an object") };
    let by_scan = ask_within(root, &args, Duration::from_secs(20));
    let cache = TempDir::new().expect("a directory");
    let by_index = ask_view(root, &args, Duration::from_secs(20), index_of(root, cache.path()));
    assert!(by_index.data.as_ref().expect("data")["index"]["of"].is_u64(), "the index answered");
    let at = |answer: &ToolAnswer| -> Vec<(Option<String>, Option<u32>)> {
        items(answer).into_iter().map(|item| (item.path, item.start_line)).collect()
    };
    assert_eq!(at(&by_index), at(&by_scan), "{args:?}: by the index and by a scan");
    by_scan
}

fn ask_within(root: &Path, args: &Map<String, Value>, time: Duration) -> ToolAnswer {
    ask_view(root, args, time, view(None))
}

fn view(folder: Option<std::path::PathBuf>) -> IndexView {
    IndexView::new(folder, BackgroundRefresh::Off, Sensitive::new(&[]), Vec::new())
}

/// A view of a new index.
fn index_of(root: &Path, cache: &Path) -> IndexView {
    let jail = Jail::open(root).expect("a jail");
    let folder = store::folder_for(cache, jail.root());
    let options = RefreshOptions {
        excludes: &[],
        sensitive: &Sensitive::new(&[]),
        redact: &foreword_guard::redact_prompt,
        start: Start::Known,
        progress: &|_| {},
    };
    refresh(&jail, &folder, &options).expect("an index");
    view(Some(folder))
}

fn ask_view(root: &Path, args: &Map<String, Value>, time: Duration, index: IndexView) -> ToolAnswer {
    let jail = Jail::open(root).expect("a jail");
    let call = Call { args, prompt: "", jail: &jail, deadline: clock::now() + time };
    let search = Search::new(Arc::new(index), Sensitive::new(&[]), Vec::new());
    search.find(&call).expect("an answer").answer.clone()
}

fn items(answer: &ToolAnswer) -> Vec<Item> {
    let data = answer.data.as_ref().expect("data");
    serde_json::from_value(data["items"].clone()).expect("items")
}

/// The first item's place and symbol.
fn check(query: &str, expected: (&str, &str)) {
    let directory = fixture();
    let found = items(&ask(directory.path(), json!({ "query": query })));
    let first = found.first().unwrap_or_else(|| panic!("{query}: nothing found"));
    let place = (first.path.as_deref().unwrap_or_default(), first.symbol.as_deref().unwrap_or_default());
    assert_eq!(place, expected, "{query}");
}

#[test]
fn questions_in_english_find_their_place() {
    check("Where is the deadline of all tools enforced?", ("src/schedule.rs", "run_all"));
    check("how do we check a password", ("src/login.py", "Login.check_password"));
    check("evicting entries from the cache", ("src/cache/store.go", "Store.Evict"));
    check("rendering of a page", ("src/render.ts", "renderPage"));
}

#[test]
fn questions_in_chinese_find_english_code_and_chinese_comments() {
    check("登录时的密码校验在哪里", ("src/login.py", "Login.check_password"));
    check("用户的口令", ("src/login.py", "Login.check_password"));
    check("页面怎么渲染", ("src/render.ts", "renderPage"));
}

#[test]
fn a_symbol_finds_its_definition() {
    check("Deadline", ("src/schedule.rs", "Deadline"));
    check("run_all", ("src/schedule.rs", "run_all"));
    check("what does Evict do?", ("src/cache/store.go", "Store.Evict"));
}

#[test]
fn an_item_says_what_why_and_shows_it() {
    let directory = fixture();
    let found = items(&ask(directory.path(), json!({ "query": "run_all deadline" })));
    let first = &found[0];
    assert_eq!((first.start_line, first.end_line), (Some(4), Some(6)));
    assert_eq!(first.kind.as_deref(), Some("function"));
    assert_eq!(first.signature.as_deref(), Some("pub fn run_all(deadline: Deadline)"));
    assert!(first.why.as_deref().is_some_and(|why| why.starts_with("defines `run_all`")), "{:?}", first.why);
    let extract = first.extract.as_ref().expect("an extract");
    assert_eq!((extract.start_line, extract.language.as_str()), (3, "rust"));
    assert_eq!(extract.text, SCHEDULE.lines().skip(2).take(4).collect::<Vec<_>>().join("\n"));
    assert!(found.windows(2).all(|pair| pair[0].confidence >= pair[1].confidence));
    assert!(found.iter().all(|item| item.confidence > 0.0 && item.confidence < 1.0));
}

#[test]
fn tests_and_prose_stand_behind_the_code() {
    let directory = fixture();
    let found = items(&ask(directory.path(), json!({ "query": "deadline of the schedule" })));
    let paths: Vec<&str> = found.iter().filter_map(|item| item.path.as_deref()).collect();
    assert_eq!(paths[0], "src/schedule.rs");
    assert!(paths.contains(&"README.md") && paths.contains(&"tests/schedule_test.rs"), "{paths:?}");
}

#[test]
fn sensitive_and_binary_files_never_appear() {
    let directory = fixture();
    let answer = ask(directory.path(), json!({ "query": "login password deadline server" }));
    let text = answer.data.as_ref().expect("data").to_string();
    for hidden in [".env", "server.pem", "blob.bin", "PASSWORD="] {
        assert!(!text.contains(hidden), "{hidden} in {text}");
    }
    assert_eq!(answer.data.expect("data")["scanned"]["sensitive"], 2);
}

#[test]
fn named_paths_are_preferred_or_refused_aloud() {
    let directory = fixture();
    let paths = json!([".env", "../outside.rs", "/etc/passwd", "render.ts", "missing.rs"]);
    let answer = ask(directory.path(), json!({ "query": "deadline", "paths": paths }));
    assert_eq!(
        answer.notes,
        [
            "filtered sensitive path: .env",
            "path outside repository: ../outside.rs",
            "path outside repository: /etc/passwd"
        ]
    );
    let first = &items(&answer)[0];
    assert_eq!(first.path.as_deref(), Some("src/render.ts"));
    assert!(first.why.as_deref().is_some_and(|why| why.contains("named in the request")));
}

#[test]
fn what_is_not_there_gives_nothing() {
    let directory = fixture();
    for query in ["kubernetes ingress controller", "", "?!", "the of and", "please fix the bug in the code"] {
        let answer = ask(directory.path(), json!({ "query": query }));
        assert_eq!(items(&answer), [], "{query}");
        assert!(answer.summary.starts_with("nothing relevant in"), "{query}");
    }
}

#[test]
fn a_file_is_listed_once_with_its_further_places_under_its_best_one() {
    let directory = tree(&[
        ("a.rs", "pub fn parse() {}\nmod deep {\n    pub fn parse() {}\n}\n"),
        ("b.rs", "pub fn parse() {}\n"),
    ]);
    let found = items(&ask(directory.path(), json!({ "query": "parse" })));
    let places: Vec<(&str, Vec<u32>)> = found
        .iter()
        .map(|item| {
            let further = item.places.iter().map(|place| place.start_line);
            (item.path.as_deref().unwrap_or_default(), item.start_line.into_iter().chain(further).collect())
        })
        .collect();
    assert_eq!(places, [("b.rs", vec![1]), ("a.rs", vec![1, 3])]);
}

#[test]
fn a_text_that_stands_in_code_word_for_word_comes_first() {
    let filler: String =
        (0..30).map(|at| format!("def renew_loan_{at}(reader): return late_fee(reader)\n")).collect();
    let directory = tree(&[
        ("loans/renew.py", filler.as_str()),
        (
            "deploy/proxy.conf.erb",
            "proxy {\n  late_fee_header on;\n  message 'renew the loan, late fee due';\n}\n",
        ),
        ("tests/test_renew.py", "def test_message(): assert 'renew the loan, late fee due'\n"),
    ]);
    for (query, list) in [
        ("renew the loan, late fee due", "files"),
        ("late_fee_header", "files"),
        ("my page says \"renew the loan, late fee due\" but why?", "places"),
    ] {
        let found = items(&ask(directory.path(), json!({ "query": query, "list": list })));
        assert_eq!(found[0].path.as_deref(), Some("deploy/proxy.conf.erb"), "{query}");
    }
}

#[test]
fn a_line_that_is_named_is_shown() {
    let text: String = (1..=400).map(|line| format!("key{line}: {}\n", "ledger table ".repeat(9))).collect();
    let directory = tree(&[("c.yaml", text.as_str()), ("c.py", text.as_str())]);
    for (path, line) in [("c.yaml", 50), ("c.yaml", 200), ("c.py", 300)] {
        for list in ["files", "places"] {
            let asked = json!({ "query": format!("what does {path}:{line} do"), "paths": [format!("{path}:{line}")], "list": list });
            let found = items(&ask(directory.path(), asked));
            let extract = found[0].extract.as_ref().expect("an extract");
            let shown = extract.text.contains(&format!("key{line}: "));
            assert!(
                found[0].path.as_deref() == Some(path) && shown,
                "{path}:{line} {list}: {}",
                extract.text
            );
        }
    }
}

#[test]
fn long_definitions_are_cut_and_marked() {
    let body: String = (0..100).map(|number| format!("    step_{number}();\n")).collect();
    let text = format!("pub fn orchestrate() {{\n{body}    needle();\n}}\n");
    let directory = tree(&[("src/long.rs", text.as_str()), ("src/other.rs", "fn x() {}\n")]);
    let found = items(&ask(directory.path(), json!({ "query": "orchestrate needle" })));
    let extract = found[0].extract.as_ref().expect("an extract").text.clone();
    let lines: Vec<&str> = extract.lines().collect();
    assert!(lines.len() <= limits::SNIPPET_LINES, "{}", lines.len());
    assert_eq!(lines[0], "pub fn orchestrate() {");
    let says_where = lines.iter().any(|line| line.starts_with("… (line "));
    assert!(says_where && lines.contains(&"    needle();"), "{extract}");
}

#[test]
fn the_same_tree_gives_the_same_bytes() {
    let directory = fixture();
    let first = ask(directory.path(), json!({ "query": "deadline password page cache" }));
    for _ in 0..5 {
        assert_eq!(ask(directory.path(), json!({ "query": "deadline password page cache" })), first);
    }
}

#[test]
fn a_passed_deadline_is_said() {
    let directory = fixture();
    let Value::Object(args) = json!({ "query": "deadline" }) else { panic!("an object") };
    let answer = ask_within(directory.path(), &args, Duration::ZERO);
    assert_eq!(answer.notes, ["live scan stopped after 0 files: time limit"]);
    assert_eq!(answer.data.expect("data")["scanned"]["complete"], false);
}

mod naming;
mod reasons;
mod review;
mod scripts;

/// The arguments of a planned call: the question, and every default of the tool.
fn planned(spec: &ToolSpec, query: &str) -> Map<String, Value> {
    let defaults = spec.args.unwrap_or_default().iter().filter_map(|arg| match arg.kind {
        ArgKind::Count { default, .. } => Some((arg.name.to_owned(), json!(default))),
        ArgKind::Choice(words) => Some((arg.name.to_owned(), json!(words[0]))),
        ArgKind::Text | ArgKind::TextList | ArgKind::Path | ArgKind::Flag => None,
    });
    defaults.chain([("query".to_owned(), json!(query))]).collect()
}

#[test]
fn the_two_tools_of_a_prompt_search_once() {
    let directory = fixture();
    let jail = Jail::open(directory.path()).expect("a jail");
    let search = Search::new(Arc::new(view(None)), Sensitive::new(&[]), Vec::new());
    let deadline = clock::now() + Duration::from_secs(20);
    let found = [&SPEC, &crate::graph_rag::SPEC].map(|spec| {
        let args = planned(spec, "rendering of a page");
        search.find(&Call { args: &args, prompt: "", jail: &jail, deadline }).expect("an answer")
    });
    assert!(Arc::ptr_eq(&found[0], &found[1]));
}
