//! Standing hints, such as the tier-2 one, are shown once per session. What was shown is remembered in
//! one small file per session in the user's state folder; without that folder, hints repeat.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

use foreword_guard::Cleared;
use foreword_model::envelope::Envelope;
use foreword_model::request::Request;
use foreword_model::{run_id, texts};

use crate::assemble::Orchestrated;
use crate::settings::{Environment, state_dir};

/// Texts that say the same for every prompt of a session.
const STANDING: &[&str] = &[texts::TIER2_DISABLED, texts::TOOL_UNAVAILABLE, texts::LEGACY_ENABLED];
/// A session's file does not grow beyond this.
const FILE_BYTES_MAX: usize = 16_000;

/// What a session has been told.
pub struct SessionHints {
    file: Option<PathBuf>,
    told: String,
    noticed: Vec<String>,
}

impl SessionHints {
    /// Opens the memory of the request's session. Plan mode remembers nothing: it writes no file.
    pub fn open(environment: &Environment, request: &Request, orchestrated: &Orchestrated) -> Self {
        let session = request.client.session_id.as_deref().filter(|_| !orchestrated.is_plan);
        let file = session.and_then(|session| {
            let name = run_id::hash_hex(&[session], 32);
            state_dir(environment).map(|dir| dir.join("sessions").join(name))
        });
        #[expect(clippy::disallowed_methods, reason = "a file of the user's state, not of the repository")]
        let told = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        Self { file, told, noticed: orchestrated.noticed.clone() }
    }

    /// Whether a line is still to be shown.
    pub fn shows(&self, line: &str) -> bool {
        !self.is_standing(line) || !self.told.lines().any(|told| told == line)
    }

    /// Remembers the standing lines of an envelope that was shown. A failure costs a repetition.
    pub fn remember(&self, envelope: &Cleared<Envelope>) {
        let Some(file) = &self.file else { return };
        let lines = envelope.fused_context.for_user.limits_text.lines();
        let new: String = lines
            .filter(|line| self.is_standing(line) && self.shows(line))
            .map(|line| format!("{line}\n"))
            .collect();
        if new.is_empty() || self.told.len() + new.len() > FILE_BYTES_MAX {
            return;
        }
        let make = |folder| fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        let folder = file.parent().map(make);
        if folder.is_some_and(|made| made.is_ok()) {
            drop(fs::write(file, format!("{}{new}", self.told)));
        }
    }

    fn is_standing(&self, line: &str) -> bool {
        is_standing(line, &self.noticed)
    }
}

/// Whether a `[Limits]` line says the same for every prompt of a session; `noticed` is what the settings noticed.
pub fn is_standing(line: &str, noticed: &[String]) -> bool {
    let text = line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or_default();
    STANDING.iter().any(|standing| text.starts_with(standing))
        || noticed.iter().any(|noticed| noticed == text)
}
