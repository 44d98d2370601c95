//! Texts that a grammar's own scanner cannot take: it would overrun the buffer that it keeps its state in and
//! abort the process. Each bound stays well below what the scanner holds.

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

/// Whether the text must not be given to the parser.
pub(super) fn would_abort(text: &str, grammar: Grammar) -> bool {
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
    text.as_bytes().split(|byte| *byte == b'\n')
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
