//! Which keys of a configuration keep something back, however they are misspelt: without knowing what they say, nothing may be
//! shown (contract §3).

use super::explain::edits;
use super::tree::{ConfigNode, NodeContent};

/// The keys themselves.
const PROTECTIVE_KEYS: &[&str] = &["enabled", "mode", "exclude", "sensitive", "redaction"];

/// What names that mean the same begin with, in small letters and without `_` and `-`.
const BEGINNINGS: &[(&str, &str)] = &[
    ("exclu", "exclude"),
    ("ignor", "exclude"),
    ("skip", "exclude"),
    ("hide", "exclude"),
    ("hidden", "exclude"),
    ("deny", "exclude"),
    ("denied", "exclude"),
    ("blocklist", "exclude"),
    ("blacklist", "exclude"),
    ("sensitiv", "sensitive"),
    ("secret", "sensitive"),
    ("confidential", "sensitive"),
    ("private", "sensitive"),
    ("protect", "sensitive"),
    ("redact", "redaction"),
    ("mask", "redaction"),
    ("disable", "enabled"),
];

/// Whole names that mean the same.
const SYNONYMS: &[(&str, &str)] = &[
    ("enable", "enabled"),
    ("active", "enabled"),
    ("on", "enabled"),
    ("off", "enabled"),
    ("modes", "mode"),
    ("runmode", "mode"),
    ("dryrun", "mode"),
    ("plan", "mode"),
    ("planonly", "mode"),
];

/// A key of its own, one letter away from `mode`.
const NO_TYPOS: &[&str] = &["model"];

/// Whether a key of the file is one that protects.
pub fn is_protective(key: &str) -> bool {
    PROTECTIVE_KEYS.contains(&key)
}

/// The protective key that an unknown entry, or one below it, probably means.
pub fn protective_key_meant(path: &[String], value: &ConfigNode) -> Option<&'static str> {
    if path.first().is_some_and(|key| key == "tools") {
        return misplaced_in_tools(path, value);
    }
    let own = path.last().and_then(|key| key_meant(key));
    own.or_else(|| meant_below(path.last().map_or("", String::as_str), value))
}

/// The protective key that stands in a block of another key, whose value it is not: `- sensitive: […]` as an item of a list.
pub fn misplaced(path: &[String], value: &ConfigNode) -> Option<&'static str> {
    match path {
        [tools, ..] if tools == "tools" => misplaced_in_tools(path, value),
        _ => meant_below(path.last().map_or("", String::as_str), value),
    }
}

/// The protective key that stands below `tools` by a wrong indentation: in the place of a tool, but no map as a tool is, or
/// among the keys of one, if it is none that could be about a tool.
fn misplaced_in_tools(path: &[String], value: &ConfigNode) -> Option<&'static str> {
    match path {
        [_tools] => misplaced_in_list(value),
        [_tools, name] => match &value.content {
            NodeContent::List(_) | NodeContent::Scalar(_) => key_meant(name),
            NodeContent::Null | NodeContent::Map(_) => None,
        },
        [_tools, _, .., key] => about_no_tool(key),
        [] => None,
    }
}

/// The same in a list of tools: `- sensitive: […]`, `- ci_search: {sensitive: […]}`.
fn misplaced_in_list(value: &ConfigNode) -> Option<&'static str> {
    let NodeContent::List(items) = &value.content else { return None };
    let entries = items.iter().flat_map(|item| item.entries());
    entries.into_iter().find_map(|entry| match &entry.value.content {
        NodeContent::List(_) | NodeContent::Scalar(_) => about_no_tool(&entry.key),
        NodeContent::Null | NodeContent::Map(_) => {
            entry.value.entries().iter().find_map(|inner| about_no_tool(&inner.key))
        }
    })
}

/// The protective key that one among the keys of a tool means: a tool may be enabled, and may have a mode.
fn about_no_tool(key: &str) -> Option<&'static str> {
    key_meant(key).filter(|meant| !matches!(*meant, "enabled" | "mode"))
}

fn meant_below(above: &str, value: &ConfigNode) -> Option<&'static str> {
    // `tier2: {enabled: off}` is about the tier.
    if letters(above).contains("tier") {
        return None;
    }
    match &value.content {
        NodeContent::Map(entries) => entries
            .iter()
            .find_map(|entry| key_meant(&entry.key).or_else(|| meant_below(&entry.key, &entry.value))),
        NodeContent::List(items) => items.iter().find_map(|item| meant_below(above, item)),
        NodeContent::Null | NodeContent::Scalar(_) => None,
    }
}

fn key_meant(typed: &str) -> Option<&'static str> {
    let typed = letters(typed);
    let own = PROTECTIVE_KEYS.iter().copied().find(|key| is_typo_of(&typed, key));
    let synonym = || SYNONYMS.iter().find(|(name, _)| *name == typed).map(|(_, key)| *key);
    let beginning = || BEGINNINGS.iter().find(|(start, _)| typed.starts_with(start)).map(|(_, key)| *key);
    own.or_else(synonym).or_else(beginning)
}

/// One wrong letter, two in a longer word, or the right letters in another order.
fn is_typo_of(typed: &str, key: &str) -> bool {
    let edits_max = if key.len() > 4 { 2 } else { 1 };
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    !NO_TYPOS.contains(&typed) && (edits(typed, key) <= edits_max || sorted(typed) == sorted(key))
}

/// A key without its case and its `_`, `-` and blanks.
fn letters(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_key_that_protects_is_seen() {
        for (typed, expected) in [
            ("sensitve", Some("sensitive")),
            ("Sensitive", Some("sensitive")),
            ("sensitive_paths", Some("sensitive")),
            ("secrets", Some("sensitive")),
            ("excludes", Some("exclude")),
            ("excluded", Some("exclude")),
            ("include", Some("exclude")),
            ("ignore", Some("exclude")),
            ("redact", Some("redaction")),
            ("enable", Some("enabled")),
            ("enabeld", Some("enabled")),
            ("disabled", Some("enabled")),
            ("modes", Some("mode")),
            ("moed", Some("mode")),
            ("dry_run", Some("mode")),
            ("model", None),
            ("colour", None),
            ("budgets", None),
            ("guard_tools", None),
            ("events", None),
        ] {
            assert_eq!(key_meant(typed), expected, "{typed}");
        }
    }

    #[test]
    fn also_below_an_unknown_key_and_never_below_a_tool() {
        let check = |path: &[&str], yaml: &str, expected: Option<&str>| {
            let path: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
            let value = ConfigNode::from_yaml(yaml).expect("YAML");
            assert_eq!(protective_key_meant(&path, &value), expected, "{path:?} {yaml}");
        };
        check(&["auto_tools"], "{enabled: off}", Some("enabled"));
        check(&["guard"], "{paths: {sensitive: [a]}}", Some("sensitive"));
        check(&["budget", "exclude"], "[a]", Some("exclude"));
        check(&["tier2"], "{enabled: off}", None);
        check(&["tools", "ci_search", "enable"], "off", None);
        check(&["tools", "ci_search", "sensitive"], "[a]", Some("sensitive"));
        check(&["tools", "sensitive"], "[a]", Some("sensitive"));
        check(&["tools", "private_search"], "{tier: 1}", None);
        check(&["tools"], "[ci_search, {sensitive: [a]}]", Some("sensitive"));
        check(&["tools"], "[{ci_search: {exclude: [a]}}]", Some("exclude"));
        check(&["tools"], "[{name: ci_search, enabled: off}, {private_search: {tier: 1}}]", None);
        check(&["colour"], "[{sensitive: [a]}]", Some("sensitive"));
        check(&["colour"], "{of: {the: sky}}", None);
    }
}
