//! Values that a declaration holds in another way than behind a sign: what a getter returns, the initial
//! value of a property, the default of an option, a raw string, the brackets of a log.
//!
//! Looks at a bounded stretch behind a name.

use memchr::{memchr, memmem};

use super::super::slot;
use super::{Literal, Part, begins_block, is_template, line};

const REACH: usize = 256;

/// The length of what stands before the quote of a string: letters that say how to read it, what refers to
/// it, casts.
pub(super) fn prefix_len(rest: &[u8]) -> usize {
    let signs = rest.iter().take(2).take_while(|byte| b"*&".contains(byte)).count();
    let rest = &rest[signs..];
    let cast = cast_len(rest);
    let letters = rest[cast..].iter().take(3).take_while(|byte| b"fFrRbBuULN$@s".contains(byte)).count();
    let marks = rest[cast + letters..].iter().take(4).take_while(|byte| **byte == b'#').count();
    signs + cast + letters + marks
}

/// The length of what makes a value a function without parameters: `() => `.
pub(super) fn arrow_len(rest: &[u8]) -> usize {
    const ARROWS: [&[u8]; 6] = [b"() => ", b"()=>", b"async () => ", b"async()=>", b"lambda: ", b"{ return "];
    ARROWS.iter().find(|arrow| rest.starts_with(arrow)).map_or(0, |arrow| arrow.len())
}

/// The length of a cast before a string: `<string>`, `(String) `.
fn cast_len(rest: &[u8]) -> usize {
    const CAST_BYTES: usize = 24;
    let close = match rest.first() {
        Some(b'<') => b'>',
        Some(b'(') => b')',
        Some(_) | None => return 0,
    };
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.".contains(byte);
    let name = rest[1..].iter().take(CAST_BYTES).take_while(is_part).count();
    if name == 0 || rest.get(1 + name) != Some(&close) {
        return 0;
    }
    let blanks = rest[name + 2..].iter().take(2).take_while(|byte| **byte == b' ').count();
    name + 2 + blanks
}

/// The text of a raw string of C++ whose quote stands at `quote`, behind an `R`: `R"(…)"`, `R"x(…)x"`.
pub(super) fn raw_string(text: &str, quote: usize) -> Option<(usize, usize)> {
    const MARK_BYTES: usize = 16;
    let bytes = text.as_bytes();
    if quote == 0 || bytes[quote - 1] != b'R' || bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let rest = &bytes[quote + 1..];
    let mark = rest.iter().take(MARK_BYTES).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let inside = rest.get(mark..).filter(|inside| inside.starts_with(b"("))?;
    let inside = line(&inside[1..], REACH);
    let closing = [b")", &rest[..mark], b"\""].concat();
    let start = quote + mark + 2;
    Some((start, start + memmem::find(inside, &closing)?))
}

/// The length of the block that stands between a name and its value: the accessors of a property in C#
/// (`{ get; set; } =`), a value in Kotlin that is made when it is needed (`: String by lazy {`).
pub(super) fn block_len(rest: &[u8]) -> Option<usize> {
    const LAZY: &[u8] = b" by lazy {";
    const ACCESSORS: [&[u8]; 7] = [b"get", b"set", b"init", b"private", b"protected", b"internal", b"public"];
    if let Some(at) = memmem::find(rest, LAZY) {
        let is_type = rest[..at].iter().all(|byte| byte.is_ascii_alphanumeric() || b": ?._<>".contains(byte));
        return is_type.then_some(at + LAZY.len());
    }
    if let Some(length) = computed_len(rest) {
        return Some(length);
    }
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    let block = rest[blanks..].strip_prefix(b"{")?;
    let end = memchr(b'}', block)?;
    let mut words =
        block[..end].split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    let after = block[end + 1..].trim_ascii_start();
    let sign = rest.len() - after.len();
    (words.all(|word| ACCESSORS.contains(&word)) && after.starts_with(b"=") && !after.starts_with(b"=="))
        .then_some(sign + 1)
}

/// The length up to the string that a property of Swift is computed as: `: String { "…" }`, `: String {
/// return "…" }`.
fn computed_len(rest: &[u8]) -> Option<usize> {
    let typed = rest.strip_prefix(b": String")?;
    let body = typed.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start();
    let body = body.strip_prefix(b"return ").unwrap_or(body);
    body.starts_with(b"\"").then_some(rest.len() - body.len())
}

/// The string that a method with the name answers: `String getKey() { return "…"; }`, `def key = "…"`, `get
/// key() = "…"`. A condition that calls it is none.
pub(crate) fn returned(text: &str, name_start: usize, name_end: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let body = match bytes.get(name_end..).unwrap_or_default() {
        rest if rest.starts_with(b", do: \"") && is_method(&bytes[..name_start]) => {
            name_end + b", do: ".len()
        }
        _ => body(text, name_start, name_end)?,
    };
    let body = body + wrapping_len(&bytes[body..bytes.len().min(body + REACH)]);
    let prefix = prefix_len(&bytes[body..bytes.len().min(body + REACH)]);
    let quote = body + prefix;
    if !matches!(bytes.get(quote), Some(b'"' | b'\'' | b'`')) {
        return None;
    }
    whole_string(text, quote)
}

/// What makes an owned or a guarded value of a string that stands in its parentheses.
const MAKERS: [&[u8]; 14] = [
    b"String::from(",
    b"std::string::String::from(",
    b"SecretString::from(",
    b"SecretString::new(",
    b"Secret::new(",
    b"Cow::Borrowed(",
    b"Some(",
    b"Ok(",
    b"Buffer.from(",
    b"new String(",
    b"string(",
    b"String(",
    b"[]byte(",
    b"SecretStr(",
];

/// The length of the calls around a string that only make a value of it, and of a description above it.
fn wrapping_len(body: &[u8]) -> usize {
    let mut at = 0;
    for marks in [&b"\"\"\""[..], b"'''"] {
        let Some(end) = body.strip_prefix(marks).and_then(|rest| memmem::find(rest, marks)) else { continue };
        let rest = &body[end + 2 * marks.len()..];
        let value = rest.trim_ascii_start();
        // A text that nothing follows is what is answered.
        let Some(value) = value.strip_prefix(b"return ") else { continue };
        at = body.len() - value.len();
    }
    while let Some(maker) = MAKERS.iter().find(|maker| body[at..].starts_with(maker)) {
        at += maker.len();
    }
    at
}

/// The length of what only makes another value of the string that ends here: `.to_string()`, `)`.
fn unwrapping_len(rest: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = &rest[at..];
        let name = rest.strip_prefix(b".").map_or(0, |rest| {
            rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
        });
        at += match rest.first() {
            Some(b')') => 1,
            Some(b'.') if name > 0 && rest[1 + name..].starts_with(b"()") => 1 + name + 2,
            _ => return at,
        };
    }
}

/// Where the expression begins that a method with the name answers.
pub(crate) fn body(text: &str, name_start: usize, name_end: usize) -> Option<usize> {
    const SIGNATURE: usize = 128;
    let bytes = text.as_bytes();
    let rest = &bytes[name_end..bytes.len().min(name_end + REACH)];
    let parameters = match rest.first()? {
        b'(' => memchr(b')', &rest[..rest.len().min(SIGNATURE)])? + 1,
        b'\n' if is_method(&bytes[..name_start]) => 0,
        b' ' if rest.starts_with(b" {") && is_method(&bytes[..name_start]) => 0,
        _ => return None,
    };
    if rest[..parameters].iter().any(|byte| b"\"'`;{".contains(byte)) || begins_block(text, name_end) {
        return None;
    }
    Some(name_end + parameters + body_start(&rest[parameters..])?)
}

/// The string whose quote stands at a place, if a statement ends behind it.
fn whole_string(text: &str, quote: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let (start, end) = (quote + 1, slot::closing(text, quote + 1)?);
    let rest = &bytes[end + 1..];
    let rest = &rest[unwrapping_len(&rest[..rest.len().min(REACH)])..];
    let after = rest.trim_ascii_start();
    let is_line_end = line(rest, REACH).trim_ascii().is_empty();
    let ends = is_line_end || after.starts_with(b"end") || b";},".contains(after.first().unwrap_or(&b';'));
    (ends && start < end && !is_template(bytes, quote, end)).then_some(Literal {
        start,
        end,
        part: Part::Whole,
    })
}

/// Whether a name that ends its line, or a brace follows, is that of a method: in Ruby, Perl and Elixir.
fn is_method(head: &[u8]) -> bool {
    [&b"def "[..], b"def self.", b"sub "].iter().any(|word| head.ends_with(word))
}

/// Where the body of a method begins behind its parameters: past a type, what opens the body, blanks and
/// `return`.
fn body_start(rest: &[u8]) -> Option<usize> {
    const RETURN: &[u8] = b"return";
    let is_of_type = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_ :<>[]&?*-.'".contains(byte);
    let mut at = rest.iter().take_while(is_of_type).count();
    if let Some(word) = memmem::find(&rest[..at], RETURN) {
        // Lua has no sign there.
        at = word + RETURN.len();
        return Some(at + rest[at..].iter().take_while(|byte| **byte == b' ').count());
    }
    // The arrow of a lambda ends in what a type may end in.
    at += match rest.get(at) {
        Some(b'{' | b'\n' | b'\r') => 1,
        Some(b'=') if rest.get(at + 1) != Some(&b'=') => 1 + usize::from(rest.get(at + 1) == Some(&b'>')),
        Some(_) | None => return None,
    };
    let blanks = |at: usize| rest[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    at += blanks(at);
    at += usize::from(rest.get(at) == Some(&b'{'));
    at += blanks(at);
    if rest[at..].starts_with(RETURN) {
        at += RETURN.len();
        at += blanks(at);
    }
    Some(at)
}

/// The default of an option or argument that is declared by a call with its name, other labels between:
/// `add_argument("--token", type=str, default="…")`.
pub(crate) fn default_argument(text: &str, name_end: usize) -> Option<Literal> {
    const LABEL: &[u8] = b"default";
    let bytes = text.as_bytes();
    let rest = &bytes[name_end..bytes.len().min(name_end + REACH)];
    let arguments = match rest {
        [b'"' | b'\'', b',', arguments @ ..] => arguments,
        _ => return None,
    };
    let depth = |byte: &u8| match byte {
        b'(' => 1,
        b')' => -1,
        _ => 0,
    };
    let mut open = 1;
    let end = arguments.iter().position(|byte| {
        open += depth(byte);
        open == 0
    });
    let arguments = &arguments[..end.unwrap_or(arguments.len())];
    let label = memmem::find(arguments, LABEL)?;
    let is_label = matches!(arguments.get(label.checked_sub(1)?), Some(b' ' | b',' | b'\n' | b'\t'));
    let sign = arguments[label + LABEL.len()..].trim_ascii_start();
    let value = sign.strip_prefix(b"=").or_else(|| sign.strip_prefix(b":"))?.trim_ascii_start();
    let start = name_end + 2 + (arguments.len() - value.len()) + 1;
    let is_quoted = matches!(value.first(), Some(b'"' | b'\''));
    if !is_label || !is_quoted {
        return None;
    }
    Some(Literal { start, end: slot::closing(text, start)?, part: Part::Whole })
}

/// The word that a log writes in brackets behind a name: `password=[…]`.
pub(crate) fn in_log(text: &str, name_end: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let rest = bytes[name_end..].strip_prefix(b"=[").or_else(|| bytes[name_end..].strip_prefix(b":["))?;
    let is_part = |byte: &&u8| byte.is_ascii_graphic() && !b"[]\"'`,(){}<>".contains(byte);
    let length = rest.iter().take(REACH).take_while(is_part).count();
    let start = name_end + 2;
    (rest.get(length) == Some(&b']')).then_some(Literal { start, end: start + length, part: Part::Element })
}
