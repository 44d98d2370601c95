//! `foreword trust`: shows exactly what a repository would start, and keeps the user's agreement to that.

use std::path::Path;

use foreword_exec::lifecycle::now_rfc3339;
use foreword_guard::path::Jail;
use foreword_model::error::ExitCode;
use foreword_model::limits;

use crate::cli::TrustArgs;
use crate::commands::ask::{Answer, yes_or_no};
use crate::commands::{print, say};
use crate::settings::{self, Environment};
use crate::trust::{self, ABSENT, Claim, Standing};

/// Runs the command.
pub fn run(args: &TrustArgs) -> u8 {
    let environment = Environment::of_process();
    if args.list {
        return list(&environment);
    }
    let resolved = match settings::resolve_at(environment.clone(), args.root.as_deref()) {
        Ok(resolved) => resolved,
        Err(error) => return fail(&error),
    };
    let root = resolved.jail.root().to_string_lossy().into_owned();
    if args.revoke {
        let was = trust::revoke(&environment, &root);
        print(if was { "no longer trusted\n" } else { "was not trusted\n" });
        return ExitCode::Ok.code();
    }
    if !settings::is_users_own(&resolved.jail) {
        return fail("the repository belongs to another user: its configuration and hooks are ignored");
    }
    let Some(claim) = trust::whole_claim(&resolved.jail) else {
        print("nothing here needs trust: no hook, no tool of its own, no `enabled: on`\n");
        return ExitCode::Ok.code();
    };
    decide(&environment, &claim, args.yes.as_deref())
}

fn decide(environment: &Environment, claim: &Claim, agreed: Option<&str>) -> u8 {
    let standing = trust::standing(environment, claim);
    if agreed.is_none() {
        print(&shown(claim, standing));
    }
    let is_agreed = match (standing, agreed) {
        (Standing::Refused, _) => return fail("it cannot be trusted as it is"),
        (_, Some(hash)) if hash == claim.hash => true,
        (_, Some(_)) => return fail("that is not the hash of what is here now; look at it again"),
        (Standing::Trusted, None) => return ExitCode::Ok.code(),
        (Standing::Unknown | Standing::Changed, None) => match yes_or_no("Trust exactly this?") {
            Answer::Yes => true,
            Answer::No | Answer::Nobody => false,
        },
    };
    if !is_agreed {
        print(&format!("not trusted; to trust exactly this: foreword trust --yes {}\n", claim.hash));
        return ExitCode::ToolFailed.code();
    }
    match trust::agree(environment, claim, now_rfc3339()) {
        Ok(()) => {
            print("trusted, until one of these files changes\n");
            ExitCode::Ok.code()
        }
        Err(error) => fail(&format!("it could not be recorded: {error}")),
    }
}

fn list(environment: &Environment) -> u8 {
    for record in trust::list(environment) {
        let claim =
            Jail::open(Path::new(&record.root)).ok().and_then(|jail| trust::claim(environment, &jail));
        let state = match claim.map(|claim| trust::standing(environment, &claim)) {
            Some(Standing::Trusted) => "as trusted",
            Some(Standing::Unknown | Standing::Changed | Standing::Refused) => "changed: not run",
            None => "gone",
        };
        print(&format!("{}  {}  {state}\n", escaped(&record.root), escaped(&record.at)));
    }
    ExitCode::Ok.code()
}

/// What would be run, from which files, and how that stands.
fn shown(claim: &Claim, standing: Standing) -> String {
    let mut text = format!("{}\n\nIt asks for:\n", escaped(&claim.root));
    for asked in &claim.asked {
        let (file, what, value) = (escaped(&asked.file), escaped(&asked.what), escaped(&asked.value));
        text.push_str(&format!("  {what}  ({file})\n      {value}\n"));
    }
    text.push_str(&covered(claim));
    for problem in &claim.problems {
        text.push_str(&format!("\nProblem: {}\n", escaped(problem)));
    }
    let state = standing.hindrance().map_or("trusted", |hindrance| match standing {
        Standing::Changed => "changed since it was trusted",
        Standing::Unknown | Standing::Refused | Standing::Trusted => {
            hindrance.split(';').next().unwrap_or(hindrance)
        }
    });
    text.push_str(&format!("\nHash: {}\nState: {state}\n", claim.hash));
    text
}

/// The files that trust covers, by name where they are few, and what it does not cover.
fn covered(claim: &Claim) -> String {
    let mut text = String::new();
    if !claim.tree.is_empty() {
        let reasons: Vec<String> = claim.tree.iter().map(|reason| escaped(reason)).collect();
        text.push_str(&format!(
            "\nTrust covers every file that git tracks, because words do not tell what is run ({}):\n  an edit to \
             any of them takes it back\n",
            reasons.join(", ")
        ));
    }
    text.push_str("\nTrust covers these files, as they are:\n");
    for (path, digest) in claim.files.iter().take(limits::TRUST_FILES_SHOWN) {
        let state = if digest == ABSENT { "not there" } else { digest };
        text.push_str(&format!("  {}  {state}\n", escaped(path)));
    }
    if let more @ 1.. = claim.files.len().saturating_sub(limits::TRUST_FILES_SHOWN) {
        text.push_str(&format!("  and {more} more\n"));
    }
    if claim.asked.iter().any(|asked| !asked.is_setting()) {
        text.push_str("\nNot covered:\n");
        let always = ["files that git ignores", "what these files load from elsewhere"];
        for what in always.into_iter().map(str::to_owned).chain(claim.uncovered.iter().cloned()) {
            text.push_str(&format!("  {}\n", escaped(&what)));
        }
    }
    text
}

/// A text as it is, with everything that a terminal or an eye could take for something else written out.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => written.push(c),
            _ if c.is_alphanumeric() => written.push(c),
            _ => written.extend(c.escape_default()),
        }
    }
    written
}

fn fail(message: &str) -> u8 {
    say(&format!("foreword trust: {}", escaped(message)));
    ExitCode::ToolFailed.code()
}
