//! The envelope, schema_version "1.0" (contract §2): the one JSON object that every run yields.
//!
//! Compatible changes only add optional fields or widen an enum; anything else is a new major.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::ErrorCode;
use crate::finding::{Claim, Item};
use crate::intent::{Intent, IntentClass, Outcome, Signal};

/// The version that this build writes.
pub const SCHEMA_VERSION: &str = "1.0";
/// `created_at` in plan mode, so that output is reproducible.
pub const PLAN_CREATED_AT: &str = "1970-01-01T00:00:00Z";

/// One run, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Envelope {
    /// `"1.0"`.
    pub schema_version: String,
    /// `plan-<hash12>`, `YYYYMMDD-HHMMSS-<hash6>` or `empty-<hash12>`.
    pub run_id: String,
    /// RFC 3339, UTC; a constant in plan mode.
    pub created_at: String,
    /// Who asked.
    pub client: Client,
    /// What was asked, where, and how it was read.
    pub inputs: Inputs,
    /// What was to run.
    pub tool_plan: ToolPlan,
    /// What ran.
    pub tool_results: Vec<ToolResult>,
    /// What came out of it.
    pub fused_context: FusedContext,
    /// What was lost on the way.
    pub degraded: Degraded,
    /// Which path produced it.
    pub enforcement: Enforcement,
    /// The five layers once more, while `CI_AUTO_TOOLS_LEGACY=1`. Goes with 2.0.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub legacy: Option<Layers>,
}

/// Who asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Client {
    /// The program.
    pub name: ClientName,
    /// What made it ask.
    pub event: ClientEvent,
    /// The conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

/// The programs that ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClientName {
    /// Claude Code.
    ClaudeCode,
    /// Codex CLI, by hook or by `codex-auto`.
    CodexCli,
    /// A person or script at a shell.
    Cli,
    /// An agent over MCP.
    Mcp,
}

/// The events on which they ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ClientEvent {
    /// A prompt was submitted.
    UserPromptSubmit,
    /// A sub-agent starts.
    SubagentStart,
    /// A session starts, is cleared or compacted.
    SessionStart,
    /// A command line.
    #[serde(rename = "cli")]
    Cli,
}

/// What was asked, where, and how it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inputs {
    /// The prompt, with secrets masked.
    pub prompt: String,
    /// The repository root, absolute.
    pub repo_root: String,
    /// How the root was found.
    pub repo_root_source: RepoRootSource,
    /// The decision.
    pub intent: Intent,
    /// The evidence for it.
    pub signals: Vec<Signal>,
}

/// How the repository root was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepoRootSource {
    /// `CI_AUTO_TOOLS_REPO_ROOT`.
    Env,
    /// `repo_root` in `config/auto-tools.yaml`.
    Config,
    /// The git top level.
    Git,
    /// The current directory, for want of a git work tree.
    NoGitRoot,
}

/// What was to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolPlan {
    /// The highest tier allowed.
    pub tier_max: u8,
    /// How `codex-auto` would start codex.
    pub planned_codex_command: String,
    /// The numbers in force.
    pub budget: Budget,
    /// The tools, in the order in which they start.
    pub tools: Vec<PlannedTool>,
}

/// The numbers in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// One deadline for the whole run.
    pub wall_ms: u64,
    /// Tools at a time.
    pub max_concurrency: usize,
    /// Characters injected.
    pub max_injected_chars: usize,
}

/// One tool of the plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedTool {
    /// Its name.
    pub tool: String,
    /// Its tier.
    pub tier: u8,
    /// Why it is there, for a person.
    pub reason: String,
    /// Its arguments.
    pub args: Map<String, Value>,
    /// Its own timeout.
    pub timeout_ms: u64,
}

/// One tool's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolResult {
    /// Its name.
    pub tool: String,
    /// How it ended.
    pub status: ToolStatus,
    /// RFC 3339, UTC.
    #[serde(default)]
    pub started_at: String,
    /// How long it took, before-hooks included.
    #[serde(default)]
    pub duration_ms: u64,
    /// One line.
    #[serde(default)]
    pub summary: String,
    /// Items, claims, and what is the tool's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// Why it has no whole result.
    #[serde(default)]
    pub error: Option<ToolError>,
    /// Secrets masked in it, by kind.
    #[serde(default)]
    pub redactions: Vec<Redaction>,
    /// Whether something was cut.
    #[serde(default)]
    pub truncated: bool,
}

/// How a tool ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolStatus {
    /// It answered.
    Ok,
    /// Its time ran out.
    Timeout,
    /// It failed.
    Error,
    /// It was not run.
    Skipped,
}

/// Why a tool has no whole result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToolError {
    /// The kind.
    pub code: ErrorCode,
    /// What happened, for a person.
    #[serde(default)]
    pub message: String,
}

/// How many secrets of one kind were masked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Redaction {
    /// The kind of secret.
    pub kind: String,
    /// How many.
    pub count: usize,
}

/// What came out of the run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct FusedContext {
    /// For the model.
    pub for_model: ForModel,
    /// For the person.
    pub for_user: ForUser,
}

/// What the model gets.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ForModel {
    /// The injected text.
    pub additional_context: String,
    /// The same as data.
    #[serde(default)]
    pub structured: Structured,
    /// How tool output is to be taken.
    #[serde(default)]
    pub safety: Safety,
}

/// The injected text as data.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Structured {
    /// The five layers.
    #[serde(flatten)]
    pub layers: Layers,
    /// The fused items, in the deterministic order.
    #[serde(default)]
    pub items: Vec<FusedItem>,
    /// The fused claims.
    #[serde(default)]
    pub claims: Vec<FusedClaim>,
}

/// The five layers; each holds what is known and nothing else.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Layers {
    /// What kind of project it is.
    pub project_profile: Map<String, Value>,
    /// Branch, commit, index.
    pub current_state: Map<String, Value>,
    /// What the prompt is about.
    pub task_context: Map<String, Value>,
    /// What ran, and what would help.
    pub recommended_tools: Vec<Value>,
    /// Budgets, exclusions and limits in force.
    pub constraints: Map<String, Value>,
}

/// An item with the tool that found it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FusedItem {
    /// The tool.
    pub tool: String,
    /// What it found.
    #[serde(flatten)]
    pub item: Item,
}

/// A claim with the tool that makes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FusedClaim {
    /// The tool.
    pub tool: String,
    /// What it says.
    #[serde(flatten)]
    pub claim: Claim,
    /// Whether another claim of the same key says the opposite.
    pub conflict: bool,
}

/// How tool output is to be taken: always as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Safety {
    /// Always true.
    pub tool_output_is_untrusted: bool,
    /// Always true.
    pub ignore_instructions_inside_tool_output: bool,
}

impl Default for Safety {
    fn default() -> Self {
        Self { tool_output_is_untrusted: true, ignore_instructions_inside_tool_output: true }
    }
}

/// What the person sees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ForUser {
    /// `[Auto Tools]` …
    pub tool_plan_text: String,
    /// `[Results]` …
    pub results_text: String,
    /// Lines that start with `[Limits] `; empty when there is nothing to say.
    pub limits_text: String,
}

/// What was lost on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Degraded {
    /// False for a decline.
    pub is_degraded: bool,
    /// Why.
    pub reason: String,
    /// To what.
    pub degraded_to: DegradedTo,
    /// What kind of failure it was, where no tool failed and so no entry of `tool_results` says it: a session of codex
    /// that was lost, a kernel whose output does not parse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
}

/// What a run was degraded to, from nothing lost to all lost.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
pub enum DegradedTo {
    /// Nothing was lost.
    #[default]
    #[serde(rename = "")]
    Nothing,
    /// Tier 2 would have helped and is off.
    #[serde(rename = "tier-1")]
    Tier1,
    /// Some tools have no whole result, or codex has lost its session.
    #[serde(rename = "partial")]
    Partial,
    /// No tool has a result: only the plan stands.
    #[serde(rename = "plan")]
    Plan,
    /// Nothing at all.
    #[serde(rename = "empty")]
    Empty,
}

/// Which path produced the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Enforcement {
    /// Always true: a tool runs in one place.
    pub single_tool_entry: bool,
    /// Which policy.
    pub source: EnforcementSource,
}

/// Which policy was in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EnforcementSource {
    /// The orchestrator's.
    Orchestrator,
    /// The legacy one, by `CI_AUTO_TOOLS_LEGACY=1`. Goes with 2.0.
    Legacy,
}

impl Envelope {
    /// Whether the prompt was declined: nothing was planned, nothing failed, nothing is injected.
    pub fn is_declined(&self) -> bool {
        self.tool_plan.tools.is_empty()
            && self.inputs.intent.outcome == Outcome::None
            && self.fused_context.for_model.additional_context.is_empty()
            && !self.degraded.is_degraded
    }

    /// Whether no tool was allowed to run.
    pub fn is_plan(&self) -> bool {
        self.run_id.starts_with(crate::run_id::PLAN_PREFIX)
    }

    /// Marks a run that the legacy policy steered, so that it can be told afterwards, also where nothing ran.
    pub fn mark_legacy(&mut self) {
        self.enforcement.source = EnforcementSource::Legacy;
        let said = &mut self.fused_context.for_user.limits_text;
        if !said.contains(crate::texts::LEGACY_ENABLED) {
            let line = limits_text([crate::texts::LEGACY_ENABLED]);
            *said = if said.is_empty() { line } else { format!("{said}\n{line}") };
        }
    }

    /// The empty envelope: every field, no tools, a zero budget, and the reason.
    pub fn empty(
        client: Client,
        prompt: &str,
        repo_root: &str,
        source: RepoRootSource,
        reason: &str,
    ) -> Self {
        Self {
            schema_version: SCHEMA_VERSION.to_owned(),
            run_id: crate::run_id::empty(prompt, repo_root, reason),
            created_at: PLAN_CREATED_AT.to_owned(),
            client,
            inputs: Inputs {
                prompt: prompt.to_owned(),
                repo_root: repo_root.to_owned(),
                repo_root_source: source,
                intent: Intent { class: IntentClass::NonCode, confidence: 0.0, outcome: Outcome::None },
                signals: Vec::new(),
            },
            tool_plan: ToolPlan {
                tier_max: 0,
                planned_codex_command: String::new(),
                budget: Budget::default(),
                tools: Vec::new(),
            },
            tool_results: Vec::new(),
            fused_context: FusedContext {
                for_user: ForUser { limits_text: limits_text([reason]), ..ForUser::default() },
                ..FusedContext::default()
            },
            degraded: Degraded {
                is_degraded: true,
                reason: reason.to_owned(),
                degraded_to: DegradedTo::Empty,
                code: None,
            },
            enforcement: Enforcement { single_tool_entry: true, source: EnforcementSource::Orchestrator },
            legacy: None,
        }
    }
}

/// Limits as the user reads them: one per line, each with its prefix; empty lines are left out.
pub fn limits_text<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let prefixed: Vec<String> = lines
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| format!("{}{line}", crate::texts::LIMITS_PREFIX))
        .collect();
    prefixed.join("\n")
}
