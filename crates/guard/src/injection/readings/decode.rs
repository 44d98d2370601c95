//! Decodes what is written in an encoding, in place: entities, percent, escapes, base64, hexadecimal.
//!
//! Decoded line ends become spaces. What does not decode to readable text stays as it is.

/// The shortest run that is taken for base64, in characters.
const BASE64_MIN: usize = 20;
/// The shortest run that is taken for hexadecimal, in digits.
const HEX_MIN: usize = 20;

/// The text with everything decoded that is encoded; `None` if nothing is.
pub(super) fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out: Vec<u8> = Vec::new();
    let mut kept = 0;
    let mut at = 0;
    while at < bytes.len() {
        let found = match bytes[at] {
            b'&' => entity(text, at),
            b'%' => percent(bytes, at),
            b'\\' => escape(text, at),
            byte if is_base64(byte) => {
                let end = at + bytes[at..].iter().take_while(|byte| is_base64(**byte)).count();
                let row = if is_pair(&bytes[at..end]) { row_of_pairs(bytes, at) } else { Vec::new() };
                let found = if row.is_empty() { run(bytes, at, end) } else { spaced_hex(bytes, &row) };
                if found.is_none() {
                    at = row.last().map_or(end, |pair| pair.end.max(end));
                    continue;
                }
                found
            }
            _ => None,
        };
        match found {
            Some((plain, end)) => {
                out.extend(&bytes[kept..at]);
                out.extend(plain.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }));
                (kept, at) = (end, end);
            }
            None => at += 1,
        }
    }
    if kept == 0 {
        return None;
    }
    out.extend(&bytes[kept..]);
    Some(String::from_utf8_lossy(&out).into_owned())
}

type Decoded = Option<(Vec<u8>, usize)>;

/// `&#73;`, `&#x49;` and the named ones.
fn entity(text: &str, at: usize) -> Decoded {
    const LONGEST: usize = 10;
    let rest = text.get(at + 1..)?;
    let length = rest.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = rest.get(..length)?;
    let character = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((character.to_string().into_bytes(), at + length + 2))
}

fn percent(bytes: &[u8], at: usize) -> Decoded {
    Some((vec![hex_pair(bytes, at + 1)?], at + 3))
}

/// `\u0049`, `\u{49}`, `\x49`; also with the backslash doubled.
fn escape(text: &str, at: usize) -> Decoded {
    let bytes = text.as_bytes();
    let at = if bytes.get(at + 1) == Some(&b'\\') { at + 1 } else { at };
    match bytes.get(at + 1)? {
        b'x' => Some((vec![hex_pair(bytes, at + 2)?], at + 4)),
        b'u' | b'U' => {
            let rest = text.get(at + 2..)?;
            let (digits, length) = match rest.strip_prefix('{') {
                Some(inner) => {
                    let digits = inner.get(..inner.bytes().take(8).position(|byte| byte == b'}')?)?;
                    (digits, digits.len() + 2)
                }
                None => (rest.get(..4)?, 4),
            };
            let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((character.to_string().into_bytes(), at + 2 + length))
        }
        _ => None,
    }
}

/// Whether a word may be the first of a row of bytes.
fn is_pair(word: &[u8]) -> bool {
    word.len() == 2 || (word.len() == 4 && word.starts_with(b"0x"))
}

/// A run of letters and digits that is base64 or hexadecimal.
fn run(bytes: &[u8], at: usize, end: usize) -> Decoded {
    let word = &bytes[at..end];
    if word.len() >= HEX_MIN && word.iter().all(u8::is_ascii_hexdigit) {
        let pairs: Option<Vec<u8>> = (0..word.len() / 2).map(|pair| hex_pair(word, pair * 2)).collect();
        if let Some(plain) = pairs.filter(|plain| is_readable(plain)) {
            return Some((plain, end));
        }
    }
    if word.len() >= BASE64_MIN {
        let padding = bytes[end..].iter().take(2).take_while(|byte| **byte == b'=').count();
        return base64(word).filter(|plain| is_readable(plain)).map(|plain| (plain, end + padding));
    }
    None
}

/// `49 67 6e`, `0x49, 0x67`, `49:67`: what of it is readable, and the rest as it stands. All of it is read at once, so
/// that a long row of bytes costs no more than its length.
fn spaced_hex(bytes: &[u8], row: &[Pair]) -> Decoded {
    const PAIRS_MIN: usize = HEX_MIN / 2;
    let plain: Vec<u8> = row.iter().map(|pair| pair.byte).collect();
    let (mut out, mut copied, mut at) = (Vec::new(), row.first()?.start, 0);
    for chunk in plain.utf8_chunks() {
        for piece in chunk.valid().split_inclusive(is_hidden_sign) {
            let readable = piece.trim_end_matches(is_hidden_sign);
            if readable.len() >= PAIRS_MIN && is_readable(readable.as_bytes()) {
                out.extend(&bytes[copied..row[at].start]);
                out.extend(readable.as_bytes());
                copied = row[at + readable.len() - 1].end;
            }
            at += piece.len();
        }
        at += chunk.invalid().len();
    }
    let end = row.last()?.end;
    let is_found = copied > row.first()?.start;
    out.extend(&bytes[copied..end]);
    is_found.then_some((out, end))
}

fn is_hidden_sign(sign: char) -> bool {
    sign.is_ascii_control() && !matches!(sign, '\n' | '\r' | '\t')
}

/// Two hexadecimal digits, with the `0x` before them.
struct Pair {
    byte: u8,
    start: usize,
    end: usize,
}

/// The pairs of digits from a place on that have nothing but a sign and a blank between them.
fn row_of_pairs(bytes: &[u8], start: usize) -> Vec<Pair> {
    let (mut row, mut at) = (Vec::new(), start);
    loop {
        let digits = if bytes[at..].starts_with(b"0x") { at + 2 } else { at };
        let ends = !bytes.get(digits + 2).is_some_and(u8::is_ascii_alphanumeric);
        let Some(byte) = hex_pair(bytes, digits).filter(|_| ends) else { return row };
        let end = digits + 2;
        row.push(Pair { byte, start: at, end });
        at = end + bytes[end..].iter().take(2).take_while(|byte| b" ,:-".contains(byte)).count();
        if at == end {
            return row;
        }
    }
}

fn hex_pair(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let value = digit(*bytes.get(at)?)? * 16 + digit(*bytes.get(at + 1)?)?;
    u8::try_from(value).ok()
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

fn base64(word: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(word.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in word {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            plain.push(u8::try_from((bits >> count) & 0xFF).ok()?);
        }
    }
    Some(plain)
}

/// Whether decoded bytes are text with words in it.
fn is_readable(plain: &[u8]) -> bool {
    let is_shown = |byte: &u8| *byte >= 0x80 || matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    plain.iter().all(is_shown)
        && std::str::from_utf8(plain).is_ok_and(|text| text.contains(' ') || !text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_in_place() {
        for (text, expect) in [
            ("a &#73;&#x67; b", Some("a Ig b")),
            ("%49%67 b", Some("Ig b")),
            (r"\u0049\x67\u{6e}", Some("Ign")),
            ("x aGVsbG8gdGhlcmUsIHdvcmxk y", Some("x hello there, world y")),
            ("68656c6c6f2074686572652c20776f726c64", Some("hello there, world")),
            ("68 65 6c 6c 6f 20 74 68 65 72 65", Some("hello there")),
            ("0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x20, 0x74, 0x68, 0x65, 0x72, 0x65", Some("hello there")),
            ("ff 00 68 65 6c 6c 6f 20 74 68 65 72 65 ff", Some("ff 00 hello there ff")),
            ("plain text & more, 100% of it \\d", None),
            ("d41d8cd98f00b204e9800998ecf8427e", None),
            ("getUserAccountInformation", None),
        ] {
            assert_eq!(decoded(text).as_deref(), expect, "{text}");
        }
    }

    #[test]
    fn a_long_row_of_bytes_is_read_once() {
        use std::time::Duration;

        use foreword_model::clock;

        for unit in ["0x12,", "12 ", "68:", "20 41 ", "ff,68,"] {
            let started = clock::now();
            decoded(&unit.repeat(200_000));
            assert!(clock::since(started) < Duration::from_secs(2), "{unit}: {:?}", clock::since(started));
        }
    }
}
