//! Workers in processes of their own, under a limit of memory, stack and time. When one dies, the files that it had not
//! answered for are tried once more, one by one; a file that brings the second one down is indexed as text and remembered
//! until it changes.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use foreword_model::limits;

use super::file::{Outcome, Treatment};
use super::messages::{expect_greeting, receive_outcome, send_files};
use super::workers::{Worker, Workers};
use crate::facts::Reading;
use crate::store::{StoreError, UnparsableFiles};
use crate::walk::WalkedFile;

/// A process that runs [`serve`](super::serve): what is written it reads, what it writes is read. A read fails when the
/// process has ended or is late. It ends when this is dropped.
pub trait WorkerProcess: Read + Write + Send {}

/// Starts such processes.
pub trait StartWorker: Sync {
    /// One that may take so many bytes of memory, its stack not counted.
    fn start(&self, heap_bytes: u64) -> io::Result<Box<dyn WorkerProcess>>;
}

/// Worker processes, kept between the batches of a refresh.
pub struct ChildWorkers<'s> {
    starter: &'s dyn StartWorker,
    folder: PathBuf,
    idle: Mutex<Vec<Connection>>,
    unparsable: Mutex<UnparsableFiles>,
}

impl<'s> ChildWorkers<'s> {
    /// For the index in a folder.
    pub fn new(starter: &'s dyn StartWorker, folder: &Path) -> Self {
        Self {
            starter,
            folder: folder.to_owned(),
            idle: Mutex::default(),
            unparsable: Mutex::new(UnparsableFiles::load(folder)),
        }
    }

    fn connect(&self, heap_bytes: u64) -> Result<Connection, StoreError> {
        let connect = || {
            let mut process = BufReader::with_capacity(
                limits::WORKER_GROUP_BYTES as usize,
                self.starter.start(heap_bytes)?,
            );
            expect_greeting(&mut process).map(|()| process)
        };
        connect().map_err(|error| StoreError::io("start", Path::new("a worker"), error))
    }

    fn unparsable(&self) -> MutexGuard<'_, UnparsableFiles> {
        self.unparsable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, path: &str, hash: u64) {
        let mut files = self.unparsable();
        files.insert(path, hash);
        // Were it not kept, the file would be tried again some day.
        let _ = files.save(&self.folder);
    }

    fn treatment(&self, path: &str) -> Treatment {
        self.unparsable().hash_of(path).map_or(Treatment::Parse, Treatment::ParseUnlessHash)
    }
}

impl Workers for ChildWorkers<'_> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        let connection = self.idle().pop();
        Box::new(ChildWorker { workers: self, connection })
    }

    fn forget(&self, path: &str) {
        let mut files = self.unparsable();
        if files.remove(path) {
            let _ = files.save(&self.folder);
        }
    }
}

type Connection = BufReader<Box<dyn WorkerProcess>>;

struct ChildWorker<'w> {
    workers: &'w ChildWorkers<'w>,
    /// None before the first group, and after the process has died.
    connection: Option<Connection>,
}

impl Worker for ChildWorker<'_> {
    fn prepare(&mut self, files: &[&WalkedFile]) -> Result<Vec<Outcome>, StoreError> {
        let mut outcomes = self.prepare_together(files)?;
        // An answer for each file as soon as it is ready would name the one that killed, and cost a change of processes
        // per file. So none is named, and the others of the group are parsed again.
        let mut spare = None;
        for file in &files[outcomes.len()..] {
            outcomes.push(self.prepare_alone(file, &mut spare)?);
        }
        for (file, outcome) in files.iter().zip(&outcomes) {
            if is_parsed(outcome) {
                self.workers.forget(&file.path);
            }
        }
        Ok(outcomes)
    }
}

impl ChildWorker<'_> {
    /// Has the files prepared; those that the process had not answered for when it died are missing at the end.
    fn prepare_together(&mut self, files: &[&WalkedFile]) -> Result<Vec<Outcome>, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.workers.connect(limits::WORKER_HEAP_BYTES)?,
        };
        let asked: Vec<(&WalkedFile, Treatment)> =
            files.iter().map(|file| (*file, self.workers.treatment(&file.path))).collect();
        if send_files(connection.get_mut(), &asked).is_err() {
            return Ok(Vec::new());
        }
        let answers = files.iter().map_while(|file| receive_outcome(&mut connection, &file.path).ok());
        let outcomes: Vec<Outcome> = answers.collect();
        if outcomes.len() == files.len() {
            self.connection = Some(connection);
        }
        Ok(outcomes)
    }

    /// Has one file prepared by a process with more memory, kept in `spare` as long as it lives; then without its grammar.
    fn prepare_alone(
        &self,
        file: &WalkedFile,
        spare: &mut Option<Connection>,
    ) -> Result<Outcome, StoreError> {
        for treatment in [self.workers.treatment(&file.path), Treatment::AsText] {
            let mut connection = match spare.take() {
                Some(connection) => connection,
                None => self.workers.connect(limits::WORKER_ALONE_HEAP_BYTES)?,
            };
            let sent = send_files(connection.get_mut(), &[(file, treatment)]);
            let Ok(outcome) = sent.and_then(|()| receive_outcome(&mut connection, &file.path)) else {
                continue;
            };
            *spare = Some(connection);
            if treatment == Treatment::AsText
                && let Ok(Some(record)) = outcome.as_ref().map(|prepared| prepared.file_record())
            {
                self.workers.remember(&file.path, record.hash);
            }
            return Ok(outcome);
        }
        Ok(Err("brings its reader down".to_owned()))
    }
}

impl Drop for ChildWorker<'_> {
    fn drop(&mut self) {
        self.workers.idle().extend(self.connection.take());
    }
}

fn is_parsed(outcome: &Outcome) -> bool {
    let record = outcome.as_ref().ok().and_then(|prepared| prepared.file_record());
    record.is_some_and(|record| record.reading == Reading::Parsed)
}
