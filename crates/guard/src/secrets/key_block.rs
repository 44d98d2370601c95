//! Finds private key blocks: from the PEM header to its end, or to the end of a text that was cut; and what
//! stands before a footer whose header was cut off.
//!
//! The header alone, as code and documentation mention it, is no key.

use memchr::memmem;

use super::Lines;

const BEGIN: &str = "-----BEGIN ";
const DASHES: &str = "-----";
const END: &str = "-----END ";
/// The longest label, with room: `ENCRYPTED PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`.
const LABEL_BYTES: usize = 48;
/// Letters in a row that are key material and no word of a sentence.
const MATERIAL_BYTES: usize = 16;

/// Masks every block; `None` if there is none.
pub(super) fn mask(text: &str, placeholder: &str, lines: Lines) -> Option<(String, usize)> {
    let blocks = mask_blocks(text, placeholder, lines);
    let whole = blocks.as_ref().map_or(text, |(masked, _)| masked.as_str());
    match mask_orphans(whole, placeholder, lines) {
        Some((masked, orphans)) => Some((masked, orphans + blocks.map_or(0, |(_, count)| count))),
        None => blocks,
    }
}

/// Masks key material that ends in a footer without a header: the text was cut out of a larger one.
fn mask_orphans(text: &str, placeholder: &str, lines: Lines) -> Option<(String, usize)> {
    let mut masked = String::new();
    let (mut copied, mut from, mut count) = (0, 0, 0);
    while let Some(offset) = memmem::find(&text.as_bytes()[from..], END.as_bytes()) {
        let footer = from + offset;
        from = footer + END.len();
        let Some(end) = body_start(text, from) else { continue };
        let start = material_start(&text[copied..footer]) + copied;
        let material = text[start..footer].bytes().filter(|byte| is_material(*byte)).count();
        if material < MATERIAL_BYTES {
            continue;
        }
        masked.push_str(&text[copied..start]);
        masked.push_str(placeholder);
        lines.push_ends_of(&text[start..end], &mut masked);
        (copied, from) = (end, end);
        count += 1;
    }
    masked.push_str(&text[copied..]);
    (count > 0).then_some((masked, count))
}

/// Where the lines of key material before a footer begin: a line that holds a word gap is no such line.
fn material_start(before: &str) -> usize {
    let mut start = before.len();
    for line in before.split_inclusive('\n').rev() {
        let trimmed = line.trim().trim_matches(['"', '\'', '+', ',', '#', '*', '>', '|', '\\', '`', ' ']);
        let is_key = trimmed.bytes().all(|byte| is_material(byte) || byte == b'\\');
        if !is_key {
            break;
        }
        start -= line.len();
    }
    start
}

fn mask_blocks(text: &str, placeholder: &str, lines: Lines) -> Option<(String, usize)> {
    let mut masked = String::new();
    let (mut copied, mut from, mut count) = (0, 0, 0);
    let mut has_footers = true;
    while let Some(offset) = memmem::find(&text.as_bytes()[from..], BEGIN.as_bytes()) {
        let start = from + offset;
        from = start + BEGIN.len();
        let Some(body) = body_start(text, from) else { continue };
        let Some(end) = block_end(text, body, &mut has_footers) else { continue };
        masked.push_str(&text[copied..start]);
        masked.push_str(placeholder);
        lines.push_ends_of(&text[start..end], &mut masked);
        (copied, from) = (end, end);
        count += 1;
    }
    masked.push_str(&text[copied..]);
    (count > 0).then_some((masked, count))
}

/// Where the body starts, if the label at `from` is that of a private key.
fn body_start(text: &str, from: usize) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    let label_end = memmem::find(&rest[..rest.len().min(LABEL_BYTES)], DASHES.as_bytes())?;
    let label = &rest[..label_end];
    memmem::find(label, b"PRIVATE KEY").map(|_| from + label_end + DASHES.len())
}

/// Where the block ends: after its footer, or at the end of the text. `None` if no key follows.
///
/// `has_footers` remembers a search in vain, so that a thousand headers do not cost a thousand of them.
fn block_end(text: &str, body: usize, has_footers: &mut bool) -> Option<usize> {
    let rest = &text[body..];
    let has_material = material_bytes(rest) >= MATERIAL_BYTES;
    let is_key = has_material || (*has_footers && starts_with_value(rest));
    if !is_key {
        return None;
    }
    let Some(footer) = memmem::find(rest.as_bytes(), END.as_bytes()) else {
        *has_footers = false;
        return has_material.then_some(text.len());
    };
    let label = body + footer + END.len();
    let after = &text.as_bytes()[label..];
    let closing = memmem::find(&after[..after.len().min(LABEL_BYTES)], DASHES.as_bytes());
    Some(closing.map_or(label, |closing| label + closing + DASHES.len()))
}

/// Whether a value follows at once, after line ends, plain or escaped.
fn starts_with_value(rest: &str) -> bool {
    let trimmed = skip_line_ends(rest);
    trimmed.len() < rest.len() && trimmed.bytes().next().is_some_and(is_material)
}

fn skip_line_ends(mut rest: &str) -> &str {
    loop {
        let next = rest.trim_start();
        let next = next.strip_prefix("\\n").or_else(|| next.strip_prefix("\\r")).unwrap_or(next);
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// How many letters of key material stand in a row after quotes, line ends and comment leaders.
fn material_bytes(rest: &str) -> usize {
    let mut rest = rest;
    loop {
        let next = skip_line_ends(rest)
            .trim_start_matches(['"', '\'', '+', ',', '#', '*', '>', '|', '\\', '`', '-']);
        if next.len() == rest.len() {
            break;
        }
        rest = next;
    }
    rest.bytes().take_while(|byte| is_material(*byte)).count()
}

fn is_material(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
