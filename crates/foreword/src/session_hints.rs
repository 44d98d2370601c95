//! Standing hints, such as the tier-2 one, are shown once per session. What was shown is remembered in
//! one small file per session in the user's state folder; without that folder, hints repeat.

use std::time::Duration;

use foreword_guard::Cleared;
use foreword_model::envelope::Envelope;
use foreword_model::request::Request;
use foreword_model::{limits, run_id, texts};

use crate::assemble::Orchestrated;
use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder};

/// Texts that say the same for every prompt of a session.
const STANDING: &[&str] = &[texts::TIER2_DISABLED, texts::TOOL_UNAVAILABLE];
/// A session's file does not grow beyond this.
const FILE_BYTES_MAX: usize = 16_000;
const FOLDER: &str = "sessions";

/// What a session has been told.
pub struct SessionHints<'e> {
    environment: &'e Environment,
    /// Nothing for who has no session.
    name: Option<String>,
    told: String,
    noticed: Vec<String>,
}

impl<'e> SessionHints<'e> {
    /// Opens the memory of the request's session. Plan mode remembers nothing: it writes no file.
    pub fn open(environment: &'e Environment, request: &Request, orchestrated: &Orchestrated) -> Self {
        let session = request.client.session_id.as_deref().filter(|_| !orchestrated.is_plan);
        let name = session.map(|session| run_id::hash_hex(&[session], 32));
        let told = name.as_deref().and_then(|name| read(environment, name)).unwrap_or_default();
        Self { environment, name, told, noticed: orchestrated.noticed.clone() }
    }

    /// Whether a line is still to be shown.
    pub fn shows(&self, line: &str) -> bool {
        !self.is_standing(line) || !self.told.lines().any(|told| told == line)
    }

    /// Remembers the standing lines of an envelope that was shown. A failure costs a repetition.
    pub fn remember(&self, envelope: &Cleared<Envelope>) {
        let Some(name) = &self.name else { return };
        let lines = envelope.fused_context.for_user.limits_text.lines();
        let new: String = lines
            .filter(|line| self.is_standing(line) && self.shows(line))
            .map(|line| format!("{line}\n"))
            .collect();
        if new.is_empty() || self.told.len() + new.len() > FILE_BYTES_MAX {
            return;
        }
        let Ok(folder) = StateFolder::open(self.environment, FOLDER, Missing::Make) else { return };
        drop(folder.write(name, name, format!("{}{new}", self.told).as_bytes()));
        folder.forget_older(Duration::from_secs(limits::LEDGER_KEPT_S), name);
    }

    fn is_standing(&self, line: &str) -> bool {
        is_standing(line, &self.noticed)
    }
}

fn read(environment: &Environment, name: &str) -> Option<String> {
    let folder = StateFolder::open(environment, FOLDER, Missing::LeaveOut).ok()?;
    String::from_utf8(folder.read(name, FILE_BYTES_MAX as u64).ok()?).ok()
}

/// Whether a `[Limits]` line says the same for every prompt of a session; `noticed` is what the settings noticed.
pub fn is_standing(line: &str, noticed: &[String]) -> bool {
    let text = line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or_default();
    STANDING.iter().any(|standing| text.starts_with(standing))
        || text.ends_with(texts::TIER3_BY_HAND)
        || noticed.iter().any(|noticed| noticed == text)
}
