//! The files that brought a parser down: by path and hash, so that none is tried again until it changes, whatever
//! becomes of the rest of the index.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use foreword_model::limits;

use super::StoreError;
use super::disk::{self, Opening};

const FILE_NAME: &str = "unparsable";

/// Files that no parser can take, each with the hash of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnparsableFiles {
    by_path: BTreeMap<String, u64>,
}

impl UnparsableFiles {
    /// Those that are remembered in the folder of an index; none if they cannot be read.
    pub fn load(folder: &Path) -> Self {
        let mut bytes = Vec::new();
        let read = disk::open_existing(&folder.join(FILE_NAME))
            .and_then(|file| file.take(limits::UNPARSABLE_BYTES).read_to_end(&mut bytes));
        match read {
            Ok(_) => Self { by_path: bytes.split(|byte| *byte == 0).filter_map(entry).collect() },
            Err(_) => Self::default(),
        }
    }

    /// Remembers them.
    pub fn save(&self, folder: &Path) -> Result<(), StoreError> {
        let path = folder.join(FILE_NAME);
        let text: String = self.by_path.iter().map(|(path, hash)| format!("{hash:016x} {path}\0")).collect();
        disk::open_private(&path, Opening::Truncated)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| StoreError::io("write", &path, error))
    }

    /// The hash that a file had when it could not be parsed.
    pub fn hash_of(&self, path: &str) -> Option<u64> {
        self.by_path.get(path).copied()
    }

    /// Adds a file. Beyond [`limits::UNPARSABLE_FILES`] none is remembered.
    pub fn insert(&mut self, path: &str, hash: u64) {
        if self.by_path.len() < limits::UNPARSABLE_FILES {
            self.by_path.insert(path.to_owned(), hash);
        }
    }

    /// Forgets a file; says whether it was known.
    pub fn remove(&mut self, path: &str) -> bool {
        self.by_path.remove(path).is_some()
    }

    /// Their paths, in order.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.by_path.keys().map(String::as_str)
    }
}

fn entry(bytes: &[u8]) -> Option<(String, u64)> {
    let (hash, path) = std::str::from_utf8(bytes).ok()?.split_once(' ')?;
    Some((path.to_owned(), u64::from_str_radix(hash, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_damage_forgets_no_more_than_it_hit() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(UnparsableFiles::load(folder.path()), UnparsableFiles::default());
        let mut files = UnparsableFiles::default();
        files.insert("a b\nc.java", 7);
        files.insert("z.py", u64::MAX);
        files.save(folder.path()).expect("saved");
        assert_eq!(UnparsableFiles::load(folder.path()), files);
        std::fs::write(folder.path().join(FILE_NAME), b"xyz a\x00000000000000000ff b.rs\0\xff\0cut")
            .expect("a file");
        let left = UnparsableFiles::load(folder.path());
        assert_eq!(left.paths().collect::<Vec<_>>(), ["b.rs"]);
        assert_eq!(left.hash_of("b.rs"), Some(255));
    }
}
