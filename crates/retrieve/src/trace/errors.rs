//! Lines that say what went wrong: `KeyError: 'x'`, `Exception in thread "main" java.lang.X: …`, `error[E0308]: …`.

use super::builder::{Builder, Link, Order};
use super::lines::Line;
use super::mentions;
use super::scan::is_name;

/// What programs put before the name of an error.
const INTRODUCTIONS: [&str; 16] = [
    "Uncaught (in promise) ",
    "Uncaught ",
    "Unhandled Exception: ",
    "Unhandled exception. ",
    "Unhandled exception: ",
    "Unhandled rejection ",
    "UnhandledPromiseRejectionWarning: ",
    "PHP Fatal error:  ",
    "Fatal error: ",
    "FATAL EXCEPTION: ",
    "fatal: ",
    "Error: ",
    "Exception: ",
    "error: ",
    "未经处理的异常:  ",
    "未经处理的异常: ",
];
/// How the names of error types end.
const ENDINGS: [&str; 11] = [
    "Error",
    "Exception",
    "Warning",
    "Failure",
    "Fault",
    "Interrupt",
    "Exit",
    "Panic",
    "Iteration",
    "ExceptionGroup",
    "Throwable",
];

/// Takes the line that names an error; the stack that follows is a new one.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = introduced(&line.text);
    if let Some(cause) = text.strip_prefix("[cause]: ") {
        builder.link(Link::Cause);
        let (code, words) = named(cause).unwrap_or(("", cause));
        builder.message((!code.is_empty()).then_some(code), words);
        return true;
    }
    let Some((code, words)) = named(text) else {
        return continued(line, builder) || unnamed(&line.text, builder);
    };
    if builder.is_stack_open(Order::InnermostFirst) {
        builder.end_trace();
    }
    builder.message(Some(code), words);
    mentions::scan(words, builder);
    true
}

/// The message of an error whose name has the line before to itself, as rspec has it.
fn continued(line: &Line<'_>, builder: &mut Builder) -> bool {
    let is_below =
        line.previous.ends_with(':') && named(&line.previous).is_some_and(|(_, words)| words.is_empty());
    if is_below {
        builder.continue_message(&line.text);
    }
    is_below
}

/// A message without the name of an error type.
fn unnamed(text: &str, builder: &mut Builder) -> bool {
    let words = ["Error: ", "ERROR: ", "error: ", "fatal error: ", "fatal: ", "panic: "]
        .iter()
        .find_map(|introduction| text.strip_prefix(introduction));
    let Some(words) = words else { return false };
    if builder.is_stack_open(Order::InnermostFirst) {
        builder.end_trace();
    }
    builder.message(None, words);
    mentions::scan(words, builder);
    true
}

/// The name of an error type at the front, and its message.
pub(super) fn named(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = name_and_rest(text)?;
    let last = name.rsplit(['.', ':', '\\']).next().unwrap_or(name);
    let is_error =
        last.starts_with(char::is_uppercase) && ENDINGS.iter().any(|ending| last.ends_with(ending));
    (is_error && !(last == name && rest.is_none() && last.len() < 8)).then_some((name, rest.unwrap_or("")))
}

/// Any dotted name that begins with a capital at its last part, and its message.
pub(super) fn capitalised(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = name_and_rest(text)?;
    let last = name.rsplit(['.', ':', '\\']).next().unwrap_or(name);
    let has_message = rest.is_some_and(|rest| !rest.is_empty());
    ((last.starts_with(char::is_uppercase) && has_message) || named(text).is_some())
        .then_some((name, rest.unwrap_or("")))
}

/// `name: rest`, `name [CODE]: rest`, `name (rest):` of Rails, `name (index): rest` of Dart, or the name alone.
fn name_and_rest(text: &str) -> Option<(&str, Option<&str>)> {
    let end = text
        .find(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | ',' | '\'' | '"'))
        .unwrap_or(text.len());
    let word = &text[..end];
    let after = &text[end..];
    if let Some(name) = word.strip_suffix(':') {
        return is_name(name, &['.', ':', '\\', '$']).then_some((name, Some(after.trim())));
    }
    let name = is_name(word, &['.', ':', '\\', '$']).then_some(word)?;
    if after.is_empty() {
        return Some((name, None));
    }
    if let Some(inside) = after.strip_prefix(" (") {
        let (inside, rest) =
            inside.strip_suffix("):").map(|inside| (inside, "")).or_else(|| inside.split_once("): "))?;
        return Some((name, Some(if rest.is_empty() { inside } else { rest })));
    }
    let (_, rest) = after.strip_prefix(" [")?.split_once("]: ")?;
    Some((name, Some(rest)))
}

/// The line without what stands before the name of the error.
fn introduced(text: &str) -> &str {
    let mut rest = text;
    if let Some((_, after)) = text.strip_prefix("(node:").and_then(|after| after.split_once(") ")) {
        rest = after;
    }
    if let Some((_, after)) =
        text.strip_prefix("Exception in thread \"").and_then(|after| after.split_once("\" "))
    {
        rest = after;
    }
    for introduction in INTRODUCTIONS {
        if let Some(after) = rest.strip_prefix(introduction)
            && named(after).is_some()
        {
            rest = after;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_lines() {
        for (text, expect) in [
            ("KeyError: 'x'", Some(("KeyError", "'x'"))),
            (
                "requests.exceptions.ConnectionError: a: b",
                Some(("requests.exceptions.ConnectionError", "a: b")),
            ),
            ("java.lang.NullPointerException", Some(("java.lang.NullPointerException", ""))),
            ("AssertionError [ERR_ASSERTION]: no", Some(("AssertionError", "no"))),
            (
                "Uncaught (in promise) TypeError: x is not a function",
                Some(("TypeError", "x is not a function")),
            ),
            ("(node:12) UnhandledPromiseRejectionWarning: TypeError: x", Some(("TypeError", "x"))),
            ("Exception in thread \"main\" java.lang.Error: x", Some(("java.lang.Error", "x"))),
            (
                "Unhandled exception. System.NullReferenceException: x",
                Some(("System.NullReferenceException", "x")),
            ),
            ("Error", None),
            ("Errors are bad: x", None),
            ("the Error: x", None),
            ("raise ValueError(x)", None),
        ] {
            assert_eq!(named(introduced(text)), expect, "{text}");
        }
    }
}
