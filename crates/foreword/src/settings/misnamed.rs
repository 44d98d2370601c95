//! Configurations under a name that is not read: what they should keep back is shown, and nobody would notice.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use foreword_guard::escaped;
use foreword_guard::path::Jail;

use super::{Environment, REPO_CONFIG, Resolved, USER_CONFIG};

/// Names that somebody may take for that of the repository's file, by folder: most have none of the folders, and are asked for
/// nothing more.
const OF_REPOSITORY: [(&str, &[&str]); 5] = [
    (
        ".",
        &[
            "auto-tools.yaml",
            "auto-tools.yml",
            "auto-tools.json",
            "auto_tools.yaml",
            "foreword.yaml",
            "foreword.yml",
        ],
    ),
    (
        "config",
        &[
            "config/auto-tools.yml",
            "config/auto-tools.json",
            "config/auto-tools",
            "config/auto-tools.YAML",
            "config/Auto-Tools.yaml",
            "config/auto-tool.yaml",
            "config/auto_tools.yaml",
            "config/auto_tools.yml",
            "config/autotools.yaml",
            "config/foreword.yaml",
            "config/foreword.yml",
        ],
    ),
    ("Config", &["Config/auto-tools.yaml", "Config/Auto-Tools.yaml"]),
    (".config", &[".config/auto-tools.yaml", ".config/auto-tools.yml", ".config/foreword.yaml"]),
    (
        ".foreword",
        &[
            ".foreword/config.yaml",
            ".foreword/config.yml",
            ".foreword/auto-tools.yaml",
            ".foreword/auto-tools.yml",
        ],
    ),
];

/// The same for the user's own.
const OF_USER: [&str; 9] = [
    "config.yml",
    "config.YAML",
    "Config.yaml",
    "config.json",
    "config",
    "auto-tools.yaml",
    "auto-tools.yml",
    "foreword.yaml",
    "foreword.yml",
];

/// Says which of them are there.
pub fn note(environment: &Environment, resolved: &mut Resolved) {
    for name in of_repository(&resolved.jail) {
        resolved.noticed.push(escaped!("{} is not read; the name is {}", name, REPO_CONFIG));
    }
    let Some(folder) = environment.config_dir() else { return };
    for name in of_user(&folder) {
        resolved.noticed.push(escaped!(
            "{} in your own folder is not read; the name is {}",
            name,
            USER_CONFIG
        ));
    }
}

fn of_repository(jail: &Jail) -> Vec<&'static str> {
    let is_there = |folder: &str| folder == "." || jail.stamp(folder).is_some_and(|stamp| stamp.is_dir);
    let folders = OF_REPOSITORY.iter().filter(|(folder, _)| is_there(folder));
    let names = folders.flat_map(|(_, names)| names.iter().copied());
    let mut found: Vec<_> =
        names.filter_map(|name| Some((name, jail.stamp(name).filter(|stamp| stamp.is_file)?))).collect();
    if !found.is_empty() {
        let own = jail.stamp(REPO_CONFIG);
        // Where upper and lower case are one, it is the file itself.
        found.retain(|(name, stamp)| !name.eq_ignore_ascii_case(REPO_CONFIG) || own.as_ref() != Some(stamp));
    }
    found.into_iter().map(|(name, _)| name).collect()
}

fn of_user(folder: &Path) -> Vec<&'static str> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let file = |name: &str| {
        let metadata = folder.join(name).metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    let own = file(USER_CONFIG);
    let is_other = |name: &&str| file(name).is_some_and(|other| own != Some(other));
    OF_USER.into_iter().filter(is_other).collect()
}
