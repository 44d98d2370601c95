//! The note that a refresh was asked for, and why it failed: prompts must not start one doomed refresh after another,
//! and someone has to be told.

use std::io::{Read, Write};
use std::path::Path;
use std::time::SystemTime;

use foreword_model::limits;
use rustix::fs::FlockOperation;

use super::StoreError;
use super::disk::{self, Opening};
use super::manifest::is_absent;

const ATTEMPT: &str = "attempt";
/// What stands in the note until the refresh has ended; from the second on with how many in a row have not.
const ASKED: &str = "asked";

/// A refresh that was asked for and has not succeeded since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Seconds since it was asked for, or failed.
    pub age_s: u64,
    /// Why it failed, if it came that far.
    pub reason: Option<String>,
    /// How many in a row were asked for and ended without a word, this one included: killed, or with their machine.
    pub unended: u32,
}

impl Attempt {
    /// Whether another may not be asked for yet. Each that ends without a word doubles the wait.
    pub fn is_recent(&self) -> bool {
        let doublings = self.unended.saturating_sub(1).min(limits::REFRESH_DOUBLINGS);
        self.age_s < limits::REFRESH_RETRY_S << doublings
    }
}

/// The last refresh, if it did not succeed.
pub fn last_attempt(folder: &Path, now: SystemTime) -> Option<Attempt> {
    let mut file = disk::open_existing(&folder.join(ATTEMPT)).ok()?;
    let noted = file.metadata().and_then(|metadata| metadata.modified()).ok()?;
    // A note from a moment ahead is of a prompt that came at the same time; one from further ahead is of a clock
    // that was set back.
    let age_s = now.duration_since(noted).unwrap_or_else(|ahead| ahead.duration()).as_secs();
    let mut text = String::new();
    let read = Read::by_ref(&mut file).take(limits::STORE_TEXT_BYTES as u64).read_to_string(&mut text);
    // On a full disk there is a note, but nothing stands in it: nothing was started.
    if read.is_ok() && text.is_empty() {
        return None;
    }
    let unended = match text.strip_prefix(ASKED) {
        Some("") => Some(1),
        Some(count) => count.trim().parse().ok(),
        None => None,
    };
    let is_reason = read.is_ok() && unended.is_none();
    Some(Attempt { age_s, reason: is_reason.then_some(text), unended: unended.unwrap_or(0) })
}

/// Notes that a refresh is asked for, and says whether nobody else has done so just now: of many prompts at once,
/// one starts it. Fails where an index could not be kept either.
pub fn note_attempt(folder: &Path, root: &Path, now: SystemTime) -> Result<bool, StoreError> {
    if folder.starts_with(root) {
        return Err(StoreError::InsideRepository);
    }
    disk::create_folder(folder)?;
    let path = folder.join(ATTEMPT);
    let mut file =
        disk::open_private(&path, Opening::Kept).map_err(|error| StoreError::io("write", &path, error))?;
    if rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(false);
    }
    let last = last_attempt(folder, now);
    if last.as_ref().is_some_and(Attempt::is_recent) {
        return Ok(false);
    }
    let note = match last.map_or(0, |last| last.unended) {
        0 => ASKED.to_owned(),
        unended => format!("{ASKED} {}", unended.saturating_add(1)),
    };
    file.set_len(0)
        .and_then(|()| file.write_all(note.as_bytes()))
        .map_err(|error| StoreError::io("write", &path, error))?;
    Ok(true)
}

/// Notes why a refresh failed.
pub fn note_failure(folder: &Path, reason: &str) -> Result<(), StoreError> {
    write(folder, reason)
}

/// Forgets the note: a refresh succeeded.
pub fn forget_attempt(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(ATTEMPT);
    match std::fs::remove_file(&path) {
        Err(error) if !is_absent(&error) => Err(StoreError::io("delete", &path, error)),
        _ => Ok(()),
    }
}

fn write(folder: &Path, text: &str) -> Result<(), StoreError> {
    let path = folder.join(ATTEMPT);
    disk::open_private(&path, Opening::Truncated)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| StoreError::io("write", &path, error))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_refresh_that_ends_without_a_word_doubles_the_wait() {
        let cache = tempfile::tempdir().expect("a folder");
        let (folder, root) = (cache.path().join("index"), Path::new("/repository"));
        let now = SystemTime::now();
        let is_asked =
            |after_s| note_attempt(&folder, root, now + Duration::from_secs(after_s)).expect("a note");
        for (after_s, expected) in
            [(0, true), (30, false), (62, true), (62, false), (122, true), (122, false), (242, true)]
        {
            assert_eq!(is_asked(after_s), expected, "after {after_s} s");
        }
        assert_eq!(last_attempt(&folder, now).map(|last| (last.unended, last.reason)), Some((4, None)));
        note_failure(&folder, "disk full").expect("a note");
        assert!(is_asked(62), "what says why it failed is tried again");
        forget_attempt(&folder).expect("forgotten");
        assert!(is_asked(0));
        assert_eq!(last_attempt(&folder, now).map(|last| last.unended), Some(1));
    }
}
