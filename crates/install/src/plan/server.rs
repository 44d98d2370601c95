//! The MCP server: one entry in a file of a client.

use std::path::PathBuf;

use super::parts::{Settings, Without};
use super::{Client, Comments, Places, Plan, Scope, Topic, claude_code, codex};
use crate::document::{Before, Problem};
use crate::file::Refusal;
use crate::receipt::Receipts;
use crate::{codex_config, plain_json, server_json, settings_json};

/// Adds the change of an installation.
pub fn install(
    places: &Places,
    client: Client,
    scope: &Scope,
    comments: Comments,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let command = match scope {
        Scope::User => places.binary.to_string_lossy().into_owned(),
        // A project's file may be everybody's: it names no place on one machine.
        Scope::Project(_) => crate::server::NAME.to_owned(),
    };
    let receipts = places.receipts();
    let path = file(places, client, scope);
    let change = match client {
        Client::ClaudeCode => {
            settings(client, path, Box::new(server_json::without_server)).edited(&receipts, |text| {
                match comments {
                    Comments::Kept => server_json::with_server(text, &command),
                    Comments::TakenOut => server_json::with_server(&plain_json::plain(text), &command),
                }
            })
        }
        Client::Codex => {
            // What is restored one day is the file without anything of ours, the hook's trust included.
            let config = path.clone();
            let without = |text: &str, before: Before<'_>| -> Result<String, Problem> {
                let text = codex_config::servers::without_server(text, before)?;
                codex::without_hook(places, &config, &text, before)
            };
            settings(client, path, Box::new(without))
                .edited(&receipts, |text| codex_config::servers::with_server(text, &command))
        }
    }?;
    if client == Client::ClaudeCode {
        plan.notes.extend(claude_code::note_of_refusal(&change, "mcp", scope));
    }
    plan.changes.push(change);
    Ok(())
}

/// Adds the change of taking it out.
pub fn uninstall(places: &Places, client: Client, scope: &Scope, plan: &mut Plan) -> Result<(), Refusal> {
    gone(client, file(places, client, scope), &places.receipts(), plan)
}

/// Adds the change of taking it out of one file.
pub fn gone(client: Client, path: PathBuf, receipts: &Receipts, plan: &mut Plan) -> Result<(), Refusal> {
    let without: Box<Without<'_>> = match client {
        Client::ClaudeCode => Box::new(server_json::without_server),
        Client::Codex => Box::new(codex_config::servers::without_server),
    };
    settings(client, path, without).restored(receipts, plan)
}

/// The file that holds the entry.
pub fn file(places: &Places, client: Client, scope: &Scope) -> PathBuf {
    match (client, scope) {
        (Client::ClaudeCode, Scope::User) => places.claude_json.clone(),
        (Client::ClaudeCode, Scope::Project(root)) => root.join(".mcp.json"),
        (Client::Codex, Scope::User) => places.codex_config(),
        (Client::Codex, Scope::Project(root)) => root.join(".codex/config.toml"),
    }
}

fn settings(client: Client, path: PathBuf, without: Box<Without<'_>>) -> Settings<'_> {
    let is_empty = match client {
        Client::ClaudeCode => settings_json::is_empty,
        Client::Codex => |text: &str| text.trim().is_empty(),
    };
    let remarks: fn(&str) -> Vec<String> = match client {
        Client::ClaudeCode => |text| server_json::remark(text).into_iter().collect(),
        Client::Codex => |text| codex_config::servers::remarks(text),
    };
    Settings { path, topic: Topic::Entry, without, is_empty, remarks: Box::new(remarks) }
}
