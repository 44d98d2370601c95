//! From definitions of the index to what is shown: where they are now, the signature, the lines.
//!
//! A file that is as it was indexed is not read for that, except for its lines. In one that has changed, a definition is
//! looked for, and left out if it is gone; so is a use (`uses`). What may not be named at all is said by `now`.

mod now;
mod uses;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use foreword_exec::tool::Call;
use foreword_guard::escape::{self, EscapedText};
use foreword_guard::redact_keeping_lines;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::freshness::is_same;
use foreword_index::language::{self, Language};
use foreword_index::outline::{self, Definition, outline_stored};
use foreword_index::store::{DefinitionId, FileId, Store, content_hash};
use foreword_index::test_files;
use foreword_index::view::IndexView;
use foreword_model::clock;
use foreword_model::finding::Extract;
use foreword_model::limits;

use foreword_retrieve::extract_text::ExtractText;
use foreword_retrieve::read_text;

pub(crate) use now::Now;
use uses::ChangedFile;
pub(crate) use uses::Usage;

/// Characters of a token, roughly.
const TOKEN_CHARS: usize = 4;
/// What an entry costs besides its text, in tokens.
const ENTRY_TOKENS: usize = 12;
/// Lines of a signature besides the first that are shown above a line further down.
const HEAD_LINES_MAX: u32 = 3;
/// The part of the time in which changed files are read: what is said of the others is left out.
const READ_SHARE: f64 = 0.6;

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
    index: &'n IndexView,
    pub(crate) now: Now<'n>,
    deadline: Instant,
    standings: RefCell<HashMap<FileId, FileStanding>>,
    files: RefCell<HashMap<FileId, Option<Rc<File>>>>,
}

/// How a file stands to what was indexed of it.
#[derive(Clone)]
enum FileStanding {
    /// It may not be named, or is gone.
    Hidden,
    AsIndexed,
    Changed(Rc<ChangedFile>),
    /// It seems to have changed, and cannot be read, or not in time.
    Unread,
}

/// A file as it is now.
struct File {
    path: Rc<str>,
    class: FileClass,
    language: Option<&'static Language>,
    /// Secrets masked; read when lines are asked for.
    text: OnceCell<Option<String>>,
    outline: Vec<Definition>,
    /// By number in the index: the place in `outline`, and the line of the name when it was indexed.
    now: HashMap<u32, (usize, u32)>,
}

impl<'n> Nodes<'n> {
    pub(crate) fn new(
        store: &'n Store,
        call: &Call<'n>,
        sensitive: &'n Sensitive,
        index: &'n IndexView,
    ) -> Self {
        let left = clock::left(call.deadline).mul_f64(READ_SHARE);
        Self {
            store,
            index,
            now: Now::new(call.jail, sensitive, index.content(call.jail)),
            deadline: clock::now() + left,
            standings: RefCell::default(),
            files: RefCell::default(),
        }
    }

    /// A definition as it is now; nothing if it is gone, or may not be read.
    pub(crate) fn node(&self, of: DefinitionId) -> Option<Node> {
        let file = self.file(of.file)?;
        let definition = file.outline.get(file.now.get(&of.number)?.0)?.clone();
        Some(Node { path: Rc::clone(&file.path), class: file.class, language: file.language, definition })
    }

    /// Whether a name is defined now where the index has it: only then may it be told.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        let found = self.store.symbol(name).unwrap_or_default();
        found.into_iter().take(limits::SYMBOL_CANDIDATES).any(|of| self.node(of).is_some())
    }

    /// The path of a file; nothing if it is gone, or may not be read.
    pub(crate) fn path(&self, file: FileId) -> Option<Rc<str>> {
        self.file(file).map(|file| Rc::clone(&file.path))
    }

    /// What a file is for.
    pub(crate) fn class(&self, file: FileId) -> Option<FileClass> {
        self.file(file).map(|file| file.class)
    }

    /// Whether a runner would run a file, as it is now, as a test.
    pub(crate) fn is_run_as_test(&self, path: &str) -> bool {
        let mut bytes = Vec::new();
        let text = read_text(self.now.jail, path, self.now.sensitive, &mut bytes);
        text.is_ok_and(|text| test_files::is_run_as_test(path, text))
    }

    /// Whether a file is what was indexed.
    pub(crate) fn is_as_indexed(&self, file: FileId) -> bool {
        matches!(self.standing(file), FileStanding::AsIndexed)
    }

    /// Files that were looked at and have changed since they were indexed.
    pub(crate) fn changed(&self) -> usize {
        let is_changed =
            |standing: &&FileStanding| matches!(standing, FileStanding::Changed(_) | FileStanding::Unread);
        self.standings.borrow().values().filter(is_changed).count()
    }

    /// The lines of a definition: all if they are few, otherwise the first ones, or its signature and those around a line of it,
    /// numbered as it is now.
    pub(crate) fn extract(&self, of: DefinitionId, around: Option<u32>, lines_max: u32) -> Option<Extract> {
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
        let text = read_text(self.now.jail, path, self.now.sensitive, &mut bytes).ok()?;
        Some(redact_keeping_lines(text).into_owned())
    }

    fn file(&self, id: FileId) -> Option<Rc<File>> {
        if let Some(known) = self.files.borrow().get(&id) {
            return known.clone();
        }
        let read = self.look_at(id).map(Rc::new);
        self.files.borrow_mut().insert(id, read.clone());
        read
    }

    fn standing(&self, id: FileId) -> FileStanding {
        if let Some(known) = self.standings.borrow().get(&id) {
            return known.clone();
        }
        let found = self.compare(id).unwrap_or(FileStanding::Hidden);
        self.standings.borrow_mut().insert(id, found.clone());
        found
    }

    /// A file whose size and time are those of the index is not read; any other one is, as only its content tells.
    fn compare(&self, id: FileId) -> Option<FileStanding> {
        let record = self.store.file(id).ok()?;
        let stamp = self.now.stamp(&record.path)?;
        if is_same(&record, stamp.len, stamp.modified_ns) {
            return Some(FileStanding::AsIndexed);
        }
        if clock::is_past(self.deadline) {
            return Some(FileStanding::Unread);
        }
        let mut bytes = Vec::new();
        let Ok(text) = read_text(self.now.jail, &record.path, self.now.sensitive, &mut bytes) else {
            return Some(FileStanding::Unread);
        };
        Some(match content_hash(text.as_bytes()) == record.hash {
            true => FileStanding::AsIndexed,
            false if self.index.is_unparsable(&record.path) => FileStanding::Unread,
            false => FileStanding::Changed(Rc::new(ChangedFile::new(
                text,
                language::of_path(&record.path),
                self.deadline,
            ))),
        })
    }

    fn look_at(&self, id: FileId) -> Option<File> {
        let standing = self.standing(id);
        let record = self.store.file(id).ok()?;
        let language = language::of_path(&record.path);
        let stored = self.store.definitions_of(id).ok()?;
        let named: Vec<(String, u32)> = stored
            .iter()
            .map(|stored| (stored.definition.name.clone(), stored.definition.name_line))
            .collect();
        let (outline, text) = match &standing {
            FileStanding::Hidden | FileStanding::Unread => return None,
            FileStanding::AsIndexed => (outline_stored(language?, stored)?, OnceCell::new()),
            FileStanding::Changed(changed) => {
                let deadline = clock::now() + Duration::from_millis(limits::PARSE_FILE_MS);
                let masked = redact_keeping_lines(changed.text()).into_owned();
                (outline::outline(changed.text(), language?, deadline)?, OnceCell::from(Some(masked)))
            }
        };
        let now = places_now(&named, &outline);
        Some(File { path: record.path.into(), class: record.class, language, text, outline, now })
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

#[cfg(test)]
mod tests;
