//! The objects of a repository, looked at before git is started on them: regular files in folders, nothing else.
//!
//! Of all files of a repository these are the only ones that git reads for us: it is started on an empty git directory
//! of our own (see `history::command`). A link that leads out would hand it the objects of another repository, a FIFO
//! would have it wait. Folders that objects are borrowed from (`git clone --shared`) are looked at in the same way; whether
//! they may be used is another question, see `head_tree`.

use std::path::PathBuf;

use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;

use super::dirs::{self, GitRefusal};

const ALTERNATES: &str = "info/alternates";
const ODD_ALTERNATES: GitRefusal = GitRefusal::Odd("objects/info/alternates");

/// The folder of a repository's objects, if git can be started on it, and whether it borrows from other folders.
pub(super) fn folder(common: &Jail) -> Result<(PathBuf, bool), GitRefusal> {
    let odd = GitRefusal::Odd("objects");
    let path = common.resolve("objects").map_err(|_| odd)?;
    let objects = Jail::open(&common.root().join(path.as_str())).map_err(|_| odd)?;
    stays_inside(&objects)?;
    let mut pending = lenders(&objects)?;
    let borrows = !pending.is_empty();
    let mut seen: Vec<PathBuf> = Vec::new();
    while let Some(lender) = pending.pop() {
        if seen.len() >= limits::GIT_LENDERS {
            return Err(ODD_ALTERNATES);
        }
        let lender = Jail::open(&lender).map_err(|_| ODD_ALTERNATES)?;
        if !seen.iter().any(|root| root == lender.root()) {
            stays_inside(&lender).map_err(|_| ODD_ALTERNATES)?;
            seen.push(lender.root().to_owned());
            pending.extend(lenders(&lender)?);
        }
    }
    Ok((objects.root().to_owned(), borrows))
}

/// The folders that a folder of objects borrows from.
fn lenders(objects: &Jail) -> Result<Vec<PathBuf>, GitRefusal> {
    match objects.resolve(ALTERNATES) {
        Err(PathError::Absent) => return Ok(Vec::new()),
        Err(_) => return Err(ODD_ALTERNATES),
        Ok(_) => {}
    }
    let bytes = dirs::read(objects, ALTERNATES, limits::GIT_CONFIG_BYTES).ok_or(ODD_ALTERNATES)?;
    let text = String::from_utf8(bytes).map_err(|_| ODD_ALTERNATES)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    // A quoted name is one that git writes with escapes, which nobody has.
    lines
        .map(|line| if line.starts_with('"') { Err(ODD_ALTERNATES) } else { Ok(objects.root().join(line)) })
        .collect()
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
