//! Which parts of a large file to parse: the blocks at the margin that hold the lines of interest.
//!
//! Parsing costs a millisecond for every eight kilobytes; a search cares for a few functions.

use foreword_model::limits;
use tree_sitter::{Point, Range};

/// The byte ranges of the blocks at the margin that hold `lines` (from 1), in order and apart; the first
/// lines are the most important and go in first.
pub(super) fn ranges(text: &str, lines: &[u32]) -> Vec<Range> {
    let starts = line_starts(text);
    let blocks = margin_blocks(text, &starts);
    let mut chosen: Vec<usize> = Vec::new();
    let mut bytes = 0;
    for line in lines {
        let row = (line.max(&1) - 1) as usize;
        let block = blocks.partition_point(|first| *first <= row).saturating_sub(1);
        let length = block_bytes(&blocks, &starts, text.len(), block);
        if !chosen.contains(&block) && (bytes == 0 || bytes + length <= limits::OUTLINE_REGION_BYTES) {
            chosen.push(block);
            bytes += length;
        }
    }
    chosen.sort_unstable();
    chosen.into_iter().filter_map(|block| range(&blocks, &starts, text.len(), block)).collect()
}

fn line_starts(text: &str) -> Vec<usize> {
    let newlines = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    std::iter::once(0).chain(newlines).collect()
}

/// The first row of each block that begins at the margin.
fn margin_blocks(text: &str, starts: &[usize]) -> Vec<usize> {
    let mut blocks = vec![0];
    let mut decorated = false;
    for (row, start) in starts.iter().enumerate().skip(1) {
        let line = &text[*start..];
        let begins = line.starts_with(|first: char| !first.is_whitespace());
        if !begins || continues_block(line) {
            continue;
        }
        // What follows a comment, a decorator or an attribute belongs to it.
        if !decorated {
            blocks.push(row);
        }
        decorated = ["@", "#", "//", "/*", "--"].iter().any(|mark| line.starts_with(mark));
    }
    blocks
}

/// A line at the margin that belongs to what stands before it.
fn continues_block(line: &str) -> bool {
    line.starts_with(['}', ')', ']', '{', '*'])
        || ["where", "else", "elif", "except", "finally", "catch", "\"\"\"", "'''"]
            .iter()
            .any(|word| line.starts_with(word))
}

fn block_end(blocks: &[usize], starts: &[usize], length: usize, block: usize) -> usize {
    blocks.get(block + 1).and_then(|row| starts.get(*row)).copied().unwrap_or(length)
}

fn block_bytes(blocks: &[usize], starts: &[usize], length: usize, block: usize) -> usize {
    block_end(blocks, starts, length, block) - blocks.get(block).map_or(0, |row| starts[*row])
}

fn range(blocks: &[usize], starts: &[usize], length: usize, block: usize) -> Option<Range> {
    let row = *blocks.get(block)?;
    let end = block_end(blocks, starts, length, block);
    let end_row = blocks.get(block + 1).copied().unwrap_or(starts.len() - 1);
    let end_column = if block + 1 < blocks.len() { 0 } else { length - starts[end_row] };
    Some(Range {
        start_byte: starts[row],
        end_byte: end,
        start_point: Point { row, column: 0 },
        end_point: Point { row: end_row, column: end_column },
    })
}
