//! Strings of chance beside a secret's name, however the two are joined: `unwrap_or("…")`, `|| "…"` on the next line, a value before
//! its name, any `return` of a method. Where nothing says how a string belongs to the name, only what is plainly made of chance counts.

use foreword_text::truncate::{skip_bytes, truncate_bytes};

use super::expression::{Literal, Part};
use super::names::Name;
use super::value;

/// A longer line is data or was made smaller.
const LINE_BYTES_MAX: usize = 300;
/// Lines of a method that are read.
const BODY_LINES: usize = 12;
const STRING_BYTES_MIN: usize = 20;
const STRING_BYTES_MAX: usize = 128;
/// How a line begins that goes on with what stands above it.
const GOES_ON: [&str; 6] = ["||", "??", "or ", ".", "?", ":"];

/// The strings of chance on the line of a name, on those that go on with it, and in the body of a method of that name.
pub(super) fn strings(text: &str, name: Name, judge: &mut impl FnMut(Literal)) {
    let before = &text[..name.start];
    let own = skip_bytes(before, name.start.saturating_sub(LINE_BYTES_MAX));
    let line_start = match own.rfind('\n') {
        Some(at) => name.start - own.len() + at + 1,
        None if own.len() == before.len() => 0,
        None => return,
    };
    let read = truncate_bytes(&text[line_start..], (2 + BODY_LINES) * LINE_BYTES_MAX);
    let mut at = line_start;
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = read.split_inclusive('\n').take(1 + BODY_LINES);
    let Some(first) = lines.next() else { return };
    let is_method = text[name.end..].starts_with('(') && opens_body(first);
    let own_indent = indent(first);
    for (number, line) in std::iter::once(first).chain(lines).enumerate() {
        let said = line.trim();
        let belongs = number == 0
            || GOES_ON.iter().any(|start| said.starts_with(start))
            || (is_method && (said.is_empty() || indent(line) > own_indent));
        if !belongs || line.len() > LINE_BYTES_MAX {
            return;
        }
        in_line(text, (at, at + line.len()), judge);
        at += line.len();
    }
}

/// Whether a line opens the body of what it names.
fn opens_body(line: &str) -> bool {
    line.trim_end().ends_with(['{', ':']) || line.trim_start().starts_with("def ")
}

fn in_line(text: &str, (start, end): (usize, usize), judge: &mut impl FnMut(Literal)) {
    let bytes = text.as_bytes();
    let mut at = start;
    while at < end {
        let quote = bytes[at];
        if !b"\"'`".contains(&quote) {
            at += 1;
            continue;
        }
        let Some(length) = bytes[at + 1..end].iter().position(|byte| *byte == quote) else { return };
        let (from, to) = (at + 1, at + 1 + length);
        if (STRING_BYTES_MIN..=STRING_BYTES_MAX).contains(&length) && is_of_chance(&text[from..to]) {
            judge(Literal { start: from, end: to, part: Part::Element });
        }
        at = to + 1;
    }
}

/// Letters of both cases and digits of chance, and nothing that a path, a digest or an identifier is made of alone.
fn is_of_chance(string: &str) -> bool {
    let has = |is: fn(&u8) -> bool| string.bytes().any(|byte| is(&byte));
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    let is_word = string.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte));
    is_mixed && is_word && value::is_plainly_random(string)
}
