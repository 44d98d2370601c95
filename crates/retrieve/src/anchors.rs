//! Plain words that name something: `slugify` in "add type hints to slugify". Only the index knows, before anything is read,
//! which words are names, and how rare they are.

use foreword_index::class::FileClass;
use foreword_index::store::{ChunkField, Store, StoreError};
use foreword_model::limits;
use foreword_text::tokens::tokenize;

use super::features::Ask;
use super::query::Query;

/// A name that is defined in more places is a word first.
const PLACES_MAX: usize = 2;
/// A word that is part of more names of the code is what the code is about, not a name that someone asks for.
const NAMES_MAX: usize = 4;
/// In a prompt of more notions a plain word is a word.
const PROMPT_NOTIONS_MAX: usize = 4;
/// Definitions of a name that are looked at: of a rare one there are few, and tests may define it again.
const LOOKED_AT: usize = 8;

/// Takes for symbols the plain words that exactly name a rare function or type of the code itself.
pub(super) fn add(query: &mut Query, store: &Store) -> Result<(), StoreError> {
    // Beside a name that is written as code, the other words are words.
    let is_told = query.concepts.len() > PROMPT_NOTIONS_MAX || !query.symbols.is_empty();
    if query.ask == Ask::Report || query.ask == Ask::Prompt && is_told {
        return Ok(());
    }
    for word in std::mem::take(&mut query.plain) {
        if query.symbols.len() < limits::MENTIONS && is_rare_name(&word, store)? {
            query.symbols.push(word);
            query.alone.push(true);
        }
    }
    Ok(())
}

fn is_rare_name(word: &str, store: &Store) -> Result<bool, StoreError> {
    let all = store.symbol(word)?;
    if all.is_empty() || all.len() > LOOKED_AT {
        return Ok(false);
    }
    let mut places = 0;
    for id in all {
        let kind = store.definition(id)?.map(|stored| stored.definition.kind);
        let is_named = kind.is_some_and(|kind| kind.is_function() || kind.is_type());
        places += usize::from(is_named && store.file(id.file)?.class == FileClass::Code);
    }
    Ok((1..=PLACES_MAX).contains(&places) && is_in_few_names(word, store)?)
}

fn is_in_few_names(word: &str, store: &Store) -> Result<bool, StoreError> {
    let Some(term) = tokenize(word).into_iter().next() else { return Ok(false) };
    let mut names = 0;
    for posting in store.chunk_term(&term)? {
        let posting = posting?;
        let is_name = posting.frequencies[ChunkField::Name as usize] > 0;
        names += usize::from(is_name && store.file(posting.chunk.file)?.class == FileClass::Code);
        if names > NAMES_MAX {
            return Ok(false);
        }
    }
    Ok(true)
}
