//! Lists of a configuration that are longer than is read, and patterns that are not understood: taken out before anything is made
//! of them, so that what they cost is the look at them.

use foreword_guard::escape;
use foreword_guard::escaped;
use foreword_guard::glob::check_glob;
use foreword_model::limits;

use super::foreign_patterns::meant_otherwise;
use super::key_by_key::ConfigError;
use super::repository::tool_name;
use super::tree::{ConfigEntry, ConfigNode, NodeContent};

/// Keys with patterns.
const GLOB_KEYS: [&str; 2] = ["exclude", "sensitive"];

/// Takes out what is over a bound or not understood; answers what was wrong.
pub fn take_out_unusable(file: &str, tree: &mut ConfigNode) -> Vec<ConfigError> {
    let mut problems = Vec::new();
    for key in GLOB_KEYS {
        problems.extend(too_many_globs(file, key, tree));
        problems.extend(globs_not_understood(file, key, tree));
    }
    problems.extend(too_many_tools(file, tree));
    problems.extend(overlong_tools(file, tree));
    problems
}

fn too_many_globs(file: &str, key: &'static str, tree: &mut ConfigNode) -> Option<ConfigError> {
    let NodeContent::List(globs) = &tree.get(key)?.content else { return None };
    let bytes: usize = globs.iter().map(|glob| text_of(glob).map_or(0, str::len)).sum();
    let (count, count_max, bytes_max) = (globs.len(), limits::CONFIG_GLOBS, limits::CONFIG_GLOBS_BYTES);
    let message = match count > count_max {
        true => escaped!("`{}` has {} patterns, more than the {} that are read", key, count, count_max),
        false if bytes > bytes_max => {
            escaped!(
                "the patterns of `{}` have {} bytes, more than the {} that are read",
                key,
                bytes,
                bytes_max
            )
        }
        false => return None,
    };
    let entry = tree.remove(&[key.to_owned()])?;
    Some(ConfigError::blocking(file, entry.place, message))
}

fn globs_not_understood(file: &str, key: &'static str, tree: &mut ConfigNode) -> Vec<ConfigError> {
    let Some(NodeContent::List(globs)) = tree.get_mut(key).map(|node| &mut node.content) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    globs.retain(|glob| {
        let Some(text) = text_of(glob) else { return true };
        let why = match check_glob(text) {
            Err(error) => escaped!("{}", error),
            Ok(()) => match meant_otherwise(text) {
                Some(why) => why.into(),
                None => return true,
            },
        };
        let message = escaped!("{}: the pattern {} is not understood: {}", key, escape::told(text), why);
        problems.push(ConfigError::blocking(file, glob.place, message));
        false
    });
    problems
}

fn too_many_tools(file: &str, tree: &mut ConfigNode) -> Option<ConfigError> {
    let (count, most) = (length(tree.get("tools")?), limits::CONFIG_TOOLS);
    if count <= most {
        return None;
    }
    let entry = tree.remove(&["tools".to_owned()])?;
    let message =
        escaped!("`tools` has {} entries, more than the {} that are read; it is ignored", count, most);
    Some(ConfigError::new(file, entry.place, message))
}

/// Tools with a list or map of more words than are read, one level below or in `mcp`.
fn overlong_tools(file: &str, tree: &mut ConfigNode) -> Vec<ConfigError> {
    let Some(NodeContent::Map(tools)) = tree.get_mut("tools").map(|node| &mut node.content) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    tools.retain(|tool| {
        let Some(key) = overlong_key(&tool.value) else { return true };
        let most = limits::CONFIG_TOOL_WORDS;
        let (name, key) = (tool_name(&tool.key), escape::told(key));
        let message = escaped!("tools.{}: {} has more than {} entries; the tool is ignored", name, key, most);
        problems.push(ConfigError::new(file, tool.place, message));
        false
    });
    problems
}

fn overlong_key(tool: &ConfigNode) -> Option<&str> {
    let NodeContent::Map(entries) = &tool.content else { return None };
    let is_long = |entry: &&ConfigEntry| length(&entry.value) > limits::CONFIG_TOOL_WORDS;
    let own = entries.iter().find(is_long).map(|entry| entry.key.as_str());
    own.or_else(|| entries.iter().find_map(|entry| overlong_key(&entry.value)))
}

fn length(node: &ConfigNode) -> usize {
    match &node.content {
        NodeContent::List(list) => list.len(),
        NodeContent::Map(entries) => entries.len(),
        NodeContent::Null | NodeContent::Scalar(_) => 0,
    }
}

fn text_of(node: &ConfigNode) -> Option<&str> {
    match &node.content {
        NodeContent::Scalar(scalar) => Some(&scalar.text),
        NodeContent::Null | NodeContent::List(_) | NodeContent::Map(_) => None,
    }
}
