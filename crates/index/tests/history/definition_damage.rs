//! The definition history: a flipped bit or a cut file is found, and never becomes an answer; what was noted as damaged is
//! dropped and made anew; a writer that stops anywhere leaves the one before or after.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};

use foreword_index::history::{
    DefinitionHistory, History, Update, UpdateOptions, drop_damaged, update_definitions_with,
};
use foreword_index::refresh::Start;
use foreword_index::store::{Disk, Step, StoreError, Writer, folder_for, note_damage, noted_damage, verify};

use crate::fixture::{Bench, definition_file_of, redact};

fn built() -> Option<Bench> {
    let bench = Bench::new()?;
    bench.commit("Add two", &[("a.py", "def a():\n    1\n"), ("b.py", "def b():\n    1\n")]);
    bench.commit("Change the second", &[("b.py", "def b():\n    2\n")]);
    bench.update_definitions();
    Some(bench)
}

/// Everything that it says.
fn digest(folder: &Path, history: &History) -> Result<String, StoreError> {
    let definitions = DefinitionHistory::open(folder)?;
    let mut text = format!("{:?}\n", definitions.summary());
    for commit in 0..history.summary().commits {
        text += &format!("{:?}\n", definitions.changed_in(history, commit)?);
    }
    Ok(text)
}

#[test]
fn every_flipped_bit_and_every_cut_is_found() {
    let Some(bench) = built() else { return };
    let history = bench.history();
    // Beside an index, where `verify` looks.
    let cache = tempfile::tempdir().unwrap();
    let folder = folder_for(cache.path(), bench.repo.path());
    let mut writer = Writer::open(&folder, bench.repo.path()).unwrap();
    writer.begin_rebuild().unwrap();
    drop(writer);
    let whole = bench.definition_bytes();
    fs::write(definition_file_of(&folder), &whole).unwrap();
    assert!(verify(&folder).unwrap().faults.is_empty());
    let right = digest(&folder, &history).unwrap();
    assert!(right.contains("name: \"b\""), "{right}");
    let mut cases: Vec<Vec<u8>> = (0..whole.len()).map(|length| whole[..length].to_vec()).collect();
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        cases.push(flipped);
    }
    for (number, case) in cases.iter().enumerate() {
        fs::write(definition_file_of(&folder), case).unwrap();
        assert!(!verify(&folder).unwrap().faults.is_empty(), "{number}");
        match digest(&folder, &history) {
            Ok(answer) => assert_eq!(answer, right, "{number}"),
            Err(StoreError::Damaged { .. } | StoreError::OtherFormat) => {}
            Err(error) => panic!("{number}: {error}"),
        }
    }
}

#[test]
fn one_that_is_damaged_is_dropped_and_made_anew() {
    let Some(bench) = built() else { return };
    let (file, whole) = (definition_file_of(bench.folder()), bench.definition_bytes());
    let anew = Update::Brought { added: 2, is_anew: true };
    for damaged in [&whole[..whole.len() / 2], b"", b"something else, and long enough to be a footer"] {
        fs::write(&file, damaged).unwrap();
        assert_eq!(bench.update_definitions(), anew);
        assert_eq!(bench.definition_bytes(), whole);
    }
    // One that was noted is gone with the next refresh, whether or not that goes through commits.
    let name = "definition-history".to_owned();
    note_damage(bench.folder(), &[name.clone(), "other".to_owned()]).unwrap();
    drop_damaged(bench.folder()).unwrap();
    assert_eq!((file.exists(), noted_damage(bench.folder())), (false, vec!["other".to_owned()]));
    assert_eq!(bench.update_definitions(), anew);
    note_damage(bench.folder(), &[name]).unwrap();
    assert_eq!(bench.update_definitions(), anew);
    assert_eq!(noted_damage(bench.folder()), ["other"]);
}

/// Refuses every step from one on, as if the process had ended there.
struct Ending {
    left: AtomicI64,
}

impl Disk for Ending {
    fn allow(&self, _: Step) -> io::Result<()> {
        let is_left = self.left.fetch_sub(1, Ordering::SeqCst) > 0;
        if is_left { Ok(()) } else { Err(io::Error::other("ended")) }
    }
}

#[test]
fn a_writer_that_ends_at_any_step_leaves_the_old_or_the_new() {
    let Some(bench) = built() else { return };
    let old = bench.definition_bytes();
    bench.commit("A third", &[("c.py", "def c():\n    1\n")]);
    bench.update();
    let mut ended = 0;
    for steps in 0.. {
        fs::write(definition_file_of(bench.folder()), &old).unwrap();
        let disk = Ending { left: AtomicI64::new(steps) };
        let options =
            UpdateOptions { root: bench.repo.path(), redact: &redact, start: Start::Known, git: &bench.git };
        if update_definitions_with(bench.folder(), &options, &disk).is_ok() {
            break;
        }
        ended += 1;
        assert_eq!(bench.definition_bytes(), old, "{steps}");
        // The next one succeeds, whatever was left lying about.
        assert_eq!(bench.update_definitions(), Update::Brought { added: 1, is_anew: false }, "{steps}");
    }
    assert_eq!(ended, 4, "create, write, sync, rename");
    assert_ne!(bench.definition_bytes(), old);
}
