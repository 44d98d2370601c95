//! Which lines of a passage are shown: all of a short one; of a longer one its signature and one or two stretches around the
//! lines that hold most of the query. It gets text whose secrets are masked already, and cuts.

use foreword_index::language::Language;
use foreword_model::finding::Extract;

use super::passages::{Passage, PassageShape};
use crate::extract_text::ExtractText;

/// A passage this much longer than the room for it is still shown whole.
const SLACK: f64 = 1.25;
/// The first stretch's share of the room where there are two.
const FIRST_SHARE: f64 = 0.62;
const STRETCH_LINES_MIN: usize = 4;
/// Lines for the signature and for what is said of a gap.
const HEAD_LINES: usize = 2;
/// The second stretch must hold this share of what the first holds.
const SECOND_SHARE: f64 = 0.45;
/// Lines of annotations above a name that are shown with it.
const ANNOTATION_LINES: u32 = 3;
/// A gap of no more lines is shown.
const GAP_LINES: usize = 3;
/// What a line is worth on which something stands verbatim.
const VERBATIM_VALUE: f64 = 3.0;
/// What a comment is worth beside code.
const COMMENT_SHARE: f64 = 0.3;

/// What the lines of a file are worth.
#[derive(Debug, Default)]
pub(super) struct LineValues {
    /// By line, from 1 at index 0: the worth of the notions on it.
    pub(super) notions: Vec<f64>,
    /// The same for what stands there verbatim.
    pub(super) verbatim: Vec<f64>,
}

/// Lines from the first to the last, from 1.
pub(super) type Stretch = (u32, u32);

/// One or two stretches of a passage, at most `room` lines in all, or all of it.
pub(super) fn stretches(
    lines: &[&str],
    language: Option<&Language>,
    passage: &Passage,
    values: &LineValues,
    room: usize,
) -> Vec<Stretch> {
    let (first, last) = (passage.first as usize, (passage.last as usize).min(lines.len()));
    let count = (last + 1).saturating_sub(first);
    if count as f64 <= room as f64 * SLACK {
        return vec![trimmed(lines, first, last)];
    }
    // Its comment says what a definition is for, its code what it does.
    let code = (passage.definition.start_line as usize).clamp(first, last);
    let is_whole = passage.shape == PassageShape::Definition;
    if is_whole && (last + 1 - code) as f64 <= room as f64 * SLACK {
        return vec![trimmed(lines, code, last)];
    }
    let value = |line: usize| {
        let notions = values.notions.get(line - 1).copied().unwrap_or_default();
        let trimmed = lines[line - 1].trim_start();
        let is_comment = is_whole && line < code
            || language.is_some_and(|language| language.comment.starts_comment(trimmed.as_bytes()));
        let verbatim = values.verbatim.get(line - 1).copied().unwrap_or_default();
        // What one line holds of the query counts less and less beside what several do.
        (notions * if is_comment { COMMENT_SHARE } else { 1.0 } + verbatim).sqrt()
            + if verbatim > 2.0 { VERBATIM_VALUE } else { 0.0 }
    };
    let worth: Vec<f64> = (first..=last).map(value).collect();
    let room = room.saturating_sub(HEAD_LINES).max(2 * STRETCH_LINES_MIN);
    let long = ((room as f64 * FIRST_SHARE) as usize).max(STRETCH_LINES_MIN + 2);
    let (start, held) = best_window(&worth, long);
    let short = room - long;
    let mut rest = worth.clone();
    let taken = start.saturating_sub(1)..(start + long + 1).min(rest.len());
    rest[taken].fill(0.0);
    let (other, held_other) = best_window(&rest, short);
    let is_apart = other.abs_diff(start) > 2;
    let mut chosen =
        if short >= STRETCH_LINES_MIN && held_other >= SECOND_SHARE * held && held_other > 0.0 && is_apart {
            vec![(start, start + long - 1), (other, other + short - 1)]
        } else {
            let (start, _) = best_window(&worth, room);
            vec![(start, start + room - 1)]
        };
    chosen.sort_unstable();
    if let [(from, one_end), (two_start, to)] = chosen[..]
        && two_start <= one_end + GAP_LINES
    {
        chosen = vec![(from, to)];
    }
    chosen.into_iter().map(|(from, to)| trimmed(lines, first + from, (first + to).min(last))).collect()
}

/// Where the stretch of a length begins that holds most, and how much; of equal ones the middle one.
fn best_window(worth: &[f64], length: usize) -> (usize, f64) {
    let length = length.clamp(1, worth.len().max(1));
    let mut sum: f64 = worth.iter().take(length).sum();
    let (mut best, mut ties) = (sum, vec![0]);
    for start in 1..=worth.len().saturating_sub(length) {
        sum += worth[start + length - 1] - worth[start - 1];
        if sum > best + 1e-6 {
            best = sum;
            ties.clear();
        }
        if sum >= best - 1e-6 {
            ties.push(start);
        }
    }
    (ties[ties.len() / 2], best)
}

/// Without blank lines at either end.
fn trimmed(lines: &[&str], mut first: usize, mut last: usize) -> Stretch {
    let is_blank = |line: usize| lines.get(line - 1).is_none_or(|text| text.trim().is_empty());
    while first < last && is_blank(first) {
        first += 1;
    }
    while last > first && is_blank(last) {
        last -= 1;
    }
    (u32::try_from(first).unwrap_or(u32::MAX), u32::try_from(last).unwrap_or(u32::MAX))
}

/// The extract: the lines that name the definition, where no stretch holds them, then the stretches; a gap says at which line
/// the text goes on.
pub(super) fn extract(
    lines: &[&str],
    language: Option<&Language>,
    passage: &Passage,
    stretches: &[Stretch],
) -> Extract {
    let definition = &passage.definition;
    let name_line = definition.name_line;
    // An annotation above the name goes with it, unless it is long.
    let head = match name_line.saturating_sub(definition.start_line) {
        0..ANNOTATION_LINES => definition.start_line,
        _ => name_line,
    };
    let begins = stretches.first().map_or(head, |(first, _)| *first);
    let is_named = passage.shape != PassageShape::Window && !definition.name.is_empty();
    let has_head = is_named && head < begins && (name_line as usize) <= lines.len();
    let mut text = ExtractText::of(lines);
    if has_head {
        text.push(head, name_line.min(begins - 1));
    }
    stretches.iter().for_each(|(first, last)| text.push(*first, *last));
    text.finish(passage.last, language)
}

#[cfg(test)]
mod tests {
    use foreword_index::outline::Definition;

    use super::*;

    fn passage(first: u32, last: u32) -> Passage {
        let definition = Definition {
            kind: "function",
            name: "work".to_owned(),
            container: None,
            signature: "fn work()".to_owned(),
            doc: None,
            start_line: first,
            name_line: first,
            end_line: last,
            is_whole: true,
        };
        Passage { definition, shape: PassageShape::Definition, first, last, letters: 1_000 }
    }

    /// Shows a function of `count` lines whose `held` lines hold the query.
    fn check(count: u32, held: &[u32], expected: &[Stretch], text: &str) {
        let lines: Vec<String> = (1..=count).map(|line| format!("line {line}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut values =
            LineValues { notions: vec![0.0; count as usize], verbatim: vec![0.0; count as usize] };
        held.iter().for_each(|line| values.notions[*line as usize - 1] = 4.0);
        let passage = passage(1, count);
        let found = stretches(&lines, None, &passage, &values, 12);
        assert_eq!(found, expected);
        let shown: u32 = found.iter().map(|(first, last)| last - first + 1).sum();
        assert!(shown <= 15, "{shown} lines");
        let extract = extract(&lines, None, &passage, &found);
        assert!(extract.text.starts_with(text), "{}", extract.text);
        for (number, row) in extract.numbered_rows() {
            assert!(
                number.map_or(row.starts_with('…'), |number| row == format!("line {number}")),
                "{number:?} {row}"
            );
        }
    }

    #[test]
    fn the_code_of_a_short_definition_is_shown_before_its_long_comment() {
        let lines: Vec<String> = (1..=40).map(|line| format!("line {line}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut passage = passage(1, 40);
        passage.definition.start_line = 28;
        let values = LineValues { notions: vec![4.0; 27], verbatim: Vec::new() };
        assert_eq!(stretches(&lines, None, &passage, &values, 12), [(28, 40)]);
    }

    #[test]
    fn a_short_passage_is_shown_whole() {
        check(14, &[7], &[(1, 14)], "line 1\nline 2\n");
    }

    #[test]
    fn of_a_long_one_the_signature_and_what_holds_most_are_shown() {
        check(60, &[30, 31], &[(26, 35)], "line 1\n… (line 26)\nline 26\n");
    }

    #[test]
    fn two_places_that_hold_much_are_two_stretches() {
        check(90, &[20, 21, 70, 71], &[(19, 22), (66, 71)], "line 1\n… (line 19)\nline 19\n");
    }
}
