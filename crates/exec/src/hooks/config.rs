//! `beforeToolCall.json` and `afterToolCall.json`, in the form that their users have.

use foreword_model::limits;
use serde::Deserialize;
use serde_json::Value;

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Before the tool; a failure stops the call.
    Before,
    /// After the tool; a failure marks the result.
    After,
}

impl Phase {
    /// The key in the file, and the file's stem.
    pub fn key(self) -> &'static str {
        match self {
            Self::Before => "beforeToolCall",
            Self::After => "afterToolCall",
        }
    }
}

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Which tools it is for.
    pub matcher: String,
    /// Run by `/bin/sh -c`.
    pub command: String,
    /// Its own timeout.
    pub timeout_ms: u64,
    /// Variables that it inherits besides the listed ones.
    pub env_names: Vec<String>,
}

/// All hooks of a run, in the order in which they run: the user's first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HookSet {
    before: Vec<Hook>,
    after: Vec<Hook>,
}

impl HookSet {
    /// Adds the hooks of one file, which inherit these variables besides the listed ones.
    pub fn extend(&mut self, phase: Phase, text: &str, env_names: &[String]) -> Result<(), HookConfigError> {
        let mut hooks = parse(phase, text)?;
        hooks.iter_mut().for_each(|hook| hook.env_names = env_names.to_vec());
        match phase {
            Phase::Before => self.before.extend(hooks),
            Phase::After => self.after.extend(hooks),
        }
        Ok(())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// The hooks of one phase, in order.
    pub fn of(&self, phase: Phase) -> &[Hook] {
        match phase {
            Phase::Before => &self.before,
            Phase::After => &self.after,
        }
    }
}

/// A hook file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HookConfigError {
    /// Not JSON, or not of the form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// The wrong key.
    #[error("expected an array, or an object with the key `{0}`")]
    Key(&'static str),
}

/// The keys with which somebody may have meant `enabled` in the hooks of a file: a hook without that key does not run.
pub fn misspelt_enabled(text: &str) -> Vec<String> {
    let mut pending: Vec<Value> = serde_json::from_str(text).into_iter().collect();
    let mut found = Vec::new();
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(list) => pending.extend(list),
            Value::Object(map) => {
                let is_hook = map.contains_key("command") && !map.contains_key("enabled");
                let is_meant = |key: &&String| key.trim().to_lowercase().starts_with("enable");
                found.extend(map.keys().filter(is_meant).filter(|_| is_hook).cloned());
                pending.extend(map.into_values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

#[derive(Deserialize)]
struct Group {
    #[serde(default)]
    matcher: String,
    #[serde(default)]
    hooks: Vec<Command>,
}

#[derive(Deserialize)]
struct Command {
    #[serde(rename = "type", default = "command_type")]
    kind: String,
    #[serde(default)]
    command: String,
    timeout: Option<u64>,
    #[serde(default)]
    enabled: bool,
}

fn command_type() -> String {
    "command".to_owned()
}

fn parse(phase: Phase, text: &str) -> Result<Vec<Hook>, HookConfigError> {
    let groups = match serde_json::from_str(text)? {
        Value::Object(mut file) => file.remove(phase.key()).ok_or(HookConfigError::Key(phase.key()))?,
        bare @ Value::Array(_) => bare,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(HookConfigError::Key(phase.key()));
        }
    };
    let groups: Vec<Group> = serde_json::from_value(groups)?;
    let hooks = groups.into_iter().flat_map(|group| {
        let matcher = group.matcher;
        let runs = |command: &Command| command.enabled && command.kind == "command";
        group.hooks.into_iter().filter(runs).map(move |command| Hook {
            matcher: matcher.clone(),
            command: command.command,
            timeout_ms: command.timeout.unwrap_or(limits::HOOK_TIMEOUT_MS),
            env_names: Vec::new(),
        })
    });
    Ok(hooks.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(&str, &str, u64)]) {
        let hooks = parse(Phase::Before, text).expect("parses");
        let seen: Vec<_> = hooks
            .iter()
            .map(|hook| (hook.matcher.as_str(), hook.command.as_str(), hook.timeout_ms))
            .collect();
        assert_eq!(seen, expect);
    }

    #[test]
    fn both_forms_are_read_and_only_enabled_commands_run() {
        let group = r#"[{"matcher": "ci_*", "description": "d", "hooks": [
            {"type": "command", "command": "a", "timeout": 9, "enabled": true},
            {"type": "command", "command": "b"},
            {"type": "prompt", "command": "c", "enabled": true},
            {"command": "d", "enabled": true}]}]"#;
        let expect = [("ci_*", "a", 9), ("ci_*", "d", limits::HOOK_TIMEOUT_MS)];
        check(group, &expect);
        check(&format!(r#"{{"beforeToolCall": {group}}}"#), &expect);
    }

    #[test]
    fn a_hook_whose_enabled_is_misspelt_is_found() {
        let hook =
            |key: &str| format!(r#"{{"beforeToolCall":[{{"hooks":[{{"command":"a","{key}":true}}]}}]}}"#);
        for (key, expected) in [("enable", true), ("Enabled", true), ("enabled", false), ("timeout", false)] {
            assert_eq!(!misspelt_enabled(&hook(key)).is_empty(), expected, "{key}");
        }
        assert_eq!(misspelt_enabled("no JSON"), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_file_says_where() {
        let error = parse(Phase::After, "{\n \"afterToolCall\": oops}").expect_err("broken");
        assert!(error.to_string().contains("line 2 column"), "{error}");
        let error = parse(Phase::After, r#"{"beforeToolCall": []}"#).expect_err("other key");
        assert!(error.to_string().contains("afterToolCall"), "{error}");
    }
}
