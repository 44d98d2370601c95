//! The definitions of one file, by its syntax tree where there is a grammar and by indentation where not.
//!
//! What defines something is said once, in the tables of [`crate::facts`]; this is their answer for a search
//! that has no index.

use std::time::Instant;

use foreword_model::limits;
use tree_sitter::Range;

use crate::facts::text::line_number;
use crate::facts::{self, Walked, Want};
use crate::language::{Language, Nature};

mod block;
mod line_state;
mod region;
mod stored;

pub(crate) use block::block_end;
pub use block::{BlockFinder, block_around};
pub use stored::outline_stored;

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// `function`, `method`, `struct`, `class` … in the language's own words; `block` for a guess.
    pub kind: &'static str,
    /// Its name; empty for a block without one.
    pub name: String,
    /// What it is defined in, joined by the language's separator.
    pub container: Option<String>,
    /// Everything before the body, on one line.
    pub signature: String,
    /// First and last line of its comment or doc string, from 1.
    pub doc: Option<(u32, u32)>,
    /// First line, from 1, decorators and attributes included.
    pub start_line: u32,
    /// The line that holds the name.
    pub name_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Whether it is known to end there; otherwise it was looked at no further.
    pub is_whole: bool,
}

impl Definition {
    /// `Container::name`, in the language's own notation.
    pub fn qualified_name(&self, language: Option<&Language>) -> String {
        let separator = match language.map(|language| language.name) {
            Some("rust" | "cpp" | "ruby" | "php") => "::",
            _ => ".",
        };
        match &self.container {
            Some(container) => format!("{container}{separator}{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// The definitions of a file, in the order of their first line.
///
/// `None` if there is no grammar, the text is no source, the parser gave up, or the time ran out; then [`block_around`] is what is left.
pub fn outline(text: &str, language: &Language, deadline: Instant) -> Option<Vec<Definition>> {
    outline_ranges(text, language, &[], deadline)
}

/// The same for the surroundings of a few lines (from 1, the most important first): all of a small file,
/// of a large one only the blocks at the margin that hold them. What may end elsewhere than is seen there is left out.
pub fn outline_near(
    text: &str,
    language: &'static Language,
    lines: &[u32],
    deadline: Instant,
) -> Option<Vec<Definition>> {
    if text.len() <= limits::OUTLINE_REGION_BYTES || lines.is_empty() {
        return outline(text, language, deadline);
    }
    let regions = region::regions(text, lines, language);
    let ranges: Vec<Range> = regions.iter().map(|region| region.range).collect();
    let mut found = outline_ranges(text, language, &ranges, deadline)?;
    let rows: Vec<&str> = text.lines().collect();
    found.retain(|known| {
        regions.iter().all(|region| region.ends_known(&rows, known.start_line, known.end_line))
    });
    Some(found)
}

/// No range means the whole text.
fn outline_ranges(
    text: &str,
    language: &Language,
    ranges: &[Range],
    deadline: Instant,
) -> Option<Vec<Definition>> {
    // Keys and headings are places of an index; a search without one cuts data and prose by paragraphs.
    let grammar = language.grammar.filter(|_| language.nature == Nature::Code)?;
    let grammar = facts::grammar_for(text, grammar);
    if facts::is_degenerate(text, ranges) {
        return None;
    }
    let tree = facts::parse(text, grammar, ranges, deadline)?;
    let table = facts::table_of(grammar);
    let mut walked = facts::walk(&tree, text, table, Want::Definitions, deadline)?;
    facts::rescue(text, language, &mut walked);
    let Walked { definitions, words, .. } = walked;
    Some(with_containers(definitions.into_iter().zip(words), facts::separator(table)))
}

/// Containers become names: those around a definition and the one that it names itself.
fn with_containers(
    definitions: impl Iterator<Item = (facts::Definition, &'static str)>,
    separator: &str,
) -> Vec<Definition> {
    let mut paths: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (definition, kind) in definitions {
        let outer = definition.container.and_then(|number| paths.get(number as usize)).cloned();
        let container = match (outer, definition.receiver) {
            (Some(outer), Some(receiver)) => Some(format!("{outer}{separator}{receiver}")),
            (outer, receiver) => outer.or(receiver),
        };
        paths.push(match &container {
            Some(container) => format!("{container}{separator}{}", definition.name),
            None => definition.name.clone(),
        });
        let facts::Definition { name, signature, doc, start_line, name_line, end_line, .. } = definition;
        let is_whole = true;
        found.push(Definition {
            kind,
            name,
            container,
            signature,
            doc,
            start_line,
            name_line,
            end_line,
            is_whole,
        });
        if found.len() >= limits::OUTLINE_DEFINITIONS {
            break;
        }
    }
    found
}

/// Comment lines directly above `start_line`, with attributes between them passed over.
fn comment_above(lines: &[&str], start_line: u32, language: &Language) -> Option<(u32, u32)> {
    let mut last = None;
    let mut first = start_line;
    for row in (0..(start_line as usize).saturating_sub(1).min(lines.len())).rev() {
        let trimmed = lines[row].trim_start();
        let attribute = trimmed.starts_with("#[") || trimmed.starts_with('@');
        if attribute && last.is_none() {
            continue;
        }
        if attribute || !language.comment.starts_comment(trimmed.as_bytes()) {
            break;
        }
        last = last.or(Some(line_number(row)));
        first = line_number(row);
    }
    last.map(|last| (first, last))
}

#[cfg(test)]
mod tests;
