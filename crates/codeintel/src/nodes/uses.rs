//! Uses of the index where they are written now: the line of a call, a mention, a base or an import. In a file that is as it was
//! indexed that is the line of then. NamedUse that has changed is read for it again, and what it says no more is not told.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use foreword_index::facts::{self, FileFacts, Import};
use foreword_index::language::Language;
use foreword_index::resolve::{Edge, FileEdge};
use foreword_index::store::{DefinitionId, FileId, Use};
use foreword_model::clock;
use foreword_model::limits;

use super::{FileStanding, Nodes};

/// A use of a definition, as the index knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The file that it stands in.
    pub(crate) file: FileId,
    /// The definition that it stands in.
    pub(crate) from: Option<DefinitionId>,
    /// As it was indexed, from 1.
    pub(crate) line: u32,
    /// The definition that is used.
    pub(crate) to: DefinitionId,
    pub(crate) how: Use,
}

impl Usage {
    /// An edge as a use of one of the things that it may mean.
    pub(crate) fn of(edge: &Edge, to: DefinitionId, how: Use) -> Self {
        Self { file: edge.file, from: edge.from, line: edge.line, to, how }
    }
}

/// The text of a file that has changed since it was indexed, and what it says.
pub(super) struct ChangedFile {
    text: String,
    language: Option<&'static Language>,
    /// After it the text is not parsed any more.
    deadline: Instant,
    facts: OnceCell<Option<FileFacts>>,
}

impl ChangedFile {
    pub(super) fn new(text: &str, language: Option<&'static Language>, deadline: Instant) -> Self {
        Self { text: text.to_owned(), language, deadline, facts: OnceCell::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    fn facts(&self) -> Option<&FileFacts> {
        let read = || {
            let deadline = clock::now() + Duration::from_millis(limits::PARSE_FILE_MS);
            let is_late = clock::is_past(self.deadline);
            self.language
                .filter(|_| !is_late)
                .and_then(|language| facts::extract_here(&self.text, language, deadline))
        };
        self.facts.get_or_init(read).as_ref()
    }
}

impl Nodes<'_> {
    /// The line of a use as it is now; nothing if one of its ends is gone or may not be named, or it is written no more.
    pub(crate) fn line_of(&self, usage: &Usage) -> Option<u32> {
        if !self.is_there(usage.to) {
            return None;
        }
        match self.standing(usage.file) {
            FileStanding::AsIndexed => Some(usage.line),
            FileStanding::Changed(changed) => self.line_in(changed.facts()?, usage),
            FileStanding::Hidden | FileStanding::Unread => None,
        }
    }

    /// The line of an import as it is now. What it imports may be gone: then that is what there is to be said.
    pub(crate) fn line_of_import(&self, edge: &FileEdge) -> Option<u32> {
        let changed = match self.standing(edge.from) {
            FileStanding::AsIndexed => return Some(edge.line),
            FileStanding::Changed(changed) => changed,
            FileStanding::Hidden | FileStanding::Unread => return None,
        };
        let now = &changed.facts()?.imports;
        let was = self.store.imports_and_bases(edge.from).ok()?.imports;
        let brings = |import: &Import, other: &Import| {
            let takes = |taken: &String| import.names.iter().any(|(name, _)| name == taken);
            import.module == other.module
                && (other.names.is_empty() || other.names.iter().any(|(name, _)| takes(name)))
        };
        let was: Vec<&Import> = was.iter().filter(|import| import.line == edge.line).collect();
        let same = now.iter().filter(|import| was.iter().any(|other| brings(import, other)));
        same.map(|import| import.line).min_by_key(|line| line.abs_diff(edge.line))
    }

    /// Whether a file of the index uses a name still, whatever it means by it.
    pub(crate) fn uses_name(&self, file: FileId, name: &str, how: Use) -> bool {
        match self.standing(file) {
            FileStanding::AsIndexed => true,
            FileStanding::Hidden | FileStanding::Unread => false,
            FileStanding::Changed(changed) => changed.facts().is_some_and(|facts| {
                let takes = |import: &Import| {
                    import.module == name || import.names.iter().any(|(taken, _)| taken == name)
                };
                match how {
                    Use::Import => facts.imports.iter().any(takes),
                    Use::Call | Use::Reference | Use::Base => uses(facts, how).any(|one| one.name == name),
                }
            }),
        }
    }

    /// Whether a file of the index defines a name still.
    pub(crate) fn defines(&self, file: FileId, name: &str) -> bool {
        match self.standing(file) {
            FileStanding::AsIndexed => true,
            FileStanding::Hidden | FileStanding::Unread => false,
            FileStanding::Changed(changed) => {
                changed.facts().is_some_and(|facts| facts.definitions.iter().any(|found| found.name == name))
            }
        }
    }

    /// Whether a file is known to define a name no more: what cannot be read may define it.
    pub(crate) fn lacks(&self, file: FileId, name: &str) -> bool {
        let FileStanding::Changed(changed) = self.standing(file) else { return false };
        changed.facts().is_some_and(|facts| facts.definitions.iter().all(|found| found.name != name))
    }

    /// Whether a definition of the index is there still.
    pub(crate) fn is_there(&self, of: DefinitionId) -> bool {
        match self.standing(of.file) {
            FileStanding::AsIndexed => true,
            FileStanding::Changed(_) => {
                let stored = self.store.definition(of).ok().flatten();
                stored.is_some_and(|stored| self.defines(of.file, &stored.definition.name))
            }
            FileStanding::Hidden | FileStanding::Unread => false,
        }
    }

    /// The innermost function or type that stands around a line of a file now, if the index has its name there.
    pub(crate) fn around(&self, file: FileId, line: u32) -> Option<DefinitionId> {
        let heads = self.store.heads_of(file).ok()?;
        let numbers = (0_u32..).zip(heads).filter(|(_, head)| head.kind.is_function() || head.kind.is_type());
        let all = numbers.map(|(number, _)| DefinitionId { file, number });
        let around = all.filter_map(|of| {
            let (start, end) = self.span(of)?;
            (start <= line && line <= end).then_some((end - start, of))
        });
        around.min().map(|(_, of)| of)
    }

    fn span(&self, of: DefinitionId) -> Option<(u32, u32)> {
        let node = self.node(of)?;
        Some((node.definition.start_line, node.definition.end_line))
    }

    fn line_in(&self, facts: &FileFacts, usage: &Usage) -> Option<u32> {
        let name = self.store.definition(usage.to).ok()??.definition.name;
        let names = self.names_of(facts, usage, &name);
        let (span, from, near) = match usage.from {
            None => (None, None, usage.line),
            Some(of) => {
                let was = self.store.definition(of).ok()??.definition;
                let is = self.node(of)?.definition;
                let moved = (usage.line + is.name_line).saturating_sub(was.name_line);
                (Some((is.start_line, is.end_line)), Some(is.name), moved)
            }
        };
        let is_inside = |one: &NamedUse<'_>| match (one.derived, span) {
            // A base may be written far from the type that has it.
            (Some(derived), _) => from.as_deref().is_none_or(|from| from == derived),
            (None, Some((start, end))) => start <= one.line && one.line <= end,
            (None, None) => !one.is_within,
        };
        let same = uses(facts, usage.how).filter(|one| names.contains(&one.name) && is_inside(one));
        same.map(|one| one.line).min_by_key(|line| line.abs_diff(near))
    }

    /// The names under which a file may use a definition now: its own and those that its imports give to it.
    fn names_of<'f>(&self, facts: &'f FileFacts, usage: &Usage, name: &'f str) -> Vec<&'f str> {
        let mut names = vec![name];
        for (taken, local) in facts.imports.iter().flat_map(|import| &import.names) {
            // What a module exports as a whole has a name only where it is imported: it must have been that use's.
            let is_whole = || matches!(taken.as_str(), "default" | Import::EXPORTS);
            if taken == name || (is_whole() && self.named_then(usage, local)) {
                names.push(local);
            }
        }
        names
    }

    fn named_then(&self, usage: &Usage, name: &str) -> bool {
        let then = self.store.uses_where(usage.file, |known| known == name).unwrap_or_default();
        then.calls.iter().any(|call| call.line == usage.line)
            || then.references.iter().any(|reference| reference.line == usage.line)
    }
}

/// NamedUse use of a name in a file.
struct NamedUse<'f> {
    name: &'f str,
    line: u32,
    is_within: bool,
    /// The type that is made from it, if it is a base.
    derived: Option<&'f str>,
}

/// The uses of one kind; imports are no uses of a definition.
fn uses(facts: &FileFacts, how: Use) -> impl Iterator<Item = NamedUse<'_>> {
    let calls = facts.calls.iter().filter(move |_| how == Use::Call).map(|call| NamedUse {
        name: &call.name,
        line: call.line,
        is_within: call.within.is_some(),
        derived: None,
    });
    let references =
        facts.references.iter().filter(move |_| how == Use::Reference).map(|reference| NamedUse {
            name: &reference.name,
            line: reference.line,
            is_within: reference.within.is_some(),
            derived: None,
        });
    let bases = facts.bases.iter().filter(move |_| how == Use::Base).map(|base| NamedUse {
        name: last_name(&base.base),
        line: base.line,
        is_within: true,
        derived: Some(&base.derived),
    });
    calls.chain(references).chain(bases)
}

/// `Model` of `models.Model<T>`.
fn last_name(base: &str) -> &str {
    let end = base.find(['<', '[', '(']).unwrap_or(base.len());
    base[..end].rsplit([':', '.', '\\', '/']).next().unwrap_or(base).trim()
}
