//! Claude Code: two scripts in its folder, three entries in its settings.

use std::path::PathBuf;

use super::parts::{self, Settings};
use super::{Client, Places, Plan, Scope, Topic};
use crate::file::Refusal;
use crate::hook::{Wanted, shell_word};
use crate::scripts::Script;
use crate::settings_json;

/// The events that are hooked: a prompt, the start of a session, the start of a sub-agent.
pub const EVENTS: [&str; 3] = ["UserPromptSubmit", "SessionStart", "SubagentStart"];

/// Adds the changes of an installation.
pub fn install(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        plan.changes.push(parts::script(&receipts, script, script_path(places, script), &places.binary)?);
    }
    let command = shell_word(&script_path(places, Script::Entry));
    let wanted = EVENTS.map(|event| Wanted { event, command: command.clone() });
    let change =
        settings(places, scope).edited(&receipts, |text| settings_json::with_hooks(text, &wanted))?;
    plan.changes.push(change);
    Ok(())
}

/// Adds the changes of taking it out.
pub fn uninstall(places: &Places, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    let receipts = places.receipts();
    for script in [Script::Kernel, Script::Entry] {
        parts::script_gone(&receipts, script_path(places, script), plan)?;
    }
    settings(places, scope).restored(&receipts, plan)
}

fn settings(places: &Places, scope: &Scope) -> Settings<'static> {
    Settings {
        path: places.claude_settings(scope),
        topic: Topic::Entry,
        without: &settings_json::without_hooks,
        is_empty: settings_json::is_empty,
    }
}

fn script_path(places: &Places, script: Script) -> PathBuf {
    places.scripts(Client::ClaudeCode).join(script.name())
}
