//! Other spellings of `tier_max`: tier 2 belongs to the environment, however a file asks for it (REQ-ATO-002).

use super::tree::{ConfigNode, NodeContent, NodeScalar, ScalarKind};

/// What the name of the highest tier is made of, longer words first; `tier` must be among them.
const NUMBER_WORDS: &[&str] =
    &["ciautotools", "autotools", "maximum", "highest", "allowed", "tiers", "limit", "level", "tier", "max"];
/// What a switch for tier 2 is made of.
const SWITCH_WORDS: &[&str] = &["tier2", "enabled", "enable", "allowed", "allow", "use"];

/// What an entry says about the highest tier in other words than `tier_max`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TierSynonyms {
    /// Whether some of it asks for tier 2 or more.
    pub asks_for_tier2: bool,
    /// The first that asks for less, with its keys joined by dots.
    pub within_tier1: Option<String>,
    /// Whether it says anything else.
    pub says_more: bool,
}

/// Looks through an entry that is not understood.
pub fn find(path: &[String], value: &ConfigNode) -> TierSynonyms {
    let mut found = TierSynonyms::default();
    // What is below a tool's name is about that tool.
    match path.len() > 2 && path[0] == "tools" {
        true => found.says_more = true,
        false => look(&path.join("."), value, &mut found),
    }
    found
}

fn look(path: &str, value: &ConfigNode, found: &mut TierSynonyms) {
    if let NodeContent::Map(entries) = &value.content {
        for entry in entries {
            look(&format!("{path}.{}", entry.key), &entry.value, found);
        }
        return;
    }
    match tier_of(path, value) {
        Some(0 | 1) => {
            found.says_more = true;
            found.within_tier1.get_or_insert_with(|| path.to_owned());
        }
        Some(_) => found.asks_for_tier2 = true,
        None => found.says_more = true,
    }
}

/// The highest tier that a value asks for, if its keys are about that.
fn tier_of(path: &str, value: &ConfigNode) -> Option<u64> {
    let mut keys = path.rsplit('.');
    let last = letters(keys.next()?);
    let above = letters(keys.next().unwrap_or_default());
    let names = [last.clone(), format!("{above}{last}")];
    if names.iter().any(|name| is_made_of(name, NUMBER_WORDS, "tier")) {
        return highest_number(value);
    }
    let is_switch = names.iter().any(|name| is_made_of(name, SWITCH_WORDS, "tier2"));
    (is_switch && is_on(value)).then_some(2)
}

/// A key without its case and its `_`, `-` and blanks.
fn letters(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_made_of(name: &str, words: &[&str], needed: &str) -> bool {
    let mut rest = name;
    while let Some(shorter) = words.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = shorter;
    }
    rest.is_empty() && name.contains(needed)
}

fn highest_number(value: &ConfigNode) -> Option<u64> {
    match &value.content {
        NodeContent::Scalar(NodeScalar { text, kind }) => match kind {
            ScalarKind::Unsigned(number) => Some(*number),
            ScalarKind::Float(number) if *number >= 2.0 => Some(2),
            ScalarKind::Text => text.trim().parse().ok(),
            ScalarKind::Float(_) | ScalarKind::Bool(_) | ScalarKind::Signed(_) => None,
        },
        NodeContent::List(list) => list.iter().filter_map(highest_number).max(),
        NodeContent::Null | NodeContent::Map(_) => None,
    }
}

fn is_on(value: &ConfigNode) -> bool {
    let NodeContent::Scalar(scalar) = &value.content else { return false };
    matches!(scalar.kind, ScalarKind::Bool(true))
        || matches!(scalar.text.to_ascii_lowercase().as_str(), "true" | "on" | "yes" | "1" | "auto")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(yaml: &str) -> TierSynonyms {
        let tree = ConfigNode::from_yaml(yaml).expect("YAML");
        let NodeContent::Map(entries) = &tree.content else { panic!("{yaml}: keys") };
        find(std::slice::from_ref(&entries[0].key), &entries[0].value)
    }

    #[test]
    fn tier_2_is_seen_in_other_words() {
        let asks = TierSynonyms { asks_for_tier2: true, ..TierSynonyms::default() };
        for yaml in [
            "tierMax: 2",
            "tier-max: 2",
            "TIER_MAX: 3",
            "tiermax: '2'",
            "tierMaximum: 2.0",
            "max_tier: 2",
            "maxTierLevel: 2",
            "CI_AUTO_TOOLS_TIER_MAX: 2",
            "tiers: [0, 1, 2]",
            "tier: 2",
            "tier_max: 300",
            "policy: {tier_max: 2}",
            "policy.tier_max: 2",
            "policy: {tier: {max: 2}}",
            "auto_tools: {policy: {maxTier: 2}}",
            "tier2: true",
            "tier_2: {enabled: on}",
            "enable_tier2: yes",
        ] {
            assert_eq!(found(yaml), asks, "{yaml}");
        }
    }

    #[test]
    fn other_keys_and_lower_tiers_are_not_tier_2() {
        let more = TierSynonyms { says_more: true, ..TierSynonyms::default() };
        for yaml in
            ["colour: 2", "tier_timeout_ms: 3000", "frontier: 2", "tier2: false", "tier_max: soon", "max: 2"]
        {
            assert_eq!(found(yaml), more, "{yaml}");
        }
        let within = |path: &str| TierSynonyms { within_tier1: Some(path.to_owned()), ..more.clone() };
        assert_eq!(found("maxTier: 1"), within("maxTier"));
        assert_eq!(found("policy: {tier_max: 0}"), within("policy.tier_max"));
        let both = TierSynonyms { asks_for_tier2: true, ..more.clone() };
        assert_eq!(found("policy: {tier_max: 2, colour: blue}"), both);
    }

    #[test]
    fn the_keys_of_a_tool_are_its_own() {
        let path = ["tools", "ci_search", "max_tier"].map(str::to_owned);
        let value = ConfigNode::from_yaml("2").expect("YAML");
        assert!(!find(&path, &value).asks_for_tier2);
    }
}
