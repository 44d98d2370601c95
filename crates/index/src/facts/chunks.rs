//! Which lines are found together: each line belongs to the innermost definition that owns lines, what is
//! left over to windows. No line is in two chunks, and every line that holds text is in one.

use foreword_model::limits;

use super::{Chunk, Definition, DefinitionKind};

/// A definition below this length does not stand alone inside a function, nor does a mere declaration.
const OWN_LINES: u32 = 3;

/// The chunks of a text. `has_body` says which definitions are more than a declaration.
pub(super) fn chunks(text: &str, definitions: &[Definition], has_body: &[bool]) -> Vec<Chunk> {
    let lines = classify(text);
    let mut chunks = Vec::new();
    for span in spans(u32::try_from(lines.len()).unwrap_or(u32::MAX), definitions, has_body) {
        cut(span, &lines, definitions, &mut chunks);
    }
    chunks
}

/// What a line holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// Only what closes something.
    Closing,
    Text,
}

fn classify(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::with_capacity(bytes.len() / 32);
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', bytes).chain((!text.ends_with('\n')).then_some(bytes.len())) {
        lines.push(line_of(&bytes[start..end]));
        start = end + 1;
    }
    lines
}

fn line_of(line: &[u8]) -> Line {
    // Anything that closes a block is short.
    match line.trim_ascii() {
        b"" => Line::Blank,
        b"end" | b"@end" | b"fi" | b"done" | b"esac" | b"end;" => Line::Closing,
        closing if closing.len() <= 4 && closing.iter().all(|byte| b"})];,>".contains(byte)) => Line::Closing,
        _ => Line::Text,
    }
}

/// Lines from `first` to `last` with one owner.
#[derive(Clone, Copy)]
struct Span {
    owner: Option<u32>,
    first: u32,
    last: u32,
}

/// The text, cut where the innermost owner changes.
fn spans(line_count: u32, definitions: &[Definition], has_body: &[bool]) -> Vec<Span> {
    let mut spans = Vec::new();
    // The owners around the current line: number and last line.
    let mut open: Vec<(u32, u32)> = Vec::new();
    let mut next = 1;
    let mut emit = |owner: Option<u32>, until: u32, next: &mut u32| {
        if *next <= until {
            spans.push(Span { owner, first: *next, last: until });
            *next = until + 1;
        }
    };
    for (number, definition) in (0_u32..).zip(definitions) {
        let body = has_body.get(number as usize).copied().unwrap_or(true);
        if !owns_lines(definition, definitions, body) {
            continue;
        }
        let first = definition.doc.map_or(definition.start_line, |(doc, _)| doc.min(definition.start_line));
        while let Some((owner, last)) = open.last().copied().filter(|(_, last)| *last < first) {
            emit(Some(owner), last, &mut next);
            open.pop();
        }
        emit(open.last().map(|(owner, _)| *owner), first.saturating_sub(1), &mut next);
        let last = definition.end_line.min(line_count);
        open.push((number, open.last().map_or(last, |(_, outer)| last.min(*outer))));
    }
    while let Some((owner, last)) = open.pop() {
        emit(Some(owner), last, &mut next);
    }
    emit(None, line_count, &mut next);
    spans
}

fn owns_lines(definition: &Definition, all: &[Definition], has_body: bool) -> bool {
    let first = definition.doc.map_or(definition.start_line, |(doc, _)| doc.min(definition.start_line));
    let is_short = definition.end_line.saturating_sub(first) + 1 < OWN_LINES;
    let in_function = || {
        let container = definition.container.and_then(|container| all.get(container as usize));
        container.is_some_and(|container| container.kind.is_function())
    };
    match definition.kind {
        DefinitionKind::Constant | DefinitionKind::Variable | DefinitionKind::Key => !is_short,
        _ => !is_short || (has_body && !in_function()),
    }
}

/// A span becomes one chunk, or windows where it is no unit; what holds nothing goes to its neighbour.
fn cut(span: Span, lines: &[Line], definitions: &[Definition], chunks: &mut Vec<Chunk>) {
    let line = |number: u32| lines.get(number as usize - 1).copied().unwrap_or(Line::Blank);
    let (mut first, mut last) = (span.first, span.last);
    while first <= last && line(first) == Line::Blank {
        first += 1;
    }
    while last > first && line(last) == Line::Blank {
        last -= 1;
    }
    if first > last {
        return;
    }
    let is_closing = (first..=last).all(|number| line(number) != Line::Text);
    if let Some(before) = chunks.last_mut().filter(|_| is_closing) {
        before.end_line = last;
        return;
    }
    let owner = span.owner.and_then(|owner| definitions.get(owner as usize));
    let is_unit = owner.is_some_and(|owner| owner.kind.is_function() || owner.kind.is_type());
    let size = if is_unit { u32::MAX } else { limits::CHUNK_LINES };
    while first <= last {
        let end = window_end(first, last, size, lines);
        if (first..=end).any(|number| line(number) != Line::Blank) {
            chunks.push(Chunk { definition: span.owner, start_line: first, end_line: end });
        }
        first = end + 1;
    }
}

/// A window ends at the last blank line in its second half, if there is one.
fn window_end(first: u32, last: u32, size: u32, lines: &[Line]) -> u32 {
    if last - first < size {
        return last;
    }
    let full = first + size - 1;
    let half = first + size / 2;
    let blank = (half..=full).rev().find(|number| lines.get(*number as usize - 1) == Some(&Line::Blank));
    blank.unwrap_or(full)
}
