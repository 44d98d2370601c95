//! Codex: two scripts in its folder, the wrapper, one entry, and the trust in it.
//!
//! The entry goes to `hooks.json`, or to `config.toml` where the user keeps hooks there: Codex warns of both at once.

use std::path::{Path, PathBuf};

use super::parts::{self, Settings};
use super::{Change, Client, Places, Plan, Scope, Topic, Trust};
use crate::codex_config::projects;
use crate::document::{Problem, text_of};
use crate::file::{self, Refusal};
use crate::hook::{Found, Wanted, shell_word};
use crate::scripts::Script;
use crate::{codex_config, codex_trust, settings_json};

const EVENT: &str = "UserPromptSubmit";

/// Adds the changes of an installation.
pub fn install(places: &Places, scope: &Scope, trust: Trust, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        plan.changes.push(parts::script(&receipts, script, script_path(places, script), &places.binary)?);
    }
    add_wrapper(places, scope, plan)?;
    let wanted = Wanted { event: EVENT, command: shell_word(&script_path(places, Script::Entry)) };
    let home = home_of_hooks(places, scope)?;
    let without = |text: &str| home.without(text);
    let (old, new);
    match &home {
        HomeOfHooks::Json(path) => {
            let change = json_settings(path)
                .edited(&receipts, |text| settings_json::with_hooks(text, std::slice::from_ref(&wanted)))?;
            (old, new) = (hooks_in(path, change.before())?, hooks_in(path, change.after.as_deref())?);
            plan.changes.push(change);
        }
        HomeOfHooks::Config(path) => {
            let text = text_at(path)?;
            let with =
                codex_config::with_hook(&text, &wanted).map_err(|problem| Refusal::of(path, &problem))?;
            let read = |text: &str| codex_config::hooks(text).map_err(|problem| Refusal::of(path, &problem));
            (old, new) = (read(&text)?, read(&with)?);
        }
    }
    let moves = Moves::between(home.path(), &old, &new);
    let config = Settings {
        path: places.codex_config(),
        topic: match home {
            HomeOfHooks::Json(_) => Topic::Trust,
            HomeOfHooks::Config(_) => Topic::Entry,
        },
        // What is restored one day is the file without anything of ours, the server included.
        without: &|text| moves.undone(&codex_config::servers::without_server(&without(text)?)?),
        is_empty: |text| text.trim().is_empty(),
    };
    let is_new = file::read(&places.codex_config())?.is_none();
    if is_new && trust == Trust::Withheld {
        return Ok(());
    }
    let change = config.edited(&receipts, |text| {
        let text = match &home {
            HomeOfHooks::Json(_) => text.to_owned(),
            HomeOfHooks::Config(_) => codex_config::with_hook(text, &wanted)?,
        };
        let text = codex_config::retrusted(&text, &moves.stale(), &moves.moved)?;
        match (&moves.ours, trust) {
            (Some((key, hash)), Trust::Granted) => codex_config::with_trust(&text, key, hash),
            (Some(_) | None, _) => Ok(text),
        }
    })?;
    plan.changes.push(change);
    plan.notes.extend(note_of_project(places, scope)?);
    Ok(())
}

/// Codex would not look at the entry of a project that it does not trust.
fn note_of_project(places: &Places, scope: &Scope) -> Result<Option<String>, Refusal> {
    let Scope::Project(root) = scope else { return Ok(None) };
    let config = places.codex_config();
    let text = text_at(&config)?;
    let is_trusted =
        projects::is_trusted(&text, root).map_err(|problem| Refusal::of(&config, &problem))?;
    Ok((!is_trusted).then(|| {
        let command = projects::command_to_trust(&text, &config, root);
        format!("Codex reads the project's hooks only if it trusts the project; say so when it asks, or: {command}")
    }))
}

/// Adds the changes of taking it out.
pub fn uninstall(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        parts::script_gone(&receipts, script_path(places, script), plan)?;
    }
    parts::script_gone(&receipts, places.wrapper(scope), plan)?;
    let home = home_of_hooks(places, scope)?;
    let (old, new) = match &home {
        HomeOfHooks::Json(path) => {
            let old = hooks_in(path, file::read(path)?.map(|existing| existing.bytes).as_deref())?;
            json_settings(path).restored(&receipts, plan)?;
            let after = plan.changes.iter().find(|change| change.path == *path);
            (old, hooks_in(path, after.and_then(|change| change.after.as_deref()))?)
        }
        HomeOfHooks::Config(path) => {
            let text = text_at(path)?;
            let read = |text: &str| codex_config::hooks(text).map_err(|problem| Refusal::of(path, &problem));
            let without = home.without(&text).map_err(|problem| Refusal::of(path, &problem))?;
            (read(&text)?, read(&without)?)
        }
    };
    let moves = Moves::between(home.path(), &old, &new);
    let config = Settings {
        path: places.codex_config(),
        topic: Topic::Trust,
        without: &|text| moves.undone(&home.without(text)?),
        is_empty: |text| text.trim().is_empty(),
    };
    config.restored(&receipts, plan)
}

/// The keys under which a configuration trusts hooks of ours, for this user and wherever a receipt says.
pub fn trust_keys(places: &Places, config: &Path) -> Result<Vec<String>, Refusal> {
    let owners = places.receipts().get(config).map(|receipt| receipt.owners).unwrap_or_default();
    let roots = owners.iter().filter_map(|owner| owner.strip_prefix("codex:")).map(PathBuf::from);
    let mut keys = Vec::new();
    for scope in std::iter::once(Scope::User).chain(roots.map(Scope::Project)) {
        let file = places.codex_hooks(&scope);
        let hooks = hooks_in(&file, file::read(&file)?.map(|existing| existing.bytes).as_deref())?;
        let ours = hooks.iter().filter(|hook| hook.event == EVENT && hook.is_ours());
        keys.extend(ours.map(|hook| codex_trust::key(&file, hook.group, hook.index)));
    }
    Ok(keys)
}

/// Whether the plugin is there and no entry of ours.
pub fn is_by_plugin(places: &Places) -> Result<bool, Refusal> {
    let (json, config) = (places.codex_hooks(&Scope::User), places.codex_config());
    let text = text_at(&config)?;
    let refuse = |problem: Problem| Refusal::of(&config, &problem);
    let in_config = codex_config::hooks(&text).map_err(refuse)?;
    let in_json = hooks_in(&json, file::read(&json)?.map(|existing| existing.bytes).as_deref())?;
    let has_entry = in_config.iter().chain(&in_json).any(Found::is_ours);
    Ok(!has_entry && codex_config::has_plugin(&text).map_err(refuse)?)
}

/// The configuration with the trust in the plugin's hooks.
pub fn plugin_trust(places: &Places, hooks: &[(String, String)]) -> Result<Change, Refusal> {
    let keys: Vec<String> = hooks.iter().map(|(key, _)| key.clone()).collect();
    let config = Settings {
        path: places.codex_config(),
        topic: Topic::Trust,
        without: &|text| codex_config::retrusted(text, &keys, &[]),
        is_empty: |text| text.trim().is_empty(),
    };
    config.edited(&places.receipts(), |text| {
        let trust = |text: String, (key, hash): &(String, String)| codex_config::with_trust(&text, key, hash);
        hooks.iter().try_fold(text.to_owned(), trust)
    })
}

/// The file that holds the user's hooks.
enum HomeOfHooks {
    Json(PathBuf),
    Config(PathBuf),
}

impl HomeOfHooks {
    fn path(&self) -> &Path {
        match self {
            Self::Json(path) | Self::Config(path) => path,
        }
    }

    /// `config.toml` without our entry.
    fn without(&self, config: &str) -> Result<String, Problem> {
        match self {
            Self::Json(_) => Ok(config.to_owned()),
            Self::Config(_) => codex_config::without_hook(config, EVENT),
        }
    }
}

fn home_of_hooks(places: &Places, scope: &Scope) -> Result<HomeOfHooks, Refusal> {
    let (json, config) = (places.codex_hooks(scope), places.codex_config());
    let in_config =
        codex_config::has_hooks(&text_at(&config)?).map_err(|problem| Refusal::of(&config, &problem))?;
    let in_json = !hooks_in(&json, file::read(&json)?.map(|existing| existing.bytes).as_deref())?.is_empty();
    match *scope == Scope::User && in_config && !in_json {
        true => Ok(HomeOfHooks::Config(config)),
        false => Ok(HomeOfHooks::Json(json)),
    }
}

fn text_at(path: &Path) -> Result<String, Refusal> {
    let bytes = file::read(path)?.map(|existing| existing.bytes).unwrap_or_default();
    Ok(text_of(&bytes).map_err(|problem| Refusal::of(path, &problem))?.to_owned())
}

fn hooks_in(path: &Path, bytes: Option<&[u8]>) -> Result<Vec<Found>, Refusal> {
    let text = text_of(bytes.unwrap_or_default()).map_err(|problem| Refusal::of(path, &problem))?;
    settings_json::hooks(text).map_err(|problem| Refusal::of(path, &problem))
}

fn json_settings(path: &Path) -> Settings<'static> {
    Settings {
        path: path.to_owned(),
        topic: Topic::Entry,
        without: &settings_json::without_hooks,
        is_empty: settings_json::is_empty,
    }
}

/// Where the trust entries of a file's prompt hooks stood, and where they belong now.
struct Moves {
    /// The keys under which our hook was known.
    before: Vec<String>,
    /// Keys of other people's hooks that are others now.
    moved: Vec<(String, String)>,
    /// Our hook's key and hash, if it is there.
    ours: Option<(String, String)>,
}

impl Moves {
    fn between(file: &Path, old: &[Found], new: &[Found]) -> Self {
        let prompt = |hooks: &[Found], ours: bool| -> Vec<Found> {
            hooks.iter().filter(|hook| hook.event == EVENT && hook.is_ours() == ours).cloned().collect()
        };
        let key = |hook: &Found| codex_trust::key(file, hook.group, hook.index);
        let (others_before, others_after) = (prompt(old, false), prompt(new, false));
        let moved = others_before
            .iter()
            .zip(&others_after)
            .map(|(before, after)| (key(before), key(after)))
            .filter(|(before, after)| before != after);
        Self {
            before: prompt(old, true).iter().map(key).collect(),
            moved: moved.collect(),
            ours: prompt(new, true).first().map(|hook| (key(hook), codex_trust::hash(hook))),
        }
    }

    /// Keys that no longer mean our hook.
    fn stale(&self) -> Vec<String> {
        let ours = self.ours.as_ref().map(|(key, _)| key);
        self.before.iter().filter(|key| Some(*key) != ours).cloned().collect()
    }

    /// The configuration without any trust of ours.
    fn undone(&self, config: &str) -> Result<String, Problem> {
        let ours = self.ours.iter().map(|(key, _)| key.clone());
        let gone: Vec<String> = self.before.iter().cloned().chain(ours).collect();
        codex_config::retrusted(config, &gone, &self.moved)
    }
}

fn add_wrapper(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let path = places.wrapper(scope);
    let change = parts::script(&places.receipts(), Script::CodexAuto, path, &places.binary)?;
    match can_write_beside(&change) {
        true => plan.changes.push(change),
        false => plan.notes.push(format!(
            "{} is not installed: its folder cannot be written; `foreword codex-auto` is the same",
            change.path.display()
        )),
    }
    Ok(())
}

fn can_write_beside(change: &Change) -> bool {
    let folder = change.path.ancestors().skip(1).find(|folder| folder.exists());
    folder.is_some_and(|folder| rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok())
}

fn script_path(places: &Places, script: Script) -> PathBuf {
    places.scripts(Client::Codex).join(script.name())
}
