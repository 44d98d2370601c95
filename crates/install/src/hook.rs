//! A hook entry as the clients write it, and how one of ours is recognised among others.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::scripts;

/// Seconds that a client gives the hook: far above the hook's own deadline.
pub const TIMEOUT_S: u64 = 30;

/// An entry that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The client's event.
    pub event: &'static str,
    /// The command line, for a shell.
    pub command: String,
}

impl Wanted {
    /// The group that holds this hook alone.
    pub fn group(&self) -> Value {
        json!({ "hooks": [{ "type": "command", "command": self.command, "timeout": TIMEOUT_S }] })
    }
}

/// An entry that was found, ours or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The client's event.
    pub event: String,
    /// The group's place in the event's list.
    pub group: usize,
    /// The hook's place in the group.
    pub index: usize,
    /// Everything that stands there.
    pub fields: Map<String, Value>,
}

impl Found {
    /// The command line; empty for a hook that is none.
    pub fn command(&self) -> &str {
        self.fields.get("command").and_then(Value::as_str).unwrap_or_default()
    }

    /// The seconds that the client gives it, if the entry says so.
    pub fn timeout_s(&self) -> Option<u64> {
        self.fields.get("timeout").and_then(Value::as_u64)
    }

    /// Whether it runs foreword.
    pub fn is_ours(&self) -> bool {
        is_ours(self.command())
    }
}

/// Lists the hooks of a `hooks` object; what has another shape is left out.
pub fn list(hooks: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    for (event, groups) in hooks.as_object().into_iter().flatten() {
        for (group, value) in groups.as_array().into_iter().flatten().enumerate() {
            let inner = value.get("hooks").and_then(Value::as_array);
            for (index, hook) in inner.into_iter().flatten().enumerate() {
                if let Some(fields) = hook.as_object() {
                    found.push(Found { event: event.clone(), group, index, fields: fields.clone() });
                }
            }
        }
    }
    found
}

/// What a person should know of hooks that are about to lose ours: what was added to ours by hand, and what calls our
/// script from a command of its own and therefore stays.
pub fn remarks(hooks: &[Found]) -> Vec<String> {
    let own = ["type", "command", "timeout"];
    let mut remarks = Vec::new();
    for hook in hooks {
        let added: Vec<&str> =
            hook.fields.keys().map(String::as_str).filter(|it| !own.contains(it)).collect();
        let is_wrapped = scripts::ENTRY_NAMES.iter().any(|name| hook.command().contains(name));
        match hook.is_ours() {
            true if !added.is_empty() => remarks.push(format!(
                "our hook for {} held what foreword did not write ({}); it goes with the hook, and a copy of the file is kept",
                hook.event,
                added.join(", ")
            )),
            false if is_wrapped => {
                remarks.push(format!("a hook for {} calls our script by a command of its own, and is left", hook.event));
            }
            true | false => {}
        }
    }
    remarks
}

/// Whether a command line runs one of the entry scripts, or the binary itself. A program of somebody else that is given
/// our script as an argument is not ours.
pub fn is_ours(command: &str) -> bool {
    let words = words(command);
    let is_shell = |word: &str| matches!(name_of(word), "sh" | "bash" | "zsh" | "dash");
    let words = match words.split_first() {
        Some((first, rest)) if is_shell(first) => rest,
        Some(_) | None => words.as_slice(),
    };
    let first = words.first().map(|word| name_of(word)).unwrap_or_default();
    let runs_binary = first == "foreword" && words.get(1).is_some_and(|word| word == "inject");
    scripts::ENTRY_NAMES.contains(&first) || runs_binary
}

/// The program that a command line starts, as far as it is written plainly: variables are not looked up.
pub fn program(command: &str) -> Option<String> {
    words(command).into_iter().next()
}

/// A path as one word for a shell.
pub fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '+' | ',' | '@' | '%');
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn name_of(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// The words of a command line, with the quotes of a shell taken away.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (Some(_) | None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_told_from_others() {
        for (command, expected) in [
            ("/home/u/.claude/hooks/context-inject-global.sh", true),
            ("~/.claude/hooks/augment-context-global.sh", true),
            ("bash \"$HOME/.claude/hooks/context-inject-global.sh\"", true),
            ("'/home/a b/.claude/hooks/context-inject-global.sh' --client claude", true),
            ("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/context-inject-global.sh", true),
            ("/opt/my\\ tools/foreword inject", true),
            ("foreword inject --client codex", true),
            ("foreword index", false),
            ("my-wrapper /home/u/.claude/hooks/context-inject-global.sh", false),
            ("/home/u/hooks/other-context-inject-global.sh", false),
            ("echo foreword inject", false),
            ("", false),
            ("'unclosed", false),
        ] {
            assert_eq!(is_ours(command), expected, "{command}");
        }
    }

    #[test]
    fn a_path_is_one_word_again() {
        for path in ["/usr/bin/x", "/a b/x", "/it's/x", "/日本/x", "/$HOME/x"] {
            let word = shell_word(Path::new(path));
            assert_eq!(words(&word), [path], "{word}");
        }
    }
}
