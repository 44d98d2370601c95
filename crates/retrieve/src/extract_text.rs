//! The text of an extract as it grows: lines of a file, and rows that stand for lines left out.

use foreword_index::language::Language;
use foreword_model::finding::{Extract, Gap};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

/// Lines of one file, in their order.
pub struct ExtractText<'s> {
    lines: &'s [&'s str],
    first: Option<u32>,
    last: u32,
    text: String,
    rows: u32,
    gaps: Vec<Gap>,
}

impl<'s> ExtractText<'s> {
    /// Of a file whose secrets are masked.
    pub fn of(lines: &'s [&'s str]) -> Self {
        Self { lines, first: None, last: 0, text: String::new(), rows: 0, gaps: Vec::new() }
    }

    /// Adds lines, numbered from 1, that come after all others; what lies between is left out, and that is said.
    pub fn push(&mut self, first: u32, last: u32) {
        for line in first..=last {
            if self.first.is_some() && line > self.last + 1 {
                self.leave_out(Some(line));
            }
            let text = self.lines.get(line as usize - 1).copied().unwrap_or_default();
            self.text.push_str(&ellipsize(text.trim_end(), limits::SNIPPET_LINE_CHARS));
            self.text.push('\n');
            self.rows += 1;
            self.first.get_or_insert(line);
            self.last = line;
        }
    }

    /// The extract of something that ends at a line.
    pub fn finish(mut self, end: u32, language: Option<&Language>) -> Extract {
        if self.first.is_some() && self.last < end {
            self.leave_out(None);
        }
        self.text.truncate(self.text.trim_end_matches('\n').len());
        Extract {
            start_line: self.first.unwrap_or(1),
            language: language.map(|language| language.name).unwrap_or_default().to_owned(),
            text: self.text,
            gaps: self.gaps,
        }
    }

    fn leave_out(&mut self, next_line: Option<u32>) {
        self.gaps.push(Gap { row: self.rows, next_line });
        match next_line {
            Some(line) => self.text.push_str(&format!("… (line {line})\n")),
            None => self.text.push_str("…\n"),
        }
        self.rows += 1;
    }
}
