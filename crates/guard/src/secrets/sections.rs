//! Values below a title that says what all of them are: `[secrets]` of TOML, `credentials:` of YAML, a map
//! `TOKENS = {` of several lines.
//!
//! A value there may also be a user, a place or a name, so it must be made of chance; below `passwords` a
//! weak one counts.

use super::expression::{Literal, Part};
use super::{Found, Mask, assignment, names, slot};

/// How much of a section is read.
const SECTION_BYTES: usize = 4_096;
/// Names of sections, in lower case.
const TITLES: [&str; 9] = [
    "secrets",
    "passwords",
    "credentials",
    "creds",
    "tokens",
    "api_keys",
    "apikeys",
    "secret_keys",
    "logins",
];
/// Keys in a section whose value is no secret.
const OTHERS: [&str; 19] = [
    "id", "name", "user", "username", "login", "email", "host", "hostname", "url", "uri", "endpoint",
    "region", "type", "path", "file", "version", "hash", "digest", "image",
];

/// Judges the lines below a name that is the title of a section. Answers how far it looked.
pub(super) fn below(text: &str, name: names::Name, found: &mut Vec<Found>) -> usize {
    let Some(body) = body_of(text, name) else { return name.end };
    let mut at = body.start;
    for line in text[body.start..body.end].split_inclusive('\n') {
        if body.ends_before(line) {
            break;
        }
        judge_line(text, at, line, body.holds_passwords, found);
        at += line.len();
    }
    at
}

/// The value of a name that is described over several lines: `DBPassword:`, below it `Default: …`, `"value":
/// "…"`.
pub(super) fn described(text: &str, name: names::Name) -> Option<Literal> {
    const LINES: usize = 8;
    const KEYS: [&str; 5] = ["default", "value", "example", "defaultvalue", "initial_value"];
    const HEADS: [&str; 5] = ["", "- ", "variable ", "output ", "- name: "];
    let (line_start, line_end) = line_around(text, name)?;
    let head = text.get(line_start..name.start)?.trim_start().trim_end_matches(['"', '\'']);
    if !HEADS.contains(&head) {
        return None;
    }
    let indent = indent_of(&text[line_start..]);
    let signs = text[name.end..line_end].trim().trim_start_matches(['"', '\'']).trim_start();
    if !matches!(signs, ":" | ": {" | "= {" | "{" | ":{" | "={") {
        return None;
    }
    let mut at = line_end + 1;
    for line in text.get(at..)?.split_inclusive('\n').take(LINES) {
        if indent_of(line) <= indent {
            return None;
        }
        let sign = line.find([':', '=']).unwrap_or(line.len());
        let key = line[..sign].trim().trim_matches(['"', '\'']);
        if KEYS.iter().any(|known| key.eq_ignore_ascii_case(known)) {
            return entry(text, at + sign, at + line.len());
        }
        at += line.len();
    }
    None
}

/// The value behind a sign of assignment, up to the end of its line. Without quotes it is one of YAML.
fn entry(text: &str, sign: usize, line_end: usize) -> Option<Literal> {
    let rest = text.get(sign + 1..line_end)?;
    let value = rest.trim_start();
    let start = line_end - value.len();
    let (start, end) = match value.starts_with(['"', '\'']) {
        true => (start + 1, slot::closing(text, start + 1).filter(|end| *end < line_end)?),
        false if text.as_bytes()[sign] == b':' => (start, start + value.trim_end().len()),
        false => return None,
    };
    let after = text[end..line_end].trim_start_matches(['"', '\'']).trim();
    let is_alone = matches!(after, "" | "," | ";") && !text[start..end].contains(['(', ')', ' ']);
    is_alone.then_some(Literal { start, end, part: Part::Whole })
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Where the line of a name starts, and where it ends if nothing but signs follows the name.
fn line_around(text: &str, name: names::Name) -> Option<(usize, usize)> {
    const SIGNS: usize = 24;
    const LINE_BYTES: usize = 256;
    let bytes = text.as_bytes();
    let head = &bytes[name.start.saturating_sub(LINE_BYTES)..name.start];
    let line_start = name.start - head.len() + memchr::memrchr(b'\n', head).map_or(0, |at| at + 1);
    let line_end = name.end + bytes[name.end..].iter().take(SIGNS).position(|byte| *byte == b'\n')?;
    text.is_char_boundary(line_start).then_some((line_start, line_end))
}

/// The lines of a section.
struct Body {
    start: usize,
    end: usize,
    form: Form,
    holds_passwords: bool,
}

/// How a section is written, which says where it ends.
enum Form {
    /// `[title]`: up to the next one.
    Table,
    /// `title:`: as long as lines are indented more than so many blanks.
    Block(usize),
    /// `title = {`: up to the bracket at the start of a line.
    Map,
}

impl Body {
    fn ends_before(&self, line: &str) -> bool {
        let rest = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - rest.len();
        match self.form {
            Form::Table => rest.starts_with('['),
            Form::Block(title) => {
                !rest.trim().is_empty() && indent <= title && !(indent == title && rest.starts_with("- "))
            }
            Form::Map => rest.starts_with(['}', ']', ')']),
        }
    }
}

fn body_of(text: &str, name: names::Name) -> Option<Body> {
    let title = text[name.start..name.end].to_ascii_lowercase();
    let is_title = TITLES.iter().any(|known| {
        title.strip_suffix(known).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    });
    if !is_title {
        return None;
    }
    let (line_start, line_end) = line_around(text, name)?;
    let head = text.get(line_start..name.start)?.trim_start();
    let signs = text[name.end..line_end].trim().trim_start_matches(['"', '\'']).trim_start();
    let is_table = head.starts_with('[')
        && head.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"[._-".contains(&byte));
    let form = match signs {
        "]" | "]]" if is_table => Form::Table,
        ":" => Form::Block(name.start - line_start - head.trim_start_matches(['"', '\'']).len()),
        "= {" | ": {" | "=> {" | ":= {" | "= [" | ": [" | "= (" | "{" => Form::Map,
        _ => return None,
    };
    let start = line_end + 1;
    let end =
        (start..=text.len().min(start + SECTION_BYTES)).rev().find(|end| text.is_char_boundary(*end))?;
    Some(Body { start, end, form, holds_passwords: title.ends_with("passwords") })
}

fn judge_line(text: &str, at: usize, line: &str, is_password: bool, found: &mut Vec<Found>) {
    const MARKS: [char; 5] = [' ', '\t', '"', '\'', '-'];
    let item = line.trim_start_matches(MARKS);
    if item.starts_with(['#', '/', ';']) {
        return;
    }
    let key = item.find([':', '=']).filter(|sign| *sign > 0);
    let value = key.map_or(item, |sign| item[sign..].trim_start_matches([':', '=', '>', ' ', '\t']));
    let name = key.map_or("", |sign| item[..sign].trim_matches(MARKS));
    let value = value.trim_start_matches(['"', '\'', '`']);
    let length = value.find(['"', '\'', '`', '\n', '\r', ' ']).unwrap_or(value.len());
    let value_start = at + (line.len() - value.len());
    let value = text.get(value_start..value_start + length).unwrap_or_default().trim_end_matches([',', ';']);
    let is_other = name.contains(' ') || OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other));
    if !is_other && assignment::is_secret_of(value, is_password) {
        let end = value_start + value.len();
        found.push(Found { start: value_start, end, mask: Mask::Typed("secret") });
    }
}
