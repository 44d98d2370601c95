//! A flipped bit or a cut file is found, and never becomes an answer; a writer that stops anywhere leaves the history
//! before or after.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};

use foreword_index::history::{History, Update, UpdateOptions, update_with};
use foreword_index::refresh::Start;
use foreword_index::store::{Disk, Step, StoreError, Writer, folder_for, verify};

use crate::fixture::{Bench, file_bytes, file_of, redact};

/// Everything that a history says.
fn digest(folder: &Path) -> Result<String, StoreError> {
    let history = History::open(folder)?;
    let mut text = format!("{:?}\n{:?}\n", history.summary(), history.commits()?);
    for commit in 0..history.summary().commits {
        text +=
            &format!("{} {} {:?}\n", history.id(commit)?, history.message(commit)?, history.changes(commit)?);
    }
    for term in ["add", "second", "fix", "third"] {
        text += &format!("{term} {:?}\n", history.term(term)?);
    }
    text += &format!("{:?}\n{:?}\n", history.churn(0)?, history.together_with("a.py", 10)?);
    Ok(text)
}

fn built() -> Option<Bench> {
    let bench = Bench::new()?;
    bench.commit("Add two", &[("a.py", "a\n"), ("b.py", "b\n")]);
    bench.commit("Fix the second", &[("b.py", "b 2\n"), ("a.py", "a 2\n")]);
    bench.update();
    Some(bench)
}

#[test]
fn every_flipped_bit_and_every_cut_is_found() {
    let Some(bench) = built() else { return };
    // Beside an index, where `verify` looks.
    let cache = tempfile::tempdir().unwrap();
    let folder = folder_for(cache.path(), bench.repo.path());
    let mut writer = Writer::open(&folder, bench.repo.path()).unwrap();
    writer.begin_rebuild().unwrap();
    drop(writer);
    fs::copy(file_of(bench.folder()), file_of(&folder)).unwrap();
    assert!(verify(&folder).unwrap().faults.is_empty());
    let (whole, right) = (file_bytes(&folder), digest(&folder).unwrap());
    let mut cases: Vec<Vec<u8>> = (0..whole.len()).map(|length| whole[..length].to_vec()).collect();
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        cases.push(flipped);
    }
    for (number, case) in cases.iter().enumerate() {
        fs::write(file_of(&folder), case).unwrap();
        assert!(!verify(&folder).unwrap().faults.is_empty(), "{number}");
        match digest(&folder) {
            Ok(answer) => assert_eq!(answer, right, "{number}"),
            Err(StoreError::Damaged { .. } | StoreError::OtherFormat) => {}
            Err(error) => panic!("{number}: {error}"),
        }
    }
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
    let old = digest(bench.folder()).unwrap();
    let old_bytes = bench.bytes();
    bench.commit("A third", &[("c.py", "c\n")]);
    let mut ended = 0;
    for steps in 0.. {
        fs::write(file_of(bench.folder()), &old_bytes).unwrap();
        let disk = Ending { left: AtomicI64::new(steps) };
        let options =
            UpdateOptions { root: bench.repo.path(), redact: &redact, start: Start::Known, git: &bench.git };
        let updated = update_with(bench.folder(), &options, &disk);
        if updated.is_ok() {
            break;
        }
        ended += 1;
        assert_eq!(digest(bench.folder()).unwrap(), old, "{steps}");
        // The next one succeeds, whatever was left lying about.
        assert_eq!(bench.update(), Update::Brought { added: 1, is_anew: false }, "{steps}");
        assert_eq!(bench.bytes(), bench.bytes_anew(), "{steps}");
    }
    assert_eq!(ended, 4, "create, write, sync, rename");
    assert_ne!(digest(bench.folder()).unwrap(), old);
}

#[test]
fn an_open_history_stays_what_it_was() {
    let Some(bench) = built() else { return };
    let open = bench.history();
    bench.commit("A third", &[("c.py", "c\n")]);
    bench.update();
    assert_eq!(open.message(0).unwrap(), "Fix the second");
    assert_eq!(bench.history().message(0).unwrap(), "A third");
}
