//! Which definitions the changed lines of one hunk belong to.
//!
//! What recognises a definition in a line is [`definition_line`]; this says which of them are names that a commit is
//! told of by, and which lines belong to one.

use foreword_model::limits;

use crate::definition_line::{self, DefinitionKind, LineDefinition};
use crate::language::{Language, Shape};

/// git cuts the line that it names a hunk by here.
const CONTEXT_BYTES: usize = 80;

/// Follows the changed lines of one hunk.
#[derive(Debug)]
pub(super) struct Naming {
    language: &'static Language,
    /// What the hunk begins in, by git.
    context: Option<String>,
    /// What the last line belonged to.
    current: Option<String>,
    /// `-` or `+`: first come all lines that went, then all that came.
    side: u8,
    /// Whether lines wait for what follows them: a comment or an attribute above a definition is the definition's.
    is_waiting: bool,
}

impl Naming {
    /// For a hunk, with the line that git names it by.
    pub(super) fn new(context: &[u8], language: &'static Language) -> Self {
        let context = context_name(context, language);
        Self { language, current: context.clone(), context, side: 0, is_waiting: false }
    }

    /// Says the definition that a changed line belongs to, once it is known.
    pub(super) fn line(&mut self, side: u8, text: &[u8], changed: &mut dyn FnMut(&str)) {
        if self.side != side {
            self.end(changed);
            self.side = side;
            self.current.clone_from(&self.context);
        }
        let trimmed = text.trim_ascii();
        let says_nothing = !trimmed.iter().any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
        if says_nothing {
            return;
        }
        if let Some(name) = defined(text, self.language) {
            self.is_waiting = false;
            changed(&name);
            self.current = Some(name);
            return;
        }
        let is_indented = matches!(text.first(), Some(b' ' | b'\t'));
        if self.announces(trimmed) {
            self.is_waiting |= is_indented;
            return;
        }
        self.end(changed);
        if !is_indented && self.ends_at_margin(text) {
            self.current = None;
        }
        self.current.as_deref().into_iter().for_each(changed);
    }

    /// What waits belongs to what is above it: nothing follows.
    pub(super) fn end(&mut self, changed: &mut dyn FnMut(&str)) {
        if std::mem::take(&mut self.is_waiting) {
            self.current.as_deref().into_iter().for_each(changed);
        }
    }

    /// Comments, attributes and directives.
    fn announces(&self, trimmed: &[u8]) -> bool {
        self.language.comment.starts_comment(trimmed) || matches!(trimmed.first(), Some(b'@' | b'#' | b'['))
    }

    /// Whether a word at the margin is outside of what is above it. Equations of one function all stand there.
    fn ends_at_margin(&self, text: &[u8]) -> bool {
        let is_word = text.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        is_word && self.language.shape != Shape::Haskell
    }
}

fn context_name(line: &[u8], language: &Language) -> Option<String> {
    // Without its end a line would not look like the head of a body.
    if line.len() >= CONTEXT_BYTES && language.shape == Shape::Script {
        let mut whole = line.to_vec();
        whole.extend_from_slice(b") {");
        return defined(&whole, language);
    }
    defined(line, language)
}

/// The bare name that a line defines, if a commit is told of by it: not a local variable, not an announcement.
fn defined(line: &[u8], language: &Language) -> Option<String> {
    let found = definition_line::of_line(line, language)?;
    let counts = match found.kind {
        DefinitionKind::Type
        | DefinitionKind::Function
        | DefinitionKind::Macro
        | DefinitionKind::Module
        | DefinitionKind::Implementation => true,
        DefinitionKind::Variable => found.indent == 0,
        DefinitionKind::Declaration => false,
    };
    if !counts || seems_only(line, &found, language) {
        return None;
    }
    // `empty?` and `save!` are names with their mark.
    let has_mark = matches!(language.name, "ruby" | "elixir" | "crystal" | "julia")
        && matches!(line.get(found.name_end), Some(b'?' | b'!'));
    let name =
        std::str::from_utf8(line.get(found.name_start..found.name_end + usize::from(has_mark))?).ok()?;
    is_kept(name).then(|| name.to_owned())
}

/// What looks like a definition of this language and is none, or one that is in every file.
fn seems_only(line: &[u8], found: &LineDefinition, language: &Language) -> bool {
    let name = line.get(found.name_start..found.name_end);
    let before = line.get(..found.name_start).unwrap_or_default().trim_ascii();
    let is_namespace = found.kind == DefinitionKind::Module;
    match language.name {
        // `static function () use ($item) {` has no name.
        "php" => is_namespace || name == Some(b"use"),
        "csharp" | "c" | "cpp" => is_namespace,
        // `child: const Text('…'),` and `void Function() whenDone;`.
        "dart" => name == Some(b"Function") || !found.has_keyword && before.ends_with(b"const"),
        _ => false,
    }
}

/// A name of letters, digits and marks of usual length: whatever else a line holds is not taken along.
fn is_kept(name: &str) -> bool {
    let is_of_name = |character: char| character.is_alphanumeric() || "_$?!".contains(character);
    (1..=limits::FACTS_NAME_BYTES).contains(&name.len()) && name.chars().all(is_of_name)
}
