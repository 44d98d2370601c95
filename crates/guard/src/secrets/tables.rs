//! Values in the columns of a table whose title names them: CSV, Markdown, `INSERT INTO users (name,
//! password) VALUES …`.

use std::ops::Range;

use memchr::memchr;

use super::slot;
use super::{Found, Mask, assignment, names};

/// How much of a table is read for one title.
const TABLE_BYTES: usize = 16_384;
/// The longest line of titles, and cells of it.
const TITLES_BYTES: usize = 512;
const CELLS: usize = 64;
/// What may stand around the value of a cell.
const MARKS: [char; 7] = [' ', '\t', '"', '\'', '`', '*', '\r'];

/// The table that was read last.
#[derive(Default)]
pub(super) struct Read {
    /// Where its line of titles ends, and where it ends itself.
    titles_end: usize,
    until: usize,
    /// Columns of it that were read.
    columns: usize,
}

/// Judges the column below a name that is the title of one. Rows of a table are no titles of another.
pub(super) fn below(text: &str, name: names::Name, read: &mut Read, found: &mut Vec<Found>) {
    const COLUMNS_MAX: usize = 8;
    let is_row = name.start < read.until && name.start > read.titles_end;
    if is_row || (name.start < read.titles_end && read.columns >= COLUMNS_MAX) {
        return;
    }
    if !ends_cell(&text.as_bytes()[name.end..]) {
        return;
    }
    let Some(titles) = titles_around(text, name.start, name.end) else { return };
    let line = &text[titles.start..titles.end];
    let Some(separator) = separator_of(line, &text[titles.end..]) else { return };
    let column = line[..name.start - titles.start].matches(separator).count();
    let is_title = line.split(separator).nth(column).is_some_and(is_title_cell);
    let is_table = line.split(separator).count() > 1 && line.split(separator).take(CELLS).all(is_title_cell);
    if !is_title || !is_table {
        return;
    }
    read.columns = if titles.end == read.titles_end { read.columns + 1 } else { 1 };
    read.titles_end = titles.end;
    let mut at = titles.end + 1;
    for row in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        let is_row = row.matches(separator).count() + 1 >= line.split(separator).count();
        if !is_row || at > titles.end + TABLE_BYTES {
            break;
        }
        judge_cell((at, row), separator, column, name, found);
        at += row.len();
    }
    read.until = at;
}

/// Judges the cell behind one that a name stands in, in a row between bars: `| Password | … |`.
pub(super) fn beside(text: &str, name: names::Name, found: &mut Vec<Found>) {
    if !ends_title(&text.as_bytes()[name.end..]) {
        return;
    }
    let Some(row) = row_around(text, name.start, name.end) else { return };
    let line = &text[row.clone()];
    // What compares or combines in code has no bar at its beginning, and no line of dashes above it.
    if !line.trim_start().starts_with('|') && !is_below_rule(&text[..row.start]) {
        return;
    }
    let before = line[..name.start - row.start].matches('|').count();
    let mut at = row.start;
    for (index, cell) in line.split('|').enumerate() {
        let value = cell.trim_matches(MARKS);
        let start = at + (cell.len() - cell.trim_start_matches(MARKS).len());
        at += cell.len() + 1;
        let is_title = index == before && is_title_cell(&cell.replace(['(', ')', '[', ']', ':'], " "));
        if index < before || is_title || value.is_empty() {
            continue;
        }
        // A value that was cut shows where the rest is.
        if index > before && !value.ends_with("...") && assignment::is_secret_of(value, false) {
            found.push(Found { start, end: start + value.len(), mask: Mask::Typed(name.kind()) });
        }
        return;
    }
}

/// Whether a bar ends the cell of a name, a few words later.
fn ends_title(rest: &[u8]) -> bool {
    const WORDS_BYTES: usize = 40;
    let is_of_title = |byte: &&u8| byte.is_ascii_alphanumeric() || b" _-()[]:\"'`*\t".contains(byte);
    rest.get(rest.iter().take(WORDS_BYTES).take_while(is_of_title).count()) == Some(&b'|')
}

/// Whether rows with bars lie between a place and a line of dashes above it.
fn is_below_rule(head: &str) -> bool {
    const ROWS: usize = 16;
    let mut rows =
        head.lines().rev().take(ROWS).take_while(|row| row.contains('|') && row.len() < TITLES_BYTES);
    rows.any(is_rule)
}

/// Whether a line divides the titles of a table from its rows.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.bytes().all(|byte| b"|-: \r+".contains(&byte))
}

fn judge_cell(
    (at, row): (usize, &str),
    separator: char,
    column: usize,
    name: names::Name,
    found: &mut Vec<Found>,
) {
    let Some(cell) = row.trim_end_matches('\n').split(separator).nth(column) else { return };
    let before: usize = row.split(separator).take(column).map(|cell| cell.len() + separator.len_utf8()).sum();
    let start = at + before;
    let value = cell.trim_start_matches(MARKS);
    let start = start + (cell.len() - value.len());
    let value = value.trim_end_matches(MARKS);
    if assignment::is_secret_of(value, name.is_password) {
        found.push(Found { start, end: start + value.len(), mask: Mask::Typed(name.kind()) });
    }
}

/// Whether a cell may end here: most names are followed by something else.
fn ends_cell(rest: &[u8]) -> bool {
    const MARKS_MAX: usize = 40;
    let marks = rest.iter().take(MARKS_MAX).take_while(|byte| b" \"'`*\r".contains(byte)).count();
    rest.get(marks).is_some_and(|byte| b",;|\t\n".contains(byte))
}

/// The whole line of a name, if another follows.
fn titles_around(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    row_around(text, start, end).filter(|line| text.as_bytes().get(line.end) == Some(&b'\n'))
}

/// The whole line of a name.
fn row_around(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let head = &bytes[start.saturating_sub(TITLES_BYTES)..start];
    let line_start = match memchr::memrchr(b'\n', head) {
        Some(at) => start - head.len() + at + 1,
        None if head.len() == start => 0,
        None => return None,
    };
    let rest = &bytes[end..bytes.len().min(end + TITLES_BYTES)];
    let line_end = match memchr(b'\n', rest) {
        Some(length) => end + length,
        None if end + rest.len() == bytes.len() => bytes.len(),
        None => return None,
    };
    Some(line_start..line_end)
}

/// What divides the cells of a line of titles: a bar if a line of dashes follows, else what CSV has.
fn separator_of(line: &str, after: &str) -> Option<char> {
    let next = after.get(1..).unwrap_or_default().split('\n').next().unwrap_or_default();
    let is_plain =
        !line.starts_with([' ', '\t', '#', '-', '*', '/']) && !line.trim_end().ends_with([',', ';']);
    match is_rule(next) && line.contains('|') {
        true => Some('|'),
        false => {
            [',', ';', '\t'].into_iter().find(|sign| is_plain && line.contains(*sign) && next.contains(*sign))
        }
    }
}

/// Whether a cell can be a title: a few words, and nothing that code has.
fn is_title_cell(cell: &str) -> bool {
    const TITLE_BYTES: usize = 40;
    let cell = cell.trim().trim_matches(['"', '\'', '`', '*']);
    let is_part = |character: char| character.is_alphanumeric() || " _-.#/".contains(character);
    cell.len() <= TITLE_BYTES && cell.chars().all(is_part)
}

/// Judges the rows of an `INSERT INTO` whose words end at `end`: a value counts by the name of its column, or
/// must be made of chance where the table has the name of a secret. Answers how far it looked.
pub(super) fn insert(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const STATEMENT_BYTES: usize = 8_192;
    let mut stop = text.len().min(end + STATEMENT_BYTES);
    while !text.is_char_boundary(stop) {
        stop -= 1;
    }
    let statement = &text[end..stop];
    let Some(values) = find_word(statement, "value") else { return stop };
    let head = &statement[..values];
    let (table, columns) = head.split_once('(').unwrap_or((head, ""));
    let names: Vec<Option<names::Name>> =
        columns.split(')').next().unwrap_or_default().split(',').map(announced).collect();
    let of_table = announced(table);
    if of_table.is_none() && names.iter().all(Option::is_none) {
        return end + values;
    }
    let mut row = Row { column: 0, depth: 0 };
    let mut at = end + values;
    while at < stop {
        match text.as_bytes()[at] {
            b'(' => row.open(),
            b')' => row.depth = row.depth.saturating_sub(1),
            b',' if row.depth == 1 => row.column += 1,
            b';' => return at,
            b'\'' | b'"' => {
                let Some(close) = slot::closing(text, at + 1).filter(|close| *close < stop) else { break };
                let name = names.get(row.column).copied().flatten();
                judge_string(text, at + 1..close, name.or(of_table), name.is_some(), found);
                at = close;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// Where a row of values is read.
struct Row {
    column: usize,
    depth: usize,
}

impl Row {
    fn open(&mut self) {
        self.depth += 1;
        if self.depth == 1 {
            self.column = 0;
        }
    }
}

fn judge_string(
    text: &str,
    place: Range<usize>,
    name: Option<names::Name>,
    is_column: bool,
    found: &mut Vec<Found>,
) {
    let Some(name) = name else { return };
    if assignment::is_secret_of(&text[place.clone()], is_column && name.is_password) {
        found.push(Found { start: place.start, end: place.end, mask: Mask::Typed(name.kind()) });
    }
}

/// The name of a column or table that announces a secret.
fn announced(identifier: &str) -> Option<names::Name> {
    let identifier = identifier.trim().trim_matches(['"', '`', '[', ']', '\'']);
    names::of_identifier(identifier)
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    let at = |at: &usize| text.get(*at..*at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word));
    memchr::memchr2_iter(b'v', b'V', text.as_bytes()).find(at).map(|at| at + word.len())
}
