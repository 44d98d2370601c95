//! The two kinds of files: scripts, which are ours, and settings, which are somebody else's.

use std::path::{Path, PathBuf};

use super::{Change, Plan, Topic};
use crate::document::{Before, Problem, text_of};
use crate::file::{self, Existing, Refusal};
use crate::receipt::{Backup, Receipt, Receipts};
use crate::scripts::{self, Script};

/// Permissions of a script.
const SCRIPT_MODE: u32 = 0o755;
/// Permissions of a settings file that was not there: such files may come to hold keys.
const NEW_SETTINGS_MODE: u32 = 0o600;

/// A script, as it should stand there.
pub fn script(receipts: &Receipts, script: Script, path: PathBuf, binary: &Path) -> Result<Change, Refusal> {
    let existing = file::read(&path)?;
    let original = match (receipts.get(&path), &existing) {
        (Some(receipt), _) => script_before(receipts, &receipt),
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
    let is_as_written = receipt.as_ref().is_some_and(|receipt| receipt.is_as_written(&existing.bytes));
    let is_shipped = text_of(&existing.bytes).is_ok_and(is_shipped_text);
    // Without a receipt an edited script cannot be told from one of an older version: it goes, and a copy is kept.
    let is_old_copy = receipt.is_none() && is_installed_copy(&existing);
    if !is_as_written && !is_shipped && !is_old_copy {
        if receipt.is_some() {
            plan.notes.push(format!("{} was changed by hand; it is left as it is", path.display()));
        }
        return Ok(());
    }
    let mode = receipt.as_ref().and_then(|receipt| receipt.mode).unwrap_or(existing.mode);
    if receipt.as_ref().is_some_and(|receipt| receipts.before(receipt) == Backup::Damaged) {
        plan.notes.push(format!(
            "{}: the backup of what stood there is damaged, so it does not come back",
            path.display()
        ));
    }
    let after = receipt.and_then(|receipt| script_before(receipts, &receipt));
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

/// What stood in the place of a script. A copy without a checksum is better than none: nothing of the user's is there now.
fn script_before(receipts: &Receipts, receipt: &Receipt) -> Option<Vec<u8>> {
    match receipts.before(receipt) {
        Backup::Verified(bytes) | Backup::Unverified(bytes) => Some(bytes),
        Backup::Nothing | Backup::Damaged => None,
    }
}

/// Whether a script is one of ours: a copy that was installed, whoever's, or as it stands in the project.
pub fn is_ours(receipts: &Receipts, path: &Path, existing: &Existing) -> bool {
    let is_copy = |text: &str| Script::ALL.iter().any(|script| script.binary_in_copy(text).is_some());
    is_installed_copy(existing)
        || text_of(&existing.bytes).is_ok_and(is_copy)
        || receipts.get(path).is_some_and(|receipt| receipt.is_as_written(&existing.bytes))
}

fn is_shipped_text(text: &str) -> bool {
    Script::ALL.iter().any(|script| script.binary_in_copy(text).is_some_and(|it| it != Path::new("")))
}

fn is_installed_copy(existing: &Existing) -> bool {
    std::str::from_utf8(&existing.bytes).is_ok_and(|text| scripts::binary_of(text).is_some())
}

/// Takes what is ours out of a text, by what is known of it before us.
pub type Without<'a> = dyn Fn(&str, Before<'_>) -> Result<String, Problem> + 'a;

/// What a person should know of a text, a line each.
pub type Remarks<'a> = dyn Fn(&str) -> Vec<String> + 'a;

/// A settings file, with how it is edited.
pub struct Settings<'a> {
    /// The file.
    pub path: PathBuf,
    /// What the change is about.
    pub topic: Topic,
    /// The text without anything of ours, by what is known of it before us.
    pub without: Box<Without<'a>>,
    /// Whether a text says nothing.
    pub is_empty: fn(&str) -> bool,
    /// What a person should know when ours is taken out of a text that was changed by hand.
    pub remarks: Box<Remarks<'a>>,
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
        let receipt = receipts.get(&self.path);
        let original = match bytes {
            Some(bytes) => self.without_ours(receipts, receipt.as_ref(), Whole::IfAsWritten, bytes)?,
            None => None,
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
        let receipt = receipts.get(&self.path);
        let is_shared =
            receipt.as_ref().is_some_and(|receipt| receipt.owners.iter().any(|owner| *owner != plan.owner));
        let whole = if is_shared { Whole::Never } else { Whole::IfAsWritten };
        let after = self.without_ours(receipts, receipt.as_ref(), whole, &existing.bytes)?;
        plan.notes.extend(self.note_of_damage(receipts, receipt.as_ref(), &existing.bytes));
        if !receipt.is_some_and(|receipt| receipt.is_as_written(&existing.bytes)) {
            let remarks = (self.remarks)(text_of(&existing.bytes).unwrap_or_default());
            plan.notes.extend(remarks.iter().map(|remark| format!("{}: {remark}", self.path.display())));
        }
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

    /// The file without anything of ours; none if it goes. As it was, where the bytes are exactly ours and the backup is
    /// what was kept; otherwise what stands there now, without our entries.
    fn without_ours(
        &self,
        receipts: &Receipts,
        receipt: Option<&Receipt>,
        whole: Whole,
        bytes: &[u8],
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let refuse = |problem: Problem| Refusal::of(&self.path, &problem);
        let backup = receipt.map_or(Backup::Damaged, |receipt| receipts.before(receipt));
        let before = match &backup {
            Backup::Nothing => Before::Known(""),
            Backup::Verified(bytes) => text_of(bytes).map_or(Before::Unknown, Before::Known),
            Backup::Unverified(_) | Backup::Damaged => Before::Unknown,
        };
        let without = || (self.without)(text_of(bytes).map_err(refuse)?, before).map_err(refuse);
        if receipt.is_some_and(|receipt| receipt.is_as_written(bytes)) && whole == Whole::IfAsWritten {
            match &backup {
                Backup::Nothing => return Ok(None),
                Backup::Verified(before) => return Ok(Some(before.clone())),
                // An earlier version wrote it in place: half a file says something else.
                Backup::Unverified(before) if says_the_same(before, &without()?) => {
                    return Ok(Some(before.clone()));
                }
                Backup::Unverified(_) | Backup::Damaged => {}
            }
        }
        let without = without()?;
        let was_made = whole == Whole::IfAsWritten && receipt.is_some_and(|receipt| !receipt.existed);
        Ok(if was_made && (self.is_empty)(&without) { None } else { Some(without.into_bytes()) })
    }

    fn note_of_damage(&self, receipts: &Receipts, receipt: Option<&Receipt>, now: &[u8]) -> Option<String> {
        let receipt = receipt.filter(|receipt| receipt.is_as_written(now))?;
        let file = self.path.display();
        (receipts.before(receipt) == Backup::Damaged)
            .then(|| format!("{file}: the backup is damaged, so only what is ours is taken out of the file"))
    }
}

/// Whether a file may come back as a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    /// If the bytes are exactly what we wrote.
    IfAsWritten,
    /// Others need it still.
    Never,
}

/// Whether two texts differ in blanks and line ends alone.
fn says_the_same(bytes: &[u8], text: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    text_of(bytes).is_ok_and(|other| squeezed(other) == squeezed(text))
}
