//! The objects of a repository, looked at before git is started on them: regular files in folders, nothing else.
//!
//! Of all files of a repository these are the only ones that git reads for us: it is started on an empty git directory
//! of our own (see `history::command`). A link that leads out would hand it the objects of another repository, a FIFO
//! would have it wait.

use std::path::PathBuf;

use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;

use super::dirs::{self, GitRefusal};

const ALTERNATES: &str = "info/alternates";

/// The folder of a repository's objects, if git can be started on it.
pub(super) fn folder(common: &Jail) -> Result<PathBuf, GitRefusal> {
    let odd = GitRefusal::Odd("objects");
    let path = common.resolve("objects").map_err(|_| odd)?;
    let objects = Jail::open(&common.root().join(path.as_str())).map_err(|_| odd)?;
    stays_inside(&objects)?;
    match objects.resolve(ALTERNATES) {
        Err(PathError::Absent) => {}
        Err(_) => return Err(GitRefusal::Odd("objects/info/alternates")),
        Ok(_) => {
            let lines = dirs::read(&objects, ALTERNATES, limits::GIT_CONFIG_BYTES);
            if !lines.is_some_and(|bytes| bytes.trim_ascii().is_empty()) {
                return Err(GitRefusal::Borrowing);
            }
        }
    }
    Ok(objects.root().to_owned())
}

/// Lists the folder and those in it, without reading a file.
fn stays_inside(objects: &Jail) -> Result<(), GitRefusal> {
    let odd = GitRefusal::Odd("objects");
    let mut pending = vec![(".".to_owned(), 0)];
    let mut seen = 0;
    while let Some((folder, depth)) = pending.pop() {
        let listed = objects.list(&folder, limits::GIT_OBJECT_FILES + 1).map_err(|_| odd)?;
        seen += listed.len();
        if seen > limits::GIT_OBJECT_FILES {
            return Err(odd);
        }
        for entry in listed.into_iter().filter(|entry| !entry.is_file) {
            let path = if folder == "." { entry.name } else { format!("{folder}/{}", entry.name) };
            match entry.is_dir {
                true if depth < limits::GIT_OBJECT_DEPTH => pending.push((path, depth + 1)),
                true => return Err(odd),
                // A link is fine as long as it stays here.
                false => {
                    objects.resolve(&path).map_err(|_| odd)?;
                }
            }
        }
    }
    Ok(())
}
