//! Answers to items: what is here, what is elsewhere, and what nobody sees.

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::limits;
use foreword_model::settings::Secret;
use serde_json::{Value, json};

use super::places::{Found, Reader, Source};
use super::scrub::Scrub;

fn check(found: Found, expected: Option<Value>, notes: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("its real path");
    std::fs::create_dir_all(root.join("src")).expect("a folder");
    std::fs::write(root.join("src/a.rs"), "fn a() {}\n").expect("a file");
    let (jail, sensitive) = (Jail::open(&root).expect("a jail"), Sensitive::default());
    let source = Source { tool: "org", server: "code.example", confidence: Some(1.0) };
    let scrub = Scrub::of(std::iter::once(&secret()));
    let mut reader = Reader::new(source, &jail, &sensitive, &scrub);
    let path = found.path.map(|path| path.replace("ROOT", &root.display().to_string()));
    let items = reader.items(vec![Found { path, ..found }]);
    assert_eq!((items.first(), reader.notes.as_slice()), (expected.as_ref(), notes.map_owned().as_slice()));
}

fn secret() -> Secret {
    Secret::new("src/a.rs".to_owned(), vec!["src/a.rs".to_owned()])
}

trait Owned {
    fn map_owned(&self) -> Vec<String>;
}

impl Owned for [&str] {
    fn map_owned(&self) -> Vec<String> {
        self.iter().map(|text| (*text).to_owned()).collect()
    }
}

fn at(path: &str, line: u32, text: &str) -> Found {
    Found { path: Some(path.to_owned()), line: Some(line), text: Some(text.to_owned()), ..Found::default() }
}

#[test]
fn a_file_that_is_here_is_a_path_and_its_text_is_no_extract() {
    let expected = json!({
        "path": "src/a.rs", "start_line": 1, "end_line": 1, "summary": "fn a() {", "confidence": 1.0,
        "why": "found by code.example",
    });
    check(at("src/a.rs", 1, "fn a() {\n  evil\n}"), Some(expected.clone()), &[]);
    check(at("ROOT/src/a.rs", 1, "fn a() {\n  evil\n}"), Some(expected), &[]);
}

#[test]
fn what_is_elsewhere_is_never_a_path() {
    let elsewhere = |title: &str| json!({ "title": title, "summary": "x", "confidence": 1.0, "why": "outside this repository, from code.example" });
    check(at("github.com/org/repo/x.go", 7, "x"), Some(elsewhere("github.com/org/repo/x.go:7")), &[]);
    check(at("https://h/x.go", 7, "x"), Some(elsewhere("https://h/x.go:7")), &[]);
    let mut same_name = at("src/a.rs", 7, "x");
    same_name.path = Some("lib/a.rs".to_owned());
    same_name.repository = Some("github.com/org/other".to_owned());
    check(same_name, Some(elsewhere("github.com/org/other/lib/a.rs:7")), &[]);
    let mut code = at("lib/x.go", 7, "one\ntwo\n");
    code.symbol = Some("X".to_owned());
    let expected = json!({
        "title": "lib/x.go:7", "symbol": "X", "summary": "one", "confidence": 1.0,
        "why": "outside this repository, from code.example",
        "extract": { "start_line": 7, "language": "", "text": "one\ntwo" },
    });
    check(code, Some(expected), &[]);
}

#[test]
fn what_nobody_may_see_is_not_there() {
    check(at("org/repo/.env", 1, "KEY=1"), None, &["filtered sensitive path: org/repo/.env"]);
    check(Found::default(), None, &[]);
    // The guard refuses it where the result leaves `exec`.
    let refused = json!({
        "path": "/etc/passwd", "start_line": 1, "end_line": 1, "summary": "root", "confidence": 1.0,
        "why": "found by code.example",
    });
    check(at("/etc/passwd", 1, "root"), Some(refused), &[]);
}

#[test]
fn a_text_is_scrubbed_before_it_is_cut_and_a_path_that_is_here_never() {
    // The one secret of these tests is a file's name, as `check` has it.
    let secret = secret();
    let scrub = Scrub::of(std::iter::once(&secret));
    let lead = "x".repeat(limits::SUMMARY_CHARS - 4);
    let short = scrub.short(&format!("{lead}{}", secret.value()));
    assert_eq!(short, format!("{lead}<red"));
    let refused = super::Fault::Refused { code: 1, message: "é".repeat(3_000_000) }.cleaned(&scrub);
    assert!(refused.to_string().chars().count() < 2 * limits::SUMMARY_CHARS);
}
