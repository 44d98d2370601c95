//! The same in JSON, also where the JSON stands in a string: whatever a `Secret` has under `data` or `stringData`.

use std::ops::Range;

use memchr::{memchr_iter, memchr2, memchr3, memrchr_iter};

use super::{Found, document_around, is_secret, mask};

/// Judges the objects around a `kind"` that ends at `end`, and answers how far they go.
pub(super) fn consider(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    let rest = text[end..].trim_start();
    let kind = rest.strip_prefix(':').unwrap_or_default().trim_start().trim_start_matches('\\');
    let is_kind = kind
        .strip_prefix('"')
        .is_some_and(|kind| kind.starts_with("Secret\"") || kind.starts_with("Secret\\"));
    if !is_kind {
        return end;
    }
    let (from, to) = object_around(text, end);
    let mut reader = Reader { text: &text[..to], at: from, open: vec![Object::default()], key: None };
    while reader.step() {}
    // A text that was cut leaves objects open.
    while reader.open.len() > 1 {
        reader.close();
    }
    found.extend(reader.open.into_iter().flat_map(Object::secrets).map(mask));
    to
}

/// The text around a `kind"`: the document, or the string that it stands in with escaped quotes.
fn object_around(text: &str, end: usize) -> (usize, usize) {
    let (from, to) = document_around(text, end);
    let bytes = text.as_bytes();
    let depth = backslashes_before(bytes, end - 1);
    if depth == 0 {
        return (from, to);
    }
    let is_outer = |at: &usize| backslashes_before(bytes, *at) < depth;
    let before = memrchr_iter(b'"', &bytes[from..end]).map(|at| from + at).find(is_outer);
    let after = memchr_iter(b'"', &bytes[end..to]).map(|at| end + at).find(is_outer);
    (before.map_or(from, |at| at + 1), after.unwrap_or(to))
}

/// An object that is being read; the outermost holds what stands in none, and what was found.
#[derive(Default)]
struct Object {
    is_secret: bool,
    /// Whether it is the `data` of another.
    is_data: bool,
    /// The values under it, or under its `data`.
    values: Vec<Range<usize>>,
    /// What was found in it to be secret.
    found: Vec<Range<usize>>,
}

impl Object {
    fn secrets(self) -> impl Iterator<Item = Range<usize>> {
        let own = if self.is_secret { self.values } else { Vec::new() };
        self.found.into_iter().chain(own)
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// From the outermost to the innermost; never empty.
    open: Vec<Object>,
    /// The key whose value comes next.
    key: Option<&'t str>,
}

impl Reader<'_> {
    /// Reads on to the next sign that matters; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(offset) = memchr3(b'{', b'}', b'"', &self.text.as_bytes()[self.at..]) else { return false };
        let sign = self.at + offset;
        self.at = sign + 1;
        match self.text.as_bytes()[sign] {
            b'{' => {
                let is_data = matches!(self.key.take(), Some("data" | "stringData"));
                self.open.push(Object { is_data, ..Object::default() });
            }
            b'}' => self.close(),
            _ => self.string(sign),
        }
        true
    }

    fn close(&mut self) {
        self.key = None;
        if self.open.len() < 2 {
            return;
        }
        let (Some(object), Some(parent)) = (self.open.pop(), self.open.last_mut()) else { return };
        if object.is_data {
            parent.values.extend(object.values);
            parent.found.extend(object.found);
        } else {
            parent.found.extend(object.secrets());
        }
    }

    /// Reads a string whose quote stands at `quote`: a key if a colon follows.
    fn string(&mut self, quote: usize) {
        let bytes = self.text.as_bytes();
        let backslashes = backslashes_before(bytes, quote);
        let mut from = self.at;
        let end = loop {
            let offset = memchr2(b'"', b'\n', &bytes[from..]);
            let end = offset.map_or(bytes.len(), |offset| from + offset);
            // No string goes on behind its line: a quote that stands alone confuses one line at most.
            if bytes.get(end) != Some(&b'"') || backslashes_before(bytes, end) <= backslashes {
                break end;
            }
            from = end + 1;
        };
        let value = self.at..end - backslashes_before(bytes, end).min(end - self.at);
        self.at = (end + 1).min(bytes.len());
        let string = self.text.get(value.clone()).unwrap_or_default();
        if self.text[self.at..].trim_start().starts_with(':') {
            self.key = Some(string);
            return;
        }
        let key = self.key.take();
        let Some(object) = self.open.last_mut() else { return };
        object.is_secret |= key == Some("kind") && string == "Secret";
        if object.is_data && is_secret(string) {
            object.values.push(value);
        }
    }
}

fn backslashes_before(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count()
}
