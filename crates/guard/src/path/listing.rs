//! What lies in a directory of the repository, by name.

use rustix::fs::{AtFlags, Dir, FileType};

use super::{Jail, PathError, failure, file_type};

/// An entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name, without a path.
    pub name: String,
    /// Whether it is a directory; a link is none.
    pub is_dir: bool,
    /// Whether it is a regular file; a link is none.
    pub is_file: bool,
}

impl Jail {
    /// The first `most` entries of a directory, `.` for the root, in the order of the file system. Names that are no
    /// UTF-8 are left out. No link is followed.
    pub fn list(&self, directory: &str, most: usize) -> Result<Vec<Entry>, PathError> {
        let descriptor = self.beneath.directory(directory).map_err(failure)?;
        let mut entries = Dir::new(descriptor).map_err(failure)?;
        let mut listed = Vec::new();
        while listed.len() < most {
            let Some(entry) = entries.read() else { break };
            let entry = entry.map_err(failure)?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if matches!(name, "." | "..") {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not say it in the listing.
                FileType::Unknown => {
                    let directory = entries.fd().map_err(failure)?;
                    let stat = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW);
                    stat.map_or(FileType::Unknown, |stat| file_type(&stat))
                }
                known => known,
            };
            let (is_dir, is_file) = (kind == FileType::Directory, kind == FileType::RegularFile);
            listed.push(Entry { name: name.to_owned(), is_dir, is_file });
        }
        Ok(listed)
    }
}
