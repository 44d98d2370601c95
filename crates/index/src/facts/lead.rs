//! What stands directly above a definition: its comment, and attributes that are nodes of their own.

use tree_sitter::Node;

use super::text::{last_row, line_number, starts_line};

/// The comments and attributes that a definition may follow.
#[derive(Default)]
pub(super) struct Lead {
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
    pub(super) fn comment(&mut self, node: Node<'_>, text: &str) {
        if !starts_line(text, node.start_byte()) {
            return;
        }
        let (first, last) = (node.start_position().row, last_row(node));
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

    pub(super) fn attribute(&mut self, node: Node<'_>) {
        let first = node.start_position().row;
        if self.next_row != first && self.next_row != first + 1 {
            *self = Self::default();
        }
        self.attributes = self.attributes.or(Some(first));
        self.next_row = last_row(node) + 1;
    }

    /// For a definition that begins in this row.
    pub(super) fn take(&mut self, row: usize) -> Taken {
        let lead = std::mem::take(self);
        let follows = lead.next_row == row || (lead.next_row == row + 1 && lead.attributes.is_some());
        if !follows {
            return Taken { doc: None, start_row: None };
        }
        let doc = lead.doc.map(|(first, last)| (line_number(first), line_number(last)));
        Taken { doc, start_row: lead.attributes }
    }
}
