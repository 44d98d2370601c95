//! A tool of another MCP server: connect, introduce, call, and make items of the answer, all within one deadline.
//!
//! Data walks through it in one direction: `client` (over `stdio` or `http`) → `reply` (what was answered) → `mapping` or
//! `lines` (answer to places) → `places` (places to items). A place in another repository is shown with its source and never
//! looked up here.

mod client;
mod fault;
mod http;
mod lines;
mod mapping;
mod places;
mod reply;
mod scrub;
mod sse;
mod stdio;

use std::path::Path;
use std::time::Instant;

use foreword_exec::Inherited;
use foreword_exec::process::Ground;
use foreword_exec::programs::neutral_folder;
use foreword_exec::schedule::inner_deadline;
use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::secrets::count_masked;
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use foreword_model::limits;
use foreword_model::settings::{McpServer, McpTool, Origin};
use foreword_text::truncate::truncate_bytes;
use serde_json::{Value, json};

use super::word_within;
use client::Client;
use places::{Reader, Source};
use reply::Answer;
use scrub::Scrub;

pub use fault::Fault;

/// A tool of a server.
pub(super) struct RemoteTool {
    spec: ToolSpec,
    tool: McpTool,
    sensitive: Sensitive,
}

/// What a server says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Its name and version.
    pub server: String,
    /// Its tools.
    pub tools: Vec<String>,
}

/// Asks a server for its tools: for a person who checks a configuration.
pub fn probe(tool: &McpTool, repository: &Path, deadline: Instant) -> Result<Probe, Fault> {
    let scrub = Scrub::of(tool.server.secrets());
    let asked = connect(tool, repository, deadline).and_then(|mut client| {
        let tools = client.tools()?;
        let tools = tools.iter().map(|name| scrub.short(name)).collect();
        Ok(Probe { server: scrub.short(client.server()), tools })
    });
    asked.map_err(|fault| fault.cleaned(&scrub))
}

impl RemoteTool {
    pub(super) fn new(spec: ToolSpec, tool: McpTool, sensitive: Sensitive) -> Self {
        Self { spec, tool, sensitive }
    }

    fn ask(&self, call: &Call<'_>) -> Result<Answer, Fault> {
        // Whoever waits in vain is told what came instead.
        let mut client = connect(&self.tool, call.jail.root(), inner_deadline(call.deadline))?;
        client.call(&self.tool.tool, call.args)
    }

    fn read(&self, answer: &Answer, call: &Call<'_>, scrub: &Scrub) -> Result<ToolAnswer, ToolFailure> {
        let name = self.spec.name.as_ref();
        if answer.is_error {
            let said = scrub.short(answer.text.trim().lines().next().unwrap_or("no reason"));
            let message = format!("{name}: {} reports an error: {said}", self.tool.server.shown());
            return Err(ToolFailure::error(ErrorCode::EToolUnavailable, message));
        }
        let server = scrub.short(&self.tool.server.shown());
        let source = Source { tool: name, server: &server, confidence: self.tool.result.confidence };
        let mut reader = Reader::new(source, call.jail, &self.sensitive, scrub);
        let found = match mapping::is_wanted(&self.tool.result) {
            true => Some(mapping::read(&self.tool.result, answer).map_err(|problem| {
                ToolFailure::error(ErrorCode::EParse, format!("{name}: {server}: {problem}"))
            })?),
            false => lines::read(&answer.text),
        };
        let items = match found {
            Some(found) => reader.items(found),
            None => reader.one_text(&answer.text).into_iter().collect(),
        };
        let mut whole = answer.text.clone();
        scrub.text(&mut whole);
        let text = truncate_bytes(&whole, limits::CHILD_OUTPUT_BYTES);
        let cut = text.len() < whole.len();
        if cut {
            reader.notes.push(format!("{name}: its text was cut at {} bytes", limits::CHILD_OUTPUT_BYTES));
        }
        let summary = match items.len() {
            0 => format!("nothing found by {server}"),
            1 => format!("1 finding of {server}"),
            count => format!("{count} findings of {server}"),
        };
        let mut data = json!({ "items": items, "server": server });
        // What became items is not said twice.
        if reader.is_text {
            data["text"] = Value::from(text);
        }
        Ok(ToolAnswer {
            summary,
            redactions: count_masked(&data.to_string()),
            data: Some(data),
            truncated: cut,
            notes: reader.notes,
        })
    }
}

impl Tool for RemoteTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let scrub = Scrub::of(self.tool.server.secrets());
        let name = self.spec.name.as_ref();
        let answered = self
            .ask(call)
            .map_err(|fault| fault.cleaned(&scrub).into_failure(name, &self.tool.server.shown()))
            .and_then(|answer| self.read(&answer, call, &scrub));
        match answered {
            Ok(mut answer) => {
                scrub.text(&mut answer.summary);
                answer.notes.iter_mut().for_each(|note| scrub.text(note));
                Ok(answer)
            }
            Err(mut failure) => {
                scrub.text(&mut failure.message);
                Err(failure)
            }
        }
    }
}

/// Reaches the server of a tool. One of the user's own starts where no repository can put a module or a program in its way.
fn connect(tool: &McpTool, repository: &Path, deadline: Instant) -> Result<Client, Fault> {
    let neutral = neutral_folder(repository);
    let cwd = match (&tool.server, tool.origin) {
        (McpServer::Stdio { command, .. }, Origin::User) => {
            if let Some(word) = word_within(command, repository) {
                return Err(Fault::InRepository(word.to_owned()));
            }
            &neutral
        }
        (McpServer::Stdio { .. } | McpServer::Http { .. }, _) => repository,
    };
    Client::connect(
        &tool.server,
        Ground { cwd, repository, inherited: Inherited::Listed(&tool.env_names) },
        deadline,
    )
}

#[cfg(test)]
mod tests;
