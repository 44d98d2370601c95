//! `foreword doctor`: looks at everything between a prompt and the model, and says how to mend what does not work.

mod binary;
mod claude_code;
mod codex;
mod finding;
mod index;
mod injections;
mod live;
mod scripts;
mod servers;
mod state;

use std::path::{Path, PathBuf};

use foreword_exec::Inherited;
use foreword_exec::process::Ground;
use foreword_install::hook::shell_word;
use foreword_install::{Places, Scope};
use foreword_model::error::ExitCode;
use serde::Serialize;

use crate::cli::DoctorArgs;
use crate::commands::install::machine;
use crate::commands::paint::Paint;
use crate::commands::{print, print_json, say};
use crate::settings::{self, Environment};
use finding::{Finding, Status};

/// The exit code of a doctor that found a problem (contract §12).
const PROBLEMS: u8 = 1;

/// Runs the command.
pub fn run(args: &DoctorArgs) -> u8 {
    let environment = Environment::of_process();
    let places = match machine::places(&environment) {
        Ok(places) => places,
        Err(problem) => {
            say(&format!("foreword doctor: {problem}"));
            return PROBLEMS;
        }
    };
    let report = Patient::new(environment, places).examine();
    match args.json {
        true => print_json(&report),
        false => print(&report.text(Paint::of_output())),
    }
    if report.healthy { ExitCode::Ok.code() } else { PROBLEMS }
}

/// What is examined.
struct Patient {
    environment: Environment,
    places: Places,
    /// The repository around the current directory, if there is one.
    root: Option<PathBuf>,
}

impl Patient {
    fn new(environment: Environment, places: Places) -> Self {
        let root = settings::root_for(&environment, None);
        Self { environment, places, root }
    }

    fn examine(&self) -> Report {
        let mut findings = binary::examine(self);
        findings.extend(state::examine(self));
        let (claude, claude_hooks) = claude_code::examine(self);
        let (codex, codex_hooks) = codex::examine(self);
        findings.extend(claude.into_iter().chain(codex));
        let hooks: Vec<live::InstalledHook> = claude_hooks.into_iter().chain(codex_hooks).collect();
        findings.extend(live::examine(self, &hooks));
        let servers = servers::examine(self);
        let is_installed = !hooks.is_empty() || !servers.is_empty();
        match servers.is_empty() {
            true => findings.push(servers::not_registered(self)),
            false => findings.extend(servers),
        }
        findings.extend(servers::of_others(self));
        findings.extend(index::examine(self));
        findings.extend(injections::examine(self));
        Report::new(findings, is_installed)
    }

    /// How a client, or what it runs, is started in a folder: with the user's variables, and nothing of the repository.
    fn client_ground<'a>(&'a self, cwd: &'a Path) -> Ground<'a> {
        let repository = self.root.as_deref().unwrap_or(Path::new(""));
        Ground { cwd, repository, inherited: Inherited::All }
    }

    /// How this binary is called in a command that mends something.
    fn foreword(&self) -> String {
        let is_on_path = machine::on_path(&self.environment, "foreword").is_some();
        if is_on_path { "foreword".to_owned() } else { shell_word(&self.places.binary) }
    }

    /// Where a client may hold entries of ours.
    fn scopes(&self) -> Vec<Scope> {
        std::iter::once(Scope::User).chain(self.root.clone().map(Scope::Project)).collect()
    }
}

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Report {
    version: &'static str,
    healthy: bool,
    /// Whether a client has anything of ours.
    installed: bool,
    findings: Vec<Finding>,
}

impl Report {
    fn new(findings: Vec<Finding>, installed: bool) -> Self {
        let healthy = findings.iter().all(|finding| finding.status != Status::Problem);
        Self { version: env!("CARGO_PKG_VERSION"), healthy, installed, findings }
    }

    fn text(&self, paint: Paint) -> String {
        let mut text: String = self.findings.iter().map(|finding| finding.line(paint)).collect();
        let problems = self.findings.iter().filter(|finding| finding.status == Status::Problem).count();
        let is_untried =
            |finding: &Finding| finding.status == Status::Note && finding.text.contains("not tried");
        text.push_str(&match problems {
            0 if !self.installed => {
                "\nNothing is installed; `foreword install` shows what it would change.\n".to_owned()
            }
            0 if self.findings.iter().any(is_untried) => {
                "\nNo problem found; not everything that is installed was tried.\n".to_owned()
            }
            0 => "\nEverything that is installed works.\n".to_owned(),
            1 => "\n1 problem; the command beside it mends it.\n".to_owned(),
            _ => format!("\n{problems} problems; the command beside each mends it.\n"),
        });
        text
    }
}
