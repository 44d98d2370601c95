//! A writer that is killed anywhere leaves the state before or after the step it was at.

use std::env;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foreword_index::store::{Disk, Step, Store, StoreError, Writer, clear};

use crate::fixture::{ROOT, STEPS, digest, expected, folder, step_of, take_step};

const FOLDER_VARIABLE: &str = "FOREWORD_TEST_STORE_FOLDER";
const KILLS: usize = 50;
/// Written after every commit; the test harness prints no such letter.
const COMMITTED: u8 = b'#';

/// Writes a byte before every step, so that the parent knows how far this process has come.
struct Telling;

impl Disk for Telling {
    fn allow(&self, _: Step) -> io::Result<()> {
        tell(b'.')
    }
}

fn tell(byte: u8) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(&[byte])?;
    out.flush()
}

/// Takes the steps that are left. The other test runs this one in a process of its own and kills it.
#[test]
fn an_unhindered_plan_ends_in_its_last_state() {
    let cache = tempfile::tempdir().unwrap();
    let folder = env::var_os(FOLDER_VARIABLE).map_or_else(|| folder(cache.path()), PathBuf::from);
    let mut writer = Writer::open_with(&folder, Path::new(ROOT), Box::new(Telling)).unwrap();
    let done = Store::open(&folder).map_or(0, |store| step_of(&store));
    for number in done + 1..=STEPS {
        take_step(&mut writer, number).unwrap();
        tell(COMMITTED).unwrap();
    }
    let store = Store::open(&folder).unwrap();
    assert_eq!(digest(&store).unwrap(), expected().pop().unwrap());
}

#[test]
fn fifty_kills_leave_the_old_state_or_the_new() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    let expected = expected();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut states_seen = std::collections::BTreeSet::new();
    let mut at_least = 0;
    for _ in 0..KILLS {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        at_least += kill_after(&folder, 40 + random % 150);
        let done = match Store::open(&folder) {
            Ok(store) => {
                let done = step_of(&store);
                assert_eq!(digest(&store).unwrap(), expected[done as usize - 1]);
                let report = store.verify();
                assert!(report.faults.is_empty(), "{report:?}");
                done
            }
            Err(StoreError::Missing) => 0,
            Err(error) => panic!("{error}"),
        };
        assert!(done >= at_least, "a step that was done is lost");
        states_seen.insert(done);
        at_least = done;
        if done == STEPS {
            clear(&folder).unwrap();
            at_least = 0;
        }
    }
    assert!(states_seen.len() > 3, "{states_seen:?}");
}

/// Runs the plan on in another process and kills it after so many bytes of progress; returns the commits
/// that it told of.
#[expect(clippy::disallowed_methods, reason = "the test runs itself again")]
fn kill_after(folder: &Path, bytes_max: u64) -> u64 {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kills::an_unhindered_plan_ends_in_its_last_state", "--nocapture"])
        .env(FOLDER_VARIABLE, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut progress = Vec::new();
    child.stdout.take().unwrap().take(bytes_max).read_to_end(&mut progress).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    progress.iter().filter(|byte| **byte == COMMITTED).count() as u64
}
