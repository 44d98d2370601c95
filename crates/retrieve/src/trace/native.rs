//! C and C++: sanitizers, gdb, lldb, valgrind, failed assertions, linkers. Also Dart, which numbers its frames alike.

use super::builder::{Builder, Link, Order};
use super::lines::Line;
use super::scan::{has_extension, has_source_extension, holds, leading_position, number, whole_position};
use super::{Family, Frame, FrameKind, Severity, names};

const FAMILY: Family = Family::Native;
const ORDER: Order = Order::InnermostFirst;
const EXTENSIONS: [&str; 16] =
    ["c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "inl", "ipp", "cu", "cuh", "m", "mm", "s"];

/// Takes a line of a native stack, assertion or linker.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    match text.as_bytes().first() {
        Some(b'#') => text.strip_prefix('#').is_some_and(|rest| numbered(rest, builder)),
        Some(b'*' | b'f') if text.trim_start_matches("* ").starts_with("frame #") => {
            text.split_once('#').is_some_and(|(_, rest)| numbered(rest, builder))
        }
        Some(b'=') => process(text, builder),
        Some(b'I' | b'f') => included(text, builder),
        Some(b'S') if text.starts_with("SUMMARY: ") => true,
        Some(b'P') if text.starts_with("Program ") => signal(text, builder),
        Some(b'>') => text.strip_prefix(">>> referenced by ").is_some_and(|place| referenced(place, builder)),
        Some(b'A') if text.starts_with("Assertion failed: ") => assertion_failed(text, builder),
        _ => line.has_position && assertion(text, builder) || linker(text, builder),
    }
}

/// `0 0x12 in f /p/x.c:12:3`, `0  0x12 in f (a=1) at x.c:12`, `0: 0x12 app`f(int) at x.c:12:3`, `0  main (package:a/x.dart:1:2)`.
fn numbered(text: &str, builder: &mut Builder) -> bool {
    let Some((index, rest)) = number(text) else { return false };
    let rest = rest.trim_start_matches(':').trim_start();
    let (is_address, rest) = match rest.strip_prefix("0x") {
        Some(hex) => (true, hex.trim_start_matches(|c: char| c.is_ascii_hexdigit()).trim_start()),
        None => (false, rest),
    };
    let rest = rest.strip_prefix("in ").unwrap_or(rest);
    let rest = rest.split_once('`').map_or(rest, |(_, symbol)| symbol);
    let Some(frame) = debugger(rest).or_else(|| dart(rest)).or_else(|| is_address.then(|| sanitizer(rest)))
    else {
        return false;
    };
    if index == 0 && builder.is_stack_open(ORDER) {
        builder.link(Link::Consequence);
    }
    if frame.function.is_some() || frame.file.is_some() {
        builder.stack_frame(ORDER, frame);
    }
    true
}

/// `f (a=1) at x.c:12`.
fn debugger(text: &str) -> Option<Frame> {
    let (name, place) = text.rsplit_once(" at ")?;
    let position = whole_position(place.trim()).filter(|position| has_source_extension(position.path))?;
    let name = name.split_once(" (").map_or(name, |(name, _)| name);
    Some(Frame::at(family(position.path), position.path, position.line).named(names::cpp(name)))
}

/// `Foo.bar (package:a/x.dart:1:2)`.
fn dart(text: &str) -> Option<Frame> {
    let (name, place) = text.rsplit_once(" (")?;
    let position = whole_position(place.strip_suffix(')')?)?;
    let is_dart = has_extension(position.path, &["dart"]) || position.path.starts_with("dart:");
    let name = name.split_once(".<").map_or(name, |(name, _)| name);
    is_dart.then(|| Frame::at(Family::Any, position.path, position.line).named(names::javascript(name)))
}

/// `ns::f(int) /p/x.c:12:3`, `f (/p/bin+0x12)`.
fn sanitizer(text: &str) -> Frame {
    let unknown = Frame { family: FAMILY, ..Frame::default() };
    let is_file = |path: &str| path.rsplit(' ').next().is_some_and(|path| path.contains(['.', '/']));
    let Some(position) = whole_position(text).filter(|position| is_file(position.path)) else {
        let name =
            text.split_once(" (/").or_else(|| text.split_once(" from ")).map_or(text, |(name, _)| name);
        let name = name.split_once(" (C:").map_or(name, |(name, _)| name);
        let is_name = !name.is_empty() && !name.starts_with('(');
        return if is_name { unknown.named(names::cpp(name)) } else { unknown };
    };
    let path_start =
        position.path.find(" /").or_else(|| position.path.find(":\\").and_then(|at| at.checked_sub(2)));
    let (name, path) = match path_start.and_then(|at| position.path.split_at_checked(at)) {
        Some((name, path)) => (name, path.trim_start()),
        None => position.path.rsplit_once(' ').unwrap_or(("", position.path)),
    };
    Frame::at(family(path), path, position.line).named(names::cpp(name))
}

/// The family of a file in a native stack; Rust and Swift have such stacks too.
fn family(path: &str) -> Family {
    match super::diagnostics::family_of(path) {
        Family::Any | Family::Php => FAMILY,
        family => family,
    }
}

/// `==12==ERROR: AddressSanitizer: heap-use-after-free on …`, `==12==    by 0x12: f (x.c:12)`.
fn process(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) =
        text.strip_prefix("==").and_then(|rest| rest.split_once("==")).map(|(_, rest)| rest.trim())
    else {
        return false;
    };
    if let Some((tool, words)) = rest
        .strip_prefix("ERROR: ")
        .or_else(|| rest.strip_prefix("WARNING: "))
        .and_then(|r| r.split_once(": "))
    {
        builder.end_trace();
        let code = words.split(' ').next().filter(|_| tool.ends_with("Sanitizer"));
        builder.message(code, words);
        return true;
    }
    let (is_first, rest) = match (rest.strip_prefix("at 0x"), rest.strip_prefix("by 0x")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return false,
    };
    let Some((name, place)) = rest.split_once(": ").and_then(|(_, rest)| rest.rsplit_once(" (")) else {
        return false;
    };
    if is_first && builder.is_stack_open(ORDER) {
        builder.link(Link::Consequence);
    }
    let position = whole_position(place.trim_end_matches(')'));
    let frame = position
        .map_or(Frame { family: FAMILY, ..Frame::default() }, |p| Frame::at(family(p.path), p.path, p.line));
    builder.stack_frame(ORDER, frame.named(names::cpp(name)));
    true
}

/// `Program received signal SIGSEGV, Segmentation fault.`
fn signal(text: &str, builder: &mut Builder) -> bool {
    let Some((_, rest)) = text.split_once(" signal ") else { return false };
    let (code, words) = rest.split_once(", ").unwrap_or((rest, ""));
    builder.message(Some(code), words);
    true
}

/// `In file included from a.h:1,` and the `from b.c:2:` below it: how the compiler came to the place of its error.
fn included(text: &str, builder: &mut Builder) -> bool {
    let Some(place) = text.strip_prefix("In file included from ").or_else(|| text.strip_prefix("from "))
    else {
        return false;
    };
    let Some((position, _)) =
        leading_position(place).filter(|(position, _)| has_extension(position.path, &EXTENSIONS))
    else {
        return false;
    };
    let frame = Frame::at(FAMILY, position.path, position.line);
    builder.place(FrameKind::Diagnostic, Frame { severity: Severity::Note, ..frame });
    true
}

/// ``prog: x.c:12: int f(int): Assertion `x' failed.``
fn assertion(text: &str, builder: &mut Builder) -> bool {
    let Some(at) = memchr::memmem::find(text.as_bytes(), b": Assertion ") else { return false };
    let (before, words) = (&text[..at], &text[at + 2..]);
    let start = before.find(": ").map_or(0, |at| at + 2);
    let Some((position, rest)) = leading_position(&before[start..]).or_else(|| leading_position(before))
    else {
        return false;
    };
    let name = names::cpp(rest.trim_start_matches([':', ' ']));
    builder.message(Some("assertion"), words.trim_start_matches("Assertion "));
    builder
        .place(FrameKind::Thrown, Frame::at(family(position.path), position.path, position.line).named(name));
    true
}

/// `Assertion failed: (x), function f, file x.c, line 12.`
fn assertion_failed(text: &str, builder: &mut Builder) -> bool {
    let Some((before, after)) = text.rsplit_once(", file ") else { return false };
    let Some((path, line)) = after.rsplit_once(", line ") else { return false };
    let Some((line, _)) = number(line) else { return false };
    let (words, name) = before.rsplit_once(", function ").unwrap_or((before, ""));
    builder.message(Some("assertion"), words.trim_start_matches("Assertion failed: "));
    builder.place(FrameKind::Thrown, Frame::at(family(path), path, line).named(names::cpp(name)));
    true
}

/// ``/usr/bin/ld: x.o: in function `f':`` and ``x.cpp:(.text+0x5): undefined reference to `g(int)'``.
fn linker(text: &str, builder: &mut Builder) -> bool {
    if !holds(text, "n function `") && !holds(text, "undefined ") {
        return false;
    }
    if let Some((_, name)) = text.split_once("n function `") {
        builder.memory.linked_function = name.split('\'').next().map(str::to_owned);
        return true;
    }
    if let Some((_, symbol)) = text.split_once("undefined symbol: ") {
        builder.message(Some("undefined symbol"), symbol);
        return true;
    }
    let Some((before, symbol)) = text.split_once("undefined reference to ") else { return false };
    builder.message(Some("undefined reference"), symbol.trim_matches(['`', '\'', '"']));
    let before = before.trim_end_matches([':', ' ']);
    let before = before.rsplit_once("ld: ").map_or(before, |(_, before)| before);
    let name = builder.memory.linked_function.as_deref().map(names::cpp).unwrap_or_default();
    let position = leading_position(before).map(|(position, _)| position);
    let path = position.map_or(before.split(":(").next().unwrap_or(before), |position| position.path);
    if has_source_extension(path) {
        let (file, line) = (Some(path.to_owned()), position.map(|position| position.line));
        builder.place(
            FrameKind::Diagnostic,
            Frame { file, line, family: FAMILY, ..Frame::default() }.named(name),
        );
    }
    true
}

/// `x.cpp:12 (/p/x.cpp:12)` of lld.
fn referenced(place: &str, builder: &mut Builder) -> bool {
    let place = place.split_once(" (").map_or(place, |(_, path)| path.trim_end_matches(')'));
    let Some((position, _)) = leading_position(place) else { return false };
    builder.place(FrameKind::Diagnostic, Frame::at(FAMILY, position.path, position.line));
    true
}
