//! How complicated the functions of one file are: cyclomatic and cognitive complexity, length, nesting and parameters,
//! with the reason for every point. Plain data from one parse; decides no ranking and reads no file.
//!
//! - Cyclomatic: one, and one more for each decision: `if`, loop condition, `case`, `catch`, ternary, `&&`, `||`, and
//!   what else the table of a language names. It is counted as the tool lizard counts it, where that is right.
//! - Cognitive: by Sonar's published rules. What breaks the linear flow costs one and one more for each level that it is
//!   nested in; `else`, `else if`, a jump to a label, a direct recursion and each run of like `&&` or `||` cost one.
//! - Nested functions: what a table calls a function is reported by itself and keeps its points (a `def` in a `def`,
//!   any function of JavaScript, Go or Lua); what it calls a closure (a lambda, a block of Ruby) adds its points to the
//!   function around it, one level deeper. So each point is counted once.
//! - Nesting: how many structures are open at the deepest place. Lines: from the first to the last, both included.
//! - Parameters: as declared, without the receiver (`self`, `this`).
//!
//! Code outside of functions has no number.

mod families;
mod head;
mod names;
mod table;
mod walk;

use std::time::Instant;

use foreword_model::limits;

use crate::facts;
use crate::language::{Grammar, Language, Nature};

/// Whether the reason for each point is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reasons {
    /// Only the numbers.
    Dropped,
    /// Each point with its line.
    Kept,
}

/// One place that makes a function more complicated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// Its line, from 1.
    pub line: u32,
    /// What stands there, in words.
    pub what: &'static str,
    /// What it adds to the cyclomatic complexity.
    pub cyclomatic: u32,
    /// What it adds to the cognitive complexity.
    pub cognitive: u32,
    /// How many structures it is nested in.
    pub nesting: u32,
}

/// One function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name; `(anonymous)` for one without.
    pub name: String,
    /// What it is defined in, joined by the language's separator.
    pub container: Option<String>,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Cyclomatic complexity: at least one.
    pub cyclomatic: u32,
    /// Cognitive complexity.
    pub cognitive: u32,
    /// The deepest nesting of structures.
    pub nesting: u32,
    /// Declared parameters without the receiver.
    pub parameters: u32,
    /// In the order of their lines, if they were asked for; at most [`limits::COMPLEXITY_REASONS`].
    pub reasons: Vec<Reason>,
}

impl Function {
    /// Lines from the first to the last.
    pub fn lines(&self) -> u32 {
        self.end_line.saturating_sub(self.start_line) + 1
    }

    /// `container.name`.
    pub fn qualified_name(&self, separator: &str) -> String {
        match &self.container {
            Some(container) => format!("{container}{separator}{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Whether functions of a language can be measured.
pub fn is_measured(language: &Language) -> bool {
    grammar_of(language).is_some_and(|grammar| families::of(grammar).is_some())
}

/// What stands between the names of a path in a language.
pub fn separator(language: &Language) -> &'static str {
    language.grammar.map_or(".", |grammar| facts::separator(facts::table_of(grammar)))
}

/// The functions of a file, in the order of their first line.
///
/// `None` if the language has no functions to measure, the parser gave up, or the time ran out.
pub fn measure(
    text: &str,
    language: &Language,
    reasons: Reasons,
    deadline: Instant,
) -> Option<Vec<Function>> {
    let grammar = facts::grammar_for(text, grammar_of(language)?);
    let table = families::of(grammar)?;
    if is_one_line(text) || facts::is_degenerate(text, &[]) {
        return None;
    }
    let tree = facts::parse(text, grammar, &[], deadline)?;
    let frames = walk::walk(&tree, text, table, reasons, deadline)?;
    if frames.is_empty() {
        return Some(Vec::new());
    }
    let facts_table = facts::table_of(grammar);
    let walked = facts::walk(&tree, text, facts_table, facts::Want::Definitions, deadline)?;
    Some(names::named(frames, &walked.definitions, facts::separator(facts_table)))
}

fn grammar_of(language: &Language) -> Option<Grammar> {
    language.grammar.filter(|_| language.nature == Nature::Code)
}

/// Minified or generated: parsing costs much, and the lines of its functions say nothing.
fn is_one_line(text: &str) -> bool {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
    text.len() / lines > limits::FACTS_LINE_BYTES
}

#[cfg(test)]
mod tests;
