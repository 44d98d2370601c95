//! Finds private key blocks: from the PEM header to its end, or to the end of a text that was cut; and what
//! stands before a footer whose header was cut off.
//!
//! The header alone, as code and documentation mention it, is no key.

use memchr::memmem;

use super::{Found, Mask};

const BEGIN: &str = "-----BEGIN ";
const DASHES: &str = "-----";
const END: &str = "-----END ";
/// The longest label, with room: `ENCRYPTED PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`.
const LABEL_BYTES: usize = 48;
/// Letters in a row that are key material and no word of a sentence.
const MATERIAL_BYTES: usize = 16;

const MASK: Mask = Mask::Bare { kind: "private-key", placeholder: "-----BEGIN PRIVATE KEY-----<redacted>" };

/// Finds every block.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    let first = found.len();
    find_blocks(text, found);
    find_orphans(text, first, found);
}

/// Key material that ends in a footer without a header: the text was cut out of a larger one.
fn find_orphans(text: &str, first: usize, found: &mut Vec<Found>) {
    let (mut free, mut from, mut block) = (0, 0, first);
    let last = found.len();
    while let Some(offset) = memmem::find(&text.as_bytes()[from..], END.as_bytes()) {
        let footer = from + offset;
        from = footer + END.len();
        // Blocks before this footer are taken already.
        while block < last && found[block].start <= footer {
            free = found[block].end;
            block += 1;
        }
        let Some(end) = body_start(text, from).filter(|_| footer >= free) else { continue };
        let start = material_start(&text[free..footer]) + free;
        let material = text[start..footer].bytes().filter(|byte| is_material(*byte)).count();
        if material >= MATERIAL_BYTES {
            found.push(Found { start, end, mask: MASK });
            (free, from) = (end, end);
        }
    }
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

fn find_blocks(text: &str, found: &mut Vec<Found>) {
    let mut from = 0;
    let mut has_footers = true;
    while let Some(offset) = memmem::find(&text.as_bytes()[from..], BEGIN.as_bytes()) {
        let start = from + offset;
        from = start + BEGIN.len();
        let Some(body) = body_start(text, from) else { continue };
        let Some(end) = block_end(text, body, &mut has_footers) else { continue };
        found.push(Found { start, end, mask: MASK });
        from = end;
    }
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
