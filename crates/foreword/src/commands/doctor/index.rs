//! The index of the repository around the current directory.

use foreword_index::store::{self, Store, StoreError};
use indicatif::{DecimalBytes, HumanCount};

use super::Patient;
use super::finding::Finding;
use crate::settings::cache_home;

/// Examines it, every byte.
pub fn examine(patient: &Patient) -> Vec<Finding> {
    let (Some(root), Some(cache)) = (&patient.root, cache_home(&patient.environment)) else {
        return Vec::new();
    };
    let folder = store::folder_for(&cache, root);
    let rebuild = format!("{} index --rebuild", patient.foreword());
    vec![match (store::verify(&folder), Store::open(&folder)) {
        (Ok(checked), _) if !checked.faults.is_empty() => {
            let fault = checked.faults.first().map(ToString::to_string).unwrap_or_default();
            Finding::problem("index", format!("the index is damaged: {fault}"), rebuild)
        }
        (Ok(_), Ok(store)) => {
            let (files, bytes) = (HumanCount(store.counters().files), DecimalBytes(store.disk_bytes()));
            Finding::ok(
                "index",
                format!("{files} files of {}, {bytes}, every byte as written", root.display()),
            )
        }
        (Err(StoreError::Missing), _) | (_, Err(StoreError::Missing)) => {
            let text = "no index of this repository yet; the next prompt starts one, and a live scan answers until then";
            Finding::note("index", text).with_hint(format!("{} index", patient.foreword()))
        }
        (Err(StoreError::Busy), _) | (_, Err(StoreError::Busy)) => Finding::note("index", "is being built"),
        (Err(error), _) | (_, Err(error)) => Finding::problem("index", error.to_string(), rebuild),
    }]
}
