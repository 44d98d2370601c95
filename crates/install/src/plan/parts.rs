//! The two kinds of files: scripts, which are ours, and settings, which are somebody else's.

use std::path::{Path, PathBuf};

use super::{Change, Plan, Topic};
use crate::document::{Problem, text_of};
use crate::file::{self, Existing, Refusal};
use crate::receipt::Receipts;
use crate::scripts::{self, Script};

/// Permissions of a script.
const SCRIPT_MODE: u32 = 0o755;
/// Permissions of a settings file that was not there: such files may come to hold keys.
const NEW_SETTINGS_MODE: u32 = 0o600;

/// A script, as it should stand there.
pub fn script(receipts: &Receipts, script: Script, path: PathBuf, binary: &Path) -> Result<Change, Refusal> {
    let existing = file::read(&path)?;
    let original = match (receipts.get(&path), &existing) {
        (Some(receipt), _) => receipts.before(&receipt),
        // One that an earlier installation left is not worth keeping; anything else comes back.
        (None, Some(existing)) if is_installed_copy(existing) => None,
        (None, existing) => existing.as_ref().map(|existing| existing.bytes.clone()),
    };
    let after = Some(script.text(binary).into_bytes());
    Ok(Change { path, existing, after, original, mode: SCRIPT_MODE, topic: Topic::Script })
}

/// A script that is taken away, or what stood in its place before. One that others need stays.
pub fn script_gone(receipts: &Receipts, path: PathBuf, plan: &mut Plan) -> Result<(), Refusal> {
    let Some(existing) = file::read(&path)? else { return Ok(()) };
    let receipt = receipts.get(&path);
    let is_needed =
        receipt.as_ref().is_some_and(|receipt| receipt.owners.iter().any(|owner| *owner != plan.owner));
    if is_needed {
        return Ok(());
    }
    let is_ours =
        is_installed_copy(&existing) || receipt.as_ref().is_some_and(|it| it.is_as_written(&existing.bytes));
    if !is_ours {
        return Ok(());
    }
    let mode = receipt.as_ref().and_then(|receipt| receipt.mode).unwrap_or(existing.mode);
    let after = receipt.and_then(|receipt| receipts.before(&receipt));
    plan.changes.push(Change {
        path,
        existing: Some(existing),
        after,
        original: None,
        mode,
        topic: Topic::Script,
    });
    Ok(())
}

fn is_installed_copy(existing: &Existing) -> bool {
    std::str::from_utf8(&existing.bytes).is_ok_and(|text| scripts::binary_of(text).is_some())
}

/// A settings file, with how it is edited.
pub struct Settings<'a> {
    /// The file.
    pub path: PathBuf,
    /// What the change is about.
    pub topic: Topic,
    /// The text without anything of ours.
    pub without: &'a dyn Fn(&str) -> Result<String, Problem>,
    /// Whether a text says nothing.
    pub is_empty: fn(&str) -> bool,
}

impl Settings<'_> {
    /// The file as it should be.
    pub fn edited(
        self,
        receipts: &Receipts,
        with: impl FnOnce(&str) -> Result<String, Problem>,
    ) -> Result<Change, Refusal> {
        let existing = file::read(&self.path)?;
        let refuse = |problem: Problem| Refusal::of(&self.path, &problem);
        let bytes = existing.as_ref().map(|existing| existing.bytes.as_slice());
        let text = text_of(bytes.unwrap_or_default()).map_err(refuse)?;
        let after = with(text).map_err(refuse)?;
        let original = match (receipts.get(&self.path), bytes) {
            (Some(receipt), Some(bytes)) if receipt.is_as_written(bytes) => receipts.before(&receipt),
            // Somebody changed it since, or an earlier installation left no receipt: without us it would be this.
            (receipt, Some(_)) => {
                let without = (self.without)(text).map_err(refuse)?;
                let was_made = receipt.is_some_and(|receipt| !receipt.existed);
                Some(without).filter(|text| !(was_made && (self.is_empty)(text))).map(String::into_bytes)
            }
            (_, None) => None,
        };
        let mode = existing.as_ref().map_or(NEW_SETTINGS_MODE, |existing| existing.mode);
        Ok(Change {
            path: self.path,
            existing,
            after: Some(after.into_bytes()),
            original,
            mode,
            topic: self.topic,
        })
    }

    /// The file as it was, where nobody else changed it; otherwise without what is ours.
    pub fn restored(self, receipts: &Receipts, plan: &mut Plan) -> Result<(), Refusal> {
        let Some(existing) = file::read(&self.path)? else { return Ok(()) };
        let refuse = |problem: Problem| Refusal::of(&self.path, &problem);
        let receipt = receipts.get(&self.path);
        let is_shared =
            receipt.as_ref().is_some_and(|receipt| receipt.owners.iter().any(|owner| *owner != plan.owner));
        let after = match &receipt {
            Some(receipt) if !is_shared && receipt.is_as_written(&existing.bytes) => receipts.before(receipt),
            Some(_) | None => {
                let text = text_of(&existing.bytes).map_err(refuse)?;
                let without = (self.without)(text).map_err(refuse)?;
                let was_made = receipt.is_some_and(|receipt| !receipt.existed) && !is_shared;
                Some(without).filter(|text| !(was_made && (self.is_empty)(text))).map(String::into_bytes)
            }
        };
        if let Some(kept) = receipts.commented(&self.path, after.as_deref()).filter(|_| !is_shared) {
            let (file, kept) = (self.path.display(), kept.display());
            plan.notes.push(format!(
                "{file} was changed since its comments were taken out, so they do not come back; with them it is kept as {kept}"
            ));
        }
        let mode = existing.mode;
        plan.changes.push(Change {
            path: self.path,
            existing: Some(existing),
            after,
            original: None,
            mode,
            topic: self.topic,
        });
        Ok(())
    }
}
