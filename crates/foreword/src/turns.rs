//! One answer for one prompt: where a client runs two hooks of ours on it, from its settings and from a plugin, the first
//! that has something to say says it, and the other is silent.
//!
//! A claim is an empty file that can be made only once, in the user's state folder. Without that folder both speak.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, SystemTime};

use foreword_model::{limits, run_id};

use crate::settings::{Environment, state_dir};

/// Claims a turn; false if another hook has it already.
pub fn claim(environment: &Environment, turn: &str) -> bool {
    let Some(folder) = state_dir(environment).map(|state| state.join("turns")) else { return true };
    let name = run_id::hash_hex(&[turn], 32);
    let claimed = make(&folder, &name);
    // Now and then is enough, and most prompts do not pay for it.
    if name.starts_with('0') {
        forget_old(&folder);
    }
    claimed
}

fn make(folder: &Path, name: &str) -> bool {
    use std::os::unix::fs::DirBuilderExt;
    let create = || fs::File::create_new(folder.join(name));
    let made = match create() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            drop(fs::DirBuilder::new().recursive(true).mode(0o700).create(folder));
            create()
        }
        made => made,
    };
    !made.is_err_and(|error| error.kind() == ErrorKind::AlreadyExists)
}

fn forget_old(folder: &Path) {
    let Some(oldest) = SystemTime::now().checked_sub(Duration::from_secs(limits::TURN_CLAIM_S)) else {
        return;
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(limits::TURN_CLAIMS_LISTED);
    for entry in entries {
        let is_old =
            entry.metadata().and_then(|metadata| metadata.modified()).is_ok_and(|time| time < oldest);
        if is_old {
            drop(fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_claimed_once_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let turns = folder.path().join("state/turns");
        assert_eq!([make(&turns, "a"), make(&turns, "a"), make(&turns, "b")], [true, false, true]);
        let old = SystemTime::now() - Duration::from_secs(2 * limits::TURN_CLAIM_S);
        let again = fs::File::create(turns.join("a")).expect("the claim");
        again.set_modified(old).expect("a time");
        forget_old(&turns);
        assert_eq!([make(&turns, "a"), make(&turns, "b")], [true, false]);
    }
}
