//! What holds for every file of the project, checked as tests: see `xtask/tests/tidy.rs`.
//!
//! A check takes texts and gives problems, so that each can be tried on a bad example.

pub mod docs;
pub mod layering;
pub mod links;
pub mod sources;

use std::fs;
use std::path::Path;

/// Files looked at, at most: far more than the project has.
const FILES_MAX: usize = 20_000;
/// Folders that hold no text of the project.
const SKIPPED: [&str; 4] = [".git", "target", "node_modules", ".mirror"];

/// A check: from the project's files to problems, one line each.
pub type Check = fn(&[SourceFile]) -> Vec<String>;

/// A text file of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Relative to the project's root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    /// A file of this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// Whether it is Rust of the project itself, not of a fixture.
    pub fn is_own_rust(&self) -> bool {
        self.path.ends_with(".rs") && !self.path.contains("/fixtures/")
    }
}

/// Every text file below the project's root, sorted by path.
pub fn files(root: &Path) -> Result<Vec<SourceFile>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let entry = entry.map_err(|error| error.to_string())?;
            let kind = entry.file_type().map_err(|error| error.to_string())?;
            let name = entry.file_name();
            if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.extend(read(root, &entry.path()));
            }
        }
        if found.len() > FILES_MAX {
            return Err(format!("more than {FILES_MAX} files below {}", root.display()));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Every problem of the project, one line each.
pub fn check_all(root: &Path) -> Result<Vec<String>, String> {
    let files = files(root)?;
    let checks: [Check; 7] = [
        layering::check,
        sources::check_headers,
        sources::check_sizes,
        sources::check_field_docs,
        sources::check_tests,
        docs::check_translations,
        docs::check_verification,
    ];
    let mut problems: Vec<String> = checks.iter().flat_map(|check| check(&files)).collect();
    problems.extend(links::check(&files, |path| root.join(path).exists()));
    problems.extend(sources::check_machine_paths(&files, &sources::machine_paths(root)));
    Ok(problems)
}

/// A file as text; one that is not UTF-8 is no text of ours.
fn read(root: &Path, path: &Path) -> Option<SourceFile> {
    let text = fs::read_to_string(path).ok()?;
    let relative = path.strip_prefix(root).ok()?.to_str()?;
    Some(SourceFile::new(relative, text))
}
