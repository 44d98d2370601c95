//! The strings that a condition chooses from: `prod ? "…" : "…"`, `if (prod) "…" else "…"`, `"…" if prod else "…"`.
//!
//! Reads a bounded stretch of one expression, and no string as a value that is compared.

use super::super::slot;
use super::{Literal, Part, is_template};

const REACH: usize = 320;
const STRINGS_MAX: usize = 6;

/// Hands the strings to `take` that stand right behind a sign which chooses, in the expression that begins at `start`.
pub(crate) fn choices(text: &str, start: usize, mut take: impl FnMut(Literal)) {
    let bytes = text.as_bytes();
    let end = bytes.len().min(start + REACH);
    let is_condition = begins_condition(bytes[start..end].trim_ascii_start());
    let (mut at, mut strings, mut has_question, mut blocks) = (start, 0, false, 0_usize);
    while at < end && strings < STRINGS_MAX {
        match bytes[at] {
            b'{' if is_condition => blocks += 1,
            b'}' if blocks > 0 => blocks -= 1,
            b';' if blocks == 0 => return,
            b'\n' if blocks == 0 && !goes_on(&bytes[at..end], is_condition) => return,
            b'?' => has_question = true,
            b'"' | b'\'' | b'`' => {
                let Some(close) = slot::closing(text, at + 1) else { return };
                strings += 1;
                let before = bytes[start..at].trim_ascii_end();
                let is_chosen = is_behind_choice(before, has_question, is_condition);
                if is_chosen
                    && close > at + 1
                    && !is_template(bytes, at, close)
                    && ends_choice(&bytes[close + 1..end])
                {
                    take(Literal { start: at + 1, end: close, part: Part::Whole });
                }
                at = close;
            }
            _ => {}
        }
        at += 1;
    }
}

fn begins_condition(expression: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] = [b"if ", b"if(", b"match ", b"when ", b"when(", b"switch ", b"case "];
    WORDS.iter().any(|word| expression.starts_with(word))
}

/// Whether an expression goes on behind the end of a line: the next one begins with a sign that chooses.
fn goes_on(rest: &[u8], is_condition: bool) -> bool {
    const SIGNS: [&[u8]; 4] = [b"? ", b": ", b"?? ", b"|| "];
    let next = rest.trim_ascii_start();
    let is_arm = || matches!(next.first(), Some(b'"' | b'\'' | b'}')) || next.starts_with(b"else");
    SIGNS.iter().any(|sign| next.starts_with(sign)) || (is_condition && is_arm())
}

/// Whether what stands before a string makes it one of those that are chosen from.
fn is_behind_choice(before: &[u8], has_question: bool, is_condition: bool) -> bool {
    let is_word = |word: &[u8]| {
        let head = before.strip_suffix(word);
        head.is_some_and(|head| head.last().is_some_and(u8::is_ascii_whitespace) || head.ends_with(b"}"))
    };
    match before.last() {
        Some(b'?') => true,
        Some(b':') => has_question && !before.ends_with(b"::"),
        Some(b'{' | b')') => is_condition,
        Some(b'>') => is_condition && (before.ends_with(b"=>") || before.ends_with(b"->")),
        Some(_) => is_word(b"else") || (is_condition && is_word(b"then")),
        None => false,
    }
}

/// Whether a string is all of a branch: nothing is called on it, added to it or compared with it.
fn ends_choice(rest: &[u8]) -> bool {
    let after = rest.trim_ascii_start();
    !after.starts_with(b"==") && !after.starts_with(b"!=") && !after.starts_with(b"=>")
}
