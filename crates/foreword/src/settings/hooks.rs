//! Where tool hooks come from: the user's files, then the repository's, if the user has agreed to exactly those.

use std::fmt::Display;
use std::path::Path;

use foreword_exec::hooks::HookSet;
use foreword_exec::hooks::config::{Phase, misspelt_enabled};
use foreword_exec::programs;
use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_guard::path::Jail;
use foreword_model::limits;

use super::explain::told_of_parser;
use super::{Environment, outside};
use crate::trust::{self, Claim};

/// The hook file of a phase in a repository, below its root.
pub fn in_repository(phase: Phase) -> String {
    format!(".foreword/hooks/{}.json", phase.key())
}

/// Loads the user's hooks, which inherit these variables besides the listed ones.
pub fn load_user(
    environment: &Environment,
    root: &Path,
    env_names: &[String],
    hooks: &mut HookSet,
    noticed: &mut Vec<EscapedText>,
) {
    for phase in [Phase::Before, Phase::After] {
        let name = format!("{}.json", phase.key());
        if let Some(path) = environment.config_dir().map(|dir| dir.join("hooks").join(&name)) {
            match outside::read_user_file(&path, limits::CONFIG_BYTES) {
                Ok(_) if programs::lies_within(&path, root) => {
                    noticed.push(escaped!("{} not run: it lies in the repository", escape::told_path(&name)));
                }
                Ok(text) => {
                    if let Err(error) = hooks.extend(phase, &text, env_names) {
                        noticed.push(ignored(&name, &error));
                    }
                    noticed.extend(misspelt(&name, &text));
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => noticed.push(ignored(&name, &error)),
            }
        }
    }
}

/// Loads the repository's hooks, behind the user's, or says why not; `claim` is what was read of the repository before, if
/// it has not entered another root since.
pub fn load_repository(
    environment: &Environment,
    jail: &Jail,
    claim: Option<&Claim>,
    hooks: &mut HookSet,
    noticed: &mut Vec<EscapedText>,
) {
    let is_there = |phase: &Phase| jail.resolve(&in_repository(*phase)).is_ok();
    let phases: Vec<Phase> = [Phase::Before, Phase::After].into_iter().filter(is_there).collect();
    if phases.is_empty() {
        return;
    }
    let own = claim.is_none_or(|claim| Path::new(&claim.root) != jail.root());
    let own = if own { trust::known_claim(environment, jail) } else { None };
    let claim = own.as_ref().or(claim);
    let standing = claim.map_or(trust::Standing::Unknown, |claim| trust::standing(environment, claim));
    for phase in &phases {
        let file = in_repository(*phase);
        // What was hashed is what is run, whatever stands on the disk by now.
        let text = claim.and_then(|claim| claim.text(&file));
        match (standing.hindrance(), text) {
            (None, Some(text)) => {
                if let Err(error) = hooks.extend(*phase, text, &[]) {
                    noticed.push(ignored(&file, &error));
                }
                noticed.extend(misspelt(&file, text));
            }
            (hindrance, _) => {
                let why = hindrance.unwrap_or("it could not be read");
                noticed.push(escaped!("{} not run: {}", escape::told_path(&file), why));
            }
        }
    }
}

/// A hook that is not enabled does not run, and nothing else would say so.
fn misspelt(file: &str, text: &str) -> Option<EscapedText> {
    let key = misspelt_enabled(text).into_iter().next()?;
    let (file, key) = (escape::told_path(file), escape::told(&key));
    Some(escaped!("{}: a hook is not run: unknown key {}; did you mean `enabled`?", file, key))
}

/// Whatever the file holds, the error may quote it.
fn ignored(file: &str, error: &dyn Display) -> EscapedText {
    escaped!("{} ignored: {}", escape::told_path(file), told_of_parser(&error.to_string()))
}
