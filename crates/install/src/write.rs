//! Writes a plan: the way back is kept before anything changes, each file is exchanged with a whole new one, and an edit
//! that somebody makes in between is merged, not overwritten.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use foreword_model::limits;

use crate::codex_trust::sha256_hex;
use crate::document::text_of;
use crate::durable::Attributes;
use crate::exchange::{self, Outcome};
use crate::file::{self, Refusal};
use crate::ownership;
use crate::plan::{Change, Plan, Topic};
use crate::receipt::{Receipt, Receipts};
use crate::scripts::Script;
use crate::{leftovers, plain_json};

/// Permissions of a folder that is made, before the user's mask.
const FOLDER_MODE: u32 = 0o777;

/// Writes the files of an installation; answers what a person should know besides. Where a file was changed since it was
/// planned, `plan_again` merges with what stands there now.
pub fn install(
    plan: Plan,
    receipts: &Receipts,
    plan_again: impl Fn() -> Result<Plan, Refusal>,
) -> Result<Vec<String>, Refusal> {
    let (plan, notes) = carry_out(plan, receipts, Direction::In, plan_again)?;
    for path in &plan.files {
        let Some(mut receipt) = receipts.get(path) else { continue };
        // A file that was right already is needed by one more; a receipt that cannot say so only lets it go earlier.
        if receipt.owners.insert(plan.owner.clone()) {
            drop(receipts.update(&receipt));
        }
    }
    Ok(notes)
}

/// Takes an installation out, and forgets it; answers what a person should know besides.
pub fn uninstall(
    plan: Plan,
    receipts: &Receipts,
    plan_again: impl Fn() -> Result<Plan, Refusal>,
) -> Result<Vec<String>, Refusal> {
    let (plan, notes) = carry_out(plan, receipts, Direction::Out, plan_again)?;
    for path in &plan.files {
        let Some(mut receipt) = receipts.get(path) else { continue };
        receipt.owners.remove(&plan.owner);
        if !receipt.owners.is_empty() {
            // A receipt that cannot be updated only means that the file is looked at once more.
            drop(receipts.update(&receipt));
            continue;
        }
        remove_made_folders(&receipt.made_folders);
        let now = file::read(path)?.map(|existing| existing.bytes);
        if let Some(kept) = receipts.commented(path, now.as_deref()) {
            // What cannot be kept there stays where it is.
            let moved = receipts.keep_commented(path, &kept);
            moved.map_err(|error| Refusal::whole(&kept, format!("could not be kept: {error}")))?;
        }
        receipts.remove(path);
    }
    Ok(notes)
}

/// Collects what earlier runs left: temporary files beside these files, and copies that are older than thirty days. The
/// caller holds the lock.
pub fn collect<'a>(files: impl IntoIterator<Item = &'a PathBuf>, receipts: &Receipts) -> Vec<String> {
    receipts.kept().remove_old();
    leftovers::collect(files, receipts)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

/// Writes every change; merges again where somebody else wrote in between, and gives up after a few times.
fn carry_out(
    plan: Plan,
    receipts: &Receipts,
    direction: Direction,
    plan_again: impl Fn() -> Result<Plan, Refusal>,
) -> Result<(Plan, Vec<String>), Refusal> {
    let (mut plan, mut notes) = (plan, Vec::new());
    for attempt in 1.. {
        let Some(path) = write_changes(&plan, receipts, direction, &mut notes)? else { break };
        if attempt == limits::MERGE_ATTEMPTS {
            let what = format!(
                "is being changed by another program; gave up after {attempt} attempts. \
                 Close the program that writes it, and run this again"
            );
            return Err(Refusal::whole(&path, what));
        }
        plan = plan_with_second_look(&plan_again)?;
    }
    Ok((plan, notes))
}

/// Plans, and once more where that is refused: a client that writes in place leaves half a file for a moment.
pub fn plan_with_second_look<T>(plan: impl Fn() -> Result<T, Refusal>) -> Result<T, Refusal> {
    plan().or_else(|_| {
        file::wait_for_writer();
        plan()
    })
}

/// Writes the changes in order; answers the file that somebody else wrote in between, at which it stopped.
fn write_changes(
    plan: &Plan,
    receipts: &Receipts,
    direction: Direction,
    notes: &mut Vec<String>,
) -> Result<Option<PathBuf>, Refusal> {
    let mut changes: Vec<&Change> = plan.changes.iter().collect();
    if direction == Direction::Out {
        changes.reverse();
    }
    for change in changes {
        let known = receipts.get(&change.path);
        notes.extend(keep_copy(change, known.as_ref(), receipts)?);
        let receipt = match (direction, &known) {
            (Direction::In, _) => Some(receipt_of(plan, change, known.as_ref(), receipts)),
            (Direction::Out, Some(known)) => receipt_without(change, known),
            (Direction::Out, None) => None,
        };
        if let Some(receipt) = &receipt {
            let kept = match direction {
                Direction::In => put_receipt(change, receipt, receipts),
                Direction::Out => receipts.update(receipt),
            };
            kept.map_err(|error| {
                receipts.revert(&change.path, known.as_ref());
                Refusal::whole(&change.path, format!("no backup could be kept: {error}"))
            })?;
        }
        let written = write(change, receipts, notes);
        if receipt.is_some() && !matches!(written, Ok(Outcome::Written)) {
            receipts.revert(&change.path, known.as_ref());
            if known.is_none() {
                remove_made_folders(&receipt.map(|receipt| receipt.made_folders).unwrap_or_default());
            }
        }
        if written? == Outcome::ChangedMeanwhile {
            return Ok(Some(change.path.clone()));
        }
    }
    Ok(None)
}

/// The receipt of a file that is about to be written by an installation.
fn receipt_of(plan: &Plan, change: &Change, known: Option<&Receipt>, receipts: &Receipts) -> Receipt {
    let existing = change.existing.as_ref();
    let (mut owners, made_folders, mode) = match known {
        Some(known) => (known.owners.clone(), known.made_folders.clone(), known.mode),
        None => {
            let made = made_folders(&change.path, receipts);
            (BTreeSet::new(), made, existing.map(|existing| existing.mode))
        }
    };
    owners.insert(plan.owner.clone());
    Receipt {
        path: change.path.clone(),
        existed: change.original.is_some(),
        mode,
        before_sha256: change.original.as_deref().map(sha256_hex),
        after_sha256: sha256_hex(change.after.as_deref().unwrap_or_default()),
        earlier_sha256: earlier(change, known),
        owners,
        made_folders,
    }
}

/// The receipt of a file that loses one of its owners. A file that somebody changed is never called ours again: what is
/// left of us there is taken out entry by entry.
fn receipt_without(change: &Change, known: &Receipt) -> Option<Receipt> {
    let earlier_sha256 = Some(earlier(change, Some(known))?);
    let after_sha256 = sha256_hex(change.after.as_deref()?);
    Some(Receipt { after_sha256, earlier_sha256, ..known.clone() })
}

/// The hash of what stands there, if that is exactly what we wrote.
fn earlier(change: &Change, known: Option<&Receipt>) -> Option<String> {
    let before = change.before()?;
    known?.is_as_written(before).then(|| sha256_hex(before))
}

fn put_receipt(change: &Change, receipt: &Receipt, receipts: &Receipts) -> std::io::Result<()> {
    receipts.put(receipt, change.original.as_deref())?;
    commented(change).map_or(Ok(()), |commented| receipts.put_commented(&change.path, commented))
}

/// Keeps what a change replaces or takes away, unless it is our own text or stays in the receipt. Of a script the user
/// is told: it is replaced, not merged.
fn keep_copy(
    change: &Change,
    known: Option<&Receipt>,
    receipts: &Receipts,
) -> Result<Option<String>, Refusal> {
    let Some(before) = change.before() else { return Ok(None) };
    let is_shipped = change.topic == Topic::Script && is_shipped_script(before);
    let is_ours = is_shipped || known.is_some_and(|known| known.is_as_written(before));
    let stays = Some(before) == change.original.as_deref() || Some(before) == change.after.as_deref();
    if is_ours || stays {
        return Ok(None);
    }
    let kept = receipts.kept().keep(&change.path, before);
    let kept =
        kept.map_err(|error| Refusal::whole(&change.path, format!("no backup could be kept: {error}")))?;
    let (path, kept) = (change.path.display(), kept.display());
    Ok((change.topic == Topic::Script).then(|| {
        format!("{path} was not as foreword wrote it; what stood there is kept for 30 days as {kept}")
    }))
}

fn is_shipped_script(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    Script::ALL.iter().any(|script| script.binary_in_copy(text).is_some())
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

fn write(change: &Change, receipts: &Receipts, notes: &mut Vec<String>) -> Result<Outcome, Refusal> {
    let refuse = |error: std::io::Error| Refusal::whole(&change.path, error.to_string());
    let overtaken = RefCell::new(Vec::new());
    let keep = |bytes: &[u8]| {
        overtaken.borrow_mut().push(receipts.kept().keep(&change.path, bytes)?);
        Ok(())
    };
    // A link that leads elsewhere by now, or a file where none was, is a change as well.
    let now = file::read(&change.path)?;
    let real = |existing: &Option<file::Existing>| existing.as_ref().map(|existing| existing.real.clone());
    if real(&now) != real(&change.existing) {
        return Ok(Outcome::ChangedMeanwhile);
    }
    let target = change.existing.as_ref().map_or(&change.path, |existing| &existing.real);
    let outcome = match (&change.after, &change.existing) {
        (Some(bytes), existing) => {
            if let Some(folder) = target.parent() {
                ownership::make_folder(folder, FOLDER_MODE).map_err(refuse)?;
            }
            let owner = match existing {
                Some(existing) => Some(existing.owner),
                None => ownership::of_new(target),
            };
            let like = existing.as_ref().map(|existing| existing.real.as_path());
            let attributes = Attributes { mode: change.mode, owner, like };
            exchange::put(target, existing.as_ref(), bytes, attributes, &keep).map_err(refuse)
        }
        (None, Some(existing)) => exchange::remove(target, existing, &keep).map_err(refuse),
        (None, None) => Ok(Outcome::Written),
    };
    notes.extend(overtaken.take().into_iter().map(|kept| {
        let (path, kept) = (change.path.display(), kept.display());
        format!("{path} was changed twice at this moment; the first of the two texts is kept for 30 days as {kept}")
    }));
    outcome
}

/// The folders above a file that foreword made or is about to make, outermost first. One that was made for another file goes
/// with the last of both.
fn made_folders(path: &Path, receipts: &Receipts) -> Vec<PathBuf> {
    let known = receipts.all().into_iter().flat_map(|receipt| receipt.made_folders);
    let mut made: Vec<PathBuf> = known.filter(|folder| path.starts_with(folder)).collect();
    made.extend(path.parent().map(ownership::missing).unwrap_or_default());
    made.sort();
    made.dedup();
    made
}

/// Removes the folders that were made, where they are empty.
fn remove_made_folders(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        drop(fs::remove_dir(folder));
    }
}
