//! Parts of identifiers in ASCII, byte by byte: the hot loop of a search without an index. It splits exactly as the parent
//! module does, which splits everything else.

/// The end of the part that begins at `start`.
#[inline]
pub fn find_ascii_part_end(bytes: &[u8], start: usize) -> usize {
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let tail_end = |from: usize| from + bytes[from..].iter().take_while(|byte| is_tail(**byte)).count();
    let mut end = start + 1;
    if !(is_upper(start) && is_upper(end)) {
        return tail_end(end);
    }
    while is_upper(end) {
        end += 1;
    }
    // The last capital begins the next part if a small letter follows it, but for a plural `IDs`.
    let rest_end = tail_end(end);
    let is_plural = rest_end == end + 1 && bytes[end] == b's';
    if bytes.get(end).is_some_and(u8::is_ascii_lowercase) && !is_plural { end - 1 } else { rest_end }
}

/// Bytes that [`AsciiPartScanner`] looks at in one go.
const WINDOW_BYTES: usize = 4096;

/// Finds where parts, and characters outside ASCII, begin: with one table and no branch for each letter. Whether a word goes
/// on is what a processor guesses worst, and every byte of a repository is looked at.
pub struct AsciiPartScanner {
    found: Box<[usize; WINDOW_BYTES]>,
}

impl AsciiPartScanner {
    /// A scanner with a buffer of its own, to be used for many texts.
    pub fn create() -> Self {
        Self { found: Box::new([0; WINDOW_BYTES]) }
    }

    /// Calls `visit` with the beginning of each part and of each character outside ASCII, in order.
    pub fn visit_starts(&mut self, text: &[u8], mut visit: impl FnMut(usize)) {
        let mut from = 0;
        while from < text.len() {
            let to = text.len().min(from + WINDOW_BYTES);
            let count = self.fill(text, from, to);
            for start in &self.found[..count] {
                if !ends_plural(text, *start) {
                    visit(*start);
                }
            }
            from = to;
        }
    }

    /// Notes the places between two others; returns how many.
    #[inline]
    fn fill(&mut self, text: &[u8], from: usize, to: usize) -> usize {
        let class = |at: usize| text.get(at).map_or(0, |byte| CLASS[usize::from(*byte)]);
        let mut state = usize::from(from.checked_sub(1).map_or(0, class)) << 3 | usize::from(class(from));
        let mut count = 0;
        for position in from..to {
            state = (state << 3 | usize::from(class(position + 1))) & 0o777;
            self.found[count] = position;
            count += usize::from(BEGINS[state]);
        }
        count
    }
}

/// Whether a place is the last capital of a plural such as `IDs`, which stays whole.
#[inline]
fn ends_plural(text: &[u8], start: usize) -> bool {
    text[start].is_ascii_uppercase()
        && start.checked_sub(1).is_some_and(|before| text[before].is_ascii_uppercase())
        && text.get(start + 1) == Some(&b's')
        && !text.get(start + 2).is_some_and(|byte| is_tail(*byte))
}

/// Whether a byte continues a part.
#[inline]
fn is_tail(byte: u8) -> bool {
    matches!(CLASS[usize::from(byte)], LOWER | DIGIT)
}

const LOWER: u8 = 1;
const DIGIT: u8 = 2;
const UPPER: u8 = 3;
/// The first byte of a character outside ASCII.
const WIDE: u8 = 4;

/// What a byte is.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => DIGIT,
            b'A'..=b'Z' => UPPER,
            0xc0.. => WIDE,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Whether something begins at a byte, by the classes of the byte before, of itself and of the one after, three bits
/// each.
static BEGINS: [bool; 512] = {
    let mut table = [false; 512];
    let mut state = 0;
    while state < table.len() {
        let (before, own, after) = ((state >> 6) as u8, (state >> 3 & 7) as u8, (state & 7) as u8);
        table[state] = match own {
            LOWER | DIGIT => !matches!(before, LOWER | DIGIT | UPPER),
            UPPER => before != UPPER || after == LOWER,
            WIDE => true,
            _ => false,
        };
        state += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{PART_CHARS_MAX, split_identifiers};
    use super::*;

    /// The parts of a text in ASCII, as a scan sees them.
    fn parts(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        AsciiPartScanner::create().visit_starts(text.as_bytes(), |start| {
            let part = &text[start..find_ascii_part_end(text.as_bytes(), start)];
            found.extend((2..=PART_CHARS_MAX).contains(&part.len()).then(|| part.to_ascii_lowercase()));
        });
        found
    }

    /// The places one by one, as [`find_ascii_part_end`] sees them.
    fn one_by_one(text: &[u8]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut position = 0;
        while position < text.len() {
            let is_part = text[position].is_ascii_alphanumeric();
            if is_part || text[position] >= 0xc0 {
                found.push(position);
            }
            position = if is_part { find_ascii_part_end(text, position) } else { position + 1 };
        }
        found
    }

    fn check(text: &[u8]) {
        let mut found = Vec::new();
        AsciiPartScanner::create().visit_starts(text, |start| found.push(start));
        assert_eq!(found, one_by_one(text), "{:?}", String::from_utf8_lossy(text));
    }

    proptest! {
        #[test]
        fn parts_are_those_of_the_index(text in "[aAbsIDs09_ ./-]{0,40}") {
            prop_assert_eq!(parts(&text), split_identifiers(&text));
        }

        #[test]
        fn starts_are_those_of_the_parts(text in "[aAsBZ09_ é超s-]{0,40}") {
            check(text.as_bytes());
        }

        #[test]
        fn a_window_ends_anywhere(before in 0_usize..50, text in "[aAsBZ09_ ]{100}") {
            check(format!("{}{text}", "x ".repeat(WINDOW_BYTES / 2 - before)).as_bytes());
        }
    }
}
