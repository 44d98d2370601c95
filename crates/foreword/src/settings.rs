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
pub mod outside;
pub mod root;
pub mod switch;
mod tools;
mod user;

use std::path::{Path, PathBuf};

use foreword_codeintel::shipped_tier;
use foreword_exec::hooks::HookSet;
use foreword_guard::path::Jail;
use foreword_index::store;
use foreword_model::settings::{Enabled, RepoRoot, Settings};
use foreword_model::texts;

use crate::trust;
use narrow::Stance;

pub use env::Environment;
pub use file::ConfigError;
pub use hooks::in_repository as repo_hooks;
pub use root::RootError;

/// The repository's configuration, below its root.
pub const REPO_CONFIG: &str = "config/auto-tools.yaml";
/// The line for a repository that belongs to another user.
const OTHERS: &str = "configuration and hooks of the repository ignored: it belongs to another user";

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
    let is_off = switch::is_off_in(environment, found.jail.root());
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
    let is_own = is_users_own(&resolved.jail);
    if is_own {
        apply_repo_file(environment, &mut resolved)?;
    } else {
        resolved.noticed.push(OTHERS.to_owned());
    }
    if is_off {
        resolved.settings.enabled = Enabled::Off;
    }
    env::apply(environment, &resolved.root.path, &mut resolved.settings, &mut resolved.noticed);
    // A caller can only narrow, also what the environment says: a dry run starts nothing, whatever is set.
    if let Some(request) = request {
        apply_request(request, &mut resolved.settings, &mut resolved.noticed);
    }
    note_unknown_tools(&mut resolved);
    resolved.index_folder =
        cache_home(environment).map(|cache_home| store::folder_for(&cache_home, resolved.jail.root()));
    hooks::load_user(environment, &mut resolved.hooks, &mut resolved.noticed);
    if is_own {
        hooks::load_repository(environment, &resolved.jail, &mut resolved.hooks, &mut resolved.noticed);
    }
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

/// The root that a call from `cwd` is about, before any file of it is read.
pub fn root_for(environment: &Environment, cwd: Option<&str>) -> Option<PathBuf> {
    root::find(environment, cwd, &mut Vec::new()).ok().map(|found| found.jail.root().to_path_buf())
}

/// The user's own file may raise as well as lower.
fn apply_user_file(environment: &Environment, resolved: &mut Resolved) {
    let Some(path) = environment.config_dir().map(|dir| dir.join("config.yaml")) else { return };
    match file::read_user(&path) {
        Ok(Some(config)) => {
            user::apply(config, environment, &mut resolved.settings, &mut resolved.noticed);
        }
        Ok(None) => {}
        Err(error) => note_config_error(resolved, error),
    }
}

/// Whether a repository belongs to who runs this: another user's configuration is not obeyed, not even trusted.
pub fn is_users_own(jail: &Jail) -> bool {
    let root = jail.resolve(".").and_then(|root| jail.metadata(&root));
    root.is_ok_and(|root| root.owner == rustix::process::geteuid().as_raw())
}

/// The repository's file may only narrow, or raise what the user has agreed to.
fn apply_repo_file(environment: &Environment, resolved: &mut Resolved) -> Result<(), RootError> {
    let trusted = match resolved.jail.resolve(REPO_CONFIG) {
        Ok(_) => trust::trusted_claim(environment, &resolved.jail),
        Err(_) => None,
    };
    let (read, stance) = match trusted.as_ref().and_then(|claim| claim.text(REPO_CONFIG)) {
        // What was hashed is what is obeyed, whatever stands on the disk by now.
        Some(text) => (file::parse(REPO_CONFIG, text).map(Some), Stance::Trusted(environment)),
        None => (file::read_repo(&resolved.jail), Stance::Narrowing),
    };
    let config = match read {
        Ok(Some(config)) => config,
        Ok(None) => return Ok(()),
        Err(error) => {
            note_config_error(resolved, error);
            return Ok(());
        }
    };
    let sub_root = config.repo_root.clone();
    narrow::apply(config, REPO_CONFIG, stance, &mut resolved.settings, &mut resolved.noticed);
    match sub_root {
        Some(sub_root) => root::enter(&sub_root, resolved),
        None => Ok(()),
    }
}

/// What the caller narrows.
pub fn apply_request(request: &serde_json::Value, settings: &mut Settings, noticed: &mut Vec<String>) {
    match serde_json::from_value(request.clone()) {
        Ok(config) => narrow::apply(config, "request.settings", Stance::Narrowing, settings, noticed),
        Err(error) => noticed.push(format!("request.settings ignored: {error}")),
    }
}

/// A name that stands for no tool is a typo that would otherwise do nothing, silently.
fn note_unknown_tools(resolved: &mut Resolved) {
    let settings = &resolved.settings;
    let is_known = |name: &str| {
        shipped_tier(name).is_some() || settings.external_tools.iter().any(|tool| tool.name == name)
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

/// What the text of a repository's configuration asks for that only trust gives: key and value.
pub fn widened_by(text: &str) -> Vec<(String, String)> {
    file::parse(REPO_CONFIG, text).map(|config| narrow::widened_by(&config)).unwrap_or_default()
}

/// The words of the tools that such a text adds: a word with a blank may be a path as well.
pub fn tool_words(text: &str) -> Vec<String> {
    file::parse(REPO_CONFIG, text).map(|config| narrow::tool_words(&config)).unwrap_or_default()
}

/// What a text of configuration is worth to each who may write one: the lines that refuse it, empty where it is obeyed.
#[cfg(test)]
pub fn refused_by(text: &str) -> [Vec<String>; 3] {
    let refused = |apply: &dyn Fn(file::ConfigFile, &mut Settings, &mut Vec<String>)| {
        let mut noticed = Vec::new();
        match file::parse(REPO_CONFIG, text) {
            Ok(config) => apply(config, &mut Settings::default(), &mut noticed),
            Err(error) => noticed.push(error.to_string()),
        }
        noticed
    };
    let environment = Environment::default();
    let of_repository = |stance| {
        refused(&|config, settings, noticed| narrow::apply(config, REPO_CONFIG, stance, settings, noticed))
    };
    [
        of_repository(Stance::Narrowing),
        of_repository(Stance::Trusted(&environment)),
        refused(&|config, settings, noticed| user::apply(config, &environment, settings, noticed)),
    ]
}

/// The keys of a configuration file, as a schema.
#[cfg(test)]
pub fn config_schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<file::ConfigFile>().to_value()
}

/// A path as a person reads it in a message.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
