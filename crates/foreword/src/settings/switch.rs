//! The user's switch: `foreword off`, everywhere or in one repository. The environment comes before it.
//!
//! Looked at on every prompt, so it costs one look at a file that is not there: `off` in the state folder for everywhere,
//! `off-in/<hash of the root>` for one repository.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

use foreword_model::run_id;

use super::{Environment, root_for, state_dir};

/// Where injection is switched off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// In every repository.
    Everywhere,
    /// In the one with this root.
    Here(PathBuf),
}

/// Whether a prompt from `cwd` needs no look at all. Whatever the environment says comes first.
pub fn silences(environment: &Environment, cwd: Option<&str>) -> bool {
    if environment.get("CI_AUTO_TOOLS").is_some() {
        return false;
    }
    let Some(state) = state_dir(environment) else { return false };
    if everywhere(&state).exists() {
        return true;
    }
    let folder = folder(&state);
    folder.exists() && root_for(environment, cwd).is_some_and(|root| here(&folder, &root).exists())
}

/// Whether injection is switched off for a repository.
pub fn is_off_in(environment: &Environment, root: &Path) -> bool {
    !reaches(environment, root).is_empty()
}

/// Every switch that keeps a repository silent.
pub fn reaches(environment: &Environment, root: &Path) -> Vec<Reach> {
    let Some(state) = state_dir(environment) else { return Vec::new() };
    let everywhere = everywhere(&state).exists().then_some(Reach::Everywhere);
    let here = here(&folder(&state), root).exists().then(|| Reach::Here(root.to_owned()));
    everywhere.into_iter().chain(here).collect()
}

/// Switches off.
pub fn switch_off(environment: &Environment, reach: &Reach) -> Result<()> {
    let state = state_dir(environment).ok_or(ErrorKind::NotFound)?;
    let file = match reach {
        Reach::Everywhere => everywhere(&state),
        Reach::Here(root) => here(&folder(&state), root),
    };
    if let Some(folder) = file.parent() {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let text = match reach {
        Reach::Everywhere => String::new(),
        // For a person who looks into the folder.
        Reach::Here(root) => format!("{}\n", root.display()),
    };
    // Beside it first: on a full disk the switch is either there or not, as the answer says.
    let beside = file.with_extension("new");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        drop(fs::remove_file(&beside));
    }
    written
}

/// Switches on: everywhere, and in the repository if there is one. Answers what was off.
pub fn switch_on(environment: &Environment, root: Option<&Path>) -> Result<Vec<Reach>> {
    let Some(state) = state_dir(environment) else { return Ok(Vec::new()) };
    let mut removed = Vec::new();
    if gone(&everywhere(&state))? {
        removed.push(Reach::Everywhere);
    }
    if let Some(root) = root
        && gone(&here(&folder(&state), root))?
    {
        removed.push(Reach::Here(root.to_owned()));
    }
    // Without the folder the look at every prompt is one look less; others may still be in it.
    drop(fs::remove_dir(folder(&state)));
    Ok(removed)
}

fn everywhere(state: &Path) -> PathBuf {
    state.join("off")
}

fn folder(state: &Path) -> PathBuf {
    state.join("off-in")
}

fn here(folder: &Path, root: &Path) -> PathBuf {
    folder.join(run_id::hash_hex(&[&root.to_string_lossy()], 32))
}

fn gone(file: &Path) -> Result<bool> {
    match fs::remove_file(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
