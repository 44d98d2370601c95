//! A disk that refuses: the old state stays readable, the error is clear, and the next try succeeds.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use foreword_index::store::{Disk, Step, Store, StoreError, Writer};

use crate::fixture::{ROOT, digest, expected, folder, step_of, take_step};

/// Refuses one step, or every step from one on.
struct Failing {
    left: Arc<AtomicI64>,
    error: i32,
}

const NO_SPACE: i32 = 28;
const READ_ONLY: i32 = 30;

impl Disk for Failing {
    fn allow(&self, _: Step) -> io::Result<()> {
        if self.left.fetch_sub(1, Ordering::SeqCst) > 0 {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(self.error))
        }
    }
}

#[test]
fn a_full_disk_at_any_step_leaves_a_whole_state() {
    let expected = expected();
    let mut failures = 0;
    for steps_max in 0.. {
        let cache = tempfile::tempdir().unwrap();
        let folder = folder(cache.path());
        let left = Arc::new(AtomicI64::new(i64::MAX));
        let disk = Failing { left: Arc::clone(&left), error: NO_SPACE };
        let mut writer = Writer::open_with(&folder, Path::new(ROOT), Box::new(disk)).unwrap();
        (1..=8).for_each(|number| take_step(&mut writer, number).unwrap());
        left.store(steps_max, Ordering::SeqCst);
        let result = take_step(&mut writer, 9);
        let store = Store::open(&folder).unwrap();
        let step = step_of(&store);
        assert_eq!(digest(&store).unwrap(), expected[step as usize - 1], "{steps_max}");
        left.store(i64::MAX, Ordering::SeqCst);
        if result.is_ok() {
            assert_eq!(step, 9);
            break;
        }
        failures += 1;
        assert!(result.unwrap_err().to_string().contains("No space left"), "{steps_max}");
        let leftovers = fs::read_dir(&folder)
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("tmp-"));
        assert_eq!(leftovers.count(), 0, "{steps_max}");
        take_step(&mut writer, 9).unwrap();
        assert_eq!(digest(&Store::open(&folder).unwrap()).unwrap(), expected[8], "{steps_max}");
    }
    assert!(failures >= 8, "{failures}");
}

#[test]
fn a_read_only_folder_is_named() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let disk = Failing { left: Arc::default(), error: READ_ONLY };
    let error = Writer::open_with(&folder, Path::new(ROOT), Box::new(disk)).unwrap_err().to_string();
    assert!(error.contains("Read-only file system") && error.contains("root"), "{error}");
    // Nobody can create anything here, not even root.
    let error = Writer::open(Path::new("/proc/foreword/index"), Path::new(ROOT)).unwrap_err();
    assert!(matches!(error, StoreError::Io { action: "create", .. }), "{error}");
}
