//! Values of a Kubernetes `Secret`: whatever stands under `data` or `stringData`.

mod json;

use std::ops::Range;

use super::{Found, Mask, value};

const DOCUMENT_BYTES: usize = 65_536;
const VALUE_BYTES_MIN: usize = 10;

/// Judges the objects around a `kind"` in JSON that ends at `end`, and answers how far they go.
pub(super) fn consider_json(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    json::consider(text, end, found)
}

/// Judges the object around a `kind:` that ends at `end`, and answers how far it goes.
pub(super) fn consider(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const KIND_BYTES: usize = 128;
    let rest = &text.as_bytes()[end..text.len().min(end + KIND_BYTES)];
    let kind = rest.split(|byte| matches!(byte, b'\n' | b'#')).next().unwrap_or_default().trim_ascii();
    let is_secret = kind.eq_ignore_ascii_case(b"secret")
        || kind.eq_ignore_ascii_case(b"\"secret\"")
        || kind.eq_ignore_ascii_case(b"'secret'");
    if !is_secret {
        return end;
    }
    let (from, to) = document_around(text, end);
    let mut data_indent: Option<usize> = None;
    let mut at = from;
    for line in text[from..to].split_inclusive('\n') {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        let is_inside = data_indent.is_some_and(|data| indent > data);
        if is_inside && !content.starts_with('#') {
            mask_value(text, at, line, found);
        } else if !content.is_empty() && !content.starts_with('#') {
            let data = content.strip_prefix("data:").or_else(|| content.strip_prefix("stringData:"));
            let inline = data.map(|data| data.split('#').next().unwrap_or_default().trim());
            data_indent = inline.filter(|inline| inline.is_empty()).map(|_| indent);
            if inline.is_some_and(|inline| inline.starts_with('{')) {
                mask_inline_values(text, at, line, found);
            }
        }
        at += line.len();
    }
    to
}

/// The values of `data: {name: value, …}`.
fn mask_inline_values(text: &str, at: usize, line: &str, found: &mut Vec<Found>) {
    let mut at = at;
    for entry in line.split_inclusive(['{', ',', '}']) {
        mask_value(text, at, entry.trim_end_matches([',', '}', '{']), found);
        at += entry.len();
    }
}

fn mask_value(text: &str, at: usize, line: &str, found: &mut Vec<Found>) {
    let offset = line.find(": ").map_or(line.len() - line.trim_start().len(), |colon| colon + 2);
    let raw = &line[offset..];
    let start = at + offset + (raw.len() - raw.trim_start_matches([' ', '"', '\'']).len());
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
