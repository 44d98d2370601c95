//! Golden traces in `tests/traces`, and what holds for any text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use foreword_model::limits::{TRACE_FRAMES, TRACE_MESSAGES, TRACE_STACK_INNERMOST, TRACE_STACK_OUTERMOST};
use proptest::prelude::*;

use super::*;
use crate::frames::{FrameTarget, map};

/// A file of the folder of golden traces.
fn fixture(name: &str) -> String {
    let path = folder().join(name);
    #[expect(clippy::disallowed_methods, reason = "a fixture of this crate")]
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces")
}

/// One row of `EXPECT.tsv` against what its trace says.
fn check(row: &str) -> String {
    let columns: Vec<&str> = row.split('\t').collect();
    let [name, frames, place, function, code, file, others, names] = columns[..] else { panic!("{row}") };
    let text = fixture(&format!("{name}.txt"));
    let trace = parse(&text);
    // Line ends of Windows and the quotes of a mail change nothing.
    assert_eq!(parse(&text.replace('\n', "\r\n")), trace, "{name} with carriage returns");
    let ordered: Vec<Frame> = trace.nearest_first().into_iter().cloned().collect();
    let paths: BTreeSet<&str> = others.split(' ').chain([file]).filter(|path| !path.is_empty()).collect();
    let names: Vec<&str> = names.split(' ').filter(|name| !name.is_empty()).collect();
    let places = map(&ordered, paths.iter().copied(), &names);
    let inside = ordered.iter().zip(&places).find_map(|(frame, place)| match place {
        FrameTarget::Inside(mapped) => Some((frame, mapped)),
        FrameTarget::Outside | FrameTarget::Unknown => None,
    });
    let Some((frame, mapped)) = inside else { panic!("{name}: nothing inside, {places:?}\n{ordered:#?}") };
    let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
    let found_place = format!("{}{line}", frame.file.as_deref().unwrap_or("-"));
    let found_code = trace.messages.iter().find_map(|message| message.code.as_deref()).unwrap_or("-");
    let found = [frame.function.as_deref().unwrap_or("-"), found_code, mapped.candidates[0]];
    assert_eq!(
        (ordered.len().to_string().as_str(), found_place.as_str()),
        (frames, place),
        "{name}\n{ordered:#?}"
    );
    assert_eq!(found, [function, code, file], "{name}");
    assert_eq!(mapped.ties, 1, "{name}: {mapped:?}");
    name.to_owned()
}

#[test]
fn golden_traces() {
    let table = fixture("EXPECT.tsv");
    let checked: BTreeSet<String> = table.lines().filter(|row| !row.starts_with('#')).map(check).collect();
    let files =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let present: BTreeSet<String> =
        files.filter_map(|file| file.strip_suffix(".txt").map(str::to_owned)).collect();
    assert_eq!(checked, present);
}

/// Depths of the stacks of a text, as `trace.chain.depth file`.
fn stacks(text: &str) -> Vec<String> {
    let frames = parse(text).frames.into_iter().filter(|frame| frame.kind == FrameKind::Stack);
    frames.map(|f| format!("{}.{}.{} {}", f.trace, f.chain, f.depth, f.file.unwrap_or_default())).collect()
}

#[test]
fn chains_count_from_the_root_cause() {
    let java = "a.XException: m\n at a.B.c(Out.java:1)\nCaused by: a.YException: n\n at a.B.d(In.java:2)\n";
    assert_eq!(stacks(java), ["0.1.0 Out.java", "0.0.0 In.java"]);
    let python = |link: &str| {
        format!(
            "Traceback (most recent call last):\n  File \"in.py\", line 1, in f\n    a = b[c]\n        ~~~~~^^^\nKeyError: 1\n\n{link}\n\n\
             Traceback (most recent call last):\n  File \"out.py\", line 2, in g\nValueError: x\n"
        )
    };
    let from = python("The above exception was the direct cause of the following exception:");
    assert_eq!(stacks(&from), ["0.0.0 in.py", "0.1.0 out.py"]);
    let handling = python("During handling of the above exception, another exception occurred:");
    assert_eq!(stacks(&handling), ["0.1.0 in.py", "0.0.0 out.py"]);
}

#[test]
fn a_method_in_c_has_the_place_of_its_caller() {
    let text = "lib/a.rb:7:in `>': comparison failed (ArgumentError)\n\tfrom lib/a.rb:7:in `cut'\n\tfrom lib/b.rb:3:in `each'\n\tfrom lib/b.rb:3:in `run'\n";
    let named: Vec<_> = parse(text).frames.into_iter().filter_map(|frame| frame.function).collect();
    assert_eq!(named, ["cut", "run"]);
}

#[test]
fn where_an_exception_of_php_was_has_the_function_that_is_called_last() {
    let text = "PHP Fatal error:  Uncaught App\\NotFound in /srv/app/src/List.php:14\nStack trace:\n\
        #0 /srv/app/run.php(3): App\\List->first()\n#1 {main}\n  thrown in /srv/app/src/List.php on line 14\n";
    for text in [text.to_owned(), text.replace("NotFound in", "NotFound: no item in")] {
        let trace = parse(&text);
        let first = trace.nearest_first()[0];
        assert_eq!((first.line, first.function.as_deref()), (Some(14), Some("first")), "{text}\n{trace:#?}");
    }
}

#[test]
fn where_a_panic_was_has_the_function_of_its_frame() {
    let text = "thread 'main' panicked at src/a.rs:7:9:\nno\nstack backtrace:\n   0: core::panicking::panic_fmt\n             at /rustc/1/library/core/src/panicking.rs:80:14\n   1: app::cut\n             at ./src/a.rs:7:9\n";
    let trace = parse(text);
    let first = trace.nearest_first()[0];
    assert_eq!((first.line, first.function.as_deref()), (Some(7), Some("cut")));
}

#[test]
fn a_cause_may_have_a_long_message() {
    let words = "words\n".repeat(12);
    let text = format!(
        "a.XException: m\n at a.B.c(Out.java:1)\nCaused by: a.YException: n\n{words} at a.B.d(In.java:2)\n"
    );
    assert_eq!(stacks(&text), ["0.1.0 Out.java", "0.0.0 In.java"]);
}

#[test]
fn independent_traces_are_apart() {
    let python = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 1\n";
    let java = "java.lang.Error: m\n at a.B.c(B.java:1)\n at a.B.d(D.java:1)\n";
    let text = format!("{python}{python}{java}\nwords\nwords\nwords\n{java}");
    assert_eq!(
        stacks(&text),
        ["0.0.0 a.py", "1.0.0 a.py", "2.0.0 B.java", "2.0.1 D.java", "3.0.0 B.java", "3.0.1 D.java"]
    );
}

#[test]
fn of_a_deep_stack_both_ends_stay() {
    let frames: String =
        (1..=10_000).map(|line| format!("    at f{line} (/app/src/x.js:{line}:1)\n")).collect();
    let trace = parse(&format!("RangeError: Maximum call stack size exceeded\n{frames}"));
    assert_eq!(trace.frames.len(), TRACE_STACK_INNERMOST + TRACE_STACK_OUTERMOST);
    let ends = (trace.frames.first().unwrap(), trace.frames.last().unwrap());
    assert_eq!((ends.0.line, ends.0.depth, ends.1.line, ends.1.depth), (Some(1), 0, Some(10_000), 9_999));
}

#[test]
fn running_text_has_no_places() {
    let text = "Since 10:30:45 the server at localhost:8080 says v1.2.3: e.g. 12:5, see #12 and https://example.com:443/a.\n\
        1) do this\n2) at last (see above)\n- Note: it fails. user@host:22:1\n> quoted: 1:2\nratio 3:4, foo(1): bar, a.b: c\n";
    let trace = parse(text);
    assert_eq!(trace, Trace::default());
}

/// Pieces that formats are made of, so that arbitrary mixes come near to real lines.
fn hostile_line() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "at ",
        "File \"",
        "\", line ",
        ":12",
        ":3",
        "(",
        ")",
        " in ",
        "é",
        "#0 ",
        "0x1f ",
        ".py",
        "x.java",
        ".rs",
        "::",
        "$",
        "[",
        "]",
        "panicked at ",
        "thread 'm' ",
        "Caused by: ",
        "Error",
        ": ",
        "● ",
        " › ",
        "`",
        "'",
        "E   ",
        "** (",
        "==1==",
        "goroutine 1 [",
        "/blob/",
        "#L",
        "\u{1b}[",
        "m",
        "> ",
        "2024-01-01",
        "T00:00:00",
        "\\",
        "C:\\",
        "<",
        ">",
        " on line ",
        "line ",
        "--> ",
        ".go:1",
        "\t",
        "│",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read(lines in prop::collection::vec(prop_oneof![hostile_line(), any::<String>()], 0..12)) {
        let trace = parse(&lines.join("\n"));
        prop_assert!(trace.frames.len() <= TRACE_FRAMES && trace.messages.len() <= TRACE_MESSAGES);
        prop_assert!(trace.frames.iter().all(|f| f.file.is_some() || f.function.is_some() || f.container.is_some() || f.family != Family::Any));
        let starts = trace.frames.iter().filter(|f| f.kind == FrameKind::Stack && f.depth == 0).count();
        let stacks: BTreeSet<_> = trace.frames.iter().filter(|f| f.kind == FrameKind::Stack).map(|f| (f.trace, f.chain)).collect();
        prop_assert_eq!(starts, stacks.len());
        prop_assert_eq!(map(&trace.frames, ["src/x.java", "x.py"], &["x"]).len(), trace.frames.len());
    }
}
