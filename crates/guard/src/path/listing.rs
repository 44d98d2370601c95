//! What lies in a directory of the repository, by name.

use rustix::fs::{Dir, FileType};

use super::{Jail, PathError, failure};

/// An entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name, without a path.
    pub name: String,
    /// Whether it is a directory; a link is none.
    pub is_dir: bool,
}

impl Jail {
    /// The first `most` entries of a directory, `.` for the root, in the order of the file system. Names that are no
    /// UTF-8 are left out. No link is followed.
    pub fn list(&self, directory: &str, most: usize) -> Result<Vec<Entry>, PathError> {
        let descriptor = self.beneath.directory(directory).map_err(failure)?;
        let entries = Dir::new(descriptor).map_err(failure)?;
        let mut listed = Vec::new();
        for entry in entries.take(most) {
            let entry = entry.map_err(failure)?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if !matches!(name, "." | "..") {
                listed
                    .push(Entry { name: name.to_owned(), is_dir: entry.file_type() == FileType::Directory });
            }
        }
        Ok(listed)
    }
}
