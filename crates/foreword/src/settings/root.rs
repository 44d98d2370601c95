//! The repository root: the environment, `repo_root` of the config, the git top level, or the current
//! directory, in this order. Found in process; no git program runs.

use std::path::{Path, PathBuf};

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_guard::path::{Jail, RepoPath};
use foreword_guard::sensitive::Sensitive;
use foreword_index::git;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_model::envelope::RepoRootSource;
use foreword_model::limits;
use foreword_model::repo::NotContent;
use foreword_model::settings::RepoRoot;

use super::{Environment, REPO_CONFIG, Resolved};

/// No directory can serve as the root. It is not named: the hook says this to a model, and whoever made the folder chose its
/// name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// `/`, `$HOME`, or a folder of git's own.
    #[error(
        "this folder is refused as a repository root; start in a project, or set CI_AUTO_TOOLS_REPO_ROOT"
    )]
    Refused,
    /// The directory is not there or cannot be opened.
    #[error("cannot open this folder as a repository root: {0}")]
    Unusable(String),
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
    noticed: &mut Vec<EscapedText>,
) -> Result<Found, RootError> {
    if let Some(found) = from_environment(environment, noticed) {
        return Ok(found);
    }
    let start = start_directory(environment, cwd, noticed)?;
    if let Some(top) = git::discover(&start).map(|git| git.top) {
        if !is_refused(&top, environment) {
            return open(&top, &top, RepoRootSource::Git);
        }
        // Neither is named: whoever made the folder chose its name.
        noticed.push(EscapedText::from(
            "the git repository around this folder is / or $HOME, which is refused as a repository root; using the folder",
        ));
    }
    if is_refused(&start, environment) || git::is_in_git_folder(&start, None) {
        return Err(RootError::Refused);
    }
    open(&start, &start, RepoRootSource::NoGitRoot)
}

/// Enters `repo_root` of the config, which must lie beneath the directory that holds the config and hide nothing: a
/// repository must not lift its own protection, nor git's, by naming a folder.
pub fn enter(sub_root: &str, resolved: &mut Resolved) -> Result<(), RootError> {
    if resolved.root.source == RepoRootSource::Env {
        return Ok(());
    }
    match allowed_below(sub_root, resolved) {
        Ok(path) => {
            let top = resolved.jail.top().to_path_buf();
            let found = open(&resolved.root.path.join(path.as_str()), &top, RepoRootSource::Config)?;
            resolved.root = found.root;
            resolved.jail = found.jail;
        }
        Err(why) => resolved.noticed.push(escaped!(
            "{}: repo_root: {} refused: {}; name another, or set CI_AUTO_TOOLS_REPO_ROOT",
            REPO_CONFIG,
            escape::told(sub_root),
            why
        )),
    }
    Ok(())
}

/// The directory that a repository's file may make its root, or why not.
fn allowed_below(sub_root: &str, resolved: &Resolved) -> Result<RepoPath, &'static str> {
    let (jail, settings) = (&resolved.jail, &resolved.settings);
    // Judged is where links lead to.
    let path = jail.resolve(sub_root).ok();
    let path = path.filter(|path| jail.metadata(path).is_ok_and(|metadata| metadata.is_dir));
    let path = path.ok_or("not a directory below the repository")?;
    if path.as_str().split('/').count() > limits::ROOT_DEPTH {
        return Err("it lies too deep");
    }
    if Sensitive::within(jail, &settings.sensitive).matches_directory(path.as_str()) {
        return Err("its files are sensitive");
    }
    match ContentRules::new(jail, &settings.exclude).refused(path.as_str(), EntryKind::Directory) {
        None => Ok(path),
        Some(NotContent::Excluded) => Err("it is excluded from reading"),
        Some(NotContent::Ignored) => Err("it is ignored by the ignore rules"),
        Some(NotContent::OtherWorktree) => Err("it is another worktree"),
        Some(NotContent::UnboundedRules) => Err("it lies below an ignore file with more rules than are read"),
    }
}

/// Says why nothing of a root is shown that the user chose.
pub fn note_hidden(resolved: &mut Resolved) {
    let (jail, settings) = (&resolved.jail, &resolved.settings);
    if jail.below_top().is_empty() {
        return;
    }
    let is_sensitive = Sensitive::within(jail, &settings.sensitive).matches_directory(".");
    let why = match ContentRules::new(jail, &settings.exclude).refused(".", EntryKind::Directory) {
        _ if is_sensitive => "its files are sensitive",
        Some(NotContent::Excluded) => "the configuration excludes it",
        Some(_) => "it lies below an ignore file with more rules than are read",
        None => return,
    };
    resolved.noticed.push(escaped!("nothing is read in the root that was named: {}", why));
}

fn from_environment(environment: &Environment, noticed: &mut Vec<EscapedText>) -> Option<Found> {
    const VARIABLE: &str = "CI_AUTO_TOOLS_REPO_ROOT";
    let path = PathBuf::from(environment.get(VARIABLE)?);
    let usable = path.is_absolute() && path.is_dir() && !is_refused(&path, environment);
    let real = usable.then(|| path.canonicalize().ok()).flatten();
    let found = real.and_then(|real| {
        let git = git::discover(&real);
        let is_allowed = !git::is_in_git_folder(&real, git.as_ref());
        let top = environment.top().map(Path::to_path_buf).or_else(|| git.map(|git| git.top));
        is_allowed.then(|| open(&path, top.as_deref().unwrap_or(&real), RepoRootSource::Env).ok()).flatten()
    });
    if found.is_none() {
        noticed.push(escaped!(
            "{} ignored: expected an existing absolute directory, not /, $HOME or a folder of git's own",
            VARIABLE
        ));
    }
    found
}

/// `WORKING_DIRECTORY`, the caller's folder, or that of this process, whichever comes first and is there.
fn start_directory(
    environment: &Environment,
    cwd: Option<&str>,
    noticed: &mut Vec<EscapedText>,
) -> Result<PathBuf, RootError> {
    const VARIABLE: &str = "WORKING_DIRECTORY";
    if let Some(named) = environment.get(VARIABLE).map(Path::new) {
        match named.canonicalize() {
            Ok(folder) if folder.is_dir() => return Ok(folder),
            Ok(_) | Err(_) => noticed.push(escaped!("{} ignored: expected an existing directory", VARIABLE)),
        }
    }
    let folder = match cwd.filter(|cwd| !cwd.is_empty()) {
        Some(cwd) => Path::new(cwd).canonicalize(),
        None => std::env::current_dir(),
    };
    folder.map_err(|error| RootError::Unusable(error.to_string()))
}

fn is_refused(path: &Path, environment: &Environment) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let path = real(path);
    path.parent().is_none() || environment.home().is_some_and(|home| real(&home) == path)
}

/// Opens a root; `top` is where the rules begin that hide its files.
fn open(path: &Path, top: &Path, source: RepoRootSource) -> Result<Found, RootError> {
    let jail = Jail::open(path).map_err(|error| RootError::Unusable(error.to_string()))?;
    let jail = jail.within(top);
    Ok(Found { root: RepoRoot { path: jail.root().to_path_buf(), source }, jail })
}
