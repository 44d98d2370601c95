//! Java, Kotlin, Scala and Clojure: stack traces, compilers, Maven, Gradle and JUnit.

use super::builder::{Builder, Link, Order};
use super::errors;
use super::lines::Line;
use super::scan::{has_extension, is_name, is_source_path, leading_position, number, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Jvm;
const ORDER: Order = Order::InnermostFirst;
const EXTENSIONS: [&str; 10] = ["java", "kt", "kts", "scala", "sc", "groovy", "clj", "cljc", "gradle", "sbt"];

/// Takes a line of a trace, compiler or test runner of the JVM.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    match text.as_bytes().first() {
        Some(b'a') => text.strip_prefix("at ").is_some_and(|rest| frame(rest.trim(), builder)),
        Some(b'C' | b'S') => linked(text, builder) || failed(text, builder),
        Some(b'.') => {
            text.strip_prefix("... ").is_some_and(|rest| rest.ends_with(" more") || rest.ends_with("omitted"))
        }
        Some(b'e' | b'w') => kotlin(text, builder) || maven(text, builder) || failed(text, builder),
        Some(b'-') if text.starts_with("-- ") => dotty(text, builder),
        _ => maven(text, builder) || failed(text, builder) || thrown(text, builder),
    }
}

/// `java.base/pkg.Class$Inner.method(File.java:12) ~[jar:1.0]`.
fn frame(text: &str, builder: &mut Builder) -> bool {
    let Some((name, rest)) = text.split_once('(') else { return false };
    let Some((place, jar)) = rest.split_once(')') else { return false };
    if name.contains(' ') || !name.contains('.') {
        return false;
    }
    let (file, line) = match place {
        "Native Method" | "Unknown Source" | "<generated>" | "Unknown Source:0" => (None, None),
        _ => {
            let position = whole_position(place).filter(|position| !position.path.contains(':'));
            let (file, line) =
                position.map_or((place, None), |position| (position.path, Some(position.line)));
            let is_file = has_extension(file, &EXTENSIONS) || matches!(file, "SourceFile" | "Unknown Source");
            if !is_file || file.contains(['/', ' ']) && !file.starts_with("Unknown") {
                return false;
            }
            (has_extension(file, &EXTENSIONS).then_some(file), line)
        }
    };
    let (module, name) = name.rsplit_once('/').unwrap_or(("", name));
    let module = module.split(['/', '@']).next().unwrap_or("");
    let jar = jar
        .trim()
        .trim_start_matches('~')
        .trim_start_matches('[')
        .split([':', ']'])
        .next()
        .unwrap_or("")
        .trim_end_matches('/');
    let package =
        [module, jar].into_iter().find(|package| !matches!(*package, "" | "app" | "?" | "na" | "classes"));
    let named = names::jvm(name, file.unwrap_or(""));
    let file = file.map(str::to_owned);
    let package = package.map(str::to_owned);
    builder
        .stack_frame(ORDER, Frame { file, line, package, family: FAMILY, ..Frame::default() }.named(named));
    true
}

/// `Caused by: X: msg`, `Suppressed: X: msg`.
fn linked(text: &str, builder: &mut Builder) -> bool {
    let (link, rest) =
        if let Some(rest) = text.strip_prefix("Caused by: ").or_else(|| text.strip_prefix("Caused by ")) {
            (Link::Cause, rest)
        } else if let Some(rest) = text.strip_prefix("Suppressed: ") {
            (Link::Consequence, rest)
        } else {
            return false;
        };
    let Some((code, words)) = errors::named(rest).or_else(|| errors::capitalised(rest)) else { return false };
    builder.link(link);
    builder.message(Some(code), words);
    true
}

/// `e: file:///p/Foo.kt:12:5 msg`, `e: /p/Foo.kt: (12, 5): msg`.
fn kotlin(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) = text.strip_prefix("e: ").or_else(|| text.strip_prefix("w: ")) else { return false };
    if let Some((path, after)) = rest.split_once(": (")
        && is_source_path(path)
        && let Some((line, after)) = number(after)
    {
        let words = after.split_once("): ").map_or("", |(_, words)| words);
        return diagnostic(path, line, words, builder);
    }
    leading_position(rest)
        .is_some_and(|(position, words)| diagnostic(position.path, position.line, words, builder))
}

/// `/p/Foo.java:[12,34] msg`.
fn maven(text: &str, builder: &mut Builder) -> bool {
    let Some((path, after)) = text.split_once(":[").filter(|(path, _)| path.contains('.')) else {
        return false;
    };
    let Some((line, after)) = number(after) else { return false };
    let words = after.split_once(']').map_or("", |(_, words)| words);
    is_source_path(path) && diagnostic(path, line, words, builder)
}

/// `-- [E007] Type Mismatch Error: src/Foo.scala:12:5 ---`.
fn dotty(text: &str, builder: &mut Builder) -> bool {
    let Some((title, place)) = text.trim_end_matches('-').trim_start_matches("-- ").trim().rsplit_once(": ")
    else {
        return false;
    };
    let Some(position) = whole_position(place.trim()).filter(|position| is_source_path(position.path)) else {
        return false;
    };
    let code = title.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let (code, words) = code.map_or((None, title), |(code, words)| (Some(code), words));
    builder.message(code, words);
    builder.place(FrameKind::Diagnostic, Frame::at(FAMILY, position.path, position.line));
    true
}

fn diagnostic(path: &str, line: u32, words: &str, builder: &mut Builder) -> bool {
    builder.message(None, words.trim_start_matches([':', ' ']));
    builder.place(FrameKind::Diagnostic, Frame::at(FAMILY, path, line));
    true
}

/// `java.lang.AssertionError at FooTest.java:42` of Gradle.
fn thrown(text: &str, builder: &mut Builder) -> bool {
    let Some((error, place)) = text.split_once(" at ") else { return false };
    let Some(position) = whole_position(place).filter(|position| has_extension(position.path, &EXTENSIONS))
    else {
        return false;
    };
    if errors::named(error).is_none() || position.path.contains(' ') {
        return false;
    }
    builder.message(Some(error), "");
    builder.place(FrameKind::Thrown, Frame::at(FAMILY, position.path, position.line));
    true
}

/// `FooTest.testBar:42 why`, `a.FooTest.testBar -- Time elapsed: … <<< FAILURE!`, `FooTest > testBar() FAILED`.
fn failed(text: &str, builder: &mut Builder) -> bool {
    if let Some(before) = text.strip_suffix("<<< FAILURE!").or_else(|| text.strip_suffix("<<< ERROR!")) {
        let Some((id, _)) = before.split_once(" Time elapsed") else { return false };
        return elapsed(id.trim().trim_end_matches("--").trim(), builder);
    }
    if let Some((class, method)) = text.strip_suffix(" FAILED").and_then(|id| id.rsplit_once(" > ")) {
        let class = class.rsplit(" > ").next().unwrap_or(class);
        return test(class, method.trim_end_matches("()"), None, builder);
    }
    let id = &text[..text.find(' ').unwrap_or(text.len())];
    let Some(position) = whole_position(id).filter(|position| is_name(position.path, &['.', '$'])) else {
        return false;
    };
    let id = position.path.split("->").next().unwrap_or(position.path);
    let Some((class, method)) = id.rsplit_once('.') else { return false };
    let simple = class.rsplit('.').next().unwrap_or(class);
    let is_test = simple.starts_with(char::is_uppercase) && method.starts_with(char::is_lowercase);
    let is_test_class =
        ["Test", "Tests", "IT", "Spec", "Suite", "TestCase"].iter().any(|end| simple.ends_with(end));
    is_test && is_test_class && test(class, method, Some(position.line), builder)
}

/// `a.FooTest.testBar`, `testBar(a.FooTest)`.
fn elapsed(id: &str, builder: &mut Builder) -> bool {
    let pair = match id.split_once('(') {
        Some((method, class)) => Some((class.trim_end_matches(')'), method)),
        None => id.rsplit_once('.'),
    };
    pair.is_some_and(|(class, method)| {
        is_name(class, &['.', '$']) && !class.is_empty() && test(class, method, None, builder)
    })
}

fn test(class: &str, method: &str, line: Option<u32>, builder: &mut Builder) -> bool {
    let frame = Frame { line, family: FAMILY, ..Frame::default() };
    let (function, container) = (Some(method.to_owned()), Some(class.replace('$', ".")));
    builder.place(FrameKind::Test, Frame { function, container, ..frame });
    true
}
