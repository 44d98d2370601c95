//! Whether letters are words: by how often each pair of letters stands in words and in names of code.
//!
//! A password of letters alone has no digit that gives it away, and looks like a name in every other respect.

/// How common a pair of letters is, from 0 to 9: a row for each first letter, a column for each second.
/// Counted in the words and names of 27 repositories in 17 languages; a step doubles the frequency.
static PAIRS: [&[u8; 26]; 26] = [
    b"68884574756979372989765465",
    b"75547323732843631664621141",
    b"84648428737753942758632243",
    b"75469544833544731664633242",
    b"86897764645879575998565755",
    b"63446732811633720545502140",
    b"62328356621545630753623231",
    b"73348212722433731546523040",
    b"76877773356879863788473517",
    b"61226011402213520143510001",
    b"62337222613524621465522031",
    b"84469442944844840266643071",
    b"85348233823463771364621141",
    b"84788694856546752489663253",
    b"56774564656779671977766434",
    b"83448335703733861866622150",
    b"00101000000300010221601000",
    b"95669454935566852687654264",
    b"73749447826655774479744253",
    b"84649437934654851877744274",
    b"66656552644778460777342323",
    b"73328221701333620332310031",
    b"61336114601325521553201140",
    b"42435302510231250225200420",
    b"43444331412445460355313122",
    b"62136122501223410122322333",
];

/// What a pair counts that is no pair of letters, and a capital behind a small letter, as names have it.
const SIGN_PAIR: usize = 3;
const BORDER_PAIR: usize = 4;

/// Whether a value is letters, with digits or without, with a sign or without, that are no words. Short ones
/// must be less like words than long ones.
pub(super) fn are_no_words(value: &str) -> bool {
    /// The length that a limit holds from, and ten times what a pair may count on average.
    const LIMITS: [(usize, usize); 3] = [(16, 53), (12, 49), (10, 44)];
    const LETTERS_MIN: usize = 7;
    const SIGNS: &[u8] = b"!@#$^&*+?~%";
    const SIGNS_SHARE: usize = 6;
    const BYTES_MAX: usize = 128;
    let bytes = value.as_bytes();
    // Most values are short words, and every value comes through here.
    let Some((_, most)) = LIMITS.iter().find(|(length, _)| bytes.len() >= *length) else { return false };
    let is_sign = |byte: &u8| SIGNS.contains(byte);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    bytes.len() <= BYTES_MAX
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || is_sign(byte))
        && commonness(bytes) * 10 < most * (bytes.len() - 1)
        && bytes.iter().filter(|byte| is_letter(byte)).count() >= LETTERS_MIN
        && bytes.iter().filter(|byte| is_sign(byte)).count() * SIGNS_SHARE <= bytes.len()
        && !has_pattern(bytes)
}

/// How common the pairs of a word are, added up.
pub(super) fn commonness(bytes: &[u8]) -> usize {
    bytes.windows(2).map(|pair| pair_commonness(pair[0], pair[1])).sum()
}

fn pair_commonness(first: u8, second: u8) -> usize {
    let place = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    match (first.is_ascii_alphabetic(), second.is_ascii_alphabetic()) {
        (true, true) if first.is_ascii_lowercase() && second.is_ascii_uppercase() => BORDER_PAIR,
        (true, true) => usize::from(PAIRS[place(first)][place(second)] - b'0'),
        _ => SIGN_PAIR,
    }
}

/// Whether letters are escaped for a URL, or repeat or follow each other in the alphabet or on a keyboard, as
/// nothing made by chance does.
pub(super) fn has_pattern(bytes: &[u8]) -> bool {
    const ESCAPE: usize = 3;
    const KEYBOARD: &[u8] = b"qwertyuiopasdfghjklzxcvbnm";
    let is_escape = |three: &[u8]| three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit);
    if bytes.windows(ESCAPE).any(is_escape) {
        return true;
    }
    let fold = |byte: u8| byte.to_ascii_lowercase();
    let is_step = |pair: &&[u8]| {
        let (first, second) = (fold(pair[0]), fold(pair[1]));
        let is_on_keyboard = KEYBOARD.windows(2).any(|keys| keys == [first, second]);
        first == second || second == first.wrapping_add(1) || is_on_keyboard
    };
    let steps = bytes.windows(2).filter(is_step).count();
    let mut seen = [false; 128];
    bytes.iter().for_each(|byte| seen[usize::from(fold(*byte) & 0x7F)] = true);
    let distinct = seen.iter().filter(|is_seen| **is_seen).count();
    steps * 2 > bytes.len() || distinct * 5 < bytes.len().min(24) * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_are_told_from_letters_of_chance() {
        for value in [
            "kKzPqRtWmXvBnJhG",
            "nctjGtzFdoGQceQu",
            "KDHpSCgwTgTlcrhDFLGWrhhh",
            "xvqjwzkfhbpt",
            "aBq8kzWnfRtLpx",
            "qzxjvkwpyhgb",
        ] {
            assert!(are_no_words(value), "{value} {}", commonness(value.as_bytes()) * 10 / (value.len() - 1));
        }
        for value in [
            "passwordInputRef",
            "getSysCliByID",
            "newSetFromMap",
            "dropdownKeyDown",
            "changeme",
            "correcthorse",
            "benutzerpasswort",
            "motdepasseoublie",
            "httpClientFactory",
            "qwertyuiopasdf",
            "abcdefghijklmnop",
            "xxxxxxxxxxxxxxxx",
            "aaaabbbbccccdddd",
            "sha256Fingerprint",
            "zhongguoyonghu",
            "wprowadzhaslo",
            "Lykilorsetning",
            "yyyyMMddHHmmss",
            "value%20with%20%27quotes%27",
            "short",
        ] {
            assert!(
                !are_no_words(value),
                "{value} {}",
                commonness(value.as_bytes()) * 10 / (value.len() - 1)
            );
        }
    }
}
