//! What an issue names: paths, modules, types and functions as they are written in code.

use std::collections::{BTreeMap, BTreeSet};

use foreword_index::store::{Store, StoreError};
use foreword_model::limits;
use foreword_text::han;

use super::features::{ReportEvidence, ReportFeature};
use super::issue::Issue;
use super::words::ReportFiles;

/// A name that more files define names none of them.
const DEFINING_MAX: usize = 12;
/// The same for a member that is named with its type.
const MEMBERS_MAX: usize = 6;
/// A module that more files could be is none of them.
const MODULES_MAX: usize = 3;

/// Adds what the issue names.
pub(super) fn add(
    store: &Store,
    files: &ReportFiles<'_>,
    issue: &Issue,
    values: &mut [ReportEvidence],
) -> Result<(), StoreError> {
    let text = format!("{}\n{}", issue.title, issue.body);
    let paths = Paths::new(files);
    for written in written_names(&text) {
        if written.contains('/') || written.contains('\\') {
            paths.add_path(&written, values);
        }
        paths.add_module(&written, values);
        add_definitions(store, files, &written, values)?;
    }
    Ok(())
}

/// What looks like code: names with `.`, `::`, `/`, `_`, capitals inside, or a bracket behind.
fn written_names(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // Chinese stands next to a name without a blank between them.
    let is_part = |letter: char| {
        (letter.is_alphanumeric() && !han::is_han(letter))
            || matches!(letter, '_' | '.' | '/' | ':' | '\\' | '-' | '$' | '#' | '@')
    };
    for (start, word) in runs(text, is_part) {
        let word = word.trim_matches(['.', ':', '-', '/', '#', '\\', '@', '$']);
        let is_called = text[start..].get(word.len()..).is_some_and(|rest| rest.starts_with('('));
        if word.len() <= limits::SYMBOL_BYTES && (is_called || is_code_like(word)) {
            found.insert(word.to_owned());
        }
        if found.len() >= limits::LOCATE_MENTIONS {
            break;
        }
    }
    found
}

/// Runs of letters that belong together, with where they begin.
fn runs(text: &str, is_part: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let start = position + text[position..].find(&is_part)?;
        let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |length| start + length);
        position = end;
        Some((start, &text[start..end]))
    })
}

fn is_code_like(word: &str) -> bool {
    let inner = || word.chars().skip(1);
    let has_inner_capital = inner().any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let is_dotted = inner().any(|letter| matches!(letter, '.' | ':' | '/' | '\\' | '#'));
    has_inner_capital || word.contains('_') || is_dotted || word.starts_with(char::is_uppercase)
}

/// A definition counts more the fewer files have one of that name.
fn add_definitions(
    store: &Store,
    files: &ReportFiles<'_>,
    written: &str,
    values: &mut [ReportEvidence],
) -> Result<(), StoreError> {
    let parts: Vec<&str> =
        written.split(['.', ':', '/', '\\', '#']).filter(|part| !part.is_empty()).collect();
    for part in parts.iter().filter(|part| part.len() >= 3 || is_short_type(part)) {
        let mut places: Vec<usize> =
            store.symbol(part)?.into_iter().filter_map(|id| files.candidate(id.file)).collect();
        places.sort_unstable();
        places.dedup();
        if (1..=DEFINING_MAX).contains(&places.len()) {
            let value = 1.0 / (places.len() as f64).sqrt();
            for place in places {
                let known = values[place].get(ReportFeature::Defines);
                values[place].set(ReportFeature::Defines, known.max(value));
            }
        }
    }
    let [.., owner, member] = parts.as_slice() else { return Ok(()) };
    let mut places = BTreeSet::new();
    for id in store.symbol(member)?.into_iter().take(limits::SYMBOL_CANDIDATES) {
        let (Some(place), Some(found)) = (files.candidate(id.file), store.definition(id)?) else { continue };
        let around = found
            .definition
            .container
            .map(|number| store.definition(foreword_index::store::DefinitionId { file: id.file, number }))
            .transpose()?
            .flatten();
        let is_of = around.is_some_and(|around| around.definition.name == *owner)
            || found.definition.receiver.as_deref().is_some_and(|receiver| receiver.ends_with(owner));
        if is_of {
            places.insert(place);
        }
    }
    if (1..=MEMBERS_MAX).contains(&places.len()) {
        for place in places {
            values[place].set(ReportFeature::DefinesMember, 1.0);
        }
    }
    Ok(())
}

/// `Q`, `F`, `Io`: too short for a word, and yet a name.
fn is_short_type(word: &str) -> bool {
    word.len() <= 2
        && word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && !matches!(word, "A" | "I")
}

/// The paths of the repository by their last parts.
struct Paths<'p> {
    files: &'p ReportFiles<'p>,
    /// By the stem in lower case: the places.
    stems: BTreeMap<String, Vec<usize>>,
}

impl<'p> Paths<'p> {
    fn new(files: &'p ReportFiles<'p>) -> Self {
        let mut stems: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, record) in
            files.records.iter().enumerate().filter(|(place, _)| files.is_candidate[*place])
        {
            stems.entry(stem_of(&record.path)).or_default().push(place);
        }
        Self { files, stems }
    }

    /// A path of at least two parts: the files that end in as much of it as any.
    fn add_path(&self, written: &str, values: &mut [ReportEvidence]) {
        let written = written.replace('\\', "/");
        let parts: Vec<&str> = written.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        let Some(last) = parts.last().filter(|last| last.contains('.')) else { return };
        // `name.py:12` and `name.py#L12` name a line of it.
        let name = last.split([':', '#']).next().unwrap_or(last);
        let mut best: (usize, Vec<usize>) = (1, Vec::new());
        for (place, record) in self.files.records.iter().enumerate() {
            let path = &record.path;
            if !path.ends_with(name) || !self.files.is_candidate[place] {
                continue;
            }
            let own = path.split('/').rev();
            let mut common = own
                .zip(std::iter::once(name).chain(parts.iter().rev().skip(1).copied()))
                .take_while(|(a, b)| a == b)
                .count();
            if common == path.split('/').count() {
                common += 1;
            }
            match common.cmp(&best.0) {
                std::cmp::Ordering::Greater => best = (common, vec![place]),
                std::cmp::Ordering::Equal if common > 1 => best.1.push(place),
                _ => {}
            }
        }
        let ties = best.1.len() as f64;
        for place in best.1 {
            let known = values[place].get(ReportFeature::NamedPath);
            values[place].set(ReportFeature::NamedPath, known.max(1.0 / ties));
        }
    }

    /// `a.b.c`, `a::b::c` or `A\B\C` that is the end of a few paths, also without its last names.
    fn add_module(&self, written: &str, values: &mut [ReportEvidence]) {
        let parts: Vec<String> = written
            .split(['.', ':', '\\', '/'])
            .filter(|part| !part.is_empty())
            .map(str::to_lowercase)
            .collect();
        for end in (2..=parts.len()).rev() {
            let named = &parts[..end];
            let Some(last) = named.last() else { continue };
            let mut found: Vec<usize> = Vec::new();
            for place in self.stems.get(last).into_iter().flatten() {
                let own = module_parts(&self.files.records[*place].path);
                let common = own.iter().rev().zip(named.iter().rev()).take_while(|(a, b)| a == b).count();
                if common >= 2 {
                    found.push(*place);
                }
            }
            if (1..=MODULES_MAX).contains(&found.len()) {
                for place in found {
                    values[place].set(ReportFeature::Module, 1.0);
                }
                return;
            }
        }
    }
}

fn bare(name: &str) -> String {
    name.split('.').next().unwrap_or(name).to_lowercase()
}

/// The name of a file without its endings, in lower case; of one that stands for its folder, the folder's.
fn stem_of(path: &str) -> String {
    let mut parts = path.rsplit('/');
    let stem = bare(parts.next().unwrap_or(path));
    match stem.as_str() {
        "__init__" | "index" | "mod" | "lib" | "main" => parts.next().map_or(stem.clone(), str::to_lowercase),
        _ => stem,
    }
}

/// The folders and the stem of a path, in lower case.
fn module_parts(path: &str) -> Vec<String> {
    let (folders, _) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts: Vec<String> =
        folders.split('/').filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    let stem = stem_of(path);
    if parts.last() != Some(&stem) {
        parts.push(stem);
    }
    parts
}
