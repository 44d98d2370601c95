//! Programs that a test needs besides the binary, and what happens when one is missing.
//!
//! With `CI=true` a missing program fails the test: nothing is skipped where it counts. Elsewhere its
//! name is printed and the test returns early, by `let Some(strace) = require::program("strace") else
//! { return };`.

use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::process::Invocation;

/// A program on PATH. Missing: a panic with `CI=true`, otherwise its name on stderr and `None`.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file));
    if found.is_none() {
        missing(name, "is not on PATH");
    }
    found
}

/// A program at a known path, with the same rule; `hint` says how to get it.
pub fn file(path: &Path, hint: &str) -> Option<PathBuf> {
    if is_executable(path) {
        return Some(path.to_owned());
    }
    missing(&path.display().to_string(), hint);
    None
}

/// `unshare`, where it may make a user namespace with mounts of its own: for a small or read-only disk.
pub fn mounts() -> Option<PathBuf> {
    let unshare = program("unshare")?;
    let mount = "mount -t tmpfs -o size=64k none /mnt";
    let tried = Invocation::new(&unshare).args(["-rm", "sh", "-c", mount]).run();
    if tried.code() != Some(0) {
        missing("user namespaces with mounts", tried.stderr_text().trim());
        return None;
    }
    Some(unshare)
}

/// Whether this run may skip nothing.
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}

fn missing(what: &str, hint: &str) {
    if is_ci() {
        panic!("missing program: {what} {hint}; with CI=true no test is skipped");
    }
    eprintln!("skipped, missing program: {what} {hint}");
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}
