//! Hook entries in a JSON file of a client: added, brought up to date and taken out, with comments, order, indentation
//! and everybody else's entries left as they are.

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use crate::document::{Before, Problem, keeping_mark, unmarked};
use crate::hook::{self, Found, TIMEOUT_S, Wanted};
use crate::json_cut::{self, Step};
use crate::our_scripts::OurScripts;

/// Every hook of a file.
pub fn hooks(text: &str, ours: &OurScripts) -> Result<Vec<Found>, Problem> {
    let text = unmarked(text);
    check_shape(text)?;
    let value = parse(text)?.to_serde_value().unwrap_or_default();
    Ok(value.get("hooks").map(|hooks| hook::list(hooks, ours)).unwrap_or_default())
}

/// The value of a top-level key.
pub fn top_level(text: &str, key: &str) -> Result<Option<Value>, Problem> {
    let value = parse(unmarked(text))?.to_serde_value().unwrap_or_default();
    Ok(value.get(key).cloned())
}

/// The text with exactly these hooks of ours: one that is there is brought up to date in its place, a second one goes.
pub fn with_hooks(text: &str, wanted: &[Wanted], ours: &OurScripts) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        check_shape(text)?;
        let is_new = text.trim().is_empty();
        let is_wanted = |event: &str| wanted.iter().any(|entry| entry.event == event);
        let keep = |event: &str| if is_wanted(event) { Keep::First } else { Keep::Nothing };
        // What became empty here is empty by an entry of ours that went, not by the file as it was.
        let text = &without_ours(text, keep, Before::Unknown, ours)?;
        let root = parse(text)?;
        for entry in wanted {
            let mut known = groups(&root, entry.event).into_iter().flat_map(|group| hooks_in(&group));
            match known.find(|hook| is_ours(hook, ours)).as_ref().and_then(CstNode::as_object) {
                Some(hook) => bring_up_to_date(&hook, entry),
                None => append(&root, entry, text)?,
            }
        }
        Ok(if is_new { format!("{}\n", root.to_string().trim_end()) } else { root.to_string() })
    })
}

/// The text without our hooks, and without what we made for them and nobody else used.
pub fn without_hooks(text: &str, before: Before<'_>, ours: &OurScripts) -> Result<String, Problem> {
    keeping_mark(text, |text| {
        check_shape(text)?;
        without_ours(text, |_| Keep::Nothing, before, ours)
    })
}

/// Whether nothing is set in a text.
pub fn is_empty(text: &str) -> bool {
    let text = unmarked(text).trim();
    text.is_empty() || text.split_whitespace().collect::<String>() == "{}"
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

/// Takes our hooks out from behind, so that the places of those before stay what they are.
fn without_ours(
    text: &str,
    keep: impl Fn(&str) -> Keep,
    before: Before<'_>,
    ours: &OurScripts,
) -> Result<String, Problem> {
    let ours: Vec<Found> = hooks(text, ours)?.into_iter().filter(Found::is_ours).collect();
    let mut text = text.to_owned();
    for (at, hook) in ours.iter().enumerate().rev() {
        let is_first = !ours[..at].iter().any(|other| other.event == hook.event);
        if !(is_first && keep(&hook.event) == Keep::First) {
            text = without_one(&text, hook, before)?;
        }
    }
    Ok(text)
}

fn without_one(text: &str, hook: &Found, before: Before<'_>) -> Result<String, Problem> {
    let path = [
        Step::Key("hooks"),
        Step::Key(&hook.event),
        Step::Index(hook.group),
        Step::Key("hooks"),
        Step::Index(hook.index),
    ];
    let [all, event, group, list] = [&path[..1], &path[..2], &path[..3], &path[..4]];
    let mut text = json_cut::without(text, &path)?;
    // A group is made for one hook and holds nothing else; one with a matcher was made by somebody else.
    if !json_cut::is_bare(&text, list)? || !json_cut::holds_only(&text, group, "hooks")? {
        return Ok(text);
    }
    text = json_cut::without(&text, group)?;
    json_cut::without_emptied(text, &[event, all], before)
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

fn is_ours(hook: &CstNode, ours: &OurScripts) -> bool {
    let value = hook.to_serde_value().unwrap_or_default();
    value.get("command").and_then(Value::as_str).is_some_and(|command| ours.holds(command))
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
