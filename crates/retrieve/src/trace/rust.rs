//! Rust: panics of both forms, backtraces, rustc, `cargo test`.

use super::builder::{Builder, Order};
use super::diagnostics::severity;
use super::lines::Line;
use super::scan::{number, whole_position};
use super::{Family, Frame, FrameKind, Severity, names};

const FAMILY: Family = Family::Rust;
const ORDER: Order = Order::InnermostFirst;

/// Takes a line of a panic, a backtrace or of rustc.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if is_panic_message(&line.previous) {
        builder.continue_message(text);
        return true;
    }
    match text.as_bytes().first() {
        Some(b't') => panicked(text, builder) || failed(text, builder),
        Some(b'0'..=b'9') => numbered(text, builder),
        Some(b'a') => text.strip_prefix("at ").is_some_and(|place| position(place.trim(), builder)),
        Some(b'-') => arrow(line, builder) || section(text, builder),
        Some(b':') => {
            text.strip_prefix("::: ").is_some_and(|place| diagnostic(place, Severity::Note, builder))
        }
        Some(b'e' | b'w') => coded(text, builder),
        Some(b's') => text == "stack backtrace:",
        Some(b'F') => nextest(text, builder),
        _ => false,
    }
}

/// `thread 'main' panicked at src/x.rs:1:2:`, `thread 'main' panicked at 'msg', src/x.rs:1:2`.
fn panicked(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) = text.strip_prefix("thread ") else { return false };
    let Some((_, rest)) = rest.split_once(" panicked at ") else { return false };
    builder.end_trace();
    // The old form has the message first, and nothing behind the position but a full stop or a note.
    let (words, place) = match rest.strip_prefix('\'').and_then(|rest| rest.rsplit_once("', ")) {
        Some((words, place)) => (words, place),
        None => ("", rest),
    };
    let end = place.find(": ").or_else(|| place.find(" \t")).unwrap_or(place.len());
    let (place, behind) =
        (place[..end].trim_end_matches([':', ' ']), place[end..].trim_start_matches([':', ' ', '\t']));
    builder.message(Some("panic"), if words.is_empty() { behind } else { words });
    if let Some(position) = whole_position(place) {
        builder.place(FrameKind::Thrown, Frame::at(FAMILY, position.path, position.line));
    }
    true
}

/// Whether a line of the new form stands above: its message follows.
fn is_panic_message(previous: &str) -> bool {
    previous.starts_with("thread '") && previous.contains(" panicked at ") && previous.ends_with(':')
}

/// `12: a::b::f`, `12:  0x55b5 - a::b::f::h0123`.
fn numbered(text: &str, builder: &mut Builder) -> bool {
    let Some((index, rest)) = number(text) else { return false };
    let Some(name) = rest.strip_prefix(": ").map(str::trim) else { return false };
    let addressed = name.strip_prefix("0x").and_then(|rest| rest.split_once(" - ")).map(|(_, name)| name);
    let is_sure = addressed.is_some() || builder.is_stack_open(ORDER);
    let name = addressed.unwrap_or(name);
    let is_unknown = name == "<unknown>";
    let is_name = name.contains("::") || name.starts_with("main") || name.starts_with('_') || is_sure;
    if name.is_empty() || (name.contains(' ') && !name.contains("::")) || !is_name {
        return false;
    }
    if index == 0 {
        builder.end_trace();
    }
    if !is_unknown {
        builder.stack_frame(ORDER, Frame { family: FAMILY, ..Frame::default() }.named(names::rust(name)));
    }
    true
}

/// `at ./src/x.rs:1:2` below a numbered line.
fn position(place: &str, builder: &mut Builder) -> bool {
    let Some(position) = whole_position(place) else { return false };
    let Some(frame) = builder.last_frame() else { return false };
    if frame.family != FAMILY || frame.file.is_some() {
        return false;
    }
    frame.file = Some(position.path.to_owned());
    frame.line = Some(position.line);
    true
}

/// `--> src/x.rs:1:2` of rustc, below the line that says how grave it is.
fn arrow(line: &Line<'_>, builder: &mut Builder) -> bool {
    let place = line.text.strip_prefix("--> ");
    place.is_some_and(|place| diagnostic(place, severity(&line.previous), builder))
}

fn diagnostic(place: &str, severity: Severity, builder: &mut Builder) -> bool {
    let Some(position) = whole_position(place.trim()) else { return false };
    let frame = Frame::at(FAMILY, position.path, position.line);
    builder.place(FrameKind::Diagnostic, Frame { severity, ..frame });
    true
}

/// `error[E0308]: msg`.
fn coded(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) = text.strip_prefix("error[").or_else(|| text.strip_prefix("warning[")) else {
        return false;
    };
    let Some((code, words)) = rest.split_once("]: ") else { return false };
    builder.message(Some(code), words);
    true
}

/// `test a::b ... FAILED`.
fn failed(text: &str, builder: &mut Builder) -> bool {
    let id = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix("... FAILED"));
    id.is_some_and(|id| test(id.trim(), builder))
}

/// `---- a::b stdout ----`.
fn section(text: &str, builder: &mut Builder) -> bool {
    let id = text.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
    id.is_some_and(|id| test(id, builder))
}

/// `FAIL [   0.1s] crate a::b`.
fn nextest(text: &str, builder: &mut Builder) -> bool {
    let rest = text.strip_prefix("FAIL [").and_then(|rest| rest.split_once("] "));
    rest.is_some_and(|(_, rest)| test(rest.rsplit(' ').next().unwrap_or(rest), builder))
}

fn test(id: &str, builder: &mut Builder) -> bool {
    let id = id.split(" - ").next().unwrap_or(id);
    if id.is_empty() || id.contains(' ') {
        return false;
    }
    builder.place(FrameKind::Test, Frame { family: FAMILY, ..Frame::default() }.named(names::rust(id)));
    true
}
