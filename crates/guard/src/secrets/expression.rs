//! The expression that a declaration gives to its name: where it begins behind a type, and the strings in it. A string may be
//! the whole value, be wrapped in a call (`String::from("…")`), stand in a list, or be the default of an argument.
//!
//! Reads a bounded stretch, and no string as a value that is a key.

mod brackets;
mod choices;
mod declared;

use super::slot;
use brackets::{Bracket, in_brackets, is_template};
pub(super) use choices::choices;
pub(super) use declared::{body, default_argument, in_log, returned};

/// How far behind its name a declaration's sign of assignment may stand.
const TYPE_BYTES: usize = 96;
/// How much of an expression is read.
const EXPRESSION_BYTES: usize = 512;
/// Elements of a sequence that are looked at.
const ELEMENTS_MAX: usize = 8;

/// A string in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Literal {
    /// Where its text starts.
    pub(super) start: usize,
    /// Where its text ends.
    pub(super) end: usize,
    /// What it is of the value.
    pub(super) part: Part,
}

/// What a string is of the value of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// An element of a list or an argument of a call, which may be something else.
    Element,
}

/// Where the expression begins that is given to a name ending at `from`, whatever type stands between.
pub(super) fn start(text: &str, from: usize) -> Option<usize> {
    let rest = line(&text.as_bytes()[from..], TYPE_BYTES);
    let name =
        rest.iter().take_while(|byte| matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b'?' | b'!')).count();
    let sign = name + blanks_len(&rest[name..]);
    // Behind the quote of a name no type is written.
    let is_quoted = rest[..name].iter().any(|byte| b"\"'`".contains(byte));
    if let Some(length) = declared::block_len(&rest[name..]) {
        return Some(from + name + length);
    }
    match rest.get(sign)? {
        _ if is_quoted => quoted_sign_len(&rest[name..]).map(|length| from + name + length),
        b':' if rest.get(sign + 1) == Some(&b'=') => Some(from + sign + 2),
        b'<' if rest.get(sign + 1) == Some(&b'-') => Some(from + sign + 2),
        b':' => {
            let typed = if begins_block(text, from) { None } else { sign_len(&rest[sign + 1..]) };
            Some(from + sign + 1 + typed.unwrap_or(0))
        }
        _ => {
            let length = sign_len(&rest[name..])?;
            is_plain_type(&rest[name..name + length]).then_some(from + name + length)
        }
    }
}

/// Whether nothing but the type of a string stands between a name and its sign without a colon: `char name[] =`,
/// `var name []byte =`. In `private let …` it is another name.
fn is_plain_type(between: &[u8]) -> bool {
    const TYPES: [&[u8]; 14] = [
        b"string",
        b"byte",
        b"char",
        b"u8",
        b"uint8",
        b"varchar",
        b"nvarchar",
        b"nchar",
        b"varchar2",
        b"text",
        b"as",
        b"constant",
        b"max",
        b"progmem",
    ];
    let is_type = |word: &[u8]| TYPES.iter().any(|known| word.eq_ignore_ascii_case(known));
    let end = memchr::memmem::find(between, b"/*").unwrap_or(between.len());
    let mut words =
        between[..end].split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| is_type(word) || word.iter().all(u8::is_ascii_digit))
}

/// The bytes up to and with the sign of assignment behind a name in quotes: `"name":`, `['name'] =`, `"name" =>`.
fn quoted_sign_len(rest: &[u8]) -> Option<usize> {
    let gap = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b']')).count();
    let after = &rest[gap..];
    match after {
        [b'=', b'=', ..] => None,
        [b'=', b'>', ..] | [b':', b'=', ..] => Some(gap + 2),
        [b':' | b'=', ..] => Some(gap + 1),
        _ => None,
    }
}

/// The bytes up to and with the sign of assignment behind a type: `&'static str =`, `Option<str, 3> =`, `[] =`.
fn sign_len(rest: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = rest.get(at) {
        let (before, next) =
            (at.checked_sub(1).map_or(b' ', |at| rest[at]), rest.get(at + 1).copied().unwrap_or_default());
        match byte {
            b'/' if next == b'*' => at += memchr::memmem::find(&rest[at..], b"*/")? + 1,
            b'=' if next == b'=' || matches!(before, b'!' | b'<' | b'>' | b'+' | b'-') => return None,
            b'=' if depth == 0 && next == b'>' => return Some(at + 2),
            b'=' if next == b'>' => at += 1,
            b'=' if depth == 0 => return Some(at + 1),
            b'<' | b'[' | b'(' => depth += 1,
            b'-' if next == b'>' => at += 1,
            b'>' | b']' | b')' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => return None,
            b';' if depth > 0 => {}
            b'_' | b' ' | b'\t' | b'&' | b'\'' | b'|' | b'.' | b'?' | b':' | b'*' | b',' | b'!' => {}
            _ if byte.is_ascii_alphanumeric() => {}
            _ => return None,
        }
        at += 1;
    }
    None
}

/// Whether a colon behind a name begins a block and no type: `if token: …`, `case TOKEN: …`.
fn begins_block(text: &str, from: usize) -> bool {
    const WORDS: [&[u8]; 10] =
        [b"if", b"elif", b"else", b"while", b"for", b"with", b"case", b"when", b"unless", b"return"];
    const REACH: usize = 128;
    let head = &text.as_bytes()[from.saturating_sub(REACH)..from];
    let head = &head[memchr::memrchr(b'\n', head).map_or(0, |at| at + 1)..];
    let word = head.trim_ascii_start().split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
    WORDS.contains(&word)
}

/// Hands the strings of the expression at a place to `take`.
pub(super) fn literals(text: &str, start: usize, mut take: impl FnMut(Literal)) {
    let rest = &text.as_bytes()[start..text.len().min(start + EXPRESSION_BYTES)];
    let begin = start + skip_len(rest);
    let begin = begin
        + declared::arrow_len(&text.as_bytes()[begin..text.len().min(start + EXPRESSION_BYTES).max(begin)]);
    if let Some(literal) = one_of_its_own(text, begin) {
        return take(literal);
    }
    let bytes = text.as_bytes();
    let open = match bytes.get(begin) {
        Some(b'-') => return sequence(text, begin, take),
        // An empty pair of brackets belongs to a type: `[]byte("…")`.
        Some(b'(' | b'[' | b'{') if bytes.get(begin + 1) != Some(&b']') => begin,
        Some(_) => match begin + callee_len(&bytes[begin..]) {
            end if end > begin && matches!(bytes.get(end), Some(b'(' | b'[' | b'{')) => end,
            _ => return,
        },
        None => return,
    };
    let role = if open == begin { Bracket::Value } else { Bracket::Call };
    in_brackets(text, open, role, take);
}

/// Hands the strings to `take` that a call has as arguments whose bracket is at `open`.
pub(super) fn arguments_of_call(text: &str, open: usize, take: impl FnMut(Literal)) {
    in_brackets(text, open, Bracket::Call, take);
}

/// The string of an expression that is nothing else: with a prefix, behind a heredoc's mark, in brackets that quote.
fn one_of_its_own(text: &str, at: usize) -> Option<Literal> {
    let rest = text.get(at..)?;
    let whole = |start: usize, end: usize| Some(Literal { start, end, part: Part::Whole });
    let prefix = declared::prefix_len(rest.as_bytes());
    if let Some((start, end)) = declared::raw_string(text, at + prefix) {
        return whole(start, end);
    }
    if let Some(b'"' | b'\'' | b'`') = rest.as_bytes().get(prefix) {
        let start = at + prefix + 1;
        let end = slot::closing(text, start)?;
        // Numbers of bytes are no text.
        let is_text = !text[start..end].starts_with("\\x");
        return if is_text && !is_template(text.as_bytes(), start - 1, end) {
            whole(start, end)
        } else {
            None
        };
    }
    if let Some(mark) = rest.strip_prefix("<<") {
        let mark = mark.trim_start_matches(['<', '-', '~', '"', '\'']);
        let word = mark.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let line_end = line(&mark.as_bytes()[word..], TYPE_BYTES).len();
        if word == 0 || mark.as_bytes().get(word + line_end) != Some(&b'\n') {
            return None;
        }
        let start = at + (rest.len() - mark.len()) + word + line_end + 1;
        let line = text.get(start..start + line(&text.as_bytes()[start..], EXPRESSION_BYTES).len())?;
        let indent = line.len() - line.trim_start().len();
        return whole(start + indent, start + line.trim_end().len().max(indent));
    }
    const OPENINGS: [(&str, char); 9] = [
        ("[[", ']'),
        ("q(", ')'),
        ("q{", '}'),
        ("q[", ']'),
        ("qq(", ')'),
        ("qq{", '}'),
        ("%q(", ')'),
        ("%Q(", ')'),
        ("%(", ')'),
    ];
    let (opening, close) = OPENINGS.iter().find(|(opening, _)| rest.starts_with(opening))?;
    let inside = &rest[opening.len()..];
    let length =
        inside.bytes().take(EXPRESSION_BYTES).position(|byte| byte == *close as u8 || byte == b'\n')?;
    let is_quoted = inside[..length].starts_with(['"', '\'']);
    if is_quoted { None } else { whole(at + opening.len(), at + opening.len() + length) }
}

/// The elements of a sequence in YAML, one a line: `- …`.
fn sequence(text: &str, begin: usize, mut take: impl FnMut(Literal)) {
    let mut at = begin;
    for _ in 0..ELEMENTS_MAX {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let Some(line) = text.get(at..at + line(rest, EXPRESSION_BYTES).len()) else { break };
        let item = line.trim_start();
        let Some(value) = item.strip_prefix("- ") else { break };
        let value = value.trim_start();
        let start = at + (line.len() - value.len());
        let value = value.trim_end();
        let inner = value.trim_matches(['"', '\'']);
        let quotes = value.len() - value.trim_start_matches(['"', '\'']).len();
        if !inner.is_empty() && !inner.contains([' ', '{']) {
            take(Literal { start: start + quotes, end: start + quotes + inner.len(), part: Part::Element });
        }
        at += line.len() + 1;
    }
}

/// Blanks, up to three line ends, backslashes before them, comments, and tags of YAML.
fn skip_len(rest: &[u8]) -> usize {
    const LINES: usize = 3;
    let (mut at, mut lines) = (0, 0);
    while let Some(byte) = rest.get(at) {
        let next = rest.get(at + 1).copied().unwrap_or_default();
        match byte {
            b' ' | b'\t' | b'\r' | b'\\' => {}
            b'\n' if lines < LINES => lines += 1,
            b'/' if next == b'*' => match memchr::memmem::find(&rest[at..], b"*/") {
                Some(length) => at += length + 1,
                None => return at,
            },
            _ => return at,
        }
        at += 1;
    }
    at
}

/// The length of what a call names: `String::from`, `new String`, `[]byte`, `os.environ.get`, `vec!`.
fn callee_len(rest: &[u8]) -> usize {
    const WORDS: [&[u8]; 3] = [b"new ", b"await ", b"[]"];
    const CALLEE_BYTES: usize = 64;
    let word = WORDS.iter().find(|word| rest.starts_with(word)).map_or(0, |word| word.len());
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:!".contains(byte);
    word + rest[word..].iter().take(CALLEE_BYTES).take_while(|byte| is_part(byte)).count()
}

fn blanks_len(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The rest of a line, as far as it is read.
fn line(rest: &[u8], most: usize) -> &[u8] {
    let rest = &rest[..rest.len().min(most)];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// Where the expression begins that is given to several names, and which of its elements a name is given that starts and
/// ends here: `user, password = "bob", "…"`.
pub(super) fn of_several(text: &str, name_start: usize, name_end: usize) -> Option<(usize, usize)> {
    const NAMES_BYTES: usize = 96;
    let bytes = text.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$. \t".contains(byte);
    let head = &bytes[name_start.saturating_sub(NAMES_BYTES)..name_start];
    let head = &head[memchr::memrchr(b'\n', head).map_or(0, |at| at + 1)..];
    let head = head.trim_ascii_start();
    let head = [&b"("[..], b"[", b"const [", b"let [", b"var ["]
        .iter()
        .find_map(|open| head.strip_prefix(*open))
        .unwrap_or(head);
    let rest = line(&bytes[name_end..], NAMES_BYTES);
    let names = rest.iter().take_while(|byte| is_name(byte) || **byte == b',').count();
    let closed = rest[names..].iter().take_while(|byte| matches!(byte, b')' | b']' | b' ')).count();
    let sign = names + closed + usize::from(rest.get(names + closed) == Some(&b':'));
    let is_assigned = rest.get(sign) == Some(&b'=') && rest.get(sign + 1) != Some(&b'=');
    let commas = |part: &[u8]| part.iter().filter(|byte| **byte == b',').count();
    let index = commas(head);
    let is_list =
        head.iter().all(|byte| is_name(byte) || *byte == b',') && index + commas(&rest[..names]) > 0;
    (is_list && is_assigned).then_some((name_end + sign + 1, index))
}

/// The string that is one of several elements, apart by commas and with nothing around them but brackets.
pub(super) fn element(text: &str, start: usize, index: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let end = start + line(&bytes[start..], EXPRESSION_BYTES).len();
    let (mut at, mut commas, mut is_first) = (start, 0, true);
    while at < end {
        match bytes[at] {
            b'"' | b'\'' | b'`' => {
                let close = slot::closing(text, at + 1)?;
                if commas == index {
                    let is_alone = is_first && !is_template(bytes, at, close);
                    return is_alone.then_some(Literal { start: at + 1, end: close, part: Part::Whole });
                }
                (at, is_first) = (close, false);
            }
            b',' => (commas, is_first) = (commas + 1, true),
            b' ' | b'\t' => {}
            b'(' | b'[' if commas == 0 && is_first => {}
            b'(' | b'[' | b'{' | b';' => return None,
            // A prefix of a string is one letter.
            _ => is_first &= matches!(bytes.get(at + 1), Some(b'"' | b'\'')),
        }
        at += 1;
    }
    None
}
