//! Values of a Kubernetes `Secret`: whatever stands under `data` or `stringData`.

mod flow;
mod json;

use std::ops::Range;

use super::{Found, Mask, value};

const DOCUMENT_BYTES: usize = 65_536;
const VALUE_BYTES_MIN: usize = 10;

/// Judges the objects around a `kind"` in JSON that ends at `end`, and answers how far they go. YAML may quote its keys, too.
pub(super) fn consider_json(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    let until = json::consider(text, end, found);
    let is_plain = until > end && text.as_bytes()[end - 1] == b'"';
    if is_plain && flow::braces_around(text, end).is_none() {
        consider(text, end, found).max(until)
    } else {
        until
    }
}

/// Judges the object around a `kind:` that ends at `end`, and answers how far it goes.
pub(super) fn consider(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const KIND_BYTES: usize = 128;
    let rest = &text.as_bytes()[end..text.len().min(end + KIND_BYTES)];
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'#' | b',' | b'}');
    let kind = rest.split(is_end).next().unwrap_or_default().trim_ascii();
    let kind = kind.strip_prefix(b":").map_or(kind, <[u8]>::trim_ascii);
    let is_secret = kind.eq_ignore_ascii_case(b"secret")
        || kind.eq_ignore_ascii_case(b"\"secret\"")
        || kind.eq_ignore_ascii_case(b"'secret'");
    if !is_secret {
        return end;
    }
    if let Some((from, to)) = flow::braces_around(text, end) {
        flow::mask_data(text, from, to, found);
        return to;
    }
    let (from, to) = document_around(text, end);
    let mut lines = Lines { text, data: None, block: None };
    let mut at = from;
    while at < to {
        at = lines.read(at, to, found);
    }
    to
}

/// The lines of a document, one after the other.
struct Lines<'t> {
    text: &'t str,
    /// How far the key of the data is indented that is being read.
    data: Option<usize>,
    /// How far the key of a block of text in it is.
    block: Option<usize>,
}

impl Lines<'_> {
    /// Reads the line at a place, and answers where the next one begins.
    fn read(&mut self, at: usize, to: usize, found: &mut Vec<Found>) -> usize {
        let line = self.text[at..to].split_inclusive('\n').next().unwrap_or_default();
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        let next = at + line.len();
        // What a template says between the lines stands at any indentation.
        if content.is_empty() || content.starts_with("{{") {
            return next;
        }
        if self.block.is_some_and(|block| indent > block) {
            mask_text(self.text, at, line, found);
            return next;
        }
        self.block = None;
        if content.starts_with('#') {
            return next;
        }
        if self.data.is_some_and(|data| indent > data) {
            self.block = is_block(content).then_some(indent);
            mask_value(self.text, at, line, found);
            return next;
        }
        let Some(inline) = data_key(content) else {
            self.data = None;
            return next;
        };
        if inline.starts_with('{') {
            let open = at + (line.len() - line.trim_start().len()) + (content.len() - inline.len());
            return flow::mask_values(self.text, open, to, found).max(next);
        }
        self.data = (inline.is_empty() || inline.starts_with(['#', '&', '!'])).then_some(indent);
        next
    }
}

/// What follows the key of a secret's data, if a line begins with that.
fn data_key(content: &str) -> Option<&str> {
    let content = content.strip_prefix("- ").unwrap_or(content).trim_start_matches(['"', '\'']);
    let rest = content.strip_prefix("data").or_else(|| content.strip_prefix("stringData"))?;
    Some(rest.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start())
}

/// Whether a value is the lines below: `|`, `>-`.
fn is_block(content: &str) -> bool {
    let value = content.split_once(": ").map(|(_, value)| value.trim()).unwrap_or_default();
    value.starts_with(['|', '>']) && value.len() < 4
}

/// A line of a block of text.
fn mask_text(text: &str, at: usize, line: &str, found: &mut Vec<Found>) {
    const BYTES_MIN: usize = 4;
    let start = at + (line.len() - line.trim_start().len());
    let secret = &text[start..at + line.trim_end().len().max(start - at)];
    if secret.len() >= BYTES_MIN && !value::is_reference(secret) {
        found.push(mask(start..start + secret.len()));
    }
}

fn mask_value(text: &str, at: usize, line: &str, found: &mut Vec<Found>) {
    let indent = line.len() - line.trim_start().len();
    let colon = [": ", ":\t"].iter().filter_map(|colon| line.find(colon)).min();
    let offset = colon.map_or(indent, |colon| colon + 2);
    let raw = &line[offset..];
    let value = raw.trim_start();
    // A tag or an anchor stands before the value.
    let value = match value.starts_with(['!', '&']) {
        true => value.split_once(' ').map_or(value, |(_, value)| value),
        false => value,
    };
    let value = value.trim_start_matches([' ', '"', '\'']);
    let start = at + offset + (raw.len() - value.len());
    let Some(rest) = text.get(start..at + line.len()) else { return };
    let secret = rest.split(['"', '\'', '\n', '\r', ' ']).next().unwrap_or_default();
    if is_secret(secret) && !secret.ends_with(':') {
        found.push(mask(start..start + secret.len()));
    }
}

fn is_secret(value: &str) -> bool {
    value.len() >= VALUE_BYTES_MIN && !value::is_reference(value) && !value::is_stand_in(value)
}

fn mask(place: Range<usize>) -> Found {
    Found { start: place.start, end: place.end, mask: Mask::Typed("kubernetes-secret") }
}

/// The YAML document around a place.
fn document_around(text: &str, at: usize) -> (usize, usize) {
    let floor =
        (at.saturating_sub(DOCUMENT_BYTES)..=at).find(|place| text.is_char_boundary(*place)).unwrap_or(at);
    let ceiling = (at..=text.len().min(at + DOCUMENT_BYTES))
        .rev()
        .find(|place| text.is_char_boundary(*place))
        .unwrap_or(at);
    let from = text[floor..at].rfind("\n---").map_or(floor, |offset| floor + offset + 1);
    let to = text[at..ceiling].find("\n---").map_or(ceiling, |offset| at + offset + 1);
    (from, to)
}
