//! Who reads and parses the files of a refresh: threads of this process, or processes of their own
//! ([`ChildWorkers`](super::ChildWorkers)), which a parser may bring down without harm.

use foreword_guard::path::Jail;

use super::file::{Outcome, Treatment, prepare};
use crate::store::{Preparer, Redactor, StoreError};
use crate::walk::WalkedFile;

/// Starts workers.
pub trait Workers: Sync {
    /// One more, for one thread of a refresh.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Is told that a file is no longer in the repository.
    fn forget(&self, path: &str);
}

/// Prepares files, a group at a time.
pub trait Worker {
    /// The answers are in the order of the files. Fails only if no file can be read any more.
    fn prepare(&mut self, files: &[&WalkedFile]) -> Result<Vec<Outcome>, StoreError>;
}

/// Parses in this process: for tests, and for trees that cannot harm it.
pub(super) struct InProcess<'a> {
    pub(super) jail: &'a Jail,
    pub(super) redact: Redactor<'a>,
}

impl Workers for InProcess<'_> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(InProcessWorker { jail: self.jail, preparer: Preparer::new(self.redact) })
    }

    fn forget(&self, _: &str) {}
}

struct InProcessWorker<'a> {
    jail: &'a Jail,
    preparer: Preparer<'a>,
}

impl Worker for InProcessWorker<'_> {
    fn prepare(&mut self, files: &[&WalkedFile]) -> Result<Vec<Outcome>, StoreError> {
        Ok(files.iter().map(|file| prepare(self.jail, &mut self.preparer, file, Treatment::Parse)).collect())
    }
}
