//! A server as a child of ours, a message a line. It is ended with the link.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Instant;

use foreword_exec::process::conversation::{Conversation, Heard};
use foreword_exec::process::{Ground, JobError};
use foreword_exec::rpc::message::METHOD_NOT_FOUND;
use foreword_model::limits;
use foreword_model::settings::Secret;
use serde_json::{Value, json};

use super::fault::{Besides, Fault};
use super::reply::{self, Reply};

/// The link to a child.
pub(super) struct StdioLink {
    talk: Conversation,
}

impl StdioLink {
    /// Starts the server, and tells it by `CI_TOOL_REPO_ROOT` where the repository is.
    pub(super) fn start(
        command: &[String],
        env: &BTreeMap<String, Secret>,
        ground: Ground<'_>,
        deadline: Instant,
    ) -> Result<Self, Fault> {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let root = ("CI_TOOL_REPO_ROOT", ground.repository.as_os_str().to_owned());
        let env: Vec<(&str, OsString)> = std::iter::once(root)
            .chain(env.iter().map(|(name, value)| (name.as_str(), OsString::from(value.value()))))
            .collect();
        Ok(Self { talk: Conversation::start(&command, &env, ground, deadline)? })
    }

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, message: &Value, id: u64) -> Result<Reply, Fault> {
        self.tell(message);
        let mut besides = Besides::default();
        loop {
            let line = match self.talk.hear() {
                Ok(Heard::Line(line)) => line,
                Ok(Heard::Oversized) => {
                    besides.oversized()?;
                    continue;
                }
                Ok(Heard::Ended) => return Err(Fault::Ended(self.last_words(&besides))),
                Err(JobError::Late) => return Err(Fault::Late(besides.said())),
                Err(error @ (JobError::Start(_) | JobError::Cancelled)) => return Err(error.into()),
            };
            match reply::read(&line, id) {
                Some(reply @ (Reply::Result(_) | Reply::Error { .. })) => return Ok(reply),
                Some(Reply::Request { id, method }) => {
                    self.answer(&id, &method);
                    besides.other()?;
                }
                Some(Reply::Other) => besides.other()?,
                None if line.trim_ascii().is_empty() => besides.other()?,
                None => besides.unreadable()?,
            }
        }
    }

    /// Says something that wants no answer.
    pub(super) fn tell(&mut self, message: &Value) {
        self.talk.say(&message.to_string());
    }

    /// A server may ask whether we are there; we offer nothing else. An id that is none is not sent back.
    fn answer(&mut self, id: &Value, method: &str) {
        if !is_id(id) {
            return;
        }
        self.tell(&match method {
            "ping" => json!({ "jsonrpc": "2.0", "id": id, "result": {} }),
            _ => {
                let error = json!({ "code": METHOD_NOT_FOUND, "message": "not offered" });
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        });
    }

    fn last_words(&mut self, besides: &Besides) -> String {
        let complaint = self.talk.complaint();
        // Where it was cut, half a secret may stand.
        let is_cut = complaint.len() + 1 >= limits::EXTERNAL_STDERR_BYTES;
        let whole = complaint.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let complaint = if is_cut { whole } else { &complaint };
        let line = complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
        match line.is_empty() {
            true => besides.said(),
            false => format!(": {line}"),
        }
    }
}

/// A number, or a short text.
fn is_id(id: &Value) -> bool {
    match id {
        Value::Number(_) => true,
        Value::String(text) => text.len() <= limits::EXTERNAL_ID_BYTES,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_ids_are_sent_back() {
        let longest = "x".repeat(limits::EXTERNAL_ID_BYTES);
        for (id, expected) in [
            (json!(7), true),
            (json!(longest), true),
            (json!(format!("{longest}x")), false),
            (json!([7]), false),
            (json!({"a": 1}), false),
        ] {
            assert_eq!(is_id(&id), expected, "{id}");
        }
    }
}
