//! What may not happen again: each test is a mistake that a live search made.

use super::*;

/// Text that looks like a key without being one of anybody.
fn key_block() -> String {
    let line = |seed: usize| -> String {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".as_bytes();
        (0..64).map(|at| char::from(letters[(seed * 31 + at * at * 7 + at * 13) % letters.len()])).collect()
    };
    let body: Vec<String> = (0..30).map(line).collect();
    let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
    format!("{begin}\n{}\n{end}\n", body.join("\n"))
}

/// The path, line and symbol of every item.
fn places(answer: &ToolAnswer) -> Vec<(String, u32, String)> {
    let of = |item: Item| {
        let line = item.start_line.unwrap_or(0);
        (item.path.unwrap_or_default(), line, item.symbol.unwrap_or_default())
    };
    items(answer).into_iter().map(of).collect()
}

#[test]
fn no_part_of_a_secret_is_cut_out() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2).split_at(36).0);
    let block = key_block();
    let padding = "x".repeat(222);
    let text = format!(
        "pub fn signing_key() -> &'static str {{\n    // signing\n    \"{block}\" // signing key end\n}}\n\n\
         pub fn signing_token() {{\n    let {padding} = \"{token}\"; // signing token\n}}\n"
    );
    let directory = tree(&[("src/sign.rs", text.as_str())]);
    for query in ["signing key end", "signing token", "signing private"] {
        let answer = ask(directory.path(), json!({ "query": query }));
        assert!(!items(&answer).is_empty(), "{query}");
        let shown = answer.data.expect("data").to_string();
        for line in block.lines().filter(|line| !line.starts_with('-')) {
            assert!(!shown.contains(&line[..16]), "{query}: {shown}");
        }
        assert!(!shown.contains(&token[..8]), "{query}: {shown}");
    }
}

/// A file that is parsed only around its hits, with `Widget` defined far from where it is used most.
fn widget_file() -> String {
    let uses: String = (0..120)
        .map(|number| {
            format!(
                "fn widget_use_{number}(widget: &Widget) -> Widget {{\n    widget.widget({number})\n}}\n\n"
            )
        })
        .collect();
    format!("{uses}/// One.\npub struct Widget {{\n    size: u8,\n}}\n\n{uses}")
}

#[test]
fn a_named_symbol_is_shown_where_it_is_defined() {
    let directory = tree(&[("src/widget.rs", widget_file().as_str()), ("src/other.rs", "fn x() {}\n")]);
    let found = items(&ask(directory.path(), json!({ "query": "where is Widget defined" })));
    assert_eq!(found[0].symbol.as_deref(), Some("Widget"));
    assert_eq!(found[0].kind.as_deref(), Some("struct"));
    for item in &found {
        let claims = item.why.as_deref().is_some_and(|why| why.contains("defines `Widget`"));
        assert_eq!(claims, item.symbol.as_deref() == Some("Widget"), "{item:?}");
    }
}

#[test]
fn a_named_line_gives_the_innermost_definition() {
    let text = widget_file();
    let directory = tree(&[("src/widget.rs", text.as_str()), ("src/size.rs", "pub fn size() {}\n")]);
    for (path, expected) in [
        ("src/widget.rs:482", ("src/widget.rs", "Widget")),
        ("widget.rs:6:9", ("src/widget.rs", "widget_use_1")),
        ("src/widget.rs:900000", ("src/widget.rs", "widget_use_0")),
    ] {
        let answer = ask(directory.path(), json!({ "query": "size", "paths": [path] }));
        let first = &places(&answer)[0];
        assert_eq!(first.0, expected.0, "{path}");
        if !path.contains("900000") {
            assert_eq!(first.2, expected.1, "{path}");
            assert!(items(&answer)[0].why.as_deref().is_some_and(|why| why.starts_with("holds line")));
        }
    }
}

fn loans() -> TempDir {
    let names = ["apply", "approve", "reject", "repay", "extend", "close", "list", "show", "rate", "audit"];
    let files: Vec<(String, String)> = names
        .iter()
        .map(|name| {
            (
                format!("src/{name}.py"),
                format!("def {name}_loan(loan):\n    loan.{name}()\n    return loan\n"),
            )
        })
        .collect();
    let mut all: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    all.push(("src/model.py", "class Loan:\n    def handle(self):\n        pass\n"));
    all.push(("README.md", "# Loans\n\nA loan has a rate.\n\nAn overdraft is no loan.\n"));
    tree(&all)
}

#[test]
fn one_absent_word_is_no_veto() {
    let directory = loans();
    for query in [
        "how is a loan handled?",
        "how is a loan handled in the code?",
        "how is a loan handled by the frontend?",
        "how is a loan processed in the application?",
        "which dashboard class, function, module, data, type or value handles a loan?",
    ] {
        let found = places(&ask(directory.path(), json!({ "query": query })));
        assert!(found.iter().any(|place| place.0.starts_with("src/")), "{query}: {found:?}");
    }
    let query = "how do websockets reconnect when an overdraft proxy drops frames?";
    assert_eq!(items(&ask(directory.path(), json!({ "query": query }))), [], "{query}");
}

#[test]
fn a_named_file_without_readable_text_is_listed_with_its_size() {
    let minified = format!("var a={};", "a+".repeat(20_000));
    let large = "line of text\n".repeat(50_000);
    let directory = tree(&[
        ("src/a.rs", "fn deadline() {}\n"),
        ("blob.bin", "deadline\0\u{1}"),
        ("web/app.min.js", minified.as_str()),
        ("data/large.txt", large.as_str()),
        ("key.pem", "deadline\n"),
        (".gitignore", "ignored.rs\n"),
        ("ignored.rs", "pub fn generated() {}\n"),
    ]);
    std::fs::write(directory.path().join("latin.txt"), b"caf\xe9 deadline\n").expect("a file");
    for (path, expected) in [
        ("blob.bin", "10 bytes; content not shown: binary; hash "),
        ("web/app.min.js", "40007 bytes; content not shown: minified; hash "),
        ("data/large.txt", "650000 bytes; content not shown: larger than is read"),
        ("large.txt", "650000 bytes; content not shown: larger than is read"),
        ("latin.txt", "14 bytes; content not shown: not UTF-8; hash "),
    ] {
        let found = items(&ask(directory.path(), json!({ "query": "what is it?", "paths": [path] })));
        assert!(found[0].path.as_deref().is_some_and(|found| found.ends_with(path)), "{path}: {found:?}");
        assert_eq!((found[0].kind.as_deref(), found[0].start_line), (Some("file"), None), "{path}");
        assert!(found[0].summary.starts_with(expected), "{path}: {}", found[0].summary);
        assert_eq!(found[0].extract, None, "{path}");
    }
    let sensitive = ask(directory.path(), json!({ "query": "what is it?", "paths": ["key.pem"] }));
    assert_eq!((items(&sensitive), sensitive.notes.len()), (vec![], 1));
    let ignored = ask(directory.path(), json!({ "query": "generated", "paths": ["ignored.rs"] }));
    assert_eq!(items(&ignored), vec![]);
    assert_eq!(ignored.notes, ["not shown, ignored by the ignore rules: ignored.rs"]);
}

#[test]
fn directories_of_a_named_path_do_not_search() {
    let directory = tree(&[
        ("src/hybrid/engine.rs", "pub fn start() {}\n"),
        ("src/hybrid/notes.rs", "// hybrid hybrid\npub fn hybrid() {}\n"),
    ]);
    let args = json!({ "query": "explain src/hybrid/engine.rs", "paths": ["src/hybrid/engine.rs"] });
    let found = items(&ask(directory.path(), args));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].path.as_deref(), Some("src/hybrid/engine.rs"));
    assert!(found[0].why.as_deref().is_some_and(|why| !why.contains("hybrid")), "{:?}", found[0].why);
}

#[test]
fn an_explicit_limit_is_honoured() {
    let files: Vec<(String, String)> = (0..30)
        .map(|number| (format!("src/part{number}.rs"), format!("pub fn widget_{number}() {{}}\n")))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = tree(&files);
    for limit in [3, 10, 25] {
        let found = places(&ask(directory.path(), json!({ "query": "widget", "limit": limit })));
        assert_eq!(found.len(), limit);
        assert!(found.iter().all(|place| place.2.starts_with("widget_")), "{found:?}");
    }
}

#[test]
fn weak_places_are_left_out() {
    let clear =
        "/// Retries a failed upload with a backoff.\npub fn retry_upload_backoff() {\n    upload();\n}\n";
    let weak: Vec<(String, String)> = (0..12)
        .map(|number| {
            let text =
                format!("pub fn part_{number}() {{\n    upload();\n}}\n\npub fn more_{number}() {{\n    failed();\n}}\n");
            (format!("src/deep/part{number}.rs"), text)
        })
        .collect();
    let mut files: Vec<(&str, &str)> =
        weak.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("src/retry.rs", clear));
    let directory = tree(&files);
    let query = "how is a failed upload retried with backoff?";
    let found = places(&ask(directory.path(), json!({ "query": query })));
    assert_eq!(found[0].2, "retry_upload_backoff");
    assert!(found.len() <= 3, "{found:?}");
}

#[test]
fn a_vague_question_finds_nothing() {
    // So many names have the word that it is none by itself.
    let queries: String = (0..5).map(|number| format!("pub fn query_{number}() {{}}\n")).collect();
    let directory = tree(&[
        ("src/slow.rs", "// The slow path is slow.\npub fn slow_path() {}\n"),
        ("src/query.rs", queries.as_str()),
    ]);
    for query in ["why is it slow?", "why is this so weird", "make it fast", "为什么这么慢"] {
        assert_eq!(items(&ask(directory.path(), json!({ "query": query }))), [], "{query}");
    }
    for query in ["slow_path", "why is the query slow?"] {
        assert_ne!(items(&ask(directory.path(), json!({ "query": query }))), [], "{query}");
    }
}

#[test]
fn the_block_that_covers_the_question_stands_first() {
    let dense = "/// The parser's parser of parsers: parser, string, parser.\npub enum ParserKind {\n    \
                 ParserString,\n    StringParser,\n}\n\n";
    let right = "/// Parses what follows a backslash.\nfn parse_unicode_escape(read: &mut Read) {\n    \
                 // Two escaped surrogates in a string are one character for the parser.\n    unicode();\n}\n";
    let directory = tree(&[
        ("src/de.rs", dense),
        ("src/read.rs", format!("{dense}{right}").as_str()),
        ("src/other.rs", "pub fn other() {}\n"),
    ]);
    let query = "how does the parser handle escaped unicode in strings?";
    let found = places(&ask(directory.path(), json!({ "query": query })));
    assert_eq!(found[0], ("src/read.rs".to_owned(), 8, "parse_unicode_escape".to_owned()), "{found:?}");
}

#[test]
fn a_large_file_is_not_read_at_its_tests() {
    let tests: String = (0..150)
        .map(|number| {
            format!("    #[test]\n    fn retry_backoff_{number}() {{\n        retry_backoff();\n    }}\n")
        })
        .collect();
    let filler: String = (0..200).map(|number| format!("fn step_{number}() {{}}\n\n")).collect();
    let text = format!(
        "pub fn pause() {{\n    // Retry with a backoff.\n    retry();\n}}\n\n{filler}\n#[cfg(test)]\nmod tests {{\n{tests}}}\n"
    );
    let directory = tree(&[("src/pause.rs", text.as_str()), ("src/other.rs", "fn x() {}\n")]);
    let found = places(&ask(directory.path(), json!({ "query": "how does it retry with a backoff?" })));
    assert_eq!(found[0].2, "pause", "{found:?}");
}

#[test]
fn an_implementation_does_not_define_its_type() {
    let text = "pub struct Gauge;\n\nimpl Gauge {\n    pub fn gauge(&self) {}\n}\n";
    let directory = tree(&[("src/gauge.rs", text)]);
    let found = items(&ask(directory.path(), json!({ "query": "where is Gauge defined" })));
    let defining: Vec<Option<u32>> = found
        .iter()
        .filter(|item| item.why.as_deref().is_some_and(|why| why.contains("defines")))
        .map(|item| item.start_line)
        .collect();
    assert_eq!(defining, [Some(1)], "{found:?}");
}

#[test]
fn a_definition_inside_a_macro_is_found_by_its_line() {
    let text = "bitflags! {\n    pub struct Flags: u8 {\n        const A = 1;\n    }\n}\n\nfn flags_of(flags: Flags) -> Flags {\n    flags\n}\n";
    let directory = tree(&[("src/bits.rs", text)]);
    let found = items(&ask(directory.path(), json!({ "query": "where is Flags defined" })));
    assert_eq!((found[0].symbol.as_deref(), found[0].start_line), (Some("Flags"), Some(2)), "{found:?}");
}

#[test]
fn translations_that_became_sensitive_lend_no_words() {
    let directory = tree(&[
        ("i18n/zh.json", "{\n  \"notice_zx\": \"保险库已锁定\"\n}\n"),
        ("i18n/en.json", "{\n  \"notice_zx\": \"Zanzibar is closed\"\n}\n"),
        ("src/door.py", "def zanzibar():\n    return t('notice_zx')\n"),
        ("src/other.py", "def other():\n    return 1\n"),
    ]);
    let cache = TempDir::new().expect("a directory");
    let asked = json!({ "query": "为什么显示“保险库已锁定”", "list": "places" });
    let Value::Object(args) = asked else { panic!("arguments are an object") };
    let found = |patterns: &[String]| {
        let folder = index_of(directory.path(), cache.path()).folder().map(Path::to_owned);
        let jail = Jail::open(directory.path()).expect("a jail");
        let sensitive = Sensitive::new(patterns);
        let index = IndexView::new(folder, BackgroundRefresh::Off, sensitive.clone(), Vec::new());
        let deadline = clock::now() + Duration::from_secs(20);
        let call = Call { args: &args, prompt: "", jail: &jail, deadline };
        let answer = Search::new(Arc::new(index), sensitive, Vec::new()).find(&call).expect("an answer");
        json!(answer.answer.data).to_string()
    };
    assert!(found(&[]).contains("zanzibar"), "the text leads to its key");
    assert!(!found(&["i18n/**".to_owned()]).contains("zanzibar"), "a hidden text leads nowhere");
}

#[test]
fn nothing_is_defined_in_a_comment_or_a_string() {
    for (path, text) in [
        (
            "billing.js",
            "const x = 1\n/*\nold code:\n\nfunction chargeCard(order) {\n  return pay(order)\n}\n\n*/\nfunction refund(o) { return x }\n",
        ),
        (
            "billing.ts",
            "const text = `\nfunction chargeCard(order) {\n  return pay(order)\n}\n`\nexport function refund() { return text }\n",
        ),
        (
            "billing.py",
            "def refund():\n    \"\"\"Refunds.\n\n    def chargeCard(order):\n        return 1\n    \"\"\"\n    return 2\n",
        ),
        (
            "billing.go",
            "package billing\n\nconst text = `\nfunc chargeCard(order int) int {\n\treturn order\n}\n`\n\nfunc Refund() string { return text }\n",
        ),
        (
            "billing.rs",
            "const TEXT: &str = r#\"\nfn chargeCard(order: u32) -> u32 {\n    order\n}\n\"#;\n\npub fn refund() -> &'static str { TEXT }\n",
        ),
        (
            "Billing.java",
            "class Billing {\n  /*\n  int chargeCard(int order) {\n    return order;\n  }\n  */\n  int refund() { return 1; }\n}\n",
        ),
        (
            "billing.c",
            "/*\nint chargeCard(int order) {\n    return order;\n}\n*/\nint refund(void) { return 1; }\n",
        ),
    ] {
        let directory = tree(&[(path, text), ("other.py", "def other():\n    return 1\n")]);
        for list in ["files", "places"] {
            let asked =
                json!({ "query": "where is chargeCard defined", "symbols": ["chargeCard"], "list": list });
            let found = items(&ask(directory.path(), asked));
            let is_said = |item: &Item| {
                item.symbol.as_deref() == Some("chargeCard")
                    || item.why.as_deref().is_some_and(|why| why.contains("defines"))
            };
            assert!(!found.iter().any(is_said), "{path}: {found:?}");
        }
    }
}
