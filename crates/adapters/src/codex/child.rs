//! One turn of codex: `codex exec [resume …] --json -`, the prompt on its standard input, its events on
//! its standard output, handed on as they come. It leads a process group of its own and is ended with it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use foreword_exec::Cancel;
use foreword_exec::process::spawn_group;
use foreword_guard::clear_line;
use foreword_model::clock;
use foreword_model::limits;
use serde_json::Value;

use super::events::{message_of, thread_of};
use super::session::SessionId;
use super::stream::{News, Stream};

/// How codex is started.
#[derive(Debug)]
pub struct Codex<'a> {
    /// The program.
    pub program: PathBuf,
    /// Arguments of the user's, from after `--`.
    pub users_args: &'a [OsString],
    /// Arguments of ours, which every command of codex takes.
    pub own_args: &'a [&'a str],
    /// Variables of ours, besides those of this process.
    pub env: &'a [(&'a str, &'a str)],
    /// Where it runs.
    pub cwd: &'a Path,
    /// After so long without a word, and each time that has doubled, its silence is told.
    pub silence: Duration,
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
    /// The arguments of codex. The user's own come before `resume`, which takes few of those that `exec` takes, and `--json`
    /// behind them ends the row of values that some of them begin.
    fn args(&self, users: &[OsString], own: &[&str]) -> Vec<OsString> {
        let which: &[&str] = match self {
            Self::New => &[],
            Self::Resume(id) => &["resume", id.as_str()],
            Self::ResumeLast => &["resume", "--last"],
        };
        let ours = match users.is_empty() {
            true => [which, &["--json"], own, &["-"]].concat(),
            false => [&["--json"], which, own, &["-"]].concat(),
        };
        let users = users.iter().cloned();
        std::iter::once("exec".into()).chain(users).chain(ours.into_iter().map(OsString::from)).collect()
    }
}

/// What is heard of codex in a turn. The texts are as they came: whoever shows them guards them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard<'a> {
    /// A line on standard output: an event, or what should have been one.
    Event(&'a str),
    /// A line on standard error.
    Complaint(&'a str),
    /// Nothing, for so long.
    Silence(Duration),
}

/// A turn that came to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// The thread that codex named.
    pub thread: Option<SessionId>,
    /// Whether there was an answer.
    pub has_answered: bool,
    /// Lines that were no events.
    pub broken_lines: usize,
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
    /// The person ended it. The thread goes on from where it stood.
    #[error("the turn was ended")]
    Interrupted(Option<SessionId>),
}

impl TurnError {
    /// Whether a session was there and the turn itself failed; a program that does not start is not a lost
    /// session either, and what a person ended is not begun anew.
    pub fn has_begun(&self) -> bool {
        match self {
            Self::Start(_) | Self::Failed(_) | Self::Interrupted(_) => true,
            Self::NotBegun(_) => false,
        }
    }
}

impl Codex<'_> {
    /// Runs one turn to its end, or until `stop`. Whatever is heard goes to `hear`, as it comes.
    pub fn turn(
        &self,
        turn: &Turn,
        prompt: &str,
        stop: &Cancel,
        mut hear: impl FnMut(Heard<'_>),
    ) -> Result<Ended, TurnError> {
        let stream = self.start(turn, prompt, stop)?;
        let mut seen = Seen::default();
        let mut open = 2;
        let mut quiet_since = clock::now();
        let mut patience = self.silence;
        let status = loop {
            let news = stream.next(patience.saturating_sub(clock::since(quiet_since)));
            match news {
                Some(News::Stop) => {
                    stream.end();
                    return Err(TurnError::Interrupted(seen.ended.thread));
                }
                Some(News::Ended(status)) => break status.map_err(TurnError::Start)?,
                Some(News::Closed) => open -= 1,
                Some(line @ (News::Line(_) | News::Complaint(_))) => {
                    (quiet_since, patience) = (clock::now(), self.silence);
                    seen.pass_on(&line, &mut hear);
                }
                None => {
                    hear(Heard::Silence(patience));
                    patience = patience.saturating_mul(2);
                }
            }
        };
        stream.rest(open, |news| seen.pass_on(&news, &mut hear));
        if stream.is_stopped() {
            stream.end_rest();
            return Err(TurnError::Interrupted(seen.ended.thread));
        }
        seen.verdict(status)
    }

    fn start(&self, turn: &Turn, prompt: &str, stop: &Cancel) -> Result<Stream, TurnError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "codex is the client, not a tool: it is started here only"
        )]
        let mut command = Command::new(&self.program);
        command
            .args(turn.args(self.users_args, self.own_args))
            .envs(self.env.iter().copied())
            .current_dir(self.cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = spawn_group(&mut command).map_err(TurnError::Start)?;
        if let Some(mut pipe) = child.stdin.take() {
            let prompt = prompt.to_owned();
            // A codex that does not read must not block us; that it went away is seen by its end.
            std::thread::spawn(move || pipe.write_all(prompt.as_bytes()));
        }
        Ok(Stream::of(child, stop))
    }
}

/// What matters of the events.
#[derive(Default)]
struct Seen {
    ended: Ended,
    failure: Option<String>,
    complaints: VecDeque<String>,
}

impl Seen {
    fn pass_on(&mut self, news: &News, hear: &mut impl FnMut(Heard<'_>)) {
        match news {
            News::Line(line) => {
                self.note(line);
                hear(Heard::Event(line));
            }
            News::Complaint(line) => {
                self.complain(line);
                hear(Heard::Complaint(line));
            }
            News::Closed | News::Ended(_) | News::Stop => {}
        }
    }

    fn note(&mut self, line: &str) {
        let Ok(event) = serde_json::from_str::<Value>(line) else {
            self.ended.broken_lines += usize::from(!line.trim().is_empty());
            return;
        };
        // The first one is the thread of the turn; a later one may be that of an agent below it.
        self.ended.thread = self.ended.thread.take().or_else(|| thread_of(&event));
        match event.get("type").and_then(Value::as_str) {
            Some("turn.failed") => {
                let message = event.pointer("/error/message").and_then(Value::as_str);
                self.failure = Some(message.unwrap_or("the turn failed").to_owned());
            }
            Some(_) | None => self.ended.has_answered |= message_of(&event).is_some(),
        }
    }

    /// Keeps the last lines, of which the last is usually the reason.
    fn complain(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if self.complaints.len() == limits::CODEX_COMPLAINT_LINES {
            self.complaints.pop_front();
        }
        self.complaints.push_back(line.to_owned());
    }

    fn verdict(self, status: ExitStatus) -> Result<Ended, TurnError> {
        let is_empty = self.ended.thread.is_none() && !self.ended.has_answered;
        let reason = match (status.success(), self.failure) {
            (true, None) if !is_empty => return Ok(self.ended),
            (true, None) => format!("it said nothing ({})", how_it_ended(status)),
            (_, Some(failure)) => format!("{failure} ({})", how_it_ended(status)),
            (false, None) => how_it_ended(status),
        };
        let said: Vec<&str> = self.complaints.iter().map(String::as_str).collect();
        let said = match said.is_empty() {
            true => String::new(),
            false => format!("; it complained: {}", tail(&clear_line(&said.join(" ")))),
        };
        let failure = format!("{reason}{said}");
        Err(match self.ended.thread {
            Some(_) => TurnError::Failed(failure),
            None => TurnError::NotBegun(failure),
        })
    }
}

/// `exit code 1`, or which signal.
fn how_it_ended(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("ended by signal {signal}"),
        (None, None) => status.to_string(),
    }
}

/// The end of a text, where the reason stands.
fn tail(text: &str) -> String {
    let beyond = text.chars().count().saturating_sub(limits::CODEX_NOTE_CHARS);
    match beyond {
        0 => text.to_owned(),
        _ => format!("…{}", text.chars().skip(beyond).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = r#"{"type":"thread.started","thread_id":"0199a213-81c0-7800-8aa1-bbab2a035a53"}"#;
    const ANSWER: &str = r#"{"type":"item.completed","item":{"type":"agent_message","text":"so"}}"#;
    const FAILED: &str = r#"{"type":"turn.failed","error":{"message":"rate limit"}}"#;

    /// How a turn ended that printed these lines, complained so and left this wait status.
    fn check(lines: &[&str], complaints: &[&str], status: i32, expected: Result<(bool, usize), &str>) {
        let mut seen = Seen::default();
        lines.iter().for_each(|line| seen.note(line));
        complaints.iter().for_each(|line| seen.complain(line));
        let verdict = seen.verdict(ExitStatus::from_raw(status));
        let verdict = verdict.map(|ended| (ended.has_answered, ended.broken_lines));
        let begun = lines.contains(&BEGIN);
        if let Err(error) = &verdict {
            assert_eq!(error.has_begun(), begun, "{lines:?}");
        }
        let expected = expected.map_err(|text| format!("codex failed: {text}"));
        assert_eq!(verdict.map_err(|error| error.to_string()), expected, "{lines:?}");
    }

    #[test]
    fn how_a_turn_ended_is_told() {
        const EXIT_1: i32 = 1 << 8;
        const KILLED: i32 = 9;
        check(&[BEGIN, ANSWER], &["a warning"], 0, Ok((true, 0)));
        check(&[BEGIN, "no event", "", "{"], &[], 0, Ok((false, 2)));
        check(&[], &[], 0, Err("it said nothing (exit code 0)"));
        check(&[], &["a", "b", "", "c", "d"], EXIT_1, Err("exit code 1; it complained: b c d"));
        check(&[BEGIN, ANSWER], &[], KILLED, Err("ended by signal 9"));
        check(&[BEGIN, FAILED], &[], EXIT_1, Err("rate limit (exit code 1)"));
        check(&[BEGIN, FAILED], &[], 0, Err("rate limit (exit code 0)"));
        let long = "x".repeat(1_000);
        let cut = format!("exit code 1; it complained: …{}", "x".repeat(limits::CODEX_NOTE_CHARS));
        check(&[], &[&long], EXIT_1, Err(&cut));
    }

    #[test]
    fn ac_002_the_first_uuid_that_an_event_names_is_the_thread() {
        const OTHER: &str = "0199a213-81c0-7800-8aa1-ffffffffffff";
        let id = &BEGIN[BEGIN.len() - 38..BEGIN.len() - 2];
        let check = |lines: &[String], expected: Option<&str>| {
            let mut seen = Seen::default();
            lines.iter().for_each(|line| seen.note(line));
            let thread = seen.ended.thread.as_ref().map(SessionId::as_str);
            assert_eq!(thread, expected, "{lines:?}");
        };
        let event = |field: &str, id: &str| format!(r#"{{"type":"session.created","{field}":"{id}"}}"#);
        check(&[BEGIN.to_owned()], Some(id));
        check(&[event("session_id", id)], Some(id));
        check(&[event("session_id", id), event("thread_id", OTHER)], Some(id));
        check(&[event("thread_id", id), event("session_id", OTHER)], Some(id));
        check(&[event("session_id", "--last"), event("session_id", id)], Some(id));
        check(&[ANSWER.to_owned(), event("session_id", id)], Some(id));
        check(&[event("session_id", "7"), format!(r#"{{"item":{{"session_id":"{id}"}}}}"#)], None);
    }

    /// Issue 7: `exec resume` refuses `--sandbox` and its like, and a session with them never went on.
    #[test]
    fn arguments_of_the_users_stand_where_codex_takes_them() {
        let id = SessionId::parse("0199a213-81c0-7800-8aa1-bbab2a035a53").expect("an id");
        let check = |turn: &Turn, users: &[&str], own: &[&str], expected: &str| {
            let users: Vec<OsString> = users.iter().map(OsString::from).collect();
            assert_eq!(turn.args(&users, own).join(" ".as_ref()), expected);
        };
        let resumed = "resume 0199a213-81c0-7800-8aa1-bbab2a035a53";
        check(&Turn::New, &[], &[], "exec --json -");
        check(&Turn::New, &["-i", "a.png"], &[], "exec -i a.png --json -");
        check(&Turn::ResumeLast, &[], &["--own"], "exec resume --last --json --own -");
        check(&Turn::Resume(id.clone()), &[], &[], &format!("exec {resumed} --json -"));
        check(
            &Turn::Resume(id),
            &["--sandbox", "x"],
            &["--own"],
            &format!("exec --sandbox x --json {resumed} --own -"),
        );
    }
}
