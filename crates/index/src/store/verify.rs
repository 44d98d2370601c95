//! Checks every byte of an index.

use std::path::Path;

use super::{Store, StoreError, confirmation, folder};
use crate::history;

/// What a check found.
#[derive(Debug, Default)]
pub struct Report {
    /// Segments that were read.
    pub segments: usize,
    /// Blocks that were read.
    pub blocks: u64,
    /// What is wrong; empty if nothing is.
    pub faults: Vec<StoreError>,
}

impl Report {
    /// The names of the files that are wrong.
    pub fn damaged_files(&self) -> Vec<String> {
        let name = |fault: &StoreError| match fault {
            StoreError::Damaged { file, .. } => Some(file.clone()),
            _ => None,
        };
        self.faults.iter().filter_map(name).collect()
    }
}

impl Store {
    /// Reads every block of every live file anew and checks it.
    pub fn verify(&self) -> Report {
        let mut report = Report::default();
        for live in self.segments() {
            let (blocks, faults) = live.segment.verify();
            report.segments += 1;
            report.blocks += blocks;
            report.faults.extend(faults);
        }
        report.faults.extend(self.rank_fault());
        report
    }
}

/// Opens and checks the index in a folder made by [`folder_for`](super::folder_for); one that cannot be
/// opened is a fault, a missing one an error.
pub fn verify(folder: &Path) -> Result<Report, StoreError> {
    let mut report = match Store::open(folder) {
        Ok(store) => store.verify(),
        Err(error @ (StoreError::Damaged { .. } | StoreError::OtherFormat)) => {
            Report { faults: vec![error], ..Report::default() }
        }
        Err(error) => return Err(error),
    };
    report.faults.extend(confirmation::fault(folder));
    report.faults.extend(history::fault(folder));
    report.faults.extend(history::definitions_fault(folder));
    if !folder::is_named_for_its_root(folder) {
        report.faults.push(StoreError::Damaged { file: folder::ROOT.to_owned(), block: 0 });
    }
    Ok(report)
}
