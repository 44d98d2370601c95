//! What holds a line, where there is no syntax tree: cut by indentation.

use foreword_model::limits;

use super::{Definition, comment_above};
use crate::definition_line::{self, DefinitionKind};
use crate::facts::text::{line_number, one_line};
use crate::language::Language;

/// The block that holds a line, from 1, cut by indentation: kind `block`, or what its first line says.
pub fn block_around(text: &str, line: u32, language: Option<&Language>) -> Definition {
    let lines: Vec<&str> = text.lines().collect();
    let hit = (line.max(1) as usize - 1).min(lines.len().saturating_sub(1));
    if let Some(comment) = language.and_then(|language| comment_around(&lines, hit, language)) {
        return comment;
    }
    let head = block_head(&lines, hit, language);
    let end = block_end(&lines, head, limits::BLOCK_LINES).max(hit);
    let head_line = lines.get(head).copied().unwrap_or_default();
    let defined = language.and_then(|language| definition_line::of_line(head_line.as_bytes(), language));
    let name = defined.and_then(|found| head_line.get(found.name_start..found.name_end));
    let start_line = line_number(head);
    Definition {
        kind: defined.map_or("block", |found| found.kind.word()),
        name: name.unwrap_or_default().to_owned(),
        container: None,
        signature: one_line(head_line.trim_end_matches([' ', '\t', '{'])),
        doc: language.and_then(|language| comment_above(&lines, start_line, language)),
        start_line,
        name_line: start_line,
        end_line: line_number(end),
    }
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
    })
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The nearest line upwards that begins what holds the hit: a definition, or else a line at the margin.
fn block_head(lines: &[&str], hit: usize, language: Option<&Language>) -> usize {
    let mut head = hit;
    let mut indent = lines.get(hit).map_or(0, |line| indent_of(line));
    for row in (hit.saturating_sub(limits::BLOCK_LINES)..=hit).rev() {
        let line = lines.get(row).copied().unwrap_or_default();
        let opens = row == hit || indent_of(line) < indent;
        if line.trim().is_empty() || !opens {
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
