//! JavaScript and TypeScript: stacks of V8, Firefox and Safari; jest, vitest and mocha.

use super::builder::{Builder, Order};
use super::diagnostics::family_of;
use super::lines::Line;
use super::scan::{has_source_extension, is_source_path, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::JavaScript;
const ORDER: Order = Order::InnermostFirst;

/// Takes a line of a JavaScript stack or test runner.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if let Some(rest) = text.strip_prefix("at ") {
        return v8(rest.trim(), builder);
    }
    if let Some(rest) = text.strip_prefix('❯') {
        return vitest(rest.trim(), builder);
    }
    if let Some(title) =
        text.strip_prefix('●').or_else(|| text.strip_prefix("✕ ").or_else(|| text.strip_prefix("× ")))
    {
        return jest(title.trim(), builder);
    }
    if let Some(rest) = text.strip_prefix("FAIL ") {
        return failed_file(rest.trim(), builder);
    }
    let is_message =
        text.starts_with("expect(") || text.starts_with("Module ") && line.previous.starts_with("ERROR in ");
    if is_message {
        builder.message(None, text);
        return true;
    }
    webpack(text, builder) || at_sign(text, builder)
}

/// `f (file:1:2)`, `async f (file:1:2)`, `file:1:2`, `new X (…)`, `Object.<anonymous> (…)`.
fn v8(text: &str, builder: &mut Builder) -> bool {
    let (name, place) = match text.find(" (") {
        Some(at) if text.ends_with(')') => (&text[..at], &text[at + 2..text.len() - 1]),
        _ => ("", text.strip_prefix("async ").unwrap_or(text)),
    };
    let name = names::javascript(name);
    // An eval has its own place first; the place of the file is behind the comma or in the inner brackets.
    let place = match place.strip_prefix("eval at ").and_then(|inner| inner.rsplit_once('(')) {
        Some((_, inner)) => inner.split(')').next().unwrap_or(inner),
        None => place,
    };
    let frame = match whole_position(place) {
        Some(position) if is_place(position.path) => {
            // Symfony and others print the frames of their languages in the same form.
            let family =
                Some(family_of(position.path)).filter(|family| *family != Family::Any).unwrap_or(FAMILY);
            Frame::at(family, position.path, position.line)
        }
        _ if matches!(place, "native" | "<anonymous>" | "index 0") => {
            Frame { family: FAMILY, ..Frame::default() }
        }
        _ => return false,
    };
    builder.stack_frame(ORDER, frame.named(name));
    true
}

/// Whether V8 could have written this as a file.
fn is_place(path: &str) -> bool {
    has_source_extension(path)
        || path.contains("://")
        || path.starts_with("node:")
        || path.starts_with("internal/")
        || path.starts_with('<')
        || path.starts_with('/')
        || path.starts_with("evalmachine.")
}

/// `f@https://host/x.js:1:2` of Firefox and Safari.
fn at_sign(text: &str, builder: &mut Builder) -> bool {
    let Some((name, place)) = text.split_once('@') else { return false };
    if place == "[native code]" {
        builder
            .stack_frame(ORDER, Frame { family: FAMILY, ..Frame::default() }.named(names::javascript(name)));
        return true;
    }
    let Some(position) = whole_position(place) else { return false };
    let is_stack =
        position.path.contains("://") || position.path.starts_with('/') || builder.is_stack_open(ORDER);
    if name.contains(' ') || !is_stack || !is_place(position.path) {
        return false;
    }
    let path = position.path.rsplit_once(" line ").map_or(position.path, |(path, _)| path);
    builder.stack_frame(ORDER, Frame::at(FAMILY, path, position.line).named(names::javascript(name)));
    true
}

/// `❯ src/x.ts:1:2`, `❯ Module.f src/x.ts:1:2`, `❯ src/x.test.ts > suite > test`.
fn vitest(text: &str, builder: &mut Builder) -> bool {
    let Some(position) = whole_position(text) else { return failed_file(text, builder) };
    let (name, path) = position.path.rsplit_once(' ').unwrap_or(("", position.path));
    if !is_place(path) {
        return false;
    }
    builder.stack_frame(ORDER, Frame::at(FAMILY, path, position.line).named(names::javascript(name)));
    true
}

/// `suite › inner › test`.
fn jest(title: &str, builder: &mut Builder) -> bool {
    if title.is_empty() || title.starts_with("Console") {
        return false;
    }
    builder.end_trace();
    let (suites, test) = title.rsplit_once(" › ").unwrap_or(("", title));
    let container = (!suites.is_empty()).then(|| suites.to_owned());
    let test =
        test.rsplit_once(" (").filter(|(_, time)| time.ends_with("ms)")).map_or(test, |(test, _)| test);
    builder.place(
        FrameKind::Test,
        Frame { function: Some(test.to_owned()), container, family: FAMILY, ..Frame::default() },
    );
    true
}

/// `src/x.test.js`, `src/x.test.ts > suite > test`, `|project| src/x.test.ts [ … ]`.
fn failed_file(text: &str, builder: &mut Builder) -> bool {
    let text = text.strip_prefix('|').and_then(|rest| rest.split_once("| ")).map_or(text, |(_, rest)| rest);
    let mut parts = text.split(" > ");
    let path = parts.next().unwrap_or("").split([' ', '[']).next().unwrap_or("");
    if !is_source_path(path) {
        return false;
    }
    builder.end_trace();
    let titles: Vec<&str> = parts.collect();
    let name = titles.split_last().map(|(test, suites)| (test.trim().to_owned(), suites.join(" › ")));
    let (function, container) =
        name.map_or((None, None), |(test, suites)| (Some(test), Some(suites).filter(|s| !s.is_empty())));
    builder.place(
        FrameKind::Test,
        Frame { file: Some(path.to_owned()), function, container, family: FAMILY, ..Frame::default() },
    );
    true
}

/// `ERROR in ./src/x.ts:1:2`, `ERROR in ./src/x.ts 1:2-10`, `ERROR in src/x.ts(1,2):`.
fn webpack(text: &str, builder: &mut Builder) -> bool {
    let Some(rest) = text.strip_prefix("ERROR in ").or_else(|| text.strip_prefix("Error in ")) else {
        return false;
    };
    let (path, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let position = whole_position(path.trim_end_matches(':'));
    let (path, line) = position.map_or((path, None), |position| (position.path, Some(position.line)));
    if !is_source_path(path) {
        return false;
    }
    let line = line.or_else(|| {
        super::scan::number(rest).filter(|(_, rest)| rest.starts_with(':')).map(|(line, _)| line)
    });
    builder.place(
        FrameKind::Diagnostic,
        Frame { file: Some(path.to_owned()), line, family: FAMILY, ..Frame::default() },
    );
    true
}
