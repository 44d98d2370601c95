//! One turn of codex: `codex exec [resume …] --json -`, the prompt on its standard input, its events on
//! its standard output, handed on as they come.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::session::SessionId;

/// How codex is started.
#[derive(Debug)]
pub struct Codex<'a> {
    /// The program.
    pub program: PathBuf,
    /// Arguments of the user's, from after `--`.
    pub extra_args: &'a [OsString],
    /// Where it runs.
    pub cwd: &'a Path,
}

/// Which session a turn belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// A new one.
    New,
    /// The recorded one.
    Resume(SessionId),
    /// The last one of this directory.
    ResumeLast,
}

impl Turn {
    fn args(&self) -> Vec<&str> {
        match self {
            Self::New => vec!["exec"],
            Self::Resume(id) => vec!["exec", "resume", id.as_str()],
            Self::ResumeLast => vec!["exec", "resume", "--last"],
        }
    }
}

/// A turn that did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// Codex could not be started.
    #[error("cannot start codex: {0}")]
    Start(std::io::Error),
    /// Codex ended before its session began: there was nothing to resume.
    #[error("codex failed: {0}")]
    NotBegun(String),
    /// Codex ended with a failure in the middle of a turn.
    #[error("codex failed: {0}")]
    Failed(String),
}

impl TurnError {
    /// Whether a session was there and the turn itself failed; a program that does not start is not a lost
    /// session either.
    pub fn has_begun(&self) -> bool {
        match self {
            Self::Start(_) | Self::Failed(_) => true,
            Self::NotBegun(_) => false,
        }
    }
}

impl Codex<'_> {
    /// Runs one turn; each event line goes to `on_event`. Answers the thread that codex named.
    pub fn turn(
        &self,
        turn: &Turn,
        prompt: &str,
        mut on_event: impl FnMut(&str),
    ) -> Result<Option<SessionId>, TurnError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "codex is the client, not a tool: it is started here only"
        )]
        let mut command = Command::new(&self.program);
        command
            .args(turn.args())
            .arg("--json")
            .args(self.extra_args)
            .arg("-")
            .current_dir(self.cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(TurnError::Start)?;
        if let Some(mut pipe) = child.stdin.take() {
            let prompt = prompt.to_owned();
            std::thread::spawn(move || pipe.write_all(prompt.as_bytes()));
        }
        let mut seen = Seen::default();
        if let Some(pipe) = child.stdout.take() {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                seen.note(&line);
                on_event(&line);
            }
        }
        let status = child.wait().map_err(TurnError::Start)?;
        let failure = match (status.success(), seen.failure) {
            (true, None) => return Ok(seen.thread),
            (_, Some(failure)) => failure,
            (false, None) => status.to_string(),
        };
        Err(match seen.thread {
            Some(_) => TurnError::Failed(failure),
            None => TurnError::NotBegun(failure),
        })
    }
}

/// What matters of the events.
#[derive(Default)]
struct Seen {
    thread: Option<SessionId>,
    failure: Option<String>,
}

impl Seen {
    fn note(&mut self, line: &str) {
        let Ok(event) = serde_json::from_str::<Value>(line) else { return };
        let text = |field: &str| event.get(field).and_then(Value::as_str);
        match text("type") {
            Some("thread.started") => self.thread = text("thread_id").and_then(SessionId::parse),
            Some("turn.failed") => {
                let message = event.pointer("/error/message").and_then(Value::as_str);
                self.failure = Some(message.unwrap_or("the turn failed").to_owned());
            }
            Some(_) | None => {}
        }
    }
}

/// The words of an answer in an event line, if it has any.
pub fn message_of(line: &str) -> Option<String> {
    let event: Value = serde_json::from_str(line).ok()?;
    let item = event.get("item").filter(|_| event["type"] == "item.completed")?;
    let is_message = item.get("type").and_then(Value::as_str) == Some("agent_message");
    is_message.then(|| item.get("text").and_then(Value::as_str).map(str::to_owned))?
}
