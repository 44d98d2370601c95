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
        let payload: Self = read_json(text).ok_or(PayloadError::Malformed)?;
        match payload.prompt.is_some() || payload.event().is_none() {
            true => Ok(payload),
            false => Err(PayloadError::Malformed),
        }
    }

    /// Whether these bytes hold all of an object, so that nobody has to wait for the end of the input: a client may keep it
    /// open.
    pub fn is_whole(bytes: &[u8]) -> bool {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
        let (mut depth, mut is_in_text, mut is_escaped) = (0_usize, false, false);
        for byte in bytes {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_in_text => is_escaped = true,
                b'"' => is_in_text = !is_in_text,
                _ if is_in_text => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                // After its first byte that is the end of an object, and before it no object has begun.
                return *byte == b'}';
            }
        }
        false
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

/// JSON; half a surrogate pair, which a client may have cut from a character, is the sign for what cannot be shown.
fn read_json(text: &str) -> Option<Payload> {
    let read = serde_json::from_str(text);
    read.or_else(|_| serde_json::from_str(&without_lone_surrogates(text))).ok()
}

fn without_lone_surrogates(text: &str) -> String {
    const DIGITS: usize = 4;
    const ESCAPE: usize = "\\u".len() + DIGITS;
    let unit = |at: &str| {
        let digits = at.strip_prefix("\\u")?.get(..DIGITS)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let is_high = |unit: u16| (0xD800..0xDC00).contains(&unit);
    let is_low = |unit: u16| (0xDC00..0xE000).contains(&unit);
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find('\\') {
        whole.push_str(&rest[..start]);
        let escape = &rest[start..];
        let len = match unit(escape) {
            Some(first) if is_high(first) && unit(&escape[ESCAPE..]).is_some_and(is_low) => 2 * ESCAPE,
            Some(first) if is_high(first) || is_low(first) => {
                whole.push_str("\\ufffd");
                rest = &escape[ESCAPE..];
                continue;
            }
            _ => escape.char_indices().nth(2).map_or(escape.len(), |(end, _)| end),
        };
        whole.push_str(&escape[..len]);
        rest = &escape[len..];
    }
    whole + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        for (written, expected) in [
            (r"a \ud800 b", "a \u{fffd} b"),
            (r"\udc00", "\u{fffd}"),
            (r"\ud83d\ude00 \ud83d", "😀 \u{fffd}"),
            (r"\ud800\ud83d\ude00", "\u{fffd}😀"),
            (r"\\ud800 \ud800", r"\ud800 �"),
            (r"é\ud800é", "é\u{fffd}é"),
        ] {
            let payload = format!("{{\"prompt\":\"{written}\"}}");
            check(payload.as_bytes(), Ok((ClientName::ClaudeCode, expected)));
        }
        check(br#"{"prompt":"\ud8"}"#, Err(PayloadError::Malformed));
    }

    #[test]
    fn an_object_is_whole_at_its_end() {
        for text in [r#"{}"#, " \n{\"a\":{\"b\":[\"}\\\"\"]}}", "\u{feff}{\"p\":1} more", r#"{"a":"\\"}"#] {
            assert!(Payload::is_whole(text.as_bytes()), "{text}");
        }
        for text in ["", " ", "{", r#"{"a":"}"#, r#"{"a":"\"}"#, "5", "null {}", "[{}]", r#"{"a":{}"#] {
            assert!(!Payload::is_whole(text.as_bytes()), "{text}");
        }
    }

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
