//! What differs between an index and its repository, by size and time of change. Reads no file.
//!
//! Two ways: [`differences`] compares a whole walk, for a refresh; [`check`] looks at what is known, under a
//! deadline, on the way of a prompt.

mod check;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

pub use check::{CheckOptions, Checked, check};

use crate::store::FileRecord;
use crate::walk::{Walked, WalkedFile};

/// A file read this soon after it changed may change again within the grain of its clock (seconds).
const GRAIN_S: u64 = 2;
/// The time of change of a file that must be read again: no file has it.
const UNSETTLED: i64 = i64::MIN;

/// What a refresh would have to do.
#[derive(Debug, Default)]
pub struct Differences<'w> {
    /// Not in the index, or not as it was; by path.
    pub changed: Vec<&'w WalkedFile>,
    /// In the index, and no longer there; by path.
    pub removed: Vec<String>,
    /// As it was.
    pub unchanged: usize,
}

impl Differences<'_> {
    /// Whether the index says what the files say.
    pub fn is_fresh(&self) -> bool {
        self.changed.is_empty() && self.removed.is_empty()
    }
}

/// Compares what was walked with what is known.
pub fn differences<'w>(walked: &'w Walked, known: &[FileRecord]) -> Differences<'w> {
    let mut known: BTreeMap<&str, &FileRecord> =
        known.iter().map(|record| (record.path.as_str(), record)).collect();
    let mut found = Differences::default();
    for file in &walked.files {
        let record = known.remove(file.path.as_str());
        if record.is_some_and(|record| is_same(record, file.len, file.modified_ns)) {
            found.unchanged += 1;
        } else {
            found.changed.push(file);
        }
    }
    // A walk that was cut short has not seen everything: what it missed is not gone.
    if walked.cut.is_none() {
        found.removed = known.into_keys().map(str::to_owned).collect();
    }
    found
}

/// The time of change to keep with a file that was read at `read_at`: none if it had just changed, since a
/// further change may not move it.
pub fn stamp_to_keep(modified_ns: i64, read_at: SystemTime) -> i64 {
    let modified_s = modified_ns.div_euclid(1_000_000_000);
    let read_s = read_at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let is_settled = i64::try_from(read_s).unwrap_or(i64::MAX).abs_diff(modified_s) > GRAIN_S;
    if is_settled { modified_ns } else { UNSETTLED }
}

/// Whether a file of this size and time of change is the one that was indexed.
pub fn is_same(record: &FileRecord, len: u64, modified_ns: i64) -> bool {
    record.size == len && record.modified_ns == modified_ns
}
