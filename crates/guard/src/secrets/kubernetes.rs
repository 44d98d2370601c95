//! Values of a Kubernetes `Secret`: whatever stands under `data` or `stringData`.

use super::{Found, Mask, value};

const DOCUMENT_BYTES: usize = 65_536;
const VALUE_BYTES_MIN: usize = 10;

/// Judges the object around a `kind:` that ends at `end`, and answers how far it goes.
pub(super) fn consider(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let kind = rest.lines().next().unwrap_or_default().trim().trim_matches(['"', '\'']);
    if !kind.eq_ignore_ascii_case("secret") {
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
            data_indent = matches!(content, "data:" | "stringData:").then_some(indent);
        }
        at += line.len();
    }
    to
}

fn mask_value(text: &str, at: usize, line: &str, found: &mut Vec<Found>) {
    let offset = line.find(": ").map_or(line.len() - line.trim_start().len(), |colon| colon + 2);
    let raw = &line[offset..];
    let start = at + offset + (raw.len() - raw.trim_start_matches([' ', '"', '\'']).len());
    let Some(rest) = text.get(start..at + line.len()) else { return };
    let secret = rest.split(['"', '\'', '\n', '\r', ' ']).next().unwrap_or_default();
    let is_long = secret.len() >= VALUE_BYTES_MIN && !secret.ends_with(':');
    if is_long && !value::is_reference(secret) && !value::is_stand_in(secret) {
        found.push(Found { start, end: start + secret.len(), mask: Mask::Typed("kubernetes-secret") });
    }
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
