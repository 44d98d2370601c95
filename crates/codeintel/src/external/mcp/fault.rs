//! Why a server gave no answer, in words for the person who configured it.

use foreword_exec::process::JobError;
use foreword_exec::tool::ToolFailure;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use super::scrub::Scrub;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program of the server lies in the repository.
    #[error("{0} lies in the repository, which can change it; not run")]
    InRepository(String),
    /// It cannot be started or reached.
    #[error("{0}")]
    Unreachable(String),
    /// No answer by the deadline; what came instead, if anything.
    #[error("no answer in time{0}")]
    Late(String),
    /// Its caller no longer wants an answer.
    #[error("cancelled")]
    Cancelled,
    /// It ended or closed the stream before it answered; what it said last.
    #[error("ended without an answer{0}")]
    Ended(String),
    /// What came is not of the protocol.
    #[error("{0}")]
    Garbage(String),
    /// It answered with an error.
    #[error("error {code}: {message}")]
    Refused {
        /// The code.
        code: i64,
        /// The reason.
        message: String,
    },
    /// It answered with a status of HTTP that is none of success.
    #[error("{0}")]
    Status(String),
}

impl Fault {
    /// The same without secrets, and short: what a server says has any length.
    pub(super) fn cleaned(mut self, scrub: &Scrub) -> Self {
        match &mut self {
            Self::InRepository(text)
            | Self::Unreachable(text)
            | Self::Late(text)
            | Self::Ended(text)
            | Self::Garbage(text)
            | Self::Status(text)
            | Self::Refused { message: text, .. } => *text = scrub.short(text),
            Self::Cancelled => {}
        }
        self
    }

    /// The failure of a call.
    pub(super) fn into_failure(self, tool: &str, server: &str) -> ToolFailure {
        let message = format!("{tool}: {server}: {self}");
        match self {
            Self::Late(_) => ToolFailure::timeout(message),
            Self::Garbage(_) => ToolFailure::error(ErrorCode::EParse, message),
            Self::InRepository(_)
            | Self::Unreachable(_)
            | Self::Cancelled
            | Self::Ended(_)
            | Self::Refused { .. }
            | Self::Status(_) => ToolFailure::error(ErrorCode::EToolUnavailable, message),
        }
    }
}

impl From<JobError> for Fault {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Start(error) => Self::Unreachable(format!("cannot start: {error}")),
            JobError::Late => Self::Late(String::new()),
            JobError::Cancelled => Self::Cancelled,
        }
    }
}

/// What came while an answer was waited for.
#[derive(Debug, Default)]
pub(super) struct Besides {
    unreadable: usize,
    oversized: usize,
    others: usize,
}

impl Besides {
    /// Something that is no message.
    pub(super) fn unreadable(&mut self) -> Result<(), Fault> {
        self.unreadable += 1;
        self.bounded()
    }

    /// A message that is too long.
    pub(super) fn oversized(&mut self) -> Result<(), Fault> {
        self.oversized += 1;
        self.bounded()
    }

    /// A message for somebody else.
    pub(super) fn other(&mut self) -> Result<(), Fault> {
        self.others += 1;
        self.bounded()
    }

    fn bounded(&self) -> Result<(), Fault> {
        if self.unreadable + self.oversized + self.others <= limits::EXTERNAL_MESSAGES {
            return Ok(());
        }
        let most = limits::EXTERNAL_MESSAGES;
        Err(Fault::Garbage(format!("more than {most} messages and no answer{}", self.said())))
    }

    /// What a person should know of it.
    pub(super) fn said(&self) -> String {
        let mut parts = Vec::new();
        if self.unreadable > 0 {
            parts.push("lines that are no JSON-RPC".to_owned());
        }
        if self.oversized > 0 {
            parts.push(format!("a message of more than {} bytes", limits::EXTERNAL_FRAME_BYTES));
        }
        if self.others > 0 && parts.is_empty() {
            parts.push("messages that answer nothing".to_owned());
        }
        match parts.is_empty() {
            true => String::new(),
            false => format!(", only {}", parts.join(" and ")),
        }
    }
}
