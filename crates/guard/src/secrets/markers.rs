//! Lines that begin with the same marker: a comment, a diff, a quotation, numbered lines. What goes over several lines
//! is found in them as it reads without the markers, and masked where it stands.
//!
//! Knows nothing of secrets. A text is looked at again only around places that its caller names, and no stretch of it
//! more than once for each marker that a line can have.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use super::Found;

/// Markers inside markers that are taken off: a comment in a diff in a quotation.
pub(super) const NESTED: usize = 3;
/// Signs that markers are made of.
const SIGNS: &[u8] = b"/*#-;%+>|'!:";
/// The longest marker of signs.
const SIGNS_MAX: usize = 8;
/// Words that begin a comment.
const WORDS: [&str; 3] = ["dnl", "rem", "@rem"];

/// Hands the lines around each place to `look` without their marker, and takes what it finds for the text itself.
pub(super) fn find(
    text: &str,
    mut places: Vec<usize>,
    look: impl Fn(&str, &mut Vec<Found>),
    found: &mut Vec<Found>,
) {
    places.sort_unstable();
    let mut is_diff = None;
    let mut free = 0;
    for place in places.into_iter().filter(|place| *place < text.len()) {
        if place < free {
            continue;
        }
        let line = line_around(text, free, place);
        let floor = std::mem::replace(&mut free, line.end);
        for marker in markers_of(text, floor, &line, &mut is_diff).into_iter().flatten() {
            let view = View::around(text, floor, &line, marker);
            free = free.max(view.end);
            let mut inside = Vec::new();
            look(&view.text, &mut inside);
            found.extend(inside.into_iter().map(|one| view.in_text(one)));
        }
    }
}

/// The line of a place, with its end, no further back than `floor`.
fn line_around(text: &str, floor: usize, place: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let start = memrchr(b'\n', &bytes[floor..place]).map_or(floor, |at| floor + at + 1);
    let end = memchr(b'\n', &bytes[place..]).map_or(bytes.len(), |at| place + at + 1);
    start..end
}

/// What lines may begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marker<'t> {
    /// Signs after the indentation.
    Signs(&'t [u8]),
    /// A word of [`WORDS`] after the indentation.
    Word(&'t str),
    /// A number and a sign after the indentation.
    Number,
    /// The first column of a diff, whatever it says of the line.
    Column,
}

/// The markers that a line shares with a neighbour. Both neighbours count: what follows a comment may begin like it.
fn markers_of<'t>(
    text: &'t str,
    floor: usize,
    line: &Range<usize>,
    is_diff: &mut Option<bool>,
) -> [Option<Marker<'t>>; 3] {
    let this = &text[line.clone()];
    let after = text[line.end..].split('\n').next().unwrap_or_default();
    let before = text[floor..line.start].trim_end_matches('\n');
    let before = &before[memrchr(b'\n', before.as_bytes()).map_or(0, |at| at + 1)..];
    let next = common_marker(this, after);
    let previous = common_marker(this, before).filter(|marker| Some(*marker) != next);
    let is_column = is_in_diff(this)
        && *is_diff.get_or_insert_with(|| {
            text.starts_with("@@ ") || memmem::find(text.as_bytes(), b"\n@@ ").is_some()
        });
    [next, previous, is_column.then_some(Marker::Column)]
}

fn common_marker<'t>(line: &'t str, neighbour: &str) -> Option<Marker<'t>> {
    let (ours, theirs) = (signs(line), signs(neighbour));
    let common = ours.iter().zip(theirs).take_while(|(our, their)| our == their).count();
    if common > 0 {
        return Some(Marker::Signs(&ours[..common]));
    }
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    let is_word = WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let candidates = [is_word.then_some(Marker::Word(word)), Some(Marker::Number)];
    let is_shared = |marker: &Marker<'_>| marker.len_in(line).is_some() && marker.len_in(neighbour).is_some();
    candidates.into_iter().flatten().find(is_shared)
}

/// The signs that a line begins with. Those of a block comment are the ones of its other lines.
fn signs(line: &str) -> &[u8] {
    let rest = line.trim_start_matches([' ', '\t']);
    let rest = &rest.as_bytes()[opening_len(rest)..];
    let length = rest.iter().take(SIGNS_MAX).take_while(|byte| SIGNS.contains(byte)).count();
    &rest[..length]
}

/// What opens a block comment before its last `*`.
fn opening_len(line: &str) -> usize {
    ["/**", "/*", "(*"]
        .iter()
        .find(|opening| line.starts_with(**opening))
        .map_or(0, |opening| opening.len() - 1)
}

fn is_in_diff(line: &str) -> bool {
    line.trim_end().is_empty() || line.starts_with(['+', '-', ' '])
}

impl Marker<'_> {
    /// How many bytes of a line are the marker and what stands before it; `None` if the line has none.
    fn len_in(self, line: &str) -> Option<usize> {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let rest = &line[indent..];
        match self {
            Self::Signs(signs) => {
                let opening = opening_len(rest);
                rest.as_bytes()[opening..].starts_with(signs).then_some(indent + opening + signs.len())
            }
            Self::Word(word) => {
                let is_word = rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
                let ends = rest.as_bytes().get(word.len()).is_none_or(u8::is_ascii_whitespace);
                (is_word && ends).then_some(indent + word.len())
            }
            Self::Number => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let gap = rest[digits..].bytes().take_while(|byte| *byte == b' ').count();
                let sign = ["\t", ":", "|", "→"].iter().find(|sign| rest[digits + gap..].starts_with(**sign));
                sign.filter(|_| digits > 0).map(|sign| indent + digits + gap + sign.len())
            }
            Self::Column => is_in_diff(line).then(|| usize::from(line.starts_with(['+', '-', ' ']))),
        }
    }
}

/// Lines of a text without their marker.
struct View {
    text: String,
    /// Where each line starts here, and where in the text.
    starts: Vec<(usize, usize)>,
    /// Where the lines end in the text.
    end: usize,
}

impl View {
    /// The lines before and after one that have its marker, no further back than `floor`.
    fn around(text: &str, floor: usize, line: &Range<usize>, marker: Marker<'_>) -> Self {
        let mut start = line.start;
        for before in text[floor..line.start].split_inclusive('\n').rev() {
            if marker.len_in(before).is_none() {
                break;
            }
            start -= before.len();
        }
        let mut view = Self { text: String::new(), starts: Vec::new(), end: start };
        for line in text[start..].split_inclusive('\n') {
            let Some(length) = marker.len_in(line) else { break };
            view.starts.push((view.text.len(), view.end + length));
            view.text.push_str(&line[length..]);
            view.end += line.len();
        }
        view
    }

    /// The same place in the text.
    fn in_text(&self, one: Found) -> Found {
        let place = |at: usize| {
            let line = self.starts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            self.starts.get(line).map_or(at, |(start, in_text)| in_text + (at - start))
        };
        // The end belongs to the line of the last letter.
        Found { start: place(one.start), end: place(one.end.saturating_sub(1)) + 1, ..one }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mask;
    use super::*;

    /// Finds every `x`, and what lies between the first and the last of them.
    fn look(text: &str, found: &mut Vec<Found>) {
        let mask = Mask::Typed("x");
        found.extend(text.match_indices('x').map(|(at, _)| Found { start: at, end: at + 1, mask }));
        if let (Some(start), Some(end)) = (text.find('x'), text.rfind('x')) {
            found.push(Found { start, end: end + 1, mask });
        }
    }

    fn views(text: &str, place: usize) -> Vec<String> {
        let seen = std::cell::RefCell::new(Vec::new());
        find(text, vec![place], |view, _| seen.borrow_mut().push(view.to_owned()), &mut Vec::new());
        seen.into_inner()
    }

    #[test]
    fn lines_are_read_without_their_marker() {
        for (text, expect) in [
            ("a\n// b!\n//  c\nd", vec![" b!\n  c\n"]),
            ("  /// b!\n  /// c\n", vec![" b!\n c\n"]),
            ("/** b!\n * c\n */\nd", vec![" b!\n c\n/\n"]),
            ("+- b!\n+  c\n", vec!["- b!\n  c\n"]),
            ("#- b!\n#-- c", vec![" b!\n- c"]),
            ("REM b!\nrem  c\nremark", vec![" b!\n  c\n"]),
            ("  9 | b!\n 10 |  c\n", vec![" b!\n  c\n"]),
            ("12:b!\n13:c", vec!["b!\nc"]),
            ("  7→b!\n  8→\tc", vec!["b!\n\tc"]),
            // What comes before and what comes after may be different comments.
            ("/// b\n/// c!\n// d", vec!["/ b\n/ c!\n d", " b\n c!\n"]),
            ("@@ -1 +1 @@\n a!\n-b\n+c\n", vec!["a!\nb\nc\n"]),
            ("a!\n// b", vec![]),
            ("// b!\n\n// c", vec![]),
            ("- b!\n  c", vec![]),
        ] {
            let place = text.find('!').unwrap_or_default();
            assert_eq!(views(text, place), expect, "{text}");
        }
    }

    #[test]
    fn what_is_found_is_masked_where_it_stands() {
        let text = "é\n# ax!\n#   bxc\n# d";
        let mut found = Vec::new();
        find(text, vec![text.find('!').unwrap_or_default()], look, &mut found);
        let parts: Vec<&str> = found.iter().map(|one| &text[one.start..one.end]).collect();
        assert_eq!(parts, ["x", "x", "x!\n#   bx"]);
    }

    #[test]
    fn no_line_is_looked_at_twice_for_one_marker() {
        let text = "# a\n".repeat(1_000);
        let count = std::cell::Cell::new(0);
        let places = (0..text.len()).collect();
        find(&text, places, |view, _| count.set(count.get() + view.len()), &mut Vec::new());
        assert!(count.get() <= text.len(), "{}", count.get());
    }
}
