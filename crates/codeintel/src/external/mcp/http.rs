//! A server over streamable HTTP: each message a POST, each answer JSON or a stream of events. Follows no redirect: what is
//! sent is meant for the host that the user named.

use std::collections::BTreeMap;
use std::io::{BufReader, Read};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use foreword_model::clock;
use foreword_model::limits;
use foreword_model::settings::Secret;
use serde_json::Value;
use ureq::http::Response;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, RequestBuilder};

use super::fault::{Besides, Fault};
use super::reply::{self, Reply};
use super::sse::{Event, Events};

const SESSION: &str = "Mcp-Session-Id";
const VERSION: &str = "MCP-Protocol-Version";

/// The link to a server on the network.
pub(super) struct HttpLink {
    agent: Agent,
    url: String,
    headers: Vec<(String, String)>,
    session: Option<String>,
    version: Option<String>,
    deadline: Instant,
}

impl HttpLink {
    /// Nothing is reached yet.
    pub(super) fn new(url: &Secret, headers: &BTreeMap<String, Secret>, deadline: Instant) -> Self {
        // An organisation's own server has a certificate of its own authority, which the system knows.
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .tls_config(tls)
            .user_agent(concat!("foreword/", env!("CARGO_PKG_VERSION")));
        let config = if is_loopback(url.value()) { config.proxy(None) } else { config };
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.value().to_owned())).collect();
        Self {
            agent: config.build().into(),
            url: url.value().to_owned(),
            headers,
            session: None,
            version: None,
            deadline,
        }
    }

    /// The version of the protocol from now on.
    pub(super) fn speak(&mut self, version: &str) {
        self.version = Some(version.to_owned());
    }

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, message: &Value, id: u64) -> Result<Reply, Fault> {
        let response = self.post(message)?;
        let header = |name: &str| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.map(str::to_owned)
        };
        if self.session.is_none() {
            self.session = header(SESSION);
        }
        let kind = header("content-type").unwrap_or_default().to_ascii_lowercase();
        let body = response.into_body().into_reader();
        match kind.split(';').next().unwrap_or_default().trim() {
            "text/event-stream" => self.reply_in_events(body, id),
            "application/json" => self.reply_in_json(body, id),
            other => Err(Fault::Garbage(format!("answers with `{}`, which is no MCP", other))),
        }
    }

    /// Says something that wants no answer.
    pub(super) fn tell(&mut self, message: &Value) -> Result<(), Fault> {
        self.post(message).map(drop)
    }

    fn post(&self, message: &Value) -> Result<Response<Body>, Fault> {
        let request = self.agent.post(&self.url).header("Content-Type", "application/json");
        let request = self.with_headers(request.header("Accept", "application/json, text/event-stream"));
        let request = request.config().timeout_global(Some(self.left()?)).build();
        let response = request.send(message.to_string()).map_err(|error| self.fault(&error))?;
        match response.status().as_u16() {
            200..=299 => Ok(response),
            code @ 300..=399 => {
                let place = response.headers().get("location").and_then(|value| value.to_str().ok());
                let place = place.unwrap_or("elsewhere");
                Err(Fault::Status(format!(
                    "redirects to {place} ({code}); put that into `url` if it is right"
                )))
            }
            code @ (401 | 403) => {
                let hint = "check the `headers` of the tool";
                Err(Fault::Status(format!("refuses who we are (status {code}); {hint}")))
            }
            code => Err(Fault::Status(format!("answers with status {code}"))),
        }
    }

    fn with_headers<Any>(&self, mut request: RequestBuilder<Any>) -> RequestBuilder<Any> {
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        for (name, value) in [(SESSION, &self.session), (VERSION, &self.version)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request
    }

    fn reply_in_json(&self, body: impl Read, id: u64) -> Result<Reply, Fault> {
        let most = limits::EXTERNAL_FRAME_BYTES;
        let mut bytes = Vec::new();
        let read = body.take(u64::try_from(most).unwrap_or(u64::MAX) + 1).read_to_end(&mut bytes);
        if read.is_err() {
            return Err(self.broken_off(&Besides::default()));
        }
        if bytes.len() > most {
            return Err(Fault::Garbage(format!("answers with more than {most} bytes")));
        }
        match reply::read(&bytes, id) {
            Some(reply @ (Reply::Result(_) | Reply::Error { .. })) => Ok(reply),
            Some(Reply::Request { .. } | Reply::Other) => {
                Err(Fault::Garbage("answers something that was not asked".to_owned()))
            }
            None => Err(Fault::Garbage("answers with something that is no JSON-RPC".to_owned())),
        }
    }

    fn reply_in_events(&self, body: impl Read, id: u64) -> Result<Reply, Fault> {
        let mut events = Events::new(BufReader::new(body));
        let mut besides = Besides::default();
        loop {
            match events.next_event() {
                Event::Data(data) => match reply::read(&data, id) {
                    Some(reply @ (Reply::Result(_) | Reply::Error { .. })) => return Ok(reply),
                    // A question of the server in the middle of ours: we offer nothing that it could ask for.
                    Some(Reply::Request { .. } | Reply::Other) => besides.other()?,
                    None if data.trim_ascii().is_empty() => besides.other()?,
                    None => besides.unreadable()?,
                },
                Event::Oversized => besides.oversized()?,
                Event::End => return Err(self.broken_off(&besides)),
            }
        }
    }

    fn left(&self) -> Result<Duration, Fault> {
        let left = clock::left(self.deadline);
        if left.is_zero() { Err(Fault::Late(String::new())) } else { Ok(left) }
    }

    /// A stream that ends early has been closed, or is late.
    fn broken_off(&self, besides: &Besides) -> Fault {
        match self.left() {
            // Whoever waits in vain is told so a moment before the deadline.
            Ok(left) if left > Duration::from_millis(limits::PIPE_GRACE_MS / 10) => {
                Fault::Ended(besides.said())
            }
            Ok(_) | Err(_) => Fault::Late(besides.said()),
        }
    }

    fn fault(&self, error: &ureq::Error) -> Fault {
        match error {
            ureq::Error::Timeout(_) => Fault::Late(String::new()),
            other => Fault::Unreachable(format!("cannot be reached: {}", other)),
        }
    }
}

impl Drop for HttpLink {
    fn drop(&mut self) {
        // A server that was given no session to end has nothing to forget.
        let (Some(_), Ok(left)) = (&self.session, self.left()) else { return };
        let patience = left.min(Duration::from_millis(limits::EXTERNAL_GOODBYE_MS));
        let request = self.with_headers(self.agent.delete(&self.url));
        // It forgets by itself in time.
        drop(request.config().timeout_global(Some(patience)).build().call());
    }
}

/// Whether an address is this machine's own: no proxy stands between.
fn is_loopback(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host == "localhost"
        || host.starts_with("localhost:")
        || host == "[::1]"
        || host.starts_with("[::1]:")
        || host.split(':').next().is_some_and(is_loopback_number)
}

/// Not a name that begins like one.
fn is_loopback_number(host: &str) -> bool {
    host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_told_from_others() {
        for (url, expected) in [
            ("http://127.0.0.1:80/mcp", true),
            ("http://localhost", true),
            ("http://[::1]:9/x", true),
            ("https://localhost.example.org/", false),
            ("http://127.evil.example/", false),
            ("https://code.example.org/127.0.0.1", false),
        ] {
            assert_eq!(is_loopback(url), expected, "{url}");
        }
    }
}
