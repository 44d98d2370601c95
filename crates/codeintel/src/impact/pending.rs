//! What is not committed yet: which definitions the changed lines belong to, and which names are gone.

use std::collections::BTreeSet;
use std::time::Duration;

use foreword_exec::tool::{Call, ToolFailure};
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::language;
use foreword_index::outline;
use foreword_index::store::{DefinitionId, FileId, Store, StoreError};
use foreword_index::uncommitted::{ChangedFile, Uncommitted, uncommitted};
use foreword_index::view::IndexView;
use foreword_index::walk::content::EntryKind;
use foreword_model::clock;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use super::Changed;
use crate::child_git::ChildGit;
use crate::deep::counted;
use crate::nodes::Nodes;
use foreword_retrieve::read_text;

/// The part of the time that the comparison with HEAD may take.
const TIME_SHARE: f64 = 0.4;

/// Compares the content of the work tree with HEAD.
pub(super) fn find(call: &Call<'_>, index: &IndexView) -> Result<Uncommitted, ToolFailure> {
    let left = clock::left(call.deadline).mul_f64(TIME_SHARE);
    let git = ChildGit::new(call.jail.root(), left);
    let mut found = uncommitted(call.jail, index.folder(), &git, clock::now() + left).map_err(|why| {
        let message = format!("`symbol` or `file` must be given: uncommitted changes are not known: {why}");
        ToolFailure::skipped(ErrorCode::EInvalidArgs, message)
    })?;
    let content = index.content(call.jail);
    found.files.retain(|file| content.refused(&file.path, EntryKind::File).is_none());
    Ok(found)
}

/// The definitions that changed; nothing if no file did.
pub(super) fn changed(
    store: &Store,
    pending: &Uncommitted,
    sensitive: &Sensitive,
    nodes: &Nodes<'_>,
    jail: &Jail,
) -> Result<Option<Changed>, StoreError> {
    let files: Vec<&ChangedFile> =
        pending.files.iter().filter(|file| !sensitive.matches(&file.path)).collect();
    if files.is_empty() {
        return Ok(None);
    }
    let mut changed = Changed {
        what: format!("what is not committed ({})", counted(files.len() + pending.left_out, "file")),
        definitions: Vec::new(),
        files: Vec::new(),
        removed: Vec::new(),
    };
    for file in files {
        let id = store.file_by_path(&file.path)?;
        if let Some(id) = id {
            changed.files.push(id);
            changed.definitions.extend(touched(store, id, file, nodes)?);
        }
        changed.removed.extend(removed(store, id, file, nodes)?);
    }
    // What was moved to another file is not gone: one that is not indexed yet counts as it is.
    let moved = defined_by_changed(jail, pending, sensitive);
    changed.removed.retain(|name| !moved.contains(name));
    changed.definitions.truncate(limits::IMPACT_VISITS / 2);
    changed.removed.truncate(limits::IMPACT_REMOVED);
    Ok(Some(changed))
}

/// The innermost definitions of the index that the changed lines belong to, as they are now.
fn touched(
    store: &Store,
    id: FileId,
    file: &ChangedFile,
    nodes: &Nodes<'_>,
) -> Result<Vec<DefinitionId>, StoreError> {
    let count = u32::try_from(store.heads_of(id)?.len()).unwrap_or(u32::MAX);
    let mut spans: Vec<(u32, u32, DefinitionId)> = Vec::new();
    for number in 0..count {
        let of = DefinitionId { file: id, number };
        if let Some(node) = nodes.node(of) {
            spans.push((node.definition.start_line, node.definition.end_line, of));
        }
    }
    let mut found: BTreeSet<DefinitionId> = BTreeSet::new();
    for (first, last) in &file.lines {
        let overlapping = spans.iter().filter(|(start, end, _)| start <= last && first <= end);
        let inner = overlapping.clone().filter(|(start, end, _)| {
            // Around a change and holding another definition that it touches too: the inner one counts.
            !overlapping
                .clone()
                .any(|(other, to, _)| (other, to) != (start, end) && other >= start && to <= end)
        });
        found.extend(inner.map(|(_, _, of)| *of));
    }
    Ok(found.into_iter().collect())
}

/// Every name that a changed file defines as it is now.
fn defined_by_changed(jail: &Jail, pending: &Uncommitted, sensitive: &Sensitive) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in pending.files.iter().filter(|file| file.is_there) {
        let mut bytes = Vec::new();
        let Some(language) = language::of_path(&file.path) else { continue };
        let Ok(text) = read_text(jail, &file.path, sensitive, &mut bytes) else { continue };
        let deadline = clock::now() + Duration::from_millis(limits::PARSE_FILE_MS);
        let defined = outline::outline(text, language, deadline).unwrap_or_default();
        names.extend(defined.into_iter().map(|definition| definition.name));
    }
    names
}

/// Names of functions and types that HEAD has in lines that are gone, and the file defines no more.
fn removed(
    store: &Store,
    id: Option<FileId>,
    file: &ChangedFile,
    nodes: &Nodes<'_>,
) -> Result<Vec<String>, StoreError> {
    let (Some(was), Some(language)) = (&file.was, language::of_path(&file.path)) else {
        return Ok(Vec::new());
    };
    if file.gone.is_empty() {
        return Ok(Vec::new());
    }
    let deadline = clock::now() + Duration::from_millis(limits::PARSE_FILE_MS);
    let old = outline::outline(was, language, deadline).unwrap_or_default();
    let gone = old
        .into_iter()
        .filter(|found| file.gone.iter().any(|(first, last)| (first..=last).contains(&&found.name_line)));
    let still: BTreeSet<String> = match id.filter(|_| file.is_there) {
        Some(id) => {
            let then = store.heads_of(id)?.into_iter().map(|head| head.name);
            then.filter(|name| !nodes.lacks(id, name)).collect()
        }
        None => BTreeSet::new(),
    };
    Ok(gone.map(|found| found.name).filter(|name| !name.is_empty() && !still.contains(name)).collect())
}
