//! An index that is built anew or mended: readers have the old one until the new one is whole, and so does who comes after
//! a writer that failed or was killed.

#![expect(clippy::disallowed_methods, reason = "files of the index that the test itself made")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use foreword_index::store::{BuildState, Disk, Step, Store, StoreError, Writer, note_damage, noted_damage};

use crate::fixture::{ROOT, Source, batch, digest, folder, state};

const SOURCES: u64 = 12;

fn complete(step: u64) -> BuildState {
    BuildState { is_complete: true, ..state(step) }
}

fn sources(version: u64) -> Vec<Source> {
    (0..SOURCES).map(|number| Source::new(number, version)).collect()
}

/// An index of two segments.
fn build(folder: &Path) -> String {
    let mut writer = Writer::open(folder, Path::new(ROOT)).unwrap();
    let (first, second) = (sources(1), sources(1));
    writer.commit(batch(&first[..5]), &[], state(1)).unwrap();
    writer.commit(batch(&second[5..]), &[], complete(1)).unwrap();
    writer.set_rank(&[(first[0].path.clone(), 2.0)]).unwrap();
    digest(&Store::open(folder).unwrap()).unwrap()
}

/// Builds the second version in two batches beside the first.
fn rebuild(writer: &mut Writer) -> Result<bool, StoreError> {
    let sources = sources(2);
    writer.begin_rebuild()?;
    writer.commit(batch(&sources[..7]), &[], state(2))?;
    writer.maintain()?;
    writer.commit(batch(&sources[7..]), &[], complete(2))?;
    writer.set_rank(&[(sources[1].path.clone(), 2.0)])?;
    writer.finish()
}

/// Looks at the index before every step and refuses the one of a number.
struct Watching {
    folder: PathBuf,
    old: String,
    steps: Arc<AtomicUsize>,
    refused: usize,
    /// Steps before which a reader did not have the old index.
    others: Arc<AtomicUsize>,
}

impl Disk for Watching {
    fn allow(&self, _: Step) -> io::Result<()> {
        let store = Store::open(&self.folder).unwrap();
        assert!(store.state().is_complete, "a reader has a whole index at every moment");
        if digest(&store).unwrap() != self.old {
            self.others.fetch_add(1, Ordering::SeqCst);
        }
        match self.steps.fetch_add(1, Ordering::SeqCst) == self.refused {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

/// Rebuilds with a disk that refuses one step; the answers before, and how many steps there were.
fn rebuild_refusing(folder: &Path, refused: usize) -> (Result<bool, StoreError>, String, usize, usize) {
    let old = build(folder);
    let (steps, others) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let disk = Watching {
        folder: folder.to_owned(),
        old: old.clone(),
        steps: Arc::clone(&steps),
        refused,
        others: Arc::clone(&others),
    };
    let mut writer = Writer::open_with(folder, Path::new(ROOT), Box::new(disk)).unwrap();
    let ended = rebuild(&mut writer);
    drop(writer);
    (ended, old, steps.load(Ordering::SeqCst), others.load(Ordering::SeqCst))
}

fn segments(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with("segment-")).count()
}

#[test]
fn a_reader_has_the_old_index_at_every_step_of_a_rebuild() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let (ended, old, steps, others) = rebuild_refusing(&folder, usize::MAX);
    assert!(ended.unwrap());
    let new = digest(&Store::open(&folder).unwrap()).unwrap();
    assert_ne!(old, new);
    // After the one rename that counts there is its sync, and the old files go.
    assert!(steps > 15 && others <= 5, "{others} of {steps}");
    assert_eq!(segments(&folder), 2, "the old segments are gone");
}

#[test]
fn a_rebuild_that_fails_anywhere_leaves_the_old_index_or_the_new() {
    let mut failures = 0;
    for refused in 0.. {
        let cache = tempfile::tempdir().unwrap();
        let folder = folder(cache.path());
        let (ended, old, steps, _) = rebuild_refusing(&folder, refused);
        if steps <= refused {
            break;
        }
        failures += usize::from(ended.is_err());
        let left = Store::open(&folder).unwrap();
        assert!(left.state().is_complete && left.verify().faults.is_empty(), "step {refused}");
        if ended.is_err() && left.state().built_at_s == 1 {
            assert_eq!(digest(&left).unwrap(), old, "step {refused}");
        }
        // The next writer clears up and can do it.
        let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
        assert!(rebuild(&mut writer).unwrap(), "step {refused}");
        assert_eq!(segments(&folder), 2, "step {refused}");
    }
    assert!(failures > 10, "{failures}");
}

#[test]
fn what_did_not_become_whole_does_not_replace_what_is() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let old = build(&folder);
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    writer.begin_rebuild().unwrap();
    writer.commit(batch(&sources(2)[..3]), &[], state(2)).unwrap();
    assert!(!writer.finish().unwrap());
    assert_eq!(digest(&Store::open(&folder).unwrap()).unwrap(), old);
    assert_eq!(segments(&folder), 2);
}

/// Where the blocks of a segment begin: each has 16 bytes before its content, and they lie side by side.
fn blocks(bytes: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let end = number(bytes.len() - 32);
    let mut found = Vec::new();
    let mut at = 0;
    while at < end {
        found.push(at);
        at += 16 + number(at);
    }
    found
}

/// Brings an index up to date as a refresh does: what is not known is read again.
fn mend(folder: &Path) {
    let mut writer = Writer::open(folder, Path::new(ROOT)).unwrap();
    writer.begin_repair(None).unwrap();
    let known = writer.files().unwrap();
    let mut lost = sources(1);
    lost.retain(|source| known.iter().all(|record| record.path != source.path));
    assert!(lost.len() < SOURCES as usize, "only what is damaged is read again");
    writer.commit(batch(&lost), &[], complete(1)).unwrap();
    if writer.is_rank_due() {
        writer.set_rank(&[(sources(1)[0].path.clone(), 2.0)]).unwrap();
    }
    assert!(writer.finish().unwrap());
}

#[test]
fn every_kind_of_block_that_is_damaged_is_noticed_and_mended() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let right = build(&folder);
    let first = folder.join("segment-0000000000000000");
    let kinds = blocks(&fs::read(&first).unwrap()).len();
    assert!(kinds >= 8, "{kinds} blocks");
    for number in 0..kinds {
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(build(&folder), right);
        let mut bytes = fs::read(&first).unwrap();
        let at = blocks(&bytes)[number] + 16;
        bytes[at] ^= 1;
        fs::write(&first, &bytes).unwrap();
        let store = Store::open(&folder).unwrap();
        assert!(store.found_damaged().is_empty(), "block {number}: nothing was read yet");
        // Whether or not an error reaches anybody: what was read is known to be damaged.
        let _ = digest(&store);
        assert_eq!(store.found_damaged(), ["segment-0000000000000000"], "block {number}");
        note_damage(&folder, &store.found_damaged()).unwrap();
        mend(&folder);
        assert!(noted_damage(&folder).is_empty(), "block {number}");
        let mended = Store::open(&folder).unwrap();
        assert!(mended.verify().faults.is_empty(), "block {number}");
        assert_eq!(digest(&mended).unwrap(), right, "block {number}");
    }
}

#[test]
fn a_damaged_rank_is_noticed_and_computed_again() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    build(&folder);
    let rank = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let rank = rank.into_iter().find(|path| path.to_string_lossy().contains("rank-")).unwrap();
    let mut bytes = fs::read(&rank).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&rank, bytes).unwrap();
    let store = Store::open(&folder).unwrap();
    store.rank_of_path(&sources(1)[0].path);
    let name = rank.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(store.found_damaged(), [name]);
    note_damage(&folder, &store.found_damaged()).unwrap();
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    writer.begin_repair(None).unwrap();
    assert!(writer.is_rank_due());
    assert_eq!(writer.files().unwrap().len(), SOURCES as usize, "no file is read again for it");
    writer.set_rank(&[(sources(1)[0].path.clone(), 2.0)]).unwrap();
    assert!(writer.finish().unwrap());
    let mended = Store::open(&folder).unwrap();
    assert!(mended.verify().faults.is_empty());
    assert_eq!(mended.rank_of_path(&sources(1)[0].path), 2.0);
}
