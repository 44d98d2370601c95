//! `foreword uninstall`: takes hook and server out and leaves the files as they were.

use std::fs;
use std::path::PathBuf;

use foreword_guard::clear_line;
use foreword_install::file::Refusal;
use foreword_install::{Client, Part, Plan, Scope, plan, write};
use foreword_model::error::ExitCode;

use crate::cli::InstallArgs;
use crate::commands::codex_auto::session_file;
use crate::commands::install::{Session, Target, machine, run_locked, tell};
use crate::commands::print;
use crate::settings::{self, Environment, state_dir};

/// Runs the command.
pub fn run(args: &InstallArgs) -> u8 {
    let exit = run_locked(args, "uninstall", |session| uninstall(args, session));
    if let Some(state) = state_dir(&Environment::of_process()) {
        // Only where nothing is kept in it any more.
        drop(fs::remove_dir(state));
    }
    exit
}

fn uninstall(args: &InstallArgs, session: &Session<'_>) -> u8 {
    let receipts = session.places.receipts();
    let plans = match write::plan_with_second_look(|| plans(session)) {
        Ok(plans) => plans,
        Err(refusal) => return session.refused(&refusal),
    };
    if !args.dry_run {
        let files: Vec<PathBuf> = receipts.all().into_iter().map(|receipt| receipt.path).collect();
        tell(&write::collect(&files, &receipts));
    }
    if plans.is_empty() {
        print("Nothing is installed.\n");
        return ExitCode::Ok.code();
    }
    for (_, _, plan) in &plans {
        session.show(plan);
        tell(&plan.notes);
    }
    if args.dry_run {
        return ExitCode::Ok.code();
    }
    if let Err(exit) = session.ask("Take this out?") {
        return exit;
    }
    for (target, scope, _) in &plans {
        // Once more: two of them may share a file, and the first has changed it by now.
        let plan = || plan::uninstall(&session.places, *target, scope);
        let done =
            write::plan_with_second_look(plan).and_then(|first| write::uninstall(first, &receipts, plan));
        match done {
            Ok(notes) => tell(&notes),
            Err(refusal) => return session.refused(&refusal),
        }
        print(&format!("{}: uninstalled.\n", name(*target, scope, session)));
    }
    if session.targets_anywhere().contains(&(Client::Codex, Part::Hook)) {
        forget_session(session);
    }
    if let Some(folder) = receipts.kept().folder() {
        let folder = folder.display().to_string();
        print(&format!("Backups are kept for 30 days in {}\n", clear_line(&folder).as_str()));
    }
    ExitCode::Ok.code()
}

/// What there is to take out. Whoever takes out what is installed for all projects cleans up after those that are gone.
fn plans(session: &Session<'_>) -> Result<Vec<(Target, Scope, Plan)>, Refusal> {
    let gone = match session.scope {
        Scope::User => plan::gone_projects(&session.places),
        Scope::Project(_) => Vec::new(),
    };
    let receipts = session.places.receipts().all();
    let has_receipt = |plan: &Plan| receipts.iter().any(|receipt| receipt.owners.contains(&plan.owner));
    let mut plans = Vec::new();
    for scope in std::iter::once(session.scope.clone()).chain(gone) {
        for target in session.targets_anywhere() {
            let plan = plan::uninstall(&session.places, target, &scope)?;
            if !plan.changes.is_empty() || has_receipt(&plan) {
                plans.push((target, scope.clone(), plan));
            }
        }
    }
    Ok(plans)
}

fn name(target: Target, scope: &Scope, session: &Session<'_>) -> String {
    let name = machine::part_name(target);
    match scope {
        Scope::Project(root) if *scope != session.scope => format!("{name} in {}", root.display()),
        Scope::Project(_) | Scope::User => name,
    }
}

/// The session that `codex-auto` recorded for this repository.
fn forget_session(session: &Session<'_>) {
    if let Some(root) = settings::root_for(&session.environment, None) {
        // That there is none, or that it is not ours, is as good.
        drop(session_file(&root).remove());
    }
}
