//! Configurations under a name that is not read: what they should keep back is shown, and nobody would notice.

use foreword_guard::escaped;

use super::{Environment, REPO_CONFIG, Resolved};

/// Names that somebody may take for that of the repository's file.
const OF_REPOSITORY: [&str; 6] = [
    "config/auto-tools.yml",
    "config/auto_tools.yaml",
    "config/auto_tools.yml",
    "config/autotools.yaml",
    "auto-tools.yaml",
    "auto-tools.yml",
];

/// The same for the user's own.
const OF_USER: [&str; 3] = ["config.yml", "auto-tools.yaml", "auto-tools.yml"];

/// Says which of them are there.
pub fn note(environment: &Environment, resolved: &mut Resolved) {
    for name in OF_REPOSITORY {
        if resolved.jail.stamp(name).is_some_and(|stamp| stamp.is_file) {
            resolved.noticed.push(escaped!("{} is not read; the name is {}", name, REPO_CONFIG));
        }
    }
    let Some(folder) = environment.config_dir() else { return };
    for name in OF_USER {
        if folder.join(name).is_file() {
            resolved
                .noticed
                .push(escaped!("{} in your own folder is not read; the name is config.yaml", name));
        }
    }
}
