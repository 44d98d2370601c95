//! The scripts that a client's entry runs: there, runnable, nobody else's to change, and of this version.

use std::path::Path;

use foreword_install::hook::{self, shell_word};
use foreword_install::scripts::{self, Script};
use foreword_install::{Client, file};

use super::Patient;
use super::finding::Finding;
use super::live::InstalledHook;
use crate::commands::install::machine;

/// Examines the two scripts of a client, if an entry runs them: one that the user wrote may run others.
pub fn examine(
    patient: &Patient,
    client: Client,
    check: &'static str,
    hooks: &[InstalledHook],
) -> Vec<Finding> {
    let folder = patient.places.scripts(client);
    let runs_them = |hook: &InstalledHook| {
        hook::program(&hook.command).is_some_and(|program| Path::new(&program).starts_with(&folder))
    };
    if !hooks.iter().any(runs_them) {
        return Vec::new();
    }
    let mend = format!("{} install {} --yes", patient.foreword(), client.word());
    let problems = [Script::Entry, Script::Kernel]
        .into_iter()
        .filter_map(|script| problem(patient, &folder.join(script.name()), script, check, &mend));
    let problems: Vec<Finding> = problems.collect();
    match problems.is_empty() {
        true => vec![Finding::ok(check, format!("scripts in {}", folder.display()))],
        false => problems,
    }
}

/// What is wrong with one script.
pub fn problem(
    patient: &Patient,
    path: &Path,
    script: Script,
    check: &'static str,
    mend: &str,
) -> Option<Finding> {
    let shown = path.display();
    let wrong = |text: String| Some(Finding::problem(check, text, mend));
    let existing = match file::read(path) {
        Ok(Some(existing)) => existing,
        Ok(None) => return wrong(format!("{shown} is missing")),
        Err(refusal) => return wrong(refusal.to_string()),
    };
    if existing.mode & 0o111 == 0 {
        return wrong(format!("{shown} is not executable"));
    }
    if existing.mode & 0o022 != 0 {
        let mend = format!("chmod go-w {}", shell_word(path));
        return Some(Finding::problem(check, format!("{shown} can be changed by other users"), mend));
    }
    let text = String::from_utf8_lossy(&existing.bytes).into_owned();
    let Some(binary) = scripts::binary_of(&text) else {
        return wrong(format!("{shown} is not the script that foreword installs"));
    };
    if !machine::is_executable(&binary) {
        return wrong(format!("{shown} runs {}, which is not there", binary.display()));
    }
    if text != script.text(&binary) {
        return wrong(format!("{shown} is of another version than {}", patient.places.binary.display()));
    }
    None
}
