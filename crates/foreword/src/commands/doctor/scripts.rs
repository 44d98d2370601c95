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
    let findings = [Script::Entry, Script::Kernel]
        .into_iter()
        .filter_map(|script| finding(patient, &folder.join(script.name()), script, check, &mend));
    let findings: Vec<Finding> = findings.collect();
    match findings.is_empty() {
        true => vec![Finding::ok(check, format!("scripts in {}", folder.display()))],
        false => findings,
    }
}

/// What is wrong with one script, or worth knowing of it.
pub fn finding(
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
    if script == Script::Kernel && is_own_kernel(&text) {
        let own = format!("{shown} is not the script that foreword installs: it is run as the kernel");
        return Some(Finding::note(check, own).with_hint(mend));
    }
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

/// Whether an entry, by its command line, hands its prompts to a kernel of the user's own.
pub fn runs_own_kernel(command: &str) -> bool {
    let beside = |program: String| Path::new(&program).with_file_name(Script::Kernel.name());
    let script = hook::program(command)
        .map(beside)
        .filter(|path| path.is_absolute())
        .and_then(|path| file::read(&path).ok()?);
    script.is_some_and(|script| is_own_kernel(&String::from_utf8_lossy(&script.bytes)))
}

fn is_own_kernel(text: &str) -> bool {
    Script::Kernel.binary_in_copy(text).is_none()
}
