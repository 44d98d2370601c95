//! What a client writes to a hook's standard input. Unknown fields are fine; what is missing is optional,
//! but for the prompt.

use foreword_model::envelope::{Client, ClientEvent, ClientName};
use foreword_model::limits;
use foreword_model::request::Request;
use serde::Deserialize;
use serde_json::Map;

/// A hook's input.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Payload {
    prompt: Option<String>,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    turn_id: Option<String>,
    #[serde(default)]
    prompt_id: Option<String>,
    #[serde(default)]
    hook_event_name: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    agent_id: Option<String>,
    #[serde(default)]
    agent_type: Option<String>,
    #[serde(default)]
    transcript_path: Option<String>,
}

/// A payload that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// Nothing came.
    #[error("empty hook payload")]
    Empty,
    /// More than a payload can be.
    #[error("hook payload over {} bytes", limits::PAYLOAD_BYTES)]
    TooLarge,
    /// Not JSON, not UTF-8, or not of the form.
    #[error("malformed hook payload")]
    Malformed,
}

impl Payload {
    /// Reads the bytes of one payload.
    pub fn parse(bytes: &[u8]) -> Result<Self, PayloadError> {
        if bytes.len() > limits::PAYLOAD_BYTES {
            return Err(PayloadError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| PayloadError::Malformed)?;
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(PayloadError::Empty);
        }
        let payload: Self = serde_json::from_str(text).map_err(|_| PayloadError::Malformed)?;
        match payload.prompt.is_some() || payload.event().is_none() {
            true => Ok(payload),
            false => Err(PayloadError::Malformed),
        }
    }

    /// Whether the payload is of the one event that is answered with context.
    pub fn is_prompt(&self) -> bool {
        self.event() == Some(ClientEvent::UserPromptSubmit)
    }

    /// What the client calls this one prompt; the same for every hook that it runs on it.
    pub fn turn(&self) -> Option<String> {
        let id = self.turn_id.as_deref().or(self.prompt_id.as_deref()).filter(|id| !id.is_empty())?;
        Some(format!("{}\n{id}", self.session_id.as_deref().unwrap_or_default()))
    }

    /// Who remembers what was given: the session, or one of its sub-agents.
    pub fn memory(&self) -> Option<String> {
        let session = self.session_id.as_deref().filter(|id| !id.is_empty())?;
        Some(match self.agent_id.as_deref().filter(|id| !id.is_empty()) {
            Some(agent) => format!("{session}\n{agent}"),
            None => session.to_owned(),
        })
    }

    /// The session whose client has just forgotten what it was given.
    pub fn forgotten_session(&self) -> Option<&str> {
        let is_start = self.hook_event_name.as_deref() == Some("SessionStart");
        let forgets = matches!(self.source.as_deref(), Some("compact" | "clear"));
        self.session_id.as_deref().filter(|_| is_start && forgets)
    }

    /// The sub-agent of Claude Code that starts: the transcript that has its prompt, its id and its kind.
    pub fn started_agent(&self) -> Option<(&str, &str, Option<&str>)> {
        let is_start = self.hook_event_name.as_deref() == Some("SubagentStart");
        let transcript = self.transcript_path.as_deref().filter(|_| is_start)?;
        Some((transcript, self.agent_id.as_deref()?, self.agent_type.as_deref()))
    }

    /// The request of a sub-agent with its prompt.
    pub fn into_agent_request(self, client: Option<ClientName>, prompt: String) -> Request {
        Self { prompt: Some(prompt), ..self }.into_request(client)
    }

    /// Where the client runs.
    pub fn cwd(&self) -> Option<&str> {
        self.cwd.as_deref()
    }

    fn event(&self) -> Option<ClientEvent> {
        match self.hook_event_name.as_deref() {
            None | Some("UserPromptSubmit") => Some(ClientEvent::UserPromptSubmit),
            Some(_) => None,
        }
    }

    /// The request, from the client that the caller names or that the payload shows.
    pub fn into_request(self, client: Option<ClientName>) -> Request {
        let shown = if self.turn_id.is_some() { ClientName::CodexCli } else { ClientName::ClaudeCode };
        let is_agent = self.agent_id.as_deref().is_some_and(|id| !id.is_empty());
        Request {
            prompt: self.prompt.unwrap_or_default(),
            cwd: self.cwd.unwrap_or_default(),
            client: Client {
                name: client.unwrap_or(shown),
                event: if is_agent { ClientEvent::SubagentStart } else { ClientEvent::UserPromptSubmit },
                session_id: self.session_id,
            },
            settings: None,
            unknown: Map::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expect: Result<(ClientName, &str), PayloadError>) {
        let seen = Payload::parse(bytes).map(|payload| {
            let request = payload.into_request(None);
            (request.client.name, request.prompt)
        });
        let expect = expect.map(|(name, prompt)| (name, prompt.to_owned()));
        assert_eq!(seen, expect, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn payloads() {
        check(br#"{"prompt":"p","new_field":[1]}"#, Ok((ClientName::ClaudeCode, "p")));
        check(br#"{"prompt":"p","turn_id":"t","session_id":null}"#, Ok((ClientName::CodexCli, "p")));
        check(b"", Err(PayloadError::Empty));
        check(b" \n", Err(PayloadError::Empty));
        check(b"{\"prompt\":\"\xff\"}", Err(PayloadError::Malformed));
        check(b"[]", Err(PayloadError::Malformed));
        check(b"{}", Err(PayloadError::Malformed));
        check(br#"{"prompt":7}"#, Err(PayloadError::Malformed));
        check(&vec![b' '; limits::PAYLOAD_BYTES + 1], Err(PayloadError::TooLarge));
    }

    #[test]
    fn other_events_are_not_prompts() {
        let other = Payload::parse(br#"{"hook_event_name":"SessionStart","source":"startup"}"#);
        assert!(!other.expect("parses").is_prompt());
    }
}
