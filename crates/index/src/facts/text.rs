//! Lines and rows of a text.

use foreword_model::limits;
use tree_sitter::Node;

/// A node that ends with a newline ends on the line before.
pub(crate) fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

/// A row from 0 as a line from 1.
pub(crate) fn line_number(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

/// Whether only blanks stand before a place in its line.
pub(super) fn starts_line(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let first = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    first.is_none_or(|byte| *byte == b'\n')
}

/// A head on one line, without the comments below its first line.
pub(super) fn head_line(text: &str) -> String {
    match text.split_once('\n') {
        None => one_line(text),
        Some((first, rest)) => {
            let is_comment = |line: &&str| {
                let line = line.trim_start();
                ["# ", "//", "--", "/*", "*/", "* "].iter().any(|mark| line.starts_with(mark))
            };
            let lines = std::iter::once(first).chain(rest.lines().filter(|line| !is_comment(line)));
            one_line(&lines.take(HEAD_LINES).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Lines of a head that are looked at: more do not fit a signature.
const HEAD_LINES: usize = 60;

/// Blanks of any kind become one; bounded.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(limits::SUMMARY_CHARS));
    let mut length = 0_usize;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        length += word.chars().count() + 1;
        if length > limits::SUMMARY_CHARS {
            let cut = line.char_indices().nth(limits::SUMMARY_CHARS - 1).map_or(line.len(), |(at, _)| at);
            line.truncate(cut);
            line.push('…');
            break;
        }
    }
    line
}
