//! Files and programs of the user's own, outside any repository: the allowances of the path rules.

use std::fs::File;
use std::io::{Error, Read, Result, Seek, SeekFrom};
use std::path::Path;

use foreword_exec::programs::is_spelled_below;

/// Whether a path is absolute and, with links resolved, not in the repository.
pub fn is_outside(path: &Path, root: &Path) -> bool {
    let resolved = path.canonicalize();
    // A program that does not exist cannot be run; its name still must not point into the repository.
    let resolved = resolved.as_deref().unwrap_or(path);
    path.is_absolute() && !is_spelled_below(path, root) && !resolved.starts_with(root)
}

/// Whether a path that is not there is named by a link to nothing, or lies below one: somebody put a file there.
pub fn leads_nowhere(path: &Path) -> bool {
    let first = path.ancestors().find(|above| above.symlink_metadata().is_ok());
    first.is_some_and(|first| first.metadata().is_err())
}

/// The last bytes of a file of the user's own. Special files are not read.
pub fn end_of_users_file(path: &Path, bytes_max: u64) -> Result<Vec<u8>> {
    if !path.is_absolute() || !path.metadata()?.is_file() {
        return Err(Error::other("not a regular file"));
    }
    #[expect(clippy::disallowed_methods, reason = "a file that the client named, not one of the repository")]
    let mut file = File::open(path)?;
    let start = file.metadata()?.len().saturating_sub(bytes_max);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text file of the user's own, up to a size. Special files are not read.
pub fn read_user_file(path: &Path, bytes_max: u64) -> Result<String> {
    if !path.metadata()?.is_file() {
        return Err(Error::other("not a regular file"));
    }
    #[expect(clippy::disallowed_methods, reason = "a file that the user named, not one of the repository")]
    let file = File::open(path)?;
    let mut text = String::new();
    let read = file.take(bytes_max + 1).read_to_string(&mut text)?;
    if u64::try_from(read).unwrap_or(u64::MAX) > bytes_max {
        return Err(Error::other(format!("larger than {bytes_max} bytes")));
    }
    Ok(text)
}
