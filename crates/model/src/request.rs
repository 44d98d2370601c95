//! What an adapter hands to the kernel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::envelope::Client;

/// The input of `foreword orchestrate`, and of a kernel in its place: an orchestrator script that is not the shipped one,
/// or the program that `CI_AUTO_TOOLS_ORCHESTRATOR_PATH` names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// What the person typed.
    pub prompt: String,
    /// The directory that the client runs in.
    pub cwd: String,
    /// Who asks.
    pub client: Client,
    /// Settings of this one call, in the form of `config/auto-tools.yaml`. They can only narrow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Value>,
    /// What else the caller sent. Results are not taken from a request: a tool runs in `exec` or not at all.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl Request {
    /// Whether the caller tries to hand in results of its own.
    pub fn carries_results(&self) -> bool {
        ["tool_results", "tool_plan", "fused_context"].iter().any(|field| self.unknown.contains_key(*field))
    }
}
