//! Puts a new text in the place of the one that was read, without losing an edit that somebody makes in between.
//!
//! The new file and the old one are exchanged in one step, and what came out is compared with what was read. Where it
//! differs, a client wrote in between: its text goes back to its place, and the caller merges again. A file system that
//! cannot exchange gets the comparison directly before an ordinary rename.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

use foreword_model::clock;
use foreword_model::limits;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use crate::durable::{self, Attributes};
use crate::file::{self, Existing};

/// What became of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is written.
    Written,
    /// Somebody else wrote in between; the file holds their text.
    ChangedMeanwhile,
}

/// Keeps an edit that a newer one overtook while it was out of its place.
pub type KeepOvertaken<'a> = dyn Fn(&[u8]) -> Result<()> + 'a;

/// Puts a text in the place of `existing`, or where nothing is.
pub fn put(
    target: &Path,
    existing: Option<&Existing>,
    bytes: &[u8],
    attributes: Attributes<'_>,
    keep: &KeepOvertaken<'_>,
) -> Result<Outcome> {
    let temporary = durable::temporary_beside(target);
    durable::write_new(&temporary, bytes, attributes)?;
    let swap = Swap { target, temporary: &temporary, keep };
    let outcome = match existing {
        None => swap.appear(),
        Some(existing) => file::snapshot(&temporary).and_then(|ours| swap.replace(existing, &ours)),
    };
    if outcome.is_err() && file_holds(&temporary, bytes) {
        drop(fs::remove_file(&temporary));
    }
    outcome
}

/// Takes away a file that still is what was read.
pub fn remove(target: &Path, existing: &Existing, keep: &KeepOvertaken<'_>) -> Result<Outcome> {
    if !is_same(target, existing) {
        return Ok(Outcome::ChangedMeanwhile);
    }
    let aside = durable::temporary_beside(target);
    match fs::rename(target, &aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Outcome::ChangedMeanwhile),
        renamed => renamed?,
    }
    durable::sync_folder_of(target);
    if stays(&aside, existing) {
        fs::remove_file(&aside)?;
        return Ok(Outcome::Written);
    }
    match move_to_free_name(&aside, target) {
        // Somebody made the file anew: theirs stays, and what came out is kept.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => keep_and_remove(&aside, keep)?,
        moved => moved?,
    }
    Ok(Outcome::ChangedMeanwhile)
}

/// Two names in one folder whose files change places.
struct Swap<'a> {
    target: &'a Path,
    temporary: &'a Path,
    keep: &'a KeepOvertaken<'a>,
}

impl Swap<'_> {
    /// The new file where none was.
    fn appear(&self) -> Result<Outcome> {
        match move_to_free_name(self.temporary, self.target) {
            Ok(()) => {
                durable::sync_folder_of(self.target);
                Ok(Outcome::Written)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.give_way(),
            Err(error) => Err(error),
        }
    }

    /// The new file for the one that was read.
    fn replace(&self, existing: &Existing, ours: &Existing) -> Result<Outcome> {
        if !is_same(self.target, existing) {
            return self.give_way();
        }
        match self.exchange() {
            Ok(()) => {}
            Err(Errno::NOENT) => return self.give_way(),
            Err(error) if is_not_supported(error) => {
                // The comparison above is all that can be had here.
                fs::rename(self.temporary, self.target)?;
                durable::sync_folder_of(self.target);
                return Ok(Outcome::Written);
            }
            Err(error) => return Err(error.into()),
        }
        if is_same(self.temporary, existing) {
            durable::sync_folder_of(self.target);
            // Whoever had the old file open may have written to it since.
            if stays(self.temporary, existing) {
                fs::remove_file(self.temporary)?;
                return Ok(Outcome::Written);
            }
        }
        self.bring_back(ours)
    }

    /// Brings the newest text of somebody else back to its place. What comes out each time must be what was put there; if
    /// it is not, it is newer, and goes back instead.
    fn bring_back(&self, ours: &Existing) -> Result<Outcome> {
        let mut placed = Some(ours.clone());
        for _ in 0..limits::EXCHANGES_BACK {
            // One that cannot be read goes back all the same.
            let newest = file::snapshot(self.temporary).ok();
            match self.exchange() {
                Ok(()) => {}
                // The file was deleted: its last text is kept, and the deletion stands.
                Err(Errno::NOENT) => break,
                Err(error) => return Err(error.into()),
            }
            if placed.is_some_and(|placed| is_same(self.temporary, &placed)) {
                break;
            }
            placed = newest;
        }
        durable::sync_folder_of(self.target);
        match is_same(self.temporary, ours) {
            true => fs::remove_file(self.temporary)?,
            false => keep_and_remove(self.temporary, self.keep)?,
        }
        Ok(Outcome::ChangedMeanwhile)
    }

    /// Nothing was put in place; only our own file is to go.
    fn give_way(&self) -> Result<Outcome> {
        fs::remove_file(self.temporary)?;
        Ok(Outcome::ChangedMeanwhile)
    }

    fn exchange(&self) -> rustix::io::Result<()> {
        renameat_with(CWD, self.temporary, CWD, self.target, RenameFlags::EXCHANGE)
    }
}

/// Renames to a name that must be free.
fn move_to_free_name(from: &Path, to: &Path) -> Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(error) if is_not_supported(error) => {
            fs::hard_link(from, to)?;
            fs::remove_file(from)
        }
        moved => moved.map_err(Error::from),
    }
}

/// Whether the file system or the kernel has no such rename.
fn is_not_supported(error: Errno) -> bool {
    // `PERM` is what some filters of system calls answer; where it is meant, the ordinary rename says it again.
    [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::PERM].contains(&error)
}

fn is_same(path: &Path, existing: &Existing) -> bool {
    file::snapshot(path).is_ok_and(|now| {
        (&now.bytes, now.mode, now.owner) == (&existing.bytes, existing.mode, existing.owner)
    })
}

/// Whether a file that came out is what was read, and stays so. One that was read empty may be in the hand of a program
/// that truncated it and has not written yet: that is given time.
fn stays(path: &Path, existing: &Existing) -> bool {
    let until = clock::now() + Duration::from_millis(limits::HALF_WRITTEN_WAIT_MS);
    while existing.bytes.is_empty() && clock::now() < until && is_same(path, existing) {
        std::thread::sleep(Duration::from_millis(limits::INSTALL_LOCK_POLL_MS));
    }
    is_same(path, existing)
}

fn file_holds(path: &Path, bytes: &[u8]) -> bool {
    file::snapshot(path).is_ok_and(|now| now.bytes == bytes)
}

fn keep_and_remove(path: &Path, keep: &KeepOvertaken<'_>) -> Result<()> {
    keep(&file::snapshot(path)?.bytes)?;
    fs::remove_file(path)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Two texts change places: what stands in the file then, and what is kept.
    fn check(target: Option<&str>, came_out: &str, expected: (Option<&str>, &[&str])) {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, temporary, sample] = ["file", "temporary", "ours"].map(|name| folder.path().join(name));
        let write = |path: &Path, text: &str| fs::write(path, text).expect("written");
        write(&sample, "ours");
        write(&temporary, came_out);
        target.into_iter().for_each(|text| write(&file, text));
        let kept = RefCell::new(Vec::new());
        let keep = |bytes: &[u8]| {
            kept.borrow_mut().push(String::from_utf8_lossy(bytes).into_owned());
            Ok(())
        };
        let swap = Swap { target: &file, temporary: &temporary, keep: &keep };
        let ours = file::snapshot(&sample).expect("ours");
        assert_eq!(swap.bring_back(&ours).expect("brought back"), Outcome::ChangedMeanwhile);
        let now = file::snapshot(&file).ok().map(|now| String::from_utf8_lossy(&now.bytes).into_owned());
        assert_eq!(
            (now.as_deref(), kept.take()),
            (expected.0, expected.1.iter().map(|it| (*it).to_owned()).collect())
        );
        assert!(!temporary.exists());
    }

    #[test]
    fn the_newest_edit_goes_back_to_its_place() {
        check(Some("ours"), "edit", (Some("edit"), &[]));
        check(Some("newer edit"), "edit", (Some("newer edit"), &["edit"]));
        check(None, "edit", (None, &["edit"]));
    }

    #[test]
    fn a_file_is_replaced_only_if_it_is_what_was_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        let keep = |_: &[u8]| Ok(());
        let attributes = Attributes { mode: 0o600, owner: None, like: None };
        let put_over =
            |read: Option<&Existing>| put(&file, read, b"ours", attributes, &keep).expect("an outcome");
        assert_eq!(put_over(None), Outcome::Written);
        assert_eq!(put_over(None), Outcome::ChangedMeanwhile);
        let read = file::snapshot(&file).expect("it");
        fs::write(&file, "edit").expect("written");
        assert_eq!(put_over(Some(&read)), Outcome::ChangedMeanwhile);
        assert_eq!(remove(&file, &read, &keep).expect("an outcome"), Outcome::ChangedMeanwhile);
        let read = file::snapshot(&file).expect("it");
        assert_eq!((read.bytes.as_slice(), put_over(Some(&read))), (b"edit".as_slice(), Outcome::Written));
        let read = file::snapshot(&file).expect("it");
        assert_eq!(remove(&file, &read, &keep).expect("an outcome"), Outcome::Written);
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    }
}
