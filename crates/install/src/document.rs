//! A text that somebody else owns: its byte order mark and line ends stay as they are, and what cannot be read is named
//! by line and column.

use std::fmt;
use std::ops::Range;

/// A place in a file that cannot be taken as it is, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// A problem at a byte of a text.
    pub fn at(text: &str, byte: usize, what: impl Into<String>) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self { line, column, what: what.into() }
    }
}

/// What is known of a text as it was before foreword wrote to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before<'a> {
    /// The text; empty where there was no file.
    Known(&'a str),
    /// No receipt says, or none that can be relied on.
    Unknown,
}

const MARK: &str = "\u{feff}";

/// Whether the bytes are text at all; the first that is not is named.
pub fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let before = std::str::from_utf8(valid).unwrap_or_default();
        Problem::at(before, before.len(), "not UTF-8")
    })
}

/// Edits a text without its byte order mark, and puts that back.
pub fn keeping_mark<E>(text: &str, edit: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
    match text.strip_prefix(MARK) {
        Some(rest) => Ok(format!("{MARK}{}", edit(rest)?)),
        None => edit(text),
    }
}

/// A text without its byte order mark.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// An edited text, written over the original line by line: a line that did not change keeps its own line end, new lines get
/// that of the first one. Where lines went, the comments among them stay, for foreword writes none; and so do the lines,
/// by their number from 0, that `stays` names.
pub fn merge_lines(original: &str, edited: &str, stays: impl Fn(usize) -> bool) -> String {
    let (old, new) = (lines(original), lines(edited));
    let contents = |lines: &[Line<'_>]| lines.iter().map(|line| line.content.to_owned()).collect::<Vec<_>>();
    let (old_contents, new_contents) = (contents(&old), contents(&new));
    let usual_end = old.first().map(|line| line.end).filter(|end| !end.is_empty()).unwrap_or("\n");
    // One that moved with its table stands elsewhere.
    let count = |lines: &[String], line: &Line<'_>| lines.iter().filter(|it| *it == line.content).count();
    let is_lost = |line: &Line<'_>| count(&old_contents, line) > count(&new_contents, line);
    let is_kept = |at: usize| (is_comment(&old[at]) || stays(at)) && is_lost(&old[at]);
    let mut merged: Vec<Line<'_>> = Vec::with_capacity(new.len());
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &old_contents, &new_contents) {
        let (tag, gone, come) = op.as_tag_tuple();
        match tag {
            similar::DiffTag::Equal => merged.extend_from_slice(&old[gone]),
            similar::DiffTag::Delete | similar::DiffTag::Insert | similar::DiffTag::Replace => {
                merged.extend(kept_lines(&old, gone, is_kept));
                let with_end = |line: &Line<'_>| if line.end.is_empty() { "" } else { usual_end };
                merged.extend(new[come].iter().map(|line| Line { end: with_end(line), ..*line }));
            }
        }
    }
    let last = merged.len().saturating_sub(1);
    // A last line without an end may have become one before others.
    merged.iter_mut().take(last).filter(|line| line.end.is_empty()).for_each(|line| line.end = usual_end);
    merged.iter().flat_map(|line| [line.content, line.end]).collect()
}

/// A line, and what ends it.
#[derive(Clone, Copy)]
struct Line<'a> {
    content: &'a str,
    end: &'a str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let split = |line: &'_ str| line.trim_end_matches('\n').trim_end_matches('\r').len();
    text.split_inclusive('\n')
        .map(|line| line.split_at(split(line)))
        .map(|(content, end)| Line { content, end })
        .collect()
}

/// Those of the lines that went which are kept, with the blank lines before them.
fn kept_lines<'a>(lines: &[Line<'a>], gone: Range<usize>, is_kept: impl Fn(usize) -> bool) -> Vec<Line<'a>> {
    let (mut kept, mut blanks) = (Vec::new(), Vec::new());
    for at in gone {
        match lines[at].content.trim() {
            "" => blanks.push(lines[at]),
            _ if is_kept(at) => {
                kept.append(&mut blanks);
                kept.push(lines[at]);
            }
            _ => blanks.clear(),
        }
    }
    kept
}

fn is_comment(line: &Line<'_>) -> bool {
    line.content.trim_start().starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        for (text, byte, expected) in [
            ("", 0, (1, 1)),
            ("ab\ncd", 4, (2, 2)),
            ("é{", 2, (1, 2)),
            ("a\r\nb", 3, (2, 1)),
            ("a", 99, (1, 2)),
        ] {
            let problem = Problem::at(text, byte, "x");
            assert_eq!((problem.line, problem.column), expected, "{text:?}");
        }
        assert_eq!(
            text_of(b"{\n\"a\": \"\xff").map_err(|problem| problem.to_string()),
            Err("2:7: not UTF-8".into())
        );
    }

    #[test]
    fn mark_line_ends_and_comments_stay() {
        let edit = |text: &str| Ok::<_, ()>(format!("{text}b\n"));
        assert_eq!(keeping_mark("\u{feff}a\n", edit), Ok("\u{feff}a\nb\n".to_owned()));
        for (original, edited, merged) in [
            ("a\r\n", "a\nb\n", "a\r\nb\r\n"),
            ("a\n", "a\nb\n", "a\nb\n"),
            ("a\nb\r\nc", "a\nb\nc\n", "a\nb\r\nc"),
            ("a\nb\r\nc", "a\nb\nc\nd\n", "a\nb\r\nc\nd\n"),
            (
                "a = 1\n\n# mine\n\n[ours]\n# in it\nx = 1\n[b]\n",
                "a = 1\n[b]\n",
                "a = 1\n\n# mine\n# in it\n[b]\n",
            ),
            ("# x\n[ours]\n[b]\n", "[b]\n# x\n[ours]\n", "[b]\n# x\n[ours]\n"),
        ] {
            assert_eq!(merge_lines(original, edited, |_| false), merged, "{original:?}");
        }
    }
}
