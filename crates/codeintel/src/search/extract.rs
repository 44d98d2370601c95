//! The lines of a place that are shown. It gets text whose secrets are masked already, and cuts.

use std::ops::RangeInclusive;

use foreword_index::language::Language;
use foreword_index::outline::Definition;
use foreword_model::finding::Extract;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use super::matcher::FileHits;
use super::place::{Place, best_lines};
use super::vocabulary::Vocabulary;

/// Lines that a signature may go on after the name.
const HEAD_LINES_MAX: usize = 10;

/// The lines of a place that are shown: all if they fit, otherwise its head and the lines with most hits.
pub(super) fn extract(
    text: &str,
    language: Option<&'static Language>,
    place: &Place,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
) -> Extract {
    let lines: Vec<&str> = text.lines().collect();
    let definition = &place.definition;
    let last = (definition.end_line as usize).min(lines.len());
    let mut first = (definition.start_line as usize).min(last.max(1));
    if let Some((doc, _)) = definition.doc
        && last + 1 - (doc as usize).min(first) <= limits::SNIPPET_LINES
    {
        first = first.min(doc as usize).max(1);
    }
    let shown = if last + 1 - first <= limits::SNIPPET_LINES {
        (first..=last).collect()
    } else {
        chosen_lines(first..=last, head_end(&lines, definition, first..=last), hits, vocabulary)
    };
    let name = language.map(|language| language.name).unwrap_or_default();
    Extract {
        start_line: u32::try_from(first).unwrap_or(u32::MAX),
        language: name.to_owned(),
        text: join(&lines, &shown, last),
    }
}

/// The line on which the signature ends, as far as brackets show it.
fn head_end(lines: &[&str], definition: &Definition, span: RangeInclusive<usize>) -> usize {
    let name = (definition.name_line as usize).clamp(*span.start(), *span.end());
    let ends =
        |line: &usize| lines.get(line - 1).is_some_and(|text| text.trim_end().ends_with(['{', ':', ';']));
    let last = (*span.end()).min(name + HEAD_LINES_MAX);
    (name..=last).find(ends).unwrap_or(name)
}

/// The head, then around the lines that hold most, in order.
fn chosen_lines(
    span: RangeInclusive<usize>,
    head_end: usize,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
) -> Vec<usize> {
    // Each gap costs a line, so that room is kept for them.
    let room = limits::SNIPPET_LINES - 3;
    let mut shown: Vec<usize> = (*span.start()..=head_end).take(room).collect();
    let inside = |line: &u32| span.contains(&(*line as usize));
    for line in best_lines(hits, vocabulary).into_iter().filter(inside) {
        let line = line as usize;
        for near in [line, line + 1, line.saturating_sub(1)] {
            if shown.len() < room && span.contains(&near) && !shown.contains(&near) {
                shown.push(near);
            }
        }
    }
    // What is left goes to the beginning of the body.
    for line in span {
        if shown.len() < room && !shown.contains(&line) {
            shown.push(line);
        }
    }
    shown.sort_unstable();
    within_gaps(fill_single_gaps(shown))
}

/// A mark for one line left out takes as much room as the line.
fn fill_single_gaps(shown: Vec<usize>) -> Vec<usize> {
    let mut filled: Vec<usize> = Vec::with_capacity(shown.len());
    for line in shown {
        if filled.last().is_some_and(|before| line == before + 2) {
            filled.push(line - 1);
        }
        filled.push(line);
    }
    filled
}

/// Drops lines from the end until lines and gap marks fit.
fn within_gaps(mut shown: Vec<usize>) -> Vec<usize> {
    let cost =
        |shown: &[usize]| shown.len() + shown.windows(2).filter(|pair| pair[1] > pair[0] + 1).count() + 1;
    while shown.len() > 1 && cost(&shown) > limits::SNIPPET_LINES {
        shown.pop();
    }
    shown
}

fn join(lines: &[&str], shown: &[usize], last: usize) -> String {
    let mut text = String::new();
    let mut before: Option<usize> = None;
    for number in shown {
        if before.is_some_and(|before| *number > before + 1) {
            text.push_str("…\n");
        }
        text.push_str(&ellipsize(
            lines.get(number - 1).copied().unwrap_or_default(),
            limits::SNIPPET_LINE_CHARS,
        ));
        text.push('\n');
        before = Some(*number);
    }
    if before.is_some_and(|before| before < last) {
        text.push_str("…\n");
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}
