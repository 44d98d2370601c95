//! The same between braces: `data: {name: value}` of YAML, also over several lines, and an object of
//! JavaScript.

use super::{Found, is_secret, mask};

/// How far an object goes on either side of its `kind`.
const OBJECT_BYTES: usize = 8_192;

/// The braces around a `kind:` that ends at `end`, if it stands right in an object: behind its brace or a
/// comma.
pub(super) fn braces_around(text: &str, end: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let head = &bytes[..end].trim_ascii_end();
    let key = head.len()
        - head.iter().rev().take_while(|byte| byte.is_ascii_alphabetic() || b": \"'".contains(byte)).count();
    if !matches!(bytes[..key].trim_ascii_end().last(), Some(b'{' | b',')) {
        return None;
    }
    let floor = key.saturating_sub(OBJECT_BYTES);
    let mut depth = 0_usize;
    let open = bytes[floor..key].iter().rposition(|byte| {
        match byte {
            b'}' => depth += 1,
            b'{' if depth == 0 => return true,
            b'{' => depth -= 1,
            _ => {}
        }
        false
    });
    let from = floor + open?;
    Some((from, closing(text, from)))
}

/// Where the brace closes that opens at `open`, or as far as is looked.
fn closing(text: &str, open: usize) -> usize {
    let end = text.len().min(open + 2 * OBJECT_BYTES);
    let mut depth = 0_usize;
    let close = text.as_bytes()[open..end].iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    close.map_or(end, |at| open + at)
}

/// Masks the values of every `data` and `stringData` of an object.
pub(super) fn mask_data(text: &str, from: usize, to: usize, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(offset) = memchr::memmem::find(&bytes[at..to], b"ata") {
        at += offset + 3;
        let is_key = bytes[..at].ends_with(b"data") || bytes[..at].ends_with(b"stringData");
        let signs = bytes[at..to].iter().take_while(|byte| b"\"': \n".contains(byte)).count();
        if is_key && bytes[at..at + signs].contains(&b':') && bytes.get(at + signs) == Some(&b'{') {
            at = mask_values(text, at + signs, to, found);
        }
    }
}

/// Masks the values between the brace at `open` and the one that closes it. Answers where that is.
pub(super) fn mask_values(text: &str, open: usize, to: usize, found: &mut Vec<Found>) -> usize {
    let close = closing(text, open).min(to);
    let mut at = open + 1;
    while at < close {
        let Some(entry) = text.get(at..close).and_then(|rest| rest.split(['{', ',', '}', '\n']).next())
        else {
            break;
        };
        let colon = entry.find([':', '=']).map_or(0, |colon| colon + 1);
        let value = entry[colon..].trim_start_matches([' ', '\t', '"', '\'', '`']);
        let start = at + (entry.len() - value.len());
        let secret = value.split(['"', '\'', '`', ' ', '\r']).next().unwrap_or_default();
        if is_secret(secret) && !secret.ends_with(':') {
            found.push(mask(start..start + secret.len()));
        }
        at += entry.len() + 1;
    }
    close
}
