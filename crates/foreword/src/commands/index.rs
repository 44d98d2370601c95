//! `foreword index`: builds and keeps the index of a repository, and says what is in it.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Instant, SystemTime};

use foreword_guard::redact_prompt;
use foreword_guard::sensitive::Sensitive;
use foreword_index::refresh::{Progress, RefreshOptions, Refreshed, Start, refresh};
use foreword_index::store::{self, Store, StoreError};
use foreword_index::walk::Cut;
use foreword_model::error::ExitCode;
use foreword_model::limits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::background;
use crate::cli::{IndexArgs, IndexCommand};
use crate::commands::{print, say};
use crate::settings::{self, Environment, Resolved};

/// Runs the command.
pub fn run(args: &IndexArgs) -> u8 {
    let environment = Environment::of_process();
    let Some(cache_home) = settings::cache_home(&environment) else {
        return fail("no place for the index: set XDG_CACHE_HOME or HOME to an absolute path");
    };
    let root = match &args.command {
        None => &args.root,
        Some(IndexCommand::Status { root, .. } | IndexCommand::Clear { root }) => root,
        Some(IndexCommand::Gc) => return report(collect(&cache_home)),
    };
    let environment = match root {
        Some(root) if !root.is_dir() => {
            return fail(&format!("--root {} is not a directory", root.display()));
        }
        Some(root) => environment.with_root(root),
        None => environment,
    };
    let resolved = match settings::resolve(&environment, None, None) {
        Ok(resolved) => resolved,
        Err(error) => return fail(&error.to_string()),
    };
    let folder = store::folder_for(&cache_home, resolved.jail.root());
    match &args.command {
        None if args.background => in_background(&resolved, &folder, &cache_home),
        None => report(build(&resolved, &folder, if args.rebuild { Start::Empty } else { Start::Known })),
        Some(IndexCommand::Status { verify: false, .. }) => report(status(&folder)),
        Some(IndexCommand::Status { verify: true, .. }) => verify(&folder),
        Some(IndexCommand::Clear { .. }) => report(clear(&folder)),
        Some(IndexCommand::Gc) => report(collect(&cache_home)),
    }
}

/// Nobody watches: what went wrong is noted for the next prompt.
fn in_background(resolved: &Resolved, folder: &Path, cache_home: &Path) -> u8 {
    background::detach();
    match build(resolved, folder, Start::Known) {
        Ok(_) => {
            // What is unused goes when there is time for it; the next refresh tries again.
            let _ = store::gc(cache_home, SystemTime::now(), limits::INDEX_UNUSED_DAYS);
            ExitCode::Ok.code()
        }
        Err(StoreError::Busy) => ExitCode::Ok.code(),
        Err(error) => {
            let _ = store::note_failure(folder, &error.to_string());
            ExitCode::ToolFailed.code()
        }
    }
}

fn build(resolved: &Resolved, folder: &Path, start: Start) -> Result<String, StoreError> {
    let started = Instant::now();
    let bar = progress_bar();
    let progress = |progress: Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    };
    let refreshed = refresh(
        &resolved.jail,
        folder,
        &RefreshOptions {
            excludes: &resolved.settings.exclude,
            sensitive: &Sensitive::new(&resolved.settings.sensitive),
            redact: &redact_prompt,
            start,
            progress: &progress,
        },
    );
    bar.finish_and_clear();
    let refreshed = refreshed?;
    // Were it to stay, the next refresh would only come a little later.
    let _ = store::forget_attempt(folder);
    let took_ms = started.elapsed().as_millis();
    Ok(format!("{}{}", done(&refreshed, took_ms), status(folder)?))
}

/// A bar with files, rate and time left, for a person only.
fn progress_bar() -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    // The template is fixed text; were it wrong, the plain bar would do.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} files  {per_sec}  {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn done(refreshed: &Refreshed, took_ms: u128) -> String {
    let mut text = format!(
        "indexed {} files, took out {}, left {} as they were, in {took_ms} ms\n",
        refreshed.indexed, refreshed.removed, refreshed.unchanged
    );
    if let Some(why) = &refreshed.started_over {
        text.push_str(&format!("started over: {why}\n"));
    }
    if let Some(cut) = refreshed.cut {
        text.push_str(match cut {
            Cut::Time => "not all files: the walk took too long\n",
            Cut::Files => "not all files: there are more than an index holds\n",
        });
    }
    text
}

fn status(folder: &Path) -> Result<String, StoreError> {
    let store = Store::open(folder)?;
    let (counters, state) = (store.counters(), store.state());
    let languages: Vec<String> =
        counters.languages.iter().map(|(name, files)| format!("{} {files}", language_name(name))).collect();
    let skipped: Vec<String> =
        state.skipped.iter().map(|(reason, files)| format!("{reason} {files}")).collect();
    let completeness = if state.is_complete { "" } else { " (not complete)" };
    let mut text = format!(
        "{} files, {} symbols, {} edges, {} bytes on disk{completeness}\n",
        counters.files,
        counters.symbols,
        counters.edges,
        store.disk_bytes()
    );
    text.push_str(&format!("languages: {}\n", languages.join(", ")));
    if !skipped.is_empty() {
        text.push_str(&format!("not indexed: {}\n", skipped.join(", ")));
    }
    if let Some(commit) = &state.commit {
        text.push_str(&format!("commit: {commit}\n"));
    }
    Ok(text)
}

fn language_name(name: &str) -> &str {
    if name.is_empty() { "other" } else { name }
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
            ExitCode::ToolFailed.code()
        }
        Err(error) => fail(&error.to_string()),
    }
}

fn clear(folder: &Path) -> Result<String, StoreError> {
    store::clear(folder)?;
    Ok("the index of this repository is gone\n".to_owned())
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
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(message: &str) -> u8 {
    say(&format!("foreword index: {}", foreword_guard::clear_line(message).as_str()));
    ExitCode::ToolFailed.code()
}
