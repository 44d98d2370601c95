//! A text without the lines that are nothing but a comment, for the parser: they are a large part of many files, and
//! their places are known without it. Nothing here knows what a comment says.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

use crate::language::Grammar;

/// A text for the parser, and where its rows were.
pub(super) struct Slim<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) rows: Rows,
}

/// The rows of a slim text in the original.
pub(super) struct Rows {
    /// The original row of each row; empty if none was left out.
    original: Vec<u32>,
    /// The original rows that were left out, in order.
    pub(super) left_out: Vec<Range<usize>>,
}

impl Rows {
    /// The rows of a text of which nothing was left out.
    pub(super) const ORIGINAL: Self = Self { original: Vec::new(), left_out: Vec::new() };

    /// Whether the text is the original.
    pub(super) fn are_original(&self) -> bool {
        self.original.is_empty()
    }

    /// Where a row of the slim text is in the original.
    pub(super) fn original(&self, row: usize) -> usize {
        if self.original.is_empty() {
            return row;
        }
        self.original.get(row).or(self.original.last()).map_or(row, |row| *row as usize)
    }
}

/// Leaves out the comment lines of a text.
pub(super) fn slim(text: &str, grammar: Grammar) -> Slim<'_> {
    let whole = || Slim { text: Cow::Borrowed(text), rows: Rows::ORIGINAL };
    let Some(comments) = comments(grammar) else { return whole() };
    let (kept, left_out) = cut(text, comments);
    if left_out.is_empty() {
        return whole();
    }
    let mut slim = String::with_capacity(text.len());
    let mut original = Vec::with_capacity(text.len() / 32);
    for (bytes, rows) in kept {
        slim.push_str(text.get(bytes).unwrap_or_default());
        original.extend(rows.map(|row| u32::try_from(row).unwrap_or(u32::MAX)));
    }
    Slim { text: Cow::Owned(slim), rows: Rows { original, left_out } }
}

/// How a grammar writes a comment that ends with its line.
#[derive(Clone, Copy)]
struct Comments {
    mark: &'static [u8],
    /// What can end a string or comment of several lines, or a tag in one. A line that looks like a comment may
    /// stand in one of these; without such an end, leaving it out changes nothing around it.
    ends: &'static [&'static [u8]],
}

fn comments(grammar: Grammar) -> Option<Comments> {
    let ends: &[&[u8]] = match grammar {
        Grammar::Rust | Grammar::Java | Grammar::C | Grammar::Cpp | Grammar::ObjC => &[b"\"", b"*/", b"/*"],
        Grammar::CSharp | Grammar::Swift | Grammar::Scala => &[b"\"", b"*/", b"/*"],
        Grammar::Go => &[b"`", b"*/"],
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => &[b"`", b"*/", b"<", b"{", b"}"],
        Grammar::Python => {
            return Some(Comments { mark: b"#", ends: &[b"\"\"\"", b"'''"] });
        }
        // Kotlin's grammar takes `class A : B {` for a call with a lambda unless a comment follows.
        _ => return None,
    };
    Some(Comments { mark: b"//", ends })
}

type Kept = (Range<usize>, Range<usize>);

/// The bytes and rows that stay, and the rows that do not.
fn cut(text: &str, comments: Comments) -> (Vec<Kept>, Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let (mut kept, mut left_out): (Vec<Kept>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    let (mut start, mut first_row) = (0, 0);
    let (mut row, mut counted) = (0, 0);
    let mark = memmem::Finder::new(comments.mark);
    let mut at = 0;
    while let Some(found) = mark.find(&bytes[at..]).map(|found| at + found) {
        let end = memchr::memchr(b'\n', &bytes[found..]).map_or(bytes.len(), |length| found + length + 1);
        at = end;
        let Some(line_start) = line_start(bytes, found) else { continue };
        if !ends_nothing(&bytes[found..end], comments) || is_continued(&bytes[..line_start]) {
            continue;
        }
        row += memchr::memchr_iter(b'\n', &bytes[counted..line_start]).count();
        counted = line_start;
        if start < line_start {
            kept.push((start..line_start, first_row..row));
        }
        match left_out.last_mut().filter(|last| last.end == row) {
            Some(last) => last.end = row + 1,
            None => left_out.push(row..row + 1),
        }
        (start, first_row) = (end, row + 1);
    }
    // One row more than there are line ends: the parser may stand behind the last one.
    let last_row = row + memchr::memchr_iter(b'\n', &bytes[counted..]).count();
    kept.push((start..bytes.len(), first_row..last_row.max(first_row) + 1));
    (kept, left_out)
}

/// Where the line of a mark begins, if only blanks stand before it.
fn line_start(bytes: &[u8], mark: usize) -> Option<usize> {
    let blanks = bytes[..mark].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = mark - blanks;
    (start == 0 || bytes[start - 1] == b'\n').then_some(start)
}

fn ends_nothing(line: &[u8], comments: Comments) -> bool {
    !is_continued(line)
        && comments.ends.iter().all(|end| match end {
            [byte] => memchr::memchr(*byte, line).is_none(),
            // Few lines hold a star: the searcher for both is made for those only.
            [b'*', _] | [_, b'*'] if memchr::memchr(b'*', line).is_none() => true,
            end => memmem::find(line, end).is_none(),
        })
}

/// Whether the last line of a text goes on with the next.
fn is_continued(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.strip_suffix(b"\r").unwrap_or(text).ends_with(b"\\")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(grammar: Grammar, text: &str, expected: &str, rows: &[usize]) {
        let slim = slim(text, grammar);
        assert_eq!(slim.text, expected, "{text:?}");
        let found: Vec<usize> = (0..rows.len()).map(|row| slim.rows.original(row)).collect();
        assert_eq!(found, rows, "{text:?}");
    }

    #[test]
    fn only_whole_lines_that_end_nothing_are_left_out() {
        check(Grammar::Rust, "// a\nx // b\n  /// c\n\ny", "x // b\n\ny", &[1, 3, 4]);
        check(Grammar::Rust, "x\n// a", "x\n", &[0, 2]);
        check(Grammar::Rust, "s = \"a\n// b\";\n// c\n", "s = \"a\n// b\";\n", &[0, 1, 3]);
        check(Grammar::Rust, "/*\n// a */\nx", "/*\n// a */\nx", &[0, 1, 2]);
        check(Grammar::C, "#define A \\\n// b\nx // c \\\n", "#define A \\\n// b\nx // c \\\n", &[0, 1, 2]);
        check(Grammar::C, "// a \\\nb\nc", "// a \\\nb\nc", &[0, 1, 2]);
        check(Grammar::Python, "a\n# it's\nb\n", "a\nb\n", &[0, 2, 3]);
        check(Grammar::Python, "'''\n# b'''\n", "'''\n# b'''\n", &[0, 1]);
        check(Grammar::Ruby, "# a\nb", "# a\nb", &[0, 1]);
    }

    proptest! {
        #[test]
        fn every_row_keeps_its_text(lines in prop::collection::vec("( *// ?[a-z\"]{0,3}|[a-z /\"*]{0,6})", 0..20)) {
            let text = lines.join("\n");
            let slim = slim(&text, Grammar::Rust);
            let before: Vec<&str> = text.split('\n').collect();
            for (row, line) in slim.text.split('\n').enumerate() {
                let original = slim.rows.original(row);
                // Behind the last line end there is nothing, whatever stood there.
                prop_assert_eq!(before.get(original).copied().unwrap_or(""), line);
            }
            let left_out: usize = slim.rows.left_out.iter().map(ExactSizeIterator::len).sum();
            let is_last_out = slim.rows.left_out.last().is_some_and(|rows| rows.end == before.len());
            prop_assert_eq!(slim.text.split('\n').count() + left_out, before.len() + usize::from(is_last_out));
        }
    }
}
