//! Small functions of every language, with the numbers that they must have.

use std::time::Duration;

use foreword_model::clock;
use proptest::prelude::*;

use super::*;
use crate::language;

fn soon() -> Instant {
    clock::now() + Duration::from_secs(20)
}

fn functions(path: &str, text: &str) -> Vec<Function> {
    let language = language::of_path(path).expect("a language");
    measure(text, language, Reasons::Kept, soon()).expect("a measure")
}

/// Name, cyclomatic, cognitive, nesting, parameters of each function.
fn check(path: &str, text: &str, expected: &[(&str, u32, u32, u32, u32)]) {
    let found = functions(path, text);
    let numbers: Vec<_> = found
        .iter()
        .map(|one| (one.name.as_str(), one.cyclomatic, one.cognitive, one.nesting, one.parameters))
        .collect();
    let reasons: Vec<_> = found.iter().map(|one| &one.reasons).collect();
    assert_eq!(numbers, expected, "{path}: {reasons:#?}");
    for one in &found {
        let sums = one.reasons.iter().fold((1, 0), |sum, reason| {
            assert!(reason.line >= one.start_line && reason.line <= one.end_line, "{path} {reason:?}");
            (sum.0 + reason.cyclomatic, sum.1 + reason.cognitive)
        });
        assert_eq!(sums, (one.cyclomatic, one.cognitive), "{path}: each point has its reason");
    }
}

#[test]
fn each_language_has_its_numbers() {
    let is_wrong =
        |(path, text, expected): &&Snippet| std::panic::catch_unwind(|| check(path, text, expected)).is_err();
    let wrong: Vec<&str> = SNIPPETS.iter().filter(is_wrong).map(|(path, _, _)| *path).collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_measured_language_has_a_snippet() {
    let tried: Vec<Grammar> = SNIPPETS
        .iter()
        .filter_map(|(path, _, _)| language::of_path(path).and_then(|language| language.grammar))
        .collect();
    for grammar in Grammar::ALL {
        assert!(families::of(*grammar).is_none() || tried.contains(grammar), "{grammar:?}");
    }
}

type Snippet = (&'static str, &'static str, &'static [(&'static str, u32, u32, u32, u32)]);

/// The same function where the language allows it: an `if` with an `and`, in it a loop; an `else if`; an `else`.
const SNIPPETS: &[Snippet] = &[
    (
        "a.py",
        "class A:\n    def f(self, a, b=1, *c):\n        if a and b:\n            for x in c:\n                g(x)\n        elif b:\n            pass\n        else:\n            pass\n",
        &[("f", 5, 6, 2, 3)],
    ),
    (
        "b.py",
        "def f(n):\n    def g():\n        if n: pass\n    try:\n        return [x for x in n if x] or f(n)\n    except E:\n        return lambda: 1 if n else 2\n    finally:\n        g()\n",
        &[("f", 7, 6, 3, 1), ("g", 2, 1, 1, 0)],
    ),
    (
        "a.js",
        "function f(a, b = 1) {\n  if (a && b) { for (const x of a) { g(x); } } else if (b) {} else {}\n}\nconst h = (x) => x ? 1 : 2;\n",
        &[("f", 6, 6, 2, 2), ("h", 2, 1, 1, 1)],
    ),
    (
        "a.ts",
        "class A {\n  m(a?: string, b: number = 1): void {\n    switch (a) { case 'x': break; case 'y': this.m(a ?? ''); }\n  }\n}\n",
        &[("m", 5, 2, 1, 2)],
    ),
    ("a.tsx", "const A = ({ x = 1 }) => <p>{x ? 1 : 2}</p>;\n", &[("A", 3, 1, 1, 1)]),
    (
        "a.go",
        "package a\n\nfunc (t *T) F(a, b int, c string) {\n\tif a > 0 && b > 0 {\n\t\tfor i := range c {\n\t\t\tg(i)\n\t\t}\n\t} else if b > 0 {\n\t} else {\n\t}\n\th := func() {\n\t\tselect {\n\t\tcase <-x:\n\t\t}\n\t}\n}\n",
        &[("F", 5, 6, 2, 3), ("(anonymous)", 2, 1, 1, 0)],
    ),
    (
        "A.java",
        "class A {\n  abstract void n();\n  int f(int a, String... b) {\n    if (a > 0 && b != null) { for (int x : b) { g(x); } } else if (a < 0) { } else { }\n    return a > 0 ? 1 : 2;\n  }\n}\n",
        &[("f", 6, 7, 2, 2)],
    ),
    (
        "a.c",
        "int n(void);\nint f(int a, char *b) {\n#if X && Y\n  if (a && b) { while (a) { a--; } } else if (b) { } else { }\n#endif\n  goto out;\nout:\n  return a ? f(1, b) : 2;\n}\nint g(void) { return 0; }\n",
        &[("f", 7, 9, 2, 2), ("g", 1, 0, 0, 0)],
    ),
    (
        "a.cpp",
        "namespace n {\nint A::f(int a, T &&b) {\n  for (auto x : b) { if (x && a) { continue; } }\n  auto c = [&](int y) { return y ? 1 : 2; };\n  try { g(); } catch (...) { }\n}\n}\n",
        &[("f", 6, 7, 2, 2)],
    ),
    (
        "a.m",
        "@implementation A\n- (int)get:(int)a limit:(int)b {\n  if (a && b) { return 1; } else { return 2; }\n}\n@end\n",
        &[("get:limit:", 3, 3, 1, 2)],
    ),
    (
        "A.cs",
        "class A {\n  int F(int a, string b) {\n    if (a > 0 && b != null) { foreach (var x in b) { G(x); } } else if (a < 0) { } else { }\n    return b?.Length ?? 0;\n  }\n}\n",
        &[("F", 6, 6, 2, 2)],
    ),
    (
        "a.rb",
        "def f(a, b = 1)\n  if a && b\n    c.each { |x| g(x) if x }\n  elsif b\n    1\n  else\n    2\n  end\nrescue E\n  nil\nend\n",
        &[("f", 6, 8, 3, 2)],
    ),
    (
        "a.php",
        "<?php\nfunction f($a, $b = 1) {\n  if ($a && $b) { foreach ($a as $x) { g($x); } } elseif ($b) { } else { }\n  return $a ?: 2;\n}\n",
        &[("f", 5, 7, 2, 2)],
    ),
    (
        "a.rs",
        "fn f(a: u8, b: &[u8]) -> Option<u8> {\n    if a > 0 && b.len() > 0 { for x in b { g(x)?; } } else if a == 0 { } else { }\n    match a { 0 => None, 1 => f(1, b), _ => None }\n}\nimpl A { fn m(&mut self, c: u8) { let Some(d) = c else { return }; 'a: loop { break 'a; } } }\n",
        &[("f", 8, 8, 2, 2), ("m", 2, 2, 1, 1)],
    ),
    (
        "a.kt",
        "class A {\n  fun f(a: Int, b: String?): Int {\n    if (a > 0 && b != null) { for (x in b) { g(x) } } else if (a < 0) { } else { }\n    return when (a) { 1 -> 2; 2 -> 3; else -> b?.length ?: 4 }\n  }\n}\n",
        &[("f", 8, 7, 2, 2)],
    ),
    (
        "a.swift",
        "func f(a: Int, b: [Int]?) -> Int {\n  guard let b = b else { return 0 }\n  if a > 0 && b.isEmpty { for x in b { g(x) } } else if a < 0 { } else { }\n  return a > 0 ? 1 : 2\n}\n",
        &[("f", 7, 8, 2, 2)],
    ),
    (
        "a.scala",
        "object A {\n  def f(a: Int, b: String): Int = {\n    if (a > 0 && b != null) { for (x <- b) { g(x) } } else if (a < 0) { } else { }\n    a match { case 1 => 2; case _ => 3 }\n  }\n}\n",
        &[("f", 7, 7, 2, 2)],
    ),
    (
        "a.dart",
        "int f(int a, String b) {\n  if (a > 0 && b != null) { for (var x in b) { g(x); } } else if (a < 0) { } else { }\n  return a > 0 ? 1 : 2;\n}\n",
        &[("f", 6, 7, 2, 2)],
    ),
    (
        "a.lua",
        "function M.f(a, b)\n  if a and b then for i = 1, 2 do g(i) end elseif b then return 1 else return 2 end\n  repeat a = a + 1 until a > 3\nend\n",
        &[("f", 6, 7, 2, 2)],
    ),
    (
        "a.sh",
        "f() {\n  if [ -n \"$1\" ] && g; then\n    for x in a b; do h; done\n  elif i; then\n    :\n  else\n    :\n  fi\n  case \"$1\" in a) ;; *) ;; esac\n}\n",
        &[("f", 7, 7, 2, 0)],
    ),
    (
        "a.jl",
        "function f(a, b)\n    if a > 0 && b > 0\n        for x in b\n            g(x)\n        end\n    elseif b > 0\n        1\n    else\n        2\n    end\nend\n",
        &[("f", 5, 6, 2, 2)],
    ),
    (
        "a.r",
        "f <- function(a, b = 1) {\n  if (a > 0 && b > 0) { for (x in b) g(x) } else if (b > 0) { 1 } else { 2 }\n}\n",
        &[("f", 5, 6, 2, 2)],
    ),
    (
        "a.zig",
        "fn f(a: u8, b: []u8) !void {\n    if (a > 0 and b.len > 0) { for (b) |x| { try g(x); } } else if (a == 1) { } else { }\n}\n",
        &[("f", 6, 6, 2, 2)],
    ),
    (
        "a.ex",
        "defmodule A do\n  def f(a, b) when a > 0 do\n    if a && b do\n      case b do\n        1 -> 1\n        2 -> 2\n        _ -> 3\n      end\n    else\n      4\n    end\n  end\nend\n",
        &[("f", 5, 5, 2, 2)],
    ),
    (
        "a.hs",
        "f :: Int -> Int -> Int\nf a b\n  | a > 0 = if a > 0 && b > 0 then 1 else 2\n  | otherwise = case b of\n      1 -> 1\n      _ -> 2\n",
        &[("f", 5, 3, 1, 2)],
    ),
    (
        "a.ml",
        "let f a b =\n  if a > 0 && b > 0 then 1\n  else match b with\n    | 1 -> 1\n    | 2 -> 2\n    | _ -> 3\nlet x = 1\n",
        &[("f", 5, 5, 2, 2)],
    ),
    (
        "a.sql",
        "CREATE FUNCTION f(a int, b int) RETURNS int AS $$ SELECT CASE WHEN a > 0 THEN 1 WHEN b > 0 THEN 2 ELSE 3 END $$ LANGUAGE sql;\n",
        &[("f", 3, 1, 1, 2)],
    ),
];

#[test]
fn runs_of_operators_cost_one_each() {
    for (condition, cyclomatic, cognitive) in [
        ("a && b && c", 4, 2),
        ("a && b || c", 4, 3),
        ("a && b || c && d", 5, 4),
        ("a && (b && c)", 4, 2),
        ("a && !(b && c)", 4, 3),
        ("(a || b) && (c || d)", 5, 4),
    ] {
        let text = format!("function f() {{\n  if ({condition}) {{}}\n}}\n");
        check("a.js", &text, &[("f", cyclomatic, cognitive, 1, 0)]);
    }
}

#[test]
fn conditions_are_not_inside_of_what_they_decide() {
    check("a.js", "function f() {\n  while (a ? b : c) { d ? 1 : 2; }\n}\n", &[("f", 4, 4, 2, 0)]);
    check(
        "a.js",
        "function f() {\n  if (a) {} else if (b ? c : d) { e ? 1 : 2; }\n}\n",
        &[("f", 5, 5, 2, 0)],
    );
}

#[test]
fn an_else_that_the_preprocessor_cuts_off_still_counts() {
    let text = "int f(int a) {\n  if(a)\n    return 1;\n#ifdef X\n  else if(a == 2)\n    return 2;\n#endif\n  return 0;\n}\n";
    assert_eq!(functions("a.c", text)[0].cyclomatic, 4);
}

#[test]
fn each_point_has_its_line_and_its_words() {
    let found = functions(
        "a.py",
        "def f(a):\n    if a:\n        while a or a:\n            pass\n    else:\n        f(1)\n",
    );
    let reason =
        |line, what, cyclomatic, cognitive, nesting| Reason { line, what, cyclomatic, cognitive, nesting };
    assert_eq!(
        found[0].reasons,
        [
            reason(2, "if", 1, 1, 0),
            reason(3, "loop", 1, 2, 1),
            reason(3, "or", 1, 1, 1),
            reason(5, "else", 0, 1, 0),
            reason(6, "recursion", 0, 1, 1),
        ]
    );
    let language = language::of_path("a.py").expect("a language");
    let bare = measure("def f(a):\n    if a: pass\n", language, Reasons::Dropped, soon()).expect("a measure");
    assert_eq!((bare[0].cyclomatic, bare[0].cognitive, bare[0].reasons.len()), (2, 1, 0));
}

#[test]
fn names_hold_what_functions_are_in() {
    let names = |path: &str, text: &str| -> Vec<String> {
        let separator = separator(language::of_path(path).expect("a language"));
        functions(path, text).iter().map(|one| one.qualified_name(separator)).collect()
    };
    assert_eq!(names("a.rs", "impl A<T> {\n    fn f() {}\n}\n"), ["A::f"]);
    assert_eq!(
        names("a.go", "package a\n\nfunc (t *T) F() {\n\tgo func() {}()\n}\n"),
        ["T.F", "T.F.(anonymous)"]
    );
    assert_eq!(
        names("a.js", "class A {\n  m() { return [1].map((x) => x); }\n}\nlet g = function () {};\n"),
        ["A.m", "A.m.(anonymous)", "g"]
    );
    assert_eq!(names("a.cs", "class A {\n  int P {\n    get { return 1; }\n  }\n}\n"), ["A.P.get"]);
}

#[test]
fn what_cannot_be_measured_has_no_numbers() {
    for path in ["a.md", "a.json", "a.html", "a.clj"] {
        let language = language::of_path(path).expect("a language");
        assert!(!is_measured(language), "{path}");
        assert_eq!(measure("x", language, Reasons::Kept, soon()), None, "{path}");
    }
    let python = language::of_path("a.py").expect("a language");
    assert_eq!(measure("x = 1\n", python, Reasons::Kept, soon()), Some(Vec::new()));
    let long = "def f(): pass;".repeat(2_000);
    assert_eq!(measure(&long, python, Reasons::Kept, soon()), None, "one line");
}

#[test]
fn depth_and_number_are_bounded() {
    let deep = format!("function f() {{{}{}}}", "if (a) {".repeat(20_000), "}".repeat(20_000));
    let deep = deep.replace('{', "{\n");
    let language = language::of_path("a.js").expect("a language");
    if let Some(found) = measure(&deep, language, Reasons::Kept, soon()) {
        assert!(found.iter().all(|one| one.reasons.len() <= limits::COMPLEXITY_REASONS));
    }
    let nested = format!("{}{}", "x => {\n".repeat(5_000), "}\n".repeat(5_000));
    let found = measure(&nested, language, Reasons::Kept, soon()).unwrap_or_default();
    assert!(found.iter().all(|one| one.container.as_ref().is_none_or(|container| container.len() < 1_000)));
}

proptest! {
    #[test]
    fn any_text_is_measured_or_not_but_never_breaks(
        text in "[a-z(){}\\[\\]?:&|;=\\n <>.,'\"#/*+-]{0,200}",
        at in 0..SNIPPETS.len(),
        cut in 0_usize..400,
    ) {
        let (path, snippet, _) = SNIPPETS[at];
        let mut cut = cut.min(snippet.len());
        while !snippet.is_char_boundary(cut) {
            cut -= 1;
        }
        let language = language::of_path(path).expect("a language");
        for text in [text.clone(), format!("{}{text}{}", &snippet[..cut], &snippet[cut..])] {
            for one in measure(&text, language, Reasons::Kept, soon()).unwrap_or_default() {
                prop_assert!(one.cyclomatic >= 1 && one.end_line >= one.start_line);
                let points: u32 = one.reasons.iter().map(|reason| reason.cyclomatic).sum();
                prop_assert_eq!(points + 1, one.cyclomatic);
            }
        }
    }
}
