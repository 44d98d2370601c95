//! How much each file is used: computed alike in any order, kept over merges, and never in the way.

use std::fs;
use std::path::{Path, PathBuf};

use foreword_index::static_rank::compute;
use foreword_index::store::{BuildState, Store, Writer, folder_for, verify};

use crate::fixture::{ROOT, batch};

/// A file that all others use, one that only it uses, and one that only a test uses.
fn sources() -> Vec<(String, String)> {
    let mut sources = vec![
        (
            "hub.py".to_owned(),
            "from deep import dig_deeper\n\ndef central_thing():\n    dig_deeper()\n".to_owned(),
        ),
        ("deep.py".to_owned(), "def dig_deeper():\n    pass\n".to_owned()),
        ("lonely.py".to_owned(), "def only_tested():\n    pass\n".to_owned()),
        ("tests/test_lonely.py".to_owned(), "from lonely import only_tested\nonly_tested()\n".to_owned()),
    ];
    for at in 0..20 {
        let text = format!("from hub import central_thing\n\ndef leaf_{at}():\n    central_thing()\n");
        sources.push((format!("leaf{at}.py"), text));
    }
    sources
}

struct Ranked {
    _cache: tempfile::TempDir,
    folder: PathBuf,
    writer: Writer,
}

/// An index of the sources, in commits of so many files, in an order that a number gives.
fn build(files_each: usize, turn: usize) -> Ranked {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder_for(cache.path(), Path::new(ROOT));
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    let mut sources = sources();
    sources.rotate_left(turn);
    for part in sources.chunks(files_each) {
        writer.commit(batch(part), &[], BuildState::default()).unwrap();
        writer.maintain().unwrap();
    }
    Ranked { _cache: cache, folder, writer }
}

fn rank(ranked: &mut Ranked) -> Vec<(String, f32)> {
    let ranks = compute(&Store::open(&ranked.folder).unwrap()).unwrap();
    ranked.writer.set_rank(&ranks).unwrap();
    ranks
}

#[test]
fn what_is_used_ranks_above_what_is_not() {
    let mut ranked = build(100, 0);
    assert!(ranked.writer.is_rank_due());
    assert_eq!(Store::open(&ranked.folder).unwrap().rank_of_path("hub.py"), 1.0);
    rank(&mut ranked);
    assert!(!ranked.writer.is_rank_due());
    let store = Store::open(&ranked.folder).unwrap();
    let of = |path: &str| store.rank(store.file_by_path(path).unwrap().unwrap()).unwrap();
    assert!(of("hub.py") > of("deep.py") && of("deep.py") > of("leaf1.py"));
    assert_eq!(of("lonely.py"), of("tests/test_lonely.py"));
    let mean = sources().iter().map(|(path, _)| of(path)).sum::<f32>() / sources().len() as f32;
    assert!((mean - 1.0).abs() < 1e-4, "{mean}");
    assert_eq!(store.rank_of_path("unknown.py"), 1.0);
}

#[test]
fn order_and_segments_change_no_bit() {
    let whole = rank(&mut build(100, 0));
    for (files_each, turn) in [(100, 7), (3, 0), (1, 5)] {
        let ranks = rank(&mut build(files_each, turn));
        let bits = |ranks: &[(String, f32)]| -> Vec<(String, u32)> {
            ranks.iter().map(|(path, rank)| (path.clone(), rank.to_bits())).collect()
        };
        assert_eq!(bits(&ranks), bits(&whole), "{files_each} {turn}");
    }
}

#[test]
fn it_outlives_merges_and_is_due_after_many_changes() {
    let mut ranked = build(100, 0);
    let before = rank(&mut ranked);
    let mut merges = 0;
    for at in 0..12 {
        let file = (format!("new{at}.py"), format!("def new_{at}():\n    pass\n"));
        ranked.writer.commit(batch(&[file]), &[], BuildState::default()).unwrap();
        merges += usize::from(ranked.writer.maintain().unwrap());
        assert_eq!(ranked.writer.is_rank_due(), at >= 2, "{at}");
    }
    assert!(merges > 0);
    let store = Store::open(&ranked.folder).unwrap();
    for (path, rank) in before {
        assert_eq!(store.rank_of_path(&path), rank, "{path}");
    }
    assert_eq!(store.rank_of_path("new1.py"), 1.0);
    rank(&mut ranked);
    assert_eq!(rank_files(&ranked.folder).len(), 1);
    ranked.writer.begin_rebuild().unwrap();
    assert!(rank_files(&ranked.folder).is_empty() && ranked.writer.is_rank_due());
}

fn rank_files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("rank-")).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test damages a file of its own")]
fn a_damaged_rank_is_found_and_passed_over() {
    let mut ranked = build(100, 0);
    let right = rank(&mut ranked);
    let path = rank_files(&ranked.folder).remove(0);
    let whole = fs::read(&path).unwrap();
    assert!(verify(&ranked.folder).unwrap().faults.is_empty());
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).unwrap();
        let store = Store::open(&ranked.folder).unwrap();
        assert_eq!(store.verify().faults.len(), 1, "byte {at}");
        assert_eq!(store.rank_of_path("hub.py"), 1.0, "byte {at}");
        assert_eq!(store.symbol("central_thing").unwrap().len(), 1);
    }
    for damaged in [&whole[..0], &whole[..whole.len() - 1]] {
        fs::write(&path, damaged).unwrap();
        let store = Store::open(&ranked.folder).unwrap();
        assert_eq!((store.rank_of_path("hub.py"), store.verify().faults.len()), (1.0, 1));
    }
    fs::remove_file(&path).unwrap();
    let store = Store::open(&ranked.folder).unwrap();
    assert_eq!((store.rank_of_path("hub.py"), store.verify().faults.len()), (1.0, 1));
    fs::write(&path, &whole).unwrap();
    let hub = right.iter().find(|(path, _)| path == "hub.py").unwrap().1;
    assert_eq!(Store::open(&ranked.folder).unwrap().rank_of_path("hub.py"), hub);
}
