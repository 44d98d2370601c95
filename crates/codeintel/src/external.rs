//! Tools that are not ours: programs (`command`) and tools of MCP servers (`mcp`), of the user's configuration.
//!
//! Each is run by `exec` like a built-in one. Must not read a file of the repository.

mod command;
pub mod mcp;

use std::borrow::Cow;

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use foreword_model::settings::{ExternalKind, ExternalTool};

pub use command::runner;

/// A tool of the user's configuration; `sensitive` names the files that are not shown, wherever they lie.
pub fn tool(tool: ExternalTool, sensitive: &Sensitive) -> Box<dyn Tool> {
    let spec = ToolSpec {
        name: Cow::Owned(tool.name),
        description: Cow::Owned(tool.description),
        tier: tool.tier,
        timeout_ms: tool.timeout_ms,
        args: None,
        built: true,
    };
    match tool.kind {
        ExternalKind::Command(command) => command::command(spec, command),
        ExternalKind::Mcp(server_tool) => {
            Box::new(mcp::RemoteTool::new(spec, *server_tool, sensitive.clone()))
        }
    }
}

/// A tool that is not started: a dry run starts nothing and reaches nothing.
pub fn dormant(spec: &ToolSpec) -> Box<dyn Tool> {
    Box::new(Dormant(spec.clone()))
}

struct Dormant(ToolSpec);

impl Tool for Dormant {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn run(&self, _permit: &Permit, _call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let message = format!("{}: a dry run starts no program and reaches no server", self.0.name);
        Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message))
    }
}

/// The start of a text, cut at a character.
fn head_bytes(text: &str, bytes_max: usize) -> &str {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether a program is named by a path that leads into the repository.
fn lies_within(program: &str, root: &std::path::Path) -> bool {
    let path = std::path::Path::new(program);
    let real = path.canonicalize();
    path.is_absolute() && (path.starts_with(root) || real.is_ok_and(|real| real.starts_with(root)))
}
