//! English stems, and the stems that belong to a verb and its agent noun.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// Shorter words are compared as they are.
const STEM_BYTES_MIN: usize = 4;

/// Snowball's English stemmer. Creating one is cheap.
pub struct EnglishStemmer(Stemmer);

impl EnglishStemmer {
    /// A stemmer without tables to load.
    pub fn create() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }

    /// The stem of a folded part of an identifier. A part that is short or not purely `a` to `z` is its own stem.
    #[inline]
    pub fn stem<'p>(&self, part: &'p str) -> Cow<'p, str> {
        if part.len() < STEM_BYTES_MIN || !part.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(part);
        }
        self.0.stem(part)
    }
}

/// The stems of a verb's agent noun, or of the verb that an agent noun is made of: `read` and `reader`, `pars` and `parser`.
pub fn derive_agent_forms(stem: &str) -> Vec<String> {
    const LETTERS_MIN: usize = 3;
    if !stem.bytes().all(|byte| byte.is_ascii_lowercase()) || stem.len() <= LETTERS_MIN {
        return Vec::new();
    }
    match stem.strip_suffix("er").filter(|verb| verb.len() > LETTERS_MIN - 1) {
        Some(verb) => vec![verb.to_owned(), format!("{verb}e")],
        None => vec![format!("{}er", stem.strip_suffix('e').unwrap_or(stem))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_words_of_plain_letters_are_stemmed() {
        let stemmer = EnglishStemmer::create();
        for (part, stem) in [
            ("policies", "polici"),
            ("use", "use"),
            ("sha256", "sha256"),
            ("größen", "größen"),
            ("axis", "axi"),
        ] {
            assert_eq!(stemmer.stem(part), stem);
        }
    }

    #[test]
    fn verbs_and_their_agent_nouns_lead_to_each_other() {
        for (stem, expected) in [
            ("read", &["reader"][..]),
            ("pars", &["parser"]),
            ("reader", &["read", "reade"]),
            ("cache", &["cacher"]),
            ("use", &[]),
            ("größe", &[]),
        ] {
            assert_eq!(derive_agent_forms(stem), expected, "{stem}");
        }
    }
}
