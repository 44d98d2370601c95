//! A repository becomes an index, and stays one: new, changed, removed and hostile files.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::refresh::{RefreshOptions, Refreshed, Start, refresh};
use foreword_index::store::{Store, Writer, folder_for};

struct Bench {
    repository: tempfile::TempDir,
    cache: tempfile::TempDir,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Self {
        let bench = Self {
            repository: tempfile::tempdir().expect("a folder"),
            cache: tempfile::tempdir().expect("a folder"),
        };
        files.iter().for_each(|(path, text)| bench.file(path, text));
        bench
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.repository.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn refresh(&self, start: Start) -> Refreshed {
        let jail = Jail::open(self.repository.path()).expect("a jail");
        let options = RefreshOptions {
            excludes: &[],
            sensitive: &Sensitive::default(),
            redact: &|text: &str| -> Cow<'_, str> { foreword_guard::redact_prompt(text) },
            start,
            progress: &|_| {},
        };
        refresh(&jail, &folder_for(self.cache.path(), jail.root()), &options).expect("a refresh")
    }

    fn store(&self) -> Store {
        let root = self.repository.path().canonicalize().expect("a root");
        Store::open(&folder_for(self.cache.path(), &root)).expect("an index")
    }

    fn paths(&self) -> Vec<String> {
        self.store().files().expect("files").into_iter().map(|(_, record)| record.path).collect()
    }
}

#[test]
fn files_come_change_and_go() {
    let bench = Bench::new(&[("a.py", "def late_fee():\n    pass\n"), ("b/c.rs", "fn due() {}\n")]);
    let first = bench.refresh(Start::Known);
    assert_eq!((first.indexed, first.removed), (2, 0));
    assert_eq!(bench.paths(), ["a.py", "b/c.rs"]);
    assert_eq!(bench.store().symbol("late_fee").expect("symbols").len(), 1);
    bench.file("a.py", "def early_bonus():\n    pass\n");
    bench.file("d.go", "package d\nfunc Renew() {}\n");
    fs::remove_file(bench.repository.path().join("b/c.rs")).expect("removed");
    let second = bench.refresh(Start::Known);
    assert_eq!((second.removed, bench.paths()), (1, vec!["a.py".to_owned(), "d.go".to_owned()]));
    let store = bench.store();
    assert_eq!(store.symbol("late_fee").expect("symbols").len(), 0);
    assert_eq!(store.symbol("early_bonus").expect("symbols").len(), 1);
    assert!(store.state().is_complete);
}

#[test]
fn a_refresh_that_finds_nothing_leaves_the_manifest_alone() {
    let bench = Bench::new(&[("a.py", "def late_fee():\n    pass\n")]);
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3_600);
    let file = fs::File::options().write(true).open(bench.repository.path().join("a.py")).expect("a file");
    file.set_modified(an_hour_ago).expect("a time");
    bench.refresh(Start::Known);
    let folder = folder_for(bench.cache.path(), &bench.repository.path().canonicalize().expect("a root"));
    let manifest = || fs::read(folder.join("manifest")).expect("a manifest");
    let before = manifest();
    Writer::open(&folder, bench.repository.path()).expect("a writer").confirm(1).expect("a note");
    assert_eq!(bench.store().state().built_at_s, 1, "what is noted counts");
    let nothing = bench.refresh(Start::Known);
    assert_eq!((nothing.indexed, nothing.unchanged), (0, 1));
    assert!(manifest() == before && bench.store().state().built_at_s > 1);
    bench.file("b.py", "");
    bench.refresh(Start::Known);
    assert!(manifest() != before);
    fs::remove_file(folder.join("confirmed")).expect("a note that counts no more");
    assert!(bench.store().state().built_at_s > 1);
}

#[test]
fn a_refresh_from_nothing_gives_the_same_bytes() {
    let files: Vec<(String, String)> =
        (0..40).map(|at| (format!("m{at}.py"), format!("def f{at}():\n    return {at}\n"))).collect();
    let borrowed: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let bench = Bench::new(&borrowed);
    // Within the grain of the clock, a file is read again whatever its time.
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3_600);
    for (path, _) in &files {
        let file = fs::File::options().write(true).open(bench.repository.path().join(path)).expect("a file");
        file.set_modified(an_hour_ago).expect("a time");
    }
    let segment = |bench: &Bench| {
        let root = bench.repository.path().canonicalize().expect("a root");
        let folder = folder_for(bench.cache.path(), &root);
        let named =
            |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("segment"));
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let segments: Vec<_> = entries.filter(|path| named(path)).collect();
        assert_eq!(segments.len(), 1);
        fs::read(&segments[0]).expect("bytes")
    };
    bench.refresh(Start::Empty);
    let first = segment(&bench);
    bench.refresh(Start::Empty);
    assert_eq!(first, segment(&bench));
}

#[test]
fn what_cannot_be_indexed_is_counted_by_reason() {
    let bench =
        Bench::new(&[("a.py", "x = 1\n"), (".env", "SECRET=1\n"), ("b.bin", "\0\0"), ("Cargo.lock", "")]);
    fs::write(bench.repository.path().join("latin.txt"), b"caf\xe9").expect("a file");
    fs::write(bench.repository.path().join("big.txt"), vec![b'a'; 1_100_000]).expect("a file");
    let refreshed = bench.refresh(Start::Known);
    assert_eq!(bench.paths(), ["a.py", "b.bin", "big.txt", "latin.txt"], "what is not read is known by name");
    assert_eq!((refreshed.indexed, bench.store().counters().chunks), (1, 1));
    for reason in ["sensitive", "binary", "not UTF-8", "large", "lock file"] {
        assert_eq!(refreshed.skipped.get(reason), Some(&1), "{reason}: {:?}", refreshed.skipped);
    }
}

#[test]
fn no_secret_is_stored() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let bench = Bench::new(&[("a.py", &format!("# token {token}\ndef client():\n    return '{token}'\n"))]);
    bench.refresh(Start::Known);
    let root = bench.repository.path().canonicalize().expect("a root");
    for entry in fs::read_dir(folder_for(bench.cache.path(), &root)).expect("a folder") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("bytes");
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains(&token.to_lowercase()[4..20]));
    }
}
