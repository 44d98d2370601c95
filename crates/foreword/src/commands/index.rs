//! `foreword index`: builds and keeps the index of a repository, and says what is in it.

mod build;
mod history;
mod interrupt;
mod report;
mod watch;
mod worker;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use foreword_index::refresh::Start;
use foreword_index::store::{self, StoreError};
use foreword_model::error::ExitCode;
use foreword_model::limits;

use crate::cli::{IndexArgs, IndexCommand};
use crate::commands::{print, say, say_limits};
use crate::settings::{self, Environment, Resolved};
use crate::watching::Watched;

/// How much is read before a build ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passes {
    /// What a prompt may wait for.
    Prompt,
    /// Also which definitions past commits changed.
    All,
}

/// One repository, and where its index lies.
struct Place {
    resolved: Resolved,
    folder: PathBuf,
    cache_home: PathBuf,
}

impl Place {
    fn watched(&self) -> Watched<'_> {
        Watched { jail: &self.resolved.jail, settings: &self.resolved.settings, folder: &self.folder }
    }
}

/// Runs the command.
pub fn run(args: &IndexArgs) -> u8 {
    if let Some(heap_bytes) = args.worker {
        return worker::run(args.root.as_deref(), args.top.as_deref(), heap_bytes);
    }
    let environment = Environment::of_process().with_top(args.top.as_deref());
    let Some(cache_home) = settings::cache_home(&environment) else {
        return fail("no place for the index: set XDG_CACHE_HOME or HOME to an absolute path");
    };
    let root = match &args.command {
        None => &args.root,
        Some(IndexCommand::Status { root, .. } | IndexCommand::Clear { root }) => root,
        Some(IndexCommand::Gc) => return report(collect(&cache_home)),
    };
    let resolved = match settings::resolve_at(environment, root.as_deref()) {
        Ok(resolved) => resolved,
        Err(problem) => return fail(&problem),
    };
    if !resolved.config_problems.is_empty() {
        say_limits(&resolved.limit_lines());
    }
    let Some(folder) = resolved.index_folder.clone() else {
        return fail("no place for the index: XDG_CACHE_HOME, or HOME, lies in the repository");
    };
    // What is kept back is not known, so nothing is read; what is there can be looked at and cleared.
    if args.command.is_none() && resolved.blocks_injection() {
        say_line("nothing is indexed until this is repaired");
        return ExitCode::Configuration.code();
    }
    let place = Place { resolved, folder, cache_home };
    let start = if args.rebuild { Start::Empty } else { Start::Known };
    match &args.command {
        None if args.background => build::in_background(&place, start),
        None if args.watch => watch::run(&place, start),
        None => build::run(&place, start, if args.wait { Passes::All } else { Passes::Prompt }),
        Some(IndexCommand::Status { verify: false, .. }) => status(&place),
        Some(IndexCommand::Status { verify: true, .. }) => verify(&place.folder),
        Some(IndexCommand::Clear { .. }) => report(clear(&place.folder)),
        Some(IndexCommand::Gc) => report(collect(&place.cache_home)),
    }
}

fn status(place: &Place) -> u8 {
    match report::status(place) {
        Ok(report) => {
            print(&report.text);
            if report.is_usable { ExitCode::Ok.code() } else { ExitCode::ToolFailed.code() }
        }
        Err(why) => fail(&why),
    }
}

fn verify(folder: &Path) -> u8 {
    match store::verify(folder) {
        Ok(checked) if checked.faults.is_empty() => {
            print(&format!(
                "{} blocks in {} segments checked, nothing wrong\n",
                checked.blocks, checked.segments
            ));
            ExitCode::Ok.code()
        }
        Ok(checked) => {
            for fault in &checked.faults {
                print(&format!("{fault}\n"));
            }
            // So that the next refresh mends it; if it cannot be noted, a prompt that reads it notes it.
            let _ = store::note_damage(folder, &checked.damaged_files());
            ExitCode::ToolFailed.code()
        }
        Err(error) => fail(&in_words(&error)),
    }
}

fn clear(folder: &Path) -> Result<String, StoreError> {
    let text = match folder.exists() {
        true => "the index of this repository is gone\n",
        false => "there was no index of this repository\n",
    };
    store::clear(folder)?;
    Ok(text.to_owned())
}

fn collect(cache_home: &Path) -> Result<String, StoreError> {
    let collected = store::gc(cache_home, SystemTime::now(), limits::INDEX_UNUSED_DAYS)?;
    let mut text = format!("{} removed, {} kept\n", collected.removed.len(), collected.kept);
    for root in &collected.removed {
        text.push_str(&format!("- {}\n", foreword_guard::clear_line(&root.to_string_lossy()).as_str()));
    }
    Ok(text)
}

fn report(outcome: Result<String, StoreError>) -> u8 {
    match outcome {
        Ok(text) => {
            print(&text);
            ExitCode::Ok.code()
        }
        Err(error) => fail(&in_words(&error)),
    }
}

/// What went wrong, and what to do next.
fn in_words(error: &StoreError) -> String {
    match error {
        StoreError::Missing => "no index of this repository yet; build it with `foreword index`".to_owned(),
        StoreError::Busy => format!("{error}; `foreword index status` says how it stands"),
        StoreError::OtherFormat
        | StoreError::Damaged { .. }
        | StoreError::NoSuchFile
        | StoreError::TooLarge
        | StoreError::InsideRepository
        | StoreError::Io { .. } => error.to_string(),
    }
}

fn fail(message: &str) -> u8 {
    say_line(message);
    ExitCode::ToolFailed.code()
}

fn say_line(message: &str) {
    say(&format!("foreword index: {}", foreword_guard::clear_line(message).as_str()));
}
