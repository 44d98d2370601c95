//! Hook entries in a JSON file of a client: added, brought up to date and taken out, with comments, order, indentation
//! and everybody else's entries left as they are.

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use crate::document::{Problem, keeping_mark, unmarked};
use crate::hook::{self, Found, TIMEOUT_S, Wanted};

/// Every hook of a file.
pub fn hooks(text: &str) -> Result<Vec<Found>, Problem> {
    let text = unmarked(text);
    check_shape(text)?;
    let value = parse(text)?.to_serde_value().unwrap_or_default();
    Ok(value.get("hooks").map(hook::list).unwrap_or_default())
}

/// The value of a top-level key.
pub fn top_level(text: &str, key: &str) -> Result<Option<Value>, Problem> {
    let value = parse(unmarked(text))?.to_serde_value().unwrap_or_default();
    Ok(value.get(key).cloned())
}

/// The text with exactly these hooks of ours: one that is there is brought up to date in its place, a second one goes.
pub fn with_hooks(text: &str, wanted: &[Wanted]) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        check_shape(text)?;
        let root = parse(text)?;
        for event in events_of_ours(text)? {
            if !wanted.iter().any(|entry| entry.event == event) {
                remove_from(&root, &event, Keep::Nothing);
            }
        }
        for entry in wanted {
            remove_from(&root, entry.event, Keep::First);
            let ours =
                groups(&root, entry.event).into_iter().flat_map(|group| hooks_in(&group)).find(is_ours);
            match ours.as_ref().and_then(CstNode::as_object) {
                Some(hook) => bring_up_to_date(&hook, entry),
                None => append(&root, entry, text)?,
            }
        }
        let is_new = text.trim().is_empty();
        Ok(if is_new { format!("{}\n", root.to_string().trim_end()) } else { root.to_string() })
    })
}

/// The text without our hooks, and without what became empty by that.
pub fn without_hooks(text: &str) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        check_shape(text)?;
        let root = parse(text)?;
        for event in events_of_ours(text)? {
            remove_from(&root, &event, Keep::Nothing);
        }
        Ok(root.to_string())
    })
}

/// Whether nothing is set in a text.
pub fn is_empty(text: &str) -> bool {
    let text = unmarked(text).trim();
    text.is_empty() || text.split_whitespace().collect::<String>() == "{}"
}

fn events_of_ours(text: &str) -> Result<Vec<String>, Problem> {
    let mut events: Vec<String> =
        hooks(text)?.into_iter().filter(Found::is_ours).map(|hook| hook.event).collect();
    events.dedup();
    Ok(events)
}

/// Comments and trailing commas are kept; anything looser is a mistake that the client would stumble over.
pub(crate) fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

pub(crate) fn parse(text: &str) -> Result<CstRootNode, Problem> {
    CstRootNode::parse(text, &options()).map_err(|error| Problem {
        line: error.line_display(),
        column: error.column_display(),
        what: error.kind().to_string(),
    })
}

/// Refuses what cannot be edited without guessing: another type where a list or an object belongs, a key that stands twice.
fn check_shape(text: &str) -> Result<(), Problem> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options()).map_err(|error| Problem {
        line: error.line_display(),
        column: error.column_display(),
        what: error.kind().to_string(),
    })?;
    let Some(root) = &parsed.value else { return Ok(()) };
    let refuse = |node: &Node<'_>, what: &str| Err(Problem::at(text, node.range().start, what));
    let Node::Object(root) = root else { return refuse(root, "expected an object") };
    let Some(hooks) = only(text, root, "hooks")? else { return Ok(()) };
    let Node::Object(hooks) = hooks else { return refuse(hooks, "expected `hooks` to be an object") };
    for event in &hooks.properties {
        let groups = only(text, hooks, event.name.as_str())?;
        let Some(Node::Array(groups)) = groups else {
            return refuse(&event.value, "expected a list of hooks");
        };
        for group in &groups.elements {
            let Node::Object(group) = group else { return refuse(group, "expected an object with `hooks`") };
            match only(text, group, "hooks")? {
                Some(Node::Array(_)) | None => {}
                Some(other) => return refuse(other, "expected `hooks` to be a list"),
            }
        }
    }
    Ok(())
}

fn only<'a, 't>(text: &str, object: &'a Object<'t>, key: &str) -> Result<Option<&'a Node<'t>>, Problem> {
    let mut named = object.properties.iter().filter(|property| property.name.as_str() == key);
    let first = named.next();
    match named.next() {
        Some(second) => {
            Err(Problem::at(text, second.range.start, format!("`{key}` stands here a second time")))
        }
        None => Ok(first.map(|property| &property.value)),
    }
}

/// Which of our hooks of an event stay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    First,
    Nothing,
}

fn remove_from(root: &CstRootNode, event: &str, keep: Keep) {
    let mut skipped = usize::from(keep == Keep::First);
    let mut emptied = 0;
    for group in groups(root, event) {
        let ours: Vec<CstNode> = hooks_in(&group).into_iter().filter(is_ours).collect();
        let stays = skipped.min(ours.len());
        skipped -= stays;
        let gone = ours.into_iter().skip(stays).map(CstNode::remove).count();
        if gone > 0 && hooks_in(&group).is_empty() {
            group.remove();
            emptied += 1;
        }
    }
    let Some(settings) = root.object_value().filter(|_| emptied > 0) else { return };
    let Some(all) = settings.object_value("hooks") else { return };
    if all.array_value(event).is_some_and(|groups| groups.elements().is_empty())
        && let Some(property) = all.get(event)
    {
        property.remove();
    }
    if all.properties().is_empty()
        && let Some(property) = settings.get("hooks")
    {
        property.remove();
    }
}

fn groups(root: &CstRootNode, event: &str) -> Vec<CstObject> {
    let list = root
        .object_value()
        .and_then(|root| root.object_value("hooks"))
        .and_then(|hooks| hooks.array_value(event));
    list.map(|list| list.elements().iter().filter_map(CstNode::as_object).collect()).unwrap_or_default()
}

fn hooks_in(group: &CstObject) -> Vec<CstNode> {
    group.array_value("hooks").map(|hooks| hooks.elements()).unwrap_or_default()
}

fn is_ours(hook: &CstNode) -> bool {
    let value = hook.to_serde_value().unwrap_or_default();
    value.get("command").and_then(Value::as_str).is_some_and(hook::is_ours)
}

fn bring_up_to_date(hook: &CstObject, wanted: &Wanted) {
    let now = hook.to_serde_value().unwrap_or_default();
    if now.get("type").and_then(Value::as_str) != Some("command") {
        set(hook, "type", CstInputValue::String("command".to_owned()));
    }
    if now.get("command").and_then(Value::as_str) != Some(wanted.command.as_str()) {
        set(hook, "command", CstInputValue::String(wanted.command.clone()));
    }
    if now.get("timeout").and_then(Value::as_u64) != Some(TIMEOUT_S) {
        set(hook, "timeout", CstInputValue::Number(TIMEOUT_S.to_string()));
    }
}

pub(crate) fn set(object: &CstObject, key: &str, value: CstInputValue) {
    match object.get(key) {
        Some(property) => property.set_value(value),
        None => drop(object.append(key, value)),
    }
}

fn append(root: &CstRootNode, wanted: &Wanted, text: &str) -> Result<(), Problem> {
    let list: Option<CstArray> = root
        .object_value_or_create()
        .and_then(|root| root.object_value_or_create("hooks"))
        .and_then(|hooks| hooks.array_value_or_create(wanted.event));
    // The shape was checked before; this cannot be missing.
    let list = list.ok_or_else(|| Problem::at(text, 0, "no place for hooks"))?;
    if list.elements().is_empty() {
        list.ensure_multiline();
    }
    list.append(input(&wanted.group()));
    Ok(())
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(list) => CstInputValue::Array(list.iter().map(input).collect()),
        // The order of the keys is for a reader: what kind of hook it is comes first.
        Value::Object(map) => {
            let rank = |key: &str| ["type", "command", "timeout"].iter().position(|known| *known == key);
            let mut fields: Vec<(String, CstInputValue)> =
                map.iter().map(|(key, value)| (key.clone(), input(value))).collect();
            fields.sort_by_key(|(key, _)| rank(key));
            CstInputValue::Object(fields)
        }
    }
}

#[cfg(test)]
mod tests;
