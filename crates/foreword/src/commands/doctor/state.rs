//! What steers foreword itself: variables, switches, configuration, and its own folders.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use foreword_install::hook::shell_word;
use foreword_model::limits;
use foreword_model::settings::Enabled;
use indicatif::DecimalBytes;

use super::Patient;
use super::finding::Finding;
use crate::settings::switch::{self, Reach};
use crate::settings::{self, cache_home, state_dir};

/// Examines it.
pub fn examine(patient: &Patient) -> Vec<Finding> {
    let mut findings = variables(patient);
    findings.extend(switches(patient));
    findings.extend(configuration(patient));
    findings.extend(folders(patient));
    findings
}

/// Whether a variable of this shell keeps prompts from being answered: then the hook cannot be tried.
pub fn is_silenced(patient: &Patient) -> bool {
    !variables(patient).is_empty()
}

/// Variables that keep prompts from being answered.
fn variables(patient: &Patient) -> Vec<Finding> {
    [("CI_AUTO_TOOLS", "off"), ("CI_AUTO_TOOLS_MODE", "plan"), ("CI_AUTO_TOOLS_DRY_RUN", "1")]
        .into_iter()
        .filter(|(name, value)| {
            let set =
                patient.environment.get(name).map(|set| set.to_string_lossy().trim().to_ascii_lowercase());
            set.as_deref() == Some(value)
        })
        .map(|(name, value)| {
            let text = format!("{name}={value} is set here: a prompt from this shell gets nothing");
            Finding::problem("environment", text, format!("unset {name}"))
        })
        .collect()
}

fn switches(patient: &Patient) -> Vec<Finding> {
    let root = patient.root.clone().unwrap_or_default();
    let reaches = switch::reaches(&patient.environment, &root);
    let finding = |reach: Reach| {
        let place = match reach {
            Reach::Everywhere => "everywhere".to_owned(),
            Reach::Here(root) => format!("in {}", root.display()),
        };
        // Whoever did that meant it.
        let text = format!("injection is switched off {place}, by `foreword off`");
        Finding::note("switch", text).with_hint(format!("{} on", patient.foreword()))
    };
    reaches.into_iter().map(finding).collect()
}

fn configuration(patient: &Patient) -> Vec<Finding> {
    let Ok(resolved) = settings::resolve(&patient.environment, None, None) else {
        return vec![Finding::note(
            "configuration",
            "this folder is no repository; start doctor in a project to check it",
        )];
    };
    let mut findings = Vec::new();
    for error in &resolved.config_problems {
        // The repository's own file is named from its root.
        let path = shell_word(&resolved.root.path.join(error.file()));
        let remedy = match error.line() {
            // The rest of the file holds again, and what was there stays beside it.
            Some(line) => format!("sed -i.before '{line}s/^/# /' {path}"),
            None => format!("${{EDITOR:-vi}} {path}"),
        };
        findings.push(Finding::problem("configuration", error.to_string(), remedy));
    }
    if resolved.settings.enabled == Enabled::Off && !is_silenced(patient) && switches(patient).is_empty() {
        findings.push(Finding::note("configuration", "a configuration file says `enabled: off`"));
    }
    let known: Vec<String> = resolved.config_problems.iter().map(ToString::to_string).collect();
    let noticed = resolved.limit_lines();
    let noticed = noticed.iter().filter(|line| !known.contains(line));
    findings.extend(noticed.map(|line| Finding::note("configuration", line)));
    if findings.is_empty() {
        findings.push(Finding::ok("configuration", "nothing refused"));
    }
    findings
}

fn folders(patient: &Patient) -> Vec<Finding> {
    let index = cache_home(&patient.environment).map(|cache| cache.join("foreword"));
    let state = state_dir(&patient.environment);
    let examined = [("state", state), ("cache", index)].into_iter().filter_map(|(what, folder)| {
        let folder = folder.filter(|folder| folder.exists())?;
        Some(of_folder(what, &folder))
    });
    examined.collect()
}

fn of_folder(what: &str, folder: &Path) -> Finding {
    let (shown, word) = (folder.display(), shell_word(folder));
    let Ok(metadata) = folder.metadata() else {
        return Finding::problem(
            "permissions",
            format!("{shown} cannot be read"),
            format!("chmod u+rwx {word}"),
        );
    };
    let mode = metadata.permissions().mode() & 0o777;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        let text = format!("{shown} belongs to another user; foreword does not use it");
        return Finding::problem("permissions", text, format!("mv {word} {word}.foreign"));
    }
    if mode & 0o700 != 0o700 {
        return Finding::problem(
            "permissions",
            format!("{shown} has mode {mode:o}"),
            format!("chmod 700 {word}"),
        );
    }
    if mode & 0o077 != 0 {
        let text = format!("{shown} is open to other users (mode {mode:o}); it holds past prompts and code");
        return Finding::problem("permissions", text, format!("chmod 700 {word}"));
    }
    Finding::ok("sizes", format!("{what} in {shown}: {}", DecimalBytes(bytes_in(folder))))
}

/// The size of what is in a folder, as far as it is counted.
fn bytes_in(folder: &Path) -> u64 {
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    let (mut bytes, mut left) = (0_u64, limits::DOCTOR_FILES_COUNTED);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().take(left) {
            left = left.saturating_sub(1);
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            bytes = bytes.saturating_add(if metadata.is_file() { metadata.len() } else { 0 });
        }
    }
    bytes
}
