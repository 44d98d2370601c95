//! The lines of a text, freed of what others put around them: quotes, colours, timestamps, prefixes of logs.
//! It must not know what a frame is.

use std::borrow::Cow;

use foreword_model::limits::{TRACE_BYTES, TRACE_LINE_BYTES};
use foreword_text::truncate::{skip_bytes, truncate_bytes};
use memchr::memchr;

use super::prefixes::{leading_level, marks, without_prefix};
use super::scan::{holds, holds_position};

/// How the lines of a trace begin in a JSON string.
const ESCAPED: [&str; 4] = ["\\n\\tat ", "\\n    at ", "\\n   at ", "\\n  File "];
/// Entities of HTML; the one that begins all others last.
const ENTITIES: [(&str, &str); 5] =
    [("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
/// Prefixes one behind the other, at most.
pub(super) const PREFIXES_MAX: usize = 8;

/// One line as the readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The line without prefixes and white space around it.
    pub(super) text: Cow<'a, str>,
    /// White space before it, in bytes.
    pub(super) indent: usize,
    /// Whether it has a colon with a digit behind it, as most positions have.
    pub(super) has_position: bool,
    /// The text of the last line that was not empty.
    pub(super) previous: Cow<'a, str>,
    /// How grave the log says that it is.
    pub(super) level: Option<Level>,
    /// Whether a date or a time stood before it.
    pub(super) is_stamped: bool,
}

/// How grave a log says that a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// An error, or what ends the program.
    Error,
    /// A warning: somebody has dealt with it.
    Warning,
    /// What goes its way.
    Other,
}

impl Line<'_> {
    /// Whether it opens or ends a block of code in Markdown.
    pub(super) fn is_fence(&self) -> bool {
        // Python marks the part of a line that failed with `~~~^^^`.
        self.text.starts_with("```")
            || self.text.starts_with("~~~") && !self.text.ends_with(['^', '~'])
            || self.text == "~~~"
    }
}

/// The parts of a text that are read: all of it, or the beginning and the end, which hold the first error and the last one.
pub(super) fn ends(text: &str) -> [&str; 2] {
    if text.len() <= TRACE_BYTES {
        return [text, ""];
    }
    [truncate_bytes(text, TRACE_BYTES / 2), skip_bytes(text, text.len() - TRACE_BYTES / 2)]
}

/// The text with the traces that stand in a JSON string on lines of their own. Other lines stay: `C:\new` is no line break.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    let is_escaped = |text: &str| ESCAPED.iter().any(|mark| holds(text, mark));
    if !is_escaped(text) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        if is_escaped(line) {
            let lines = line.replace("\":\"", "\":\n").replace("\\r\\n", "\n");
            let lines = lines.replace("\\n", "\n").replace("\\t", "\t");
            plain.push_str(&lines.replace("\\\"", "\"").replace("\\\\", "\\"));
        } else {
            plain.push_str(line);
        }
        plain.push('\n');
    }
    Cow::Owned(plain)
}

/// The lines of a text, in order.
pub(super) struct Lines<'a> {
    lines: std::str::Lines<'a>,
    previous: Cow<'a, str>,
}

impl<'a> Lines<'a> {
    /// The lines of this text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), previous: Cow::Borrowed("") }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let raw = truncate_bytes(self.lines.next()?, TRACE_LINE_BYTES);
        let (text, indent, (level, is_stamped)) = match plain(raw) {
            Cow::Borrowed(plain) => {
                let (text, indent, prefix) = body(plain);
                (Cow::Borrowed(text), indent, marks(prefix))
            }
            Cow::Owned(plain) => {
                let (text, indent, prefix) = body(&plain);
                (Cow::Owned(text.to_owned()), indent, marks(prefix))
            }
        };
        let level = level.or_else(|| leading_level(&text));
        let previous = self.previous.clone();
        if !text.is_empty() {
            self.previous = text.clone();
        }
        let has_position = holds_position(&text);
        Some(Line { text, indent, has_position, previous, level, is_stamped })
    }
}

/// The line without colours and markup.
fn plain(line: &str) -> Cow<'_, str> {
    match without_colours(line) {
        Cow::Borrowed(line) => without_markup(line),
        Cow::Owned(line) => Cow::Owned(without_markup(&line).into_owned()),
    }
}

/// The line without the elements and entities of HTML, if it has some.
fn without_markup(line: &str) -> Cow<'_, str> {
    let (has_elements, has_entities) =
        (holds(line, "</"), memchr(b'&', line.as_bytes()).is_some() && holds(line, ";"));
    if !has_elements && !has_entities {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('<').filter(|_| has_elements) {
        plain.push_str(before);
        let is_element = after.starts_with(|c: char| c == '/' || c.is_ascii_lowercase());
        match after.split_once('>').filter(|_| is_element) {
            Some((_, behind)) => rest = behind,
            None => {
                plain.push('<');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    if has_entities {
        for (entity, character) in ENTITIES {
            plain = plain.replace(entity, character);
        }
    }
    Cow::Owned(plain)
}

/// The line without terminal escapes.
fn without_colours(line: &str) -> Cow<'_, str> {
    if memchr(0x1b, line.as_bytes()).is_none() {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = match after.as_bytes().first() {
            Some(b'[') => {
                let end = after[1..].find(|c: char| ('@'..='~').contains(&c));
                end.map_or("", |end| after.get(end + 2..).unwrap_or(""))
            }
            Some(b']') => after.split_once('\u{7}').map_or("", |(_, rest)| rest),
            _ => after,
        };
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The text of a line, its indent, and what stood before both.
fn body(line: &str) -> (&str, usize, &str) {
    let whole = line.trim_end();
    let mut rest = whole;
    for _ in 0..PREFIXES_MAX {
        let trimmed = rest.trim_start();
        match without_prefix(trimmed) {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    let trimmed = rest.trim_start();
    let indent = rest.len() - trimmed.len();
    let prefix = whole.get(..whole.len().saturating_sub(rest.len())).unwrap_or_default();
    (without_ticks(trimmed), indent, prefix)
}

/// A line that is code in Markdown, without its ticks.
fn without_ticks(text: &str) -> &str {
    if !text.starts_with('`') || text.starts_with("```") {
        return text;
    }
    text.trim_start_matches('`').trim_end_matches('`').trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, expect: (&str, usize)) {
        let line = Lines::new(raw).next().unwrap();
        assert_eq!((line.text.as_ref(), line.indent), expect, "{raw:?}");
    }

    #[test]
    fn prefixes_go() {
        check("  at f (x.js:1:2)", ("at f (x.js:1:2)", 2));
        check("> >   at f", ("at f", 2));
        check("2024-01-01T00:00:00.0000000Z   at f", ("at f", 3));
        check("[2024-01-01 00:00:00,123] ERROR [main] boom", ("boom", 1));
        check("12:30:45.123 [main] ERROR boom", ("boom", 1));
        check("15:08:10 364.658051 T:1587278832  NOTICE: [plugin] panic: x", ("panic: x", 1));
        check("[12/29/2021, 3:22:05 PM] TypeError: x", ("TypeError: x", 1));
        check("01-31 12:00:00.000  1234  1250 E AndroidRuntime: x", ("E AndroidRuntime: x", 1));
        check("E/AndroidRuntime( 1234): \tat a.B.c(B.java:1)", ("at a.B.c(B.java:1)", 1));
        check("Jan  1 00:00:00 host app[12]: boom", ("boom", 0));
        check("web-1  |   File \"x.py\", line 1", ("File \"x.py\", line 1", 3));
        check("INTERNALERROR>   File \"x.py\", line 1", ("File \"x.py\", line 1", 3));
        check("618283 2021-09-15T07:40:15.14Z goroutine 1 [x]:", ("goroutine 1 [x]:", 1));
        check("2015-10-13T19:58:00.29+00:00 app[web.1]: /a/x.rb:1:in `f'", ("/a/x.rb:1:in `f'", 1));
        check("<span class=\"l\">/a/x.rb:1:in `f&#39;</span>", ("/a/x.rb:1:in `f'", 0));
        check("##[error]boom", ("boom", 0));
        check("[ERROR] /p/Foo.java:[12,3] x", ("/p/Foo.java:[12,3] x", 1));
        check("\u{1b}[31mError\u{1b}[0m: x", ("Error: x", 0));
        check("`TypeError: x`", ("TypeError: x", 0));
    }

    #[test]
    fn what_is_no_prefix_stays() {
        check("12:5  error  x  rule", ("12:5  error  x  rule", 0));
        check("[1] foo", ("[1] foo", 0));
        check("a | b", ("b", 1));
        check("1.5:2", ("1.5:2", 0));
        check("2: core::panicking", ("2: core::panicking", 0));
    }

    #[test]
    fn of_a_long_text_both_ends_are_read() {
        let text = format!("first\n{}\nlast", "é\n".repeat(TRACE_BYTES));
        let [start, end] = ends(&text);
        assert!(
            start.starts_with("first") && end.ends_with("last") && start.len() + end.len() <= TRACE_BYTES
        );
        assert_eq!(ends("short"), ["short", ""]);
    }

    #[test]
    fn traces_in_json_get_lines() {
        assert_eq!(unescaped(r#"{"e":"x\r\n\tat a.B.c(\"d\")"}"#), "{\"e\":\nx\n\tat a.B.c(\"d\")\"}\n");
        assert_eq!(unescaped(r"C:\new\test"), r"C:\new\test");
    }
}
