//! Readers do not wait for a writer and see whole states only.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use foreword_index::store::{Store, StoreError, Writer};

use crate::fixture::{ROOT, STEPS, digest, expected, folder, step_of, take_step};

const READERS: usize = 32;

#[test]
fn thirty_two_readers_see_whole_states_while_a_writer_works() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let expected = expected();
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    take_step(&mut writer, 1).unwrap();
    let is_done = AtomicBool::new(false);
    let reads = AtomicU64::new(0);
    thread::scope(|scope| {
        let mut readers = Vec::new();
        for _ in 0..READERS {
            readers.push(scope.spawn(|| {
                let mut last = 0;
                loop {
                    let is_last = is_done.load(Ordering::SeqCst);
                    let store = Store::open(&folder).unwrap();
                    let step = step_of(&store);
                    assert!(step >= last, "a reader went back");
                    last = step;
                    assert_eq!(digest(&store).unwrap(), expected[step as usize - 1]);
                    reads.fetch_add(1, Ordering::SeqCst);
                    if is_last {
                        assert_eq!(step, STEPS);
                        break;
                    }
                }
            }));
        }
        // The writer goes on only once somebody has read, so that both overlap.
        for number in 2..=STEPS {
            let before = reads.load(Ordering::SeqCst);
            take_step(&mut writer, number).unwrap();
            // Readers that have failed end the wait, and the scope then reports them.
            let may_read = || readers.iter().any(|reader| !reader.is_finished());
            while reads.load(Ordering::SeqCst) < before + 4 && may_read() {
                thread::yield_now();
            }
        }
        is_done.store(true, Ordering::SeqCst);
    });
    assert!(reads.load(Ordering::SeqCst) >= READERS as u64);
}

#[test]
fn an_open_store_outlives_the_files_it_reads() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    take_step(&mut writer, 1).unwrap();
    let store = Store::open(&folder).unwrap();
    (2..=STEPS).for_each(|number| take_step(&mut writer, number).unwrap());
    assert_eq!(digest(&store).unwrap(), expected()[0]);
}

#[test]
fn a_second_writer_is_told_that_there_is_one() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let first = Writer::open(&folder, Path::new(ROOT)).unwrap();
    assert!(matches!(Writer::open(&folder, Path::new(ROOT)), Err(StoreError::Busy)));
    assert!(matches!(foreword_index::store::clear(&folder), Err(StoreError::Busy)));
    drop(first);
    assert!(Writer::open(&folder, Path::new(ROOT)).is_ok());
}
