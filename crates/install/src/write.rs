//! Writes a plan: whole files beside the old ones, renamed over them; the way back is kept before anything changes.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::codex_trust::sha256_hex;
use crate::document::text_of;
use crate::file::{self, Refusal};
use crate::ownership::{self, Owner};
use crate::plain_json;
use crate::plan::{Change, Plan};
use crate::receipt::{Receipt, Receipts};

/// Permissions of a folder that is made, before the user's mask.
const FOLDER_MODE: u32 = 0o777;

/// Writes the files of an installation.
pub fn install(plan: &Plan, receipts: &Receipts) -> Result<(), Refusal> {
    for change in &plan.changes {
        check_unchanged(change)?;
        let known = receipts.get(&change.path);
        let mode = match &known {
            Some(receipt) => receipt.mode,
            None => change.existing.as_ref().map(|existing| existing.mode),
        };
        let (mut owners, made_folders) = match known {
            Some(receipt) => (receipt.owners, receipt.made_folders),
            None => (BTreeSet::new(), missing_folders(&change.path)),
        };
        owners.insert(plan.owner.clone());
        let receipt = Receipt {
            path: change.path.clone(),
            existed: change.original.is_some(),
            mode,
            after_sha256: sha256_hex(change.after.as_deref().unwrap_or_default()),
            owners,
            made_folders,
        };
        let kept = receipts.put(&receipt, change.original.as_deref(), change.before()).and_then(|()| {
            let commented = commented(change);
            commented.map_or(Ok(()), |commented| receipts.put_commented(&change.path, commented))
        });
        kept.map_err(|error| Refusal::whole(&change.path, format!("no backup could be kept: {error}")))?;
        write(change)?;
    }
    for path in &plan.files {
        let Some(mut receipt) = receipts.get(path) else { continue };
        // A file that was right already is needed by one more; a receipt that cannot say so only lets it go earlier.
        if receipt.owners.insert(plan.owner.clone()) {
            drop(receipts.update(&receipt));
        }
    }
    Ok(())
}

/// Takes an installation out, and forgets it.
pub fn uninstall(plan: &Plan, receipts: &Receipts) -> Result<(), Refusal> {
    for change in plan.changes.iter().rev() {
        check_unchanged(change)?;
        write(change)?;
    }
    for path in &plan.files {
        let Some(mut receipt) = receipts.get(path) else { continue };
        receipt.owners.remove(&plan.owner);
        if !receipt.owners.is_empty() {
            let now = file::read(path)?.map(|existing| existing.bytes).unwrap_or_default();
            receipt.after_sha256 = sha256_hex(&now);
            // A receipt that cannot be updated only means that the rest is taken out entry by entry.
            drop(receipts.update(&receipt));
            continue;
        }
        // Only folders that are empty go.
        for folder in receipt.made_folders.iter().rev() {
            drop(fs::remove_dir(folder));
        }
        let now = file::read(path)?.map(|existing| existing.bytes);
        if let Some(kept) = receipts.commented(path, now.as_deref()) {
            // What cannot be kept there stays where it is.
            let moved = receipts.keep_commented(path, &kept);
            moved.map_err(|error| Refusal::whole(&kept, format!("could not be kept: {error}")))?;
        }
        receipts.remove(path);
    }
    Ok(())
}

/// The text with comments, if this change takes them out: as it was without anything of ours, where that is known.
fn commented(change: &Change) -> Option<&[u8]> {
    let has_comments =
        |bytes: &&[u8]| text_of(bytes).is_ok_and(|text| plain_json::refused_at(text).is_some());
    let is_json = change.path.extension().is_some_and(|extension| extension == "json");
    let before = change.before().filter(|before| is_json && has_comments(before))?;
    change.after.as_deref().filter(|after| !has_comments(after))?;
    Some(change.original.as_deref().filter(has_comments).unwrap_or(before))
}

/// Between the plan and the write a person was asked: the file may be another by now.
fn check_unchanged(change: &Change) -> Result<(), Refusal> {
    let now = file::read(&change.path)?;
    match now.as_ref().map(|existing| &existing.bytes)
        == change.existing.as_ref().map(|existing| &existing.bytes)
    {
        true => Ok(()),
        false => Err(Refusal::whole(&change.path, "was changed in the meantime; run it again")),
    }
}

fn write(change: &Change) -> Result<(), Refusal> {
    let refuse = |error: std::io::Error| Refusal::whole(&change.path, error.to_string());
    let target = change.existing.as_ref().map_or(&change.path, |existing| &existing.real);
    match &change.after {
        Some(bytes) => {
            if let Some(folder) = target.parent() {
                ownership::make_folder(folder, FOLDER_MODE).map_err(refuse)?;
            }
            let owner = match &change.existing {
                Some(existing) => Some(existing.owner),
                None => ownership::of_new(target),
            };
            replace(target, bytes, change.mode, owner).map_err(refuse)
        }
        None if change.existing.is_some() => fs::remove_file(target).map_err(refuse),
        None => Ok(()),
    }
}

fn replace(target: &Path, bytes: &[u8], mode: u32, owner: Option<Owner>) -> std::io::Result<()> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let temporary = target.with_file_name(format!(".{name}.foreword-{}", std::process::id()));
    #[expect(clippy::disallowed_methods, reason = "a file of a client, not of the repository")]
    let opened = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary);
    let written = opened.and_then(|mut file| {
        file.write_all(bytes)?;
        // Before the permissions: to change hands takes some of them away.
        owner.map_or(Ok(()), |owner| owner.take(&file))?;
        file.set_permissions(fs::Permissions::from_mode(mode))?;
        file.sync_all()?;
        fs::rename(&temporary, target)
    });
    if written.is_err() {
        drop(fs::remove_file(&temporary));
    }
    written
}

/// The folders above a file that are not there yet, outermost first.
fn missing_folders(path: &Path) -> Vec<PathBuf> {
    path.parent().map(ownership::missing).unwrap_or_default()
}
