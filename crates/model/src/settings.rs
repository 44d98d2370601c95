//! The control plane, resolved (contract §3). How it is read from the environment and from files is
//! the binary's business; what it means is the kernel's.

mod external;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::envelope::{RepoRootSource, ToolResult};
use crate::limits;

pub use external::{
    CommandTool, ExternalKind, ExternalTool, Fits, McpServer, McpTool, Origin, ResultMap, Secret,
};

/// Everything that steers one run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Whether to inject.
    pub enabled: Enabled,
    /// Whether tools run.
    pub mode: Mode,
    /// Plan mode, and no external process at all.
    pub dry_run: bool,
    /// The highest tier that may be planned.
    pub tier_max: u8,
    /// The run's deadline, where someone set it; otherwise it follows from the plan.
    pub wall_ms: Option<u64>,
    /// The most that the caller of this run leaves of the deadline.
    pub wall_ms_max: Option<u64>,
    /// Tools at a time.
    pub max_concurrency: usize,
    /// Characters injected.
    pub max_injected_chars: usize,
    /// Legacy policy and output.
    pub legacy: bool,
    /// How codex is to be started.
    pub codex_session: CodexSession,
    /// What differs from the shipped table of tools, by tool name.
    pub tools: BTreeMap<String, ToolSetting>,
    /// Tools that the user registered.
    pub external_tools: Vec<ExternalTool>,
    /// Programs that stand in for a built-in tool, by tool name.
    pub runners: BTreeMap<String, PathBuf>,
    /// Globs that are not read besides the default ones.
    pub exclude: Vec<String>,
    /// Globs of files whose content is never shown, besides the default ones.
    pub sensitive: Vec<String>,
    /// Below this confidence `auto` needs a structural signal.
    pub intent_confidence: f64,
    /// Results to fuse in place of running tools.
    pub supplied_results: Option<Vec<ToolResult>>,
    /// A kernel to run in place of the built-in one.
    pub orchestrator: Option<PathBuf>,
    /// Nothing is shown to the user in hook mode.
    pub quiet: bool,
    /// Whether a prompt may start a refresh of the index in the background.
    pub background_index: bool,
    /// Variables that the user's own programs inherit besides the listed ones: hooks, tools, runners and the kernel.
    pub env_names: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            enabled: Enabled::Auto,
            mode: Mode::Run,
            dry_run: false,
            tier_max: 1,
            wall_ms: None,
            wall_ms_max: None,
            max_concurrency: limits::CONCURRENCY,
            max_injected_chars: limits::INJECTED_CHARS,
            legacy: false,
            codex_session: CodexSession::ResumeLastByDefault,
            tools: BTreeMap::new(),
            external_tools: Vec::new(),
            runners: BTreeMap::new(),
            exclude: Vec::new(),
            sensitive: Vec::new(),
            intent_confidence: limits::INTENT_CONFIDENCE,
            supplied_results: None,
            orchestrator: None,
            quiet: false,
            background_index: true,
            env_names: Vec::new(),
        }
    }
}

impl Settings {
    /// The run's deadline in milliseconds, where nobody set one: `default_ms`.
    pub fn wall_ms_or(&self, default_ms: u64) -> u64 {
        let wall_ms = self.wall_ms.unwrap_or(default_ms);
        self.wall_ms_max.map_or(wall_ms, |most| wall_ms.min(most))
    }

    /// Whether no tool may run.
    pub fn is_plan(&self) -> bool {
        self.dry_run || self.mode == Mode::Plan
    }
}

/// `CI_AUTO_TOOLS`, from the narrowest to the widest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Enabled {
    /// Empty envelope.
    Off,
    /// Inject for code intent only.
    Auto,
    /// Inject always.
    On,
}

/// `CI_AUTO_TOOLS_MODE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Tools run.
    Run,
    /// Only the plan is made.
    Plan,
}

/// `CI_CODEX_SESSION_MODE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodexSession {
    /// Nobody said: `resume_last` is planned, and without a recorded id a new session starts.
    ResumeLastByDefault,
    /// The user said `resume_last`: without a recorded id, `codex exec resume --last`.
    ResumeLast,
    /// Always a new session.
    Exec,
}

impl CodexSession {
    /// `planned_codex_command`.
    pub fn planned_command(self) -> &'static str {
        match self {
            Self::ResumeLastByDefault | Self::ResumeLast => "codex exec resume --last",
            Self::Exec => "codex exec",
        }
    }
}

/// What differs from the shipped table for one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ToolSetting {
    /// False drops the tool from the allowlist.
    pub enabled: Option<bool>,
    /// A higher tier than the shipped one; a lower one has no effect.
    pub tier: Option<u8>,
    /// The timeout in place of the shipped one, in milliseconds.
    pub timeout_ms: Option<u64>,
}

/// The repository root and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepoRoot {
    /// Absolute, with links resolved.
    pub path: PathBuf,
    /// How it was found.
    pub source: RepoRootSource,
}
