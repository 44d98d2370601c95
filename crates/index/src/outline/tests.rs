//! One golden per grammar, and the files that defeat a parser.

use std::time::Duration;

use foreword_model::clock;
use foreword_testkit::cpu;

use super::*;
use crate::language;

fn definitions(file: &str, text: &str) -> Option<Vec<Definition>> {
    let language = language::of_path(file).expect("a known language");
    outline(text, language, clock::now() + Duration::from_secs(20))
}

/// `kind container|name start-end doc: signature`, a line each.
fn check(file: &str, text: &str, expected: &[&str]) {
    let found = definitions(file, text).expect("an outline");
    let shown: Vec<String> = found
        .iter()
        .map(|found| {
            let container = found.container.as_deref().map(|name| format!("{name}|")).unwrap_or_default();
            let doc = found.doc.map(|(first, last)| format!(" doc {first}-{last}")).unwrap_or_default();
            let Definition { kind, name, start_line, end_line, signature, .. } = found;
            format!("{kind} {container}{name} {start_line}-{end_line}{doc}: {signature}")
        })
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn rust() {
    let text = "\
/// A point.
#[derive(Debug)]
pub struct Point<T> {
    x: T,
}

impl<T: Copy> Point<T> {
    /// Reads x.
    pub fn x(
        &self,
    ) -> T {
        fn inner() {}
        self.x
    }
}

mod deep {
    pub const LIMIT: usize = 3;
    pub trait Shape { fn area(&self) -> f64; }
}
macro_rules! check { () => {}; }
";
    check(
        "a.rs",
        text,
        &[
            "struct Point 2-5 doc 1-1: pub struct Point<T>",
            "method Point|x 9-14 doc 8-8: pub fn x( &self, ) -> T",
            "function Point::x|inner 12-12: fn inner()",
            "module deep 17-20: mod deep",
            "constant deep|LIMIT 18-18: pub const LIMIT: usize = 3;",
            "trait deep|Shape 19-19: pub trait Shape",
            "method deep::Shape|area 19-19: fn area(&self) -> f64;",
            "macro check 21-21: macro_rules! check { () => {}; }",
        ],
    );
}

#[test]
fn python() {
    let text = "\
LIMIT = 3

@decorate
class Store(Base):
    \"\"\"Keeps things.

    Really.
    \"\"\"
    size: int = 0

    async def get(self, key):
        local = 1
        return key

# Runs.
def run(
    a, b
):
    pass
";
    check(
        "a.py",
        text,
        &[
            "variable LIMIT 1-1: LIMIT = 3",
            "class Store 3-13 doc 5-8: class Store(Base):",
            "variable Store|size 9-9: size: int = 0",
            "method Store|get 11-13: async def get(self, key):",
            "function run 16-19 doc 15-15: def run( a, b ):",
        ],
    );
}

#[test]
fn javascript() {
    let text = "\
// Makes a store.
export function createStore(reducer) {
  const local = 1
  const dispatch = (action) => { return action }
}
const limit = 3
class Store extends Base {
  get(key) { return key }
  set = (key) => key
}
Store.prototype.clear = function () {}
exports.run = async () => {}
";
    check(
        "a.jsx",
        text,
        &[
            "function createStore 2-5 doc 1-1: function createStore(reducer)",
            "function createStore|dispatch 4-4: dispatch = (action) =>",
            "constant limit 6-6: limit = 3",
            "class Store 7-10: class Store extends Base",
            "method Store|get 8-8: get(key)",
            "method Store|set 9-9: set = (key) =>",
            "method Store|clear 11-11: Store.prototype.clear = function ()",
            "function run 12-12: exports.run = async () =>",
        ],
    );
}

#[test]
fn typescript() {
    let text = "\
export interface Action<T> {
  type: T
  reduce(state: T): T
}
export type Reducer = (a: Action<string>) => void
export abstract class Base<T> {
  abstract run(): T
}
export enum Mode { On, Off }
namespace Deep { export const x = 1 }
export const View = (p: P): JSX.Element => <div>{p.x}</div>
";
    check(
        "a.tsx",
        text,
        &[
            "interface Action 1-4: interface Action<T>",
            "method Action|reduce 3-3: reduce(state: T): T",
            "type Reducer 5-5: type Reducer = (a: Action<string>) => void",
            "class Base 6-8: abstract class Base<T>",
            "method Base|run 7-7: abstract run(): T",
            "enum Mode 9-9: enum Mode",
            "namespace Deep 10-10: namespace Deep",
            "constant Deep|x 10-10: x = 1",
            "function View 11-11: View = (p: P): JSX.Element =>",
        ],
    );
}

#[test]
fn go() {
    let text = "\
package main

// Command is one.
type Command struct {
	Use string
}

type Runner interface {
	Run(args []string) error
}

const Limit = 3

// Execute runs it.
func (c *Command) Execute(args []string) error {
	var local = 1
	return nil
}

func main() {}
";
    check(
        "a.go",
        text,
        &[
            "struct Command 4-6 doc 3-3: Command struct",
            "interface Runner 8-10: Runner interface",
            "method Runner|Run 9-9: Run(args []string) error",
            "constant Limit 12-12: Limit = 3",
            "method Command|Execute 15-18 doc 14-14: func (c *Command) Execute(args []string) error",
            "function main 20-20: func main()",
        ],
    );
}

#[test]
fn deep_nesting_neither_aborts_nor_hangs() {
    for (file, open, close) in
        [("a.rs", "(", ")"), ("a.py", "[", "]"), ("a.js", "{", "}"), ("a.go", "(", ")")]
    {
        let text = format!("{}{}", open.repeat(100_000), close.repeat(100_000));
        let language = language::of_path(file).expect("a known language");
        let before = cpu::of_thread();
        let _ = outline(&text, language, clock::now() + Duration::from_millis(200));
        let took = cpu::of_thread() - before;
        assert!(took < Duration::from_secs(5), "{file}: {took:?}");
    }
}

#[test]
fn no_time_is_no_outline() {
    let text = "fn a() {}\n".repeat(50_000);
    let language = language::of_path("a.rs").expect("a known language");
    assert_eq!(outline(&text, language, clock::now()), None);
}

#[test]
fn a_large_file_is_outlined_around_the_lines_of_interest() {
    let filler: String = (0..3_000).map(|number| format!("fn filler_{number}() {{}}\n")).collect();
    let wanted = "/// Doc.\n#[inline]\npub fn wanted()\nwhere\n    T: X,\n{\n    needle();\n}\n";
    let text =
        format!("{filler}impl Thing {{\n    fn inner() {{\n        other();\n    }}\n}}\n{wanted}{filler}");
    let language = language::of_path("a.rs").expect("a known language");
    let lines = [3_003, 3_012];
    let found =
        outline_near(&text, language, &lines, clock::now() + Duration::from_secs(20)).expect("an outline");
    let shown: Vec<(String, u32, u32)> = found
        .iter()
        .map(|found| (found.qualified_name(Some(language)), found.start_line, found.end_line))
        .collect();
    assert_eq!(shown, [("Thing::inner".to_owned(), 3_002, 3_004), ("wanted".to_owned(), 3_007, 3_013)]);
    assert_eq!(found[1].doc, Some((3_006, 3_006)));
    let whole = definitions("a.rs", &text).expect("an outline");
    assert!(found.iter().all(|near| whole.contains(near)));
}

fn check_block(file: &str, text: &str, line: u32, expected: (&str, &str, u32, u32)) {
    let block = block_around(text, line, language::of_path(file));
    assert_eq!((block.kind, block.name.as_str(), block.start_line, block.end_line), expected);
}

#[test]
fn blocks_are_cut_by_indentation() {
    let c = "int a;\n\nstatic int run(int x)\n{\n  if (x) {\n    go();\n  }\n  return 1;\n}\n\nint b;\n";
    check_block("a.c", c, 6, ("function", "run", 3, 9));
    let ruby = "class A\n  def run(x)\n    go if x\n\n    stop\n  end\n\n  def other\n  end\nend\n";
    check_block("a.rb", ruby, 5, ("function", "run", 2, 6));
    check_block("a.c", "// one\n// two\nint x;\n", 2, ("comment", "", 1, 2));
    let yaml = "jobs:\n  test:\n    steps:\n      - run: x\nother: 1\n";
    check_block("a.yml", yaml, 4, ("block", "", 1, 4));
    check_block("a.txt", "", 3, ("block", "", 1, 1));
    check_block("a.txt", "one\ntwo\n", 99, ("block", "", 2, 2));
}

/// A definition with something at the margin in it that does not end it, and the last line of it.
const FALSE_ENDS: [(&str, &str, &str, u32); 12] = [
    (
        "a.py",
        "Shop",
        "class Shop:\n    A = '''\ndef b():\n}\n'''\n\n# note\n    def sell(self):\n        return 1\n",
        9,
    ),
    ("a.py", "sell", "@cache\ndef sell():\n    \"\"\"Doc.\n\nclass X:\n\"\"\"\n    return (\n1\n)\n", 9),
    ("a.ts", "Shop", "class Shop {\n  a = `\n}\nclass B {\n`\n// }\n  sell() {}\n}\n", 8),
    ("a.rs", "sell", "fn sell() {\n    let a = r#\"\n}\nfn other() {}\n\"#;\n/* }\n*/\n    b();\n}\n", 9),
    ("a.go", "Sell", "func Sell() {\n\ta := `\n}\nfunc B() {}\n`\n\tuse(a)\n}\n", 7),
    (
        "a.cpp",
        "Shop",
        "class Shop {\npublic:\n#if A\n  void a() {\n#else\n  void b() {\n#endif\n  }\nprivate:\n  int c;\n};\n",
        11,
    ),
    (
        "a.c",
        "sell",
        "int sell(int a)\n{\n#ifdef X\n  if (a) {\n#else\n  if (!a) {\n#endif\n    b();\n  }\nout:\n  return '}';\n}\n",
        12,
    ),
    ("a.rb", "sell", "def sell\n  a = <<~SQL\nend\nclass X\n  SQL\n  b if c\n# note\n  d\nend\n", 9),
    ("a.sh", "sell", "sell() {\n  cat <<'EOF'\n}\nother() {\nEOF\n  b\n}\n", 7),
    (
        "a.java",
        "Shop",
        "class Shop {\n  String a = \"\"\"\n}\nclass B {\n\"\"\";\n// }\n  void sell() {}\n}\n",
        8,
    ),
    (
        "a.js",
        "sell",
        "function sell(a) {\n  return a.replace(/[/\"}]/g, '}')\n/* }\nfunction b() {}\n*/\n    + 1\n}\n",
        7,
    ),
    ("a.kt", "Shop", "class Shop {\n    val a = \"\"\"\n}\nclass B {\n\"\"\"\n    fun sell() {}\n}\n", 7),
];

#[test]
fn safe_15_what_stands_at_the_margin_in_a_string_or_comment_ends_no_definition() {
    for (file, name, text, last) in FALSE_ENDS {
        let language = language::of_path(file).expect("a known language");
        let line = text.lines().position(|line| line.contains(name)).map_or(1, |row| row as u32 + 1);
        let block = block_around(text, line, Some(language));
        let found = (block.name.as_str(), block.start_line, block.end_line, block.is_whole);
        assert_eq!(found, (name, 1, last, true), "{file}: {text}");
        // The same in a file too large to be parsed whole.
        let filler = match language.name {
            "rust" => "\n// filler N\nconst XN: u8 = 1;\n",
            "go" => "\n// filler N\nvar xN = 1\n",
            "c" | "cpp" => "\n// filler N\nint xN = 1;\n",
            "java" => "\n// filler N\nclass ZN {}\n",
            "kotlin" => "\n// filler N\nval xN = 1\n",
            "javascript" | "typescript" => "\n// filler N\nxN = 1;\n",
            _ => "\n# filler N\nxN=1\n",
        };
        let fillers = (0..1_000).map(|number| filler.replace('N', &number.to_string()));
        let long: String = std::iter::once(text.to_owned()).chain(fillers).collect();
        let near = outline_near(&long, language, &[line], clock::now() + Duration::from_secs(20));
        let near = near.expect("an outline");
        let known = near.iter().find(|known| known.name == name).expect(file);
        let whole = definitions(file, &long).expect("an outline");
        let expected = whole.iter().find(|known| known.name == name).expect(file);
        assert_eq!((known.end_line, known), (expected.end_line, expected), "{file}: {text}");
    }
}

#[test]
fn safe_15_an_end_that_is_not_seen_is_not_claimed() {
    let body = "    a();\n".repeat(limits::DEFINITION_LINES + 10);
    for (file, text) in [
        ("a.rs", format!("fn sell() {{\n{body}}}\n")),
        ("a.rs", "fn sell() {\n    a();\n".to_owned()),
        ("a.py", format!("def sell():\n{body}")),
    ] {
        let block = block_around(&text, 1, language::of_path(file));
        assert_eq!((block.name.as_str(), block.is_whole), ("sell", false), "{file}");
    }
    // A class that is longer than is parsed: its methods are known, its end is not.
    let method = |number: usize| {
        format!("    fn m{number}() {{\n        a{number}();\n    }}\n\nconst X{number}: u8 = 1;\n")
    };
    let methods: String = (0..limits::OUTLINE_SPAN_BYTES / method(0).len() + 1).map(method).collect();
    let text = format!("impl Shop {{\n{methods}}}\n");
    let language = language::of_path("a.rs").expect("a known language");
    let near =
        outline_near(&text, language, &[2], clock::now() + Duration::from_secs(20)).expect("an outline");
    assert!(near.iter().all(|known| known.name != "Shop"), "{near:?}");
}
