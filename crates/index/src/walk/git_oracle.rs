//! Ignore files of any text, read by us and by git: what git ignores is never content.

use std::path::Path;

use foreword_guard::path::Jail;
use foreword_testkit::process::Invocation;
use proptest::prelude::*;
use tempfile::TempDir;

use super::content::{ContentRules, EntryKind};

/// Files below the names of which every rule is made.
const FILES: [&str; 16] = [
    "a",
    "b.py",
    "foo",
    "Foo",
    "fooa/b/foo",
    "a b",
    "out/a",
    "out/foo/b.py",
    "out/x y",
    "sub/a",
    "sub/foo",
    "sub/b.py",
    "sub/out/a",
    "sub/deep/foo",
    "sub/deep/out/b.py",
    "sub/deep/]",
];

/// Parts of rules, the odd ones among them.
fn rule() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec!["a", "foo", "b.py", "out", "sub", "deep", ".py", "o", "f", "b"]),
        3 => prop::sample::select(vec!["*", "**", "/", "?", "/**/", "**/", "/**", "*.", "!"]),
        2 => prop::sample::select(vec![
            "[", "]", "[f-b]", "[a-f]", "[!a]", "[^b]", "[]]", "[[:alpha:]]", "[[:x:]]", "[[:", "[a", "[\\]]", "{a,b}", "-",
            "[!-a]", "[--a]",
        ]),
        1 => prop::sample::select(vec!["\\", "\\ ", " ", "\t", "\r", "#", "\\!", "\\#", "\u{a0}", "\\\\"]),
    ];
    let parts = prop::collection::vec(part, 0..5).prop_map(|parts| parts.concat());
    (
        prop::sample::select(vec!["", "", "", "!", "/", "!/"]),
        parts,
        prop::sample::select(vec!["", "", "/", " ", "\r"]),
    )
        .prop_map(|(begin, parts, end)| [begin, &parts, end].concat())
}

fn rules() -> impl Strategy<Value = String> {
    prop::collection::vec(rule(), 0..5).prop_map(|rules| rules.join("\n"))
}

fn git(root: &Path, args: &[&str], stdin: &str) -> String {
    let git = Invocation::new("git").args(args).stdin(stdin).cwd(root);
    let output = git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").run();
    // 1: nothing is ignored.
    assert!(matches!(output.code(), Some(0 | 1)), "{}", output.stderr_text());
    output.stdout_text()
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..ProptestConfig::with_cases(
        std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(24),
    ) })]

    #[test]
    fn what_git_ignores_is_no_content(
        top in rules(), nested in rules(), exclude in rules(), dot_ignore in rules(), folds in any::<bool>(),
    ) {
        let directory = TempDir::new().expect("a directory");
        let root = directory.path().canonicalize().expect("a path");
        let config = format!("[core]\nrepositoryformatversion = 0\nignoreCase = {folds}\n");
        let odd: [(&str, &str); 8] = [
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".git/objects/x", ""),
            (".git/refs/x", ""),
            (".git/config", &config),
            (".git/info/exclude", &exclude),
            (".gitignore", &top),
            ("sub/.gitignore", &nested),
            ("sub/.ignore", &dot_ignore),
        ];
        for (path, text) in FILES.iter().map(|path| (*path, "")).chain(odd) {
            let file = root.join(path);
            std::fs::create_dir_all(file.parent().expect("a parent")).expect("directories");
            std::fs::write(file, text).expect("a file");
        }
        let asked = FILES.join("\0");
        let answer = git(&root, &["check-ignore", "--no-index", "-z", "--stdin"], &asked);
        let ignored: Vec<&str> = answer.split('\0').collect();
        let ours = ContentRules::new(&Jail::open(&root).expect("a jail"), &[]);
        for path in FILES {
            let is_hidden = ours.refused(path, EntryKind::File).is_some();
            prop_assert!(is_hidden || !ignored.contains(&path), "{path} is ignored by git");
            prop_assert!(!is_hidden || ignored.contains(&path) || !dot_ignore.is_empty(), "{path} is not ignored by git");
        }
    }
}
