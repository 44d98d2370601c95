//! Which parts of a large file to parse: the blocks at the margin that hold the lines of interest.
//!
//! Parsing costs a millisecond for every eight kilobytes; a search cares for a few functions. A block goes on over lines at
//! the margin that are in a string, in a comment, or in brackets that it opened.

use foreword_model::limits;
use tree_sitter::{Point, Range};

use super::line_state::{Family, LineState, Syntax, line_states};
use crate::language::Language;

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) range: Range,
    /// Whether everything that begins in it ends in it, as far as brackets show.
    pub(super) is_closed: bool,
}

impl Region {
    /// Whether a line, from 1, is in it.
    fn holds(&self, line: u32) -> bool {
        let row = line.saturating_sub(1) as usize;
        (self.range.start_point.row..self.range.end_point.row).contains(&row)
            || (row == self.range.end_point.row && self.range.end_point.column > 0)
    }

    /// Whether a definition that begins here is known to end where a parser that saw only the regions says.
    pub(super) fn ends_known(&self, text_rows: &[&str], start_line: u32, end_line: u32) -> bool {
        if !self.holds(start_line) {
            return true;
        }
        let rest = text_rows.get(end_line as usize..self.range.end_point.row).unwrap_or_default();
        let goes_to_the_end = rest.iter().all(|line| line.trim().is_empty());
        self.holds(end_line) && (self.is_closed || !goes_to_the_end)
    }
}

/// The regions at the margin that hold `lines` (from 1), in order and apart; the first lines are the most important and
/// go in first.
pub(super) fn regions(text: &str, lines: &[u32], language: &'static Language) -> Vec<Region> {
    let file = Margin::of(text, language);
    let mut chosen: Vec<Span> = Vec::new();
    let mut bytes = 0;
    for line in lines {
        let row = (line.max(&1) - 1) as usize;
        let block = file.blocks.partition_point(|first| *first <= row).saturating_sub(1);
        let is_known = chosen.iter().any(|span| (span.first..span.end).contains(&block));
        if is_known {
            continue;
        }
        let span = file.span_around(block);
        let length = file.bytes(span);
        let is_apart = chosen.iter().all(|known| known.end <= span.first || span.end <= known.first);
        if is_apart && (bytes == 0 || bytes + length <= limits::OUTLINE_REGION_BYTES) {
            chosen.push(span);
            bytes += length;
        }
    }
    chosen.sort_unstable_by_key(|span| span.first);
    chosen.into_iter().map(|span| file.region(span)).collect()
}

/// Blocks that belong together, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    first: usize,
    end: usize,
    is_closed: bool,
}

/// A file by what stands at its margin.
struct Margin<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
    states: Vec<LineState>,
    /// The first row of each block.
    blocks: Vec<usize>,
}

impl<'t> Margin<'t> {
    fn of(text: &'t str, language: &'static Language) -> Self {
        let newlines = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(newlines).collect();
        let syntax = Syntax::of(Some(language));
        let states = line_states(text, syntax);
        let blocks = blocks(text, &starts, &states, syntax);
        Self { text, starts, states, blocks }
    }

    fn depth(&self, block: usize) -> u32 {
        let at = self.blocks.get(block).copied().unwrap_or(self.states.len() - 1);
        self.states.get(at).map_or(0, |state| state.depth)
    }

    /// A block with those after it that it has brackets open for.
    fn span_from(&self, first: usize) -> Span {
        let mut end = first + 1;
        while end < self.blocks.len() && self.depth(end) > self.depth(first) {
            end += 1;
            let grown = Span { first, end, is_closed: true };
            if self.bytes(grown) > limits::OUTLINE_SPAN_BYTES {
                return Span { first, end: first + 1, is_closed: false };
            }
        }
        Span { first, end, is_closed: true }
    }

    /// The same for a block and what is around it, as far as that is short enough.
    fn span_around(&self, block: usize) -> Span {
        let mut around = self.span_from(block);
        let mut depth = self.depth(block);
        for before in (0..block).rev().take(limits::OUTLINE_BLOCKS_BACK) {
            if depth == 0 {
                break;
            }
            if self.depth(before) >= depth {
                continue;
            }
            let span = self.span_from(before);
            if !span.is_closed || span.end <= block {
                break;
            }
            (around, depth) = (span, self.depth(before));
        }
        around
    }

    /// The rows of a span: its first, and the first after it.
    fn rows(&self, span: Span) -> (usize, usize) {
        let row = |block: usize| self.blocks.get(block).copied().unwrap_or(self.starts.len());
        (row(span.first), row(span.end))
    }

    fn bytes(&self, span: Span) -> usize {
        let (first, end) = self.rows(span);
        let at = |row: usize| self.starts.get(row).copied().unwrap_or(self.text.len());
        at(end) - at(first)
    }

    fn region(&self, span: Span) -> Region {
        let (first, end) = self.rows(span);
        let start_byte = self.starts.get(first).copied().unwrap_or(0);
        let start_point = Point { row: first, column: 0 };
        let range = match self.starts.get(end) {
            Some(end_byte) => Range {
                start_byte,
                end_byte: *end_byte,
                start_point,
                end_point: Point { row: end, column: 0 },
            },
            None => {
                let last = self.starts.len() - 1;
                let column = self.text.len() - self.starts[last];
                let end_point = Point { row: last, column };
                Range { start_byte, end_byte: self.text.len(), start_point, end_point }
            }
        };
        Region { range, is_closed: span.is_closed }
    }
}

/// Beginnings of lines that belong to what follows them: comments, decorators, attributes.
const DECORATIONS: [&str; 5] = ["@", "#", "//", "/*", "--"];

/// The first row of each block that begins at the margin.
fn blocks(text: &str, starts: &[usize], states: &[LineState], syntax: Syntax) -> Vec<usize> {
    let line_at = |row: usize| {
        let end = starts.get(row + 1).copied().unwrap_or(text.len());
        text[starts[row]..end].trim_end()
    };
    let mut blocks = vec![0];
    let is_decoration = |line: &str| DECORATIONS.iter().any(|mark| line.starts_with(mark));
    let mut decorated = is_decoration(line_at(0));
    for (row, state) in states.iter().enumerate().take(starts.len()).skip(1) {
        let line = line_at(row);
        let begins = line.starts_with(|first: char| !first.is_whitespace());
        let is_held = state.is_inside || (state.depth > 0 && syntax.family() != Family::Braces);
        if !begins || is_held || continues_block(line) || syntax.is_directive(line) || syntax.is_label(line) {
            continue;
        }
        // A comment at the margin belongs to what follows it, which may be in a class.
        if syntax.is_comment(line) && !is_before_margin(row, starts.len(), line_at, syntax) {
            continue;
        }
        // What follows a comment, a decorator or an attribute belongs to it.
        if !decorated {
            blocks.push(row);
        }
        decorated = is_decoration(line);
    }
    blocks
}

/// Whether the next line that is no comment stands at the margin.
fn is_before_margin<'t>(row: usize, rows: usize, line_at: impl Fn(usize) -> &'t str, syntax: Syntax) -> bool {
    let mut after = (row + 1..rows).map(line_at).filter(|line| !line.is_empty());
    let next = after.find(|line| !syntax.is_comment(line.trim_start()));
    next.is_none_or(|line| line.starts_with(|first: char| !first.is_whitespace()))
}

/// A line at the margin that belongs to what stands before it.
fn continues_block(line: &str) -> bool {
    let first_word = line.split(|it: char| !it.is_alphanumeric() && it != '_').next();
    line.starts_with(['}', ')', ']', '>', '{', '*'])
        || matches!(first_word, Some("end" | "ensure" | "rescue"))
        || ["where", "else", "elif", "except", "finally", "catch", "\"\"\"", "'''"]
            .iter()
            .any(|word| line.starts_with(word))
}
