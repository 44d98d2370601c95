//! Members that are named with what they belong to: `Model.save`, `Semaphore::acquire_owned`, `Container->bind`.
//!
//! Where such a member is found, it is what was asked for: neither the whole type nor another member of the same name.

use foreword_index::definition_line::DefinitionKind;
use foreword_index::outline::Definition;
use foreword_index::store::{FileId, Store, StoreError};
use foreword_text::fold;

use super::matcher::FileHits;
use super::query::Query;
use crate::symbol::{self, Symbol};

/// A name and what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) owner: String,
    pub(super) name: String,
}

impl Member {
    /// The last two names of a qualified one.
    pub(super) fn of(written: &str) -> Option<Self> {
        let mut parts = symbol::parts(written);
        let name = parts.pop()?;
        let owner = parts.pop()?;
        Some(Self { owner, name })
    }

    /// Whether a definition is this member, by what it is defined in; or because the index, which knows `lines`, says so.
    pub(super) fn is(&self, definition: &Definition, lines: &[u32]) -> bool {
        let in_owner = |container: &str| {
            symbol::parts(container).last().is_some_and(|last| fold::is_same_name(last, &self.owner))
        };
        fold::is_same_name(&definition.name, &self.name)
            && !is_scope(definition.kind)
            && (lines.contains(&definition.name_line)
                || definition.container.as_deref().is_some_and(in_owner))
    }

    /// Whether a name is one of its two.
    pub(super) fn has(&self, name: &str) -> bool {
        fold::is_same_name(&self.owner, name) || fold::is_same_name(&self.name, name)
    }
}

/// The files that define members of the query, with the lines of their names. A module's functions are its members, too.
pub(super) fn by_index(store: &Store, query: &Query) -> Result<Vec<(FileId, u32)>, StoreError> {
    let mut found = Vec::new();
    for member in &query.members {
        let Ok(symbol) = Symbol::new(&format!("{}.{}", member.owner, member.name)) else { continue };
        for id in symbol.named(store)?.groups.into_iter().flatten() {
            let heads = store.heads_of(id.file)?;
            let head = heads.get(id.number as usize).filter(|head| !head.kind.is_type());
            found.extend(head.map(|head| (id.file, head.name_line)));
        }
    }
    Ok(found)
}

/// Whether a definition has members of its own. A type in a namespace is found by its name; that it is announced there in
/// many places says nothing.
fn is_scope(kind: &str) -> bool {
    matches!(
        kind,
        "class"
            | "struct"
            | "enum"
            | "interface"
            | "trait"
            | "type"
            | "union"
            | "record"
            | "protocol"
            | "object"
    ) || matches!(
        kind,
        "module" | "mod" | "namespace" | "package" | "implementation" | "impl" | "declaration"
    )
}

/// Whether the lines of a file look as if it defined a member of the query: a name below its owner, further in.
pub(super) fn seems_defined(hits: &FileHits, query: &Query) -> bool {
    let place_of = |name: &str| query.symbols.iter().position(|symbol| symbol == name);
    let is_owner =
        |kind: DefinitionKind| matches!(kind, DefinitionKind::Type | DefinitionKind::Implementation);
    query.members.iter().any(|member| {
        let (owner, name) = (place_of(&member.owner), place_of(&member.name));
        let mut owners =
            hits.defined.iter().filter(|it| Some(usize::from(it.symbol)) == owner && is_owner(it.kind));
        owners.any(|above| {
            hits.defined.iter().any(|it| {
                let is_inside = it.line > above.line && it.indent > above.indent;
                Some(usize::from(it.symbol)) == name && it.kind != DefinitionKind::Type && is_inside
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_languages_way_of_naming_a_member_is_read() {
        for written in [
            "Model.save",
            "db.models.Model.save()",
            "Model::save",
            "Model#save",
            "$Model->save",
            "Model->save(now)",
            "orm\\Model::save",
        ] {
            let member = Member::of(written.trim_start_matches('$')).expect("a member");
            assert_eq!((member.owner.as_str(), member.name.as_str()), ("Model", "save"), "{written}");
        }
        assert_eq!(Member::of("save"), None);
    }
}
