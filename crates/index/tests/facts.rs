//! One golden fixture per language: what is read of `tests/facts/<language>.<ext>` is `<language>.<ext>.facts`.
//! `UPDATE_GOLDENS=1` rewrites them. And the files that are made to defeat a parser.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use foreword_index::facts::{Definition, FileFacts, Reading, extract};
use foreword_index::language;
use foreword_model::clock;
use foreword_testkit::cpu;

const FIXTURES: &[&str] = &[
    "bash.sh",
    "c.c",
    "cpp.cpp",
    "csharp.cs",
    "css.css",
    "dart.dart",
    "elixir.ex",
    "go.go",
    "haskell.hs",
    "html.html",
    "java.java",
    "javascript.js",
    "json.json",
    "julia.jl",
    "kotlin.kt",
    "lua.lua",
    "markdown.md",
    "objc.m",
    "ocaml.ml",
    "php.php",
    "python.py",
    "r.R",
    "ruby.rb",
    "rust.rs",
    "scala.scala",
    "sql.sql",
    "swift.swift",
    "text.txt",
    "toml.toml",
    "tsx.tsx",
    "typescript.ts",
    "yaml.yml",
    "zig.zig",
];

fn read(path: &str, text: &str) -> FileFacts {
    extract(text, language::of_path(path), clock::now() + Duration::from_secs(20))
}

fn named(facts: &FileFacts, number: Option<u32>) -> String {
    number.map(|number| format!(" in {}", facts.definitions[number as usize].name)).unwrap_or_default()
}

fn definition_line(facts: &FileFacts, found: &Definition) -> String {
    let Definition { kind, name, start_line, name_line, end_line, signature, .. } = found;
    let receiver = found.receiver.as_ref().map(|receiver| format!(" of {receiver}")).unwrap_or_default();
    let doc = found.doc.map(|(first, last)| format!(" doc {first}-{last}")).unwrap_or_default();
    let container = named(facts, found.container);
    format!("{kind:?} {name}{container}{receiver} {start_line}/{name_line}-{end_line}{doc}: {signature}")
}

fn show(facts: &FileFacts) -> String {
    let mut shown = format!("{:?}\n", facts.reading);
    for found in &facts.definitions {
        let _ = writeln!(shown, "define {}", definition_line(facts, found));
    }
    for base in &facts.bases {
        let _ = writeln!(shown, "base {}: {} from {}", base.line, base.derived, base.base);
    }
    for import in &facts.imports {
        let names: Vec<String> = import.names.iter().map(|(name, local)| format!("{name}>{local}")).collect();
        let verb = if import.is_reexport { "reexport" } else { "import" };
        let _ = writeln!(shown, "{verb} {}: {} [{}]", import.line, import.module, names.join(", "));
    }
    for binding in &facts.bindings {
        let ((first, last), within) = (binding.scope, named(facts, binding.within));
        let _ = writeln!(
            shown,
            "bind {} of {first}-{last}: {} {}{within}",
            binding.line, binding.name, binding.value
        );
    }
    for call in &facts.calls {
        let receiver = call.receiver.as_ref().map(|receiver| format!("{receiver} | ")).unwrap_or_default();
        let within = named(facts, call.within);
        let _ = writeln!(shown, "call {}: {receiver}{}({}){within}", call.line, call.name, call.arguments);
    }
    for reference in &facts.references {
        let within = named(facts, reference.within);
        let _ = writeln!(shown, "refer {}: {}{within}", reference.line, reference.name);
    }
    for chunk in &facts.chunks {
        let owner = named(facts, chunk.definition);
        let _ = writeln!(shown, "chunk {}-{}{owner}", chunk.start_line, chunk.end_line);
    }
    shown
}

/// Every line that holds text is in one chunk, and none is in two.
fn check_chunks(file: &str, text: &str, facts: &FileFacts) {
    let mut owners = vec![0_u8; text.lines().count() + 1];
    for chunk in &facts.chunks {
        assert!(chunk.start_line >= 1 && chunk.start_line <= chunk.end_line, "{file}: {chunk:?}");
        for line in chunk.start_line..=chunk.end_line {
            owners[line as usize] += 1;
        }
    }
    for (number, line) in (1..).zip(text.lines()) {
        let expected = u8::from(!line.trim().is_empty());
        assert!(owners[number] <= 1 && owners[number] >= expected, "{file}:{number} {line:?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the fixtures are beside the test, not in a repository")]
fn goldens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts");
    let mut wrong = Vec::new();
    for file in FIXTURES {
        let text = std::fs::read_to_string(folder.join(file)).expect("a fixture");
        let facts = read(file, &text);
        check_chunks(file, &text, &facts);
        let golden = folder.join(format!("{file}.facts"));
        let shown = show(&facts);
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            std::fs::write(&golden, &shown).expect("a golden");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != shown {
            wrong.push(format!("{file}:\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "differ from their goldens:\n{}", wrong.join("\n"));
}

/// Read with the deadline that an index gives a file.
fn survives(file: &str, text: &str) -> Reading {
    let before = cpu::of_thread();
    let facts = extract(text, language::of_path(file), clock::now() + Duration::from_millis(250));
    let took = cpu::of_thread() - before;
    assert!(took < Duration::from_secs(3), "{file}: {took:?}");
    assert_eq!(facts.chunks.is_empty(), text.trim().is_empty(), "{file}");
    facts.reading
}

#[test]
fn nesting_neither_aborts_nor_hangs() {
    let cases = [
        ("a.rs", "(", ")"),
        ("a.py", "[", "]"),
        ("a.js", "{", "}"),
        ("a.go", "(", ")"),
        ("a.c", "{", "}"),
        ("a.java", "(", ")"),
        ("a.rb", "[", "]"),
        ("a.json", "[", "]"),
        ("a.html", "<div>", "</div>"),
        ("a.md", "> ", ""),
        ("a.md", "* ", ""),
        ("a.yml", "- ", ""),
        ("a.yml", "[", "]"),
        ("a.hs", "(", ")"),
        ("a.ml", "(", ")"),
        ("a.php", "<?php {", "}"),
        ("a.swift", "{", "}"),
        ("a.kt", "{", "}"),
        ("a.sh", "$(", ")"),
        ("a.ex", "[", "]"),
        ("a.scala", "{", "}"),
        ("a.lua", "--[[", "]]"),
        ("a.cs", "{", "}"),
        ("a.jl", "(", ")"),
    ];
    for (file, open, close) in cases {
        for separator in ["", "\n"] {
            let open = format!("{open}{separator}");
            survives(file, &format!("{}{}\n", open.repeat(100_000), close.repeat(100_000)));
        }
        // As much as is still parsed: no endless line, no line over and over, not too many open at once.
        let (open, close) = (format!("{}\n", open.repeat(100)), format!("{}\n", close.repeat(100)));
        survives(file, &format!("{}{}\n", open.repeat(400), close.repeat(400)));
    }
}

#[test]
fn lines_and_bytes_without_end() {
    let line = "a(b);".repeat(2_000_000);
    let blank = "\n".repeat(2_000_000);
    let zeros = format!("fn a() {{}}\n{}", "\0".repeat(1_000_000));
    let indented: String = (0..4_000).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
    for file in ["a.rs", "a.py", "a.js", "a.c", "a.rb", "a.md", "a.yml", "a.hs", "a.txt", "a.html", "a.sql"] {
        assert_ne!(survives(file, &line), Reading::Parsed, "{file}");
        survives(file, &blank);
        survives(file, &zeros);
        survives(file, &indented);
    }
}

/// The scanners of some grammars keep their state in a kilobyte, and abort when it does not fit.
#[test]
fn a_state_that_does_not_fit_neither_aborts_nor_hangs() {
    let stairs = |levels: usize, step: &str, line: &str| -> String {
        (0..levels).map(|level| format!("{}{line}\n", step.repeat(level))).collect()
    };
    let many = |item: &str, count: usize| item.repeat(count);
    for levels in [127, 254, 520] {
        let deepest = " ".repeat(levels);
        for step in [" ", "\t"] {
            let steps = step.repeat(levels);
            survives("a.py", &format!("{}{steps}x = f'{{a!r:>{{b}}}}'\n", stairs(levels, step, "if a:")));
            survives("a.py", &format!("{}{deepest}x = 'a' 'b' \"\"\"c\n", stairs(levels, step, "if a:")));
            survives("a.yml", &stairs(levels, step, "a:"));
            survives("a.yml", &stairs(levels, step, "- a:"));
            survives("a.yml", &stairs(levels, step, "? a"));
            survives("a.hs", &stairs(levels, step, "f = do"));
            survives("a.scala", &stairs(levels, step, "def a ="));
            survives("a.md", &stairs(levels, step, "- a"));
            survives("a.html", &stairs(levels, step, "<custom-tag>"));
        }
        for file in
            ["a.yml", "a.md", "a.rb", "a.py", "a.sh", "a.php", "a.cs", "a.ml", "a.r", "a.sql", "a.cpp"]
        {
            for item in ["- ", "a: ", "? ", "> ", "[a, ", "{a: ", "&a ", "!t ", "|\n "] {
                survives(file, &format!("{}\n", many(item, levels)));
                survives(file, &format!("k:\n {}\n {}\n", many(item, levels), many(item, levels)));
            }
            let word = many("W", levels);
            survives(file, &format!("x = <<{word}\na\n{word}\n"));
            survives(file, &format!("<?php x = <<<{word}\na\n{word}\n"));
            survives(file, &format!("{}\na\n", many("<<A ", levels)));
            survives(file, &format!("{}\na\n", many("x(<<~A, <<-B)\n", levels)));
            survives(file, &format!("{}\na\n", many("\"#{", levels)));
            survives(file, &format!("{}\na\n", many("f\"{", levels)));
            survives(file, &format!("{}\na\n", many("$\"{", levels)));
            survives(file, &format!("x = {{{word}|a|{word}}} R\"{word}(a){word}\" ${word}$a${word}$\n"));
        }
    }
}

#[test]
fn no_time_is_text() {
    let text = "fn a() {}\n".repeat(50_000);
    let facts = extract(&text, language::of_path("a.rs"), clock::now());
    assert_eq!(facts.reading, Reading::Defeated);
    assert_eq!(facts.definitions.len(), 0);
    assert_eq!(facts.chunks.len(), 1_000);
}
