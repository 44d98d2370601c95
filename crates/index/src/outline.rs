//! The definitions of one file, by its syntax tree where there is a grammar and by indentation where not.
//!
//! The tree is walked with a cursor, never by recursion: a file may nest 100,000 deep.

use std::ops::ControlFlow;
use std::time::Instant;

use foreword_model::limits;
use tree_sitter::{Node, ParseOptions, Parser, Point, Range, Tree, TreeCursor};

use crate::language::{Grammar, Language};

mod block;
mod go;
mod javascript;
mod python;
mod region;
mod rust;

pub use block::block_around;

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
/// `None` if there is no grammar, the parser gave up, or the time ran out; then [`block_around`] is what is left.
pub fn outline(text: &str, language: &Language, deadline: Instant) -> Option<Vec<Definition>> {
    outline_ranges(text, language, &[], deadline)
}

/// The same for the surroundings of a few lines (from 1, the most important first): all of a small file,
/// of a large one only the blocks at the margin that hold them.
pub fn outline_near(
    text: &str,
    language: &Language,
    lines: &[u32],
    deadline: Instant,
) -> Option<Vec<Definition>> {
    if text.len() <= limits::OUTLINE_REGION_BYTES || lines.is_empty() {
        return outline(text, language, deadline);
    }
    outline_ranges(text, language, &region::ranges(text, lines), deadline)
}

/// No range means the whole text.
fn outline_ranges(
    text: &str,
    language: &Language,
    ranges: &[Range],
    deadline: Instant,
) -> Option<Vec<Definition>> {
    let grammar = language.grammar?;
    let tree = parse(text, grammar, ranges, deadline)?;
    let mut found = walk(&tree, text, grammar, deadline)?;
    let lines: Vec<&str> = text.lines().collect();
    for definition in &mut found {
        if definition.doc.is_none() {
            definition.doc = comment_above(&lines, definition.start_line, language);
        }
    }
    Some(found)
}

fn parse(text: &str, grammar: Grammar, ranges: &[Range], deadline: Instant) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&grammar.tree_sitter()).ok()?;
    parser.set_included_ranges(ranges).ok()?;
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _: Point| bytes.get(offset..).unwrap_or_default();
    let mut progress = |_: &tree_sitter::ParseState| match Instant::now() < deadline {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut read, None, Some(options))
}

/// What a table says of a node.
struct Found<'tree> {
    kind: &'static str,
    name: Node<'tree>,
    /// The part that a signature stops before.
    body: Option<Node<'tree>>,
    /// A container that the node itself names: a receiver, a prototype.
    container: Option<String>,
}

impl<'tree> Found<'tree> {
    /// The common form: fields `name` and `body`.
    fn by_fields(kind: &'static str, node: Node<'tree>) -> Option<Self> {
        let name = node.child_by_field_name("name")?;
        Some(Self { kind, name, body: node.child_by_field_name("body"), container: None })
    }
}

/// What a grammar's table answers for one node.
enum Role<'tree> {
    /// It defines something; what is inside is contained in it.
    Defines(Found<'tree>),
    /// It only names a container, like `impl`.
    Contains(Node<'tree>),
    /// Neither, but definitions may be inside.
    Enter,
    /// Nothing inside can be a definition.
    Skip,
}

fn role<'tree>(grammar: Grammar, node: Node<'tree>, text: &str, depth: usize) -> Role<'tree> {
    match grammar {
        Grammar::Rust => rust::role(node),
        Grammar::Python => python::role(node, depth),
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => javascript::role(node, text, depth),
        Grammar::Go => go::role(node, text),
    }
}

/// A container on the way down: the depth of its node and its name.
struct Open {
    depth: usize,
    name: String,
}

fn walk(tree: &Tree, text: &str, grammar: Grammar, deadline: Instant) -> Option<Vec<Definition>> {
    let separator = if grammar == Grammar::Rust { "::" } else { "." };
    let mut cursor = tree.walk();
    let mut depth = 0_usize;
    let mut open: Vec<Open> = Vec::new();
    let mut found = Vec::new();
    for visited in 0..limits::OUTLINE_NODES {
        if visited % 4_096 == 0 && Instant::now() >= deadline {
            return None;
        }
        open.retain(|container| container.depth < depth);
        let node = cursor.node();
        let mut enter = true;
        match role(grammar, node, text, open.len()) {
            Role::Defines(definition) => {
                let containers: Vec<&str> = open.iter().map(|container| container.name.as_str()).collect();
                let described = describe(node, &definition, &containers.join(separator), text, grammar);
                open.push(Open { depth, name: described.name.clone() });
                found.push(described);
            }
            Role::Contains(name) => open.push(Open { depth, name: node_text(name, text).to_owned() }),
            Role::Enter => {}
            Role::Skip => enter = false,
        }
        if found.len() >= limits::OUTLINE_DEFINITIONS || !advance(&mut cursor, &mut depth, enter) {
            break;
        }
    }
    Some(found)
}

/// Moves to the next node in reading order; false at the end.
fn advance(cursor: &mut TreeCursor<'_>, depth: &mut usize, enter: bool) -> bool {
    if enter && cursor.goto_first_child() {
        *depth += 1;
        return true;
    }
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
        *depth -= 1;
    }
    true
}

fn describe(node: Node<'_>, found: &Found<'_>, containers: &str, text: &str, grammar: Grammar) -> Definition {
    // Decorators and `export` belong to the definition that they stand before.
    let outer = node
        .parent()
        .filter(|parent| matches!(parent.kind(), "decorated_definition" | "export_statement"))
        .unwrap_or(node);
    let signature_end = found.body.map_or(node.end_byte(), |body| body.start_byte());
    let head = text.get(node.start_byte()..signature_end).unwrap_or_default();
    let container = match (&found.container, containers) {
        (Some(named), _) => Some(named.clone()),
        (None, "") => None,
        (None, containers) => Some(containers.to_owned()),
    };
    let doc = if grammar == Grammar::Python { python::doc_string(found.body) } else { None };
    Definition {
        kind: method_kind(found.kind, container.is_some(), grammar),
        name: node_text(found.name, text).to_owned(),
        container,
        signature: one_line(head.trim_end_matches([' ', '\t', '\n', '\r', '{', '='])),
        doc,
        start_line: line_number(outer.start_position().row),
        name_line: line_number(found.name.start_position().row),
        end_line: line_number(last_row(outer)),
    }
}

/// A function in a type is a method; in a Rust module it is not.
fn method_kind(kind: &'static str, contained: bool, grammar: Grammar) -> &'static str {
    match (kind, grammar) {
        ("function", Grammar::Python) if contained => "method",
        _ => kind,
    }
}

/// A node that ends with a newline ends on the line before.
fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

fn node_text<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    text.get(node.byte_range()).unwrap_or_default()
}

fn line_number(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

/// Blanks of any kind become one; bounded.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut length = 0_usize;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        length += word.chars().count() + 1;
        if length > limits::SUMMARY_CHARS {
            let cut = line.char_indices().nth(limits::SUMMARY_CHARS - 1).map_or(line.len(), |(at, _)| at);
            line.truncate(cut);
            line.push('…');
            break;
        }
    }
    line
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
