//! The repository root: the environment, `repo_root` of the config, the git top level, or the current
//! directory, in this order. Found in process; no git program runs.

use std::path::{Path, PathBuf};

use foreword_guard::path::Jail;
use foreword_index::git;
use foreword_model::envelope::RepoRootSource;
use foreword_model::settings::RepoRoot;

use super::{Environment, REPO_CONFIG, Resolved, shown};

/// No directory can serve as the root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// `/` or `$HOME`.
    #[error("{0} is refused as a repository root; start in a project, or set CI_AUTO_TOOLS_REPO_ROOT")]
    Refused(String),
    /// The directory is not there or cannot be opened.
    #[error("cannot open {0} as a repository root: {1}")]
    Unusable(String, String),
}

/// The root, opened.
pub struct Found {
    /// Where, and how it was found.
    pub root: RepoRoot,
    /// The way into it.
    pub jail: Jail,
}

/// Finds the root for a call from `cwd`.
pub fn find(
    environment: &Environment,
    cwd: Option<&str>,
    noticed: &mut Vec<String>,
) -> Result<Found, RootError> {
    if let Some(found) = from_environment(environment, noticed) {
        return Ok(found);
    }
    let start = start_directory(environment, cwd, noticed)?;
    if let Some(top) = git::discover(&start).map(|git| git.top) {
        if !is_refused(&top, environment) {
            return open(&top, RepoRootSource::Git);
        }
        noticed.push(format!("{} is refused as a repository root; using {}", shown(&top), shown(&start)));
    }
    if is_refused(&start, environment) {
        return Err(RootError::Refused(shown(&start)));
    }
    open(&start, RepoRootSource::NoGitRoot)
}

/// Enters `repo_root` of the config, which must lie beneath the directory that holds the config.
pub fn enter(sub_root: &str, resolved: &mut Resolved) -> Result<(), RootError> {
    if resolved.root.source == RepoRootSource::Env {
        return Ok(());
    }
    let inside = resolved
        .jail
        .resolve(sub_root)
        .ok()
        .filter(|path| resolved.jail.metadata(path).is_ok_and(|metadata| metadata.is_dir));
    match inside {
        Some(path) => {
            let found = open(&resolved.root.path.join(path.as_str()), RepoRootSource::Config)?;
            resolved.root = found.root;
            resolved.jail = found.jail;
        }
        None => resolved.noticed.push(format!(
            "{REPO_CONFIG}: repo_root: {sub_root} refused: not a directory below the repository; name one, or set \
             CI_AUTO_TOOLS_REPO_ROOT"
        )),
    }
    Ok(())
}

fn from_environment(environment: &Environment, noticed: &mut Vec<String>) -> Option<Found> {
    const VARIABLE: &str = "CI_AUTO_TOOLS_REPO_ROOT";
    let path = PathBuf::from(environment.get(VARIABLE)?);
    let usable = path.is_absolute() && path.is_dir() && !is_refused(&path, environment);
    let found = usable.then(|| open(&path, RepoRootSource::Env).ok()).flatten();
    if found.is_none() {
        noticed.push(format!("{VARIABLE} ignored: expected an existing absolute directory, not / or $HOME"));
    }
    found
}

/// `WORKING_DIRECTORY`, the caller's folder, or that of this process, whichever comes first and is there.
fn start_directory(
    environment: &Environment,
    cwd: Option<&str>,
    noticed: &mut Vec<String>,
) -> Result<PathBuf, RootError> {
    const VARIABLE: &str = "WORKING_DIRECTORY";
    if let Some(named) = environment.get(VARIABLE).map(Path::new) {
        match named.canonicalize() {
            Ok(folder) if folder.is_dir() => return Ok(folder),
            Ok(_) | Err(_) => noticed.push(format!("{VARIABLE} ignored: expected an existing directory")),
        }
    }
    let unusable =
        |path: &str, error: std::io::Error| RootError::Unusable(path.to_owned(), error.to_string());
    match cwd.filter(|cwd| !cwd.is_empty()) {
        Some(cwd) => Path::new(cwd).canonicalize().map_err(|error| unusable(cwd, error)),
        None => std::env::current_dir().map_err(|error| unusable("the current directory", error)),
    }
}

fn is_refused(path: &Path, environment: &Environment) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let path = real(path);
    path.parent().is_none() || environment.home().is_some_and(|home| real(&home) == path)
}

fn open(path: &Path, source: RepoRootSource) -> Result<Found, RootError> {
    let jail = Jail::open(path).map_err(|error| RootError::Unusable(shown(path), error.to_string()))?;
    Ok(Found { root: RepoRoot { path: jail.root().to_path_buf(), source }, jail })
}
