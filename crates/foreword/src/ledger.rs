//! What a session has been given: the keys of its last extracts, so that the same one is not given in full twice while
//! it is unchanged. One small file for each session, and for each of its sub-agents, in the user's state folder.
//!
//! Worth neither a line nor a wait: without that folder, extracts repeat.

use std::time::Duration;

use foreword_kernel::render::{ExtractKey, Given};
use foreword_model::{limits, run_id};

use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder};

const FOLDER: &str = "ledger";

/// The memory of one session, or of one of its sub-agents.
#[derive(Debug)]
pub struct Ledger<'e> {
    environment: &'e Environment,
    /// Nothing for who has no session.
    name: Option<String>,
    /// The extracts of each of the last prompts, the oldest first.
    prompts: Vec<Vec<ExtractKey>>,
}

impl<'e> Ledger<'e> {
    /// Opens the memory of a session.
    pub fn open(environment: &'e Environment, session: Option<&str>) -> Self {
        let name = session.map(name_of);
        let prompts = name.as_deref().and_then(|name| read(environment, name)).unwrap_or_default();
        Self { environment, name, prompts }
    }

    /// What the session still has.
    pub fn given(&self) -> Given {
        self.prompts.iter().flatten().cloned().collect()
    }

    /// One more prompt, and what it was given. A failure costs a repetition.
    pub fn remember(mut self, extracts: &[ExtractKey]) {
        let Some(name) = self.name.take().filter(|_| !(self.prompts.is_empty() && extracts.is_empty()))
        else {
            return;
        };
        self.prompts.push(extracts.to_vec());
        let forgotten = self.prompts.len().saturating_sub(limits::LEDGER_PROMPTS);
        self.prompts.drain(..forgotten);
        let kept: Vec<Vec<&str>> =
            self.prompts.iter().map(|keys| keys.iter().map(ExtractKey::as_str).collect()).collect();
        let Ok(bytes) = serde_json::to_vec(&kept) else { return };
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

fn read(environment: &Environment, name: &str) -> Option<Vec<Vec<ExtractKey>>> {
    let folder = StateFolder::open(environment, FOLDER, Missing::LeaveOut).ok()?;
    let bytes = folder.read(name, limits::LEDGER_BYTES).ok()?;
    let prompts: Vec<Vec<String>> = serde_json::from_slice(&bytes).ok()?;
    let keys = |keys: Vec<String>| keys.iter().filter_map(|key| ExtractKey::parse(key)).collect();
    Some(prompts.into_iter().take(limits::LEDGER_PROMPTS).map(keys).collect())
}
