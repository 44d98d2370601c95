//! The place in a file that answers best, as a whole definition, and the lines of it that are shown.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use foreword_index::language::{Language, Nature};
use foreword_index::outline::{self, Definition};
use foreword_model::finding::Extract;
use foreword_model::limits;

use super::matcher::FileHits;
use super::vocabulary::{Vocabulary, saturate};
use super::weights;

/// A place in a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) definition: Definition,
    /// What the hits in it are worth.
    pub(super) evidence: f64,
    /// Notions of the query in it.
    pub(super) concepts: usize,
    /// Whether its name is a symbol of the query.
    pub(super) is_symbol: bool,
}

/// A definition that is named as the query says beats any other.
const SYMBOL_BONUS: f64 = 100.0;
/// A term in the definition's own name, in occurrences.
const NAME_OCCURRENCES: f64 = 5.0;
/// A test uses what is asked for and does not define it.
const TEST_SHARE: f64 = 0.4;
/// The length, in lines, at which a definition is neither short nor long.
const USUAL_LINES: f64 = 40.0;
/// How much a definition's length counts against it: a class that holds every hit is not yet the answer.
const LENGTH_NORM: f64 = 0.75;
/// Lines that a signature may go on after the name.
const HEAD_LINES_MAX: usize = 10;
/// Lines with hits around which blocks are cut where there is no grammar.
const BLOCK_SEEDS: usize = 24;

/// The places of a file that hold hits, the best first.
pub(super) fn places(
    text: &str,
    language: Option<&'static Language>,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
    deadline: Instant,
) -> Vec<Place> {
    let parse_deadline = deadline.min(Instant::now() + Duration::from_millis(limits::PARSE_FILE_MS));
    let lines = best_lines(hits, vocabulary);
    let outlined =
        language.and_then(|language| outline::outline_near(text, language, &lines, parse_deadline));
    let mut places = weigh_all(outlined.unwrap_or_default(), hits, vocabulary);
    if places.is_empty() {
        places = weigh_all(blocks(text, language, &lines), hits, vocabulary);
    }
    let lines = |place: &Place| {
        place.definition.end_line - place.definition.start_line.min(place.definition.end_line)
    };
    places.sort_by(|a, b| {
        // With the same evidence the innermost is meant.
        let by_length = || lines(a).cmp(&lines(b));
        let by_place = || a.definition.start_line.cmp(&b.definition.start_line);
        b.evidence.total_cmp(&a.evidence).then_with(by_length).then_with(by_place)
    });
    places
}

fn weigh_all(definitions: Vec<Definition>, hits: &FileHits, vocabulary: &Vocabulary<'_>) -> Vec<Place> {
    let definitions = definitions.into_iter().take(limits::SEARCH_CANDIDATES);
    definitions
        .map(|definition| weigh(definition, hits, vocabulary))
        .filter(|place| place.evidence > 0.0)
        .collect()
}

fn weigh(definition: Definition, hits: &FileHits, vocabulary: &Vocabulary<'_>) -> Place {
    let first = definition.doc.map_or(definition.start_line, |(doc, _)| doc.min(definition.start_line));
    let from = hits.hits.partition_point(|hit| hit.line < first);
    let to = hits.hits.partition_point(|hit| hit.line <= definition.end_line);
    let mut counts = vec![0.0_f64; vocabulary.query.terms.len()];
    for hit in &hits.hits[from.min(to)..to] {
        let in_own_name = hit.line == definition.name_line && hit.in_name;
        counts[usize::from(hit.term)] += if in_own_name { NAME_OCCURRENCES } else { 1.0 };
    }
    let lines = f64::from(definition.end_line - first.min(definition.end_line) + 1);
    let ratio = (lines / USUAL_LINES).max(0.25);
    let is_symbol = vocabulary.query.symbols.contains(&definition.name);
    let mut evidence = vocabulary.score(|term| saturate(counts[term], ratio, weights::BM25_K1, LENGTH_NORM));
    if !vocabulary.query.asked.tests && is_test(&definition) {
        evidence *= TEST_SHARE;
    }
    if is_symbol {
        evidence += SYMBOL_BONUS * if definition.kind == "declaration" { 0.5 } else { 1.0 };
    }
    let concepts = vocabulary.concepts_held(|term| counts[term] > 0.0);
    Place { definition, evidence, concepts, is_symbol }
}

/// A test inside the file that it tests.
fn is_test(definition: &Definition) -> bool {
    let in_tests = definition.container.as_deref().is_some_and(|container| {
        container.split([':', '.']).any(|part| matches!(part, "test" | "tests") || part.ends_with("_tests"))
    });
    in_tests || definition.name.starts_with("test_") || matches!(definition.name.as_str(), "test" | "tests")
}

/// Blocks around the lines that hold most, for a file without an outline.
fn blocks(text: &str, language: Option<&'static Language>, lines: &[u32]) -> Vec<Definition> {
    let is_prose = language.is_none_or(|language| language.nature == Nature::Docs);
    let mut found: Vec<Definition> = Vec::new();
    for line in lines.iter().copied().take(BLOCK_SEEDS) {
        let block =
            if is_prose { paragraph(text, line) } else { outline::block_around(text, line, language) };
        if !found.iter().any(|known| known.start_line == block.start_line && known.end_line == block.end_line)
        {
            found.push(block);
        }
    }
    found
}

/// Lines with hits, the most valuable first.
fn best_lines(hits: &FileHits, vocabulary: &Vocabulary<'_>) -> Vec<u32> {
    let mut lines: Vec<(u32, f64)> = Vec::new();
    for hit in &hits.hits {
        let value =
            vocabulary.term_value(usize::from(hit.term)) * if hit.in_name { NAME_OCCURRENCES } else { 1.0 };
        match lines.last_mut() {
            Some((line, sum)) if *line == hit.line => *sum += value,
            _ => lines.push((hit.line, value)),
        }
    }
    lines.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    lines.into_iter().map(|(line, _)| line).collect()
}

/// The lines around one that no blank line interrupts.
fn paragraph(text: &str, line: u32) -> Definition {
    let lines: Vec<&str> = text.lines().collect();
    let hit = (line.max(1) as usize - 1).min(lines.len().saturating_sub(1));
    let is_blank = |row: usize| lines.get(row).is_none_or(|line| line.trim().is_empty());
    let first =
        (0..hit).rev().take(limits::BLOCK_LINES).take_while(|row| !is_blank(*row)).last().unwrap_or(hit);
    let last =
        (hit..lines.len()).take(limits::BLOCK_LINES).take_while(|row| !is_blank(*row)).last().unwrap_or(hit);
    let number = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    Definition {
        kind: "text",
        name: String::new(),
        container: None,
        signature: lines.get(hit).map(|line| shorten(line.trim(), limits::SUMMARY_CHARS)).unwrap_or_default(),
        doc: None,
        start_line: number(first),
        name_line: number(first),
        end_line: number(last),
    }
}

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
        text.push_str(&shorten(
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

/// Cut to a number of characters, with a mark.
pub(super) fn shorten(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some(_) => {
            let cut = text.char_indices().nth(chars_max - 1).map_or(text.len(), |(at, _)| at);
            format!("{}…", &text[..cut])
        }
    }
}
