//! What goes in comes out, whatever the order, and secrets do not go in.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use foreword_index::class::FileClass;
use foreword_index::store::{
    BuildState, Builder, ChunkField, FileField, FileMeta, Preparer, Store, Writer, content_hash,
};
use foreword_text::tokens::tokenize;
use proptest::prelude::*;

use crate::fixture::{ROOT, STEPS, Source, batch, digest, expected, folder, plain, take_step};

fn store_of(sources: &[Source]) -> (tempfile::TempDir, Store) {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    Writer::open(&folder, Path::new(ROOT))
        .unwrap()
        .commit(batch(sources), &[], BuildState::default())
        .unwrap();
    let store = Store::open(&folder).unwrap();
    (cache, store)
}

#[test]
fn every_fact_comes_back() {
    let sources: Vec<Source> = (0..20).map(|number| Source::new(number, 1)).collect();
    let (_cache, store) = store_of(&sources);
    for source in &sources {
        let file = store.file_by_path(&source.path).unwrap().unwrap();
        let record = store.file(file).unwrap();
        assert_eq!(record.hash, content_hash(source.text.as_bytes()));
        assert_eq!((record.size, record.class), (source.text.len() as u64, FileClass::Code));
        let definitions = store.definitions_of(file).unwrap();
        let facts: Vec<_> = definitions.iter().map(|stored| stored.definition.clone()).collect();
        assert_eq!(facts, source.facts.definitions);
        assert_eq!(definitions[1].doc_text, "/// Reads one item.");
        let sites = store.sites(file).unwrap();
        assert_eq!(sites.calls, source.facts.calls);
        assert_eq!(sites.references, source.facts.references);
        assert_eq!(sites.imports, source.facts.imports);
        assert_eq!(sites.bases, source.facts.bases);
        for (number, chunk) in (0..).zip(&source.facts.chunks) {
            let id = foreword_index::store::ChunkId { file, number };
            assert_eq!(store.chunk(id).unwrap().as_ref(), Some(chunk));
        }
    }
    assert_eq!(store.file_by_path("src/none.rs").unwrap(), None);
}

#[test]
fn terms_are_counted_by_field() {
    let (_cache, store) = store_of(&[Source::new(1, 1)]);
    let lengths = store.lengths().unwrap();
    let postings: Vec<_> = store.chunk_term("item1").unwrap().map(Result::unwrap).collect();
    assert_eq!(postings.len(), 1);
    let found = postings[0];
    // The chunk's lines hold the name once more.
    assert_eq!(found.frequencies[ChunkField::Name as usize], 1);
    assert_eq!(found.frequencies[ChunkField::Signature as usize], 1);
    assert_eq!(found.frequencies[ChunkField::Body as usize], 1);
    assert_eq!(lengths.of(found.chunk)[ChunkField::Container as usize], 1);
    let doc: Vec<_> = store.chunk_term("read").unwrap().map(Result::unwrap).collect();
    assert!(doc.iter().all(|posting| posting.frequencies[ChunkField::Doc as usize] == 1));
    let stem = store.file_term("file").unwrap();
    assert_eq!(stem[0].frequencies[FileField::Stem as usize], 1);
    let header = store.file_term("header").unwrap();
    assert_eq!(header[0].frequencies[FileField::Header as usize], 1);
    let statistics = store.statistics();
    assert_eq!((statistics.files, statistics.chunks), (1, 5));
    assert!(statistics.words_mean[ChunkField::Body as usize] > 1.0);
}

#[test]
fn steps_and_merges_say_what_one_build_says() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    for (number, right) in (1..=STEPS).zip(expected()) {
        take_step(&mut writer, number).unwrap();
        assert_eq!(digest(&Store::open(&folder).unwrap()).unwrap(), right, "step {number}");
    }
    let segments = fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("segment-"));
    assert!(segments.count() <= 9);
    assert_eq!(writer.files().unwrap().len() as u64, Store::open(&folder).unwrap().counters().files);
}

#[test]
fn secrets_are_not_stored() {
    let mut source = Source::new(1, 1);
    source.text.push_str("let password = \"hunter2hunter2\";\n");
    source.facts.definitions[0].signature = "fn hunter2hunter2()".into();
    let redact = |text: &str| text.replace("hunter2hunter2", "<redacted>");
    let redactor = |text: &str| -> Cow<'static, str> { Cow::Owned(redact(text)) };
    fn typed<F: for<'t> Fn(&'t str) -> Cow<'t, str> + Sync>(redactor: F) -> F {
        redactor
    }
    let redactor =
        typed(move |text| if text.contains("hunter2") { redactor(text) } else { Cow::Borrowed(text) });
    let mut preparer = Preparer::new(&redactor);
    let mut builder = Builder::new();
    builder.add(source.prepare(&mut preparer));
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    Writer::open(&folder, Path::new(ROOT)).unwrap().commit(builder, &[], BuildState::default()).unwrap();
    let store = Store::open(&folder).unwrap();
    for term in tokenize("hunter2hunter2") {
        assert_eq!(store.chunk_term(&term).unwrap().count(), 0);
    }
    assert!(!digest(&store).unwrap().contains("hunter2"));
}

#[test]
fn odd_files_are_stored() {
    let mut preparer = Preparer::new(&plain);
    let mut builder = Builder::new();
    let mut facts = Source::new(1, 1).facts;
    // Facts that are wrong about the text must not harm.
    facts.definitions[0].doc = Some((7, u32::MAX));
    facts.definitions[1].container = Some(1);
    facts.chunks.push(foreword_index::facts::Chunk {
        definition: Some(999),
        start_line: 9,
        end_line: u32::MAX,
    });
    let long_line = "word ".repeat(100_000);
    for (path, text) in
        [("empty", ""), ("lines", "\n\n\n"), ("unicode ü 名.rs", "名前 = ß"), ("long", &long_line)]
    {
        let meta =
            FileMeta { size: 0, modified_ns: -1, hash: 0, language: None, class: FileClass::Doc, header: "" };
        builder.add(preparer.prepare(path, &meta, text, &facts));
    }
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    Writer::open(&folder, Path::new(ROOT)).unwrap().commit(builder, &[], BuildState::default()).unwrap();
    let store = Store::open(&folder).unwrap();
    let lines: Vec<_> = store.files().unwrap().into_iter().map(|(_, file)| (file.path, file.lines)).collect();
    let expected = [("empty", 0), ("lines", 3), ("long", 1), ("unicode ü 名.rs", 1)];
    assert_eq!(lines, expected.map(|(path, count)| (path.to_owned(), count)));
    digest(&store).unwrap();
}

#[expect(clippy::disallowed_methods, reason = "the test reads files of its own")]
fn bytes_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_order_of_arrival_changes_no_byte(order in Just((0..20_u64).collect::<Vec<_>>()).prop_shuffle()) {
        let build = |order: &[u64]| {
            let cache = tempfile::tempdir().unwrap();
            let folder = folder(cache.path());
            let sources: Vec<Source> = order.iter().map(|number| Source::new(*number, 1)).collect();
            let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
            writer.commit(batch(&sources), &[], BuildState::default()).unwrap();
            bytes_of(&folder)
        };
        let sorted: Vec<u64> = (0..20).collect();
        prop_assert_eq!(build(&order), build(&sorted));
    }
}
