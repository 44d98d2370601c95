//! `foreword off` and `foreword on`: injection, without uninstalling.

use std::path::PathBuf;

use foreword_model::error::ExitCode;

use crate::cli::OffArgs;
use crate::commands::{print, say};
use crate::settings::switch::{self, Reach};
use crate::settings::{self, Environment};

/// Switches off.
pub fn off(args: &OffArgs) -> u8 {
    let environment = Environment::of_process();
    let reach = match (args.here, root(&environment)) {
        (false, _) => Reach::Everywhere,
        (true, Some(root)) => Reach::Here(root),
        (true, None) => {
            say("foreword off --here: this folder is no repository; start in a project, or leave --here out");
            return ExitCode::ToolFailed.code();
        }
    };
    match switch::switch_off(&environment, &reach) {
        Ok(()) => {
            print(&format!("Injection is off {}. On again: foreword on\n", name(&reach)));
            ExitCode::Ok.code()
        }
        Err(error) => failed("off", &error),
    }
}

/// Switches on.
pub fn on() -> u8 {
    let environment = Environment::of_process();
    match switch::switch_on(&environment, root(&environment).as_deref()) {
        Ok(removed) if removed.is_empty() => {
            print("Injection is on; it was not switched off.\n");
            ExitCode::Ok.code()
        }
        Ok(removed) => {
            let names: Vec<String> = removed.iter().map(name).collect();
            print(&format!("Injection is on again {}.\n", names.join(" and ")));
            ExitCode::Ok.code()
        }
        Err(error) => failed("on", &error),
    }
}

fn root(environment: &Environment) -> Option<PathBuf> {
    settings::root_for(environment, None)
}

fn name(reach: &Reach) -> String {
    match reach {
        Reach::Everywhere => "everywhere".to_owned(),
        Reach::Here(root) => format!("in {}", root.display()),
    }
}

fn failed(command: &str, error: &std::io::Error) -> u8 {
    say(&format!("foreword {command}: the state folder cannot be written: {error}"));
    ExitCode::ToolFailed.code()
}
