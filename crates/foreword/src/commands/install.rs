//! `foreword install` and `foreword upgrade`: shows what would change, asks, writes.

mod codex_plugin;
pub mod machine;

use foreword_guard::clear_line;
use foreword_install::file::Refusal;
use foreword_install::lock::InstallLock;
use foreword_install::plan::{self, Change};
use foreword_install::{Client, Comments, Consent, Part, Places, Plan, Scope, Topic, Trust, write};
use foreword_model::error::ExitCode;

use crate::cli::{InstallArgs, TargetArg};
use crate::commands::ask::{self, Answer};
use crate::commands::paint::Paint;
use crate::commands::{print, say};
use crate::settings::Environment;

/// Installs.
pub fn run(args: &InstallArgs) -> u8 {
    run_locked(args, "install", |session| session.install(Which::Wanted))
}

/// Brings what is installed up to date.
pub fn upgrade(args: &InstallArgs) -> u8 {
    run_locked(args, "upgrade", |session| session.install(Which::Installed))
}

/// Runs one of the commands that change what is installed, alone.
pub fn run_locked(args: &InstallArgs, command: &'static str, run: impl FnOnce(&Session<'_>) -> u8) -> u8 {
    let session = match Session::open(args, command) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    if args.dry_run {
        return run(&session);
    }
    let state = session.places.backups.parent().unwrap_or(&session.places.backups);
    match InstallLock::acquire(state) {
        Ok(_lock) => run(&session),
        Err(refusal) => {
            say(&format!("foreword {command}: {}", clear_line(&refusal.to_string()).as_str()));
            ExitCode::ToolFailed.code()
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Wanted,
    Installed,
}

const CLIENTS: [Client; 2] = [Client::ClaudeCode, Client::Codex];

/// A part of foreword in a client.
pub type Target = (Client, Part);

/// One run of a command that changes what is installed.
pub struct Session<'a> {
    /// What the user said.
    pub args: &'a InstallArgs,
    /// The variables of the process.
    pub environment: Environment,
    /// Where things lie.
    pub places: Places,
    /// For whom.
    pub scope: Scope,
    command: &'static str,
}

impl<'a> Session<'a> {
    /// Finds out where things lie.
    pub fn open(args: &'a InstallArgs, command: &'static str) -> Result<Self, u8> {
        let environment = Environment::of_process();
        let found = machine::places(&environment)
            .and_then(|places| Ok((places, machine::scope(&environment, args.project)?)));
        match found {
            Ok((places, scope)) => Ok(Self { args, environment, places, scope, command }),
            Err(problem) => {
                say(&format!("foreword {command}: {problem}"));
                Err(ExitCode::ToolFailed.code())
            }
        }
    }

    /// What is meant: hooks and servers, of the clients that are there unless one is named.
    pub fn targets(&self) -> Vec<Target> {
        let is_there = |client: &Client| machine::is_there(&self.environment, &self.places, *client);
        self.targets_among(CLIENTS.into_iter().filter(is_there))
    }

    /// The same, whether the clients are there or not: what we wrote stays when a client goes.
    pub fn targets_anywhere(&self) -> Vec<Target> {
        self.targets_among(CLIENTS.into_iter())
    }

    fn targets_among(&self, clients: impl Iterator<Item = Client>) -> Vec<Target> {
        match self.args.target {
            TargetArg::Claude => vec![(Client::ClaudeCode, Part::Hook)],
            TargetArg::Codex => vec![(Client::Codex, Part::Hook)],
            TargetArg::Mcp => clients.map(|client| (client, Part::Server)).collect(),
            TargetArg::All => {
                clients.flat_map(|client| [(client, Part::Hook), (client, Part::Server)]).collect()
            }
        }
    }

    fn install(&self, which: Which) -> u8 {
        let is_meant = |target: &Target| {
            which == Which::Wanted || plan::is_installed(&self.places, *target, &self.scope)
        };
        let targets: Vec<Target> = self.targets().into_iter().filter(is_meant).collect();
        if targets.is_empty() {
            say(match which {
                Which::Wanted => "found neither Claude Code nor Codex; name one: foreword install claude",
                Which::Installed => "nothing is installed; install it: foreword install",
            });
            return ExitCode::ToolFailed.code();
        }
        // All are planned before the first is written: a file that cannot be read stops everything.
        for target in &targets {
            if let Err(refusal) = write::plan_with_second_look(|| self.plan(*target, Trust::Granted)) {
                return self.refused(&refusal);
            }
        }
        let mut exit = ExitCode::Ok.code();
        for target in targets {
            // Once more: two of them may write the same file.
            let plan = write::plan_with_second_look(|| self.plan(target, Trust::Granted));
            exit = exit.max(match plan {
                Ok(plan) => self.carry_out(target, plan),
                Err(refusal) => self.refused(&refusal),
            });
        }
        exit
    }

    /// What is to be done for a client. Where Codex has the plugin, only its trust is missing.
    fn plan(&self, target: Target, trust: Trust) -> Result<Plan, Refusal> {
        let is_by_plugin = target == (Client::Codex, Part::Hook)
            && self.scope == Scope::User
            && plan::is_by_codex_plugin(&self.places)?;
        match is_by_plugin {
            true => codex_plugin::plan(&self.environment, &self.places, trust),
            false => {
                let comments = if self.args.plain_json { Comments::TakenOut } else { Comments::Kept };
                plan::install(&self.places, target, &self.scope, Consent { trust, comments })
            }
        }
    }

    fn carry_out(&self, target: Target, plan: Plan) -> u8 {
        let (name, receipts) = (machine::part_name(target), self.places.receipts());
        tell(&plan.notes);
        if !self.args.dry_run {
            tell(&write::collect(&plan.files, &receipts));
        }
        if plan.changes.is_empty() {
            print(&format!("{name}: already installed, nothing to change.\n"));
            return ExitCode::Ok.code();
        }
        self.show(&plan);
        if self.args.dry_run {
            return ExitCode::Ok.code();
        }
        let (plan, trust) = match self.consent(target, plan) {
            Ok(agreed) => agreed,
            Err(exit) => return exit,
        };
        match write::install(plan, &receipts, || self.plan(target, trust)) {
            Ok(notes) => {
                tell(&notes);
                let project = if self.scope == Scope::User { "" } else { " --project" };
                print(&format!(
                    "{name}: installed. Check it: foreword doctor · off: foreword off · remove: foreword uninstall {}{project}\n",
                    machine::part_word(target)
                ));
                ExitCode::Ok.code()
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    /// Asks for the change, and for Codex's trust apart: it is a decision of its own.
    fn consent(&self, target: Target, plan: Plan) -> Result<(Plan, Trust), u8> {
        self.ask(&format!("Write this for {}?", machine::part_name(target)))?;
        let wants_trust = target == (Client::Codex, Part::Hook) && !self.args.yes;
        let without = self.plan(target, Trust::Withheld).ok().filter(|_| wants_trust);
        match without {
            Some(without) if without.changes != plan.changes => {
                match ask::yes_or_no("Codex runs only hooks that you trust. Trust this one?") {
                    Answer::Yes => Ok((plan, Trust::Granted)),
                    Answer::No | Answer::Nobody => {
                        say(
                            "Codex will pass over the hook until you trust it: /hooks in Codex, or: foreword install codex",
                        );
                        Ok((without, Trust::Withheld))
                    }
                }
            }
            Some(_) | None => Ok((plan, Trust::Granted)),
        }
    }

    /// Asks, unless the user said yes beforehand. An error is the exit code of having changed nothing.
    pub fn ask(&self, question: &str) -> Result<(), u8> {
        if self.args.yes {
            return Ok(());
        }
        match ask::yes_or_no(question) {
            Answer::Yes => Ok(()),
            Answer::No => {
                print("Nothing was changed.\n");
                Err(ExitCode::Ok.code())
            }
            Answer::Nobody => {
                say(&format!(
                    "foreword {}: nobody to ask, so nothing was changed; to agree: --yes",
                    self.command
                ));
                Err(ExitCode::ToolFailed.code())
            }
        }
    }

    /// Shows a plan: settings as a diff; scripts by name, unless only looking was asked for or what stands there is not ours.
    pub fn show(&self, plan: &Plan) {
        for change in &plan.changes {
            if let Some(real) = change.led_to() {
                let (path, real) = (change.path.display().to_string(), real.display().to_string());
                print(&format!(
                    "{} is a link to {}\n",
                    clear_line(&path).as_str(),
                    clear_line(&real).as_str()
                ));
            }
            let is_ours = change.original.is_none();
            match change.topic {
                Topic::Script if is_ours && !self.args.dry_run => print(&format!("{}\n", summary(change))),
                Topic::Script | Topic::Entry | Topic::Trust => {
                    print(&format!("{}\n", Paint::of_output().diff(&change.diff())));
                }
            }
        }
    }

    /// Says which file was left alone, and why.
    pub fn refused(&self, refusal: &Refusal) -> u8 {
        // It names what stands in somebody's file.
        say(&format!("foreword {}: {}", self.command, clear_line(&refusal.to_string()).as_str()));
        say("nothing was changed in that file");
        ExitCode::Configuration.code()
    }
}

/// Says what a person should know besides.
pub fn tell(notes: &[String]) {
    notes.iter().for_each(|note| say(&format!("note: {}", clear_line(note).as_str())));
}

fn summary(change: &Change) -> String {
    let what = match (&change.existing, &change.after) {
        (None, Some(_)) => "new script",
        (Some(_), Some(_)) => "script brought up to date",
        (Some(_) | None, None) => "script removed",
    };
    format!("{}: {what}", clear_line(&change.path.display().to_string()).as_str())
}
