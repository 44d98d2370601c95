//! A repository of a few lines as an index, and questions about it as text.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use foreword_index::facts::CallSite;
use foreword_index::resolve::{Edges, FileEdge, Resolution, Resolver, Target};
use foreword_index::store::{
    BuildState, Builder, DefinitionId, FileId, FileMeta, Preparer, Store, Writer, content_hash, folder_for,
};
use foreword_index::{class, facts, language};
use foreword_model::clock;

pub const ROOT: &str = "/a/repository/that/is/not/there";
/// Before the path of a file in a fixture.
const FILE: &str = "--- ";
/// Before what the calls on a line mean.
const MARK: &str = "~ ";

/// An index in a folder of its own.
pub struct Index {
    _cache: tempfile::TempDir,
    pub store: Store,
}

/// The files of a repository that is written as one text.
pub fn files(repository: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in repository.lines() {
        match (line.strip_prefix(FILE), files.last_mut()) {
            (Some(path), _) => files.push((path.to_owned(), String::new())),
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => assert!(line.is_empty(), "before the first file: {line}"),
        }
    }
    files
}

pub fn batch(files: &[(String, String)]) -> Builder {
    let plain: &(dyn for<'t> Fn(&'t str) -> Cow<'t, str> + Sync) = &|text| Cow::Borrowed(text);
    let mut preparer = Preparer::new(plain);
    let mut builder = Builder::new();
    for (path, text) in files {
        let language = language::of_path(path);
        let found = facts::extract(text, language, clock::now() + Duration::from_secs(20));
        let meta = FileMeta {
            size: text.len() as u64,
            modified_ns: 1,
            hash: content_hash(text.as_bytes()),
            language: language.map(|language| language.name),
            class: class::of_path(path, language),
            header: "",
        };
        builder.add(preparer.prepare(path, &meta, text, &found));
    }
    builder
}

pub fn index(files: &[(String, String)]) -> Index {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder_for(cache.path(), Path::new(ROOT));
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    writer.commit(batch(files), &[], BuildState::default()).unwrap();
    let store = Store::open(&folder).unwrap();
    Index { _cache: cache, store }
}

/// Compares what calls mean with what stands behind them: `~ name => path Type.name, how`, more after `;`.
#[track_caller]
pub fn check_calls(repository: &str) {
    let files = files(repository);
    let index = index(&files);
    let resolver = Resolver::new(&index.store);
    let mut checked = 0;
    for (path, text) in &files {
        let file = index.store.file_by_path(path).unwrap().unwrap();
        let calls = index.store.sites(file).unwrap().calls;
        for (line, (_, expected)) in
            (1..).zip(text.lines()).filter_map(|(at, line)| Some((at, line.split_once(MARK)?)))
        {
            for answer in expected.split(';') {
                let (name, expected) = answer.split_once(" => ").unwrap();
                let name = name.trim();
                let call = calls.iter().find(|call| call.line == line && call.name == name);
                let Some(call) = call else { panic!("no call of {name} at {path}:{line}: {calls:?}") };
                assert_eq!(
                    show_call(&index.store, &resolver, file, call),
                    expected.trim(),
                    "{path}:{line} {name}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "a fixture that asks nothing");
}

/// Asks about a definition (`callers path Type.name`, `callees`, `references`, `bases`, `derived`) or a file
/// (`imports path`, `importers`), and compares the answer as text.
#[track_caller]
pub fn check(repository: &str, question: &str, expected: &[&str]) {
    let index = index(&files(repository));
    let (store, resolver) = (&index.store, Resolver::new(&index.store));
    let (verb, of) = question.split_once(' ').unwrap();
    let mut answer = match (verb, of.split_once(' ')) {
        ("imports", None) => show_files(store, &resolver.imports_of(file(store, of)).unwrap()),
        ("importers", None) => show_files(store, &resolver.importers_of(file(store, of)).unwrap()),
        (verb, Some((path, name))) => {
            let definition = definition(store, path, name);
            let edges = match verb {
                "callers" => resolver.callers_of(definition),
                "callees" => resolver.callees_of(definition),
                "references" => resolver.references_to(definition),
                "bases" => resolver.bases_of(definition),
                "derived" => resolver.derived_of(definition),
                other => panic!("no question: {other}"),
            };
            show_edges(store, &edges.unwrap())
        }
        _ => panic!("no question: {question}"),
    };
    answer.sort_unstable();
    assert_eq!(answer, expected, "{question}");
}

fn show_call(store: &Store, resolver: &Resolver<'_>, file: FileId, call: &CallSite) -> String {
    match resolver.resolve_call(file, call).unwrap() {
        Resolution::Outside => "outside".to_owned(),
        Resolution::Unknown => "unknown".to_owned(),
        Resolution::Found(found) => {
            assert!(found.confidence > 0.0 && found.confidence <= 1.0, "{found:?}");
            format!("{}, {}", show_target(store, &found.to), found.how.name())
        }
    }
}

fn show_target(store: &Store, target: &Target) -> String {
    target.definitions().iter().map(|id| show_definition(store, *id)).collect::<Vec<_>>().join(" | ")
}

fn show_definition(store: &Store, id: DefinitionId) -> String {
    format!("{} {}", store.file(id.file).unwrap().path, qualified(store, id))
}

/// A definition's name behind that of its type.
fn qualified(store: &Store, id: DefinitionId) -> String {
    let all = store.heads_of(id.file).unwrap();
    let definition = &all[id.number as usize];
    let container = definition.container.map(|number| all[number as usize].name.as_str());
    match definition.receiver.as_deref().or(container) {
        Some(owner) => format!("{owner}.{}", definition.name),
        None => definition.name.clone(),
    }
}

fn show_edges(store: &Store, edges: &Edges) -> Vec<String> {
    let show = |edge: &foreword_index::resolve::Edge| {
        let from = edge.from.map_or_else(String::new, |from| format!(" {}", qualified(store, from)));
        format!("{}{from} > {}, {}", path(store, edge.file), show_target(store, &edge.to), edge.how.name())
    };
    edges.list.iter().map(show).collect()
}

fn show_files(store: &Store, edges: &[FileEdge]) -> Vec<String> {
    edges.iter().map(|edge| format!("{} > {}", path(store, edge.from), path(store, edge.to))).collect()
}

fn path(store: &Store, file: FileId) -> String {
    store.file(file).unwrap().path
}

fn file(store: &Store, path: &str) -> FileId {
    store.file_by_path(path).unwrap().unwrap()
}

fn definition(store: &Store, path: &str, name: &str) -> DefinitionId {
    let file = file(store, path);
    let count = store.heads_of(file).unwrap().len() as u32;
    let all = (0..count).map(|number| DefinitionId { file, number });
    all.into_iter().find(|id| qualified(store, *id) == name).unwrap()
}
