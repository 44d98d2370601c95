//! Which language a prompt is written in, as far as the answer's wording needs it.
//!
//! Owns a count of scripts and of a few words that only one language has.

use foreword_text::han::is_kana_or_hangul;

use super::tokens::{Prose, UnitKind};

/// The language of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptLanguage {
    /// English, or nothing that says otherwise.
    English,
    /// Chinese.
    Chinese,
    /// Chinese with English words in it.
    Mixed,
    /// Another language.
    Other,
}

/// Words that are frequent in one of the other languages with Latin letters and are not English. Sorted.
const FOREIGN: &[&str] = &[
    "alle", "au", "auf", "avec", "beim", "comment", "como", "con", "cuando", "cómo", "dans", "das", "de",
    "dem", "den", "der", "des", "diese", "du", "dónde", "ein", "eine", "einen", "el", "en", "es", "est",
    "está", "et", "fica", "für", "in_der", "ist", "la", "las", "le", "les", "los", "mit", "na", "nach",
    "nicht", "não", "où", "para", "pas", "por", "pour", "pourquoi", "que", "qué", "se", "sind", "sobre",
    "sont", "sur", "um", "uma", "un", "una", "und", "une", "warum", "wenn", "wie", "wird", "wo", "zu", "zum",
    "zur", "é", "über",
];

/// The language of the prose.
pub(super) fn of(prose: &Prose<'_>) -> PromptLanguage {
    let (mut han, mut other, mut latin, mut foreign) = (0, 0, 0, 0);
    for unit in &prose.units {
        match unit.kind {
            UnitKind::Han if unit.raw.chars().all(is_kana_or_hangul) => other += 1,
            UnitKind::Han => han += 1,
            UnitKind::Word if unit.raw.chars().any(|c| matches!(c, '\u{370}'..='\u{1fff}')) => other += 2,
            UnitKind::Word => {
                latin += 1;
                foreign += usize::from(FOREIGN.binary_search(&prose.text(unit)).is_ok());
            }
            UnitKind::Number | UnitKind::Symbol | UnitKind::Path | UnitKind::Url | UnitKind::Break => (),
        }
    }
    match (han, other, latin) {
        _ if other * 4 > han + latin && other > 0 => PromptLanguage::Other,
        (1.., _, 2..) => PromptLanguage::Mixed,
        (1.., _, _) => PromptLanguage::Chinese,
        _ if foreign * 6 > latin && foreign > 0 => PromptLanguage::Other,
        _ => PromptLanguage::English,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(FOREIGN.is_sorted());
    }
}
