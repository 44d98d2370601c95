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
    if let Some(position) = whole_position(text).filter(|position| has_extension(position.path, &["php"])) {
        // PHPUnit prints a trace as bare positions.
        let is_path = !position.path.contains(' ') && position.path.contains(['/', '\\']);
        if is_path {
            builder.stack_frame(ORDER, Frame::at(FAMILY, position.path, position.line));
        }
        return is_path;
    }
    let is_error = ["PHP ", "Fatal error: ", "Parse error: ", "Warning: ", "Notice: ", "Deprecated: ", "Uncaught "]
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
        // `/x/y.inc(12) : eval()'d code:8` is the line 12 of that file.
        let eval = position.path.split_once(") : eval()").and_then(|(before, _)| before.rsplit_once('('));
        let eval = eval.and_then(|(path, line)| Some((path, number(line)?.0)));
        Some(eval.unwrap_or((position.path, position.line)))
    });
    let Some((path, line)) = found.filter(|(path, _)| path.contains(['.', '/', '\\'])) else { return false };
    let words = words.strip_prefix("PHP ").unwrap_or(words).trim();
    let words = ["Fatal error:", "Parse error:", "Warning:", "Notice:", "Deprecated:", "Recoverable fatal error:"]
        .iter()
        .find_map(|start| words.strip_prefix(start))
        .unwrap_or(words)
        .trim();
    let words = words.strip_prefix("Uncaught ").unwrap_or(words);
    let (code, words) = super::errors::capitalised(words).map_or((None, words), |(code, words)| (Some(code), words));
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

/// `/x/y.php on line 12`.
fn on_line(text: &str) -> Option<(&str, u32)> {
    let (path, line) = text.split_once(" on line ")?;
    let (line, _) = number(line)?;
    let path = path.split_once("(").filter(|(_, rest)| rest.contains("eval()")).map_or(path, |(path, _)| path);
    Some((path, line))
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
        let next = after.match_indices(" #").map(|(at, _)| at).find(|at| after[at + 2..].starts_with(|c: char| c.is_ascii_digit()));
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
    let frame = if let Some(name) = rest.strip_prefix("[internal function]: ") {
        Frame { family: FAMILY, ..Frame::default() }.named(names::php(name))
    } else {
        let Some((place, name)) = rest.split_once("): ") else { return false };
        let Some((path, line)) = ending_number(place) else { return false };
        let Some(path) = path.strip_suffix('(').filter(|path| path.contains(['/', '\\', '.'])) else { return false };
        Frame::at(FAMILY, path, line).named(names::php(name))
    };
    if index == 0 && builder.is_stack_open(ORDER) {
        builder.end_trace();
    }
    builder.stack_frame(ORDER, frame);
    true
}
