//! Reads a configuration key by key: what is known and has the right type holds, every problem is named with its place, and
//! where the problem is with a key that protects, nothing may be injected.

use std::path::Path;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_guard::path::Jail;
use foreword_model::{limits, texts};
use serde::Deserialize;
use serde_json::Value;

use super::bounded_lists::take_out_unusable;
use super::explain::{explain_syntax, explain_unknown_key, nearest};
use super::file::ConfigFile;
use super::protective::{is_protective, misplaced, protective_key_meant};
use super::tier_synonyms;
use super::tree::{ConfigEntry, ConfigNode, ConfigPlace, NodeError, NodeErrorKind};

/// A problem with a configuration file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.in_words())]
pub struct ConfigError {
    file: String,
    place: Option<ConfigPlace>,
    message: EscapedText,
    blocks_injection: bool,
}

impl ConfigError {
    /// A file of which nothing can be read.
    pub fn of_file(file: &str, message: EscapedText) -> Self {
        Self::blocking(file, None, message)
    }

    /// The problem, after its place.
    pub fn in_words(&self) -> EscapedText {
        let file = escape::told_path(&self.file);
        match self.place {
            Some(place) => escaped!("{}:{}:{}: {}", file, place.line, place.column, self.message),
            None => escaped!("{}: {}", file, self.message),
        }
    }

    /// The file: absolute, or below the repository's root.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line that is wrong, from 1, where it is known.
    pub fn line(&self) -> Option<u64> {
        self.place.map(|place| place.line)
    }

    /// Whether what the file protects is not known, so that nothing may be injected.
    pub fn blocks_injection(&self) -> bool {
        self.blocks_injection
    }

    /// A problem that costs what it is about.
    pub(super) fn new(file: &str, place: Option<ConfigPlace>, message: EscapedText) -> Self {
        Self { file: file.to_owned(), place, message, blocks_injection: false }
    }

    /// A problem with what protects.
    pub(super) fn blocking(file: &str, place: Option<ConfigPlace>, message: EscapedText) -> Self {
        let message = escaped!("{}; nothing is injected until this is repaired", message);
        Self { blocks_injection: true, ..Self::new(file, place, message) }
    }
}

/// A configuration, and what could not be read of it.
#[derive(Debug, Clone, Default)]
pub struct ReadConfig {
    /// What holds.
    pub config: ConfigFile,
    /// What does not.
    pub problems: Vec<ConfigError>,
    /// Whether it asks for tier 2 under another name.
    pub asks_for_tier2: bool,
}

impl From<ConfigError> for ReadConfig {
    fn from(error: ConfigError) -> Self {
        Self { problems: vec![error], ..Self::default() }
    }
}

impl ReadConfig {
    /// Reads the text of a file; `file` is its name in messages.
    pub fn of_text(file: &str, text: &str) -> Self {
        match ConfigNode::from_yaml(text) {
            Ok(tree) => Self::of_tree(file, tree),
            Err(error) => {
                let place = error.location().map(ConfigPlace::from);
                ConfigError::blocking(file, place, explain_syntax(&error)).into()
            }
        }
    }

    /// Reads the settings of a request.
    pub fn of_request(source: &str, settings: &Value) -> Self {
        Self::of_tree(source, ConfigNode::from_json(settings))
    }

    /// Notes the patterns that name a folder of this machine: paths are compared from the root, so they keep nothing back.
    pub fn note_absolute_globs(&mut self, file: &str, jail: &Jail, home: Option<&Path>) {
        let bases: Vec<&Path> = [jail.root(), jail.top()].into_iter().chain(home).collect();
        for (key, globs) in [("exclude", &self.config.exclude), ("sensitive", &self.config.sensitive)] {
            for glob in globs.iter().filter(|glob| bases.iter().any(|base| names_below(glob, base, jail))) {
                let message = escaped!(
                    "{}: the pattern {} is an absolute path; write it from the root of the repository",
                    key,
                    escape::told(glob)
                );
                self.problems.push(ConfigError::blocking(file, None, message));
            }
        }
    }

    /// What the user is told of it.
    pub fn lines(&self) -> Vec<EscapedText> {
        let tier2 = self.asks_for_tier2.then(|| EscapedText::from(texts::TIER2_CONFIG_IGNORED));
        self.problems.iter().map(ConfigError::in_words).chain(tier2).collect()
    }

    /// Takes out every entry that is not understood, until the rest is.
    fn of_tree(file: &str, mut tree: ConfigNode) -> Self {
        let mut read = Self { problems: take_out_unusable(file, &mut tree), ..Self::default() };
        loop {
            if read.problems.len() > limits::CONFIG_PROBLEMS {
                let message = escaped!("more than {} problems", limits::CONFIG_PROBLEMS);
                return ConfigError::of_file(file, message).into();
            }
            let error = match Option::<ConfigFile>::deserialize(&tree) {
                Ok(config) => {
                    read.config = config.unwrap_or_default();
                    return read;
                }
                Err(error) => error,
            };
            let path = unit_of(&error.path(), &tree);
            let Some(entry) = tree.remove(&path) else {
                return ConfigError::blocking(file, error.place, error.in_words()).into();
            };
            read.note(file, &path, &entry, &error);
        }
    }

    fn note(&mut self, file: &str, path: &[String], entry: &ConfigEntry, error: &NodeError) {
        let tiers = tier_synonyms::find(path, &entry.value);
        self.asks_for_tier2 |= tiers.asks_for_tier2;
        if tiers.asks_for_tier2 && !tiers.says_more {
            return;
        }
        let meant = match &error.kind {
            NodeErrorKind::UnknownKey(known) => {
                protective_key_meant(path, &entry.value).or_else(|| nearest_protective(path, known))
            }
            NodeErrorKind::Value(_) => misplaced(path, &entry.value),
        };
        let message = match (&error.kind, &tiers.within_tier1) {
            (NodeErrorKind::UnknownKey(known), Some(spelled)) => {
                explain_unknown_key(spelled, Some("tier_max"), known)
            }
            (NodeErrorKind::UnknownKey(known), None) => {
                let typed = error.path().pop().unwrap_or_default();
                explain_unknown_key(&typed, meant.or_else(|| nearest(&typed, known)), known)
            }
            (NodeErrorKind::Value(message), _) => message.clone(),
        };
        let protects = meant.is_some() || path.first().is_some_and(|key| is_protective(key));
        self.problems.push(match protects {
            true => ConfigError::blocking(file, error.place, message),
            false => ConfigError::new(file, error.place, message),
        });
    }
}

/// The protective key that the answer to an unknown one will suggest: whoever is asked whether it was meant, is not shown
/// what it keeps back.
fn nearest_protective(path: &[String], known: &[&'static str]) -> Option<&'static str> {
    let [typed] = path else { return None };
    nearest(typed, known).filter(|meant| is_protective(meant))
}

/// Whether a pattern names something below a folder of this machine, and the repository has no folder of that name itself.
fn names_below(glob: &str, base: &Path, jail: &Jail) -> bool {
    let first = base.components().nth(1);
    Path::new(glob).starts_with(base) && first.is_some_and(|first| !jail.root().join(first).exists())
}

/// The entry that an error costs: the one that it is about, or the whole tool if that starts a program or reaches a server,
/// which must not do so with half of its settings.
fn unit_of(path: &[String], tree: &ConfigNode) -> Vec<String> {
    let is_external = |tool: &ConfigNode| tool.get("command").is_some() || tool.get("mcp").is_some();
    match path {
        [tools, name, _, ..] if tools == "tools" => {
            let tool = tree.get(tools).and_then(|tools| tools.get(name));
            let depth = if tool.is_some_and(is_external) { 2 } else { path.len() };
            path[..depth].to_vec()
        }
        _ => path.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) -> ReadConfig {
        let read = ReadConfig::of_text("x.yaml", text);
        let problems: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, expected, "{text}");
        read
    }

    #[test]
    fn what_is_understood_holds_and_the_rest_is_placed() {
        let read = check(
            "colour: blue\nbudget:\n  wall_ms: soon\n  max_concurrency: 2\nquiet: maybe\nintent: 5\ntier_max: 0\n",
            &[
                "x.yaml:1:1: unknown key `colour`; known keys: enabled, mode, tier_max, repo_root, budget, tools, exclude, \
                 sensitive, redaction, intent, quiet, index, env",
                "x.yaml:3:12: expected a whole number",
                "x.yaml:5:8: expected true or false",
                "x.yaml:6:9: expected keys and values",
            ],
        );
        assert_eq!((read.config.tier_max, read.config.budget.max_concurrency), (Some(0), Some(2)));
        assert!(read.problems.iter().all(|problem| !problem.blocks_injection()));
    }

    #[test]
    fn what_protects_blocks() {
        for text in [
            "exclude: vendor\n",
            "exclude: [{a: b}]\n",
            "sensitive: 5\n",
            "redaction: of\n",
            "enabled: [\n",
            "enabled: maybe\n",
            "mode: {plan: true}\n",
            "mode: plan\nmode: run\n",
            "sensitve: [a]\n",
            "sensible: [a]\n",
            "senitif: [a]\n",
            "tools:\n  ci_search: {tier: 1}\n  sensitive:\n    - a\n",
            "tools:\n  ci_search:\n    tier: 1\n    sensitive: [a]\n",
            "tools: {enabled: off}\n",
            "tools:\n  - ci_search\n  - sensitive: ['ops/**']\n",
            "tools:\n  - ci_search: {exclude: [a]}\n",
            "env:\n  - sensitive: [a]\n",
            "budget:\n  - exclude: [a]\n",
            "quiet: {sensitive: [a]}\n",
            "exclude: ['ops/.*']\n",
            "sensitive: ['glob:ops/**']\n",
            "exclude: ['^ops/.*$']\n",
            "sensitive: ['ops\\**']\n",
            "excludes: [a]\n",
            "redact: off\n",
            "enable: off\n",
            "modes: plan\n",
            "exclude: ['[a']\n",
            "sensitive: ['']\n",
            "- enabled: off\n",
            "just words\n",
            "\t- {",
        ] {
            let read = ReadConfig::of_text("x.yaml", text);
            assert!(read.problems.iter().any(ConfigError::blocks_injection), "{text:?}: {:?}", read.problems);
        }
        for text in ["", "# nothing\n", "~", "exclude:\n", "tools:\nbudget:\n"] {
            assert!(check(text, &[]).problems.is_empty());
        }
    }

    #[test]
    fn all_problems_are_named_at_once_and_what_is_understood_holds() {
        let read = check(
            "sensitve: [a]\nexclude: [b, '{c', 'd/../e']\ncolour: blue\n",
            &[
                "x.yaml:2:14: exclude: the pattern `{c` is not understood: unclosed alternate group; missing '}' (maybe \
                 escape '{' with '[{]'?); nothing is injected until this is repaired",
                "x.yaml:2:20: exclude: the pattern `d/../e` is not understood: it must be a path from the root of the \
                 repository, with single `/` and without `..` and `~`; nothing is injected until this is repaired",
                "x.yaml:1:1: unknown key `sensitve`; did you mean `sensitive`?; nothing is injected until this is repaired",
                "x.yaml:3:1: unknown key `colour`; known keys: enabled, mode, tier_max, repo_root, budget, tools, exclude, \
                 sensitive, redaction, intent, quiet, index, env",
            ],
        );
        assert_eq!(read.config.exclude, ["b"]);
    }

    #[test]
    fn lists_over_their_bound_are_unreadable() {
        let many = |count: usize, glob: &str| vec![glob; count].join(", ");
        let blocked = "; nothing is injected until this is repaired";
        for (text, expected) in [
            (
                format!("sensitive: [{}]\n", many(201, "a")),
                format!("x.yaml:1:1: `sensitive` has 201 patterns, more than the 200 that are read{blocked}"),
            ),
            (
                format!("exclude: [{}]\n", many(150, &"a".repeat(100))),
                format!(
                    "x.yaml:1:1: the patterns of `exclude` have 15000 bytes, more than the 8000 that are read{blocked}"
                ),
            ),
            (
                format!("tools: [{}]\n", many(201, "a")),
                "x.yaml:1:1: `tools` has 201 entries, more than the 200 that are read; it is ignored"
                    .to_owned(),
            ),
            (
                format!("tools: {{mine: {{command: [{}]}}}}\n", many(201, "a")),
                "x.yaml:1:9: tools.mine: `command` has more than 200 entries; the tool is ignored".to_owned(),
            ),
        ] {
            let read = check(&text, &[&expected]);
            assert!(read.config.sensitive.is_empty() && read.config.tools.entries().next().is_none());
        }
    }

    #[test]
    fn a_key_of_a_shipped_tool_costs_itself_and_one_of_a_program_the_program() {
        let text = "tools:\n  ci_search: {timeout: 5, tier: 1}\n  mine: {command: [sh], when: 5, tier: 1}\n";
        let read = check(
            text,
            &[
                "x.yaml:2:15: unknown key `timeout`; did you mean `timeout_ms`?",
                "x.yaml:3:31: expected a list",
            ],
        );
        let names: Vec<&str> = read.config.tools.entries().map(|(name, _)| name).collect();
        assert_eq!(names, ["ci_search"]);
    }

    #[test]
    fn a_file_of_problems_is_given_up() {
        let text: String = (0..1_000).map(|number| format!("key{number}: 1\n")).collect();
        let read =
            check(&text, &["x.yaml: more than 20 problems; nothing is injected until this is repaired"]);
        assert!(read.problems[0].blocks_injection());
    }

    #[test]
    fn other_words_for_tier_max() {
        let read = check("tierMax: 2\nmode: plan\n", &[]);
        assert!(read.asks_for_tier2 && read.config.mode.is_some());
        let read = check("max_tier: 1\n", &["x.yaml:1:1: unknown key `max_tier`; did you mean `tier_max`?"]);
        assert!(!read.asks_for_tier2);
        let nested = "x.yaml:2:3: unknown key `budget.tier_max`; did you mean `tier_max`?";
        assert!(!check("budget:\n  tier_max: 1\n", &[nested]).asks_for_tier2);
        assert!(check("budget:\n  tier_max: 2\n  wall_ms: 5\n", &[]).asks_for_tier2);
        assert!(check("tools: {tier_max: 2, ci_search: }\n", &[]).asks_for_tier2);
    }
}
