//! What a client says: who it is, which tools there are, and one call. How it travels is the link's business.

use std::time::Instant;

use foreword_exec::process::Ground;
use foreword_exec::rpc::message;
use foreword_model::limits;
use foreword_model::settings::McpServer;
use serde_json::{Map, Value, json};

use super::fault::Fault;
use super::http::HttpLink;
use super::reply::{Answer, Reply};
use super::stdio::StdioLink;

/// Versions of the protocol that are understood; the first is offered.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// A client that has been introduced to its server.
pub(super) struct Client {
    link: Link,
    next_id: u64,
    server: String,
}

enum Link {
    Stdio(StdioLink),
    Http(HttpLink),
}

impl Client {
    /// Reaches a server and introduces itself.
    pub(super) fn connect(server: &McpServer, ground: Ground<'_>, deadline: Instant) -> Result<Self, Fault> {
        let link = match server {
            McpServer::Stdio { command, env } => {
                Link::Stdio(StdioLink::start(command, env, ground, deadline)?)
            }
            McpServer::Http { url, headers } => Link::Http(HttpLink::new(url, headers, deadline)),
        };
        let mut client = Self { link, next_id: 1, server: String::new() };
        let params = json!({
            "protocolVersion": VERSIONS[0],
            "capabilities": {},
            "clientInfo": { "name": "foreword", "version": env!("CARGO_PKG_VERSION") },
        });
        let introduced = client.request("initialize", params)?;
        let version = introduced.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        if !VERSIONS.contains(&version) {
            return Err(Fault::Garbage(format!(
                "speaks version {version:?} of the protocol, which we do not"
            )));
        }
        let info = |key: &str| introduced.pointer(key).and_then(Value::as_str).unwrap_or("?").to_owned();
        client.server = format!("{} {}", info("/serverInfo/name"), info("/serverInfo/version"));
        if let Link::Http(http) = &mut client.link {
            http.speak(version);
        }
        client.tell("notifications/initialized")?;
        Ok(client)
    }

    /// The name and version of the server, as it says.
    pub(super) fn server(&self) -> &str {
        &self.server
    }

    /// Calls a tool.
    pub(super) fn call(&mut self, tool: &str, args: &Map<String, Value>) -> Result<Answer, Fault> {
        self.request("tools/call", json!({ "name": tool, "arguments": args })).map(Answer::of)
    }

    /// The names of the tools, page by page.
    pub(super) fn tools(&mut self) -> Result<Vec<String>, Fault> {
        let (mut names, mut cursor) = (Vec::new(), None::<String>);
        for _ in 0..limits::EXTERNAL_TOOL_PAGES {
            let params = cursor.as_ref().map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
            let page = self.request("tools/list", params)?;
            let tools = page.get("tools").and_then(Value::as_array).into_iter().flatten();
            names.extend(tools.filter_map(|tool| tool.get("name")?.as_str()).map(str::to_owned));
            names.truncate(limits::EXTERNAL_TOOLS_LISTED);
            cursor = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
            if cursor.is_none() {
                break;
            }
        }
        Ok(names)
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Fault> {
        let id = self.next_id;
        self.next_id += 1;
        let message = message::request(id, method, params);
        let reply = match &mut self.link {
            Link::Stdio(link) => link.ask(&message, id),
            Link::Http(link) => link.ask(&message, id),
        }?;
        match reply {
            Reply::Result(result) => Ok(result),
            Reply::Error { code, message } => Err(Fault::Refused { code, message }),
            Reply::Request { .. } | Reply::Other => Err(Fault::Garbage("no answer".to_owned())),
        }
    }

    fn tell(&mut self, method: &str) -> Result<(), Fault> {
        let message = message::notification(method, json!({}));
        match &mut self.link {
            Link::Stdio(link) => {
                link.tell(&message);
                Ok(())
            }
            Link::Http(link) => link.tell(&message),
        }
    }
}
