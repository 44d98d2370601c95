//! Ruby: backtraces of all versions, rspec, minitest.

use super::builder::{Builder, Order};
use super::lines::Line;
use super::scan::{has_extension, is_name, number, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Ruby;
const EXTENSIONS: [&str; 6] = ["rb", "rake", "erb", "haml", "slim", "cr"];

/// Takes a line of a backtrace or of a Ruby test runner.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if let Some(words) = text.strip_prefix("Failure/Error: ") {
        builder.end_trace();
        builder.message(None, words);
        return true;
    }
    if let Some(rest) = text.strip_prefix("rspec ") {
        return rspec(rest, builder);
    }
    located(text, builder) || unnamed(text, builder) || minitest(text, builder)
}

/// ``x.rb:12:in `f'``, `from x.rb:12:in 'Foo#bar'`, `# ./x.rb:12:in …`, `x.rb:12:in 'f': why (NoMethodError)`.
fn located(text: &str, builder: &mut Builder) -> bool {
    let Some(at) = memchr::memmem::find(text.as_bytes(), b":in ") else { return false };
    let Some(quoted) = text[at + 4..].strip_prefix(['`', '\'']) else { return false };
    let Some((name, rest)) = quoted.split_once('\'') else { return false };
    let (place, is_reversed) = place_of(&text[..at]);
    let Some(position) = whole_position(place) else { return false };
    let is_beam = has_extension(position.path, &["ex", "exs", "erl"]);
    let family = if is_beam { Family::Elixir } else { FAMILY };
    let frame = Frame::at(family, position.path, position.line).named(names::ruby(name));
    let Some(message) = rest.strip_prefix(": ") else {
        let order = if is_reversed { Order::InnermostLast } else { Order::InnermostFirst };
        push(order, frame, builder);
        return true;
    };
    let (words, code) = match message.rsplit_once(" (") {
        Some((words, code)) => (words, Some(code.trim_end_matches(')'))),
        None => (message, None),
    };
    builder.message(code, words);
    if builder.is_stack_open(Order::InnermostLast) {
        push(Order::InnermostLast, frame, builder);
        builder.end_trace();
    } else {
        builder.end_trace();
        builder.stack_frame(Order::InnermostFirst, frame);
    }
    true
}

/// Adds a frame. A method that is written in C has the position of its caller: of both, the caller is in that file.
fn push(order: Order, frame: Frame, builder: &mut Builder) {
    let is_open = builder.is_stack_open(order);
    let is_same = |last: &&mut Frame| last.file == frame.file && last.line == frame.line;
    match builder.last_frame().filter(|last| is_open && is_same(last)) {
        Some(inner) if order == Order::InnermostFirst => {
            (inner.function, inner.container) = (frame.function, frame.container);
        }
        Some(_) => {}
        None => builder.stack_frame(order, frame),
    }
}

/// The position without `from `, `# ` or `3: from `; the last form of Ruby 2.5 prints the innermost last.
fn place_of(text: &str) -> (&str, bool) {
    if let Some(place) = number(text).and_then(|(_, rest)| rest.strip_prefix(": from ")) {
        return (place, true);
    }
    let text = text.strip_prefix("# ").unwrap_or(text);
    (text.strip_prefix("from ").unwrap_or(text).trim(), false)
}

/// `from x.rb:12`, `# ./x_spec.rb:12`: a frame without a method.
fn unnamed(text: &str, builder: &mut Builder) -> bool {
    let Some(place) = text.strip_prefix("from ").or_else(|| text.strip_prefix("# ")) else { return false };
    let Some(position) = whole_position(place).filter(|position| has_extension(position.path, &EXTENSIONS))
    else {
        return false;
    };
    builder.stack_frame(Order::InnermostFirst, Frame::at(FAMILY, position.path, position.line));
    true
}

/// `./spec/x_spec.rb:60 # title`.
fn rspec(rest: &str, builder: &mut Builder) -> bool {
    let (place, title) = rest.split_once(" # ").unwrap_or((rest, ""));
    let place = place.trim().trim_matches('\'');
    let place = place.split_once('[').map_or(place, |(place, _)| place);
    let position = whole_position(place);
    let (path, line) = position.map_or((place, None), |position| (position.path, Some(position.line)));
    if !has_extension(path, &EXTENSIONS) || path.contains(' ') {
        return false;
    }
    let function = (!title.is_empty()).then(|| title.trim().to_owned());
    builder.place(
        FrameKind::Test,
        Frame { file: Some(path.to_owned()), line, function, family: FAMILY, ..Frame::default() },
    );
    true
}

/// `FooTest#test_bar [test/foo_test.rb:12]:`, `FooTest#test_bar:`.
fn minitest(text: &str, builder: &mut Builder) -> bool {
    let Some((class, rest)) = text.split_once('#') else { return false };
    let Some(rest) = rest.strip_suffix(':').filter(|rest| rest.starts_with("test")) else { return false };
    let (method, place) = rest.split_once(" [").unwrap_or((rest, ""));
    if !is_name(class, &[':']) || method.contains(' ') {
        return false;
    }
    let (file, line) = match whole_position(place.trim_end_matches(']')) {
        Some(position) => (Some(position.path.to_owned()), Some(position.line)),
        None => (None, None),
    };
    let (function, container) = (Some(method.to_owned()), Some(class.to_owned()));
    builder.end_trace();
    builder.place(
        FrameKind::Test,
        Frame { file, line, function, container, family: FAMILY, ..Frame::default() },
    );
    true
}
