//! What is known of the client: the version that was agreed on, what it can do, where it works.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foreword_model::limits;
use serde::Deserialize;
use serde_json::Value;

/// Versions of the protocol that we speak, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What a client says of itself first.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Introduction {
    protocol_version: String,
    capabilities: Value,
}

/// The client, as it is known so far.
#[derive(Debug, Default)]
pub struct Session {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    can_elicit: bool,
    has_roots: bool,
    /// Requests for the roots that were not answered yet.
    roots_asked: usize,
    roots: Vec<PathBuf>,
}

impl Session {
    /// Notes what the client can do; answers the version to speak: its own if we know it, else our newest.
    pub fn begin(&self, introduction: &Introduction) -> &'static str {
        let mut state = self.lock();
        let can =
            |name: &str| introduction.capabilities.get(name).is_some_and(|declared| !declared.is_null());
        state.can_elicit = can("elicitation") && has_forms(&introduction.capabilities["elicitation"]);
        state.has_roots = can("roots");
        let wanted = introduction.protocol_version.as_str();
        VERSIONS.into_iter().find(|version| *version == wanted).unwrap_or(VERSIONS[0])
    }

    /// Whether the client can put a question to the person.
    pub fn can_elicit(&self) -> bool {
        self.lock().can_elicit
    }

    /// Whether the client says where it works; the question is noted.
    pub fn asks_for_roots(&self) -> bool {
        let mut state = self.lock();
        state.roots_asked += usize::from(state.has_roots);
        state.has_roots
    }

    /// Notes the answer; without one, what was known before stands.
    pub fn note_roots(&self, roots: Option<Vec<PathBuf>>) {
        let mut state = self.lock();
        state.roots_asked = state.roots_asked.saturating_sub(1);
        if let Some(roots) = roots {
            state.roots = roots;
        }
        self.changed.notify_all();
    }

    /// The folders that the client works in. An answer that is on its way is waited for, not for ever.
    pub fn roots(&self) -> Vec<PathBuf> {
        let patience = Duration::from_millis(limits::MCP_ROOTS_MS);
        let waited = self.changed.wait_timeout_while(self.lock(), patience, |state| state.roots_asked > 0);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.roots.clone()
    }

    /// The same as far as it is known now.
    pub fn known_roots(&self) -> Vec<PathBuf> {
        self.lock().roots.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether forms are among what the client can show: it says nothing, or names them.
fn has_forms(elicitation: &Value) -> bool {
    elicitation.get("form").is_some() || elicitation.get("url").is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(version: &str, capabilities: Value, expected: (&str, bool, bool)) {
        let session = Session::default();
        let introduction = Introduction { protocol_version: version.to_owned(), capabilities };
        let agreed = session.begin(&introduction);
        assert_eq!((agreed, session.can_elicit(), session.asks_for_roots()), expected);
    }

    #[test]
    fn versions_are_agreed_on_and_capabilities_read() {
        for version in VERSIONS {
            check(version, Value::Null, (version, false, false));
        }
        check("2030-01-01", json!({"roots": {}}), (VERSIONS[0], false, true));
        check("", json!({"elicitation": {}}), (VERSIONS[0], true, false));
        check("", json!({"elicitation": {"form": {}, "url": {}}}), (VERSIONS[0], true, false));
        check("", json!({"elicitation": {"url": {}}}), (VERSIONS[0], false, false));
    }
}
