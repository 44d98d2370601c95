//! Elixir and Erlang: exceptions, stack traces with the application of each frame, compiler, ExUnit.

use super::builder::{Builder, Order};
use super::lines::Line;
use super::scan::{has_extension, leading_position, number};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Elixir;
const EXTENSIONS: [&str; 7] = ["ex", "exs", "erl", "hrl", "eex", "heex", "leex"];

/// Takes a line of an Elixir or Erlang trace.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    match text.as_bytes().first() {
        Some(b'*') => text.strip_prefix("** (").is_some_and(|rest| exception(rest, builder)),
        Some(b'(') => application(text, builder),
        Some(b'0'..=b'9') => test(text, builder),
        Some(_) if !line.has_position => false,
        Some(_) => {
            let text = text.strip_prefix("└─ ");
            text.is_some_and(|text| frame(text, None, builder))
                || text.is_none() && frame(&line.text, None, builder)
        }
        None => false,
    }
}

/// `KeyError) key :x not found`, `CompileError) lib/x.ex:12: why`.
fn exception(rest: &str, builder: &mut Builder) -> bool {
    let Some((code, words)) = rest.split_once(')') else { return false };
    builder.end_trace();
    let words = words.trim();
    let position = leading_position(words);
    builder.message(Some(code), position.map_or(words, |(_, rest)| rest.trim_start_matches([':', ' '])));
    if let Some((position, _)) = position {
        builder.place(FrameKind::Thrown, Frame::at(FAMILY, position.path, position.line));
    }
    true
}

/// `(app 1.0.0) lib/x.ex:12: Mod.fun/2`.
fn application(text: &str, builder: &mut Builder) -> bool {
    let Some((app, rest)) = text.strip_prefix('(').and_then(|rest| rest.split_once(") ")) else {
        return false;
    };
    let app = app.split(' ').next().unwrap_or(app);
    frame(rest, Some(app), builder)
}

fn frame(text: &str, app: Option<&str>, builder: &mut Builder) -> bool {
    let Some((position, rest)) = leading_position(text) else { return false };
    let Some(name) = rest.strip_prefix(": ").filter(|_| has_extension(position.path, &EXTENSIONS)) else {
        return false;
    };
    let is_name = name.starts_with('(')
        || name.starts_with("anonymous fn/")
        || !name.contains(' ')
        || name.contains(['(', '"']);
    let is_message = ["error:", "warning:", "syntax error"].iter().any(|start| name.starts_with(start));
    if !is_name || is_message {
        return false;
    }
    let package = app.map(str::to_owned);
    let frame = Frame { package, ..Frame::at(FAMILY, position.path, position.line) };
    builder.stack_frame(Order::InnermostFirst, frame.named(names::elixir(name)));
    true
}

/// `1) test foo bar (App.FooTest)`.
fn test(text: &str, builder: &mut Builder) -> bool {
    let Some((_, rest)) = number(text) else { return false };
    let Some(rest) =
        rest.strip_prefix(") ").filter(|rest| rest.starts_with("test ") || rest.starts_with("property "))
    else {
        return false;
    };
    let Some((title, module)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) else {
        return false;
    };
    builder.end_trace();
    let title = title.split_once(' ').map_or(title, |(_, title)| title);
    let (function, container) = (Some(title.to_owned()), Some(module.to_owned()));
    builder.place(FrameKind::Test, Frame { function, container, family: FAMILY, ..Frame::default() });
    true
}
