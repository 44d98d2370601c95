//! Keys of somebody else that came to stand in a table of ours: whoever appends a line to a file writes into its last
//! table without meaning it. Such a line outlives our table, and belongs to the one above it then, as if ours had never
//! stood there.

use std::collections::BTreeSet;
use std::ops::Range;

use toml_edit::{Document, Item, Table};

use super::runs_foreword;
use crate::server::NAME;

/// Keys that mean something to Codex in the entry of a server: whoever wrote them meant our entry.
const OF_SERVER: [&str; 20] = [
    "args",
    "bearer_token_env_var",
    "command",
    "cwd",
    "default_tools_approval_mode",
    "disabled_tools",
    "enabled",
    "enabled_tools",
    "env",
    "env_http_headers",
    "env_vars",
    "http_headers",
    "name",
    "required",
    "scopes",
    "startup_timeout_ms",
    "startup_timeout_sec",
    "tool_timeout_sec",
    "tools",
    "type",
];
/// The same of a trust entry.
const OF_TRUST: [&str; 3] = ["enabled", "trusted_content_hash", "trusted_hash"];
/// The same of a hook.
const OF_HOOK: [&str; 8] = [
    "additionalContextLimit",
    "async",
    "command",
    "commandWindows",
    "command_windows",
    "statusMessage",
    "timeout",
    "type",
];

/// The lines, from 0, of keys that stand in a table of the kinds we write, behind all that belongs there.
pub fn lines_in_ours(text: &str) -> BTreeSet<usize> {
    let Ok(document) = Document::parse(text) else { return BTreeSet::new() };
    let line = |byte: usize| text.get(..byte).unwrap_or(text).matches('\n').count();
    let lines = |range: Range<usize>| line(range.start)..=line(range.end);
    let behind = tables_of_ours(&document).into_iter().flat_map(|(table, own)| keys_behind(table, own));
    behind.flat_map(|(_, range)| lines(range)).collect()
}

/// The keys that stand in the table of our server behind all that belongs there.
pub fn keys_behind_server(text: &str) -> Vec<String> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let behind = server(&document).map(|table| keys_behind(table, &OF_SERVER)).unwrap_or_default();
    behind.into_iter().map(|(key, _)| key.to_owned()).collect()
}

/// A text in which these lines are comments.
pub fn commented_out(text: &str, lines: &BTreeSet<usize>) -> String {
    let comment = |(at, line): (usize, &str)| match lines.contains(&at) {
        true => format!("# {line}"),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').enumerate().map(comment).collect()
}

fn server<'a>(document: &'a Document<&str>) -> Option<&'a Table> {
    document.get("mcp_servers")?.get(NAME)?.as_table()
}

fn tables_of_ours<'a>(document: &'a Document<&str>) -> Vec<(&'a Table, &'static [&'static str])> {
    let mut tables: Vec<(&Table, &'static [&'static str])> = Vec::new();
    tables.extend(server(document).map(|table| (table, OF_SERVER.as_slice())));
    let hooks = document.get("hooks").and_then(Item::as_table_like);
    for (key, item) in hooks.into_iter().flat_map(|hooks| hooks.iter()) {
        if key == "state" {
            let states = item.as_table_like().into_iter().flat_map(|state| state.iter());
            tables.extend(states.filter_map(|(_, item)| Some((item.as_table()?, OF_TRUST.as_slice()))));
        }
        let groups = item.as_array_of_tables().into_iter().flat_map(|groups| groups.iter());
        let hooks = groups.filter_map(|group| group.get("hooks")?.as_array_of_tables());
        let ours = hooks.flat_map(|hooks| hooks.iter()).filter(|hook| runs_foreword(*hook));
        tables.extend(ours.map(|hook| (hook, OF_HOOK.as_slice())));
    }
    tables
}

fn keys_behind<'a>(table: &'a Table, own: &[&str]) -> Vec<(&'a str, Range<usize>)> {
    if table.is_dotted() {
        return Vec::new();
    }
    let place = |key: &str| table.key(key).and_then(toml_edit::Key::span);
    let last = own.iter().filter_map(|key| place(key)).map(|span| span.start).max().unwrap_or_default();
    let values = table.iter().filter(|(_, item)| match item {
        // Of the tables, those without a header are lines of this one.
        Item::Table(table) => table.is_dotted(),
        Item::Value(_) => true,
        Item::None | Item::ArrayOfTables(_) => false,
    });
    let spans = values.filter(|(key, _)| !own.contains(key)).filter_map(|(key, item)| {
        let start = place(key)?.start;
        Some((key, start..item.span().map_or(start, |span| span.end.max(start))))
    });
    spans.filter(|(_, span)| span.start > last).collect()
}
