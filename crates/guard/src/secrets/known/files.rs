//! Which `.env*` files of a repository are read: those at its root and in the folders right below, the ones
//! that programs read by themselves first. Folders that are excluded by default (`node_modules`) may hold any number of entries and
//! are not listed: there only those names are asked for.

use std::collections::BTreeSet;

use crate::excluded;
use crate::path::Jail;

/// Files that are read, and what they may hold together.
pub(super) const FILES_MAX: usize = 1_024;
pub(super) const BYTES_MAX: u64 = 4_194_304;
/// Folders right below the root that are looked into, entries of the root, and of each of them.
const FOLDERS_MAX: usize = 1_024;
const ROOT_ENTRIES_MAX: usize = 65_536;
const ENTRIES_MAX: usize = 4_096;

/// Names that tools read by themselves, the most usual first.
const READ_BY_TOOLS: [&str; 6] =
    [".env", ".env.local", ".env.production", ".env.production.local", ".env.development", ".envrc"];

/// The paths of the files, the most telling first.
pub(super) fn env_files(jail: &Jail) -> Vec<String> {
    let (mut files, folders) = env_files_in(jail, ".", ROOT_ENTRIES_MAX);
    let (excluded, folders): (Vec<String>, Vec<String>) =
        folders.into_iter().partition(|folder| excluded::is_directory(folder));
    for folder in folders.iter().take(FOLDERS_MAX) {
        files.extend(env_files_in(jail, folder, ENTRIES_MAX).0);
    }
    let asked = excluded.iter().flat_map(|folder| READ_BY_TOOLS.map(|name| format!("{folder}/{name}")));
    files.extend(asked.filter(|path| jail.stamp(path).is_some_and(|stamp| stamp.is_file)));
    files.sort_by_cached_key(|path| (rank(path), path.matches('/').count(), path.clone()));
    files.truncate(FILES_MAX);
    files
}

/// The files of a folder, and the folders right below it, in the order of their names.
fn env_files_in(jail: &Jail, folder: &str, most: usize) -> (Vec<String>, BTreeSet<String>) {
    let (mut files, mut folders) = (Vec::new(), BTreeSet::new());
    for entry in jail.list(folder, most).unwrap_or_default() {
        let path = if folder == "." { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
        let is_wanted = entry.name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(".env"));
        if is_wanted && !entry.is_dir {
            files.push(path);
        } else if entry.is_dir && !excluded::is_git(&entry.name) {
            folders.insert(path);
        }
    }
    (files, folders)
}

/// Names that tools read by themselves come before all others, wherever they stand.
fn rank(path: &str) -> usize {
    let name = path.rsplit('/').next().unwrap_or_default();
    READ_BY_TOOLS.iter().position(|known| name.eq_ignore_ascii_case(known)).unwrap_or(READ_BY_TOOLS.len())
}
