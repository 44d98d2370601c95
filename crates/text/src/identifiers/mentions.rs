//! Identifiers that a text mentions, and how each is written: marked as code, at the beginning of a sentence, qualified.

use super::{TextPiece, split_pieces};
use crate::fold;
use crate::han::is_cjk;

/// A word of a question or an issue, as code could hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MentionedIdentifier<'t> {
    /// Letters, digits and underscores.
    pub text: &'t str,
    /// What a qualified name makes of it.
    pub role: IdentifierRole<'t>,
    /// In backticks, called, or qualified.
    marked: bool,
    /// Whether it is the first word of a sentence, which is capitalised anyway.
    begins_sentence: bool,
}

/// The place of an identifier in a qualified name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentifierRole<'t> {
    /// It is not part of one.
    Alone,
    /// `Model` in `Model.save`.
    Owner,
    /// `save` in `Model.save`.
    Member {
        /// The whole name: `Model.save`.
        path: &'t str,
    },
}

impl MentionedIdentifier<'_> {
    /// Whether its case, its underscores or its neighbours say that it is a name of code rather than a word of the sentence.
    pub fn looks_like_a_symbol(&self) -> bool {
        let mut rest = self.text.chars();
        let Some(first) = rest.next() else { return false };
        if self.text.chars().nth(2).is_none() || first.is_numeric() {
            return false;
        }
        let inner_capital = rest.any(char::is_uppercase) && self.text.chars().any(char::is_lowercase);
        let is_joined = self.text.trim_matches('_').contains('_');
        let capitalised =
            first.is_uppercase() && (!self.begins_sentence || self.role == IdentifierRole::Owner);
        self.marked || inner_capital || is_joined || capitalised
    }
}

/// The identifiers of a text in order. They are the words that have tokens.
pub fn find_identifiers(text: &str) -> Vec<MentionedIdentifier<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut seen_to = 0;
    let mut begins_sentence = true;
    // Where the qualified name began that the next identifier continues.
    let mut path_start: Option<usize> = None;
    for (position, piece) in split_pieces(text) {
        let TextPiece::Word(word) = piece else { continue };
        begins_sentence |= (seen_to..position).any(|at| {
            matches!(bytes[at], b'.' | b'!' | b'?' | b'\n')
                && bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace)
        });
        let end = position + word.len();
        let (before, after) = (&text[..position], &text[end..]);
        let started = path_start.take();
        path_start = is_continued(after).then_some(started.unwrap_or(position));
        let role = match (path_start, started) {
            (Some(_), _) => IdentifierRole::Owner,
            (None, Some(start)) => IdentifierRole::Member { path: &text[start..end] },
            (None, None) => IdentifierRole::Alone,
        };
        let follows_word = |joint: &str| before.strip_suffix(joint).is_some_and(ends_word);
        let marked = started.is_some()
            || before.ends_with(['`', '@'])
            || after.starts_with('(')
            || after.starts_with("::")
            || before.ends_with("::")
            || follows_word(".");
        found.push(MentionedIdentifier { text: word, role, marked, begins_sentence });
        begins_sentence = false;
        seen_to = end;
    }
    // A single word is asked for as it is.
    if let [only] = found.as_mut_slice() {
        only.marked = true;
    }
    found
}

/// Whether what follows a name is a joint and another name: `.save`, `::new`, `->bind`, `#show`.
fn is_continued(after: &str) -> bool {
    let rest = ["::", "->", ".", "#"].iter().find_map(|joint| after.strip_prefix(joint));
    rest.and_then(|rest| rest.chars().next())
        .is_some_and(|first| fold::starts_word(first) && !first.is_numeric() && !is_cjk(first))
}

fn ends_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|last| fold::continues_word(last) && !is_cjk(last))
}
