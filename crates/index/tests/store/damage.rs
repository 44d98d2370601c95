//! A flipped bit or a cut file is found, and never becomes an answer.

use std::fs;
use std::path::Path;

use foreword_index::store::{Store, StoreError, Writer, verify};

use crate::fixture::{ROOT, digest, folder, take_step};

const CASES: usize = 200;

#[test]
#[expect(clippy::disallowed_methods, reason = "the test damages files of its own")]
fn two_hundred_flips_and_cuts_are_found_and_never_answered_from() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    (1..=6).for_each(|number| take_step(&mut writer, number).unwrap());
    // As the manifest says, so that it makes no difference whether it can be read.
    writer.confirm(6).unwrap();
    drop(writer);
    let right = digest(&Store::open(&folder).unwrap()).unwrap();
    assert!(verify(&folder).unwrap().faults.is_empty());
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| fs::metadata(path).unwrap().len() > 0);
    files.sort();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut refused = 0;
    for case in 0..CASES {
        let path = &files[case % files.len()];
        let whole = fs::read(path).unwrap();
        let mut damaged = whole.clone();
        if case % 4 == 0 {
            damaged.truncate(next(whole.len()));
        } else {
            damaged[next(whole.len())] ^= 1 << next(8);
        }
        fs::write(path, &damaged).unwrap();
        let found = verify(&folder).map(|report| report.faults);
        assert!(found.as_ref().is_ok_and(|faults| !faults.is_empty()), "{case} {path:?}: {found:?}");
        match Store::open(&folder).and_then(|store| digest(&store)) {
            Ok(answer) => assert!(answer == right, "{case} {path:?}: a wrong answer"),
            Err(StoreError::Damaged { .. }) => refused += 1,
            Err(error) => panic!("{case} {path:?}: {error}"),
        }
        fs::write(path, &whole).unwrap();
    }
    assert!(refused > CASES / 3, "{refused}");
    assert_eq!(digest(&Store::open(&folder).unwrap()).unwrap(), right);
}

#[test]
fn a_writer_starts_over_where_nothing_can_be_read() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    take_step(&mut Writer::open(&folder, Path::new(ROOT)).unwrap(), 1).unwrap();
    fs::write(folder.join("manifest"), b"fwmanift but not really, only long enough").unwrap();
    let mut writer = Writer::open(&folder, Path::new(ROOT)).unwrap();
    assert!(matches!(writer.started_over(), Some(StoreError::Damaged { .. })));
    assert!(writer.files().unwrap().is_empty());
    take_step(&mut writer, 1).unwrap();
    assert_eq!(Store::open(&folder).unwrap().counters().files, 5);
}
