//! Go: panics, goroutines, `go test`.

use super::builder::{Builder, Link, Order};
use super::lines::Line;
use super::scan::{has_extension, holds, leading_position, number};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Go;
const ORDER: Order = Order::InnermostFirst;

/// Takes a line of a goroutine or of `go test`.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if text.starts_with("goroutine ") && text.trim_end_matches(':').ends_with(']') {
        builder.link(Link::Consequence);
        return true;
    }
    if let Some(words) = text.strip_prefix("panic: ").or_else(|| text.strip_prefix("fatal error: ")) {
        return panicked(words, builder);
    }
    if let Some((_, words)) = text.strip_prefix("http: panic serving ").and_then(|rest| rest.split_once(": "))
    {
        return panicked(words, builder);
    }
    if let Some(rest) = text.strip_prefix("--- FAIL: ") {
        return failed(rest, builder);
    }
    if recovered(line, builder) {
        return true;
    }
    if !line.has_position || !holds(text, ".go:") && !holds(text, ".s:") {
        // The line that names the function of a frame is read together with the next one.
        return is_function_line(text) && builder.is_stack_open(ORDER);
    }
    position(line, builder)
}

/// `panic: msg`; a Go panic opens a trace of its own. `panic:` of C or Rust has no such line.
fn panicked(words: &str, builder: &mut Builder) -> bool {
    // A compiler says `fatal error:` as well, but behind a position.
    builder.end_trace();
    builder.message(Some("panic"), words.trim_end_matches("[recovered]"));
    true
}

/// `/p/x.go:12 +0x1d` behind the line of its function, or `x_test.go:12: msg`.
fn position(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    let Some((position, rest)) = leading_position(text) else { return false };
    if !has_extension(position.path, &["go", "s"]) {
        return false;
    }
    let frame = Frame::at(FAMILY, position.path, position.line);
    let is_frame = rest.is_empty() || rest.starts_with(" +0x") || rest.starts_with(" fp=");
    if is_frame && is_function_line(&line.previous) {
        let name = line.previous.strip_prefix("created by ").unwrap_or(&line.previous);
        let name = name.split_once(" in goroutine").map_or(name, |(name, _)| name);
        builder.stack_frame(ORDER, frame.named(names::go(without_arguments(name))));
        return true;
    }
    if is_recovered(rest) {
        builder.stack_frame(ORDER, frame);
        return true;
    }
    // A failed test has only the name of the file, and is indented below the name of the test.
    if let Some(words) = rest.strip_prefix(": ")
        && !position.path.contains('/')
        && line.indent >= 4
    {
        builder.place(FrameKind::Thrown, frame);
        builder.message(None, words);
        return true;
    }
    false
}

/// ` (0x4a5b6c)` behind a position, as programs print it that recover from a panic: the function has the next line.
fn is_recovered(rest: &str) -> bool {
    rest.strip_prefix(" (0x").is_some_and(|address| address.ends_with(')'))
}

/// `(*T).F: the line of code` below such a position.
fn recovered(line: &Line<'_>, builder: &mut Builder) -> bool {
    let is_below = line.previous.ends_with(')')
        && leading_position(&line.previous).is_some_and(|(_, rest)| is_recovered(rest));
    let Some((name, _)) = line.text.split_once(": ").filter(|_| is_below) else { return false };
    let Some(frame) = builder.last_frame().filter(|frame| frame.family == FAMILY) else { return false };
    if frame.function.is_some() || name.contains(' ') {
        return false;
    }
    *frame = std::mem::take(frame).named(names::go(name));
    true
}

/// `pkg.(*T).F(0x1, ...)`, `created by pkg.F in goroutine 1`, `main.main()`.
fn is_function_line(text: &str) -> bool {
    if text.starts_with("created by ") {
        return true;
    }
    let Some(open) = text.rfind('(').filter(|_| text.ends_with(')')) else { return false };
    text[..open].contains('.') && !text[..open].contains([' ', '"', '=']) || text.starts_with("panic(")
}

/// The name without the list of arguments at its end, which may hold brackets itself.
fn without_arguments(name: &str) -> &str {
    if !name.ends_with(')') {
        return name;
    }
    let mut depth = 0_i32;
    for (at, byte) in name.bytes().enumerate().rev() {
        depth += match byte {
            b')' => 1,
            b'(' => -1,
            _ => 0,
        };
        if depth == 0 {
            return &name[..at];
        }
    }
    name
}

/// `TestX/sub_case (0.00s)`.
fn failed(rest: &str, builder: &mut Builder) -> bool {
    let name = rest.split(' ').next().unwrap_or(rest);
    let test = name.split('/').next().unwrap_or(name);
    if test.is_empty() || number(test).is_some() {
        return false;
    }
    builder.place(
        FrameKind::Test,
        Frame { function: Some(test.to_owned()), family: FAMILY, ..Frame::default() },
    );
    true
}
