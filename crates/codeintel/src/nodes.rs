//! From definitions of the index to what is shown: where they are now, the signature, the lines.
//!
//! A file that is as it was indexed is not read for that, except for its lines. In one that has changed, a definition is
//! looked for, and left out if it is gone.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::path::Jail;
use foreword_guard::redact_keeping_lines;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::freshness::is_same;
use foreword_index::language::{self, Language};
use foreword_index::outline::{self, Definition, outline_stored};
use foreword_index::store::{DefinitionId, FileId, FileRecord, Store, content_hash};
use foreword_index::test_files;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_model::clock;
use foreword_model::finding::Extract;
use foreword_model::limits;

use foreword_retrieve::extract_text::ExtractText;
use foreword_retrieve::read_text;

/// Characters of a token, roughly.
const TOKEN_CHARS: usize = 4;
/// What an entry costs besides its text, in tokens.
const ENTRY_TOKENS: usize = 12;
/// Lines of a signature besides the first that are shown above a line further down.
const HEAD_LINES_MAX: u32 = 3;

/// A definition, where it is now.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) path: Rc<str>,
    pub(crate) class: FileClass,
    pub(crate) language: Option<&'static Language>,
    pub(crate) definition: Definition,
}

impl Node {
    /// Whether another definition stands inside this one.
    pub(crate) fn encloses(&self, other: &Self) -> bool {
        let (outer, inner) = (&self.definition, &other.definition);
        self.path == other.path && outer.start_line < inner.start_line && outer.end_line >= inner.end_line
    }

    /// `Container.name`.
    pub(crate) fn symbol(&self) -> String {
        self.definition.qualified_name(self.language)
    }

    /// `path:line`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.path, self.definition.start_line)
    }

    /// The same for a reader.
    pub(crate) fn shown_place(&self) -> EscapedText {
        escape::place(&self.path, Some(self.definition.start_line))
    }

    /// What its name and signature cost, in tokens.
    pub(crate) fn head_tokens(&self) -> usize {
        ENTRY_TOKENS + (self.path.len() + self.definition.signature.len()) / TOKEN_CHARS
    }
}

/// What an extract costs, in tokens.
pub(crate) fn extract_tokens(extract: &Extract) -> usize {
    extract.text.len() / TOKEN_CHARS
}

/// The files of a walk, each looked at once.
pub(crate) struct Nodes<'n> {
    store: &'n Store,
    jail: &'n Jail,
    sensitive: &'n Sensitive,
    content: &'n ContentRules,
    files: HashMap<FileId, Option<Rc<File>>>,
}

/// A file as it is now.
struct File {
    path: Rc<str>,
    class: FileClass,
    language: Option<&'static Language>,
    /// Whether it is what was indexed.
    is_as_indexed: bool,
    /// Secrets masked; read when lines are asked for.
    text: OnceCell<Option<String>>,
    outline: Vec<Definition>,
    /// By number in the index: the place in `outline`, and the line of the name when it was indexed.
    now: HashMap<u32, (usize, u32)>,
}

impl<'n> Nodes<'n> {
    pub(crate) fn new(
        store: &'n Store,
        jail: &'n Jail,
        sensitive: &'n Sensitive,
        content: &'n ContentRules,
    ) -> Self {
        Self { store, jail, sensitive, content, files: HashMap::new() }
    }

    /// A definition as it is now; nothing if it is gone, or may not be read.
    pub(crate) fn node(&mut self, of: DefinitionId) -> Option<Node> {
        let file = self.file(of.file)?;
        let definition = file.outline.get(file.now.get(&of.number)?.0)?.clone();
        Some(Node { path: Rc::clone(&file.path), class: file.class, language: file.language, definition })
    }

    /// The path of a file; nothing if it is gone, or may not be read.
    pub(crate) fn path(&mut self, file: FileId) -> Option<Rc<str>> {
        self.file(file).map(|file| Rc::clone(&file.path))
    }

    /// What a file is for.
    pub(crate) fn class(&mut self, file: FileId) -> Option<FileClass> {
        self.file(file).map(|file| file.class)
    }

    /// Whether a runner would run a file, as it is now, as a test.
    pub(crate) fn is_run_as_test(&self, path: &str) -> bool {
        let mut bytes = Vec::new();
        let text = read_text(self.jail, path, self.sensitive, &mut bytes);
        text.is_ok_and(|text| test_files::is_run_as_test(path, text))
    }

    /// Where a line of a definition is now: it moves with the name.
    pub(crate) fn line_now(&mut self, within: DefinitionId, line: u32) -> Option<u32> {
        let file = self.file(within.file)?;
        let (place, was) = *file.now.get(&within.number)?;
        let is = file.outline.get(place)?.name_line;
        Some((line + is).saturating_sub(was).max(1))
    }

    /// Whether the file of a definition is what was indexed.
    pub(crate) fn is_as_indexed(&mut self, of: DefinitionId) -> bool {
        self.file(of.file).is_some_and(|file| file.is_as_indexed)
    }

    /// Whether a definition that named another when it was indexed still does: its lines are read only if its file has
    /// changed since.
    pub(crate) fn still_names(&mut self, of: DefinitionId, name: &str) -> bool {
        let Some(file) = self.file(of.file) else { return false };
        if file.is_as_indexed {
            return true;
        }
        let Some(definition) = file.now.get(&of.number).and_then(|(place, _)| file.outline.get(*place))
        else {
            return false;
        };
        let Some(text) = file.text.get().and_then(Option::as_deref) else { return false };
        let first = definition.start_line.max(1);
        let lines = text.lines().skip(first as usize - 1).take((definition.end_line + 1 - first) as usize);
        lines
            .into_iter()
            .any(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
    }

    /// Files that were looked at and have changed since they were indexed.
    pub(crate) fn changed(&self) -> usize {
        self.files.values().flatten().filter(|file| !file.is_as_indexed).count()
    }

    /// The lines of a definition: all if they are few, otherwise the first ones, or its signature and those around a line of it,
    /// numbered as it is now.
    pub(crate) fn extract(
        &mut self,
        of: DefinitionId,
        around: Option<u32>,
        lines_max: u32,
    ) -> Option<Extract> {
        let file = self.file(of.file)?;
        let definition = file.outline.get(file.now.get(&of.number)?.0)?;
        let text = file.text.get_or_init(|| self.masked(&file.path)).as_deref()?;
        let lines: Vec<&str> = text.lines().collect();
        let (first, end) = (definition.start_line.max(1), definition.end_line);
        let last = end.min(first.saturating_add(lines_max - 1));
        let mut text = ExtractText::of(&lines);
        match around.filter(|line| (last..=end).contains(line) && last < end) {
            Some(line) => {
                let head_end = definition.name_line.clamp(first, first + HEAD_LINES_MAX);
                text.push(first, head_end);
                let room = lines_max.saturating_sub(head_end + 1 - first).max(3);
                let begins = line.saturating_sub(room / 2).max(head_end + 1);
                text.push(begins, end.min(begins + room - 1));
            }
            None => text.push(first, last),
        }
        Some(text.finish(end, file.language))
    }

    fn masked(&self, path: &str) -> Option<String> {
        let mut bytes = Vec::new();
        let text = read_text(self.jail, path, self.sensitive, &mut bytes).ok()?;
        Some(redact_keeping_lines(text).into_owned())
    }

    fn file(&mut self, id: FileId) -> Option<Rc<File>> {
        if let Some(known) = self.files.get(&id) {
            return known.clone();
        }
        let read = self.look_at(id).map(Rc::new);
        self.files.insert(id, read.clone());
        read
    }

    fn look_at(&self, id: FileId) -> Option<File> {
        let record = self.store.file(id).ok()?;
        let refused = self.content.refused(&record.path, EntryKind::File);
        if refused.is_some() || self.sensitive.matches(&record.path) {
            return None;
        }
        let stamp = self.jail.stamp(&record.path).filter(|stamp| stamp.is_file)?;
        let language = language::of_path(&record.path);
        let stored = self.store.definitions_of(id).ok()?;
        let named: Vec<(String, u32)> = stored
            .iter()
            .map(|stored| (stored.definition.name.clone(), stored.definition.name_line))
            .collect();
        let changed = match is_same(&record, stamp.len, stamp.modified_ns) {
            true => None,
            false => Some(self.changed_text(&record)?).flatten(),
        };
        let outline = match &changed {
            None => outline_stored(language?, stored)?,
            Some(text) => {
                let deadline = clock::now() + Duration::from_millis(limits::PARSE_FILE_MS);
                outline::outline(text, language?, deadline)?
            }
        };
        let now = places_now(&named, &outline);
        let is_as_indexed = changed.is_none();
        let text = match changed {
            Some(text) => OnceCell::from(Some(redact_keeping_lines(&text).into_owned())),
            None => OnceCell::new(),
        };
        Some(File {
            path: record.path.into(),
            class: record.class,
            language,
            is_as_indexed,
            text,
            outline,
            now,
        })
    }

    /// The text of a file whose size or time differs, if its content does too; nothing at all if it cannot be read.
    fn changed_text(&self, record: &FileRecord) -> Option<Option<String>> {
        let mut bytes = Vec::new();
        let text = read_text(self.jail, &record.path, self.sensitive, &mut bytes).ok()?;
        Some((content_hash(text.as_bytes()) != record.hash).then(|| text.to_owned()))
    }
}

/// Where the definitions of the index are in an outline: of the same name, the nearest.
fn places_now(named: &[(String, u32)], outline: &[Definition]) -> HashMap<u32, (usize, u32)> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, definition) in outline.iter().enumerate() {
        by_name.entry(definition.name.as_str()).or_default().push(place);
    }
    let mut now = HashMap::new();
    for (number, (name, line)) in (0_u32..).zip(named) {
        let same = by_name.get(name.as_str()).into_iter().flatten();
        if let Some(place) = same.min_by_key(|place| outline[**place].name_line.abs_diff(*line)) {
            now.insert(number, (*place, *line));
        }
    }
    now
}
