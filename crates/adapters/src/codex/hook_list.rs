//! The hooks that Codex would run, as Codex itself sees them: `hooks/list` of `codex app-server`.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use foreword_exec::process::{forget_group, spawn_group};
use foreword_model::clock;
use foreword_model::limits;
use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;
use serde_json::{Value, json};

/// What Codex answered for one folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Listed {
    /// The hooks.
    pub hooks: Vec<ListedHook>,
    /// What Codex warns of.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Files that Codex could not read.
    #[serde(default)]
    pub errors: Vec<ListedError>,
}

/// A hook, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedHook {
    /// The key of its trust.
    pub key: String,
    /// The event, such as `userPromptSubmit`.
    pub event_name: String,
    /// The command line; empty for a hook of another kind.
    #[serde(default)]
    pub command: String,
    /// The plugin that it comes from.
    #[serde(default)]
    pub plugin_id: Option<String>,
    /// Whether the user left it switched on.
    pub enabled: bool,
    /// The hash that would have to be trusted.
    pub current_hash: String,
    /// `trusted`, `untrusted`, `modified` or `managed`.
    pub trust_status: String,
}

impl ListedHook {
    /// Whether Codex runs it.
    pub fn runs(&self) -> bool {
        self.enabled && matches!(self.trust_status.as_str(), "trusted" | "managed")
    }
}

/// A file that Codex could not read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListedError {
    /// Which.
    pub path: String,
    /// Why.
    pub message: String,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// Codex could not be started.
    #[error("cannot start codex: {0}")]
    Start(#[from] std::io::Error),
    /// It ended, was late, or does not know the question.
    #[error("codex did not say which hooks it runs: {0}")]
    NoAnswer(String),
}

/// Asks the program which hooks it would run in a folder, with these variables in place of ours.
pub fn ask(program: &Path, cwd: &Path, env: Vec<(OsString, OsString)>) -> Result<Listed, ListError> {
    #[expect(clippy::disallowed_methods, reason = "codex is the client, not a tool; it is asked by a person")]
    let mut command = Command::new(program);
    command.arg("app-server").current_dir(cwd).env_clear().envs(env);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = spawn_group(&mut command)?;
    let answer = converse(&mut child, cwd);
    // It ends by itself when its input is closed; what it may have started ends with it.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    drop(child.wait());
    forget_group(child.id());
    answer
}

const INITIALIZE: u64 = 1;
const LIST: u64 = 2;

fn converse(child: &mut Child, cwd: &Path) -> Result<Listed, ListError> {
    let no_answer = |what: &str| ListError::NoAnswer(what.to_owned());
    let mut input = child.stdin.take().ok_or_else(|| no_answer("no pipe to it"))?;
    let lines = lines_of(child).ok_or_else(|| no_answer("no pipe from it"))?;
    let client = json!({ "name": "foreword", "version": env!("CARGO_PKG_VERSION") });
    let questions = [
        json!({ "id": INITIALIZE, "method": "initialize", "params": { "clientInfo": client } }),
        json!({ "method": "initialized" }),
        json!({ "id": LIST, "method": "hooks/list", "params": { "cwds": [cwd] } }),
    ];
    for question in questions {
        writeln!(input, "{question}")?;
    }
    let deadline = clock::now() + Duration::from_millis(limits::CODEX_HOOK_LIST_MS);
    for _ in 0..limits::CODEX_HOOK_LIST_LINES {
        let left = clock::left(deadline);
        let line = lines.recv_timeout(left).map_err(|error| no_answer(&error.to_string()))?;
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        if message.get("id").and_then(Value::as_u64) == Some(LIST) {
            return read(&message);
        }
    }
    Err(no_answer("too much else"))
}

fn read(message: &Value) -> Result<Listed, ListError> {
    let entry = message.pointer("/result/data/0");
    let entry = entry.ok_or_else(|| {
        let error = message.pointer("/error/message").and_then(Value::as_str);
        ListError::NoAnswer(error.unwrap_or("an empty answer").to_owned())
    })?;
    serde_json::from_value(entry.clone()).map_err(|error| ListError::NoAnswer(error.to_string()))
}

fn lines_of(child: &mut Child) -> Option<Receiver<String>> {
    let pipe = child.stdout.take()?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok).take(limits::CODEX_HOOK_LIST_LINES) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_and_a_refusal_is_said() {
        let message = json!({"id": 2, "result": {"data": [{"cwd": "/r", "warnings": ["w"], "errors": [], "hooks": [{
            "key": "k", "eventName": "userPromptSubmit", "handlerType": "command", "command": "c", "async": false,
            "timeoutSec": 30, "source": "user", "sourcePath": "/h", "displayOrder": 0, "enabled": true,
            "isManaged": false, "currentHash": "sha256:1", "trustStatus": "modified", "pluginId": null}]}]}});
        let listed = read(&message).expect("an answer");
        assert_eq!((listed.hooks[0].trust_status.as_str(), listed.hooks[0].runs()), ("modified", false));
        let refusal = read(&json!({"id": 2, "error": {"message": "unknown method"}})).expect_err("a refusal");
        assert_eq!(refusal.to_string(), "codex did not say which hooks it runs: unknown method");
    }
}
