//! Claude Code: two scripts in its folder, three entries in its settings.

use std::path::PathBuf;

use super::parts::{self, Settings};
use super::{Change, Client, Comments, Places, Plan, Scope, Topic};
use crate::document::text_of;
use crate::file::Refusal;
use crate::hook::{self, Wanted, shell_word};
use crate::our_scripts::OurScripts;
use crate::scripts::Script;
use crate::{plain_json, settings_json};

/// The events that are hooked: a prompt, the start of a session, the start of a sub-agent.
pub const EVENTS: [&str; 3] = ["UserPromptSubmit", "SessionStart", "SubagentStart"];

/// Adds the changes of an installation.
pub fn install(places: &Places, scope: &Scope, comments: Comments, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        plan.changes.push(parts::script(&receipts, script, script_path(places, script), &places.binary)?);
    }
    let command = shell_word(&script_path(places, Script::Entry));
    let wanted = EVENTS.map(|event| Wanted { event, command: command.clone() });
    let ours = places.our_scripts();
    let file = places.claude_settings(scope);
    let change = settings(file, &ours).edited(&receipts, |text| match comments {
        Comments::Kept => settings_json::with_hooks(text, &wanted, &ours),
        Comments::TakenOut => settings_json::with_hooks(&plain_json::plain(text), &wanted, &ours),
    })?;
    plan.notes.extend(notes_of_namesakes(&change, &ours));
    plan.notes.extend(note_of_refusal(&change, "claude", scope));
    plan.changes.push(change);
    Ok(())
}

/// What is said of other hooks that run foreword.
pub(super) fn notes_of_namesakes(change: &Change, ours: &OurScripts) -> Vec<String> {
    let text = change.after.as_deref().and_then(|after| text_of(after).ok()).unwrap_or_default();
    let namesakes = hook::namesakes(&settings_json::hooks(text, ours).unwrap_or_default());
    namesakes.iter().map(|line| format!("{}: {line}", change.path.display())).collect()
}

/// Claude Code would pass over the whole file without a word to us. `target` is what is installed, as the command names it.
pub(super) fn note_of_refusal(change: &Change, target: &str, scope: &Scope) -> Option<String> {
    let after = text_of(change.after.as_deref()?).ok()?;
    let refused = plain_json::refused_at(after)?;
    let file = change.path.display();
    let project = match scope {
        Scope::User => "",
        Scope::Project(_) => " --project",
    };
    Some(format!(
        "{file}:{refused}: Claude Code refuses the file for it, and nothing there is in effect; to take such places out: \
         foreword install {target}{project} --plain-json"
    ))
}

/// Adds the changes of taking it out.
pub fn uninstall(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        parts::script_gone(&receipts, script_path(places, script), plan)?;
    }
    let ours = places.our_scripts();
    settings(places.claude_settings(scope), &ours).restored(&receipts, plan)
}

/// A settings file of Claude Code.
pub(super) fn settings(path: PathBuf, ours: &OurScripts) -> Settings<'_> {
    Settings {
        path,
        topic: Topic::Entry,
        without: Box::new(|text, before| settings_json::without_hooks(text, before, ours)),
        is_empty: settings_json::is_empty,
        remarks: Box::new(|text| hook::remarks(&settings_json::hooks(text, ours).unwrap_or_default())),
    }
}

fn script_path(places: &Places, script: Script) -> PathBuf {
    places.scripts(Client::ClaudeCode).join(script.name())
}
