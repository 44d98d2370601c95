//! Text that a query writes as it stands in code: identifiers, flags, environment variables, quoted labels and messages,
//! configuration keys, paths of URLs. Such text is looked for verbatim.

use memchr::memmem::Finder;

/// Literals of one query that are looked for.
const LITERALS_MAX: usize = 24;
/// A shorter one stands everywhere, a longer one is a passage of its own.
const CHARS_MIN: usize = 3;
const CHARS_MAX: usize = 80;
/// Lines of one file at which a literal is noted.
const FILE_LINES_MAX: usize = 40;

/// Text to be found verbatim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// How sure it is that it is one, from 0 to 1.
    pub(super) weight: f64,
}

/// Words of a text in quotation marks that stands hardly anywhere by chance.
const TELLING_WORDS: usize = 3;
/// How sure it is at least that a single word is written as in code.
const TELLING_WEIGHT: f64 = 0.9;

impl Literal {
    /// Whether it names one thing: a message of several words, or a word that has the shape of code.
    pub(super) fn is_telling(&self) -> bool {
        let words = self.text.split_whitespace().count();
        words >= TELLING_WORDS
            || (words == 1 && shape_weight(&self.text).is_some_and(|weight| weight >= TELLING_WEIGHT))
    }
}

/// The quotation marks that enclose a literal, and how they end.
const QUOTES: [(char, char); 7] =
    [('`', '`'), ('"', '"'), ('“', '”'), ('‘', '’'), ('「', '」'), ('『', '』'), ('\'', '\'')];

/// The literals of a text, the surest first.
pub(super) fn literals(text: &str) -> Vec<Literal> {
    let mut found = quoted(text);
    for token in text.split(|letter: char| !is_of_token(letter)) {
        let token = token.trim_matches(|letter: char| ".,:;!?".contains(letter));
        found.extend(shape_weight(token).map(|weight| Literal { text: token.to_owned(), weight }));
    }
    found.retain(|literal| (CHARS_MIN..=CHARS_MAX).contains(&literal.text.chars().count()));
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| b.text.len().cmp(&a.text.len())));
    let mut kept: Vec<Literal> = Vec::new();
    for literal in found {
        let is_known = kept.iter().any(|known| known.text == literal.text);
        if !is_known && kept.len() < LITERALS_MAX {
            kept.push(literal);
        }
    }
    kept
}

fn is_of_token(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_.:/-$@#".contains(letter)
}

fn quoted(text: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    for (open, close) in QUOTES {
        let mut rest = text;
        while let Some(at) = rest.find(open) {
            let before = rest[..at].chars().next_back();
            let after = &rest[at + open.len_utf8()..];
            // An apostrophe stands behind a letter.
            let is_opening = open != '\'' || before.is_none_or(|letter| !letter.is_alphanumeric());
            let end = after.find(close).filter(|end| is_opening && !after[..*end].contains('\n'));
            let Some(end) = end else {
                rest = after;
                continue;
            };
            let inside = after[..end].trim();
            let is_plain_word =
                !inside.is_empty() && inside.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
            found.push(Literal { text: inside.to_owned(), weight: if is_plain_word { 0.35 } else { 1.0 } });
            rest = &after[end + close.len_utf8()..];
        }
    }
    found
}

/// How sure the shape of a token makes it that it is written so in code; nothing for a plain word or number.
fn shape_weight(token: &str) -> Option<f64> {
    let bytes = token.as_bytes();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    if letters < 2 || token.starts_with("http") || token.starts_with("//") {
        return None;
    }
    let is_upper =
        bytes.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    let has_hump = bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let inner = token.trim_matches('_');
    let is_joined = |joint: char| inner.trim_matches(joint).contains(joint);
    match () {
        () if is_upper && is_joined('_') => Some(1.0),
        () if token.starts_with('-') && token.trim_start_matches('-').len() >= CHARS_MIN => Some(0.7),
        () if is_joined('_') || has_hump => Some(0.9),
        () if token.contains('/') => Some(0.4),
        () if is_joined('.') || token.contains("::") => Some(0.8),
        () if is_joined(':') || is_joined('-') => Some(0.5),
        () if token.starts_with(['.', '$', '@', '#']) => Some(0.4),
        () => None,
    }
}

/// Finds literals in texts.
pub(super) struct LiteralFinder<'l> {
    finders: Vec<(Finder<'l>, bool)>,
}

impl<'l> LiteralFinder<'l> {
    pub(super) fn new(literals: &'l [Literal]) -> Self {
        let finder = |literal: &'l Literal| {
            let bytes = literal.text.as_bytes();
            let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| is_word_byte(*byte));
            (Finder::new(bytes), is_word(bytes.first()) && is_word(bytes.last()))
        };
        Self { finders: literals.iter().map(finder).collect() }
    }

    /// The lines at which literals stand, from 1, by literal.
    pub(super) fn lines(&self, text: &str) -> Vec<(u8, u32)> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        for (number, (finder, is_word)) in (0_u8..).zip(&self.finders) {
            let length = finder.needle().len();
            let is_bounded = |at: usize| {
                let before = at.checked_sub(1).and_then(|before| bytes.get(before));
                let touches = |byte: Option<&u8>| byte.is_some_and(|byte| is_word_byte(*byte));
                !is_word || !(touches(before) || touches(bytes.get(at + length)))
            };
            let (mut line, mut counted) = (1, 0);
            let places = finder.find_iter(bytes).filter(|at| is_bounded(*at)).take(FILE_LINES_MAX);
            for at in places {
                line += u32::try_from(memchr::memchr_iter(b'\n', &bytes[counted..at]).count())
                    .unwrap_or(u32::MAX);
                counted = at;
                if found.last() != Some(&(number, line)) {
                    found.push((number, line));
                }
            }
        }
        found
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_as_code_is_a_literal_and_plain_words_are_none() {
        for (text, expected) in [
            ("where is client_max_body_size set?", &["client_max_body_size"][..]),
            ("PAPERLESS_TRAIN_TASK_CRON has no effect", &["PAPERLESS_TRAIN_TASK_CRON"]),
            ("it says \"content too long\" again", &["content too long"]),
            ("the --dry-run flag and `has_link`", &["has_link", "--dry-run"]),
            ("isMinifyEnabled doesn't work, isn't it", &["isMinifyEnabled"]),
            ("点“保存草稿”没反应", &["保存草稿"]),
            ("GET /api/orders/42 fails", &["/api/orders/42"]),
            ("why is the login slow?", &[]),
        ] {
            let found: Vec<String> = literals(text).into_iter().map(|literal| literal.text).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn literals_stand_between_other_words() {
        let literals = literals("`has_link` and \"too long\"");
        let finder = LiteralFinder::new(&literals);
        let text = "a\nhas_link = 1\nhas_links\nx_has_link\n'is too long'\n";
        let mut lines: Vec<u32> = finder.lines(text).into_iter().map(|(_, line)| line).collect();
        lines.sort_unstable();
        assert_eq!(lines, [2, 5]);
    }
}
