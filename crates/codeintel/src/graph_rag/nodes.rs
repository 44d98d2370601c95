//! From definitions to what is shown: where they are now, the signature, the lines if they fit the budget.
//!
//! Lines are read from the file as it is; a definition that is not where the index has it is looked for there, and
//! left out if it is gone.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use foreword_guard::path::Jail;
use foreword_guard::redact_keeping_lines;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::language::{self, Language};
use foreword_index::outline::{self, Definition, outline_stored};
use foreword_index::store::{DefinitionId, FileId, Store, content_hash};
use foreword_model::finding::Extract;
use foreword_model::limits;

use crate::search::read_text;

/// Characters of a token, roughly.
const TOKEN_CHARS: usize = 4;
/// What an entry costs besides its text, in tokens.
const ENTRY_TOKENS: usize = 12;

/// A definition, where it is now.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) path: Rc<str>,
    pub(super) class: FileClass,
    pub(super) language: Option<&'static Language>,
    pub(super) definition: Definition,
}

impl Node {
    /// `Container.name`.
    pub(super) fn symbol(&self) -> String {
        self.definition.qualified_name(self.language)
    }

    /// `path:line`.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.path, self.definition.start_line)
    }

    /// What its name and signature cost, in tokens.
    pub(super) fn head_tokens(&self) -> usize {
        ENTRY_TOKENS + (self.path.len() + self.definition.signature.len()) / TOKEN_CHARS
    }
}

/// What an extract costs, in tokens.
pub(super) fn extract_tokens(extract: &Extract) -> usize {
    extract.text.len() / TOKEN_CHARS
}

/// The files of a walk, each read once.
pub(super) struct Nodes<'n> {
    store: &'n Store,
    jail: &'n Jail,
    sensitive: &'n Sensitive,
    files: HashMap<FileId, Option<Rc<File>>>,
}

/// A file as it is now, secrets masked.
struct File {
    path: Rc<str>,
    class: FileClass,
    language: Option<&'static Language>,
    text: String,
    outline: Vec<Definition>,
    /// By number in the index: the place in `outline`.
    now: HashMap<u32, usize>,
}

impl<'n> Nodes<'n> {
    pub(super) fn new(store: &'n Store, jail: &'n Jail, sensitive: &'n Sensitive) -> Self {
        Self { store, jail, sensitive, files: HashMap::new() }
    }

    /// A definition as it is now; nothing if it is gone, or may not be read.
    pub(super) fn node(&mut self, of: DefinitionId) -> Option<Node> {
        let file = self.file(of.file)?;
        let definition = file.outline.get(*file.now.get(&of.number)?)?.clone();
        Some(Node { path: Rc::clone(&file.path), class: file.class, language: file.language, definition })
    }

    /// The first lines of a definition.
    pub(super) fn extract(&mut self, of: DefinitionId, lines_max: usize) -> Option<Extract> {
        let file = self.file(of.file)?;
        let definition = file.outline.get(*file.now.get(&of.number)?)?;
        let first = definition.start_line.max(1) as usize;
        let count = (definition.end_line as usize + 1).saturating_sub(first);
        let mut lines: Vec<&str> = file.text.lines().skip(first - 1).take(count.min(lines_max)).collect();
        if count > lines_max {
            lines.push("…");
        }
        let language = file.language.map(|language| language.name).unwrap_or_default().to_owned();
        Some(Extract { start_line: definition.start_line, language, text: lines.join("\n") })
    }

    fn file(&mut self, id: FileId) -> Option<Rc<File>> {
        if let Some(known) = self.files.get(&id) {
            return known.clone();
        }
        let read = self.read(id).map(Rc::new);
        self.files.insert(id, read.clone());
        read
    }

    fn read(&self, id: FileId) -> Option<File> {
        let record = self.store.file(id).ok()?;
        if self.sensitive.matches(&record.path) {
            return None;
        }
        let mut bytes = Vec::new();
        let text = read_text(self.jail, &record.path, self.sensitive, &mut bytes).ok()?;
        let language = language::of_path(&record.path);
        let stored = self.store.definitions_of(id).ok()?;
        let names: Vec<String> = stored.iter().map(|stored| stored.definition.name.clone()).collect();
        let lines: Vec<u32> = stored.iter().map(|stored| stored.definition.name_line).collect();
        let is_as_indexed = content_hash(text.as_bytes()) == record.hash;
        let outline = match is_as_indexed {
            true => outline_stored(language?, stored)?,
            false => {
                let deadline = Instant::now() + Duration::from_millis(limits::PARSE_FILE_MS);
                outline::outline(text, language?, deadline)?
            }
        };
        let now = places_now(&names, &lines, &outline);
        let text = redact_keeping_lines(text).into_owned();
        Some(File { path: Rc::from(record.path), class: record.class, language, text, outline, now })
    }
}

/// Where the definitions of the index are in an outline: of the same name, the nearest.
fn places_now(names: &[String], lines: &[u32], outline: &[Definition]) -> HashMap<u32, usize> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, definition) in outline.iter().enumerate() {
        by_name.entry(definition.name.as_str()).or_default().push(place);
    }
    let mut now = HashMap::new();
    for (number, (name, line)) in (0_u32..).zip(names.iter().zip(lines)) {
        let same = by_name.get(name.as_str()).into_iter().flatten();
        if let Some(place) = same.min_by_key(|place| outline[**place].name_line.abs_diff(*line)) {
            now.insert(number, *place);
        }
    }
    now
}
