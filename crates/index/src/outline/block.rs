//! What holds a line, where there is no syntax tree: cut by indentation and brackets.

use std::cell::OnceCell;

use foreword_model::limits;

use super::line_state::{Family, LineState, Syntax, line_states};
use super::{Definition, comment_above};
use crate::definition_line::{self, DefinitionKind};
use crate::facts::text::{line_number, one_line};
use crate::language::Language;

/// The block that holds a line, from 1, cut by indentation and brackets: kind `block`, or what its first line says.
pub fn block_around(text: &str, line: u32, language: Option<&'static Language>) -> Definition {
    BlockFinder::of(text, language).find_around(line)
}

/// Cuts blocks out of one text. What the lines are in, strings and comments, is found once: for many blocks of a large file
/// that is nearly all the work.
pub struct BlockFinder<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    language: Option<&'static Language>,
    states: OnceCell<Vec<LineState>>,
}

impl<'t> BlockFinder<'t> {
    /// For a text in a language.
    pub fn of(text: &'t str, language: Option<&'static Language>) -> Self {
        Self { text, lines: text.lines().collect(), language, states: OnceCell::new() }
    }

    /// Whether a line, from 1, goes on with a string or comment from above: nothing is defined there.
    pub fn is_quoted(&self, line: u32) -> bool {
        let states = self.states.get_or_init(|| line_states(self.text, Syntax::of(self.language)));
        states.get(line.max(1) as usize - 1).is_some_and(|state| state.is_inside)
    }

    /// The block around a line, from 1: as [`block_around`].
    pub fn find_around(&self, line: u32) -> Definition {
        let Self { text, lines, language, states } = self;
        let language = *language;
        let hit = (line.max(1) as usize - 1).min(lines.len().saturating_sub(1));
        if let Some(comment) = language.and_then(|language| comment_around(lines, hit, language)) {
            return comment;
        }
        let syntax = Syntax::of(language);
        let states = states.get_or_init(|| line_states(text, syntax));
        let head = block_head(lines, states, hit, language);
        let body = Body { lines, states, syntax, head };
        let (end, is_whole) = match syntax.family() {
            Family::Braces => body.end_by_brackets(),
            Family::Indentation | Family::Words => body.end_by_indentation(),
        };
        let head_line = lines.get(head).copied().unwrap_or_default();
        let defined = language.and_then(|language| definition_line::of_line(head_line.as_bytes(), language));
        let name = defined.and_then(|found| head_line.get(found.name_start..found.name_end));
        let start_line = line_number(first_decorator(lines, head));
        Definition {
            kind: defined.map_or("block", |found| found.kind.word()),
            name: name.unwrap_or_default().to_owned(),
            container: None,
            signature: one_line(head_line.trim_end_matches([' ', '\t', '{'])),
            doc: language.and_then(|language| comment_above(lines, start_line, language)),
            start_line,
            name_line: line_number(head),
            end_line: line_number(end.max(hit)),
            is_whole: is_whole && end >= hit,
        }
    }
}

/// The first of the decorators and attributes directly above a line.
fn first_decorator(lines: &[&str], head: usize) -> usize {
    let indent = lines.get(head).map_or(0, |line| indent_of(line));
    let is_decorator = |row: &usize| {
        let line = lines[*row];
        let trimmed = line.trim();
        let is_attribute = trimmed.starts_with("#[") && trimmed.ends_with(']');
        let is_annotation = trimmed.starts_with('@') && !trimmed.ends_with(['{', '(', ',']);
        indent_of(line) == indent && (is_attribute || is_annotation)
    };
    (0..head).rev().take_while(is_decorator).last().unwrap_or(head)
}

/// A block by its first line.
struct Body<'b> {
    lines: &'b [&'b str],
    states: &'b [LineState],
    syntax: Syntax,
    head: usize,
}

impl Body<'_> {
    fn rows(&self) -> std::ops::Range<usize> {
        self.head..self.lines.len().min(self.head + limits::DEFINITION_LINES)
    }

    fn depth(&self, row: usize) -> u32 {
        self.states.get(row).map_or(0, |state| state.depth)
    }

    fn is_inside(&self, row: usize) -> bool {
        self.states.get(row).is_some_and(|state| state.is_inside)
    }

    /// The last line of what the head opens a bracket for, and whether that is its end.
    fn end_by_brackets(&self) -> (usize, bool) {
        let depth = self.depth(self.head);
        let mut is_opened = false;
        for row in self.rows() {
            let is_open = self.depth(row + 1) > depth || self.is_inside(row + 1);
            is_opened |= is_open || self.lines[row].contains('{');
            if is_open {
                continue;
            }
            let line = self.lines[row].trim_end();
            if self.depth(row + 1) < depth {
                // What is around it ends here: the head opened nothing.
                return if row == self.head { (row, true) } else { (row - 1, false) };
            }
            let is_ended = line.ends_with([';', '}']) || (is_opened && line.ends_with(')'));
            if !self.goes_on_after(row, is_ended) {
                return (row, true);
            }
        }
        self.cut()
    }

    /// Whether the head is not yet at its end although no bracket is open.
    fn goes_on_after(&self, row: usize, is_ended: bool) -> bool {
        let rest = self.lines.get(row + 1..).unwrap_or_default();
        let next = rest.iter().find(|line| !line.trim().is_empty());
        let Some(next) = next else { return false };
        let trimmed = next.trim_start();
        let is_ended_by_brace = self.lines[row].trim_end().ends_with([';', '}']);
        if trimmed.starts_with('{') && !is_ended_by_brace {
            return true;
        }
        let joins = [
            "where",
            "->",
            "throws",
            "extends",
            "implements",
            "=>",
            ".",
            ":",
            "?",
            "=",
            "&&",
            "||",
            "|",
            "+",
        ];
        !is_ended && indent_of(next) > indent_of(self.lines[self.head])
            || (!is_ended_by_brace && joins.iter().any(|join| trimmed.starts_with(join)))
    }

    /// The last line that is indented deeper than the head, with the line that closes it, and whether that is its end.
    fn end_by_indentation(&self) -> (usize, bool) {
        let lines = self.lines;
        let indent = lines.get(self.head).map_or(0, |line| indent_of(line));
        let depth = self.depth(self.head);
        let mut end = self.head;
        for row in self.rows().skip(1) {
            let trimmed = lines[row].trim_start();
            if self.is_inside(row) || self.depth(row) > depth {
                end = row;
                continue;
            }
            let own = indent_of(lines[row]);
            // Comments and directives may stand anywhere: what follows them tells.
            let says_nothing = trimmed.is_empty()
                || (own <= indent && (self.syntax.is_comment(trimmed) || self.syntax.is_directive(trimmed)));
            if says_nothing {
                continue;
            }
            if own > indent || (own == indent && trimmed.starts_with('{')) {
                end = row;
                continue;
            }
            let is_closed = own == indent && closes_block(trimmed, self.syntax);
            if is_closed {
                end = row;
            }
            if !(is_closed && goes_on(trimmed)) {
                return (end, true);
            }
        }
        if self.rows().end == lines.len() { (end, true) } else { self.cut() }
    }

    /// No end was found in the lines that are looked at.
    fn cut(&self) -> (usize, bool) {
        (self.rows().end.saturating_sub(1).max(self.head), false)
    }
}

/// Whether a line, indented as the head is, belongs to the block: its end, or another branch of it.
fn closes_block(trimmed: &str, syntax: Syntax) -> bool {
    let word =
        trimmed.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
    let is_word = match syntax.family() {
        Family::Words => matches!(
            word,
            "end"
                | "fi"
                | "done"
                | "esac"
                | "else"
                | "elsif"
                | "elif"
                | "rescue"
                | "ensure"
                | "when"
                | "in"
                | "then"
                | "do"
                | "catch"
                | "after"
                | "endif"
                | "endfunction"
                | "endmacro"
                | "until"
        ),
        Family::Indentation => matches!(word, "end" | "fi"),
        Family::Braces => false,
    };
    is_word || trimmed.starts_with(['}', ')', ']'])
}

/// Whether a line that closes a block opens the next one of it: `} else {`, `) {`, `rescue Error`.
fn goes_on(trimmed: &str) -> bool {
    let is_end = ["end", "fi", "done", "esac", "endif", "endfunction", "endmacro"].iter().any(|word| {
        trimmed
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    });
    !is_end
        && (trimmed.trim_end().ends_with(['{', '=', ':', '>']) || trimmed.starts_with(char::is_alphabetic))
}

/// The whole comment, if the line is in one.
fn comment_around(lines: &[&str], hit: usize, language: &Language) -> Option<Definition> {
    let is_comment = |row: usize| {
        lines.get(row).is_some_and(|line| language.comment.starts_comment(line.trim_start().as_bytes()))
    };
    if !is_comment(hit) {
        return None;
    }
    let first =
        (0..hit).rev().take(limits::BLOCK_LINES).take_while(|row| is_comment(*row)).last().unwrap_or(hit);
    let last =
        (hit..lines.len()).take(limits::BLOCK_LINES).take_while(|row| is_comment(*row)).last().unwrap_or(hit);
    Some(Definition {
        kind: "comment",
        name: String::new(),
        container: None,
        signature: one_line(lines[hit]),
        doc: None,
        start_line: line_number(first),
        name_line: line_number(hit),
        end_line: line_number(last),
        is_whole: true,
    })
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The nearest line upwards that begins what holds the hit: a definition, or else a line at the margin.
fn block_head(lines: &[&str], states: &[LineState], hit: usize, language: Option<&Language>) -> usize {
    let mut head = hit;
    let mut indent = lines.get(hit).map_or(0, |line| indent_of(line));
    for row in (hit.saturating_sub(limits::BLOCK_LINES)..=hit).rev() {
        let line = lines.get(row).copied().unwrap_or_default();
        let opens = row == hit || indent_of(line) < indent;
        let is_inside = states.get(row).is_some_and(|state| state.is_inside);
        if line.trim().is_empty() || !opens || (is_inside && row != hit) {
            continue;
        }
        if line.trim_start().starts_with('{') && row != hit {
            // The brace stands below its head, at the same indentation.
            indent = indent_of(line) + 1;
            continue;
        }
        let closes = line.trim_start().starts_with(['}', ')', ']']) && row != hit;
        if closes {
            continue;
        }
        indent = indent_of(line);
        head = row;
        let defines = language.and_then(|language| definition_line::of_line(line.as_bytes(), language));
        let is_whole = defines.is_some_and(|found| {
            matches!(
                found.kind,
                DefinitionKind::Function
                    | DefinitionKind::Type
                    | DefinitionKind::Macro
                    | DefinitionKind::Declaration
            )
        });
        if is_whole || indent == 0 {
            break;
        }
    }
    head
}

/// The last line that is indented deeper than the head, with the line that closes it.
pub(crate) fn block_end(lines: &[&str], head: usize, lines_max: usize) -> usize {
    let indent = lines.get(head).map_or(0, |line| indent_of(line));
    let mut end = head;
    for (row, line) in lines.iter().enumerate().skip(head + 1).take(lines_max) {
        let trimmed = line.trim_start();
        if trimmed.is_empty() {
            continue;
        }
        if indent_of(line) > indent {
            end = row;
            continue;
        }
        let same_level = indent_of(line) == indent;
        if same_level && trimmed.starts_with('{') {
            end = row;
            continue;
        }
        let closes = trimmed.starts_with(['}', ')', ']'])
            || trimmed == "end"
            || trimmed.starts_with("end ")
            || trimmed == "fi";
        if same_level && closes {
            end = row;
            // `} else {`, `) {` and `) =` go on.
            if trimmed.trim_end().ends_with(['{', '=', ':', '>']) {
                continue;
            }
        }
        break;
    }
    end
}
