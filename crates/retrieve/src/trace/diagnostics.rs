//! Messages of compilers and linters in the forms that most of them share: `x.c:1:2: error: why`, `x.cs(1,2): error CS1: why`.

use super::builder::{Builder, Order};
use super::lines::Line;
use super::scan::{Position, base_name, is_name, is_source_path, leading_position, number, paren_position};
use super::{Family, Frame, FrameKind, Severity, names};

/// What programs put before a position.
const INTRODUCTIONS: [&str; 8] = ["Error: ", "error: ", "ERROR: ", "vet: ", "lua: ", "luajit: ", "✘ ", "× "];
/// Words of a message that make it one, if the position has no column.
const SEVERE: [&str; 6] = ["error", "warning", "fail", "fatal", "undefined", "note:"];

/// Takes the line of a diagnostic.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    let text = INTRODUCTIONS.iter().find_map(|introduction| text.strip_prefix(introduction)).unwrap_or(text);
    if let Some(rest) = text.strip_prefix("CMake Error at ") {
        return cmake(rest, builder);
    }
    if line.has_position
        && let Some((position, rest)) = leading_position(text)
    {
        let is_lua = line.text.starts_with("lua");
        let words = rest.strip_prefix(": ").filter(|_| is_lua);
        return words.is_some_and(|words| diagnostic(position, words, builder))
            || positioned(text, position, rest, builder);
    }
    if let Some((position, rest)) = paren_position(text)
        && let Some(rest) = rest.trim_start().strip_prefix(':')
    {
        return diagnostic(position, rest.trim(), builder);
    }
    if row(text, builder) {
        return true;
    }
    if is_source_path(text) && text.contains(['/', '\\']) {
        builder.memory.heading_file = Some(text.to_owned());
    }
    false
}

/// The family of a source file.
pub(super) fn family_of(path: &str) -> Family {
    let extension = base_name(path).rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "py" | "pyi" | "pyx" | "pxd" | "ipynb" => Family::Python,
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" | "vue" | "svelte" | "astro" => {
            Family::JavaScript
        }
        "java" | "kt" | "kts" | "scala" | "sc" | "groovy" | "gradle" | "clj" | "cljc" | "sbt" => Family::Jvm,
        "go" => Family::Go,
        "rs" => Family::Rust,
        "c" | "cc" | "cpp" | "cxx" | "c++" | "h" | "hh" | "hpp" | "hxx" | "inl" | "ipp" | "cu" | "cuh" => {
            Family::Native
        }
        "cs" | "fs" | "fsx" | "vb" | "cshtml" | "razor" | "xaml" => Family::DotNet,
        "rb" | "rake" | "erb" | "haml" | "slim" => Family::Ruby,
        "php" | "phtml" | "inc" | "twig" => Family::Php,
        "ex" | "exs" | "eex" | "heex" | "leex" | "erl" | "hrl" => Family::Elixir,
        "swift" | "m" | "mm" => Family::Swift,
        _ => Family::Any,
    }
}

/// `: error: why`, ` - error TS1: why`, `: in function 'f'` behind a position.
fn positioned(text: &str, position: Position<'_>, rest: &str, builder: &mut Builder) -> bool {
    let digits = text[position.path.len() + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let has_column = text.len() - rest.len() > position.path.len() + 1 + digits;
    let Some(words) =
        rest.strip_prefix(": ").or_else(|| rest.strip_prefix(" - ")).or((rest == ":").then_some(""))
    else {
        return false;
    };
    let words = words.trim();
    if words == "in main chunk" {
        builder.stack_frame(Order::InnermostFirst, frame(position));
        return true;
    }
    if let Some(name) = words.strip_prefix("in function ").or_else(|| words.strip_prefix("in method ")) {
        let name = names::python(name.trim_matches(['\'', '<', '>']));
        builder.stack_frame(Order::InnermostFirst, frame(position).named(name));
        return true;
    }
    if let Some((_, name)) = words.strip_prefix("0x").and_then(|rest| rest.split_once(" in ")) {
        let name = names::cpp(name.split(" (").next().unwrap_or(name));
        builder.stack_frame(Order::InnermostFirst, frame(position).named(name));
        return true;
    }
    let lower = words.to_ascii_lowercase();
    if has_column || SEVERE.iter().any(|severe| lower.contains(severe)) {
        return diagnostic(position, words, builder);
    }
    false
}

fn frame(position: Position<'_>) -> Frame {
    Frame::at(family_of(position.path), position.path, position.line)
}

/// The place and, unless it is a mere note, the message.
fn diagnostic(position: Position<'_>, words: &str, builder: &mut Builder) -> bool {
    let is_thrown = ["Fatal error", "Precondition failed", "Assertion failed", "runtime error"]
        .iter()
        .any(|s| words.starts_with(s));
    let severity = severity(words);
    let kind = if is_thrown { FrameKind::Thrown } else { FrameKind::Diagnostic };
    builder.place(kind, Frame { severity, ..frame(position) });
    if severity != Severity::Error {
        return true;
    }
    let (code, words) = code(words);
    builder.message(code, words);
    true
}

/// How grave the words behind a position say that it is.
pub(super) fn severity(words: &str) -> Severity {
    if words.starts_with("warning") {
        Severity::Warning
    } else if ["note", "help", "info"].iter().any(|severity| words.starts_with(severity)) {
        Severity::Note
    } else {
        Severity::Error
    }
}

/// `error TS2345: why`, `error: why [arg-type]`, `E501 why`.
fn code(words: &str) -> (Option<&str>, &str) {
    let plain = ["fatal error", "error", "Error"]
        .iter()
        .find_map(|severity| words.strip_prefix(severity))
        .unwrap_or(words);
    let plain = plain.trim_start_matches([':', ' ']);
    // MSBuild ends the line with the project.
    let plain = plain
        .strip_suffix("proj]")
        .and_then(|plain| plain.rsplit_once(" ["))
        .map_or(plain, |(plain, _)| plain);
    if let Some((first, rest)) = plain.split_once([':', ' '])
        && first.len() <= 12
        && first.starts_with(|c: char| c.is_ascii_uppercase())
        && first.ends_with(|c: char| c.is_ascii_digit())
        && is_name(first, &[])
    {
        return (Some(first), rest.trim_start());
    }
    match plain.strip_suffix(']').and_then(|plain| plain.rsplit_once(" [")) {
        Some((rest, code)) if is_name(code.trim_start_matches('-'), &['-', '.', '/', '=']) => {
            (Some(code), rest)
        }
        _ => (None, plain),
    }
}

/// `12:5  error  why  rule` below the path of the file, as ESLint has it.
fn row(text: &str, builder: &mut Builder) -> bool {
    let Some((line, rest)) = number(text) else { return false };
    let Some((_, rest)) = rest.strip_prefix(':').and_then(number) else { return false };
    let Some((severity, words)) = rest.trim_start().split_once(' ') else { return false };
    if !matches!(severity, "error" | "warning" | "✖" | "⚠") {
        return false;
    }
    let Some(path) = builder.memory.heading_file.clone() else { return false };
    let is_error = matches!(severity, "error" | "✖");
    let grave = if is_error { Severity::Error } else { Severity::Warning };
    builder.place(FrameKind::Diagnostic, Frame { severity: grave, ..frame(Position { path: &path, line }) });
    let (words, rule) =
        words.trim().rsplit_once("  ").map_or((words, None), |(words, rule)| (words, Some(rule.trim())));
    if is_error {
        builder.message(rule, words);
    }
    true
}

/// `CMakeLists.txt:12 (find_package):`.
fn cmake(rest: &str, builder: &mut Builder) -> bool {
    let Some((position, rest)) = leading_position(rest) else { return false };
    let function =
        rest.trim().strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(name, _)| name.to_owned());
    builder.place(FrameKind::Diagnostic, Frame { function, ..frame(position) });
    true
}
