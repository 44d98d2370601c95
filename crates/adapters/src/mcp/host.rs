//! What the server needs from the program that it is part of: the tools, and the one place where they run.

use std::path::PathBuf;
use std::sync::Arc;

use foreword_exec::spec::ToolSpec;
use foreword_exec::{Cancel, Executed};
use foreword_model::person::Person;
use serde_json::{Map, Value};

/// The program around the server.
pub trait Host: Send + Sync {
    /// The tools that may be called.
    fn tools(&self) -> Vec<ToolSpec>;

    /// Whether a tool waits for the person and reads no repository.
    fn asks_person(&self, tool: &str) -> bool;

    /// Runs one call through the one execution path.
    fn call(&self, call: HostCall) -> Result<Executed, UnknownTool>;

    /// The client is there: a good time to see to the index.
    fn make_ready(&self, roots: Vec<PathBuf>);
}

/// One call.
pub struct HostCall {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, without those that are the server's own.
    pub args: Map<String, Value>,
    /// The repository that the caller names.
    pub root: Option<String>,
    /// The folders that the client works in.
    pub roots: Vec<PathBuf>,
    /// Whether the caller still wants an answer.
    pub cancel: Cancel,
    /// The person at the client.
    pub person: Arc<dyn Person>,
}

/// There is no such tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownTool;
