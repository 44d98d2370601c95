//! Keeps the indexes of a server's repositories fresh: each repository is watched, and a change starts the refresh that
//! the next prompt would otherwise start. Holds the names of directories, and nothing of an index.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::clock;
use foreword_model::limits;

use crate::settings::{self, Environment, Resolved};
use crate::watching::{Eyes, Watched};
use crate::{assemble, background};

/// The repositories that are watched.
#[derive(Default)]
pub(super) struct Watches {
    roots: Mutex<BTreeSet<PathBuf>>,
}

impl Watches {
    /// Sees to the index of a repository, from now on. Does not wait for anything.
    pub(super) fn begin(&self, environment: &Environment, jail: &Jail) {
        let root = jail.root();
        let mut roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        if roots.contains(root) || roots.len() >= limits::MCP_WATCHED {
            return;
        }
        roots.insert(root.to_owned());
        let (environment, root) = (environment.clone().with_top(Some(jail.top())), root.to_owned());
        std::thread::spawn(move || keep_fresh(&environment, &root));
    }
}

/// Watches a repository until it is gone. Where the system does not tell of changes, each call has to look for itself.
fn keep_fresh(environment: &Environment, root: &Path) {
    let mut look_again = look(environment, root);
    let Some(resolved) = allowed(environment, root) else { return };
    let Some(folder) = resolved.index_folder.as_deref() else { return };
    let watched = Watched { jail: &resolved.jail, settings: &resolved.settings, folder };
    let mut eyes = Eyes::new();
    loop {
        // How it watches is of interest to a person at a terminal only.
        let _ = eyes.follow(watched);
        if !eyes.are_open() {
            return;
        }
        let settle = Duration::from_millis(limits::WATCH_SETTLE_MS);
        eyes.wait(watched, look_again.then(|| clock::now() + settle));
        if !root.is_dir() {
            return;
        }
        look_again = look(environment, root);
    }
}

/// Has the index refreshed if it is missing or behind. Whether it is to be looked at again although nothing changes:
/// a refresh that is under way may have passed by what changed last.
fn look(environment: &Environment, root: &Path) -> bool {
    let Some(resolved) = allowed(environment, root) else { return false };
    // Nobody waits: everything is looked at, however large the repository is.
    let sensitive = Sensitive::within(&resolved.jail, &resolved.settings.sensitive);
    let index = assemble::index_view(&resolved, sensitive).with_check_ms(limits::FRESHNESS_PATIENT_MS);
    index.state(&resolved.jail);
    // If it cannot be refreshed, a call says why.
    let _ = index.ask_for_refresh(resolved.jail.root());
    background::follow_up(&index, &resolved.jail);
    index.is_refresh_pending()
}

/// The settings of now, unless they forbid to see to the index.
fn allowed(environment: &Environment, root: &Path) -> Option<Resolved> {
    let resolved = settings::resolve_at(environment.clone(), Some(root)).ok()?;
    (resolved.settings.background_index && !resolved.settings.is_plan()).then_some(resolved)
}
