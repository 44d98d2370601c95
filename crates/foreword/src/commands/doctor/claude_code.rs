//! Claude Code: its settings, our entries in them, the plugin, and what keeps hooks from running.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use foreword_install::document::{Problem, text_of};
use foreword_install::hook::{self, Found, TIMEOUT_S, shell_word};
use foreword_install::our_scripts::OurScripts;
use foreword_install::scripts::Script;
use foreword_install::{Client, Scope, file, plain_json, settings_json};
use foreword_model::limits;
use serde_json::Value;

use super::finding::Finding;
use super::live::InstalledHook;
use super::{Patient, scripts};

const CHECK: &str = "claude-settings";
/// The settings that everybody in a project shares.
const SHARED: &str = ".claude/settings.json";
const EVENTS: [&str; 3] = ["UserPromptSubmit", "SessionStart", "SubagentStart"];

/// Examines it; the hooks are those that a prompt would run.
pub fn examine(patient: &Patient) -> (Vec<Finding>, Vec<InstalledHook>) {
    let (mut findings, mut hooks) = (Vec::new(), Vec::new());
    let mut has_plugin = false;
    let mut switching_off: Vec<PathBuf> = patient.root.iter().map(|root| root.join(SHARED)).collect();
    let ours = patient.places.our_scripts();
    switching_off.retain(|path| matches!(read(path, &ours), Ok(Some(settings)) if settings.are_hooks_off));
    for scope in patient.scopes() {
        let path = patient.places.claude_settings(&scope);
        match read(&path, &ours) {
            Ok(None) => {}
            Ok(Some(settings)) => {
                has_plugin |= settings.has_plugin;
                switching_off.extend(settings.are_hooks_off.then(|| path.clone()));
                findings.extend(of_file(patient, &path, &scope, &settings));
                hooks.extend(prompt_hooks(&settings).map(|hook| InstalledHook {
                    client: Client::ClaudeCode,
                    command: hook.command().to_owned(),
                    timeout_s: hook.timeout_s(),
                    place: path.clone(),
                }));
            }
            Err(refusal) => {
                findings.push(Finding::problem(
                    CHECK,
                    refusal,
                    set_aside(patient, &path, Client::ClaudeCode),
                ));
            }
        }
    }
    if !hooks.is_empty() || has_plugin {
        findings.extend(switching_off.iter().map(|path| off(path)));
    }
    findings.extend(scripts::examine(patient, Client::ClaudeCode, "claude-scripts", &hooks));
    findings.extend(doubled(patient, &hooks, has_plugin));
    hooks.extend(plugin_hook(patient).filter(|_| has_plugin));
    if findings.is_empty() && !has_plugin {
        let install = format!("{} install claude", patient.foreword());
        findings.push(Finding::note(CHECK, "not installed for Claude Code").with_hint(install));
    }
    (findings, hooks)
}

fn off(path: &Path) -> Finding {
    let file = shell_word(path);
    let switch = format!("sed -i.bak 's/\"disableAllHooks\" *: *true/\"disableAllHooks\": false/' {file}");
    Finding::problem(CHECK, format!("{} switches all hooks off (disableAllHooks)", path.display()), switch)
}

/// Whether our plugin is switched on.
pub fn has_plugin(patient: &Patient) -> bool {
    let ours = patient.places.our_scripts();
    let settings =
        patient.scopes().into_iter().map(|scope| read(&patient.places.claude_settings(&scope), &ours));
    settings.flatten().flatten().any(|settings| settings.has_plugin)
}

/// The hook of the plugin, where Claude Code has put it.
fn plugin_hook(patient: &Patient) -> Option<InstalledHook> {
    let place = patient.places.claude.join("plugins/installed_plugins.json");
    let installed: Value = serde_json::from_slice(&file::read(&place).ok()??.bytes).ok()?;
    let plugins = installed.get("plugins")?.as_object()?;
    let ours = plugins.iter().find(|(name, _)| name.starts_with("foreword@"))?.1;
    let folder = ours.pointer("/0/installPath")?.as_str()?;
    let command = shell_word(&Path::new(folder).join("hooks").join(Script::Entry.name()));
    Some(InstalledHook { client: Client::ClaudeCode, command, timeout_s: Some(TIMEOUT_S), place })
}

/// A file that cannot be read is moved aside, never overwritten.
pub fn set_aside(patient: &Patient, path: &Path, client: Client) -> String {
    let word = shell_word(path);
    format!("mv {word} {word}.broken && {} install {} --yes", patient.foreword(), client.word())
}

struct Settings {
    /// The first place for which Claude Code passes over the whole file.
    refused_at: Option<Problem>,
    hooks: Vec<Found>,
    has_plugin: bool,
    are_hooks_off: bool,
}

fn read(path: &Path, ours: &OurScripts) -> Result<Option<Settings>, String> {
    let Some(existing) = file::read(path).map_err(|refusal| refusal.to_string())? else { return Ok(None) };
    let in_file = |problem| file::Refusal::of(path, &problem).to_string();
    let text = text_of(&existing.bytes).map_err(in_file)?;
    let hooks = settings_json::hooks(text, ours).map_err(in_file)?;
    let plugins = settings_json::top_level(text, "enabledPlugins").map_err(in_file)?.unwrap_or_default();
    let is_ours = |(name, on): (&String, &Value)| name.starts_with("foreword@") && on.as_bool() == Some(true);
    let off = settings_json::top_level(text, "disableAllHooks").map_err(in_file)?;
    Ok(Some(Settings {
        refused_at: plain_json::refused_at(text),
        hooks,
        has_plugin: plugins.as_object().is_some_and(|plugins| plugins.iter().any(is_ours)),
        are_hooks_off: off.and_then(|off| off.as_bool()) == Some(true),
    }))
}

fn prompt_hooks(settings: &Settings) -> impl Iterator<Item = &Found> {
    settings.hooks.iter().filter(|hook| hook.is_ours() && hook.event == "UserPromptSubmit")
}

fn of_file(patient: &Patient, path: &Path, scope: &Scope, settings: &Settings) -> Vec<Finding> {
    let ours: Vec<&Found> = settings.hooks.iter().filter(|hook| hook.is_ours()).collect();
    let shown = path.display();
    let project = if *scope == Scope::User { "" } else { " --project" };
    let mend = format!("{} install claude{project} --yes", patient.foreword());
    let mut findings = Vec::new();
    if let Some(refused) = settings.refused_at.as_ref().filter(|_| !ours.is_empty() || settings.has_plugin) {
        let mend = match ours.is_empty() {
            // The plugin needs no entry of ours.
            true => format!("${{EDITOR:-vi}} {}", shell_word(path)),
            false => format!("{} install claude{project} --plain-json --yes", patient.foreword()),
        };
        let text =
            format!("{shown}:{refused}: Claude Code refuses the file for it, and nothing there is in effect");
        findings.push(Finding::problem(CHECK, text, mend));
    }
    let namesakes = hook::namesakes(&settings.hooks).into_iter();
    let namesakes: Vec<Finding> =
        namesakes.map(|line| Finding::note(CHECK, format!("{shown}: {line}; it was not tried"))).collect();
    if ours.is_empty() {
        findings.extend(namesakes);
        return findings;
    }
    let missing: Vec<&str> =
        EVENTS.into_iter().filter(|event| !ours.iter().any(|hook| hook.event == *event)).collect();
    if !missing.is_empty() {
        findings.push(Finding::problem(
            CHECK,
            format!("{shown} has no entry for {}", missing.join(", ")),
            &mend,
        ));
    }
    let is_short =
        |hook: &&&Found| hook.timeout_s().is_some_and(|seconds| seconds < limits::HOOK_TIMEOUT_MIN_S);
    if let Some(hook) = ours.iter().find(is_short) {
        let seconds = hook.timeout_s().unwrap_or_default();
        let text = format!("{shown} gives the hook {seconds} s; a slow prompt would lose its context");
        findings.push(Finding::problem(CHECK, text, &mend));
    }
    let is_doubled = |event: &&str| ours.iter().filter(|hook| hook.event == *event).count() > 1;
    if let Some(event) = EVENTS.into_iter().find(is_doubled) {
        findings.push(Finding::problem(
            "double-hooks",
            format!("{shown} has two entries for {event}"),
            &mend,
        ));
    }
    if findings.is_empty() {
        findings.push(Finding::ok(CHECK, format!("{} entries in {shown}", ours.len())));
    }
    findings.extend(namesakes);
    findings
}

/// Two ways in are one too many: a prompt is answered once, but the work is done twice.
fn doubled(patient: &Patient, entries: &[InstalledHook], has_plugin: bool) -> Option<Finding> {
    let files: BTreeSet<&Path> = entries.iter().map(|entry| entry.place.as_path()).collect();
    let problem = |text: &str, command: &str| {
        Some(Finding::problem("double-hooks", text, format!("{} {command} --yes", patient.foreword())))
    };
    match (has_plugin, files.len()) {
        (true, 1..) => {
            let text = "the plugin and an entry in the settings are both installed for Claude Code";
            problem(text, "uninstall claude")
        }
        (false, 2..) => {
            let text = "entries for all projects and for this project are both installed for Claude Code";
            problem(text, "uninstall claude --project")
        }
        (true, 0) | (false, 0 | 1) => None,
    }
}
