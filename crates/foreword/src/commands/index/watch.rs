//! `foreword index --watch`: refreshes, waits for changes, refreshes again, until Ctrl-C.

use std::time::{Duration, Instant};

use foreword_index::refresh::Start;
use foreword_index::store::StoreError;
use foreword_model::clock;
use foreword_model::error::ExitCode;
use foreword_model::limits;
use indicatif::ProgressBar;

use super::build::{self, Built};
use super::{Place, fail, history, interrupt, say_line};
use crate::commands::print;
use crate::watching::{Eyes, Seen};

/// Watches. Ends by a signal, or when the repository is gone.
pub(super) fn run(place: &Place, start: Start) -> u8 {
    let bar = build::progress_bar();
    let shown = bar.clone();
    // The index can be used at any instant: there is nothing to wait for.
    interrupt::on_signal(move |_| {
        shown.finish_and_clear();
        ExitCode::Ok.code()
    });
    let mut watch = Watch { place, eyes: Eyes::new(), said: None };
    let first = watch.refresh(start, &bar);
    print(&first.in_words());
    watch.look_out();
    // No prompt leaves a refresh behind where the index is always up to date.
    history::bring_up_definitions(place, start);
    let mut is_settled = !first.changed_something();
    while place.resolved.jail.root().is_dir() {
        let (refreshed, is_asked) = match watch.eyes.wait(place.watched(), settle_at(is_settled)) {
            Seen::Change => (watch.refresh(Start::Known, &ProgressBar::hidden()), true),
            Seen::Nothing => (watch.refresh(Start::Known, &ProgressBar::hidden()), false),
        };
        // A file that was read right after its change is read again later, which is no news.
        if refreshed.changed_something() && (is_asked || is_settled) {
            print(&refreshed.in_short());
        }
        is_settled = !refreshed.changed_something();
        watch.look_out();
        history::bring_up_definitions(place, Start::Known);
    }
    fail("the repository is gone")
}

/// When to look again although nothing is seen to change.
fn settle_at(is_settled: bool) -> Option<Instant> {
    (!is_settled).then(|| clock::now() + Duration::from_millis(limits::WATCH_SETTLE_MS))
}

struct Watch<'p> {
    place: &'p Place,
    eyes: Eyes,
    /// The last thing that went wrong: it is said once.
    said: Option<String>,
}

impl Watch<'_> {
    /// Refreshes until it succeeds.
    fn refresh(&mut self, start: Start, bar: &ProgressBar) -> Built {
        loop {
            match build::build(self.place, start, bar) {
                Ok(built) => {
                    self.said = None;
                    return built;
                }
                Err(error) => self.say_once(&error),
            }
            std::thread::sleep(Duration::from_millis(limits::WATCH_RETRY_MS));
        }
    }

    fn say_once(&mut self, error: &StoreError) {
        let line = match error {
            StoreError::Busy => format!("{error}; waiting for it"),
            other => format!("{other}; trying again"),
        };
        if self.said.as_ref() != Some(&line) {
            say_line(&line);
            self.said = Some(line);
        }
    }

    /// Sees to it that every directory is watched. What changed before one was is found by one more look.
    fn look_out(&mut self) {
        if let Some(line) = self.eyes.follow(self.place.watched()) {
            print(&format!("{line}\n"));
        }
    }
}
