//! Our server in Codex's `config.toml`: `[mcp_servers.foreword]`.

use toml_edit::{Array, Document, Item, Table, TableLike, Value, value};

use super::containers::remove_emptied;
use super::{edit, others, parse, table_in};
use crate::document::{Before, Problem, unmarked};
use crate::server::{ARGS, NAME, Registered, VARIABLES, somebody_elses};

const SERVERS: &str = "mcp_servers";

/// Our entry, if there is one.
pub fn server(text: &str) -> Result<Option<Registered>, Problem> {
    let document = parse(text)?;
    let entry = document.get(SERVERS).and_then(|servers| servers.get(NAME)).and_then(Item::as_table_like);
    Ok(entry.map(registered))
}

/// Whether the user switched our server off in Codex.
pub fn is_server_off(text: &str) -> Result<bool, Problem> {
    let document = parse(text)?;
    let entry = document.get(SERVERS).and_then(|servers| servers.get(NAME));
    Ok(entry.and_then(|entry| entry.get("enabled")).and_then(Item::as_bool) == Some(false))
}

/// The text with our server; an entry of ours that is there is brought up to date in its place, and keeps what else it says.
/// One that starts something else is refused.
pub fn with_server(text: &str, command: &str) -> Result<String, Problem> {
    if server(text)?.is_some_and(|entry| !entry.is_ours()) {
        return Err(Problem::at(unmarked(text), place_of_entry(unmarked(text)), somebody_elses(SERVERS)));
    }
    edit(text, |document| {
        let servers = table_in(document.as_table_mut(), SERVERS)?;
        if let Some(entry) = servers.get_mut(NAME) {
            let entry = entry.as_table_like_mut().ok_or_else(|| format!("`{SERVERS}.{NAME}` is no table"))?;
            bring_up_to_date(entry, command);
            return Ok(());
        }
        let mut entry = Table::new();
        entry.insert("command", value(command));
        entry.insert("args", list(&ARGS));
        // Codex hands on few variables by itself.
        entry.insert("env_vars", list(&VARIABLES));
        servers.insert(NAME, Item::Table(entry));
        Ok(())
    })
}

/// The text without our server, and without what we made for it and nobody else used. An entry of the name that starts
/// something else is somebody else's.
pub fn without_server(text: &str, before: Before<'_>) -> Result<String, Problem> {
    if !server(text)?.is_some_and(|entry| entry.is_ours()) {
        return Ok(text.to_owned());
    }
    edit(text, |document| {
        let Some(servers) = document.get_mut(SERVERS).and_then(Item::as_table_like_mut) else {
            return Ok(());
        };
        servers.remove(NAME);
        remove_emptied(document, &[SERVERS], before);
        Ok(())
    })
}

/// What a person should know of our entry when it is taken out.
pub fn remarks(text: &str) -> Vec<String> {
    let Ok(document) = parse(text) else { return Vec::new() };
    let entry = document.get(SERVERS).and_then(|servers| servers.get(NAME)).and_then(Item::as_table_like);
    let Some(entry) = entry else { return Vec::new() };
    let (now, behind) = (registered(entry), others::keys_behind_server(unmarked(text)));
    let keys = entry.iter().map(|(key, _)| key).filter(|key| !behind.iter().any(|it| it == key));
    let stays = (now.is_ours() && !behind.is_empty()).then(|| {
        let behind = behind.join(", ");
        format!("what stands behind our entry is left, and belongs to the table above it now: {behind}")
    });
    crate::server::remark(SERVERS, &now, keys).into_iter().chain(stays).collect()
}

fn bring_up_to_date(entry: &mut dyn TableLike, command: &str) {
    let now = registered(entry);
    if now.command != command {
        entry.insert("command", value(command));
    }
}

/// The byte at which the entry of our name begins.
fn place_of_entry(text: &str) -> usize {
    let document = Document::parse(text).ok();
    let servers = document.as_ref().and_then(|document| document.get(SERVERS));
    let entry = servers.and_then(|servers| servers.get(NAME));
    entry.and_then(Item::span).map_or(0, |span| span.start)
}

fn list(words: &[&str]) -> Item {
    value(words.iter().copied().collect::<Array>())
}

fn registered(entry: &dyn TableLike) -> Registered {
    let args = entry.get("args").and_then(Item::as_array);
    Registered {
        command: entry.get("command").and_then(Item::as_str).unwrap_or_default().to_owned(),
        args: args.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_file_stays() {
        for before in [
            "",
            "model = \"x\" # mine\n",
            "model = \"x\"\n\n[mcp_servers.other]\ncommand = \"y\"\n",
            "[a]\nb = 1\r\n",
        ] {
            let with = with_server(before, "/b/foreword").expect("added");
            assert!(
                with.contains("[mcp_servers.foreword]\ncommand = \"/b/foreword\"\nargs = [\"mcp\"]\n"),
                "{with}"
            );
            assert_eq!(with_server(&with, "/b/foreword").expect("again"), with);
            assert!(server(&with).expect("read").is_some_and(|entry| entry.is_ours()));
            let without = without_server(&with, Before::Known(before)).expect("taken out");
            assert_eq!(without.trim().replace('\r', ""), before.trim().replace('\r', ""));
        }
        let theirs = "[mcp_servers.foreword]\ncommand = \"docker\"\nargs = [\"run\"]\n";
        assert_eq!(without_server(theirs, Before::Unknown).expect("left"), theirs);
        let below = format!("model = \"m\"\n\n{theirs}");
        for (theirs, line) in [(theirs, "1:"), (below.as_str(), "3:")] {
            let refused = with_server(theirs, "/b/foreword").expect_err("somebody else's").to_string();
            assert!(refused.starts_with(line) && refused.contains("`mcp_servers.foreword`"), "{refused}");
        }
        let old = "[mcp_servers]\nforeword = { command = \"/old/foreword\", args = [\"mcp\"], env = { A = \"1\" } }\n";
        let new = with_server(old, "/b/foreword").expect("brought up to date");
        assert_eq!(new, old.replace("/old/", "/b/"));
        assert!(with_server("mcp_servers = 1\n", "x").is_err());
    }
}
