//! Text that is no source: one short pattern over and over, or hundreds of constructs opened and none closed. It costs
//! tree-sitter memory by the square of its length, at a point where it does not listen to a deadline. Where a prompt
//! waits for a parse, such text is left to the guess by indentation; the index tries it in a process of its own.
//!
//! One pass over the bytes. Words and numbers count as one kind of token, any other byte as itself.

use tree_sitter::Range;

/// Tokens of a window that is compared with itself. Shorter runs are parsed in no time.
const WINDOW_TOKENS: usize = 200;
/// The longest pattern, in tokens.
const PERIOD_TOKENS: usize = 8;
/// Brackets that are open at once: source has a few dozen.
const OPEN_BRACKETS: usize = 250;
/// `<` without a `>` in one statement.
const OPEN_ANGLES: usize = 250;
/// Lines in a row that end in the middle of an expression.
const OPEN_LINES: usize = 300;

/// Stands for a word or a number.
const WORD: u8 = b'a';
/// Bytes of words and numbers.
const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 0x80 || byte == b'_' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Whether the text, or those ranges of it (none means all), must not be parsed in the process of a prompt.
pub(crate) fn is_degenerate(text: &str, ranges: &[Range]) -> bool {
    let part = |range: &Range| text.as_bytes().get(range.start_byte..range.end_byte).unwrap_or_default();
    match ranges {
        [] => is_degenerate_part(text.as_bytes()),
        ranges => ranges.iter().any(|range| is_degenerate_part(part(range))),
    }
}

fn is_degenerate_part(bytes: &[u8]) -> bool {
    // A shorter text cannot hold a window.
    bytes.len() > WINDOW_TOKENS && Tokens::read(bytes).is_none_or(|tokens| tokens.has_periodic_window())
}

struct Tokens {
    kinds: Vec<u8>,
    /// The number of the first token of each line.
    line_starts: Vec<usize>,
}

impl Tokens {
    /// `None` if more is open at once than source ever has.
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut tokens = Self { kinds: Vec::with_capacity(bytes.len() / 2), line_starts: Vec::new() };
        let (mut brackets, mut angles, mut open_lines) = (0_usize, 0_usize, 0_usize);
        let mut rest = bytes;
        while let [byte, after @ ..] = rest {
            rest = after;
            match byte {
                _ if IS_WORD[usize::from(*byte)] => {
                    let length = rest.iter().take_while(|byte| IS_WORD[usize::from(**byte)]).count();
                    rest = &rest[length..];
                    tokens.kinds.push(WORD);
                    continue;
                }
                b' ' | b'\t' | b'\r' => continue,
                b'\n' => {
                    if let Some(last) = tokens.end_line() {
                        open_lines = if goes_on(last) { open_lines + 1 } else { 0 };
                    }
                    continue;
                }
                b'(' | b'[' => brackets += 1,
                b'{' => (brackets, angles) = (brackets + 1, 0),
                b']' => brackets = brackets.saturating_sub(1),
                b')' | b'}' => (brackets, angles) = (brackets.saturating_sub(1), 0),
                b';' => angles = 0,
                b'<' => angles += 1,
                b'>' => angles = angles.saturating_sub(1),
                _ => {}
            }
            tokens.kinds.push(*byte);
            if brackets > OPEN_BRACKETS || angles > OPEN_ANGLES || open_lines > OPEN_LINES {
                return None;
            }
        }
        Some(tokens)
    }

    /// Ends a line; its last token, unless it is blank.
    fn end_line(&mut self) -> Option<u8> {
        let begins_at = self.line_starts.last().copied().unwrap_or(0);
        let last = self.kinds.get(begins_at..)?.last().copied()?;
        self.line_starts.push(self.kinds.len());
        Some(last)
    }

    /// A run of two windows' length holds one that begins at a multiple.
    fn has_periodic_window(&self) -> bool {
        let windows = self.kinds.chunks_exact(WINDOW_TOKENS).enumerate();
        windows.into_iter().any(|(number, window)| {
            let period =
                (1..=PERIOD_TOKENS).find(|period| window[*period..] == window[..WINDOW_TOKENS - period]);
            period.is_some_and(|period| {
                !is_list(&window[..period]) && !self.is_one_a_line(number * WINDOW_TOKENS, period)
            })
        })
    }

    /// Whether each line of a window repeats the pattern about once: constants, words, rows of a table.
    fn is_one_a_line(&self, first: usize, period: usize) -> bool {
        let before = |token: usize| self.line_starts.partition_point(|start| *start <= token);
        let lines = before(first + WINDOW_TOKENS - 1) - before(first);
        lines * period * 2 >= WINDOW_TOKENS
    }
}

/// Whether a pattern is an entry of a list: what it opens it closes, and a comma or semicolon follows.
fn is_list(pattern: &[u8]) -> bool {
    let count = |byte: u8| pattern.iter().filter(|kind| **kind == byte).count();
    let is_closed =
        [(b'(', b')'), (b'[', b']'), (b'{', b'}')].iter().all(|(open, close)| count(*open) == count(*close));
    is_closed && count(b'<') <= count(b'>') && (count(b',') + count(b';') > 0)
}

/// Whether an expression cannot end with this token.
fn goes_on(last: u8) -> bool {
    matches!(
        last,
        b'(' | b'[' | b'{' | b'<' | b'=' | b'+' | b'-' | b'*' | b'%' | b'&' | b'|' | b'^' | b'?' | b'.'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        let start: String = text.chars().take(40).collect();
        assert_eq!(is_degenerate(text, &[]), expected, "{start:?}");
    }

    #[test]
    fn patterns_that_open_and_never_close_are_no_source() {
        for pattern in
            ["a<", "%w(", "a?.", "a|", "/*", "*(", "a<[", "if (", "not ", "a<b,", "{-", "a=>{", "x1 ? y2 : "]
        {
            check(&pattern.repeat(500), true);
            check(&(pattern.repeat(40) + "\n").repeat(30), true);
        }
        let one_a_line: String = (0..400).map(|number| format!("name{number}<\n")).collect();
        check(&one_a_line, true);
        let uneven: String =
            (0..300).map(|number| ["a[", "b.c(", "{d: "][number % 3].repeat(number % 5)).collect();
        check(&uneven, true);
    }

    #[test]
    fn source_is_none_of_them() {
        for line in [
            "    Name = 1\n",
            "word\n",
            "    { 0x12, 0x34, \"text\" },\n",
            "    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,\n",
            "\"a piece of text\"\n",
            "if (a < b && c < d) { call(a, b); }\n",
            "map.insert(\"key\", Vec::<u8>::new());\n",
            "for (int i = 0; i < 10; i++) sum += table[i];\n",
        ] {
            check(&line.repeat(1_000), false);
        }
        check(&"(".repeat(200), false);
        check("", false);
    }
}
