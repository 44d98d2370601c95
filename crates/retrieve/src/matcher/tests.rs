//! Texts, looked at for a question.

use super::super::query;
use super::*;
use foreword_index::language;

fn scan(question: &str, file: &str, text: &str) -> (Query, FileHits) {
    let query = query::read(question, &[], "x", query::TextForm::Question, &[]);
    let found = Matcher::new(&query).scan(text, language::of_path(file), &mut Scratch::new());
    (query, found)
}

/// Lines of the hits, in order.
fn check(question: &str, file: &str, text: &str, expected: &[u32]) {
    let (_, found) = scan(question, file, text);
    let lines: Vec<u32> = found.hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, expected, "{question}");
}

#[test]
fn forms_and_parts_of_words_are_found() {
    let text = "fn parse_all() {}\nlet x = HttpParser;\n// sparse, comparser\n// parsing\n";
    check("parse", "a.rs", text, &[1, 2, 4]);
    check("policy", "a.rs", "policies\nPOLICY\npolice\n", &[1, 2]);
    check("using use", "a.txt", "", &[]);
    check("sha256 utf8", "a.rs", "x\nSha256::new(utf8)\n", &[2, 2]);
}

#[test]
fn chinese_comments_are_found() {
    check("超时", "a.rs", "// 处理超时\nfn timeout() {}\n", &[1, 2]);
}

#[test]
fn definitions_and_symbols_are_told_from_uses() {
    let text = "call(run_all);\n    pub fn run_all(x: u8) {}\n";
    let (_, found) = scan("run_all", "a.rs", text);
    assert_eq!(
        found.hits.iter().map(|hit| hit.in_name).collect::<Vec<_>>(),
        [false, false, true, true][..found.hits.len()]
    );
    let defined = found.defined[0];
    assert_eq!((defined.kind, defined.line, defined.indent), (DefinitionKind::Function, 2, 4));
}

#[test]
fn joined_words_are_recognised_in_names() {
    let (_, found) = scan("flat hash map", "a.rs", "pub struct FlatHashMap;\n");
    assert_eq!(found.compounds_defined, 1);
}

#[test]
fn the_opening_comment_counts_without_its_licence() {
    let text = "// Copyright timeout\n// Timeout of calls.\n\nuse x;\n// timeout\n";
    let (_, found) = scan("timeout", "a.rs", text);
    assert_eq!((found.counts[0].all, found.counts[0].header), (3, 1));
    let (_, python) = scan("timeout", "a.py", "\"\"\"Doc.\n\ntimeout\n\"\"\"\ntimeout = 1\n");
    assert_eq!((python.counts[0].all, python.counts[0].header), (2, 1));
}

#[test]
fn any_text_passes() {
    for text in ["\u{fffd}\0", "\u{308}", "é超", "超e\u{301}", "\n\n\n", "a"] {
        let query = query::read("超时 timeout", &[], "x", query::TextForm::Question, &[]);
        Matcher::new(&query).scan(text, language::of_path("a.rs"), &mut Scratch::new());
    }
}
