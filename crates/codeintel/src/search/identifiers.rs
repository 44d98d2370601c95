//! The words of a text as code could hold them, and how each is written: marked, at the beginning of a sentence, qualified.

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
        let bytes = self.text.as_bytes();
        if bytes.len() < 3 || bytes[0].is_ascii_digit() {
            return false;
        }
        let inner_capital =
            bytes[1..].iter().any(u8::is_ascii_uppercase) && bytes.iter().any(u8::is_ascii_lowercase);
        let is_joined = self.text.trim_matches('_').contains('_');
        let capitalised =
            bytes[0].is_ascii_uppercase() && (!self.begins_sentence || self.role == Role::Owner);
        self.marked || inner_capital || is_joined || capitalised
    }
}

/// The identifiers of a text, in their order.
pub(super) fn identifiers(text: &str) -> Vec<Identifier<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut position = 0;
    let mut begins_sentence = true;
    // Where the qualified name began that the next identifier continues.
    let mut path_start: Option<usize> = None;
    while position < bytes.len() {
        if !is_word(bytes[position]) {
            begins_sentence |=
                matches!(bytes[position], b'.' | b'!' | b'?' | b'\n') && at_blank(bytes, position + 1);
            position += 1;
            continue;
        }
        let end = bytes[position..]
            .iter()
            .position(|byte| !is_word(*byte))
            .map_or(bytes.len(), |length| position + length);
        let (before, after) = (position.checked_sub(1).map(|at| bytes[at]), &bytes[end..]);
        let started = path_start.take();
        path_start = is_continued(after).then_some(started.unwrap_or(position));
        let role = match (path_start, started) {
            (Some(_), _) => Role::Owner,
            (None, Some(start)) => Role::Member { path: &text[start..end] },
            (None, None) => Role::Alone,
        };
        let marked = started.is_some()
            || matches!(before, Some(b'`' | b'@'))
            || after.starts_with(b"(")
            || after.starts_with(b"::")
            || (position >= 2 && bytes[position - 2..].starts_with(b"::"))
            || (before == Some(b'.') && position >= 2 && is_word(bytes[position - 2]));
        found.push(Identifier { text: &text[position..end], role, marked, begins_sentence });
        begins_sentence = false;
        position = end;
    }
    // A single word is asked for as it is.
    if let [only] = found.as_mut_slice() {
        only.marked = true;
    }
    found
}

/// Whether what follows a name is a joint and another name: `.save`, `::new`, `->bind`, `#show`.
fn is_continued(after: &[u8]) -> bool {
    const JOINTS: [&[u8]; 4] = [b"::", b"->", b".", b"#"];
    let rest = JOINTS.iter().find_map(|joint| after.strip_prefix(*joint));
    rest.and_then(<[u8]>::first).is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn at_blank(bytes: &[u8], position: usize) -> bool {
    bytes.get(position).is_none_or(u8::is_ascii_whitespace)
}
