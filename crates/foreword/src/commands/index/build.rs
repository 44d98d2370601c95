//! One refresh: under a person's eye, with a bar; or in the background, where what went wrong is noted for the next
//! prompt.

use std::io::IsTerminal;
use std::time::SystemTime;

use foreword_guard::redact_prompt;
use foreword_guard::sensitive::Sensitive;
use foreword_index::refresh::{ChildWorkers, Progress, RefreshOptions, Refreshed, Start, refresh_with};
use foreword_index::store::{self, StoreError};
use foreword_index::walk::Cut;
use foreword_model::clock;
use foreword_model::error::ExitCode;
use foreword_model::limits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::worker::WorkerStarter;
use super::{Passes, Place, history, interrupt, report, say_line};
use crate::background;

/// Brings the index up to date and says what is in it. Ctrl-C ends it at once: what is committed stays.
pub(super) fn run(place: &Place, start: Start, passes: Passes) -> u8 {
    let bar = progress_bar();
    let shown = bar.clone();
    interrupt::on_signal(move |signal| {
        shown.finish_and_clear();
        say_line(match start {
            Start::Known => "stopped; what is done is kept, and the next run goes on from there",
            Start::Empty => "stopped; the index from before is kept",
        });
        interrupt::exit_code(signal)
    });
    super::report(build(place, start, &bar).and_then(|built| {
        if passes == Passes::All {
            history::bring_up_definitions(place, start);
        }
        let contents = report::contents(&place.folder, built.history_left.as_deref())?;
        Ok(format!("{}{contents}", built.in_words()))
    }))
}

/// Nobody watches: what went wrong is noted for the next prompt.
pub(super) fn in_background(place: &Place, start: Start) -> u8 {
    background::detach();
    match build(place, start, &ProgressBar::hidden()) {
        Ok(_) => {
            history::bring_up_definitions(place, start);
            // What is unused goes when there is time for it; the next refresh tries again.
            let _ = store::gc(&place.cache_home, SystemTime::now(), limits::INDEX_UNUSED_DAYS);
            ExitCode::Ok.code()
        }
        Err(StoreError::Busy) => ExitCode::Ok.code(),
        Err(error) => {
            let _ = store::note_failure(&place.folder, &error.to_string());
            ExitCode::ToolFailed.code()
        }
    }
}

/// A refresh that succeeded.
pub(super) struct Built {
    pub(super) refreshed: Refreshed,
    /// Why the history is not up to date, if it is not.
    pub(super) history_left: Option<String>,
    pub(super) took_ms: u128,
}

/// Brings the index up to date.
pub(super) fn build(place: &Place, start: Start, bar: &ProgressBar) -> Result<Built, StoreError> {
    let started = clock::now();
    let progress = |progress: Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    };
    let settings = &place.resolved.settings;
    let starter = WorkerStarter { jail: &place.resolved.jail };
    let refreshed = refresh_with(
        &place.resolved.jail,
        &place.folder,
        &RefreshOptions {
            excludes: &settings.exclude,
            sensitive: &Sensitive::within(&place.resolved.jail, &settings.sensitive),
            redact: &redact_prompt,
            start,
            progress: &progress,
        },
        &ChildWorkers::new(&starter, &place.folder),
    );
    bar.finish_and_clear();
    let refreshed = refreshed?;
    // Were it to stay, the next refresh would only come a little later.
    let _ = store::forget_attempt(&place.folder);
    let history_left = history::bring_up(place, start);
    Ok(Built { refreshed, history_left, took_ms: clock::since(started).as_millis() })
}

/// A bar with files, rate and time left, for a person only.
pub(super) fn progress_bar() -> ProgressBar {
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

impl Built {
    /// Whether the index is another one now.
    pub(super) fn changed_something(&self) -> bool {
        self.refreshed.indexed > 0 || self.refreshed.removed > 0
    }

    /// In one line, and one more for what was not as usual.
    pub(super) fn in_words(&self) -> String {
        let Refreshed { indexed, removed, unchanged, .. } = self.refreshed;
        let took_ms = self.took_ms;
        let line = format!(
            "indexed {indexed} files, took out {removed}, left {unchanged} as they were, in {took_ms} ms\n"
        );
        line + &self.remarks()
    }

    /// In one line without what stayed as it was, for who sees many of them.
    pub(super) fn in_short(&self) -> String {
        let Refreshed { indexed, removed, .. } = self.refreshed;
        let line = format!("indexed {indexed} files, took out {removed}, in {} ms\n", self.took_ms);
        line + &self.remarks()
    }

    fn remarks(&self) -> String {
        let mut text = String::new();
        if let Some(why) = &self.refreshed.started_over {
            text.push_str(&format!("started over: {why}\n"));
        }
        if let Some(cut) = self.refreshed.cut {
            text.push_str(match cut {
                Cut::Time if self.refreshed.is_left_as_it_was => {
                    "not rebuilt: the walk took too long; the index from before is kept\n"
                }
                Cut::Time => "not all files: the walk took too long\n",
                Cut::Files => "not all files: there are more than an index holds\n",
            });
        }
        text
    }
}
