//! What a look at the disk finds: changed, new and missing files, with clocks that are right or wrong.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and write files of their own"
)]

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::freshness::{CheckOptions, Checked, check};
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::status;
use foreword_index::store::{self, FileRecord, Store, folder_for};
use foreword_index::view::{BackgroundRefresh, IndexView, State};
use foreword_index::walk::content::ContentRules;

const DAY: Duration = Duration::from_secs(86_400);

struct Bench {
    repository: tempfile::TempDir,
    cache: tempfile::TempDir,
    jail: Jail,
}

impl Bench {
    /// A repository that was last changed yesterday, with its index.
    fn new() -> Self {
        let repository = tempfile::tempdir().expect("a folder");
        let jail = Jail::open(repository.path()).expect("a jail");
        let bench = Self { repository, cache: tempfile::tempdir().expect("a folder"), jail };
        for path in ["a.py", "b/c.rs", "b/d/e.go", "b/d/f.go"] {
            bench.file(path, "x\n");
            bench.set_time(path, SystemTime::now() - DAY);
        }
        bench.refresh();
        bench
    }

    /// More files than are looked at in no time.
    fn many_files(&self) {
        for at in 0..600 {
            let path = format!("many/{at:03}.py");
            self.file(&path, "x\n");
            self.set_time(&path, SystemTime::now() - DAY);
        }
        self.refresh();
    }

    fn path(&self, path: &str) -> PathBuf {
        self.repository.path().join(path)
    }

    fn file(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().expect("a parent")).expect("a folder");
        fs::write(self.path(path), text).expect("a file");
    }

    fn set_time(&self, path: &str, time: SystemTime) {
        File::open(self.path(path)).and_then(|file| file.set_modified(time)).expect("a time");
    }

    fn folder(&self) -> PathBuf {
        folder_for(self.cache.path(), self.jail.root())
    }

    fn refresh(&self) {
        let options = RefreshOptions {
            excludes: &["left_out/**".to_owned()],
            sensitive: &Sensitive::default(),
            redact: &|text: &str| -> Cow<'_, str> { foreword_guard::redact_prompt(text) },
            start: Start::Known,
            progress: &|_| {},
        };
        refresh(&self.jail, &self.folder(), &options).expect("a refresh");
    }

    /// Flips a bit in the last block of the segment, before its table of contents.
    fn damage_dictionary(&self) {
        let path = self.folder().join("segment-0000000000000000");
        let mut bytes = fs::read(&path).expect("a segment");
        let footer = bytes.len() - 32;
        let table_offset = u64::from_le_bytes(bytes[footer..footer + 8].try_into().expect("eight bytes"));
        bytes[usize::try_from(table_offset).expect("a length") - 1] ^= 1;
        fs::write(path, bytes).expect("written");
    }

    fn view(&self, refresh: BackgroundRefresh) -> IndexView {
        IndexView::new(Some(self.folder()), refresh, Sensitive::default(), vec!["left_out/**".to_owned()])
    }

    fn check_with(&self, built_at: SystemTime, deadline: Instant) -> Checked {
        let store = Store::open(&self.folder()).expect("an index");
        let known: Vec<FileRecord> =
            store.files().expect("files").into_iter().map(|(_, record)| record).collect();
        let options = CheckOptions {
            content: &Arc::new(ContentRules::new(&self.jail, &["left_out/**".to_owned()])),
            sensitive: &Sensitive::default(),
            built_at_s: built_at.duration_since(UNIX_EPOCH).expect("a time").as_secs(),
            deadline,
        };
        check(&self.jail, &known, &options)
    }

    fn check(&self) -> Checked {
        self.check_with(SystemTime::now(), Instant::now() + Duration::from_secs(60))
    }
}

fn found(checked: &Checked) -> (Vec<&str>, Vec<&str>) {
    let changed = checked.changed.iter().map(|file| file.path.as_str()).collect();
    (changed, checked.removed.iter().map(String::as_str).collect())
}

#[test]
fn what_is_as_it_was_is_fresh() {
    let checked = Bench::new().check();
    assert!(checked.is_fresh());
    assert_eq!((checked.files, checked.of), (4, 4));
}

#[test]
fn changed_new_renamed_and_missing_files_are_found() {
    let bench = Bench::new();
    bench.file("a.py", "y\n");
    bench.file("b/new.rs", "n\n");
    bench.file("new/deep/folder.py", "n\n");
    fs::rename(bench.path("b/d/e.go"), bench.path("b/d/g.go")).expect("renamed");
    fs::remove_file(bench.path("b/d/f.go")).expect("removed");
    let checked = bench.check();
    let (changed, removed) = found(&checked);
    assert_eq!(changed, ["a.py", "b/d/g.go", "b/new.rs", "new/deep/folder.py"]);
    assert_eq!(removed, ["b/d/e.go", "b/d/f.go"]);
    assert!(checked.is_whole() && !checked.is_fresh());
    bench.refresh();
    for path in changed {
        bench.set_time(path, SystemTime::now() - DAY);
    }
    bench.refresh();
    assert!(bench.check().is_fresh());
}

#[test]
fn a_folder_in_place_of_a_file_and_a_file_in_place_of_a_folder_are_found() {
    let bench = Bench::new();
    fs::remove_file(bench.path("a.py")).expect("removed");
    bench.file("a.py/inside.py", "n\n");
    fs::remove_dir_all(bench.path("b/d")).expect("removed");
    bench.file("b/d", "n\n");
    let checked = bench.check();
    let (changed, removed) = found(&checked);
    assert_eq!((changed, removed), (vec!["a.py/inside.py", "b/d"], vec!["a.py", "b/d/e.go", "b/d/f.go"]));
}

#[test]
fn what_is_not_indexed_is_no_difference() {
    let bench = Bench::new();
    bench.file(".gitignore", "*.log\nout/\n");
    bench.set_time(".gitignore", SystemTime::now() - DAY);
    bench.refresh();
    for path in ["x.log", "b/x.log", "out/x.py", "left_out/x.py", "node_modules/x.js", ".env", "Cargo.lock"] {
        bench.file(path, "x\n");
    }
    assert_eq!(found(&bench.check()), (vec![], vec![]));
}

#[test]
fn a_file_of_the_same_size_is_told_by_its_time_and_one_of_the_same_time_by_its_size() {
    let bench = Bench::new();
    bench.file("a.py", "y\n");
    bench.set_time("a.py", SystemTime::now() - 2 * DAY);
    let before = fs::metadata(bench.path("b/c.rs")).and_then(|meta| meta.modified()).expect("a time");
    bench.file("b/c.rs", "longer\n");
    bench.set_time("b/c.rs", before);
    assert_eq!(found(&bench.check()), (vec!["a.py", "b/c.rs"], vec![]));
}

#[test]
fn a_folder_that_pretends_to_be_old_hides_no_new_file() {
    let bench = Bench::new();
    bench.file("b/new.rs", "n\n");
    bench.set_time("b/new.rs", SystemTime::now() - 3_650 * DAY);
    bench.set_time("b", SystemTime::now() - 3_650 * DAY);
    bench.set_time(".", SystemTime::now() - 3_650 * DAY);
    assert_eq!(found(&bench.check()), (vec!["b/new.rs"], vec![]));
}

#[test]
fn a_clock_that_was_wrong_when_the_index_was_built_hides_nothing() {
    let bench = Bench::new();
    bench.file("b/new.rs", "n\n");
    for built_at in [SystemTime::now() + 3_650 * DAY, SystemTime::now() - 3_650 * DAY, UNIX_EPOCH] {
        let checked = bench.check_with(built_at, Instant::now() + Duration::from_secs(60));
        assert_eq!(found(&checked), (vec!["b/new.rs"], vec![]), "{built_at:?}");
    }
}

#[test]
fn without_time_a_small_repository_is_looked_at_whole_and_nothing_is_claimed_of_a_large_one() {
    let bench = Bench::new();
    let late = || bench.check_with(SystemTime::now(), Instant::now());
    assert!(late().is_fresh());
    bench.many_files();
    let checked = late();
    assert_eq!((checked.files, checked.of, checked.is_whole()), (256, 604, false));
    assert!(!checked.is_fresh());
}

#[test]
fn a_file_that_had_just_changed_when_it_was_read_is_read_again() {
    let bench = Bench::new();
    bench.file("a.py", "y\n");
    bench.refresh();
    assert_eq!(found(&bench.check()), (vec!["a.py"], vec![]), "a change in the same tick would not show");
}

#[test]
fn a_view_says_how_the_index_stands() {
    let bench = Bench::new();
    let state = || status::of(&bench.view(BackgroundRefresh::Off), &bench.jail, SystemTime::now());
    assert_eq!((state().state, state().in_words().as_str()), (State::Fresh, "index fresh, 4 files"));
    bench.file("a.py", "y\n");
    assert_eq!(
        (state().state, state().in_words().as_str()),
        (State::Stale, "index stale, 4 files, 1 changed since")
    );
    let lock = File::open(bench.folder().join("lock")).expect("a lock");
    lock.lock().expect("nobody writes");
    assert_eq!(
        (state().state, state().in_words().as_str()),
        (State::Building, "index being refreshed, 4 files")
    );
    drop(lock);
    store::clear(&bench.folder()).expect("cleared");
    assert_eq!(state().state, State::Missing);
}

#[test]
fn a_refresh_is_asked_for_once_and_only_if_something_is_to_be_done() {
    let bench = Bench::new();
    let asks = |refresh: BackgroundRefresh| {
        let view = bench.view(refresh);
        let _ = view.checked(&bench.jail);
        assert_eq!(view.ask_for_refresh(bench.jail.root()), None);
        view.is_refresh_asked()
    };
    assert!(!asks(BackgroundRefresh::Allowed), "it is fresh");
    bench.file("a.py", "y\n");
    assert!(!asks(BackgroundRefresh::Off));
    assert!(asks(BackgroundRefresh::Allowed));
    assert!(!asks(BackgroundRefresh::Allowed), "it was asked for just now");
    store::forget_attempt(&bench.folder()).expect("forgotten");
    assert!(asks(BackgroundRefresh::Allowed));
}

#[test]
fn a_failed_refresh_is_told_once_per_view_and_tried_again_later() {
    let bench = Bench::new();
    bench.file("a.py", "y\n");
    store::note_failure(&bench.folder(), "no room").expect("noted");
    let view = bench.view(BackgroundRefresh::Allowed);
    let _ = view.checked(&bench.jail);
    assert_eq!(view.ask_for_refresh(bench.jail.root()).as_deref(), Some("index not refreshed: no room"));
    assert_eq!((view.ask_for_refresh(bench.jail.root()), view.is_refresh_asked()), (None, false));
    let note = File::open(bench.folder().join("attempt")).expect("a note");
    note.set_modified(SystemTime::now() - DAY).expect("a time");
    let view = bench.view(BackgroundRefresh::Allowed);
    let _ = view.checked(&bench.jail);
    assert_eq!((view.ask_for_refresh(bench.jail.root()), view.is_refresh_asked()), (None, true));
}

#[test]
fn what_is_found_out_later_is_asked_for_as_well() {
    let bench = Bench::new();
    let view = bench.view(BackgroundRefresh::Allowed);
    assert!(view.checked(&bench.jail).is_ok_and(Checked::is_fresh));
    assert_eq!((view.ask_for_refresh(bench.jail.root()), view.is_refresh_asked()), (None, false));
    bench.damage_dictionary();
    assert!(view.store().expect("a store").symbol("x").is_err());
    let said = view.ask_for_refresh(bench.jail.root()).expect("damage is said");
    let expected = "index damaged (segment-0000000000000000): places may be missing; it is being mended";
    assert_eq!((said.as_str(), view.is_refresh_asked()), (expected, true));
    assert_eq!(view.ask_for_refresh(bench.jail.root()), None, "once");
    assert_eq!(view.state(&bench.jail), State::Damaged);
    let later = bench.view(BackgroundRefresh::Allowed);
    assert_eq!(later.state(&bench.jail), State::Damaged, "noted for whoever comes next");
    bench.refresh();
    let mended = bench.view(BackgroundRefresh::Allowed);
    assert_eq!((mended.damage(), mended.state(&bench.jail)), (Vec::new(), State::Fresh));
    assert!(mended.store().expect("a store").verify().faults.is_empty());
}

#[test]
fn a_look_that_was_cut_short_asks_for_no_refresh_of_an_index_of_this_minute() {
    let bench = Bench::new();
    bench.many_files();
    let view = bench.view(BackgroundRefresh::Allowed).with_check_ms(0);
    assert!(view.checked(&bench.jail).is_ok_and(|checked| !checked.is_whole()));
    assert_eq!((view.ask_for_refresh(bench.jail.root()), view.is_refresh_asked()), (None, false));
    assert_eq!(view.state(&bench.jail), State::Stale, "it is not claimed to be fresh either");
}

#[test]
fn ac_005_files_of_a_directory_that_became_another_worktree_are_gone() {
    let bench = Bench::new();
    bench.file(".git/HEAD", "ref: refs/heads/main\n");
    bench.file(".git/worktrees/x/HEAD", "ref: refs/heads/x\n");
    bench.file("b/.git", "gitdir: ../.git/worktrees/x\n");
    assert_eq!(found(&bench.check()).1, ["b/c.rs", "b/d/e.go", "b/d/f.go"]);
}
