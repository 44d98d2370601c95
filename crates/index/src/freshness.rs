//! What differs between an index and its repository, by size and time of change. Reads no file.

use std::collections::BTreeMap;

use crate::store::FileRecord;
use crate::walk::{Walked, WalkedFile};

/// What a refresh would have to do.
#[derive(Debug, Default)]
pub struct Differences<'w> {
    /// Not in the index, or not as it was.
    pub changed: Vec<&'w WalkedFile>,
    /// In the index, and no longer there.
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

/// Compares what was walked with what is known. A file changed in the second of the last commit to the
/// index, or later, may have changed again within the clock's grain: it counts as changed.
pub fn differences<'w>(walked: &'w Walked, known: &[FileRecord], built_at_s: u64) -> Differences<'w> {
    let mut known: BTreeMap<&str, &FileRecord> =
        known.iter().map(|record| (record.path.as_str(), record)).collect();
    let mut found = Differences::default();
    for file in &walked.files {
        let is_known = known.remove(file.path.as_str()).is_some_and(|record| {
            let is_settled =
                u64::try_from(file.modified_ns / 1_000_000_000).is_ok_and(|second| second < built_at_s);
            record.size == file.len && record.modified_ns == file.modified_ns && is_settled
        });
        if is_known {
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
