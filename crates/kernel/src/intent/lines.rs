//! What each line of a prompt is: prose, or something pasted.
//!
//! Owns the recognition of fences, diffs, traces, diagnostics, test output, logs and listings, line by line.
//! Prose is for the lexicons; the rest is structure.

use super::frames;
use super::paths;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nothing on it.
    Blank,
    /// Typed by a person.
    Prose,
    /// Opens or closes a code block.
    Fence,
    /// Inside a code block.
    Code,
    /// Added or removed by a diff, or one of its headers.
    Diff,
    /// A frame of a stack trace.
    Frame,
    /// The source line that a trace prints under a frame.
    FrameSource,
    /// A line of code as a compiler shows it, after its number.
    ShownSource,
    /// A compiler's or a runtime's message, or a failed test.
    Diagnostic,
    /// A line of a log.
    Log,
    /// A line of a directory listing or of git's status.
    Listing,
}

/// Beginnings of lines that only programs write.
const DIAGNOSTIC_STARTS: &[&str] = &[
    "error:",
    "error[",
    "error TS",
    "Error:",
    "ERROR in ",
    "ERROR:",
    "ERROR ",
    "warning:",
    "warning[",
    "fatal:",
    "fatal error",
    "Fatal error",
    "FATAL",
    "FAILED ",
    "FAIL ",
    "FAIL:",
    "--- FAIL",
    "E   ",
    "panic:",
    "Uncaught ",
    "Unhandled ",
    "UnhandledPromise",
    "Exception in thread",
    "Exception:",
    "Caused by:",
    "npm ERR!",
    "npm error",
    "thread '",
    "PHP Fatal",
    "PHP Warning",
    "make: ***",
    "Segmentation fault",
    "Traceback (most recent",
    "AddressSanitizer",
    "==ERROR",
    "undefined reference",
    "ld: ",
    "collect2:",
    "assertion `",
    "assertion failed",
    "Assertion failed",
    "FATAL ERROR",
    "ModuleNotFoundError",
    "goroutine ",
    "stack backtrace",
    "SyntaxError",
    "Test failed",
    "test result: FAILED",
    "failures:",
    "Failed asserting",
    "Expected:",
    "Received:",
    "expected:",
    "Build failed",
    "BUILD FAILED",
    "Compilation failed",
    "fatal: ",
    "java.lang.",
    "System.",
    "cannot read properties",
    "Cannot read properties",
    "Cannot find module",
    "undefined method",
    "undefined local variable",
    "TypeError",
    "Previous line repeated",
    "[Previous line repeated",
    "---- ",
    "note: ",
    "help: ",
    "  = note",
    "= help",
    "-->",
];
/// Words that make `path:line:` the start of a compiler's message.
const DIAGNOSTIC_WORDS: &[&str] = &[
    "error",
    "warning",
    "cannot",
    "undefined",
    "undeclared",
    "expected",
    "unexpected",
    "unknown",
    "missing",
    "declared",
    "unused",
    "not ",
    "no ",
    "invalid",
    "mismatch",
    "failed",
    "assert",
    "redefinition",
    "incompatible",
    "ambiguous",
];
/// Levels that a log line names near its start.
const LOG_LEVELS: &[&str] =
    &["INFO", "DEBUG", "WARN", "WARNING", "ERROR", "TRACE", "FATAL", "NOTICE", "CRITICAL"];

/// Says what each line is.
pub(super) fn classify<'a>(text: &'a str) -> Vec<(LineKind, &'a str)> {
    let has_diff = is_diff(text);
    let mut in_fence = false;
    let mut kinds: Vec<(LineKind, &'a str)> = Vec::new();
    for line in text.lines() {
        let before = kinds.last().map(|(kind, line)| (*kind, *line));
        let kind = if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            in_fence = !in_fence;
            LineKind::Fence
        } else if line.trim().is_empty() {
            LineKind::Blank
        } else if has_diff && is_diff_line(line) {
            LineKind::Diff
        } else if frames::parse(line).is_some() {
            LineKind::Frame
        } else if before.is_some_and(|(kind, above)| kind == LineKind::Frame && is_source_under(above, line))
        {
            LineKind::FrameSource
        } else if is_shown_source(line) {
            LineKind::ShownSource
        } else if is_diagnostic(line) {
            LineKind::Diagnostic
        } else if in_fence {
            LineKind::Code
        } else if is_listing(line) {
            LineKind::Listing
        } else if is_log(line) {
            LineKind::Log
        } else if is_code(line) {
            LineKind::Code
        } else {
            LineKind::Prose
        };
        kinds.push((kind, line));
    }
    kinds
}

fn is_source_under(frame: &str, line: &str) -> bool {
    frame.trim_start().starts_with("File \"") && line.starts_with("    ")
}

/// Whether the text holds a diff: a header, or removed and added lines of code.
fn is_diff(text: &str) -> bool {
    let (mut removed, mut added) = (false, false);
    for line in text.lines() {
        if line.starts_with("```diff")
            || line.starts_with("@@ ")
            || line.starts_with("diff --git ")
            || line.starts_with("+++ ")
        {
            return true;
        }
        let has_code = line.contains(['(', ';', '{', '=', '}', '<']);
        removed |= line.starts_with('-') && has_code;
        added |= line.starts_with('+') && has_code;
    }
    added && (removed || text.lines().filter(|line| line.starts_with('+')).count() > 1)
}

fn is_diff_line(line: &str) -> bool {
    let header = ["@@ ", "diff --git ", "index ", "--- ", "+++ "].iter().any(|start| line.starts_with(start));
    header || (line.starts_with(['+', '-']) && line.len() > 1)
}

/// `48 | code`, and the lines of marks under it.
fn is_shown_source(line: &str) -> bool {
    let Some((number, _)) = line.split_once('|') else { return false };
    let number = number.trim();
    line.len() < 400
        && number.bytes().all(|b| b.is_ascii_digit())
        && (!number.is_empty() || line.starts_with("  "))
}

fn is_diagnostic(line: &str) -> bool {
    let text = line.trim_start();
    if DIAGNOSTIC_STARTS.iter().any(|start| text.starts_with(start)) || names_exception(text) {
        return true;
    }
    let first = text.split_whitespace().next().unwrap_or("");
    let located = paths::find(first.trim_end_matches(':')).is_some_and(|found| found.line.is_some());
    let rest = &text[first.len()..];
    located && (DIAGNOSTIC_WORDS.iter().any(|word| rest.contains(word)) || first.ends_with(':'))
}

/// `SomeError: …` or `pkg.SomeException` at the start of a line.
fn names_exception(text: &str) -> bool {
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':')))
        .unwrap_or(text.len());
    let name = text[..end].trim_end_matches(':');
    let is_name = ["Error", "Exception", "Panic", "Fault"]
        .iter()
        .any(|ending| name.ends_with(ending) && name.len() > ending.len());
    is_name
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && (text[..end].ends_with(':') || end == text.len())
}

fn is_log(line: &str) -> bool {
    let text = line.trim_start();
    let start = text.trim_start_matches(['[', '(']);
    let digits = start
        .bytes()
        .take_while(|b| b.is_ascii_digit() || matches!(b, b'-' | b':' | b'.' | b'T' | b'/'))
        .count();
    let is_stamped =
        digits >= 8 || (digits >= 3 && text.starts_with('[') && start[digits..].starts_with(']'));
    let pairs = text.split_whitespace().filter(|word| word.find('=').is_some_and(|at| at > 0)).count();
    let first_words =
        || text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).take(4);
    let has_level = first_words().any(|word| LOG_LEVELS.contains(&word));
    (is_stamped && (has_level || text.len() > digits + 8))
        || pairs >= 4
        || (has_level && text.starts_with('['))
}

fn is_listing(line: &str) -> bool {
    let mode = line.split_whitespace().next().unwrap_or("");
    let is_mode = mode.len() >= 10
        && mode.starts_with(['-', 'd', 'l'])
        && mode[1..]
            .bytes()
            .all(|b| matches!(b, b'r' | b'w' | b'x' | b'-' | b's' | b't' | b'@' | b'+' | b'.'))
        && mode.contains('r');
    let total = line
        .strip_prefix("total ")
        .is_some_and(|size| size.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_alphabetic()));
    is_mode || total
}

/// Words of sentences that no language has as a keyword.
const SENTENCE_WORDS: [&str; 8] = ["the", "does", "why", "how", "what", "which", "should", "please"];
/// Words at most that a line of code has which begins a block and holds neither a call nor an assignment.
const BLOCK_WORDS: usize = 4;

/// Code outside a fence: a line that ends as no sentence does.
fn is_code(line: &str) -> bool {
    let text = line.trim_end();
    let body = text.trim_start();
    // A sentence may end in what it asks about: `/orders/{id}`, `${HOME}`, `{}`.
    let is_sentence = || {
        let mut words = body.split(|c: char| !c.is_ascii_alphabetic());
        words.any(|word| SENTENCE_WORDS.contains(&word.to_ascii_lowercase().as_str()))
    };
    let is_block = text.ends_with(['{', '}'])
        && (text.contains(['(', '=']) || body.split_whitespace().count() <= BLOCK_WORDS)
        && !is_sentence();
    let is_statement = text.ends_with(';') && text.contains(['(', '=', '}', '{']);
    let ends_as_code = is_block || is_statement;
    let starts_as_code = [
        "def ", "class ", "func ", "fn ", "import ", "from ", "return ", "#include", "public ", "private ",
        "const ",
    ]
    .iter()
    .any(|start| body.starts_with(start))
        && (text.ends_with([':', '{', ';', ')']) || body.starts_with("#include"));
    (ends_as_code || starts_as_code) && body.is_ascii()
}
