//! Temporary files that a killed run left beside a client's file. Such a file may hold the only copy of an edit that a
//! client made in that moment, so what is not known is kept, not deleted.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, test_kill_process};

use crate::receipt::{Backup, Receipts};
use crate::{durable, file};

/// Collects the temporary files beside these files; answers what a person should know of it.
pub fn collect<'a>(files: impl IntoIterator<Item = &'a PathBuf>, receipts: &Receipts) -> Vec<String> {
    files.into_iter().flat_map(|path| collect_beside(path, receipts)).collect()
}

fn collect_beside(path: &Path, receipts: &Receipts) -> Vec<String> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let Some(folder) = target.parent() else { return Vec::new() };
    let mut notes = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let maker = durable::maker_of(&target, &entry.file_name().to_string_lossy());
        if maker.is_some_and(|process| !is_running(process)) {
            notes.extend(collect_one(path, &target, &entry.path(), receipts));
        }
    }
    notes
}

fn collect_one(path: &Path, target: &Path, left: &Path, receipts: &Receipts) -> Option<String> {
    let bytes = file::snapshot(left).ok()?.bytes;
    let receipt = receipts.get(path);
    let is_known = bytes.is_empty()
        || file::snapshot(target).is_ok_and(|now| now.bytes == bytes)
        || receipt.as_ref().is_some_and(|receipt| receipt.is_as_written(&bytes))
        || receipt.is_some_and(|receipt| receipts.before(&receipt) == Backup::Verified(bytes.clone()));
    if is_known {
        drop(fs::remove_file(left));
        return None;
    }
    // Where no copy can be kept, the file stays where it is.
    let kept = receipts.kept().keep(path, &bytes).ok()?;
    drop(fs::remove_file(left));
    let (path, kept) = (path.display(), kept.display());
    Some(format!("{path}: an interrupted run left a text beside it, which is kept for 30 days as {kept}"))
}

/// Whether the process that made it still lives; our own has none open when it collects.
fn is_running(process: i32) -> bool {
    let own = i32::try_from(std::process::id()).ok();
    let is_there = |pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH);
    Some(process) != own && Pid::from_raw(process).is_some_and(is_there)
}
