//! Error codes of tool results and exit codes of the process (contract §7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a tool has no whole result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// The tool's own timeout, or the run's deadline while it ran.
    ETimeout,
    /// The deadline passed before the tool started, or its items did not fit.
    EBudgetExceeded,
    /// The tool cannot start, exits non-zero, or is not built in.
    EToolUnavailable,
    /// Declared JSON does not parse.
    EParse,
    /// A before-hook stopped the call.
    EHookFailed,
    /// An argument has the wrong type, is missing, or is unknown.
    EInvalidArgs,
    /// A path lies outside the repository, or no repository root can be used.
    ERepoRoot,
    /// A Codex session could not be continued.
    ESession,
    /// Anything else.
    EUnknown,
}

/// The exit code of JSON mode, of the kernel shim and of `codex-auto --json`. Hook mode always exits 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, JsonSchema)]
#[repr(u8)]
pub enum ExitCode {
    /// Nothing failed and no limit was hit; also declines, plan mode and tools that are not built in.
    #[default]
    Ok = 0,
    /// The orchestrator is missing or not executable.
    OrchestratorUnavailable = 10,
    /// The configuration is wrong.
    Configuration = 20,
    /// The orchestrator's output does not parse.
    OrchestratorOutput = 30,
    /// A tool failed.
    ToolFailed = 40,
    /// A timeout, a deadline or a budget was hit.
    Budget = 50,
}

impl ExitCode {
    /// Every one, in ascending order.
    pub const ALL: [Self; 6] = [
        Self::Ok,
        Self::OrchestratorUnavailable,
        Self::Configuration,
        Self::OrchestratorOutput,
        Self::ToolFailed,
        Self::Budget,
    ];

    /// The number that the process exits with.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The exit code that stands for a number, where one does.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

impl From<ErrorCode> for ExitCode {
    fn from(code: ErrorCode) -> Self {
        match code {
            ErrorCode::ETimeout | ErrorCode::EBudgetExceeded => Self::Budget,
            ErrorCode::EToolUnavailable
            | ErrorCode::EParse
            | ErrorCode::EHookFailed
            | ErrorCode::EInvalidArgs
            | ErrorCode::ERepoRoot
            | ErrorCode::ESession
            | ErrorCode::EUnknown => Self::ToolFailed,
        }
    }
}
