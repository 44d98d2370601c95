//! Our server in a JSON file of Claude Code: added, brought up to date and taken out under `mcpServers`, with everything else
//! left as it is.

use jsonc_parser::cst::{CstInputValue, CstObject};
use jsonc_parser::{CollectOptions, parse_to_ast};
use serde_json::Value;

use crate::document::{Before, Problem, keeping_mark, unmarked};
use crate::json_cut::{self, Step};
use crate::server::{ARGS, NAME, Registered, somebody_elses};
use crate::settings_json::{options, parse, set};

const SERVERS: &str = "mcpServers";

/// Our entry, if there is one.
pub fn server(text: &str) -> Result<Option<Registered>, Problem> {
    let value = parse(unmarked(text))?.to_serde_value().unwrap_or_default();
    Ok(value.get(SERVERS).and_then(|servers| servers.get(NAME)).map(registered))
}

/// The text with our server; an entry of ours that is there is brought up to date in its place, and keeps what else it says.
/// One that starts something else is refused.
pub fn with_server(text: &str, command: &str) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        let root = parse(text)?;
        let servers = root.object_value_or_create().and_then(|root| root.object_value_or_create(SERVERS));
        let servers = servers.ok_or_else(|| Problem::at(text, 0, format!("`{SERVERS}` is no object")))?;
        match (servers.get(NAME), servers.object_value(NAME)) {
            (Some(_), Some(entry)) => bring_up_to_date(&entry, command)
                .map_err(|what| Problem::at(text, place_of_entry(text), what))?,
            (Some(_), None) => {
                return Err(Problem::at(text, 0, format!("`{SERVERS}.{NAME}` is no object")));
            }
            (None, _) => {
                let word = |text: &str| CstInputValue::String(text.to_owned());
                let fields = [("type", word("stdio")), ("command", word(command)), ("args", args())];
                let fields = fields.map(|(name, value)| (name.to_owned(), value));
                servers.append(NAME, CstInputValue::Object(fields.into()));
            }
        }
        let is_new = text.trim().is_empty();
        Ok(if is_new { format!("{}\n", root.to_string().trim_end()) } else { root.to_string() })
    })
}

/// The text without our server, and without what we made for it and nobody else used. An entry of the name that starts
/// something else is somebody else's.
pub fn without_server(text: &str, before: Before<'_>) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        if !server(text)?.is_some_and(|entry| entry.is_ours()) {
            return Ok(text.to_owned());
        }
        let text = json_cut::without(text, &[Step::Key(SERVERS), Step::Key(NAME)])?;
        json_cut::without_emptied(text, &[&[Step::Key(SERVERS)]], before)
    })
}

/// What a person should know of our entry when it is taken out.
pub fn remark(text: &str) -> Option<String> {
    let value = parse(unmarked(text)).ok()?.to_serde_value()?;
    let entry = value.get(SERVERS)?.get(NAME)?;
    crate::server::remark(SERVERS, &registered(entry), entry.as_object()?.keys().map(String::as_str))
}

fn bring_up_to_date(entry: &CstObject, command: &str) -> Result<(), String> {
    let now = registered(&entry.to_serde_value().unwrap_or_default());
    if !now.is_ours() {
        return Err(somebody_elses(SERVERS));
    }
    if now.command != command {
        set(entry, "command", CstInputValue::String(command.to_owned()));
    }
    Ok(())
}

/// The byte at which the entry of our name begins.
fn place_of_entry(text: &str) -> usize {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options()).ok();
    let root = parsed.as_ref().and_then(|parsed| parsed.value.as_ref()).and_then(|root| root.as_object());
    let servers = root.and_then(|root| root.get_object(SERVERS));
    servers.and_then(|servers| servers.get(NAME)).map_or(0, |entry| entry.range.start)
}

fn args() -> CstInputValue {
    CstInputValue::Array(ARGS.iter().map(|arg| CstInputValue::String((*arg).to_owned())).collect())
}

fn registered(entry: &Value) -> Registered {
    let args = entry.get("args").and_then(Value::as_array).into_iter().flatten();
    Registered {
        command: entry.get("command").and_then(Value::as_str).unwrap_or_default().to_owned(),
        args: args.filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is added can be taken out to the byte.
    fn check(before: &str, with: &str) {
        let added = with_server(before, "/b/foreword").expect("added");
        assert_eq!(added, with);
        assert_eq!(with_server(&added, "/b/foreword").expect("again"), added);
        assert_eq!(without_server(&added, Before::Known(before)).expect("taken out"), before);
        assert!(server(&added).expect("read").is_some_and(|entry| entry.is_ours()));
    }

    #[test]
    fn the_rest_of_the_file_stays() {
        check(
            "{\n  \"a\": 1, // mine\n  \"mcpServers\": {\n    \"x\": { \"command\": \"y\" }\n  }\n}\n",
            "{\n  \"a\": 1, // mine\n  \"mcpServers\": {\n    \"x\": { \"command\": \"y\" },\n    \"foreword\": {\n      \"type\": \"stdio\",\n      \"command\": \"/b/foreword\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
        );
        let old = r#"{"mcpServers":{"foreword":{"command":"/old/foreword","args":["mcp"],"env":{"A":"1"}}}}"#;
        let new = with_server(old, "/b/foreword").expect("brought up to date");
        assert_eq!(new, old.replace("/old/", "/b/"));
        let theirs = r#"{"mcpServers":{"foreword":{"command":"docker","args":["run"]}}}"#;
        assert_eq!(without_server(theirs, Before::Unknown).expect("left"), theirs);
        let remote = "{\"mcpServers\": {\n  \"foreword\": {\"type\": \"http\", \"url\": \"x\"}}}";
        for (theirs, place) in [(theirs, "1:16: "), (remote, "2:3: ")] {
            let refused = with_server(theirs, "/b/foreword").expect_err("somebody else's").to_string();
            assert!(refused.starts_with(place) && refused.contains("`mcpServers.foreword`"), "{refused}");
        }
        assert!(with_server("{\"mcpServers\": []}", "x").is_err());
        assert!(with_server("{\"mcpServers\": {\"foreword\": 1}}", "x").is_err());
        assert!(with_server("[]", "x").is_err());
    }

    /// F5, of servers.
    #[test]
    fn the_users_own_container_stays() {
        let ours = "\"foreword\": {\"command\": \"/b/foreword\", \"args\": [\"mcp\"]}";
        for (with, before, expected) in [
            (
                format!("{{\"mcpServers\": {{{ours}}}}}"),
                Before::Known("{\"mcpServers\": {}}"),
                "{\"mcpServers\": {}}",
            ),
            (format!("{{\"mcpServers\": {{{ours}}}}}"), Before::Known("{}"), "{}"),
            (format!("{{\"mcpServers\": {{{ours}}}}}"), Before::Unknown, "{}"),
            (
                format!("{{\"mcpServers\": {{/* x */ {ours}}}}}"),
                Before::Unknown,
                "{\"mcpServers\": {/* x */}}",
            ),
        ] {
            assert_eq!(without_server(&with, before).as_deref(), Ok(expected), "{with}");
        }
    }
}
