//! Codex with the plugin: the hook is there already, and only the user's trust is missing. Its hash is asked of Codex,
//! because it covers the plugin's files as well.

use foreword_adapters::codex::hook_list;
use foreword_install::file::Refusal;
use foreword_install::{Client, Places, Plan, Trust, hook, plan};

use super::machine;
use crate::settings::Environment;

/// What is to be done: the trust in the plugin's hooks, or a note where Codex cannot be asked.
pub fn plan(environment: &Environment, places: &Places, trust: Trust) -> Result<Plan, Refusal> {
    let asked = machine::on_path(environment, machine::program(Client::Codex))
        .ok_or_else(|| "no `codex` on PATH".to_owned())
        .and_then(|program| {
            hook_list::ask(&program, &places.codex, machine::client_variables(environment))
                .map_err(|error| error.to_string())
        });
    let (hooks, note) = match asked {
        Ok(listed) => {
            let ours = listed
                .hooks
                .into_iter()
                .filter(|it| it.plugin_id.is_some() && hook::runs_foreword(&it.command));
            let untrusted = ours.filter(|hook| !hook.runs());
            (untrusted.map(|hook| (hook.key, hook.current_hash)).collect(), None)
        }
        Err(problem) => {
            (Vec::new(), Some(format!("the plugin is installed; trust it in Codex with /hooks ({problem})")))
        }
    };
    let hooks: Vec<(String, String)> = if trust == Trust::Granted { hooks } else { Vec::new() };
    let mut plan = plan::trust_codex_plugin(places, &hooks)?;
    plan.notes.extend(note);
    Ok(plan)
}
