//! All paths of an index, in order, for the questions that modules ask: is there such a file, which files end
//! so, is there such a folder. Read once, in one pass over the dictionary.

use std::sync::OnceLock;

use foreword_model::limits;

use crate::store::{FileId, Store, StoreError};

/// The paths.
pub(super) struct Paths {
    text: String,
    /// Where each path ends, and its file, in the order of paths.
    entries: Vec<(u32, u32, FileId)>,
    /// Places in `entries` by the last part of the path.
    by_name: OnceLock<Vec<u32>>,
}

impl Paths {
    pub(super) fn read(store: &Store) -> Result<Self, StoreError> {
        let mut text = String::new();
        let mut entries = Vec::new();
        store.for_each_path(|path, file| {
            let start = text.len() as u32;
            text.push_str(path);
            entries.push((start, text.len() as u32, file));
        })?;
        let path = |entry: &(u32, u32, FileId)| &text[entry.0 as usize..entry.1 as usize];
        // Segments are runs in order: a stable sort merges them.
        entries.sort_by(|left, right| path(left).cmp(path(right)));
        Ok(Self { text, entries, by_name: OnceLock::new() })
    }

    fn path(&self, at: usize) -> &str {
        let (start, end, _) = self.entries[at];
        &self.text[start as usize..end as usize]
    }

    /// The file of exactly this path.
    pub(super) fn file(&self, path: &str) -> Option<FileId> {
        let at =
            self.entries.partition_point(|(start, end, _)| &self.text[*start as usize..*end as usize] < path);
        (at < self.entries.len() && self.path(at) == path).then(|| self.entries[at].2)
    }

    /// Whether files lie below this folder.
    pub(super) fn is_folder(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        let at = self
            .entries
            .partition_point(|(start, end, _)| self.text[*start as usize..*end as usize] < *prefix);
        at < self.entries.len() && self.path(at).starts_with(&prefix)
    }

    /// The files whose path is this one or ends in it after a slash, in the order of paths, bounded.
    pub(super) fn ending(&self, suffix: &str) -> Vec<(&str, FileId)> {
        let name = last_part(suffix);
        let of_name = self.named(name).filter(|at| {
            let before = self.path(*at).strip_suffix(suffix);
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        });
        of_name.take(limits::RESOLVE_TARGETS).map(|at| (self.path(at), self.entries[at].2)).collect()
    }

    /// The paths whose last part is this.
    pub(super) fn files_named(&self, name: &str) -> Vec<&str> {
        self.named(name).take(limits::RESOLVE_MANIFESTS).map(|at| self.path(at)).collect()
    }

    /// The files whose last part is this, with their paths.
    pub(super) fn entries_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a str, FileId)> {
        self.named(name).take(limits::RESOLVE_MANIFESTS).map(|at| (self.path(at), self.entries[at].2))
    }

    fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        let by_name = self.by_name.get_or_init(|| {
            let mut places: Vec<u32> = (0..self.entries.len() as u32).collect();
            places.sort_by(|left, right| {
                last_part(self.path(*left as usize)).cmp(last_part(self.path(*right as usize)))
            });
            places
        });
        let first = by_name.partition_point(|at| last_part(self.path(*at as usize)) < name);
        let places = by_name[first..].iter().map(|at| *at as usize);
        places.take_while(move |at| last_part(self.path(*at)) == name)
    }
}

/// The folder of a path, without a slash at its end; empty for the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What follows the last slash.
pub(super) fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path below a folder; `.` and `..` are followed, `None` above the root.
pub(super) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A folder and those above it, the root last.
pub(super) fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(folder);
    std::iter::from_fn(move || {
        let folder = next?;
        next = (!folder.is_empty()).then(|| folder_of(folder));
        Some(folder)
    })
}

/// A path in a folder.
pub(super) fn below(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_go_up_and_down() {
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(ancestors("").collect::<Vec<_>>(), [""]);
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../../c"), None);
        assert_eq!(folder_of("a/b/c.rs"), "a/b");
    }
}
