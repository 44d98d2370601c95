//! The `[Limits]` lines of one run: collected in order, each once, each one clean line.

use foreword_guard::clear_line;
use foreword_model::envelope::limits_text;

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
        let line = clear_line(line).into_inner();
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
