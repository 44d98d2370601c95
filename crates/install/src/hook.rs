//! A hook entry as the clients write it, and which of them run foreword. Whose an entry is, [`crate::our_scripts`] says.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::our_scripts::OurScripts;
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
    /// Whether foreword wrote it, or an older version did.
    pub is_ours: bool,
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

    /// Whether foreword wrote it, or an older version did.
    pub fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Whether it is somebody else's and runs foreword, or a script that is called like ours.
    pub fn is_namesake(&self) -> bool {
        !self.is_ours && runs_foreword(self.command())
    }
}

/// Lists the hooks of a `hooks` object; what has another shape is left out.
pub fn list(hooks: &Value, ours: &OurScripts) -> Vec<Found> {
    let mut found = Vec::new();
    for (event, groups) in hooks.as_object().into_iter().flatten() {
        for (group, value) in groups.as_array().into_iter().flatten().enumerate() {
            let inner = value.get("hooks").and_then(Value::as_array);
            for (index, hook) in inner.into_iter().flatten().enumerate() {
                if let Some(fields) = hook.as_object() {
                    let command = fields.get("command").and_then(Value::as_str).unwrap_or_default();
                    let (is_ours, fields) = (ours.holds(command), fields.clone());
                    found.push(Found { event: event.clone(), group, index, fields, is_ours });
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
        if hook.is_namesake() {
            remarks.push(namesake_in_words(hook));
            continue;
        }
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

/// What is said of hooks that run foreword, or are called like ours, and are somebody else's.
pub fn namesakes(hooks: &[Found]) -> Vec<String> {
    hooks.iter().filter(|hook| hook.is_namesake()).map(namesake_in_words).collect()
}

fn namesake_in_words(hook: &Found) -> String {
    format!(
        "another hook for {} runs foreword or is called like its script ({}); foreword did not write it, and it is left",
        hook.event,
        hook.command()
    )
}

/// Whether a command line runs a script that is called like ours, or the binary itself, whoever wrote it. A program of
/// somebody else that is given our script as an argument does not.
pub fn runs_foreword(command: &str) -> bool {
    let (program, arguments) = started(command);
    let name = program.as_deref().map(name_of).unwrap_or_default();
    let runs_binary = name == "foreword" && arguments.first().is_some_and(|word| word == "inject");
    scripts::ENTRY_NAMES.contains(&name) || runs_binary
}

/// The script that a command line runs, if it is called like ours: as it is written there.
pub(crate) fn script_of(command: &str) -> Option<String> {
    started(command).0.filter(|program| scripts::ENTRY_NAMES.contains(&name_of(program)))
}

/// What a command line starts, by itself or by a shell, and its arguments.
fn started(command: &str) -> (Option<String>, Vec<String>) {
    let mut words = words(command).into_iter().peekable();
    let is_shell = |word: &String| matches!(name_of(word), "sh" | "bash" | "zsh" | "dash");
    words.next_if(is_shell);
    (words.next(), words.collect())
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
    fn what_runs_foreword_is_told_from_the_rest() {
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
            assert_eq!(runs_foreword(command), expected, "{command}");
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
