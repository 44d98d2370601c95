//! What differs between an index and its repository, by size and time of change. Reads no file.
//!
//! Two ways: [`differences`] compares a whole walk, for a refresh; [`check`] looks at what is known, under a
//! deadline, on the way of a prompt.

mod check;

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use check::{CheckOptions, Checked, check};

use crate::store::FileRecord;
use crate::walk::{Walked, WalkedFile};

/// A file read this soon after it changed may change again within the grain of its clock (seconds).
const GRAIN_S: u64 = 2;
/// The same where the file system tells parts of a second: kernels move that clock every few milliseconds.
const FINE_GRAIN: Duration = Duration::from_millis(100);
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
    const SECOND_NS: i128 = 1_000_000_000;
    let changed_ns = i128::from(modified_ns);
    let read_ns = read_at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    let is_coarse = changed_ns % SECOND_NS == 0;
    let grain_ns = if is_coarse { i128::from(GRAIN_S) * SECOND_NS } else { FINE_GRAIN.as_nanos() as i128 };
    if (read_ns - changed_ns).abs() > grain_ns { modified_ns } else { UNSETTLED }
}

/// Whether a file of this size and time of change is the one that was indexed.
pub fn is_same(record: &FileRecord, len: u64, modified_ns: i64) -> bool {
    record.size == len && record.modified_ns == modified_ns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_kept_once_a_further_change_would_move_it() {
        let second = Duration::from_secs(1_800_000_000);
        for (modified, read, is_kept) in [
            // Unpacked half a second ago, on a clock of nanoseconds.
            (second + Duration::from_nanos(500_000_001), second + Duration::from_secs(1), true),
            (second + Duration::from_nanos(950_000_001), second + Duration::from_secs(1), false),
            // A clock of whole seconds, or of two.
            (second, second + Duration::from_secs(1), false),
            (second, second + Duration::from_secs(3), true),
            // Of tomorrow.
            (second + Duration::from_secs(86_400), second, true),
        ] {
            let modified_ns = i64::try_from(modified.as_nanos()).expect("a time");
            let kept = stamp_to_keep(modified_ns, UNIX_EPOCH + read);
            assert_eq!(kept, if is_kept { modified_ns } else { UNSETTLED }, "{modified:?} {read:?}");
        }
    }
}
