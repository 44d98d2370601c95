//! Definitions in the parts of a file that its grammar did not understand, by the look of their first line.
//! It guesses where the parser gave up, and only there.

use std::ops::RangeInclusive;

use foreword_model::limits;

use super::text::{line_number, one_line};
use super::{Definition, DefinitionKind, Walked};
use crate::definition_line::{self, DefinitionKind as LineKind};
use crate::language::Language;
use crate::outline::block_end;

/// Adds what the lines of `errors` (rows) define and the walk did not see.
pub(crate) fn rescue(text: &str, language: &Language, walked: &mut Walked) {
    let mut errors = std::mem::take(&mut walked.errors);
    if errors.is_empty() {
        return;
    }
    let lines: Vec<&str> = text.split('\n').collect();
    shorten(&lines, &mut walked.definitions, &mut errors);
    let known = Known::of(&walked.definitions);
    let mut rescued = Vec::new();
    let mut next = 0;
    for rows in errors {
        let first = next.max(*rows.start());
        for row in first..=(*rows.end()).min(lines.len().saturating_sub(1)) {
            if rescued.len() >= limits::FACTS_RESCUED {
                break;
            }
            rescued.extend(of_row(&lines, row, language).filter(|found| !known.holds(found)));
        }
        next = first.max(rows.end() + 1);
    }
    if !rescued.is_empty() {
        merge(walked, rescued);
    }
}

/// A function with an error in it may have swallowed what follows: it ends where its indentation says, and
/// what comes after that is looked at again.
fn shorten(lines: &[&str], definitions: &mut [Definition], errors: &mut Vec<RangeInclusive<usize>>) {
    let rows: Vec<usize> = errors.iter().map(|rows| *rows.start()).collect();
    for found in definitions.iter_mut().filter(|found| found.kind.is_function()) {
        let (head, last) = (found.name_line as usize - 1, found.end_line as usize - 1);
        let at = rows.partition_point(|row| *row < head);
        if rows.get(at).is_none_or(|row| *row > last) {
            continue;
        }
        let end = block_end(lines, head, limits::RESCUED_LINES);
        if end > head && end < last && errors.len() < 2 * limits::FACTS_ERRORS {
            found.end_line = line_number(end);
            errors.push(end + 1..=last);
        }
    }
    errors.sort_by_key(|rows| *rows.start());
}

/// What the walk found, for questions by line.
struct Known {
    /// Lines that hold a definition's name.
    names: Vec<u32>,
    /// The insides of functions: what is in them was understood.
    functions: Vec<RangeInclusive<u32>>,
}

impl Known {
    fn of(definitions: &[Definition]) -> Self {
        let mut names: Vec<u32> = definitions.iter().map(|found| found.name_line).collect();
        names.sort_unstable();
        let functions = definitions.iter().filter(|found| found.kind.is_function());
        // The outermost in the order of their lines: an inner one adds nothing.
        let mut spans: Vec<RangeInclusive<u32>> = Vec::new();
        for found in functions {
            if spans.last().is_none_or(|last| found.end_line > *last.end()) {
                spans.push(found.start_line + 1..=found.end_line);
            }
        }
        Self { names, functions: spans }
    }

    fn holds(&self, found: &Definition) -> bool {
        let line = found.name_line;
        let after = self.functions.partition_point(|span| *span.start() <= line);
        let inside = after.checked_sub(1).is_some_and(|at| self.functions[at].contains(&line));
        inside || self.names.binary_search(&line).is_ok()
    }
}

fn of_row(lines: &[&str], row: usize, language: &Language) -> Option<Definition> {
    let line = lines.get(row)?;
    let found = definition_line::of_line(line.as_bytes(), language)?;
    let kind = match found.kind {
        LineKind::Function => DefinitionKind::Function,
        LineKind::Type => DefinitionKind::Class,
        LineKind::Macro => DefinitionKind::Macro,
        LineKind::Module => DefinitionKind::Module,
        LineKind::Variable | LineKind::Implementation | LineKind::Declaration => return None,
    };
    let name = line.get(found.name_start..found.name_end).filter(|name| !name.is_empty())?;
    let end = block_end(lines, row, limits::RESCUED_LINES).max(row);
    Some(Definition {
        kind,
        name: name.to_owned(),
        container: None,
        receiver: None,
        signature: one_line(line.trim_end_matches([' ', '\t', '\r', '{'])),
        doc: None,
        start_line: line_number(row),
        name_line: line_number(row),
        end_line: line_number(end),
    })
}

/// Puts the rescued in their places and moves every number that points at a definition.
fn merge(walked: &mut Walked, rescued: Vec<Definition>) {
    let first_rescued = walked.definitions.len();
    let mut all = std::mem::take(&mut walked.definitions);
    let mut words = std::mem::take(&mut walked.words);
    let mut has_body = std::mem::take(&mut walked.has_body);
    for found in rescued {
        words.push(if found.kind == DefinitionKind::Function { "function" } else { "class" });
        has_body.push(found.end_line > found.start_line);
        all.push(found);
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|number| (all[*number].start_line, std::cmp::Reverse(all[*number].end_line)));
    let mut places = vec![0_u32; all.len()];
    for (place, number) in (0_u32..).zip(&order) {
        places[*number] = place;
    }
    let moved = |number: Option<u32>| number.and_then(|number| places.get(number as usize).copied());
    // The rescued definitions around the current one: place, kind and last line.
    let mut open: Vec<(u32, DefinitionKind, u32)> = Vec::new();
    for (place, number) in (0_u32..).zip(&order) {
        let mut found = all[*number].clone();
        while open.pop_if(|(_, _, end)| *end < found.start_line).is_some() {}
        let around = open.last().copied();
        found.container = moved(found.container).or(around.map(|(place, _, _)| place));
        let in_type = around.is_some_and(|(_, kind, _)| kind.is_type());
        if in_type && found.kind == DefinitionKind::Function && found.container == around.map(|open| open.0) {
            found.kind = DefinitionKind::Method;
            words[*number] = "method";
        }
        if *number >= first_rescued {
            open.push((place, found.kind, found.end_line));
        }
        walked.definitions.push(found);
    }
    walked.words = order.iter().map(|number| words[*number]).collect();
    walked.has_body = order.iter().map(|number| has_body[*number]).collect();
    walked.calls.iter_mut().for_each(|call| call.within = moved(call.within));
    walked.references.iter_mut().for_each(|reference| reference.within = moved(reference.within));
}
