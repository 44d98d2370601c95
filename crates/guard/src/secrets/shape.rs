//! A token's form, written as it reads: literals, and runs of letters in braces. `ghp_{w36}` is `ghp_` and 36 letters
//! or digits; `{b20+}` is 20 or more, `{x8-16}` is 8 to 16.
//!
//! It is matched as it stands: nothing is compiled. A run takes all it can, up to its most, and never gives back.

/// Matches a shape at the start of `text`; the length of what it matched.
pub(super) fn match_len(shape: &str, text: &[u8]) -> Option<usize> {
    let mut pattern = shape.as_bytes();
    let mut at = 0;
    let mut last: Option<Run> = None;
    while let Some((&first, rest)) = pattern.split_first() {
        if first != b'{' {
            if text.get(at) != Some(&first) {
                return None;
            }
            (at, pattern, last) = (at + 1, rest, None);
            continue;
        }
        let (run, after) = Run::parse(rest)?;
        let taken = text[at..].iter().take(run.most).take_while(|byte| is_in(run.class, **byte)).count();
        if taken < run.least {
            return None;
        }
        (at, pattern, last) = (at + taken, after, Some(run));
    }
    // What goes on with the same letters is something else, and longer.
    let goes_on = last.is_some_and(|run| text.get(at).is_some_and(|byte| is_in(run.class, *byte)));
    (!goes_on).then_some(at)
}

/// The literal that a shape begins with.
pub(super) fn literal(shape: &str) -> &str {
    let end = shape.bytes().position(|byte| byte == b'{');
    &shape[..end.unwrap_or(shape.len())]
}

/// How many letters and digits in a row a match has at least at its start, where that can be said.
pub(super) fn word_len_min(shape: &str) -> usize {
    let literal = literal(shape).len();
    let run = shape.as_bytes().get(literal + 1..).and_then(Run::parse);
    match run {
        Some((run, _)) if matches!(run.class, b'd' | b'a' | b'A' | b'l' | b'u' | b'w' | b'x' | b'X') => {
            literal + run.least
        }
        Some(_) | None => literal,
    }
}

/// A run of letters of one class.
#[derive(Clone, Copy)]
struct Run {
    class: u8,
    least: usize,
    most: usize,
}

impl Run {
    /// Reads what follows a `{`, and answers the rest behind the `}`.
    fn parse(text: &[u8]) -> Option<(Self, &[u8])> {
        let end = text.iter().position(|byte| *byte == b'}')?;
        let (&class, counts) = text[..end].split_first()?;
        let mut numbers = counts.split(|byte| !byte.is_ascii_digit()).map(number);
        let least = numbers.next()?;
        let most = match (counts.last(), numbers.next()) {
            (Some(b'+'), _) => usize::MAX,
            (_, Some(most)) => most,
            (_, None) => least,
        };
        Some((Self { class, least, most }, &text[end + 1..]))
    }
}

fn number(digits: &[u8]) -> usize {
    digits.iter().fold(0, |sum, digit| sum * 10 + usize::from(digit - b'0'))
}

/// Whether a byte is of a class. Classes: `d` digits, `a` `A` letters, `l` `u` letters of one case and digits, `w`
/// letters and digits, `x` `X` hexadecimal, `b` base64 for URLs, `B` base64, `z` as `b` and `=`, `v` as `z` and `.`,
/// `p` the alphabet of crypt, `t` what needs no escape in a URL.
fn is_in(class: u8, byte: u8) -> bool {
    match class {
        b'd' => byte.is_ascii_digit(),
        b'a' => byte.is_ascii_lowercase(),
        b'A' => byte.is_ascii_uppercase(),
        b'l' => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
        b'u' => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        b'w' => byte.is_ascii_alphanumeric(),
        b'x' => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        b'X' => byte.is_ascii_hexdigit(),
        b'b' => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
        b'B' => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        b'z' => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'='),
        b'p' => byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/'),
        b't' => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~'),
        b'v' => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'=' | b'.'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_say_what_they_match() {
        for (shape, text, expect) in [
            ("ab_{d3}", "ab_123", Some(6)),
            ("ab_{d3}", "ab_123x", Some(6)),
            ("ab_{d3}", "ab_1234", None),
            ("ab_{d3}", "ab_12", None),
            ("{d2-4}:{w3+}", "1234:abcdef-", Some(11)),
            ("{d2-4}:{w3+}", "12345:abcdef", None),
            ("a.{x4}.b", "a.00ff.b", Some(8)),
            ("a.{x4}.b", "a.00fg.b", None),
            ("s{z0+}", "s", Some(1)),
            ("{u2}-{l2}", "A1-a1", Some(5)),
            ("x", "", None),
        ] {
            assert_eq!(match_len(shape, text.as_bytes()), expect, "{shape} at {text}");
        }
    }

    #[test]
    fn a_shape_knows_how_it_begins() {
        assert_eq!(literal("ghp_{w36}"), "ghp_");
        assert_eq!(literal("{d3}:"), "");
    }
}
