//! What the user trusts a server with does not come back in its answer.

use foreword_model::limits;
use foreword_model::settings::Secret;
use foreword_text::truncate::truncate_chars;

/// Shorter values are words, not secrets.
const SECRET_CHARS_MIN: usize = 8;
/// In place of a secret.
const MASK: &str = "<redacted:configured-secret>";

/// The secrets of a server.
pub(super) struct Scrub(Vec<String>);

impl Scrub {
    /// Each masked text, and its last word: `Bearer x` is known by `x`. Longer ones go first: one may hold another.
    pub(super) fn of<'a>(secrets: impl Iterator<Item = &'a Secret>) -> Self {
        let words = secrets.flat_map(Secret::masked).flat_map(|text| {
            let last = text.split_whitespace().next_back().unwrap_or_default();
            [text.clone(), last.to_owned()]
        });
        let is_address = |word: &str| word.contains("://") && !word.contains(['@', '?']);
        let is_secret = |word: &String| word.chars().count() >= SECRET_CHARS_MIN && !is_address(word);
        let mut words: Vec<String> = words.filter(is_secret).collect();
        words.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
        Self(words)
    }

    pub(super) fn text(&self, text: &mut String) {
        for secret in &self.0 {
            if text.contains(secret.as_str()) {
                *text = text.replace(secret.as_str(), MASK);
            }
        }
    }

    /// The start of a text, of which secrets are taken out first: a part of one would not be known.
    pub(super) fn short(&self, text: &str) -> String {
        self.start(text, limits::SUMMARY_CHARS)
    }

    pub(super) fn start(&self, text: &str, chars_max: usize) -> String {
        let mut text = text.to_owned();
        self.text(&mut text);
        text.truncate(truncate_chars(&text, chars_max).len());
        text
    }
}
