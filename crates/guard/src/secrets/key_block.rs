//! Finds private keys in PEM: from the header to the footer, or to the end of a text that was cut; what stands before
//! a footer whose header was cut off; and the header alone.
//!
//! Code that only names the header keeps what follows it: a key is letters of base64 right behind the header, or in
//! the next string.

use memchr::memmem;

use super::{Found, Mask, value};

const BEGIN: &str = "-----BEGIN ";
const DASHES: &str = "-----";
const END: &str = "-----END ";
/// What stands behind a header that was masked before.
const MASKED: &str = "<redacted>";
/// The longest label, with room: `ENCRYPTED PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`.
const LABEL_BYTES: usize = 48;
/// Letters in a row that are key material and no word of a sentence.
const MATERIAL_BYTES: usize = 16;
/// A line end as strings, URLs and markup write it.
const LINE_ENDS: [&str; 14] = [
    "\\n", "\\r", "&#10;", "&#13;", "&#xA;", "&#xa;", "&#xD;", "<br>", "<br/>", "<br />", "<BR>", "%0A",
    "%0a", "%0D",
];
const QUOTES: [char; 3] = ['"', '\'', '`'];
/// What stands before key material on its line: comment leaders, quotes and what joins strings.
const LEADERS: [char; 11] = ['"', '\'', '`', '+', ',', '#', '*', '>', '|', '\\', '-'];

const MASK: Mask = Mask::Bare { kind: "private-key", placeholder: "-----BEGIN PRIVATE KEY-----<redacted>" };

/// Finds every block, and every header without one.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    let first = found.len();
    find_blocks(text, found);
    find_orphans(text, first, found);
}

/// Finds the lines of a private key of PuTTY; the name before their number ends at `end`.
pub(super) fn putty(text: &str, end: usize, found: &mut Vec<Found>) {
    let rest = &text[end..];
    let number =
        rest.len() - rest.trim_start_matches(|part: char| part == ' ' || part.is_ascii_digit()).len();
    let start = end + number;
    let length = lines_len(&text[start..]);
    let line_end = text[start..start + length].len() - skip_line_ends(&text[start..start + length]).len();
    if length > line_end {
        let mask = Mask::Typed("private-key");
        found.push(Found { start: start + line_end, end: start + length, mask });
    }
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
        from = body;
        if text[body..].starts_with(MASKED) {
            continue;
        }
        let alone = || is_plain(&text[start..body]).then(|| body + scrap_len(&text[body..]));
        if let Some(end) = block_end(text, body, &mut has_footers).or_else(alone) {
            found.push(Found { start, end, mask: MASK });
            from = end;
        }
    }
}

/// Where the body starts, if the label at `from` is that of a key that is no public one.
fn body_start(text: &str, from: usize) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    let label_end = memmem::find(&rest[..rest.len().min(LABEL_BYTES)], DASHES.as_bytes())?;
    let mut words = rest[..label_end].split(|byte| !byte.is_ascii_alphanumeric());
    let is_public = words.clone().any(|word| word.eq_ignore_ascii_case(b"PUBLIC"));
    let is_key = !is_public && words.any(|word| word.eq_ignore_ascii_case(b"KEY"));
    is_key.then_some(from + label_end + DASHES.len())
}

/// Whether a header is one as it stands; a pattern that finds headers is none.
fn is_plain(header: &str) -> bool {
    header.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'\n'))
}

/// Where the block ends: after its footer, or at the end of the text. `None` if no key follows.
///
/// `has_footers` remembers a search in vain, so that a thousand headers do not cost a thousand of them.
fn block_end(text: &str, body: usize, has_footers: &mut bool) -> Option<usize> {
    let rest = &text[body..];
    let has_material = has_material(rest);
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
        let next = LINE_ENDS.iter().find_map(|end| next.strip_prefix(end)).unwrap_or(next);
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// Whether key material stands after line ends, comment leaders and what joins strings.
fn has_material(body: &str) -> bool {
    let body = &body[fields_len(body)..];
    let mut rest = body;
    loop {
        let next = skip_line_ends(rest).trim_start_matches(LEADERS);
        if next.len() == rest.len() {
            break;
        }
        rest = next;
    }
    let skipped = &body[..body.len() - rest.len()];
    let material = material_at(rest);
    // Behind the end of the header's string a key can only be another string; a name is code.
    let is_key = !skipped.contains(QUOTES) || (skipped.ends_with(QUOTES) && !value::is_wordy(material));
    material.len() >= MATERIAL_BYTES && is_key
}

/// How far a key goes that is too short for one, or was cut: letters that touch the header, or lines of nothing else.
fn scrap_len(body: &str) -> usize {
    let touching = material_at(body).len();
    if touching > 0 {
        return touching;
    }
    let blanks = body.len() - body.trim_start_matches([' ', '\t']).len();
    let beside = material_at(&body[blanks..]);
    if blanks > 0 && is_mixed(beside) {
        return blanks + beside.len();
    }
    let fields = fields_len(body);
    match lines_len(&body[fields..]) {
        0 => 0,
        lines => fields + lines,
    }
}

/// How far lines go that are key material and nothing else.
fn lines_len(body: &str) -> usize {
    let mut length = 0;
    while let Some(line) = scrap_line(&body[length..]) {
        length += line;
    }
    length
}

/// The length of the fields between a header and its key: `Proc-Type: 4,ENCRYPTED`. The line end behind them is left.
fn fields_len(body: &str) -> usize {
    const FIELDS: [&str; 6] = ["Proc-Type: ", "DEK-Info: ", "Version: ", "Comment: ", "Hash: ", "Charset: "];
    const FIELD_BYTES: usize = 256;
    let mut length = 0;
    loop {
        let rest = skip_line_ends(&body[length..]);
        let from = body.len() - rest.len();
        let head = rest.as_bytes();
        let head = &head[..head.len().min(FIELD_BYTES)];
        let is_field = FIELDS.iter().any(|field| head.starts_with(field.as_bytes()));
        let ends = [b"\n".as_slice(), b"\\n", b"\\r"].into_iter().filter_map(|end| memmem::find(head, end));
        let Some(end) = ends.min().filter(|_| is_field) else { break };
        length = from + end;
    }
    // An empty line divides them from the key.
    let key = skip_line_ends(&body[length..]);
    let gap = &body[length..body.len() - key.len()];
    match length {
        0 => 0,
        _ => length + last_line_end(gap),
    }
}

/// Where the last line end of a gap begins.
fn last_line_end(gap: &str) -> usize {
    ["\r\n", "\n", "\\r\\n", "\\n"].iter().filter_map(|end| gap.rfind(end)).max().unwrap_or(0)
}

/// The length of a line end, plain or escaped, and of the next line up to its end, if that is one word of material.
fn scrap_line(rest: &str) -> Option<usize> {
    let line_end = ["\r\n", "\n", "\\r\\n", "\\n"].iter().find(|end| rest.starts_with(**end))?;
    let line = &rest[line_end.len()..];
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    let material = material_at(&line[indent..]);
    let after = &line[indent + material.len()..];
    let is_whole_line =
        after.is_empty() || after.starts_with(['\n', '\r', '"', '\'', '`']) || after.starts_with("\\n");
    (!material.is_empty() && is_whole_line).then_some(line_end.len() + indent + material.len())
}

fn material_at(text: &str) -> &str {
    let length = text.bytes().take_while(|byte| is_material(*byte)).count();
    &text[..length]
}

fn is_material(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Whether a word has a digit, or lower case and more than one capital: no word of a sentence.
fn is_mixed(word: &str) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    word.bytes().any(|byte| byte.is_ascii_digit())
        || (capitals > 1 && word.bytes().any(|byte| byte.is_ascii_lowercase()))
}
