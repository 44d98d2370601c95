//! The control plane: environment > files > defaults (contract §3).
//!
//! Input from outside in two steps: each source is parsed and validated by itself (`env`, `file`), then
//! resolved into one [`Settings`] here. Whatever is refused becomes a line in `noticed`.

mod bounded_lists;
mod devbooks;
pub mod env;
mod explain;
mod file;
mod foreign_patterns;
mod hooks;
mod key_by_key;
mod misnamed;
pub mod outside;
mod protective;
mod repository;
pub mod root;
pub mod switch;
mod tier_synonyms;
mod tools;
mod tree;
mod user;

use std::path::{Path, PathBuf};

use foreword_codeintel::{shipped_spec, shipped_specs};
use foreword_exec::hooks::HookSet;
use foreword_exec::hooks::config::Phase;
use foreword_exec::programs;
use foreword_guard::escape::{self, EscapedText};
use foreword_guard::path::Jail;
use foreword_guard::{clear_limit, escaped};
use foreword_index::store;
use foreword_model::settings::{Enabled, RepoRoot, Settings};
use foreword_model::texts;

use crate::trust::{self, Claim};
use key_by_key::ReadConfig;
use repository::{Authority, ConfigApplier};
use user::OwnLimits;

pub use env::Environment;
pub use hooks::in_repository as repo_hooks;
pub use key_by_key::ConfigError;
pub use root::RootError;

/// The repository's configuration, below its root.
pub const REPO_CONFIG: &str = "config/auto-tools.yaml";
/// The user's own, in their folder.
const USER_CONFIG: &str = "config.yaml";
/// The name of a request's own settings in messages.
const REQUEST: &str = "request.settings";
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
    /// Lines for `[Limits]`: whatever a configuration says stands escaped in them.
    pub noticed: Vec<EscapedText>,
    /// What could not be read of a configuration file: the first problem, or the first that blocks the injection.
    pub config_error: Option<ConfigError>,
    /// Everything that could not be read of configuration files.
    pub config_problems: Vec<ConfigError>,
}

impl Resolved {
    /// The lines of what was noticed, for a place that takes text.
    pub fn limit_lines(&self) -> Vec<String> {
        self.noticed.iter().map(|line| clear_limit(line.as_str()).into_inner()).collect()
    }

    /// Whether a configuration file may keep something back that cannot be read, so that nothing is injected.
    pub fn blocks_injection(&self) -> bool {
        self.config_error.as_ref().is_some_and(ConfigError::blocks_injection)
    }

    /// The first that blocks comes before the first of all.
    fn note_problem(&mut self, problem: ConfigError) {
        match &self.config_error {
            Some(known) if known.blocks_injection() || !problem.blocks_injection() => {}
            Some(_) | None => self.config_error = Some(problem.clone()),
        }
        self.config_problems.push(problem);
    }
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
        config_problems: Vec::new(),
    };
    misnamed::note(environment, &mut resolved);
    let own = apply_user_file(environment, &mut resolved);
    protect_by_top(&mut resolved);
    let is_own = is_users_own(&resolved.jail);
    let claim = if is_own { known_claim(environment, &resolved.jail) } else { None };
    let raised = match is_own {
        true => apply_repo_file(environment, claim.as_ref(), &own, &mut resolved)?,
        false => {
            resolved.noticed.push(OTHERS.into());
            Vec::new()
        }
    };
    if is_off {
        resolved.settings.enabled = Enabled::Off;
    }
    env::apply(environment, &resolved.root.path, &mut resolved.settings, &mut resolved.noticed);
    // A caller can only narrow, also what the environment says: a dry run starts nothing, whatever is set.
    if let Some(request) = request {
        let blocking = apply_request(request, &mut resolved.settings, &mut resolved.noticed);
        blocking.into_iter().for_each(|problem| resolved.note_problem(problem));
    }
    repository::bound_timeouts(&raised, REPO_CONFIG, &mut resolved.settings, &mut resolved.noticed);
    note_unknown_tools(&mut resolved);
    root::note_hidden(&mut resolved);
    resolved.index_folder = index_folder(environment, resolved.jail.root(), &mut resolved.noticed);
    let env_names = &resolved.settings.env_names;
    let root = resolved.jail.root();
    hooks::load_user(environment, root, env_names, &mut resolved.hooks, &mut resolved.noticed);
    if is_own {
        let (jail, claim) = (&resolved.jail, claim.as_ref());
        hooks::load_repository(environment, jail, claim, &mut resolved.hooks, &mut resolved.noticed);
    }
    if devbooks::holds_orchestrator_keys(&resolved.jail) {
        resolved.noticed.push(devbooks::MOVE_HINT.into());
    }
    if resolved.root.source == foreword_model::envelope::RepoRootSource::NoGitRoot {
        resolved.noticed.push(texts::NO_GIT_ROOT.into());
    }
    Ok(resolved)
}

/// Resolves the settings for a repository that the command line names, or the one around the current directory.
pub fn resolve_at(environment: Environment, root: Option<&Path>) -> Result<Resolved, String> {
    let Some(root) = root else {
        return resolve(&environment, None, None).map_err(|error| error.to_string());
    };
    if !root.is_dir() {
        return Err(format!("--root {} is not a directory", root.display()));
    }
    let resolved = resolve(&environment.with_root(root), None, None).map_err(|error| error.to_string())?;
    // Nothing answers about another folder than the one that was named.
    match root.canonicalize().is_ok_and(|root| root == resolved.root.path) {
        true => Ok(resolved),
        false => Err(format!("{} is refused as a repository root", root.display())),
    }
}

/// The root that a call from `cwd` is about, before any file of it is read.
pub fn root_for(environment: &Environment, cwd: Option<&str>) -> Option<PathBuf> {
    root::find(environment, cwd, &mut Vec::new()).ok().map(|found| found.jail.root().to_path_buf())
}

/// The user's own file may raise as well as lower.
fn apply_user_file(environment: &Environment, resolved: &mut Resolved) -> OwnLimits {
    let path = environment.config_dir().map(|dir| dir.join(USER_CONFIG));
    let Some((path, read)) = path.and_then(|path| Some((path.clone(), file::read_user(&path)?))) else {
        return OwnLimits::default();
    };
    let config = take_config(read, &shown(&path), environment, resolved);
    if !programs::lies_within(&path, resolved.jail.root()) {
        return user::apply(config, environment, &mut resolved.settings, &mut resolved.noticed);
    }
    // What protects still holds; what came with the repository is not the user's word, and neither is its folder's name.
    let own = OwnLimits::default();
    resolved.noticed.push(escaped!(
        "{} lies in the repository: it may do what the repository's own file may",
        USER_CONFIG
    ));
    let authority = Authority::Repository;
    let applier = ConfigApplier { source: USER_CONFIG, authority, own: &own, noticed: &mut resolved.noticed };
    let raised = applier.apply(config, &mut resolved.settings);
    repository::bound_timeouts(&raised, USER_CONFIG, &mut resolved.settings, &mut resolved.noticed);
    own
}

/// Takes what holds of a file, and keeps what does not.
fn take_config(
    mut read: ReadConfig,
    file: &str,
    environment: &Environment,
    resolved: &mut Resolved,
) -> file::ConfigFile {
    read.note_absolute_globs(file, &resolved.jail, environment.home().as_deref());
    resolved.noticed.extend(read.lines());
    read.problems.into_iter().for_each(|problem| resolved.note_problem(problem));
    read.config
}

/// Whether a repository belongs to who runs this: another user's configuration is not obeyed, not even trusted.
pub fn is_users_own(jail: &Jail) -> bool {
    let root = jail.resolve(".").and_then(|root| jail.metadata(&root));
    root.is_ok_and(|root| root.owner == rustix::process::geteuid().as_raw())
}

/// A root below the top of its work tree, which the user chose: what the top's configuration keeps back stays so.
fn protect_by_top(resolved: &mut Resolved) {
    let jail = &resolved.jail;
    let Some(top) = (!jail.below_top().is_empty()).then(|| Jail::open(jail.top()).ok()).flatten() else {
        return;
    };
    let Some(mut read) = is_users_own(&top).then(|| file::read_repo(&top)).flatten() else { return };
    read.note_absolute_globs(REPO_CONFIG, &top, None);
    for problem in read.problems.into_iter().filter(ConfigError::blocks_injection) {
        resolved.noticed.push(problem.in_words());
        resolved.note_problem(problem);
    }
    resolved.settings.exclude.extend(read.config.exclude);
    resolved.settings.sensitive.extend(read.config.sensitive);
}

/// What the user may have agreed to, where a file that can ask is there.
fn known_claim(environment: &Environment, jail: &Jail) -> Option<Claim> {
    let hooks = [Phase::Before, Phase::After].map(repo_hooks);
    let is_there = |file: &str| jail.resolve(file).is_ok();
    let asks = is_there(REPO_CONFIG) || hooks.iter().any(|file| is_there(file));
    asks.then(|| trust::known_claim(environment, jail)).flatten()
}

/// The repository's file may lower, raise up to a ceiling, and have what the user has agreed to. Answers the tools whose
/// timeouts it raised.
fn apply_repo_file(
    environment: &Environment,
    claim: Option<&Claim>,
    own: &OwnLimits,
    resolved: &mut Resolved,
) -> Result<Vec<String>, RootError> {
    let trusted = claim.filter(|claim| trust::standing(environment, claim) == trust::Standing::Trusted);
    let (read, authority) = match trusted.and_then(|claim| claim.text(REPO_CONFIG)) {
        // What was hashed is what is obeyed, whatever stands on the disk by now.
        Some(text) => {
            (Some(ReadConfig::of_text(REPO_CONFIG, text)), Authority::TrustedRepository(environment))
        }
        None => (file::read_repo(&resolved.jail), Authority::Repository),
    };
    let Some(read) = read else { return Ok(Vec::new()) };
    let config = take_config(read, REPO_CONFIG, environment, resolved);
    let sub_root = config.repo_root.clone();
    let applier = ConfigApplier { source: REPO_CONFIG, authority, own, noticed: &mut resolved.noticed };
    let raised = applier.apply(config, &mut resolved.settings);
    if let Some(sub_root) = sub_root {
        root::enter(&sub_root, resolved)?;
    }
    Ok(raised)
}

/// What the caller narrows; answers what protects and cannot be read.
pub fn apply_request(
    request: &serde_json::Value,
    settings: &mut Settings,
    noticed: &mut Vec<EscapedText>,
) -> Vec<ConfigError> {
    let read = ReadConfig::of_request(REQUEST, request);
    noticed.extend(read.lines());
    let own = OwnLimits::default();
    ConfigApplier { source: REQUEST, authority: Authority::Request, own: &own, noticed }
        .apply(read.config, settings);
    read.problems.into_iter().filter(ConfigError::blocks_injection).collect()
}

/// A name that stands for no tool is a typo that would otherwise do nothing, silently.
fn note_unknown_tools(resolved: &mut Resolved) {
    let settings = &resolved.settings;
    let is_known = |name: &str| {
        shipped_spec(name).is_some() || settings.external_tools.iter().any(|tool| tool.name == name)
    };
    let names: Vec<&str> = shipped_specs().iter().map(|spec| spec.name.as_ref()).collect();
    let hint = |name: &str| {
        let meant = explain::nearest(name, &names);
        meant.map(|meant| escaped!("; did you mean {}?", escape::symbol(meant))).unwrap_or_default()
    };
    let unknown: Vec<EscapedText> = settings
        .tools
        .keys()
        .map(|name| {
            let shown = repository::tool_name(name);
            (name, escaped!("tools.{} ignored: there is no such tool{}", shown, hint(name)))
        })
        .chain(settings.runners.keys().map(|name| {
            let variable = escape::told_path(&format!("CI_AUTO_TOOLS_RUNNER_{}", name.to_ascii_uppercase()));
            (name, escaped!("{} ignored: there is no such tool{}", variable, hint(name)))
        }))
        .filter(|(name, _)| !is_known(name))
        .map(|(_, line)| line)
        .collect();
    resolved.noticed.extend(unknown);
}

/// Where the index of a repository lies: outside of it, because an index that came with it would be believed.
fn index_folder(environment: &Environment, root: &Path, noticed: &mut Vec<EscapedText>) -> Option<PathBuf> {
    let cache_home = cache_home(environment)?;
    if programs::lies_within(&cache_home, root) {
        noticed.push("the cache folder lies in the repository: no index is kept there".into());
        return None;
    }
    Some(store::folder_for(&cache_home, root))
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
    repository::widened_by(&ReadConfig::of_text(REPO_CONFIG, text).config)
}

/// The words of each tool that such a text adds: a word with a blank may be a path as well.
pub fn tool_commands(text: &str) -> Vec<Vec<String>> {
    repository::tool_commands(&ReadConfig::of_text(REPO_CONFIG, text).config)
}

/// What a text of configuration is worth to each who may write one: the lines that refuse it, empty where it is obeyed.
#[cfg(test)]
pub fn refused_by(text: &str) -> [Vec<String>; 3] {
    let environment = Environment::default();
    let read = || {
        let read = ReadConfig::of_text(REPO_CONFIG, text);
        (read.lines(), read.config)
    };
    let of_repository = |authority| {
        let (mut noticed, config) = read();
        let (mut settings, own) = (Settings::default(), OwnLimits::default());
        let applier = ConfigApplier { source: REPO_CONFIG, authority, own: &own, noticed: &mut noticed };
        let raised = applier.apply(config, &mut settings);
        repository::bound_timeouts(&raised, REPO_CONFIG, &mut settings, &mut noticed);
        noticed
    };
    let (mut noticed, config) = read();
    user::apply(config, &environment, &mut Settings::default(), &mut noticed);
    let all = [
        of_repository(Authority::Repository),
        of_repository(Authority::TrustedRepository(&environment)),
        noticed,
    ];
    all.map(|lines| lines.into_iter().map(EscapedText::into_string).collect())
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
