//! Takes injected instructions out of a text and leaves its neighbours: each becomes a note with its place.

use std::borrow::Cow;

use foreword_model::{limits, texts};

use super::{Family, Found};
use crate::{escape, hygiene};

/// A text without its injected instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantine<'a> {
    /// The text, with a note for each.
    pub text: Cow<'a, str>,
    /// What was taken out, each kind once.
    pub families: Vec<Family>,
}

/// Replaces the lines that instruct, together with the comment or paragraph that they stand in, by a note
/// that names the place: `filtered potential injection content (path:line)`. Other lines stay as they are.
/// What still instructs after a few rounds is replaced as a whole.
pub fn quarantine<'a>(text: &'a str, path: &str) -> Quarantine<'a> {
    let Some(first) = super::find(text) else {
        return Quarantine { text: Cow::Borrowed(text), families: Vec::new() };
    };
    if first.family == Family::Unread {
        return Quarantine { text: Cow::Owned(note(path, 1)), families: vec![first.family] };
    }
    let normal = with_plain_line_ends(text);
    let mut lines: Vec<Cow<'_, str>> = normal.split('\n').map(Cow::Borrowed).collect();
    let mut families = vec![first.family];
    // Part by part first, so that a long text is read again only where it instructs; then as a whole, because what
    // instructs may stand where two parts meet.
    let mut start = 0;
    while start < lines.len() {
        let end = (start + limits::INJECTION_PART_LINES).min(lines.len());
        take_out(&mut lines[start..end], start, path, &mut families);
        start = end;
    }
    match take_out(&mut lines, 0, path, &mut families) {
        Left::Nothing => Quarantine { text: Cow::Owned(lines.join("\n")), families },
        // Line by line it does not end, so nothing of it is shown.
        Left::Something => Quarantine { text: Cow::Owned(note(path, 1)), families },
    }
}

/// What is left to be taken out.
enum Left {
    Nothing,
    Something,
}

/// Takes out of some lines what instructs, in a few rounds: what one reading shows at a time. `before` lines stand
/// before them in the text.
fn take_out(lines: &mut [Cow<'_, str>], before: usize, path: &str, families: &mut Vec<Family>) -> Left {
    for _ in 0..limits::INJECTION_ROUNDS {
        let found = super::judged(&lines.join("\n"), usize::MAX);
        if found.is_empty() {
            return Left::Nothing;
        }
        for Found { family, first_line, last_line } in found {
            if !families.contains(&family) {
                families.push(family);
            }
            blank(lines, first_line, last_line, before, path);
        }
    }
    Left::Something
}

/// Puts a note on the first line of a block, and takes its other lines away; their number stays.
fn blank(lines: &mut [Cow<'_, str>], first: usize, last: usize, before: usize, path: &str) {
    let last = last.min(lines.len().saturating_sub(1));
    let is_taken = |line: usize| {
        lines.get(line).is_none_or(|line| line.is_empty() || line.starts_with(texts::INJECTION_FILTERED))
    };
    if (first..=last).all(is_taken) {
        return;
    }
    let (start, end) = block(lines, first, last);
    for line in start..=end {
        if let Some(line) = lines.get_mut(line) {
            *line = Cow::Borrowed("");
        }
    }
    if let Some(line) = lines.get_mut(start) {
        *line = Cow::Owned(note(path, before + start + 1));
    }
}

/// The lines around a place that belong to it: those with the same comment leader, or a paragraph of prose.
fn block(lines: &[Cow<'_, str>], first: usize, last: usize) -> (usize, usize) {
    let reach = limits::INJECTION_BLOCK_LINES;
    let belongs = |near: usize, line: usize| {
        let (near, line) =
            (lines.get(near).map_or("", AsRef::as_ref), lines.get(line).map_or("", AsRef::as_ref));
        !line.trim().is_empty()
            && leader(near) == leader(line)
            && (!leader(line).is_empty() || is_prose(line))
    };
    let mut start = first;
    while start > 0 && first - start < reach && belongs(first, start - 1) {
        start -= 1;
    }
    let mut end = last;
    while end + 1 < lines.len() && end - last < reach && belongs(last, end + 1) {
        end += 1;
    }
    (start, end.min(lines.len().saturating_sub(1)))
}

/// What a comment line begins with.
fn leader(line: &str) -> &str {
    let line = line.trim_start();
    let end = line
        .find(|character: char| !matches!(character, '/' | '#' | '*' | '-' | ';' | '%' | '>' | '!' | '|'));
    line.get(..end.unwrap_or(line.len())).unwrap_or("")
}

/// Code ends its lines in other ways.
fn is_prose(line: &str) -> bool {
    let line = line.trim();
    line.contains(' ')
        && !line.ends_with([';', '{', '}', ')', '(', '[', ']', ',', '='])
        && !line.contains(['=', '{'])
}

fn note(path: &str, line: usize) -> String {
    let name = escape::path(path);
    if name.is_empty() || super::find(&hygiene::one_line(path)).is_some() {
        format!("{} (line {line})", texts::INJECTION_FILTERED)
    } else {
        format!("{} ({name}:{line})", texts::INJECTION_FILTERED)
    }
}

/// Every line end as `\n`, as hygiene writes it, so that lines are counted alike in every reading.
fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    const ENDS: &[char] = &['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    if text.contains(ENDS) {
        Cow::Owned(text.replace("\r\n", "\n").replace(ENDS, "\n"))
    } else {
        Cow::Borrowed(text)
    }
}
