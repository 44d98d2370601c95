//! What the request names for certain and the repository does not have: better said than answered with something else.

use std::collections::BTreeSet;

use foreword_index::freshness::Checked;
use foreword_index::store::{Store, StoreError};
use foreword_text::identifiers;
use foreword_text::stem::EnglishStemmer;

use super::features::Ask;
use super::named::Named;
use super::query::Query;
use super::scan::Scan;
use crate::symbol;

/// What a query names for certain and no file that is read holds, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentNames {
    /// Symbols.
    pub symbols: Vec<String>,
    /// Paths.
    pub paths: Vec<String>,
    /// Products, services and protocols.
    pub technologies: Vec<String>,
}

/// Names of technologies, a line each with all its spellings.
const TECHNOLOGIES: &str = include_str!("../../../data/technologies.txt");

/// The names that are nowhere in the files that are read, and the paths, as they are written; nothing if all are there, or if
/// not all files were looked at. Only a question is meant so: a report names much that is elsewhere.
pub(super) fn names<'p, P: Iterator<Item = &'p str>>(
    symbols: &[String],
    named: &Named,
    query: &Query,
    scan: &Scan,
    index: Option<(&Store, &Checked)>,
    known_paths: impl Fn() -> P,
) -> Result<Option<AbsentNames>, StoreError> {
    if query.ask == Ask::Report || !scan.is_whole() {
        return Ok(None);
    }
    let mut absent: Vec<String> = Vec::new();
    // It may have been written since: only an index that was found fresh knows that it was not.
    if let Some((store, _)) = index.filter(|(_, checked)| checked.is_fresh()) {
        for written in symbols.iter().filter(|written| is_code_shaped(written)) {
            let name = symbol::parts(written).pop().unwrap_or_default();
            if !store.is_name(&name)? && !is_text(store, &name)? {
                absent.push(written.clone());
            }
        }
    }
    let technologies = match index.filter(|(_, checked)| checked.is_fresh()) {
        Some((store, _)) => technologies(&query.told, store)?,
        None => Vec::new(),
    };
    let mut paths = named.absent.clone();
    paths.retain(|path| !known_paths().any(|known| is_cut_from(path, known)));
    let is_any = !absent.is_empty() || !paths.is_empty() || !technologies.is_empty();
    Ok(is_any.then_some(AbsentNames { symbols: absent, paths, technologies }))
}

/// Whether a blank or a sign cut a path that a prompt names off a known one: `Notes.md` of `Release Notes.md`.
fn is_cut_from(path: &str, known: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || "_-./".contains(letter);
    known.strip_suffix(path).is_some_and(|before| before.ends_with(|letter: char| !is_of_name(letter)))
}

/// The technologies that a text names, as it spells them, and of which no spelling stands in a text or path that the index
/// has read.
fn technologies(text: &str, store: &Store) -> Result<Vec<String>, StoreError> {
    let lower = text.to_lowercase();
    let words: BTreeSet<&str> = lower.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let is_named = |spelling: &str| match spelling.is_ascii() {
        true => words.contains(spelling),
        false => lower.contains(spelling),
    };
    let mut absent = Vec::new();
    for line in TECHNOLOGIES.lines().filter(|line| !line.starts_with('#')) {
        let Some(named) = line.split(' ').find(|spelling| is_named(spelling)) else { continue };
        let mut is_there = false;
        for spelling in line.split(' ') {
            is_there |= match spelling.is_ascii() {
                true => is_text(store, spelling)?,
                false => is_script(store, spelling)?,
            };
        }
        if !is_there {
            absent.push(named.to_owned());
        }
    }
    Ok(absent)
}

/// Whether every pair of characters stands in some text that the index has read.
fn is_script(store: &Store, spelling: &str) -> Result<bool, StoreError> {
    for pair in identifiers::split_bigrams(spelling) {
        if store.chunk_term(&pair)?.next().transpose()?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a name, in any spelling of its parts, stands in a text or path that the index has read: in a comment, or where no
/// parser looks.
fn is_text(store: &Store, name: &str) -> Result<bool, StoreError> {
    let joined = identifiers::join_parts(name);
    let term = EnglishStemmer::create().stem(&joined).into_owned();
    let in_text = store.chunk_term(&term)?.next().transpose()?.is_some();
    Ok(in_text || !store.file_term(&term)?.is_empty())
}

/// Whether no plain word looks like this: humps or underscores in its last name.
fn is_code_shaped(written: &str) -> bool {
    let name = symbol::parts(written).pop().unwrap_or_default();
    let is_hump = |(before, after): (char, char)| before.is_lowercase() && after.is_uppercase();
    name.chars().zip(name.chars().skip(1)).any(is_hump) || name.trim_matches('_').contains('_')
}
