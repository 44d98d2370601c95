//! A text that somebody else owns: its byte order mark and line ends stay as they are, and what cannot be read is named
//! by line and column.

use std::fmt;

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

/// Edits a text with plain line ends, and gives it back with those that it had. A text with both kinds of line ends
/// gets those of its first line.
pub fn keeping_line_ends<E>(text: &str, edit: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
    let first_end = text.find('\n');
    let is_windows = first_end.is_some_and(|at| text[..at].ends_with('\r'));
    match is_windows {
        true => Ok(edit(&text.replace("\r\n", "\n"))?.replace('\n', "\r\n")),
        false => edit(text),
    }
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
    fn mark_and_line_ends_stay() {
        let edit = |text: &str| Ok::<_, ()>(format!("{text}b\n"));
        assert_eq!(keeping_mark("\u{feff}a\n", edit), Ok("\u{feff}a\nb\n".to_owned()));
        assert_eq!(keeping_line_ends("a\r\n", edit), Ok("a\r\nb\r\n".to_owned()));
        assert_eq!(keeping_line_ends("a\n", edit), Ok("a\nb\n".to_owned()));
    }
}
