//! What a check found: a fact, a note, or a problem with the command that mends it.

use foreword_guard::clear_note;
use serde::Serialize;

use crate::commands::paint::{self, Paint};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It works.
    Ok,
    /// Worth knowing; nothing is broken.
    Note,
    /// Something that is installed does not work.
    Problem,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at; part of the contract of `--json`.
    pub check: &'static str,
    /// How bad it is.
    pub status: Status,
    /// What was found.
    pub text: String,
    /// The command that mends it, for a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Finding {
    /// Something that works.
    pub fn ok(check: &'static str, text: impl AsRef<str>) -> Self {
        Self { check, status: Status::Ok, text: shown(text.as_ref()), fix: None }
    }

    /// Something worth knowing.
    pub fn note(check: &'static str, text: impl AsRef<str>) -> Self {
        Self { check, status: Status::Note, text: shown(text.as_ref()), fix: None }
    }

    /// Something that does not work, and what mends it.
    pub fn problem(check: &'static str, text: impl AsRef<str>, fix: impl Into<String>) -> Self {
        Self { check, status: Status::Problem, text: shown(text.as_ref()), fix: Some(fix.into()) }
    }

    /// The same with a command that helps.
    pub fn with_hint(mut self, command: impl Into<String>) -> Self {
        self.fix = Some(command.into());
        self
    }

    /// For a person: one line, and the command below it.
    pub fn line(&self, paint: Paint) -> String {
        let mark = match self.status {
            Status::Ok => paint.text(paint::GOOD, "ok     "),
            Status::Note => paint.text(paint::NOTE, "note   "),
            Status::Problem => paint.text(paint::BAD, "PROBLEM"),
        };
        let fix = self.fix.as_ref().map(|fix| format!("          mend: {fix}\n")).unwrap_or_default();
        format!("{mark} {}: {}\n{fix}", self.check, self.text)
    }
}

/// Texts of files and programs go to a terminal: nothing in them may steer it.
fn shown(text: &str) -> String {
    clear_note(text).as_str().to_owned()
}
