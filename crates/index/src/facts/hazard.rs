//! Texts that a parser cannot take. A grammar's own scanner may overrun the buffer that it keeps its state in and
//! abort the process: each bound stays well below what the scanner holds. And a short line that is an error, over and
//! over, leaves the parser with more readings than it can weigh in the time and memory that there is, at a
//! point where it does not listen to a deadline.

use crate::language::Grammar;

/// Python keeps about 510 levels of indentation, each at least a column deeper than the one before.
const PYTHON_COLUMNS: usize = 400;
/// YAML keeps 253 levels, of which two may share a column.
const YAML_COLUMNS: usize = 120;
/// Marks in one line of YAML that may each open a level.
const YAML_MARKS: usize = 100;
/// Ruby keeps the length of a heredoc's word in one byte.
const RUBY_WORD: usize = 200;
/// Heredocs that may be open at once: all begin on one line.
const RUBY_HEREDOCS: usize = 16;
/// What a tab counts for.
const TAB_COLUMNS: usize = 8;
/// Lines in a row that say the same few things: source never does, and a few hundred are still weighed in time.
const SAME_LINES: usize = 300;
/// How many things.
const DISTINCT_LINES: usize = 4;
/// A longer line is source or data.
const SAME_LINE_BYTES: usize = 80;
/// Brackets that may be open at once: each keeps the parser's state of what is around it.
const OPEN_BRACKETS: usize = 50_000;
/// Bytes that a lexer may read in vain: for each comment that is never closed it reads to the end of the text.
const READ_IN_VAIN: usize = 100_000_000;

/// Whether the text must not be given to the parser.
pub(super) fn would_break(text: &str, grammar: Grammar) -> bool {
    let bytes = text.as_bytes();
    is_monotonous(text) || has_open_comments(bytes) || has_open_brackets(bytes) || would_abort(text, grammar)
}

fn has_open_brackets(text: &[u8]) -> bool {
    // A shorter text cannot hold so many.
    if text.len() <= OPEN_BRACKETS {
        return false;
    }
    let mut open = 0_usize;
    text.iter().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > OPEN_BRACKETS
    })
}

fn has_open_comments(text: &[u8]) -> bool {
    let rest = &text[memchr::memmem::rfind(text, b"*/").unwrap_or(0)..];
    let open_max = READ_IN_VAIN / rest.len().max(1);
    // A short text cannot hold so many.
    open_max < rest.len() && memchr::memmem::find_iter(rest, b"/*").nth(open_max).is_some()
}

fn is_monotonous(text: &str) -> bool {
    let mut said: [&[u8]; DISTINCT_LINES] = [b""; DISTINCT_LINES];
    let (mut known, mut same) = (0, 0);
    for line in lines(text) {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        if said[..known].contains(&line) {
            same += 1;
        } else if known < DISTINCT_LINES && line.len() <= SAME_LINE_BYTES {
            said[known] = line;
            (known, same) = (known + 1, same + 1);
        } else {
            // The last one may begin another run.
            said[0] = line;
            (known, same) = (usize::from(line.len() <= SAME_LINE_BYTES), 0);
        }
        if same > SAME_LINES {
            return true;
        }
    }
    false
}

fn would_abort(text: &str, grammar: Grammar) -> bool {
    match grammar {
        Grammar::Python => lines(text).any(|line| indentation(line, b"") > PYTHON_COLUMNS),
        Grammar::Yaml => {
            lines(text).any(|line| indentation(line, b"-?:") > YAML_COLUMNS || yaml_marks(line) > YAML_MARKS)
        }
        Grammar::Ruby => lines(text).any(has_wild_heredoc),
        _ => false,
    }
}

fn lines(text: &str) -> impl Iterator<Item = &[u8]> {
    let bytes = text.as_bytes();
    let mut start = 0;
    memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]).map(move |end| {
        let line = &bytes[start..end];
        start = end + 1;
        line
    })
}

/// Columns before the first byte that is neither blank nor one of `marks`.
fn indentation(line: &[u8], marks: &[u8]) -> usize {
    let blank = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0c) || marks.contains(byte));
    blank.map(|byte| if *byte == b'\t' { TAB_COLUMNS } else { 1 }).sum()
}

fn yaml_marks(line: &[u8]) -> usize {
    line.windows(2).filter(|pair| matches!(pair, [b'-' | b'?' | b':', b' ' | b'\t'])).count()
}

fn has_wild_heredoc(line: &[u8]) -> bool {
    let mut heredocs = 0;
    for at in memchr::memmem::find_iter(line, b"<<") {
        let rest = line.get(at + 2..).unwrap_or_default();
        let word = rest.iter().skip_while(|byte| b"-~'\"`".contains(byte));
        let length = word.take_while(|byte| !matches!(byte, b' ' | b',' | b'(' | b')' | b'.')).count();
        heredocs += 1;
        if length > RUBY_WORD || heredocs > RUBY_HEREDOCS {
            return true;
        }
    }
    false
}
