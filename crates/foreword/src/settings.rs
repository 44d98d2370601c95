//! The control plane: environment > files > defaults (contract §3).
//!
//! Input from outside in two steps: each source is parsed and validated by itself (`env`, `file`), then
//! resolved into one [`Settings`] here. Whatever is refused becomes a line in `noticed`.

mod devbooks;
pub mod env;
mod explain;
mod file;
mod hooks;
mod narrow;
mod outside;
pub mod root;
mod user;

use std::path::{Path, PathBuf};

use foreword_codeintel::shipped_tier;
use foreword_exec::hooks::HookSet;
use foreword_guard::path::Jail;
use foreword_index::store;
use foreword_model::settings::{RepoRoot, Settings};
use foreword_model::texts;

pub use env::Environment;
pub use file::ConfigError;
pub use root::RootError;

/// The repository's configuration, below its root.
pub const REPO_CONFIG: &str = "config/auto-tools.yaml";

/// Everything that steers a run, and what was refused on the way.
#[derive(Debug)]
pub struct Resolved {
    /// The settings in force.
    pub settings: Settings,
    /// The repository.
    pub root: RepoRoot,
    /// The repository, opened.
    pub jail: Jail,
    /// Where its index lies, if there is a place for it.
    pub index_folder: Option<PathBuf>,
    /// The user's tool hooks.
    pub hooks: HookSet,
    /// Lines for `[Limits]`.
    pub noticed: Vec<String>,
    /// A file that could not be read as configuration; the defaults stand in its place.
    pub config_error: Option<ConfigError>,
}

/// Resolves the settings for a call from `cwd`, with the caller's own narrowing on top.
pub fn resolve(
    environment: &Environment,
    cwd: Option<&str>,
    request: Option<&serde_json::Value>,
) -> Result<Resolved, RootError> {
    let mut noticed = Vec::new();
    let found = root::find(environment, cwd, &mut noticed)?;
    let mut resolved = Resolved {
        settings: Settings::default(),
        root: found.root,
        jail: found.jail,
        index_folder: None,
        hooks: HookSet::default(),
        noticed,
        config_error: None,
    };
    apply_user_file(environment, &mut resolved);
    apply_repo_file(&mut resolved)?;
    env::apply(environment, &resolved.root.path, &mut resolved.settings, &mut resolved.noticed);
    // A caller can only narrow, also what the environment says: a dry run starts nothing, whatever is set.
    if let Some(request) = request {
        apply_request(request, &mut resolved);
    }
    note_unknown_tools(&mut resolved);
    resolved.index_folder =
        cache_home(environment).map(|cache_home| store::folder_for(&cache_home, resolved.jail.root()));
    hooks::load(environment, &resolved.jail, &mut resolved.hooks, &mut resolved.noticed);
    if devbooks::holds_orchestrator_keys(&resolved.jail) {
        resolved.noticed.push(devbooks::MOVE_HINT.to_owned());
    }
    if resolved.root.source == foreword_model::envelope::RepoRootSource::NoGitRoot {
        resolved.noticed.push(texts::NO_GIT_ROOT.to_owned());
    }
    Ok(resolved)
}

/// Resolves the settings for a repository that the command line names, or the one around the current directory.
pub fn resolve_at(environment: Environment, root: Option<&Path>) -> Result<Resolved, String> {
    let environment = match root {
        Some(root) if !root.is_dir() => return Err(format!("--root {} is not a directory", root.display())),
        Some(root) => environment.with_root(root),
        None => environment,
    };
    resolve(&environment, None, None).map_err(|error| error.to_string())
}

/// The user's own file may raise as well as lower.
fn apply_user_file(environment: &Environment, resolved: &mut Resolved) {
    let Some(path) = environment.config_dir().map(|dir| dir.join("config.yaml")) else { return };
    match file::read_user(&path) {
        Ok(Some(config)) => user::apply(config, &mut resolved.settings, &mut resolved.noticed),
        Ok(None) => {}
        Err(error) => note_config_error(resolved, error),
    }
}

/// The repository's file may only narrow.
fn apply_repo_file(resolved: &mut Resolved) -> Result<(), RootError> {
    let config = match file::read_repo(&resolved.jail) {
        Ok(Some(config)) => config,
        Ok(None) => return Ok(()),
        Err(error) => {
            note_config_error(resolved, error);
            return Ok(());
        }
    };
    let sub_root = config.repo_root.clone();
    narrow::apply(config, REPO_CONFIG, &mut resolved.settings, &mut resolved.noticed);
    match sub_root {
        Some(sub_root) => root::enter(&sub_root, resolved),
        None => Ok(()),
    }
}

fn apply_request(request: &serde_json::Value, resolved: &mut Resolved) {
    match serde_json::from_value(request.clone()) {
        Ok(config) => {
            narrow::apply(config, "request.settings", &mut resolved.settings, &mut resolved.noticed);
        }
        Err(error) => resolved.noticed.push(format!("request.settings ignored: {error}")),
    }
}

/// A name that stands for no tool is a typo that would otherwise do nothing, silently.
fn note_unknown_tools(resolved: &mut Resolved) {
    let settings = &resolved.settings;
    let is_known = |name: &str| {
        shipped_tier(name).is_some() || settings.command_tools.iter().any(|tool| tool.name == name)
    };
    let unknown: Vec<String> = settings
        .tools
        .keys()
        .map(|name| (name, format!("tools.{name} ignored: there is no such tool")))
        .chain(settings.runners.keys().map(|name| {
            let variable = format!("CI_AUTO_TOOLS_RUNNER_{}", name.to_ascii_uppercase());
            (name, format!("{variable} ignored: there is no such tool"))
        }))
        .filter(|(name, _)| !is_known(name))
        .map(|(_, line)| line)
        .collect();
    resolved.noticed.extend(unknown);
}

fn note_config_error(resolved: &mut Resolved, error: ConfigError) {
    resolved.noticed.push(error.to_string());
    resolved.config_error.get_or_insert(error);
}

/// The directory of per-user caches, where there is one.
pub fn cache_home(environment: &Environment) -> Option<PathBuf> {
    environment.dir("XDG_CACHE_HOME", ".cache")
}

/// The directory of per-user state, where there is one.
pub fn state_dir(environment: &Environment) -> Option<PathBuf> {
    environment.dir("XDG_STATE_HOME", ".local/state").map(|dir| dir.join("foreword"))
}

/// A path as a person reads it in a message.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
