//! Trees of generated files, and the times of files.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::repo::FixtureRepo;

/// Files of one folder of a generated tree.
const FILES_PER_FOLDER: usize = 100;

/// Writes so many Python files with so many functions each; no two functions have one name.
pub fn generate(repo: &FixtureRepo, files: usize, functions: usize) {
    for file in 0..files {
        let text: String = (0..functions).map(|function| definition(file, function)).collect();
        repo.file(&path(file), &text);
    }
}

/// Where a generated file is.
pub fn path(file: usize) -> String {
    format!("generated/part_{:03}/module_{file:05}.py", file / FILES_PER_FOLDER)
}

fn definition(file: usize, function: usize) -> String {
    format!(
        "def shelve_{file}_{function}(volume, shelf):\n    \"\"\"Puts a volume of row {function} on its shelf.\"\"\"\n    \
         if volume.row != {function}:\n        return shelf.refuse(volume, reason='row {file}')\n    \
         return shelf.place(volume, at={function})\n\n"
    )
}

/// Sets the time of change of every file of a repository, but git's own.
pub fn set_times(root: &Path, time: SystemTime) {
    for entry in fs::read_dir(root).expect("a folder").flatten() {
        let path = entry.path();
        let kind = entry.file_type().expect("a type");
        if kind.is_dir() && entry.file_name() != ".git" {
            set_times(&path, time);
        } else if kind.is_file() {
            set_time(&path, time);
        }
    }
}

/// Sets the time of change of one file or folder.
pub fn set_time(path: &Path, time: SystemTime) {
    File::open(path).and_then(|file| file.set_modified(time)).expect("a time that can be set");
}

/// A time so many days from now.
pub fn days_from_now(days: i64) -> SystemTime {
    let distance = Duration::from_secs(days.unsigned_abs() * 86_400);
    if days < 0 { SystemTime::now() - distance } else { SystemTime::now() + distance }
}
