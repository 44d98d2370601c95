//! The binary, PATH, and the clients' programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreword_exec::process::{self, Job};
use foreword_exec::programs;
use foreword_install::Client;
use foreword_install::hook::shell_word;
use foreword_model::clock;
use foreword_model::limits;

use super::Patient;
use super::finding::Finding;
use crate::commands::install::machine;

/// The oldest versions that foreword is tried with.
const TRIED: [(Client, [u64; 3]); 2] = [(Client::ClaudeCode, [2, 1, 197]), (Client::Codex, [0, 166, 0])];

/// Examines them.
pub fn examine(patient: &Patient) -> Vec<Finding> {
    let binary = &patient.places.binary;
    let mut findings = vec![Finding::ok(
        "binary",
        format!("foreword {} at {}", env!("CARGO_PKG_VERSION"), binary.display()),
    )];
    findings.push(on_path(patient));
    findings.extend(TRIED.iter().map(|(client, tried)| version(patient, *client, *tried)));
    findings
}

fn on_path(patient: &Patient) -> Finding {
    let binary = &patient.places.binary;
    match machine::on_path(&patient.environment, "foreword") {
        Some(found) if is_same(&found, binary) => {
            Finding::ok("path", format!("{} is on PATH", found.display()))
        }
        Some(found) => Finding::note(
            "path",
            format!("`foreword` on PATH is another one, {}; this is {}", found.display(), binary.display()),
        ),
        None => match programs::find(
            "foreword",
            Path::new(""),
            patient.environment.get("PATH").unwrap_or_default(),
        ) {
            Some(inside) => Finding::note(
                "path",
                format!(
                    "`foreword` on PATH lies in this repository, {}; a hook here does not start it",
                    inside.display()
                ),
            ),
            None => Finding::problem("path", "`foreword` is not on PATH", command_for_path(patient)),
        },
    }
}

fn is_same(left: &Path, right: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(left) == real(right)
}

/// A link in a folder of PATH that is meant for that, or the binary's own folder on PATH for this shell.
fn command_for_path(patient: &Patient) -> String {
    let on_path = machine::folders_on_path(&patient.environment);
    let of_home = patient.environment.home().map(|home| home.join(".local/bin"));
    let usual: Vec<PathBuf> = of_home.into_iter().chain([PathBuf::from("/usr/local/bin")]).collect();
    let folder = usual.into_iter().find(|folder| on_path.contains(folder) && can_be_written(folder));
    let binary = &patient.places.binary;
    match folder {
        Some(folder) => {
            let link = shell_word(&folder.join("foreword"));
            format!("mkdir -p {} && ln -sf {} {link}", shell_word(&folder), shell_word(binary))
        }
        None => format!("export PATH={}:\"$PATH\"", shell_word(binary.parent().unwrap_or(Path::new("/")))),
    }
}

fn can_be_written(folder: &Path) -> bool {
    let there = folder.ancestors().find(|folder| folder.exists());
    there.is_some_and(|folder| rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok())
}

fn version(patient: &Patient, client: Client, tried: [u64; 3]) -> Finding {
    let (check, name) = match client {
        Client::ClaudeCode => ("claude", machine::name(client)),
        Client::Codex => ("codex", machine::name(client)),
    };
    let Some(program) = machine::on_path(&patient.environment, machine::program(client)) else {
        return Finding::note(check, format!("no `{}` on PATH", machine::program(client)));
    };
    let Some(printed) = printed_version(patient, &program) else {
        return Finding::note(check, format!("{} does not say its version", program.display()));
    };
    let spelled = tried.map(|number| number.to_string()).join(".");
    match numbers(&printed) {
        Some(found) if found < tried => Finding::note(
            check,
            format!("{name} {printed} is older than {spelled}, the oldest that was tried"),
        ),
        Some(_) | None => Finding::ok(check, format!("{name} {printed} at {}", program.display())),
    }
}

fn printed_version(patient: &Patient, program: &Path) -> Option<String> {
    let root = patient.root.as_deref().unwrap_or(Path::new(""));
    let cwd = programs::neutral_folder(root);
    let job = Job {
        command: &[program.as_os_str().to_owned(), OsString::from("--version")],
        env: &[],
        ground: patient.client_ground(&cwd),
        stdin: Vec::new(),
        output_max: limits::DOCTOR_OUTPUT_BYTES,
        deadline: clock::now() + Duration::from_millis(limits::CLIENT_VERSION_MS),
    };
    let finished = process::run(job).ok().filter(|finished| finished.code == 0)?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    text.split_whitespace().find(is_number).map(str::to_owned)
}

/// The three numbers of a version.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let core = version.split(['-', '+']).next()?;
    let mut parts = core.split('.').map(str::parse);
    Some([parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(numbers("2.1.9") < numbers("2.1.197"));
        assert_eq!(numbers("0.166.0-alpha.1"), Some([0, 166, 0]));
        assert_eq!(numbers("next"), None);
    }
}
