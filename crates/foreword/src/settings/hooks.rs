//! Where tool hooks come from: the user's files. A repository's files start programs, so they need trust,
//! which this build cannot give yet; they are named and not run.

use foreword_exec::hooks::HookSet;
use foreword_exec::hooks::config::Phase;
use foreword_guard::path::Jail;
use foreword_model::limits;

use super::{Environment, outside};

/// Loads the hooks of a run.
pub fn load(environment: &Environment, jail: &Jail, hooks: &mut HookSet, noticed: &mut Vec<String>) {
    for phase in [Phase::Before, Phase::After] {
        let name = format!("{}.json", phase.key());
        if let Some(path) = environment.config_dir().map(|dir| dir.join("hooks").join(&name)) {
            match outside::read_user_file(&path, limits::CONFIG_BYTES) {
                Ok(text) => {
                    if let Err(error) = hooks.extend(phase, &text) {
                        noticed.push(format!("{name} ignored: {error}"));
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => noticed.push(format!("{name} ignored: {error}")),
            }
        }
        let in_repo = format!(".foreword/hooks/{name}");
        if jail.resolve(&in_repo).is_ok() {
            noticed.push(format!("{in_repo} not run: hooks of a repository need the user's trust"));
        }
    }
}
