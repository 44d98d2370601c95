//! `foreword completions` and `foreword man`: made of the same table that the command line is read by.

use clap_complete::Shell;
use foreword_model::error::ExitCode;

use crate::cli;
use crate::commands::{print, say};

/// Prints what a shell needs to complete the command line.
pub fn completions(shell: Shell) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::table(), "foreword", &mut script);
    print(&String::from_utf8_lossy(&script));
    ExitCode::Ok.code()
}

/// Prints a manual page: of the program, or of one of its commands.
pub fn man(command: Option<&str>) -> u8 {
    let table = cli::table();
    let (title, page) = match command {
        None => ("foreword".to_owned(), Some(table)),
        Some(name) => {
            let title = format!("foreword-{name}");
            let named =
                |found: clap::Command| found.display_name(&title).bin_name(format!("foreword {name}"));
            let page = table.find_subcommand(name).cloned().map(named);
            (title, page)
        }
    };
    let Some(page) = page else {
        say(&format!("foreword man: there is no command `{}`", command.unwrap_or_default()));
        return ExitCode::ToolFailed.code();
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).title(title).render(&mut text) {
        Ok(()) => {
            print(&String::from_utf8_lossy(&text));
            ExitCode::Ok.code()
        }
        Err(error) => {
            say(&format!("foreword man: {error}"));
            ExitCode::ToolFailed.code()
        }
    }
}
