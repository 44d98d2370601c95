//! The lines of a text, freed of what others put around them: quotes, colours, timestamps, prefixes of logs.
//! It must not know what a frame is.

use std::borrow::Cow;

use foreword_model::limits::{TRACE_BYTES, TRACE_LINE_BYTES};
use memchr::memchr;

use super::scan::{head, tail};

/// Words that logs put before a line.
const LEVELS: [&str; 14] = [
    "CRITICAL", "DEBUG", "ERR", "ERROR", "FATAL", "INFO", "NOTICE", "SEVERE", "STDERR", "STDOUT", "TRACE", "WARN", "WARNING",
    "VERBOSE",
];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// Prefixes one behind the other, at most.
const PREFIXES_MAX: usize = 8;

/// One line as the readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The line without prefixes and white space around it.
    pub(super) text: Cow<'a, str>,
    /// White space before it, in bytes.
    pub(super) indent: usize,
    /// The text of the last line that was not empty.
    pub(super) previous: Cow<'a, str>,
}

impl Line<'_> {
    /// Whether it opens or ends a block of code in Markdown.
    pub(super) fn is_fence(&self) -> bool {
        self.text.starts_with("```") || self.text.starts_with("~~~")
    }
}

/// The lines of a text, in order.
pub(super) struct Lines<'a> {
    head: std::str::Lines<'a>,
    tail: std::str::Lines<'a>,
    previous: Cow<'a, str>,
}

impl<'a> Lines<'a> {
    /// Of a text that is too long, the beginning and the end: the first error and the last one.
    pub(super) fn new(text: &'a str) -> Self {
        let (head, tail) = if text.len() > TRACE_BYTES {
            let (head_end, tail_start) = (TRACE_BYTES / 2, text.len() - TRACE_BYTES / 2);
            (head(text, head_end), tail(text, tail_start))
        } else {
            (text, "")
        };
        Self { head: head.lines(), tail: tail.lines(), previous: Cow::Borrowed("") }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let raw = self.head.next().or_else(|| self.tail.next())?;
        let (text, indent) = match without_colours(cut(raw)) {
            Cow::Borrowed(plain) => {
                let (text, indent) = body(plain);
                (Cow::Borrowed(text), indent)
            }
            Cow::Owned(plain) => {
                let (text, indent) = body(&plain);
                (Cow::Owned(text.to_owned()), indent)
            }
        };
        let previous = self.previous.clone();
        if !text.is_empty() {
            self.previous = text.clone();
        }
        Some(Line { text, indent, previous })
    }
}

/// The beginning of a line that is too long: minified code has its position at the front.
fn cut(raw: &str) -> &str {
    head(raw, TRACE_LINE_BYTES)
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

/// The text of a line and its indent.
fn body(line: &str) -> (&str, usize) {
    let mut rest = line.trim_end();
    for _ in 0..PREFIXES_MAX {
        let trimmed = rest.trim_start();
        match without_prefix(trimmed) {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    let trimmed = rest.trim_start();
    let indent = rest.len() - trimmed.len();
    (without_ticks(trimmed), indent)
}

/// A line that is code in Markdown, without its ticks.
fn without_ticks(text: &str) -> &str {
    if !text.starts_with('`') || text.starts_with("```") {
        return text;
    }
    text.trim_start_matches('`').trim_end_matches('`').trim()
}

/// The line without one quote, timestamp or log prefix at its front.
fn without_prefix(text: &str) -> Option<&str> {
    let first = text.as_bytes().first()?;
    match first {
        b'>' => text.strip_prefix("> ").or_else(|| text.strip_prefix(">>").or((text == ">").then_some(""))),
        b'[' => bracketed_level(text).or_else(|| timestamp(text)),
        b'0'..=b'9' | b'(' => timestamp(text),
        b'#' => text.strip_prefix("##[").and_then(|rest| rest.split_once(']')).map(|(_, rest)| rest),
        b'A'..=b'Z' | b'a'..=b'z' => syslog(text).or_else(|| logcat(text)).or_else(|| compose(text)),
        // Frames of rich's tracebacks and of exception groups.
        0xe2 => text.strip_prefix('│').map(|rest| rest.trim_end_matches('│').trim_end()),
        b'|' => text.strip_prefix('|').filter(|rest| rest.starts_with(' ')),
        _ => None,
    }
}

/// `[ERROR] rest`, as Maven and sbt have it.
fn bracketed_level(text: &str) -> Option<&str> {
    let (level, rest) = text.strip_prefix('[')?.split_once(']')?;
    (level.len() <= 8 && LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level.trim()))).then_some(rest)
}

/// `2024-01-01T00:00:00.000Z rest`, `[2024-01-01 00:00:00,000] ERROR rest`, `12:30:45.123 [main] ERROR rest`.
fn timestamp(text: &str) -> Option<&str> {
    let open = text.strip_prefix(['[', '(']);
    let inner = open.unwrap_or(text);
    let date = date_len(inner);
    let after_date = &inner[date..];
    let after_gap = after_date.trim_start_matches([',', ' ', 'T']);
    let time = time_len(after_gap);
    if date == 0 && time == 0 {
        return None;
    }
    let mut rest = if time == 0 { after_date } else { &after_gap[time..] };
    if open.is_some() {
        let close = rest.find([']', ')']).filter(|at| *at < 40)?;
        rest = &rest[close + 1..];
    } else if !rest.is_empty() && !rest.starts_with([' ', '\t', '|']) {
        return None;
    }
    Some(without_log_words(rest))
}

/// Bytes of `2024-01-01`, `2024/01/01`, `12/29/2021` or `01-31` before a time, or 0.
fn date_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let first = run(0);
    let is_gap = |at: usize| matches!(bytes.get(at), Some(b'-' | b'/'));
    if !(1..=4).contains(&first) || !is_gap(first) {
        return 0;
    }
    let second = run(first + 1);
    let second_end = first + 1 + second;
    if !(1..=2).contains(&second) {
        return 0;
    }
    if !is_gap(second_end) {
        return if bytes.get(second_end) == Some(&b' ') { second_end } else { 0 };
    }
    let third = run(second_end + 1);
    if (1..=4).contains(&third) { second_end + 1 + third } else { 0 }
}

/// Bytes of `00:00:00.000Z`, `3:22:05 PM` or `00:00:00,000+01:00`, or 0.
fn time_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let clock = bytes.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b':' | b'.' | b',')).count();
    let colons = bytes[..clock].iter().filter(|byte| **byte == b':').count();
    if colons < 2 || !bytes[0].is_ascii_digit() || bytes[clock - 1] == b':' {
        return 0;
    }
    let rest = &text[clock..];
    let zone = match rest.as_bytes().first() {
        Some(b'Z') => 1,
        Some(b'+' | b'-') => 1 + rest[1..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b':').count(),
        _ if rest.starts_with(" AM") || rest.starts_with(" PM") => 3,
        _ => 0,
    };
    clock + zone
}

/// What is left behind a timestamp without levels, names in brackets and numbers of threads.
fn without_log_words(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..PREFIXES_MAX {
        let trimmed = rest.trim_start();
        let word = &trimmed[..trimmed.find([' ', '\t']).unwrap_or(trimmed.len())];
        let bare = word.trim_end_matches(':');
        let is_number = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let is_thread = word.strip_prefix("T:").is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()));
        if LEVELS.contains(&bare) || is_thread || (is_number && word == bare) {
            rest = &trimmed[word.len()..];
        } else if trimmed.starts_with('[') && trimmed.find(']').is_some_and(|end| end < 80) {
            rest = trimmed.split_once(']').map_or("", |(_, rest)| rest);
        } else {
            break;
        }
    }
    rest
}

/// `Jan  1 00:00:00 host app[123]: rest`.
fn syslog(text: &str) -> Option<&str> {
    let (month, rest) = text.split_at_checked(3)?;
    if !MONTHS.contains(&month) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let time = time_len(rest);
    if time == 0 {
        return None;
    }
    rest[time..].split_once("]: ").map(|(_, rest)| rest)
}

/// `E/AndroidRuntime( 1234): rest`.
fn logcat(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['V', 'D', 'I', 'W', 'E', 'F'])?.strip_prefix('/')?;
    let (tag, rest) = rest.split_once(": ")?;
    (tag.len() <= 60).then_some(rest)
}

/// `web-1  | rest`.
fn compose(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once('|')?;
    let name = name.strip_suffix(' ')?.trim_end();
    let is_name = name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    (is_name && !rest.starts_with('|')).then_some(rest)
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
        let text = format!("first\n{}\nlast", "x\n".repeat(TRACE_BYTES));
        let lines: Vec<_> = Lines::new(&text).map(|line| line.text.into_owned()).collect();
        assert_eq!((lines.first().map(String::as_str), lines.last().map(String::as_str)), (Some("first"), Some("last")));
        assert!(lines.len() < TRACE_BYTES);
    }
}
