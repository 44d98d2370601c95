//! What a session has been given: the keys of its last extracts, so that the same one is not given in full twice while
//! it is unchanged, and the places and words of its last prompts, for one that leans on them. One small file for each session, and for each of its sub-agents, in the user's state folder.
//!
//! Worth neither a line nor a wait: without that folder, extracts repeat.

use std::time::Duration;

use foreword_kernel::render::ExtractKey;
use foreword_kernel::{Run, SessionMemory};
use foreword_model::{limits, run_id};
use foreword_text::truncate::truncate_chars;
use serde::{Deserialize, Serialize};

use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder};

const FOLDER: &str = "ledger";

/// The memory of one session, or of one of its sub-agents.
#[derive(Debug)]
pub struct Ledger<'e> {
    environment: &'e Environment,
    /// Nothing for who has no session.
    name: Option<String>,
    /// What each of the last prompts was given, the oldest first.
    prompts: Vec<GivenToPrompt>,
}

/// What one prompt was given.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct GivenToPrompt {
    /// Keys of its extracts.
    extracts: Vec<String>,
    /// Its places, as `path:line`.
    places: Vec<String>,
    /// How it began, without secrets.
    #[serde(default)]
    said: String,
}

impl<'e> Ledger<'e> {
    /// Opens the memory of a session.
    pub fn open(environment: &'e Environment, session: Option<&str>) -> Self {
        let name = session.map(name_of);
        let prompts = name.as_deref().and_then(|name| read(environment, name)).unwrap_or_default();
        Self { environment, name, prompts }
    }

    /// What the session still has, the places of its last prompt that was given any, and how its last prompts began.
    pub fn memory(&self) -> SessionMemory {
        let keys = self.prompts.iter().flat_map(|prompt| &prompt.extracts);
        let last = self.prompts.iter().rev().find(|prompt| !prompt.places.is_empty());
        SessionMemory {
            given: keys.filter_map(|key| ExtractKey::parse(key)).collect(),
            places: last.map(|prompt| prompt.places.clone()).unwrap_or_default(),
            prompts: self.said(),
        }
    }

    /// How the last prompts began, the newest first.
    fn said(&self) -> Vec<String> {
        let said = self.prompts.iter().rev().map(|prompt| &prompt.said).filter(|said| !said.is_empty());
        said.take(limits::EARLIER_PROMPTS).cloned().collect()
    }

    /// One more prompt, and what it was given. A failure costs a repetition.
    pub fn remember(mut self, run: &Run) {
        let Some(name) = self.name.take() else { return };
        if self.prompts.is_empty() && run.extracts.is_empty() && run.places.is_empty() {
            return;
        }
        let extracts = run.extracts.iter().map(|key| key.as_str().to_owned()).collect();
        let places = run.places.iter().take(limits::EARLIER_PLACES).cloned().collect();
        let said = truncate_chars(&run.prompt, limits::EARLIER_PROMPT_CHARS).to_owned();
        self.prompts.push(GivenToPrompt { extracts, places, said });
        let forgotten = self.prompts.len().saturating_sub(limits::LEDGER_PROMPTS);
        self.prompts.drain(..forgotten);
        let Ok(bytes) = serde_json::to_vec(&self.prompts) else { return };
        let Ok(folder) = StateFolder::open(self.environment, FOLDER, Missing::Make) else { return };
        drop(folder.write(&name, &name, &bytes));
        folder.forget_older(Duration::from_secs(limits::LEDGER_KEPT_S), &name);
    }

    /// Forgets what a session was given: its client has forgotten it too.
    pub fn forget(environment: &Environment, session: &str) {
        if let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::LeaveOut) {
            folder.remove(&name_of(session));
        }
    }
}

fn name_of(session: &str) -> String {
    run_id::hash_hex(&[session], 32)
}

fn read(environment: &Environment, name: &str) -> Option<Vec<GivenToPrompt>> {
    let folder = StateFolder::open(environment, FOLDER, Missing::LeaveOut).ok()?;
    let bytes = folder.read(name, limits::LEDGER_BYTES).ok()?;
    let mut prompts: Vec<GivenToPrompt> = serde_json::from_slice(&bytes).ok()?;
    prompts.truncate(limits::LEDGER_PROMPTS);
    Some(prompts)
}
