//! A made-up repository in steps, and what an index of it must say.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use foreword_index::class::FileClass;
use foreword_index::facts::{
    Base, Binding, CallSite, Chunk, Definition, DefinitionKind, FileFacts, Import, Reading, Reference,
};
use foreword_index::store::{
    BuildState, Builder, FileMeta, Prepared, Preparer, Store, StoreError, Writer, content_hash, folder_for,
};

/// Steps of the plan; enough for merges and for segments that die.
pub const STEPS: u64 = 14;

/// The root that indexes are said to be of.
pub const ROOT: &str = "/nowhere/repository";

/// The folder of the made-up repository below a cache.
pub fn folder(cache: &Path) -> PathBuf {
    folder_for(cache, Path::new(ROOT))
}

/// Nothing to hide.
pub fn plain(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// A source file and its facts.
#[derive(Debug, Clone)]
pub struct Source {
    pub path: String,
    pub text: String,
    pub facts: FileFacts,
    pub version: u64,
}

impl Source {
    pub fn new(number: u64, version: u64) -> Self {
        let mut text = String::from("//! Header words of a module.\n");
        let mut facts = FileFacts {
            reading: Reading::Parsed,
            definitions: vec![definition("Outer", None, 2, 20)],
            calls: Vec::new(),
            references: Vec::new(),
            imports: Vec::new(),
            bases: vec![Base { derived: "Outer".into(), base: format!("Base{}", number % 3), line: 2 }],
            bindings: vec![Binding {
                name: "item".into(),
                value: format!("Base{}()", number % 3),
                line: 3,
                scope: (2, 20),
                within: Some(0),
            }],
            chunks: vec![Chunk { definition: None, start_line: 1, end_line: 1 }],
        };
        for inner in 0..3 + number % 4 {
            let name = format!("parseItem{}V{version}", (number + inner) % 5);
            let line = 2 + inner as u32 * 3;
            let _ = write!(text, "/// Reads one item.\nfn {name}(self) {{ self.next{inner}(Token) }}\n\n");
            facts.definitions.push(definition(&name, Some(0), line, line + 1));
            let within = Some(inner as u32 + 1);
            let receiver = Some("self".to_owned());
            let call =
                CallSite { name: format!("next{inner}"), receiver, arguments: 1, line: line + 1, within };
            facts.calls.push(call);
            facts.references.push(Reference { name: "Token".into(), line: line + 1, within });
            facts.chunks.push(Chunk { definition: within, start_line: line, end_line: line + 2 });
        }
        let names = vec![("Token".to_owned(), "T".to_owned())];
        facts.imports.push(Import {
            module: "crate::token".into(),
            names,
            is_reexport: number.is_multiple_of(2),
            line: 1,
        });
        Self { path: format!("src/part{}/file_{number}.rs", number % 3), text, facts, version }
    }

    pub fn prepare(&self, preparer: &mut Preparer<'_>) -> Prepared {
        let meta = FileMeta {
            size: self.text.len() as u64,
            modified_ns: self.version as i64,
            hash: content_hash(self.text.as_bytes()),
            language: Some("rust"),
            class: FileClass::Code,
            header: "Header words of a module.",
        };
        preparer.prepare(&self.path, &meta, &self.text, &self.facts)
    }
}

fn definition(name: &str, container: Option<u32>, start_line: u32, end_line: u32) -> Definition {
    Definition {
        kind: DefinitionKind::Function,
        name: name.to_owned(),
        container,
        receiver: None,
        signature: format!("fn {name}(self)"),
        doc: Some((start_line, start_line)),
        start_line,
        name_line: start_line + 1,
        end_line,
    }
}

/// What a step adds or changes, and what it removes.
pub fn step(number: u64) -> (Vec<Source>, Vec<String>) {
    let added = (0..5).map(|at| Source::new((number * 3 + at) % 23, number)).collect();
    let removed = (0..2).map(|at| Source::new((number * 7 + at) % 23, 0).path).collect();
    (added, removed)
}

pub fn batch(sources: &[Source]) -> Builder {
    let mut preparer = Preparer::new(&plain);
    let mut builder = Builder::new();
    sources.iter().for_each(|source| builder.add(source.prepare(&mut preparer)));
    builder
}

pub fn state(step: u64) -> BuildState {
    BuildState { commit: Some(step.to_string()), built_at_s: step, ..BuildState::default() }
}

/// Takes one step of the plan. A file that is added and removed in one step is there.
pub fn take_step(writer: &mut Writer, number: u64) -> Result<(), StoreError> {
    let (added, removed) = step(number);
    let removed: Vec<&str> = removed.iter().map(String::as_str).collect();
    writer.commit(batch(&added), &removed, state(number))?;
    writer.maintain().map(drop)
}

/// What an index must say after each step, built in one go; the first is after step 1.
pub fn expected() -> Vec<String> {
    let mut files: BTreeMap<String, Source> = BTreeMap::new();
    let mut states = Vec::new();
    for number in 1..=STEPS {
        let (added, removed) = step(number);
        removed.iter().for_each(|path| drop(files.remove(path)));
        files.extend(added.into_iter().map(|source| (source.path.clone(), source)));
        let cache = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(&folder(cache.path()), Path::new(ROOT)).unwrap();
        let sources: Vec<Source> = files.values().cloned().collect();
        writer.commit(batch(&sources), &[], state(number)).unwrap();
        states.push(digest(&Store::open(&folder(cache.path())).unwrap()).unwrap());
    }
    states
}

/// The step that an index is at.
pub fn step_of(store: &Store) -> u64 {
    store.state().commit.as_deref().and_then(|step| step.parse().ok()).unwrap_or(0)
}

/// Everything that an index says, without the numbers that segments give.
pub fn digest(store: &Store) -> Result<String, StoreError> {
    let mut out = format!("{:?} {:?}\n", store.state(), store.counters());
    let lengths = store.lengths()?;
    for (file, record) in store.files()? {
        assert_eq!(store.file_by_path(&record.path)?, Some(file));
        assert_eq!(store.file(file)?, record);
        let _ = writeln!(out, "{record:?} {:?} {:?}", store.header(file)?, store.sites(file)?);
        for (number, stored) in (0..).zip(store.definitions_of(file)?) {
            let id = foreword_index::store::DefinitionId { file, number };
            assert_eq!(store.definition(id)?.as_ref(), Some(&stored));
            let _ = writeln!(out, "{stored:?}");
        }
        for number in 0..record.chunks {
            let id = foreword_index::store::ChunkId { file, number };
            let _ = writeln!(out, "{:?} {:?}", store.chunk(id)?, lengths.of(id));
        }
    }
    for term in ["pars", "item", "token", "self", "read", "parseitem1v1", "v9", "absent"] {
        let mut lines = Vec::new();
        for posting in store.chunk_term(term)? {
            let posting = posting?;
            let path = store.file(posting.chunk.file)?.path;
            lines.push(format!("{path} {} {:?}", posting.chunk.number, posting.frequencies));
        }
        for posting in store.file_term(term)? {
            lines.push(format!("{} {:?}", store.file(posting.file)?.path, posting.frequencies));
        }
        lines.sort_unstable();
        let _ = writeln!(out, "{term} {lines:?}");
    }
    names(store, &mut out)?;
    Ok(out)
}

fn names(store: &Store, out: &mut String) -> Result<(), StoreError> {
    let mut lines = Vec::new();
    for (name, ids) in store.symbol_any_case("outer")?.into_iter().chain(store.symbols_starting("parse", 99)?)
    {
        for id in ids {
            lines.push(format!("{name} {} {}", store.file(id.file)?.path, id.number));
        }
    }
    for (file, call) in store.calls_named("next1", usize::MAX)? {
        lines.push(format!("{} {call:?}", store.file(file)?.path));
    }
    for (file, base) in store.bases_named("Base1", usize::MAX)? {
        lines.push(format!("{} {base:?}", store.file(file)?.path));
    }
    for (file, import) in store.imports_named("Token", usize::MAX)? {
        lines.push(format!("{} {import:?}", store.file(file)?.path));
    }
    lines.sort_unstable();
    let _ = writeln!(out, "{lines:?} {}", store.references_named("Token", usize::MAX)?.len());
    Ok(())
}
