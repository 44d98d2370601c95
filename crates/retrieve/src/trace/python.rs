//! Python: tracebacks, chained ones, syntax errors, pytest, unittest, IPython and rich.

use super::builder::{Builder, Link, Order};
use super::errors;
use super::lines::Line;
use super::scan::{has_extension, holds, is_name, leading_position, number, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Python;
const ORDER: Order = Order::InnermostLast;
/// Lines of code and marks below a frame, at most.
const CODE_LINES: u32 = 4;
const EXTENSIONS: [&str; 4] = ["py", "pyx", "pyi", "pxd"];

/// Takes a line of a traceback or of a Python test runner.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    // A path can begin with any letter.
    if line.has_position && pytest_position(text, builder) {
        return true;
    }
    match text.as_bytes().first() {
        Some(b'F' | b'f') => file_line(text, builder) || failed(text, builder),
        Some(b'T' | b'D') if is_link(text, builder) => true,
        Some(b'T' | b'+' | b'E' | b'[') if is_header(text, builder) => true,
        Some(b'E') => pytest_message(text, builder) || failed(text, builder) || closing(text, builder),
        Some(b'd' | b'a') if text.starts_with("def ") || text.starts_with("async def ") => {
            remember_function(text, builder)
        }
        Some(b'_' | b'=') if text.starts_with("___") || text.starts_with("===") => {
            let is_open = builder.is_stack_open(ORDER);
            builder.end_trace();
            is_open
        }
        _ => closing(text, builder),
    }
}

/// `Traceback (most recent call last):`, also of exception groups.
fn is_header(text: &str, builder: &mut Builder) -> bool {
    if text.starts_with("[Previous line repeated") {
        return builder.is_stack_open(ORDER);
    }
    if !text.contains("Traceback (most recent call last)") {
        return false;
    }
    // Behind "During handling of" this stack belongs to the same trace.
    if !std::mem::take(&mut builder.memory.is_python_linked) {
        builder.end_trace();
    }
    true
}

/// How the next traceback belongs to the last one. What `raise … from` names is the cause. Without it, the last error is the one
/// that nobody expected: the first was being handled.
fn is_link(text: &str, builder: &mut Builder) -> bool {
    let link = if text.starts_with("The above exception was the direct cause") {
        Link::Consequence
    } else if text.starts_with("During handling of the above exception") {
        Link::Cause
    } else {
        return false;
    };
    builder.link(link);
    builder.memory.is_python_linked = true;
    true
}

/// `File "x.py", line 12, in f`, `File x.py:12, in f(a)`, `File "x.ml", line 1, characters 2-3`.
fn file_line(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) = text.strip_prefix("File ").or_else(|| text.strip_prefix("file ")) else { return false };
    let frame = if let Some(quoted) = rest.strip_prefix('"') {
        let Some((path, rest)) = quoted.split_once("\", line ") else { return false };
        let Some((line, rest)) = number(rest) else { return false };
        let name = rest.strip_prefix(", in ").map(|name| name.trim_end_matches(':'));
        Frame::at(FAMILY, path, line).named(name.map(names::python).unwrap_or_default())
    } else {
        let (position, name) = match rest.split_once(", in ") {
            Some((position, name)) => (position, names::python(name)),
            None => (rest, names::Name::default()),
        };
        let Some(position) = whole_position(position.trim_end_matches(':')) else { return false };
        Frame::at(FAMILY, position.path, position.line).named(name)
    };
    let is_beam = frame.file.as_deref().is_some_and(|path| has_extension(path, &["ex", "exs", "erl"]));
    if is_beam {
        // Sentry prints Elixir in Python's form, but innermost first, and with the arity.
        let function = frame.function.map(|f| f.split('/').next().unwrap_or("").to_owned());
        builder.stack_frame(Order::InnermostFirst, Frame { function, family: Family::Elixir, ..frame });
    } else {
        builder.stack_frame(ORDER, frame);
    }
    true
}

/// The line that ends a traceback: the error and its message.
fn closing(text: &str, builder: &mut Builder) -> bool {
    if !builder.is_stack_open(ORDER) {
        return false;
    }
    // The code and its marks stand between; further away, only what is surely an error ends the traceback.
    let error =
        if builder.gap_lines() <= CODE_LINES { errors::capitalised(text) } else { errors::named(text) };
    let Some((code, words)) = error else { return false };
    builder.message(Some(code), words);
    // A consequence may follow, so the trace stays open; only the stack is complete.
    builder.link(Link::Consequence);
    true
}

/// `E   AssertionError: assert 1 == 2`.
fn pytest_message(text: &str, builder: &mut Builder) -> bool {
    let Some(words) = text.strip_prefix("E  ") else { return false };
    let words = words.trim();
    if builder.memory.is_pytest_message {
        builder.continue_message(words);
    } else {
        let (code, words) =
            errors::capitalised(words).map_or((None, words), |(code, words)| (Some(code), words));
        builder.message(code, words);
    }
    builder.memory.is_pytest_message = true;
    true
}

/// The function whose body pytest shows above a position.
fn remember_function(text: &str, builder: &mut Builder) -> bool {
    let rest = text.trim_start_matches("async ").trim_start_matches("def ");
    builder.memory.python_function = rest.split_once('(').map(|(name, _)| name.to_owned());
    false
}

/// `x.py:12: AssertionError`, `x.py:12: in f`, `x.py:12: ` of pytest, `x.py:12 in f` of rich.
fn pytest_position(text: &str, builder: &mut Builder) -> bool {
    if !holds(text, ".py") {
        return false;
    }
    let Some((position, rest)) = leading_position(text) else { return false };
    if !has_extension(position.path, &EXTENSIONS) {
        return false;
    }
    builder.memory.is_pytest_message = false;
    let frame = Frame::at(FAMILY, position.path, position.line);
    if let Some(name) = rest.strip_prefix(": in ").or_else(|| rest.strip_prefix(" in ")) {
        builder.stack_frame(ORDER, frame.named(names::python(name)));
        return true;
    }
    let function = builder.memory.python_function.take();
    match rest.strip_prefix(':').map(str::trim) {
        Some("") => {
            builder.stack_frame(ORDER, Frame { function, ..frame });
            true
        }
        Some(error) if is_error_type(error, function.is_some()) => {
            builder.stack_frame(ORDER, Frame { function, ..frame });
            builder.end_trace();
            true
        }
        _ => false,
    }
}

/// `KeyError`; below the body of a function also what has no ending of an error, as `DoesNotExist`.
fn is_error_type(text: &str, is_below_body: bool) -> bool {
    let last = text.rsplit('.').next().unwrap_or(text);
    let is_type = is_name(text, &['.']) && last.starts_with(char::is_uppercase);
    !text.contains(' ') && errors::named(text).is_some() || is_type && is_below_body
}

/// `FAILED x.py::A::b - why`, `ERROR x.py - why`, `FAIL: test_b (mod.A.test_b)`.
fn failed(text: &str, builder: &mut Builder) -> bool {
    if let Some(rest) = text.strip_prefix("FAIL: ").or_else(|| text.strip_prefix("ERROR: "))
        && let Some((function, rest)) = rest.split_once(" (")
        && let Some((class, _)) = rest.split_once(')')
        && !function.contains(' ')
        && class.contains('.')
    {
        let class = class.strip_suffix(function).map_or(class, |class| class.trim_end_matches('.'));
        let name = names::python(&format!("{class}.{function}"));
        builder.place(FrameKind::Test, Frame { family: FAMILY, ..Frame::default() }.named(name));
        return true;
    }
    let Some(rest) = text.strip_prefix("FAILED ").or_else(|| text.strip_prefix("ERROR ")) else {
        return false;
    };
    let (id, words) = rest.split_once(" - ").unwrap_or((rest, ""));
    test(id, builder) && {
        let (code, words) =
            errors::capitalised(words).map_or((None, words), |(code, words)| (Some(code), words));
        builder.message(code, words);
        true
    }
}

/// `x.py::A::b[1]`.
pub(super) fn test(id: &str, builder: &mut Builder) -> bool {
    let id = id.split_once('[').map_or(id, |(id, _)| id).trim();
    let mut parts = id.split("::");
    let path = parts.next().unwrap_or("");
    if !has_extension(path, &EXTENSIONS) || path.contains(' ') {
        return false;
    }
    let parts: Vec<&str> = parts.collect();
    let name = names::python(&parts.join("."));
    let frame = Frame { file: Some(path.to_owned()), family: FAMILY, ..Frame::default() };
    let name = if parts.is_empty() { names::Name::default() } else { name };
    builder.place(FrameKind::Test, frame.named(name));
    true
}
