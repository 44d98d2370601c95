//! Codex: two scripts in its folder, the wrapper, one entry, and the trust in it.
//!
//! The entry goes to `hooks.json`, or to `config.toml` where the user keeps hooks there: Codex warns of both at once.

use std::path::{Path, PathBuf};

use super::parts::{self, Remarks, Settings};
use super::{Change, Client, Places, Plan, Scope, Topic, Trust, claude_code};
use crate::codex_config::projects;
use crate::document::{Before, Problem, text_of};
use crate::file::{self, Refusal};
use crate::hook::{self, Found, Wanted, shell_word};
use crate::our_scripts::OurScripts;
use crate::scripts::Script;
use crate::{codex_config, codex_trust, settings_json};

const EVENT: &str = "UserPromptSubmit";
/// What the keys of the plugin's hooks begin with.
const PLUGIN: &str = "foreword@";

/// Adds the changes of an installation.
pub fn install(places: &Places, scope: &Scope, trust: Trust, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        plan.changes.push(parts::script(&receipts, script, script_path(places, script), &places.binary)?);
    }
    add_wrapper(places, scope, plan)?;
    plan.notes.extend(note_of_project(places, scope)?);
    let (wanted, home) = (wanted(places), home_of_hooks(places, scope)?);
    let in_config = entry_in_config(places, scope)?;
    let (json, ours) = (places.codex_hooks(scope), places.our_scripts());
    let mut of_json = None;
    if home == HomeOfHooks::Json {
        let change = json_settings(&json, &ours).edited(&receipts, |text| {
            settings_json::with_hooks(text, std::slice::from_ref(&wanted), &ours)
        })?;
        let hooks_of = |bytes| hooks_in(&json, bytes, &ours);
        let (old, new) = (hooks_of(change.before())?, hooks_of(change.after.as_deref())?);
        of_json = Some(Moves::between(&json, &old, &new));
        plan.notes.extend(claude_code::notes_of_namesakes(&change, &ours));
        plan.changes.push(change);
    }
    let with_entry = |text: &str| match home {
        HomeOfHooks::Config => codex_config::with_hook(text, &wanted, &ours),
        // One that stands there as well is one too many.
        HomeOfHooks::Json => without_entry(text, in_config, Before::Unknown, &ours),
    };
    let config = Settings {
        path: places.codex_config(),
        topic: match home {
            HomeOfHooks::Json => Topic::Trust,
            HomeOfHooks::Config => Topic::Entry,
        },
        // What is restored one day is the file without anything of ours, the server included.
        without: Box::new(|text, before| {
            let text = codex_config::servers::without_server(text, before)?;
            undone(&of_json, &without_hook(places, &places.codex_config(), &text, before)?, before)
        }),
        is_empty: |text| text.trim().is_empty(),
        remarks: remarks_of_config(&ours),
    };
    let is_new = file::read(&places.codex_config())?.is_none();
    if is_new && trust == Trust::Withheld {
        return Ok(());
    }
    let change = config.edited(&receipts, |text| {
        let retrust = |text: String, it: &Moves| {
            codex_config::retrusted(&text, &it.stale(), &it.moved, Before::Unknown)
        };
        let with = with_entry(text)?;
        let of_config = match home == HomeOfHooks::Config || in_config {
            true => Some(Moves::in_config(places, text, &with)?),
            false => None,
        };
        let moves = || of_json.iter().chain(&of_config);
        let text = moves().try_fold(with, retrust)?;
        match (moves().find_map(|it| it.ours.as_ref()), trust) {
            (Some((key, hash)), Trust::Granted) => codex_config::with_trust(&text, key, hash),
            (Some(_) | None, _) => Ok(text),
        }
    })?;
    plan.changes.push(change);
    Ok(())
}

/// Codex would not look at the entry of a project that it does not trust.
fn note_of_project(places: &Places, scope: &Scope) -> Result<Option<String>, Refusal> {
    let Scope::Project(root) = scope else { return Ok(None) };
    let config = places.codex_config();
    let text = text_at(&config)?;
    let is_trusted = projects::is_trusted(&text, root).map_err(|problem| Refusal::of(&config, &problem))?;
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
    entries_gone(places, scope, plan)
}

/// Takes out our entry, wherever of the two files it stands, and the trust in it.
pub fn entries_gone(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    let (json, config, ours) = (places.codex_hooks(scope), places.codex_config(), places.our_scripts());
    if !plan.changes.iter().any(|change| change.path == json) {
        json_settings(&json, &ours).restored(&receipts, plan)?;
    }
    // Before and after of one reading: the file may change at any time.
    let change = plan.changes.iter().find(|change| change.path == json);
    let old = hooks_in(&json, change.and_then(Change::before), &ours)?;
    let new = hooks_in(&json, change.and_then(|change| change.after.as_deref()), &ours)?;
    let of_json = Moves::between(&json, &old, &new);
    let in_config = entry_in_config(places, scope)?;
    let mut lost = plugin_keys(places, scope, &plan.owner)?;
    lost.extend(keys_of_lost_entry(places, &json)?);
    let config = Settings {
        path: config,
        topic: Topic::Trust,
        without: Box::new(|text, before| {
            let text = codex_config::retrusted(text, &lost, &[], before)?;
            let without = without_entry(&text, in_config, before, &ours)?;
            let of_config = match in_config {
                true => Some(Moves::in_config(places, &text, &without)?),
                false => None,
            };
            undone(std::iter::once(&of_json).chain(&of_config), &without, before)
        }),
        is_empty: |text| text.trim().is_empty(),
        remarks: remarks_of_config(&ours),
    };
    config.restored(&receipts, plan)
}

/// A configuration without our entry and our trust, for this user and wherever a receipt says.
pub fn without_hook(
    places: &Places,
    config: &Path,
    text: &str,
    before: Before<'_>,
) -> Result<String, Problem> {
    let owners = places.receipts().get(config).map(|receipt| receipt.owners).unwrap_or_default();
    let roots = owners.iter().filter_map(|owner| owner.strip_prefix("codex:")).map(PathBuf::from);
    let (mut keys, ours) = (Vec::new(), places.our_scripts());
    for scope in std::iter::once(Scope::User).chain(roots.map(Scope::Project)) {
        let file = places.codex_hooks(&scope);
        // A file that cannot be read holds no hook that Codex would run.
        let hooks = hooks_at(&file, &ours).unwrap_or_default();
        keys.extend(Moves::between(&file, &hooks, &[]).before);
    }
    let owner = Client::Codex.word();
    keys.extend(plugin_keys(places, &Scope::User, owner).unwrap_or_default());
    let hooks = codex_config::hooks(text, &ours)?;
    let is_in_config = config == places.codex_config() && hooks.iter().any(is_our_prompt_hook);
    let without = without_entry(text, is_in_config, before, &ours)?;
    let moves = Moves::between(config, &hooks, &codex_config::hooks(&without, &ours)?);
    moves.undone(&codex_config::retrusted(&without, &keys, &[], before)?, before)
}

/// Whether the plugin is there and no entry of ours.
pub fn is_by_plugin(places: &Places) -> Result<bool, Refusal> {
    let (json, config) = (places.codex_hooks(&Scope::User), places.codex_config());
    let text = text_at(&config)?;
    let refuse = |problem: Problem| Refusal::of(&config, &problem);
    let ours = places.our_scripts();
    let in_config = codex_config::hooks(&text, &ours).map_err(refuse)?;
    let in_json = hooks_at(&json, &ours)?;
    let has_entry = in_config.iter().chain(&in_json).any(Found::is_ours);
    Ok(!has_entry && codex_config::has_plugin(&text).map_err(refuse)?)
}

/// The configuration with the trust in the plugin's hooks.
pub fn plugin_trust(places: &Places, hooks: &[(String, String)]) -> Result<Change, Refusal> {
    let keys: Vec<String> = hooks.iter().map(|(key, _)| key.clone()).collect();
    let ours = places.our_scripts();
    let config = Settings {
        path: places.codex_config(),
        topic: Topic::Trust,
        without: Box::new(|text, before| codex_config::retrusted(text, &keys, &[], before)),
        is_empty: |text| text.trim().is_empty(),
        remarks: remarks_of_config(&ours),
    };
    config.edited(&places.receipts(), |text| {
        let trust = |text: String, (key, hash): &(String, String)| codex_config::with_trust(&text, key, hash);
        hooks.iter().try_fold(text.to_owned(), trust)
    })
}

/// The keys of the plugin's trust, if it is we who recorded it: where an entry of ours is, that is what we recorded.
fn plugin_keys(places: &Places, scope: &Scope, owner: &str) -> Result<Vec<String>, Refusal> {
    let config = places.codex_config();
    let has_receipt = places.receipts().get(&config).is_some_and(|receipt| receipt.owners.contains(owner));
    let has_entry = entry_in_config(places, scope)?
        || hooks_at(&places.codex_hooks(scope), &places.our_scripts())?.iter().any(is_our_prompt_hook);
    if *scope != Scope::User || !has_receipt || has_entry {
        return Ok(Vec::new());
    }
    let keys = codex_config::trust_keys(&text_at(&config)?).map_err(|it| Refusal::of(&config, &it))?;
    Ok(keys.into_iter().filter(|key| key.starts_with(PLUGIN)).collect())
}

/// The keys under which our entry is trusted in a file that may be gone: they are told by what they trust.
fn keys_of_lost_entry(places: &Places, json: &Path) -> Result<Vec<String>, Refusal> {
    let config = places.codex_config();
    let text = text_at(&config)?;
    let entry = hook::list(&serde_json::json!({ EVENT: [wanted(places).group()] }), &places.our_scripts());
    let ours: Vec<String> = entry.iter().map(codex_trust::hash).collect();
    let is_ours = |key: &String| {
        let trust = codex_config::trust(&text, key).ok().flatten();
        key.starts_with(&codex_trust::key_prefix(json)) && trust.is_some_and(|(hash, _)| ours.contains(&hash))
    };
    let mut keys = codex_config::trust_keys(&text).map_err(|problem| Refusal::of(&config, &problem))?;
    keys.retain(is_ours);
    Ok(keys)
}

/// The file that our entry goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HomeOfHooks {
    Json,
    Config,
}

/// Where our entry stands already; otherwise where the user keeps hooks.
fn home_of_hooks(places: &Places, scope: &Scope) -> Result<HomeOfHooks, Refusal> {
    let config = places.codex_config();
    let has_hooks =
        codex_config::has_hooks(&text_at(&config)?).map_err(|problem| Refusal::of(&config, &problem))?;
    let in_json = hooks_at(&places.codex_hooks(scope), &places.our_scripts())?;
    let is_ours_in_json = in_json.iter().any(is_our_prompt_hook);
    let is_config = match entry_in_config(places, scope)? {
        true => !is_ours_in_json,
        false => *scope == Scope::User && has_hooks && in_json.is_empty(),
    };
    Ok(if is_config { HomeOfHooks::Config } else { HomeOfHooks::Json })
}

/// Whether our entry for this user stands in `config.toml`.
fn entry_in_config(places: &Places, scope: &Scope) -> Result<bool, Refusal> {
    let path = places.codex_config();
    let hooks = codex_config::hooks(&text_at(&path)?, &places.our_scripts());
    let hooks = hooks.map_err(|problem| Refusal::of(&path, &problem))?;
    Ok(*scope == Scope::User && hooks.iter().any(is_our_prompt_hook))
}

fn is_our_prompt_hook(hook: &Found) -> bool {
    hook.event == EVENT && hook.is_ours()
}

/// `config.toml` without our entry; to the letter as it is where there is none.
fn without_entry(
    config: &str,
    is_there: bool,
    before: Before<'_>,
    ours: &OurScripts,
) -> Result<String, Problem> {
    match is_there {
        true => codex_config::without_hook(config, EVENT, before, ours),
        false => Ok(config.to_owned()),
    }
}

fn wanted(places: &Places) -> Wanted {
    Wanted { event: EVENT, command: shell_word(&script_path(places, Script::Entry)) }
}

fn text_at(path: &Path) -> Result<String, Refusal> {
    let bytes = file::read(path)?.map(|existing| existing.bytes).unwrap_or_default();
    Ok(text_of(&bytes).map_err(|problem| Refusal::of(path, &problem))?.to_owned())
}

fn hooks_at(path: &Path, ours: &OurScripts) -> Result<Vec<Found>, Refusal> {
    hooks_in(path, file::read(path)?.map(|existing| existing.bytes).as_deref(), ours)
}

fn hooks_in(path: &Path, bytes: Option<&[u8]>, ours: &OurScripts) -> Result<Vec<Found>, Refusal> {
    let text = text_of(bytes.unwrap_or_default()).map_err(|problem| Refusal::of(path, &problem))?;
    settings_json::hooks(text, ours).map_err(|problem| Refusal::of(path, &problem))
}

fn json_settings<'a>(path: &Path, ours: &'a OurScripts) -> Settings<'a> {
    claude_code::settings(path.to_owned(), ours)
}

fn remarks_of_config(ours: &OurScripts) -> Box<Remarks<'_>> {
    Box::new(|text| hook::remarks(&codex_config::hooks(text, ours).unwrap_or_default()))
}

/// The configuration without any trust of ours.
fn undone<'a>(
    moves: impl IntoIterator<Item = &'a Moves>,
    config: &str,
    before: Before<'_>,
) -> Result<String, Problem> {
    moves.into_iter().try_fold(config.to_owned(), |text, it| it.undone(&text, before))
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

    /// What a change to `config.toml` does to the keys of the hooks in it.
    fn in_config(places: &Places, old: &str, new: &str) -> Result<Self, Problem> {
        let ours = places.our_scripts();
        let (old, new) = (codex_config::hooks(old, &ours)?, codex_config::hooks(new, &ours)?);
        Ok(Self::between(&places.codex_config(), &old, &new))
    }

    /// Keys that no longer mean our hook.
    fn stale(&self) -> Vec<String> {
        let ours = self.ours.as_ref().map(|(key, _)| key);
        self.before.iter().filter(|key| Some(*key) != ours).cloned().collect()
    }

    /// The configuration without any trust of ours.
    fn undone(&self, config: &str, before: Before<'_>) -> Result<String, Problem> {
        let ours = self.ours.iter().map(|(key, _)| key.clone());
        let gone: Vec<String> = self.before.iter().cloned().chain(ours).collect();
        codex_config::retrusted(config, &gone, &self.moved, before)
    }
}

fn add_wrapper(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let path = places.wrapper(scope);
    if let Scope::Project(root) = scope {
        file::check_within(&path, root)?;
    }
    let change = parts::script(&places.receipts(), Script::CodexAuto, path, &places.binary)?;
    if change
        .existing
        .as_ref()
        .is_some_and(|existing| !parts::is_ours(&places.receipts(), &change.path, existing))
    {
        plan.notes.push(format!(
            "{} is not foreword's: it is left as it is; `foreword codex-auto` is what would stand there",
            change.path.display()
        ));
        return Ok(());
    }
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
