//! Codex's `config.toml`: the trust entry, and the hook itself where the user keeps hooks there. Comments, order and
//! line ends stay.

mod containers;
mod others;
pub mod projects;
pub mod servers;

use serde_json::Value as Json;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value, value};

use self::containers::{remove_emptied, remove_values};
use crate::document::{Before, Problem, keeping_mark, merge_lines, unmarked};
use crate::hook::{self, Found, TIMEOUT_S, Wanted};
use crate::our_scripts::OurScripts;

/// Whether hooks stand in this file, besides the state that Codex keeps of them.
pub fn has_hooks(text: &str) -> Result<bool, Problem> {
    let document = parse(text)?;
    let hooks = document.get("hooks").and_then(Item::as_table_like);
    Ok(hooks.is_some_and(|hooks| hooks.iter().any(|(key, _)| key != "state")))
}

/// Every hook of the file.
pub fn hooks(text: &str, ours: &OurScripts) -> Result<Vec<Found>, Problem> {
    let document = parse(text)?;
    let mut all = document.get("hooks").map(json).unwrap_or_default();
    if let Some(map) = all.as_object_mut() {
        map.remove("state");
    }
    Ok(hook::list(&all, ours))
}

/// Whether the user switched hooks off for all of Codex.
pub fn are_hooks_off(text: &str) -> Result<bool, Problem> {
    let document = parse(text)?;
    let feature = document.get("features").and_then(|features| features.get("hooks"));
    Ok(feature.and_then(Item::as_bool) == Some(false))
}

/// Whether the plugin is installed and switched on.
pub fn has_plugin(text: &str) -> Result<bool, Problem> {
    let document = parse(text)?;
    let plugins = document.get("plugins").and_then(Item::as_table_like);
    let is_ours = |(name, plugin): (&str, &Item)| {
        name.starts_with("foreword@") && plugin.get("enabled").and_then(Item::as_bool) != Some(false)
    };
    Ok(plugins.is_some_and(|plugins| plugins.iter().any(is_ours)))
}

/// The hash that is recorded for a key, and whether the hook is enabled.
pub fn trust(text: &str, key: &str) -> Result<Option<(String, bool)>, Problem> {
    let document = parse(text)?;
    let state = document.get("hooks").and_then(|hooks| hooks.get("state")).and_then(|state| state.get(key));
    Ok(state.map(|state| {
        let hash = state.get("trusted_hash").and_then(Item::as_str).unwrap_or_default();
        let is_enabled = state.get("enabled").and_then(Item::as_bool).unwrap_or(true);
        (hash.to_owned(), is_enabled)
    }))
}

/// The keys of every hook that is trusted, or was.
pub fn trust_keys(text: &str) -> Result<Vec<String>, Problem> {
    let document = parse(text)?;
    let state = document.get("hooks").and_then(|hooks| hooks.get("state")).and_then(Item::as_table_like);
    Ok(state.into_iter().flat_map(|state| state.iter()).map(|(key, _)| key.to_owned()).collect())
}

/// The text with a trust entry; one that is there is brought up to date in its place. Codex names two hashes for a hook of
/// a plugin, `entry/content`, and records them apart.
pub fn with_trust(text: &str, key: &str, hash: &str) -> Result<String, Problem> {
    edit(text, |document| {
        let hooks = table_in(document.as_table_mut(), "hooks")?;
        let state = table_in(hooks, "state")?;
        let entry = table_in(state, key)?;
        let (of_entry, of_content) =
            hash.split_once('/').map_or((hash, None), |(left, right)| (left, Some(right)));
        for (name, hash) in [("trusted_hash", Some(of_entry)), ("trusted_content_hash", of_content)] {
            if let Some(hash) = hash.filter(|hash| entry.get(name).and_then(Item::as_str) != Some(*hash)) {
                entry.insert(name, value(hash));
            }
        }
        // Whoever installs the hook wants it to run.
        if entry.get("enabled").and_then(Item::as_bool) == Some(false) {
            entry.remove("enabled");
        }
        if let Some(table) = state.get_mut(key).and_then(Item::as_table_mut) {
            table.set_implicit(false);
        }
        Ok(())
    })
}

/// The text without these trust entries and with those that moved under their new keys; what we made for them and nobody
/// else used goes too.
pub fn retrusted(
    text: &str,
    gone: &[String],
    moved: &[(String, String)],
    before: Before<'_>,
) -> Result<String, Problem> {
    edit(text, |document| {
        let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_like_mut) else { return Ok(()) };
        let Some(state) = hooks.get_mut("state").and_then(Item::as_table_like_mut) else { return Ok(()) };
        let removed = gone.iter().filter_map(|key| state.remove(key)).count();
        // All are taken out before the first is put in: a new key may be the old one of another.
        let taken: Vec<(&String, Item)> =
            moved.iter().filter_map(|(old, new)| Some((new, state.remove(old)?))).collect();
        for (key, item) in taken {
            state.insert(key, item);
        }
        if removed > 0 {
            remove_emptied(document, &["hooks", "state"], before);
        }
        Ok(())
    })
}

/// The text with our hook among those that stand there; one that is there is brought up to date in its place.
pub fn with_hook(text: &str, wanted: &Wanted, ours: &OurScripts) -> Result<String, Problem> {
    edit(text, |document| {
        let hooks = table_in(document.as_table_mut(), "hooks")?;
        if let Some(ours) = our_hook(hooks, wanted.event, ours) {
            ours.insert("command", value(wanted.command.as_str()));
            ours.insert("timeout", value(i64::try_from(TIMEOUT_S).unwrap_or(i64::MAX)));
            return Ok(());
        }
        let event = hooks.entry(wanted.event).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let mut entry = Table::new();
        entry.insert("type", value("command"));
        entry.insert("command", value(wanted.command.as_str()));
        entry.insert("timeout", value(i64::try_from(TIMEOUT_S).unwrap_or(i64::MAX)));
        match event {
            Item::ArrayOfTables(groups) => {
                let mut inner = ArrayOfTables::new();
                inner.push(entry);
                let mut group = Table::new();
                group.insert("hooks", Item::ArrayOfTables(inner));
                groups.push(group);
                Ok(())
            }
            Item::Value(Value::Array(groups)) => {
                let mut group = toml_edit::InlineTable::new();
                let inner: toml_edit::Array = [entry.into_inline_table()].into_iter().collect();
                group.insert("hooks", Value::Array(inner));
                groups.push(group);
                Ok(())
            }
            Item::None | Item::Value(_) | Item::Table(_) => Err(format!("hooks.{} is no list", wanted.event)),
        }
    })
}

/// The text without our hook; others in the same group stay.
pub fn without_hook(
    text: &str,
    event: &str,
    before: Before<'_>,
    ours: &OurScripts,
) -> Result<String, Problem> {
    edit(text, |document| {
        let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_like_mut) else { return Ok(()) };
        match hooks.get_mut(event) {
            Some(Item::ArrayOfTables(groups)) => {
                groups.retain(|group| !is_group_of_ours(group, ours));
                groups.iter_mut().for_each(|group| remove_ours(group, ours));
            }
            Some(Item::Value(Value::Array(groups))) => {
                remove_values(groups, |group| {
                    group.as_inline_table().is_some_and(|group| is_group_of_ours(group, ours))
                });
                let tables = groups.iter_mut().filter_map(Value::as_inline_table_mut);
                tables.for_each(|group| remove_ours(group, ours));
            }
            Some(Item::None | Item::Value(_) | Item::Table(_)) | None => return Ok(()),
        }
        remove_emptied(document, &["hooks", event], before);
        Ok(())
    })
}

/// A group that holds nothing but hooks of ours; one with a matcher was made by somebody else.
fn is_group_of_ours(group: &dyn TableLike, ours: &OurScripts) -> bool {
    if group.iter().any(|(key, _)| key != "hooks") {
        return false;
    }
    let hooks = group.get("hooks").map(json).unwrap_or_default();
    let commands: Vec<&str> =
        hooks.as_array().into_iter().flatten().filter_map(|hook| hook.get("command")?.as_str()).collect();
    !commands.is_empty() && commands.into_iter().all(|command| ours.holds(command))
}

/// Takes our hooks out of a group that holds others too.
fn remove_ours(group: &mut dyn TableLike, ours: &OurScripts) {
    match group.get_mut("hooks") {
        Some(Item::ArrayOfTables(hooks)) => hooks.retain(|hook| !is_ours(hook, ours)),
        Some(Item::Value(Value::Array(hooks))) => {
            remove_values(hooks, |hook| hook.as_inline_table().is_some_and(|hook| is_ours(hook, ours)));
        }
        Some(Item::None | Item::Value(_) | Item::Table(_)) | None => {}
    }
}

fn is_ours(hook: &dyn TableLike, ours: &OurScripts) -> bool {
    hook.get("command").and_then(Item::as_str).is_some_and(|command| ours.holds(command))
}

/// Whether a hook runs foreword, whoever wrote it.
fn runs_foreword(hook: &dyn TableLike) -> bool {
    hook.get("command").and_then(Item::as_str).is_some_and(hook::runs_foreword)
}

fn our_hook<'a>(
    hooks: &'a mut dyn TableLike,
    event: &str,
    ours: &OurScripts,
) -> Option<&'a mut dyn TableLike> {
    match hooks.get_mut(event)? {
        Item::ArrayOfTables(groups) => {
            for group in groups.iter_mut() {
                let Some(Item::ArrayOfTables(inner)) = group.get_mut("hooks") else { continue };
                if let Some(ours) = inner.iter_mut().find(|hook| is_ours(*hook, ours)) {
                    return Some(ours);
                }
            }
            None
        }
        Item::Value(Value::Array(groups)) => {
            for group in groups.iter_mut().filter_map(Value::as_inline_table_mut) {
                let Some(Value::Array(inner)) = group.get_mut("hooks") else { continue };
                let mut tables = inner.iter_mut().filter_map(Value::as_inline_table_mut);
                if let Some(ours) = tables.find(|hook| is_ours(*hook, ours)) {
                    return Some(ours);
                }
            }
            None
        }
        Item::None | Item::Value(_) | Item::Table(_) => None,
    }
}

/// The table of a key, made where it is missing, without a header of its own.
fn table_in<'a>(parent: &'a mut dyn TableLike, key: &str) -> Result<&'a mut dyn TableLike, String> {
    let is_inline = parent.get(key).is_none() && parent.iter().next().is_some() && parent.is_dotted();
    let made = || match is_inline {
        true => Item::Value(Value::InlineTable(toml_edit::InlineTable::new())),
        false => {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        }
    };
    parent.entry(key).or_insert_with(made).as_table_like_mut().ok_or_else(|| format!("`{key}` is no table"))
}

fn edit(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<(), String>) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        let plain = text.replace("\r\n", "\n");
        let mut document = parse(&plain)?;
        let before = document.to_string();
        change(&mut document).map_err(|what| Problem::at(text, 0, what))?;
        let after = document.to_string();
        if before == after {
            return Ok(text.to_owned());
        }
        // The library writes a last line end and one kind of line ends; what does not change keeps its own.
        let others = others::lines_in_ours(&plain);
        let merged = merge_lines(text, &after, |line| others.contains(&line));
        if parse(&merged).is_ok() {
            return Ok(merged);
        }
        // A line that another one of its name stands beside now would break the whole file.
        let merged = merge_lines(&others::commented_out(text, &others), &after, |_| false);
        parse(&merged).map(|_| merged)
    })
}

fn parse(text: &str) -> Result<DocumentMut, Problem> {
    let text = unmarked(text);
    text.parse::<DocumentMut>().map_err(|error| {
        Problem::at(text, error.span().map(|span| span.start).unwrap_or_default(), error.message())
    })
}

/// A part of the document as JSON, so that hooks are read in one way.
fn json(item: &Item) -> Json {
    match item {
        Item::None => Json::Null,
        Item::Value(value) => json_of_value(value),
        Item::Table(table) => table.iter().map(|(key, item)| (key.to_owned(), json(item))).collect(),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| json(&Item::Table(table.clone()))).collect(),
    }
}

fn json_of_value(value: &Value) -> Json {
    match value {
        Value::String(text) => Json::from(text.value().as_str()),
        Value::Integer(number) => Json::from(*number.value()),
        Value::Float(number) => Json::from(*number.value()),
        Value::Boolean(flag) => Json::from(*flag.value()),
        Value::Datetime(time) => Json::from(time.value().to_string()),
        Value::Array(list) => list.iter().map(json_of_value).collect(),
        Value::InlineTable(table) => {
            table.iter().map(|(key, value)| (key.to_owned(), json_of_value(value))).collect()
        }
    }
}

#[cfg(test)]
mod tests;
