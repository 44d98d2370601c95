//! What stands directly above a definition: its comment, and attributes that are nodes of their own. All rows
//! are those of the original text.

use std::ops::{Range, RangeInclusive};

use super::text::line_number;

/// The comments and attributes that a definition may follow.
#[derive(Default)]
pub(super) struct Lead {
    above: Above,
    /// How many of the comments that the parser does not see were taken note of.
    left_out: usize,
}

#[derive(Default)]
struct Above {
    doc: Option<(usize, usize)>,
    attributes: Option<usize>,
    /// The row that comes next; 0 if there is nothing.
    next_row: usize,
}

/// What a definition takes of it.
pub(super) struct Taken {
    /// First and last line of the comment.
    pub(super) doc: Option<(u32, u32)>,
    /// The first row of the attributes.
    pub(super) start_row: Option<usize>,
}

impl Lead {
    /// Takes note of the comments before a row that the parser does not see.
    pub(super) fn catch_up(&mut self, left_out: &[Range<usize>], row: usize) {
        while let Some(rows) = left_out.get(self.left_out).filter(|rows| rows.start < row) {
            self.above.comment(&(rows.start..=rows.end - 1));
            self.left_out += 1;
        }
    }

    /// A comment that begins its line.
    pub(super) fn comment(&mut self, rows: &RangeInclusive<usize>) {
        self.above.comment(rows);
    }

    pub(super) fn attribute(&mut self, rows: &RangeInclusive<usize>) {
        self.above.attribute(rows);
    }

    /// For a definition that begins in this row.
    pub(super) fn take(&mut self, row: usize) -> Taken {
        let lead = std::mem::take(&mut self.above);
        let follows = lead.next_row == row || (lead.next_row == row + 1 && lead.attributes.is_some());
        if !follows {
            return Taken { doc: None, start_row: None };
        }
        let doc = lead.doc.map(|(first, last)| (line_number(first), line_number(last)));
        Taken { doc, start_row: lead.attributes }
    }
}

impl Above {
    fn comment(&mut self, rows: &RangeInclusive<usize>) {
        let (first, last) = (*rows.start(), *rows.end());
        let begin = match self.doc {
            Some((begin, _)) if self.next_row == first && self.attributes.is_none() => begin,
            _ => first,
        };
        let attributes = self.attributes.filter(|_| self.next_row == first);
        // A comment between attributes leaves the one above them in place.
        if attributes.is_none() || self.doc.is_none() {
            self.doc = Some((begin, last));
        }
        self.attributes = attributes;
        self.next_row = last + 1;
    }

    fn attribute(&mut self, rows: &RangeInclusive<usize>) {
        let first = *rows.start();
        if self.next_row != first && self.next_row != first + 1 {
            *self = Self::default();
        }
        self.attributes = self.attributes.or(Some(first));
        self.next_row = rows.end() + 1;
    }
}
