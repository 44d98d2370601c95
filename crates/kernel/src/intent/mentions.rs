//! What a prompt names: symbols, paths, frames, an error; each checked against the repository.
//!
//! Owns the merging and the bounds. A name that the repository does not have stays in the list of mentions, and
//! is told apart by how much it counts.

use foreword_model::limits;
use foreword_model::repo::{PathVerdict, Presence, RepoView};

use super::features::Feature;
use super::frames;
use super::lexicon::Hit;
use super::links;
use super::structure::Structure;
use super::tokens::{Prose, UnitKind};

/// A path that the prompt names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathMention {
    /// As typed, without the line.
    pub path: String,
    /// The line, if one was given.
    pub line: Option<u32>,
}

/// A frame of a stack trace in the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameMention {
    /// The function.
    pub symbol: Option<String>,
    /// The file.
    pub path: Option<String>,
    /// The line.
    pub line: Option<u32>,
}

/// What a prompt names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Names from code, in order of appearance, each once.
    pub symbols: Vec<String>,
    /// Files and directories, in order of appearance, each once.
    pub paths: Vec<PathMention>,
    /// Error message, trace or diagnostic as typed, bounded.
    pub error: Option<String>,
    /// Frames of a stack trace, innermost or outermost first, as pasted.
    pub frames: Vec<FrameMention>,
    /// Text in quotation marks.
    pub quoted: Vec<String>,
}

/// How many names the repository knows, does not know, or was not asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Named and there, or not looked up.
    pub paths: usize,
    /// Named, and not in the repository.
    pub paths_absent: usize,
    /// Named and there, or not looked up.
    pub symbols: usize,
    /// Named, and neither defined nor used in a fresh index.
    pub symbols_absent: usize,
}

/// Merges what the structure found, and asks the repository about it.
pub(super) fn collect(structure: &Structure<'_>, repo: &dyn RepoView) -> (Mentions, Known) {
    let mut mentions = Mentions { error: structure.error_text(), ..Mentions::default() };
    let mut known = Known::default();
    let mut own_symbols = Vec::new();
    for &(path, line) in structure.prose.paths.iter().chain(&structure.paths) {
        add_path(&mut mentions, &mut known, path, line, repo);
    }
    for address in structure.prose.links.iter().take(limits::MENTIONS) {
        if let Some((path, line)) = links::own_file(address, repo) {
            add_path(&mut mentions, &mut known, path, line, repo);
        }
    }
    for frame in &structure.library_frames {
        if let Some(tail) = frame.path.and_then(|path| frames::own_tail(path, repo)) {
            add_path(&mut mentions, &mut known, &tail, frame.line, repo);
            own_symbols.extend(frame.symbol.filter(|name| repo.symbol(name) == Presence::Present));
        }
    }
    for &pair in structure.pairs.iter().take(limits::MENTIONS) {
        if repo.path(pair) == PathVerdict::Present {
            add_path(&mut mentions, &mut known, pair, None, repo);
        }
    }
    for &symbol in structure.prose.symbols.iter().chain(&structure.symbols).chain(&own_symbols) {
        let is_new = !mentions.symbols.iter().any(|listed| listed == symbol);
        if is_new && mentions.symbols.len() < limits::MENTIONS {
            mentions.symbols.push(symbol.to_owned());
            match repo.symbol(symbol) {
                Presence::Present | Presence::Unknown => known.symbols += 1,
                Presence::Absent => known.symbols_absent += 1,
            }
        }
    }
    for &name in structure.names.iter().take(limits::MENTIONS) {
        // A capitalised word proves nothing unless the repository has it.
        let presence = repo.symbol(name);
        let is_new = !mentions.symbols.iter().any(|listed| listed == name);
        if is_new && presence != Presence::Absent && mentions.symbols.len() < limits::MENTIONS {
            mentions.symbols.push(name.to_owned());
            known.symbols += usize::from(presence == Presence::Present);
        }
    }
    let owned = |text: &str| text.to_owned();
    mentions.frames.extend(structure.frames.iter().map(|frame| FrameMention {
        symbol: frame.symbol.map(owned),
        path: frame.path.map(owned),
        line: frame.line,
    }));
    mentions.quoted.extend(structure.prose.quoted.iter().take(limits::MENTIONS).copied().map(owned));
    (mentions, known)
}

/// Takes a prompt that is one capitalised word for a name, if the repository has it and it is no greeting.
pub(super) fn add_lone_name(
    mentions: &mut Mentions,
    known: &mut Known,
    prose: &Prose<'_>,
    hits: &[Hit<Feature>],
    repo: &dyn RepoView,
) {
    let mut units = prose.units.iter().filter(|unit| unit.kind != UnitKind::Break);
    let (Some(only), None) = (units.next(), units.next()) else { return };
    let says_nothing =
        |hit: &Hit<Feature>| matches!(hit.feature, Feature::Stop | Feature::Vague | Feature::Social);
    let name = only.raw;
    let is_capitalised = name.starts_with(|first: char| first.is_ascii_uppercase()) && name.len() > 2;
    let is_name = only.kind == UnitKind::Word
        && is_capitalised
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !hits.iter().any(says_nothing);
    if is_name && repo.symbol(name) == Presence::Present {
        mentions.symbols.push(name.to_owned());
        known.symbols += 1;
    }
}

/// Takes the subject of a deep question for a symbol; it comes first, because the question is about it.
pub(super) fn add_subject(mentions: &mut Mentions, known: &mut Known, name: &str) {
    if !mentions.symbols.iter().any(|listed| listed == name) {
        mentions.symbols.insert(0, name.to_owned());
        mentions.symbols.truncate(limits::MENTIONS);
        known.symbols += 1;
    }
}

fn add_path(mentions: &mut Mentions, known: &mut Known, path: &str, line: Option<u32>, repo: &dyn RepoView) {
    if let Some(listed) = mentions.paths.iter_mut().find(|listed| listed.path == path) {
        listed.line = listed.line.or(line);
        return;
    }
    if mentions.paths.len() >= limits::MENTIONS {
        return;
    }
    match repo.path(path) {
        PathVerdict::Present
        | PathVerdict::Outside
        | PathVerdict::Sensitive
        | PathVerdict::NotContent(_)
        | PathVerdict::Unknown => known.paths += 1,
        PathVerdict::Absent => known.paths_absent += 1,
    }
    mentions.paths.push(PathMention { path: path.to_owned(), line });
}
