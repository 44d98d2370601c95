//! The `[Limits]` lines of one run: collected in order, each once, each one clean line.

use std::borrow::Cow;

use foreword_guard::clear_limit;
use foreword_model::envelope::limits_text;
use foreword_model::limits;
use foreword_text::truncate::append_ellipsis;

/// What the user should know of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    lines: Vec<String>,
}

impl Limits {
    /// Starts with what was noticed before the kernel ran: settings, repository root.
    pub fn new(noticed: &[String]) -> Self {
        let mut limits = Self::default();
        limits.extend(noticed.iter().map(String::as_str));
        limits
    }

    /// Adds a line, unless it is there already.
    pub fn note(&mut self, line: &str) {
        let cleared = clear_limit(line).into_inner();
        let line = match append_ellipsis(&cleared, limits::LIMITS_LINE_CHARS) {
            Cow::Borrowed(_) => cleared,
            Cow::Owned(cut) => cut,
        };
        self.push(line);
    }

    /// The same of a text of foreword's own, which needs no clearing: every declined prompt has one.
    pub fn note_fixed(&mut self, line: &'static str) {
        self.push(line.to_owned());
    }

    fn push(&mut self, line: String) {
        if !line.is_empty() && !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Adds several lines.
    pub fn extend<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            self.note(line);
        }
    }

    /// The lines without their prefix.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The text of `for_user.limits_text`.
    pub fn text(&self) -> String {
        limits_text(self.lines.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_end() {
        let mut noted = Limits::default();
        noted.note(&"é".repeat(3_000_000));
        noted.note("short");
        let lengths: Vec<usize> = noted.lines().iter().map(|line| line.chars().count()).collect();
        assert_eq!(lengths, [limits::LIMITS_LINE_CHARS + 1, 5]);
    }
}
