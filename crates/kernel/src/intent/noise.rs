//! What stands around a pasted error and is nothing that a search should look for.
//!
//! Owns which lines of a prompt are records of what went well, and which sentences only say that something went wrong.

use std::borrow::Cow;
use std::collections::HashMap;

use super::lines::{self, LineKind};
use super::noncode;
use super::tokens::Prose;

/// Levels of records that tell of no failure.
const QUIET_LEVELS: &[&str] = &["INFO", "DEBUG", "TRACE", "NOTICE", "VERBOSE"];
/// What a server does, as it logs it.
const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/// So many lines of one shape were written by a program.
const REPEATED_LINES: usize = 3;
/// Characters of a line that make its shape.
const SHAPE_CHARS: usize = 120;

/// The prompt without the records around its error, and without what names nothing: `why does this fail?`
pub fn without_records(prompt: &str) -> Cow<'_, str> {
    let text = super::bounded(prompt);
    let lines = lines::classify(&text);
    let mut shapes: HashMap<String, usize> = HashMap::new();
    for (kind, line) in &lines {
        if matches!(kind, LineKind::Log | LineKind::Prose) {
            *shapes.entry(shape(line)).or_default() += 1;
        }
    }
    let is_record = |kind: LineKind, line: &str| {
        let may_be = matches!(kind, LineKind::Log | LineKind::Prose) && !tells_of_failure(line);
        let names_nothing = kind == LineKind::Prose && names_nothing(line);
        let is_quiet = || kind == LineKind::Log || is_quiet(line) || shapes[&shape(line)] >= REPEATED_LINES;
        names_nothing || (may_be && is_quiet())
    };
    if !lines.iter().any(|(kind, line)| is_record(*kind, line)) {
        return Cow::Borrowed(prompt);
    }
    let kept: Vec<&str> =
        lines.iter().filter(|(kind, line)| !is_record(*kind, line)).map(|(_, line)| *line).collect();
    Cow::Owned(kept.join("\n"))
}

/// Whether no word of a sentence names something that a search could look for.
fn names_nothing(line: &str) -> bool {
    let mut prose = Prose::default();
    prose.line(line);
    prose.symbols.is_empty() && prose.paths.is_empty() && noncode::content(&prose, &super::words(&prose)) == 0
}

/// A line without its numbers.
fn shape(line: &str) -> String {
    line.chars().filter(|character| !character.is_ascii_digit()).take(SHAPE_CHARS).collect()
}

fn tells_of_failure(line: &str) -> bool {
    ["ERROR", "FATAL", "CRITICAL", "WARN", "Exception", "Error", "error", "panic"]
        .iter()
        .any(|word| line.contains(word))
}

/// `INFO: …`, `"GET /x HTTP/1.1" 200`: a record that bears no date.
fn is_quiet(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['[', '(']);
    let end = text.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(text.len());
    let (level, rest) = text.split_at(end);
    let is_levelled = QUIET_LEVELS.contains(&level)
        && (rest.starts_with([':', ']', ')', '\t', '|']) || rest.starts_with("  "));
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_access = words
        .windows(2)
        .any(|pair| METHODS.contains(&pair[0].trim_start_matches('"')) && pair[1].starts_with('/'))
        && words.iter().any(|word| is_status(word));
    is_levelled || is_access
}

fn is_status(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()) && word.as_bytes()[0] <= b'4'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_left_out_and_the_rest_stays() {
        for (prompt, expect) in [
            (
                "why does this fail?\n2026-01-01 10:00:00,1 INFO [w-1] request /a/1 200 12ms\nERROR x ValueError: no tide",
                "ERROR x ValueError: no tide",
            ),
            (
                "see the tollgate\n[1] GET /owners/1 200 OK in 1ms\n[2] GET /owners/2 200 OK in 2ms\npanic: no lane",
                "see the tollgate\npanic: no lane",
            ),
            ("INFO:     10.0.0.1:52 - \"GET /x HTTP/1.1\" 200 OK\nERROR: no lane", "ERROR: no lane"),
            ("tick 1 ok\ntick 2 ok\ntick 3 ok\nKeyError: 'a'", "KeyError: 'a'"),
            (
                "2026-01-01 10:00:00 ERROR no lane\nDEBUG the tollgate please",
                "2026-01-01 10:00:00 ERROR no lane\nDEBUG the tollgate please",
            ),
            (
                "GET /owners answers 500 and\nTypeError: no lane",
                "GET /owners answers 500 and\nTypeError: no lane",
            ),
        ] {
            assert_eq!(without_records(prompt), expect);
        }
    }
}
