//! Swift and crash reports of Apple systems: fatal errors, crash frames, XCTest.

use super::builder::{Builder, Link, Order};
use super::lines::Line;
use super::scan::{has_extension, holds, leading_position, number, whole_position};
use super::{Family, Frame, FrameKind, names};

const FAMILY: Family = Family::Swift;
const ORDER: Order = Order::InnermostFirst;

/// Takes a line of a crash, a fatal error or XCTest.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    match text.as_bytes().first() {
        Some(b'0'..=b'9') => numbered(text, builder),
        Some(b'T') => thread(text, builder) || test_case(text, builder),
        Some(b'F' | b'f' | b'P' | b'A') if holds(text, ": file ") => stated(text, builder),
        _ => line.has_position && xctest(text, builder),
    }
}

/// `4   app  0x10b2376a5 Foo.bar(a:) + 917 (Foo.swift:187)`, `0 [ra] 0x12 f() + 8 in App at /p/x.swift:12:3`.
fn numbered(text: &str, builder: &mut Builder) -> bool {
    let Some((index, rest)) = number(text) else { return false };
    let Some((image, rest)) = rest.split_once(" 0x").or_else(|| rest.split_once("\t0x")) else {
        return false;
    };
    let Some((address, symbol)) = rest.split_once(' ') else { return false };
    if !address.bytes().all(|b| b.is_ascii_hexdigit()) || !rest_is_frame(image, symbol) {
        return false;
    }
    if index == 0 && builder.is_stack_open(ORDER) {
        builder.link(Link::Consequence);
    }
    let image = Some(image.trim()).filter(|image| !image.is_empty() && !image.starts_with('['));
    let (name, position, image) =
        match symbol.rsplit_once(" at ").map(|(before, place)| (before, whole_position(place))) {
            Some((before, position)) => {
                let (name, image) = before.rsplit_once(" in ").unwrap_or((before, ""));
                (name, position, Some(image).filter(|image| !image.is_empty()))
            }
            None => {
                let (name, place) = symbol.rsplit_once(" (").unwrap_or((symbol, ""));
                match whole_position(place.trim_end_matches(')')) {
                    Some(position) => (name, Some(position), image),
                    None => (symbol, None, image),
                }
            }
        };
    let name = name.rsplit_once(" + ").map_or(name, |(name, _)| name);
    let name = names::swift(name);
    let (file, line) =
        position.map_or((None, None), |position| (Some(position.path.to_owned()), Some(position.line)));
    if name.function.is_some() || file.is_some() {
        let package = image.map(str::to_owned);
        builder.stack_frame(
            ORDER,
            Frame { file, line, package, family: FAMILY, ..Frame::default() }.named(name),
        );
    }
    true
}

/// Whether what stands around the address is a frame: an image and an offset, or a mark and a place.
fn rest_is_frame(image: &str, symbol: &str) -> bool {
    let image = image.trim();
    (!image.is_empty() && !image.starts_with('[') && symbol.contains(" + ")) || symbol.contains(" at ")
}

/// `Thread 0 Crashed:: Dispatch queue: x`, `Thread 5:`.
fn thread(text: &str, builder: &mut Builder) -> bool {
    let Some((_, rest)) = text.strip_prefix("Thread ").and_then(number) else { return false };
    if rest.starts_with(" Crashed:") || rest.starts_with(" crashed:") {
        builder.end_trace();
    } else if rest.starts_with(':') || rest.starts_with(" name:") {
        builder.link(Link::Consequence);
    } else {
        return false;
    }
    true
}

/// `Fatal error: why: file App/x.swift, line 12`.
fn stated(text: &str, builder: &mut Builder) -> bool {
    let Some((words, place)) = text.rsplit_once(": file ") else { return false };
    let Some((path, line)) = place.split_once(", line ") else { return false };
    let Some((line, _)) = number(line) else { return false };
    let (code, words) = words.split_once(": ").unwrap_or((words, ""));
    builder.message(Some(code), words);
    builder.place(FrameKind::Thrown, Frame::at(super::diagnostics::family_of(path), path, line));
    true
}

/// `Test Case '-[AppTests.FooTests testBar]' failed (0.1 seconds).`
fn test_case(text: &str, builder: &mut Builder) -> bool {
    let Some((id, rest)) = text.strip_prefix("Test Case '").and_then(|rest| rest.split_once('\'')) else {
        return false;
    };
    if rest.starts_with(" failed") {
        builder.place(FrameKind::Test, Frame { family: FAMILY, ..Frame::default() }.named(test_name(id)));
    }
    rest.starts_with(" failed")
}

/// `/p/FooTests.swift:12: error: -[AppTests.FooTests testBar] : why`, `/p/FooTests.swift:12: error: FooTests.testBar : why`.
fn xctest(text: &str, builder: &mut Builder) -> bool {
    let Some((position, rest)) =
        leading_position(text).filter(|(position, _)| has_extension(position.path, &["swift", "m"]))
    else {
        return false;
    };
    let Some((id, words)) = rest.strip_prefix(": error: ").and_then(|rest| rest.split_once(" : ")) else {
        return false;
    };
    builder.message(None, words);
    builder.place(FrameKind::Thrown, Frame::at(FAMILY, position.path, position.line).named(test_name(id)));
    true
}

fn test_name(id: &str) -> names::Name {
    if id.starts_with('-') { names::cpp(id) } else { names::swift(id) }
}
