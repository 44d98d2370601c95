//! What git prints of changes, as names of definitions.

use std::fmt::Write as _;

use foreword_index::history::{CommitPatch, PatchParser};
use foreword_model::limits;
use proptest::prelude::*;

const ID: &str = "0123456789abcdef0123456789abcdef01234567";
const OTHER: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn parse(output: &[u8]) -> Vec<CommitPatch> {
    let mut parser = PatchParser::default();
    parser.push(output);
    parser.finish()
}

/// The definitions of each commit as `path:name`.
fn names(output: &str) -> Vec<String> {
    let in_words = |commit: CommitPatch| {
        let named: Vec<String> =
            commit.definitions.iter().map(|(path, name)| format!("{path}:{name}")).collect();
        format!("{} {}", &commit.id[..4], named.join(" "))
    };
    parse(output.as_bytes()).into_iter().map(in_words).collect()
}

/// One commit that changes one file, with these hunks.
fn patch(path: &str, hunks: &str) -> String {
    format!("\0{ID}\n\ndiff --git a/{path} b/{path}\nindex 1..2 100644\n--- a/{path}\n+++ b/{path}\n{hunks}")
}

fn check(path: &str, hunks: &str, expected: &str) {
    assert_eq!(names(&patch(path, hunks)), [format!("0123 {expected}")], "{hunks}");
}

#[test]
fn a_changed_line_belongs_to_the_definition_above_it() {
    for (path, hunks, expected) in [
        ("a.py", "@@ -4 +4 @@ def save(self):\n-        a\n+        b\n", "a.py:save"),
        // A definition line names itself, on both sides, and what follows belongs to it.
        (
            "a.py",
            "@@ -4 +4,2 @@ class A:\n-    def old(self):\n+    def new(self):\n+        x\n",
            "a.py:new a.py:old",
        ),
        // Between two hunks nothing is carried over.
        ("a.py", "@@ -4,0 +4 @@ def a():\n+    x\n@@ -9,0 +9 @@ def b():\n+    y\n", "a.py:a a.py:b"),
        // Comments, decorators and attributes are of what they stand above, or else of what they stand in.
        ("a.py", "@@ -4,0 +4,4 @@ def a():\n+\n+    # why\n+    @cached\n+    def b(self):\n", "a.py:b"),
        ("a.py", "@@ -4 +4 @@ def a():\n-    # why\n+    # why not\n", "a.py:a"),
        ("a.rs", "@@ -4,0 +4,2 @@ fn a() {\n+    #[test]\n+    fn b() {\n", "a.rs:b"),
        // What stands at the margin is in nothing, and blank lines and braces say nothing.
        ("a.py", "@@ -4,0 +4,2 @@ def a():\n+import os\n+LIMIT = 3\n", ""),
        ("a.rs", "@@ -4,0 +4,3 @@ fn a() {\n+}\n+\n+fn b() {\n", "a.rs:b"),
        ("a.hs", "@@ -4,0 +4 @@ parse :: Text -> Text\n+parse text = text\n", "a.hs:parse"),
        // A line that looks like a header.
        ("a.py", "@@ -4 +4 @@ def a():\n--- a/b.py\n+++ b/c.py\n", "a.py:a"),
        (
            "a.py",
            "@@ -4 +4 @@ def a():\n-    x\n\\ No newline at end of file\n+    y\n\\ No newline at end of file\n",
            "a.py:a",
        ),
        ("a.ex", "@@ -4 +4 @@ def empty?(list) do\n-    x\n+    y\n", "a.ex:empty?"),
        ("a.java", "@@ -4 +4 @@ public void save(Item item) {\n-    x\n+    y\n", "a.java:save"),
        // git cuts the line that it names a hunk by.
        (
            "a.ts",
            "@@ -4 +4 @@   private async save(first: SomeVeryLongTypeName, second: AnotherVeryLongTypeName, thi\n-    x\n+    y\n",
            "a.ts:save",
        ),
        ("a b.py", "@@ -4 +4 @@ def a():\n-    x\n+    y\n", "a b.py:a"),
        // What only looks like a definition.
        (
            "a.php",
            "@@ -1,0 +1,3 @@\n+namespace App\\Models;\n+    static function () use ($x) {\n+        1;\n",
            "",
        ),
        (
            "a.dart",
            "@@ -4,0 +4,3 @@ Widget build(BuildContext context) {\n+      const Text('x'),\n+      child: const Text('x'),\n+      y\n",
            "a.dart:build",
        ),
        ("a.svelte", "@@ -4 +4 @@ </script>\n-  <p>a\n+  <p>b\n", ""),
        // No code, a deletion, a name that git quotes, a header that is none.
        ("a.md", "@@ -4 +4 @@ def a():\n-    x\n+    y\n", ""),
        ("a.py", "+++ /dev/null\n@@ -4 +0,0 @@ def a():\n-    x\n", ""),
        ("a.py", "+++ \"b/a\\n.py\"\n@@ -4 +0,0 @@ def a():\n-    x\n", ""),
        ("a.py", "@@ -x +4 @@ def a():\n-    x\n", ""),
        ("a.py", "@@ -4 +4 @@ what is this\n-    x\n+    y\n", ""),
        // A name that is none, and one that is too long.
        ("a.py", "@@ -4,0 +4 @@\n+def a\u{202e}b():\n", ""),
    ] {
        check(path, hunks, expected);
    }
    check("a.py", &format!("@@ -4,0 +4 @@\n+def {}():\n", "a".repeat(limits::FACTS_NAME_BYTES + 1)), "");
}

#[test]
fn commits_are_told_apart() {
    let first = patch("a.py", "@@ -4,0 +4 @@ def a():\n+    x\n");
    let output = format!(
        "{first}\0{OTHER}\n\ndiff --git a/b.py b/b.py\n+++ b/b.py\n@@ -1 +1 @@ def b():\n-  x\n+  y\n"
    );
    assert_eq!(names(&output), ["0123 a.py:a", "aaaa b.py:b"]);
    assert_eq!(names("fatal: no\n\0abc\n"), [""; 0]);
}

#[test]
fn what_touches_much_names_nothing() {
    let files = |count: usize| -> String {
        (0..count).fold(format!("\0{ID}\n\n"), |mut text, number| {
            let _ = write!(text, "diff --git a/f{number}.py b/f{number}.py\n+++ b/f{number}.py\n");
            text + "@@ -1,0 +1 @@\n+def a():\n"
        })
    };
    let many = |count: usize| -> String {
        let lines: String = (0..count).map(|number| format!("+def f{number}():\n")).collect();
        patch("a.py", &format!("@@ -0,0 +1,{count} @@\n{lines}"))
    };
    for (output, expected) in [
        (files(limits::DEFINITION_HISTORY_FILES), limits::DEFINITION_HISTORY_FILES),
        (files(limits::DEFINITION_HISTORY_FILES + 1), 0),
        (many(limits::DEFINITION_HISTORY_NAMES), limits::DEFINITION_HISTORY_NAMES),
        (many(limits::DEFINITION_HISTORY_NAMES + 1), 0),
    ] {
        assert_eq!(parse(output.as_bytes())[0].definitions.len(), expected);
    }
}

/// Pieces that git's output is made of, and others.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => Just(format!("\0{ID}\n").into_bytes()),
        6 => prop::sample::select(vec![
            "\n", "diff --git a/a.py b/a.py\n", "+++ b/a.py\n", "--- a/a.py\n", "@@ -1 +1,2 @@ def a():\n",
            "@@ -1,0 +1,3 @@\n", "+def b():\n", "-    def c():\n", "+    x\n", "    ", "+", "-", "\0", "\\ No newline\n",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
        1 => Just(vec![b'x'; limits::PATH_BYTES + 20]),
    ]
}

proptest! {
    #[test]
    fn any_bytes_in_any_pieces_give_the_same(
        pieces in prop::collection::vec(piece(), 0..60),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let bytes = pieces.concat();
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        ends.push(bytes.len());
        ends.sort_unstable();
        let mut parser = PatchParser::default();
        let mut start = 0;
        for end in ends {
            parser.push(&bytes[start..end]);
            start = end;
        }
        prop_assert_eq!(parser.finish(), parse(&bytes));
    }

    #[test]
    fn any_bytes_are_read_to_some_end(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for commit in parse(&bytes) {
            prop_assert!(commit.definitions.len() <= limits::DEFINITION_HISTORY_NAMES);
        }
    }
}
