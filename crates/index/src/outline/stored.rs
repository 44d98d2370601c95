//! The outline of a file that the index has parsed already.

use crate::facts::{self, DefinitionKind};
use crate::language::{Language, Nature};
use crate::store::StoredDefinition;

use super::{Definition, with_containers};

/// The definitions of a file as the index keeps them; `None` where an [`outline`](super::outline) would have none.
pub fn outline_stored(language: &Language, stored: Vec<StoredDefinition>) -> Option<Vec<Definition>> {
    let grammar = language.grammar.filter(|_| language.nature == Nature::Code)?;
    let separator = facts::separator(facts::table_of(grammar));
    let is_part: Vec<bool> = stored.iter().map(|one| is_part(&one.definition, &stored)).collect();
    let definitions = stored.into_iter().map(|stored| {
        let word = word_of(stored.definition.kind, &stored.definition.signature);
        (stored.definition, word)
    });
    let mut outlined = with_containers(definitions, separator);
    let mut is_part = is_part.into_iter();
    outlined.retain(|_| !is_part.next().unwrap_or(false));
    Some(outlined)
}

/// Fields and variants belong to their type's place, as for a parser that looks for definitions only.
fn is_part(definition: &facts::Definition, all: &[StoredDefinition]) -> bool {
    let holder = definition.container.and_then(|number| all.get(number as usize));
    matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Constant)
        && holder.is_some_and(|holder| holder.definition.kind.is_type())
}

/// What the language calls it: the word stands in the signature, or the kind's own name will do.
fn word_of(kind: DefinitionKind, signature: &str) -> &'static str {
    let said = |words: &[&'static str]| {
        let is_said =
            |word: &&'static str| signature.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word);
        words.iter().copied().find(is_said)
    };
    match kind {
        DefinitionKind::Function => "function",
        DefinitionKind::Method => "method",
        DefinitionKind::Class => said(&["object", "record"]).unwrap_or("class"),
        DefinitionKind::Struct => said(&["union", "record"]).unwrap_or("struct"),
        DefinitionKind::Enum => "enum",
        DefinitionKind::Interface => said(&["trait", "protocol"]).unwrap_or("interface"),
        DefinitionKind::Type => "type",
        DefinitionKind::Module => said(&["namespace", "package"]).unwrap_or("module"),
        DefinitionKind::Macro => "macro",
        DefinitionKind::Constant => "constant",
        DefinitionKind::Variable => said(&["static"]).unwrap_or("variable"),
        DefinitionKind::Heading => "heading",
        DefinitionKind::Key => "key",
    }
}
