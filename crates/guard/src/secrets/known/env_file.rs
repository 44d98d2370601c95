//! The values that an `.env*` file holds: as dotenv reads it, as a shell would, and as people write it.
//!
//! Reads too much rather than too little: a line that could be understood in two ways gives the values of both.

mod written;

use std::borrow::Cow;

use super::super::value;
use super::search::WINDOW;
use super::telling::is_telling;
use crate::hygiene;

const VALUE_BYTES_MIN: usize = WINDOW;
const VALUE_BYTES_MAX: usize = 4_096;
/// What opens a value, and what closes it.
const QUOTES: [(&str, char); 4] = [("$'", '\''), ("\"", '"'), ("'", '\''), ("`", '`')];

/// The values of a file that are worth looking for.
pub(super) fn values(bytes: &[u8]) -> Vec<String> {
    let decoded = decoded(bytes);
    // Texts are cleaned before they are masked: a value is looked for as it will stand there. Line ends become one sort.
    let text = hygiene::clean(&decoded);
    let mut values = Values::default();
    let mut rest = &*text;
    while !rest.is_empty() {
        let line = first_line(rest);
        match line.trim_start().strip_prefix('#') {
            Some(comment) => values.take_comment(comment),
            None => values.take_line(line, rest),
        }
        rest = rest[line.len()..].strip_prefix('\n').unwrap_or_default();
    }
    values.all
}

/// The text of a file in UTF-16 or UTF-8. What is UTF-16 without saying so has a NUL beside each letter, which goes with
/// the other hidden characters.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |from: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| from([pair[0], pair[1]]));
        let characters = char::decode_utf16(units);
        Cow::Owned(characters.map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    };
    match bytes {
        [0xFF, 0xFE, ..] => utf16(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes),
    }
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

#[derive(Default)]
struct Values {
    all: Vec<String>,
}

impl Values {
    /// The assignments of a line. A quoted value may reach into the text after it, whose lines are read once more by
    /// themselves: the quote may be a slip.
    fn take_line(&mut self, line: &str, text: &str) {
        let mut rest = line;
        let mut is_first = true;
        while let Some((name, raw)) = assignment(rest) {
            rest = match opened(&text[line.len() - raw.len()..]) {
                Some((inside, after, is_escaping)) => {
                    self.take_quoted(name, inside, is_escaping);
                    let until_next_line = after.len().saturating_sub(text.len() - line.len());
                    &line[line.len() - until_next_line..]
                }
                None => self.take_bare(name, raw, is_first),
            };
            is_first = false;
        }
    }

    /// A value without quotes: all of the line, as dotenv has it, or up to the next assignment, as a shell does. What
    /// follows the latter. Only the first may be all of the line, or a long line of them would be read over and over.
    fn take_bare<'t>(&mut self, name: &str, line: &'t str, is_first: bool) -> &'t str {
        // `set "NAME=value"`, and the last of a list in JSON.
        const CLOSING: [char; 5] = ['"', '\'', ',', '}', ';'];
        let word = line.split([' ', '\t', ';']).next().unwrap_or_default();
        let after = &line[word.len()..];
        if is_first {
            let whole = line.split(" #").next().unwrap_or_default().trim();
            self.take(name, whole);
            self.take(name, whole.trim_end_matches(CLOSING));
            // dotenv ends a value at any `#`.
            if let Some((short, _)) = whole.split_once('#') {
                self.take(name, short.trim_end());
            }
        }
        if !is_first || assignment(after).is_some() {
            self.take(name, word);
            self.take(name, word.trim_end_matches(CLOSING));
        }
        after
    }

    /// A value between quotes, as it is written and as it is meant, with the lines that it has.
    fn take_quoted(&mut self, name: &str, inside: &str, is_escaping: bool) {
        self.take(name, inside);
        let meant = if is_escaping { unescaped(inside) } else { Cow::Borrowed(inside) };
        if !meant.contains('\n') {
            return self.take(name, &meant);
        }
        let lines: Vec<&str> = meant.trim_matches('\n').split('\n').collect();
        lines.iter().for_each(|line| self.take(name, line.trim()));
        if lines.iter().any(|line| is_telling(name, line.trim())) || is_telling(name, &lines.concat()) {
            self.push(&lines.join("\n"));
            self.push(&lines.join("\\n"));
        }
    }

    /// `# NAME=value`, an assignment that was taken back: the value is often still good. Anything else is prose.
    fn take_comment(&mut self, comment: &str) {
        let comment = comment.trim_start_matches('#').trim();
        let Some((name, raw)) = comment.strip_prefix("export ").unwrap_or(comment).split_once('=') else {
            return;
        };
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        let (inside, after) = match opened(raw) {
            Some((inside, after, _)) => (inside, after),
            None => raw.split_once(" #").unwrap_or((raw, "")),
        };
        let is_alone =
            after.trim().is_empty() || after.trim_start().starts_with('#') || opened(raw).is_none();
        let inside = inside.trim_end();
        if is_name && is_alone && !inside.contains(char::is_whitespace) {
            self.take(name, inside);
            if let Some((short, _)) = inside.split_once('#') {
                self.take(name, short);
            }
        }
    }

    /// A value and its parts: those of a list, those of a connection string, and what is secret of a URL.
    fn take(&mut self, name: &str, value: &str) {
        self.take_whole(name, value);
        if value.contains([',', ';']) {
            for part in value.split([',', ';']) {
                let part = part.trim_matches(|sign: char| sign.is_whitespace() || "[]\"'".contains(sign));
                let (name, part) = match part.split_once('=') {
                    Some((inner, part)) if is_name(inner) && !part.is_empty() => (inner, part),
                    _ => (name, part),
                };
                self.take_whole(name, part);
            }
        }
        if let Some((_, address)) = value.split_once("://") {
            let user =
                address.split('/').next().and_then(|place| place.rsplit_once('@')).map(|(user, _)| user);
            let password = user.and_then(|user| user.split_once(':')).map(|(_, password)| password);
            let query = address.split_once('?').map(|(_, query)| query).unwrap_or_default();
            let given =
                query.split(['&', '#']).filter_map(|pair| pair.split_once('=')).map(|(_, given)| given);
            // A password is one whatever it looks like, unless it is a word.
            for part in password.into_iter().filter(|part| !value::is_wordy(part)) {
                self.take_whole("PASS", part);
                self.take_whole("PASS", &without_escapes(part));
            }
            given.filter(|part| value::is_random(part)).for_each(|part| self.take_whole("", part));
        }
    }

    fn take_whole(&mut self, name: &str, value: &str) {
        if is_telling(name, value) {
            self.push(value);
        }
    }

    /// Keeps a value, also as other texts write it: escaped in a string, percent-encoded in a URL.
    fn push(&mut self, value: &str) {
        if (VALUE_BYTES_MIN..=VALUE_BYTES_MAX).contains(&value.len()) {
            self.all.extend(written::in_other_texts(value));
            self.all.push(value.to_owned());
        }
    }
}

/// A part of an address as it is meant: `%2F` is a slash.
fn without_escapes(part: &str) -> Cow<'_, str> {
    if !part.contains('%') {
        return Cow::Borrowed(part);
    }
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// The name of the assignment that a line begins with, and the line from its value on: `NAME=value`, `NAME: value`, and
/// what shells put before them.
fn assignment(line: &str) -> Option<(&str, &str)> {
    // `$env:NAME :=` has as many signs.
    const SIGNS: usize = 3;
    let is_gap = |sign: char| sign.is_whitespace() || ";&|{,".contains(sign);
    let (rest, is_command) = without_commands(line.trim_start_matches(is_gap));
    let signs = rest.char_indices().filter(|(_, sign)| matches!(sign, '=' | ':')).take(SIGNS);
    for (at, sign) in signs {
        let (before, value) = (&rest[..at], &rest[at + 1..]);
        let is_sign = sign == '=' || value.starts_with([' ', '\t', '"', '\'']);
        if let Some(name) = plain_name(before).filter(|_| is_sign) {
            return Some((name, value.trim_start()));
        }
        // `=` ends every name; a colon may stand in one (`$env:NAME`).
        if sign == '=' {
            break;
        }
    }
    let (name, value) = rest.split_once([' ', '\t']).filter(|_| is_command)?;
    is_name(name).then(|| (name, value.trim_start()))
}

/// A line without the commands and flags that it begins with, and whether one of them takes `NAME value`.
fn without_commands(line: &str) -> (&str, bool) {
    // None is longer, and a line may be one long word.
    const WORD_BYTES: usize = 16;
    let (mut rest, mut takes_two) = (line, false);
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    while let Some(end) = rest.bytes().take(WORD_BYTES).position(is_blank) {
        let word = &rest[..end];
        let is_flag = word.starts_with('-') && !word.contains('=');
        match word.to_ascii_lowercase().as_str() {
            "set" | "setx" | "setenv" => takes_two = true,
            "export" | "declare" | "typeset" | "local" | "readonly" | "env" | "arg" => {}
            _ if is_flag => {}
            _ => break,
        }
        rest = rest[end..].trim_start();
    }
    (rest, takes_two)
}

/// A name without what surrounds it: quotes, `$env:`, the first sign of `+=` and `:=`.
fn plain_name(written: &str) -> Option<&str> {
    const VARIABLE: &str = "$env:";
    let name = written.trim().trim_matches(['"', '\'']).trim_end_matches(['+', '?', ':']).trim_end();
    let is_variable = name.get(..VARIABLE.len()).is_some_and(|start| start.eq_ignore_ascii_case(VARIABLE));
    let name = if is_variable { &name[VARIABLE.len()..] } else { name };
    is_name(name).then_some(name)
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

/// What stands between the quotes that a text begins with, what follows them, and whether a backslash escapes there.
/// Without a closing quote: up to the end of the line.
fn opened(text: &str) -> Option<(&str, &str, bool)> {
    let (opening, quote) = QUOTES.into_iter().find(|(opening, _)| text.starts_with(opening))?;
    let inside = &text[opening.len()..];
    let is_escaping = opening != "'";
    let mut is_escaped = false;
    let closing = inside.char_indices().find(|(_, sign)| {
        let closes = *sign == quote && !is_escaped;
        is_escaped = is_escaping && *sign == '\\' && !is_escaped;
        closes
    });
    Some(match closing {
        Some((at, _)) => (&inside[..at], &inside[at + quote.len_utf8()..], is_escaping),
        None => (first_line(inside), "", is_escaping),
    })
}

/// A text with its escapes undone.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match (character, rest.clone().next()) {
            ('\\', Some(escaped)) => {
                rest.next();
                plain.extend(match escaped {
                    'n' => Some('\n'),
                    't' => Some('\t'),
                    'r' => None,
                    _ => Some(escaped),
                });
            }
            _ => plain.push(character),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests;
