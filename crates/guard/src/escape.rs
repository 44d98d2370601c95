//! What the repository chose (paths, symbols, lines of code), in a form in which it can stand in foreword's own text.
//!
//! Claude Code puts that text into a `system` message and Codex into a `developer` message, so a name must not be able to
//! write a sentence there. [`EscapedText`] is what may be written: it is made of fixed words, of numbers, and of what this
//! module has escaped. A line that holds a raw name does not compile (see [`escaped!`](crate::escaped)).

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::{self, Display};

use foreword_model::limits;

use crate::cleared::NAME_WITHHELD;
use crate::delimiters::{begins_bracket, break_delimiters};
use crate::glob::GlobError;
use crate::hygiene::{self, is_hidden, is_selector, takes_selector};
use crate::{injection, secrets};

/// Signs that a path may hold as they are.
const PATH_SIGNS: &str = "_-./+@~$()[]{},=#%&^";
const ELLIPSIS: char = '…';

/// Text in which nothing that the repository chose can be taken for foreword's own words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EscapedText(String);

impl EscapedText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, for a place that takes any.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a text.
    pub fn push(&mut self, more: &Self) {
        self.0.push_str(&more.0);
    }

    /// Texts with the same words between them.
    pub fn join(parts: impl IntoIterator<Item = Self>, between: &'static str) -> Self {
        let parts: Vec<String> = parts.into_iter().map(Self::into_string).collect();
        Self(parts.join(between))
    }

    /// What [`escaped!`](crate::escaped) calls: every argument went through [`own_part`].
    #[doc(hidden)]
    pub fn from_own_parts(parts: fmt::Arguments<'_>) -> Self {
        Self(parts.to_string())
    }
}

impl Display for EscapedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<&'static str> for EscapedText {
    fn from(words: &'static str) -> Self {
        Self(words.to_owned())
    }
}

/// What may stand in foreword's own text: escaped text, fixed words and numbers.
pub trait OwnPart: Display + sealed::Sealed {}

macro_rules! own_parts {
    ($($part:ty),*) => { $(impl OwnPart for $part {} impl sealed::Sealed for $part {})* };
}

own_parts!(EscapedText, &'static str, GlobError, u8, u16, u32, u64, usize, i64, f64);

mod sealed {
    /// Keeps [`OwnPart`](super::OwnPart) to the types above.
    pub trait Sealed {}
}

/// Hands a part on, if it is one.
#[doc(hidden)]
pub fn own_part<T: OwnPart>(part: &T) -> &T {
    part
}

/// `format!` for foreword's own text. Its arguments are escaped text, fixed words and numbers; a string of any other
/// origin is not taken.
///
/// ```compile_fail
/// let name = String::from("raw");
/// foreword_guard::escaped!("found in {}", name);
/// ```
///
/// ```
/// let text = foreword_guard::escaped!("{} of {}", 2_u32, foreword_guard::escape::path("a b.rs"));
/// assert_eq!(text.as_str(), r"2 of a\ b.rs");
/// ```
#[macro_export]
macro_rules! escaped {
    ($format:literal $(, $part:expr)* $(,)?) => {
        $crate::escape::EscapedText::from_own_parts(format_args!($format $(, $crate::escape::own_part(&$part))*))
    };
}

/// A path: letters of any script, digits and the signs `_-./+@~$()[]{},=#%&^` stand, a blank is `\ `, everything else is
/// `\u{…}`. What is escaped already stays.
pub fn path(path: &str) -> EscapedText {
    let mut line = Line::new(limits::ESCAPED_CHARS);
    let mut rest = path;
    while let Some(character) = rest.chars().next() {
        let escape = escape_len(rest);
        match character {
            '\\' if escape > 0 => line.push(&rest[..escape]),
            ' ' => line.push(r"\ "),
            // What was cut already ends so.
            ELLIPSIS if rest.len() == ELLIPSIS.len_utf8() => line.push_char(character),
            '[' if begins_bracket(rest) => line.push_code(character),
            _ if line.takes(character, |it| it.is_alphanumeric() || PATH_SIGNS.contains(it)) => {
                line.push_char(character)
            }
            _ => line.push_code(character),
        }
        rest = &rest[escape.max(character.len_utf8())..];
    }
    EscapedText(line.into_text())
}

/// `path:line`.
pub fn place(path: &str, line: Option<u32>) -> EscapedText {
    match line {
        Some(line) => crate::escaped!("{}:{}", self::path(path), line),
        None => self::path(path),
    }
}

/// A path in a line that only says something about it; one that instructs is withheld.
pub fn told_path(path: &str) -> EscapedText {
    if instructs(path) {
        return EscapedText::from(NAME_WITHHELD);
    }
    let escaped = self::path(path).into_string();
    let masked = match secrets::redact(&escaped).text {
        Cow::Owned(masked) => masked,
        // What is escaped in it may hide a secret.
        Cow::Borrowed(_) if matches!(secrets::redact(path).text, Cow::Owned(_)) => return told(path),
        Cow::Borrowed(_) => escaped,
    };
    EscapedText(masked)
}

/// The same for a place that is written already; what follows the last colon is its line or lines.
pub fn written_place(place: &str) -> EscapedText {
    let lines = place.rsplit_once(':').filter(|(_, lines)| {
        !lines.is_empty() && lines.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    });
    match lines {
        Some((path, lines)) => EscapedText(format!("{}:{lines}", self::path(path))),
        None => self::path(place),
    }
}

/// A symbol, or a name of another sort, in a code span. It holds no backtick, no line end and no blank but the ordinary.
pub fn symbol(name: &str) -> EscapedText {
    in_ticks(&one_line(&name.replace('`', "'")), 1)
}

/// The same without the code span, for a terminal.
pub fn bare_symbol(name: &str) -> EscapedText {
    EscapedText(one_line(&name.replace('`', "'")))
}

/// A line that somebody else wrote (a signature, a summary, a commit's subject), in a code span that it cannot close.
pub fn quoted(line: &str) -> EscapedText {
    let mut line = visible(line);
    // Three backticks could be read as a fence.
    if longest_run(&line) > 1 {
        line = line.replace('`', "'");
    }
    in_ticks(&line, longest_run(&line) + 1)
}

/// A key or value that a configuration holds, in a message about it: its first characters in a code span that they cannot
/// close, without secrets. One that instructs is withheld.
pub fn told(text: &str) -> EscapedText {
    told_within(text, limits::TOLD_CHARS)
}

fn told_within(text: &str, chars_max: usize) -> EscapedText {
    if instructs(text) {
        return EscapedText::from(NAME_WITHHELD);
    }
    let line = hygiene::one_line(text);
    let line = secrets::redact(&line).text.replace('`', "'");
    in_ticks(&within(&line, chars_max), 1)
}

/// What a parser says of a file, which may quote it: in a code span, with room for a sentence.
pub fn told_error(text: &str) -> EscapedText {
    told_within(text, limits::TOLD_ERROR_CHARS)
}

fn instructs(text: &str) -> bool {
    injection::scan(text).is_some() || injection::scan(&hygiene::one_line(text)).is_some()
}

/// A code span between so many backticks. An empty one would be read as the start of a longer one.
fn in_ticks(line: &str, ticks: usize) -> EscapedText {
    let ticks = "`".repeat(ticks);
    // Markdown takes one blank away on each side.
    let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
    let line = if line.is_empty() { " " } else { line };
    EscapedText(format!("{ticks}{pad}{line}{pad}{ticks}"))
}

/// JSON in a code span.
pub fn data(value: &serde_json::Value) -> EscapedText {
    quoted(&value.to_string())
}

/// A line that a tool of this build composed of fixed words and escaped parts, as it came through its data. What such a
/// line must never hold is broken all the same, and a code span that was cut is closed.
pub fn composed(line: &str) -> EscapedText {
    let mut line = visible(line);
    if line.matches('`').count() % 2 == 1 {
        line.push('`');
    }
    EscapedText(line.replace("```", "'"))
}

/// One short lower-case word or two, as they are; anything else in a code span.
pub fn word(word: &str) -> EscapedText {
    let is_of_word =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b' ');
    let is_plain = !word.is_empty() && word.len() <= limits::PLAIN_WORD_CHARS && word.bytes().all(is_of_word);
    match is_plain {
        true => EscapedText(word.to_owned()),
        false => symbol(word),
    }
}

/// Lines inside a fence that is longer than any run of backticks in them.
pub fn fenced(text: &str, language: &str) -> EscapedText {
    const SHORTEST: usize = 3;
    let fence = "`".repeat((longest_run(text) + 1).max(SHORTEST));
    let language: String = language.chars().filter(char::is_ascii_alphanumeric).collect();
    EscapedText(format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n')))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// A text as one line of visible characters, its delimiters broken, within the length of a name.
fn one_line(text: &str) -> String {
    within(text, limits::ESCAPED_CHARS)
}

/// The same of any length.
pub(crate) fn visible(text: &str) -> String {
    within(text, usize::MAX)
}

fn within(text: &str, chars_max: usize) -> String {
    let mut line = Line::new(chars_max);
    let is_visible = |it: char| it == ' ' || !(it.is_whitespace() || it.is_control());
    for character in text.trim().chars() {
        match line.takes(character, is_visible) {
            true => line.push_char(character),
            false => line.push_code(character),
        }
    }
    // As it will be read: an escape may end the word that stood before a delimiter.
    break_delimiters(&line.into_text()).into_owned()
}

/// The length of an escape of ours at the start of a text, or 0.
pub(crate) fn escape_len(text: &str) -> usize {
    const DIGITS_MAX: usize = 6;
    if text.starts_with(r"\ ") {
        return r"\ ".len();
    }
    let Some(digits) = text.strip_prefix(r"\u{") else { return 0 };
    let count = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    match (1..=DIGITS_MAX).contains(&count) && digits[count..].starts_with('}') {
        true => r"\u{}".len() + count,
        false => 0,
    }
}

/// A line under construction, within its length.
struct Line {
    text: String,
    chars: usize,
    chars_max: usize,
    /// Where the line is cut if it turns out too long.
    cut_at: usize,
    marks: usize,
}

impl Line {
    fn new(chars_max: usize) -> Self {
        Self { text: String::new(), chars: 0, chars_max, cut_at: 0, marks: 0 }
    }

    /// Whether a character stands as it is.
    fn takes(&mut self, character: char, is_allowed: impl Fn(char) -> bool) -> bool {
        if is_selector(character) {
            return is_allowed(character) && self.text.ends_with(takes_selector);
        }
        if !is_combining(character) {
            self.marks = 0;
            return is_allowed(character) && !is_hidden(character);
        }
        self.marks += 1;
        let base = self.text.chars().next_back();
        let has_base = base.is_some_and(|base| base.is_alphanumeric() || is_combining(base));
        has_base && self.marks <= limits::COMBINING_MARKS && !is_hidden(character)
    }

    fn push_char(&mut self, character: char) {
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    fn push_code(&mut self, character: char) {
        self.push(&format!(r"\u{{{:x}}}", u32::from(character)));
    }

    fn push(&mut self, part: &str) {
        if self.chars > self.chars_max {
            return;
        }
        self.text.push_str(part);
        self.chars += part.chars().count();
        if self.chars < self.chars_max {
            self.cut_at = self.text.len();
        }
    }

    fn into_text(mut self) -> String {
        if self.chars > self.chars_max {
            self.text.truncate(self.cut_at);
            self.text.push(ELLIPSIS);
        }
        self.text
    }
}

/// Marks that are drawn onto the letter before them: accents, vowel signs and tone marks of the scripts that have them.
fn is_combining(character: char) -> bool {
    let is_indic = matches!(character, '\u{900}'..='\u{109F}' | '\u{1700}'..='\u{17FF}');
    matches!(character,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6ED}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{302A}'..='\u{302F}' | '\u{3099}'..='\u{309A}'
        | '\u{FE20}'..='\u{FE2F}')
        || (is_indic && !character.is_alphanumeric())
}
