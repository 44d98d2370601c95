//! PHP: fatal errors, exceptions with their traces, PHPUnit.

use super::builder::{Builder, Link, Order};
use super::lines::Line;
use super::scan::{ending_number, has_extension, number, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Php;
const ORDER: Order = Order::InnermostFirst;
/// Frames of one line, at most: some logs put a whole trace on it.
const FRAMES_OF_LINE: usize = 200;

/// Takes a line of a PHP error or trace.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if text.starts_with('#') {
        return frames(text, builder);
    }
    if let Some(rest) = text.strip_prefix("thrown in ") {
        return on_line(rest).is_some_and(|(path, line)| thrown(path, line, builder));
    }
    if let Some(rest) = text.strip_prefix("Next ") {
        return text.contains(".php:") && {
            builder.link(Link::Consequence);
            error(rest, builder)
        };
    }
    if text == "Stack trace:" || text == "[stacktrace]" {
        return true;
    }
    // PHPUnit prints a trace as bare positions.
    let is_path =
        |path: &str| has_extension(path, &["php"]) && !path.contains(' ') && path.contains(['/', '\\']);
    if let Some(position) = whole_position(text).filter(|position| is_path(position.path)) {
        builder.stack_frame(ORDER, Frame::at(FAMILY, position.path, position.line));
        return true;
    }
    if let Some(words) = text.strip_prefix("Failed asserting ") {
        builder.message(Some("Failed asserting"), words);
        return true;
    }
    if let Some((_, inner)) = text.split_once("{\"exception\":\"[object] (") {
        return logged(inner, builder);
    }
    let is_error =
        ["PHP ", "Fatal error: ", "Parse error: ", "Warning: ", "Notice: ", "Deprecated: ", "Uncaught "]
            .iter()
            .any(|start| text.starts_with(start));
    is_error && error(text, builder)
}

/// `PHP Fatal error:  Uncaught Ns\X: why in /x/y.php:12`, `Warning: why in /x/y.php on line 12`, with the trace behind it or not.
fn error(text: &str, builder: &mut Builder) -> bool {
    let (text, trace) = text.split_once(" Stack trace: ").unwrap_or((text, ""));
    let Some((words, place)) = text.rsplit_once(" in ") else { return false };
    let place = place.trim_end_matches([',', ' ']);
    let found = on_line(place).or_else(|| {
        let position = whole_position(place)?;
        Some(outside_eval(position.path, position.line))
    });
    let Some((path, line)) = found.filter(|(path, _)| path.contains(['.', '/', '\\'])) else { return false };
    let words = words.strip_prefix("PHP ").unwrap_or(words).trim();
    let words =
        ["Fatal error:", "Parse error:", "Warning:", "Notice:", "Deprecated:", "Recoverable fatal error:"]
            .iter()
            .find_map(|start| words.strip_prefix(start))
            .unwrap_or(words)
            .trim();
    let words = words.strip_prefix("Uncaught ").unwrap_or(words);
    let (code, words) =
        super::errors::capitalised(words).map_or((None, words), |(code, words)| (Some(code), words));
    if builder.is_stack_open(ORDER) {
        builder.end_trace();
    }
    builder.message(code, words);
    thrown(path, line, builder);
    if !trace.is_empty() {
        frames(trace, builder);
    }
    true
}

/// `Error(code: 0): why at /x/y.php:12)`, as Monolog has it.
fn logged(text: &str, builder: &mut Builder) -> bool {
    let Some((before, place)) = text.trim_end_matches(['"', '}', ')']).rsplit_once(" at ") else {
        return false;
    };
    let Some(position) = whole_position(place) else { return false };
    let (code, words) = before.split_once("(code: ").unwrap_or(("", before));
    let words = words.split_once("): ").map_or(words, |(_, words)| words);
    builder.end_trace();
    builder.message((!code.is_empty()).then_some(code), words);
    thrown(position.path, position.line, builder)
}

/// `/x/y.php on line 12`.
fn on_line(text: &str) -> Option<(&str, u32)> {
    let (path, line) = text.split_once(" on line ")?;
    let (line, _) = number(line)?;
    Some(outside_eval(path, line))
}

/// `/x/y.inc(12) : eval()'d code` is the line 12 of that file, whatever the line of the code is.
fn outside_eval(path: &str, line: u32) -> (&str, u32) {
    let outer = path.split_once(") : eval()").and_then(|(before, _)| before.rsplit_once('('));
    outer.and_then(|(path, line)| Some((path, number(line)?.0))).unwrap_or((path, line))
}

fn thrown(path: &str, line: u32, builder: &mut Builder) -> bool {
    builder.place(FrameKind::Thrown, Frame::at(FAMILY, path, line));
    true
}

/// `#0 /x/y.php(12): Ns\Class->method()`, one or several on a line.
fn frames(text: &str, builder: &mut Builder) -> bool {
    let mut rest = text;
    let mut is_any = false;
    for _ in 0..FRAMES_OF_LINE {
        let Some(after) = rest.strip_prefix('#') else { break };
        let next = after
            .match_indices(" #")
            .map(|(at, _)| at)
            .find(|at| after[at + 2..].starts_with(|c: char| c.is_ascii_digit()));
        let one = next.map_or(after, |at| &after[..at]);
        if !frame(one, builder) {
            break;
        }
        is_any = true;
        match next {
            Some(at) => rest = &after[at + 1..],
            None => break,
        }
    }
    is_any
}

fn frame(text: &str, builder: &mut Builder) -> bool {
    let Some((index, rest)) = number(text) else { return false };
    let rest = rest.trim_start();
    if rest.starts_with("{main}") {
        return true;
    }
    let (frame, name) = if let Some(name) = rest.strip_prefix("[internal function]: ") {
        (Frame { family: FAMILY, ..Frame::default() }, name)
    } else {
        let Some((place, name)) = rest.split_once("): ") else { return false };
        let Some((path, line)) = ending_number(place) else { return false };
        let Some(path) = path.strip_suffix('(').filter(|path| path.contains(['/', '\\', '.'])) else {
            return false;
        };
        (Frame::at(FAMILY, path, line), name)
    };
    if index == 0 && builder.is_stack_open(ORDER) {
        builder.end_trace();
    }
    // The name is what is called from the position: the position of the frame before this one is inside it.
    let called_at = if index == 0 { builder.last_place() } else { builder.last_frame() };
    if let Some(inner) = called_at.filter(|inner| inner.family == FAMILY && inner.function.is_none()) {
        *inner = std::mem::take(inner).named(names::php(name));
    }
    builder.stack_frame(ORDER, frame);
    true
}
