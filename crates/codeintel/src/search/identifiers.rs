//! The words of a text as code could hold them, and how each is written: marked, at the beginning of a sentence, qualified.

use foreword_index::store::words::{self, Piece};
use foreword_model::unicode;

/// A run of letters, digits and underscores.
pub(super) struct Identifier<'t> {
    pub(super) text: &'t str,
    pub(super) role: Role<'t>,
    /// In backticks, called, or qualified.
    marked: bool,
    /// The first word of a sentence is capitalised anyway.
    begins_sentence: bool,
}

/// How it stands to its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role<'t> {
    Alone,
    /// `Model` in `Model.save`.
    Owner,
    /// `save` in `Model.save`, which is the path.
    Member {
        path: &'t str,
    },
}

impl Identifier<'_> {
    pub(super) fn looks_like_a_symbol(&self) -> bool {
        let mut rest = self.text.chars();
        let Some(first) = rest.next() else { return false };
        if self.text.chars().nth(2).is_none() || first.is_numeric() {
            return false;
        }
        let inner_capital = rest.any(char::is_uppercase) && self.text.chars().any(char::is_lowercase);
        let is_joined = self.text.trim_matches('_').contains('_');
        let capitalised = first.is_uppercase() && (!self.begins_sentence || self.role == Role::Owner);
        self.marked || inner_capital || is_joined || capitalised
    }
}

/// The identifiers of a text, in their order: the words that the index would keep of it.
pub(super) fn identifiers(text: &str) -> Vec<Identifier<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut seen_to = 0;
    let mut begins_sentence = true;
    // Where the qualified name began that the next identifier continues.
    let mut path_start: Option<usize> = None;
    for (position, piece) in words::pieces(text) {
        let Piece::Word(word) = piece else { continue };
        begins_sentence |= (seen_to..position).any(|at| {
            matches!(bytes[at], b'.' | b'!' | b'?' | b'\n')
                && bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace)
        });
        let end = position + word.len();
        let (before, after) = (&text[..position], &text[end..]);
        let started = path_start.take();
        path_start = is_continued(after).then_some(started.unwrap_or(position));
        let role = match (path_start, started) {
            (Some(_), _) => Role::Owner,
            (None, Some(start)) => Role::Member { path: &text[start..end] },
            (None, None) => Role::Alone,
        };
        let follows_word = |joint: &str| before.strip_suffix(joint).is_some_and(ends_word);
        let marked = started.is_some()
            || before.ends_with(['`', '@'])
            || after.starts_with('(')
            || after.starts_with("::")
            || before.ends_with("::")
            || follows_word(".");
        found.push(Identifier { text: word, role, marked, begins_sentence });
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
        .is_some_and(|first| unicode::starts_word(first) && !first.is_numeric() && !words::is_cjk(first))
}

fn ends_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|last| unicode::continues_word(last) && !words::is_cjk(last))
}
