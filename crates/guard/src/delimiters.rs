//! Breaks the delimiters that clients and models frame a conversation with (`</system-reminder>`, `<|im_start|>`,
//! `Human:`, our own `[Limits]`), where a file, a commit or a tool's answer holds them.
//!
//! A backslash makes each unreadable to whoever would take it for its own, and is seen by a reader: `<\system-reminder>`,
//! `[\INST]`, `Human\:`. The delimiters are data ([`table`]). Judges form alone, never meaning.

mod plain;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use foreword_model::limits;

use plain::Plain;
use table::{
    BRACKETS, FILE_HEADINGS, HEADINGS, LINE_BRACKETS, LINE_TAGS, NAMESPACES, OPENING_ROLES, PLAIN_TAGS,
    ROLES, TAGS, VERBATIM_TAGS,
};

/// The character that breaks a delimiter.
const BREAK: char = '\\';

/// The text with every delimiter broken; borrowed where it holds none.
pub fn break_delimiters(text: &str) -> Cow<'_, str> {
    let breaks = break_offsets(text);
    if breaks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut broken = String::with_capacity(text.len() + breaks.len());
    let mut copied = 0;
    for at in breaks {
        broken.push_str(&text[copied..at]);
        broken.push(BREAK);
        copied = at;
    }
    broken.push_str(&text[copied..]);
    Cow::Owned(broken)
}

/// Whether a bracketed word begins a delimiter of a model or of our own.
pub(crate) fn begins_bracket(text: &str) -> bool {
    BRACKETS.iter().chain(LINE_BRACKETS).any(|bracket| starts_with_ignoring_case(text, bracket))
}

/// Where the breaks go, in order. A text that is not ASCII is read by what its characters look like.
fn break_offsets(text: &str) -> Vec<usize> {
    match Plain::of(text) {
        None => plain_offsets(text),
        Some(plain) => {
            // A form that only its own characters have (`<｜User｜>`) counts, too.
            let mut breaks: Vec<usize> =
                plain_offsets(&plain.text).into_iter().map(|at| plain.in_text(at)).collect();
            breaks.extend(plain_offsets(text));
            breaks.sort_unstable();
            breaks.dedup();
            breaks
        }
    }
}

fn plain_offsets(text: &str) -> Vec<usize> {
    let mut breaks: Vec<usize> = memchr::memchr2_iter(b'<', b'[', text.as_bytes())
        .filter(|at| match text.as_bytes()[*at] {
            b'<' => begins_token(&text[*at..]) || begins_tag(text, *at),
            _ => begins_marker(text, *at),
        })
        .map(|at| at + 1)
        .collect();
    push_role_breaks(text, &mut breaks);
    breaks.sort_unstable();
    breaks
}

/// `<|im_start|>`, `<｜begin▁of▁sentence｜>`, `<channel|>`: a name with a bar at one end or both.
fn begins_token(text: &str) -> bool {
    let is_bar = |character: char| matches!(character, '|' | '｜');
    let is_of_name = |character: char| character.is_alphanumeric() || "_-▁:/".contains(character);
    let inner = &text[1..];
    let after_bar = inner.strip_prefix(is_bar).unwrap_or(inner);
    let end = after_bar.char_indices().find(|(_, character)| !is_of_name(*character));
    let Some((end, _)) = end else { return false };
    let rest = &after_bar[end..];
    let after_name = rest.strip_prefix(is_bar).unwrap_or(rest);
    let has_bar = after_bar.len() < inner.len() || after_name.len() < rest.len();
    let is_named = end > 0 && end <= limits::DELIMITER_NAME_CHARS;
    has_bar && is_named && after_name.starts_with('>')
}

/// `<system-reminder>`, `</ function_results >`, `<<SYS>>`: a tag by its name.
fn begins_tag(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    if VERBATIM_TAGS.iter().any(|tag| starts_with_ignoring_case(rest, tag)) {
        return true;
    }
    let before = text[..at].chars().next_back();
    let inner = skip_blanks(rest.strip_prefix('<').unwrap_or(rest));
    let inner = skip_blanks(inner.strip_prefix('/').unwrap_or(inner));
    let is_of_name = |character: char| character.is_ascii_alphanumeric() || "_-:".contains(character);
    let end = inner.find(|character| !is_of_name(character)).unwrap_or(inner.len());
    if end == 0 || end > limits::DELIMITER_NAME_CHARS {
        return false;
    }
    let (name, after) = inner.split_at(end);
    let is_closed =
        after.is_empty() || after.starts_with(['>', '/']) || after.starts_with(char::is_whitespace);
    let folded = name.to_ascii_lowercase();
    let is_known =
        TAGS.contains(&folded.as_str()) || NAMESPACES.iter().any(|namespace| folded.starts_with(namespace));
    // `List<user>` is a type, and a word that markup of all kinds has counts only where a turn could begin.
    let is_of_line = || LINE_TAGS.contains(&name) && is_line_start(&text[..at]);
    let follows_name = before.is_some_and(|before| before.is_alphanumeric() || "_?:".contains(before));
    let is_plain = || after.starts_with('>') && !follows_name && (PLAIN_TAGS.contains(&name) || is_of_line());
    (is_known && is_closed) || is_plain()
}

/// `[INST]`, `[Limits]`: not the index of an array.
fn begins_marker(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let is_index =
        before.is_some_and(|before| before.is_alphanumeric() || matches!(before, '_' | ']' | ')' | '#'));
    let rest = &text[at..];
    let is_of_line =
        || LINE_BRACKETS.iter().any(|bracket| rest.starts_with(bracket)) && is_line_start(&text[..at]);
    !is_index && (BRACKETS.iter().any(|bracket| rest.starts_with(bracket)) || is_of_line())
}

/// Roles count where a transcript would have them: at the start of a line, most of them only of one that begins the text
/// or follows an empty one.
fn push_role_breaks(text: &str, breaks: &mut Vec<usize>) {
    let mut follows_empty = true;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim();
        if let Some(colon) = role_colon(words, indent, follows_empty) {
            breaks.push(start + indent + colon);
        }
        if FILE_HEADINGS.iter().any(|heading| words.starts_with(heading)) {
            breaks.push(start + indent + 1);
        }
        follows_empty = words.is_empty();
        start += line.len();
    }
}

/// Where the colon of a role stands in a line, if the line begins with one.
fn role_colon(line: &str, indent: usize, follows_empty: bool) -> Option<usize> {
    let colon = line.bytes().take(limits::DELIMITER_NAME_CHARS).position(|byte| byte == b':')?;
    let (name, said) = (line[..colon].trim_end(), line[colon + 1..].trim());
    if let Some(heading) = name.strip_prefix("###") {
        return HEADINGS.contains(&heading.trim_start_matches('#').trim()).then_some(colon);
    }
    let is_opening = OPENING_ROLES.contains(&name) && (indent == 0 || follows_empty);
    // A key of YAML is indented, or has nothing behind it.
    let is_spoken = ROLES.contains(&name) && indent == 0 && follows_empty && said.contains(' ');
    (is_opening || is_spoken).then_some(colon)
}

fn is_line_start(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.trim().is_empty()
}

/// Without a blank or two, that a tag may have inside.
fn skip_blanks(text: &str) -> &str {
    const MOST: usize = 2;
    let blanks = text.bytes().take(MOST).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &text[blanks..]
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}
