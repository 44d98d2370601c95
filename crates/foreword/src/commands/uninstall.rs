//! `foreword uninstall`: takes hook and server out and leaves the files as they were.

use foreword_install::{Client, Part, plan, write};
use foreword_model::error::ExitCode;

use crate::cli::InstallArgs;
use crate::commands::codex_auto::session_file;
use crate::commands::install::{Session, machine, tell};
use crate::commands::print;
use crate::settings;

/// Runs the command.
pub fn run(args: &InstallArgs) -> u8 {
    let session = match Session::open(args, "uninstall") {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let targets = session.targets();
    let mut plans = Vec::new();
    for target in &targets {
        match plan::uninstall(&session.places, *target, &session.scope) {
            Ok(plan) => plans.push((*target, plan)),
            Err(refusal) => return session.refused(&refusal),
        }
    }
    let has_receipt = |plan: &foreword_install::Plan| {
        session.places.receipts().all().iter().any(|receipt| receipt.owners.contains(&plan.owner))
    };
    plans.retain(|(_, plan)| !plan.changes.is_empty() || has_receipt(plan));
    if plans.is_empty() {
        print("Nothing is installed.\n");
        return ExitCode::Ok.code();
    }
    for (_, plan) in &plans {
        session.show(plan);
        tell(&plan.notes);
    }
    if args.dry_run {
        return ExitCode::Ok.code();
    }
    if let Err(exit) = session.ask("Take this out?") {
        return exit;
    }
    for (target, _) in &plans {
        // Once more: two of them may share a file, and the first has changed it by now.
        let done = plan::uninstall(&session.places, *target, &session.scope)
            .and_then(|plan| write::uninstall(&plan, &session.places.receipts()));
        if let Err(refusal) = done {
            return session.refused(&refusal);
        }
        print(&format!("{}: uninstalled.\n", machine::part_name(*target)));
    }
    if targets.contains(&(Client::Codex, Part::Hook)) {
        forget_session(&session);
    }
    ExitCode::Ok.code()
}

/// The session that `codex-auto` recorded for this repository.
fn forget_session(session: &Session<'_>) {
    if let Some(root) = settings::root_for(&session.environment, None) {
        // That there is none, or that it is not ours, is as good.
        drop(session_file(&root).remove());
    }
}
