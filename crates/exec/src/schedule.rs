//! Several calls under one deadline: in parallel up to a limit, and whatever is ready is used.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use foreword_guard::sensitive::Sensitive;
use foreword_model::clock;
use foreword_model::error::ErrorCode;
use foreword_model::limits;

use crate::cancel::Cancel;
use crate::lifecycle::{Clock, Executed, Executor, ended_by, refused};
use crate::prepare::Prepared;
use crate::tool::ToolFailure;

impl Executor {
    /// Runs the calls in their order, at most `concurrency` at a time. The answer has one entry per
    /// call, in the same order, whatever happened; nothing is waited for after the deadline, and after the caller, who may
    /// have put its wish to end over this thread, has gone, only after-hooks.
    pub fn run_all(
        self: &Arc<Self>,
        calls: Vec<Prepared>,
        prompt: &str,
        concurrency: usize,
        deadline: Instant,
    ) -> Vec<Executed> {
        let board = Arc::new(Board::new(calls, prompt, Cancel::current()));
        let inner = inner_deadline(deadline);
        let (sender, receiver) = channel();
        for _ in 0..concurrency.clamp(1, board.calls.len().max(1)) {
            let (executor, board, sender) = (Arc::clone(self), Arc::clone(&board), sender.clone());
            std::thread::spawn(move || {
                while let Some(at) = board.take(inner) {
                    let tell = |ready: &Executed| drop(sender.send((at, ready.clone())));
                    let executed =
                        executor.call_and_tell(&board.cancel, &board.calls[at], &board.prompt, inner, tell);
                    if sender.send((at, executed)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut finished: Vec<Option<Executed>> = board.calls.iter().map(|_| None).collect();
        // Ends when every worker is done, or at the deadline.
        while let Ok((at, executed)) = receiver.recv_timeout(clock::left(deadline)) {
            finished[at] = Some(executed);
        }
        let late = |at: usize| board.late(at, &self.sensitive);
        finished.into_iter().enumerate().map(|(at, done)| done.unwrap_or_else(|| late(at))).collect()
    }
}

/// The calls, and how far they are.
struct Board {
    calls: Vec<Prepared>,
    prompt: String,
    cancel: Cancel,
    next: AtomicUsize,
    started: Vec<OnceLock<Clock>>,
}

impl Board {
    fn new(calls: Vec<Prepared>, prompt: &str, cancel: Cancel) -> Self {
        let started = calls.iter().map(|_| OnceLock::new()).collect();
        Self { calls, prompt: prompt.to_owned(), cancel, next: AtomicUsize::new(0), started }
    }

    /// The next call, if there is one, and time for it, and somebody who waits.
    fn take(&self, deadline: Instant) -> Option<usize> {
        if clock::is_past(deadline) || self.cancel.is_cancelled() {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.started.get(at)?.get_or_init(Clock::start);
        Some(at)
    }

    /// The result of a call that has none: it was cut off, or never began.
    fn late(&self, at: usize, sensitive: &Sensitive) -> Executed {
        let tool = self.calls[at].tool();
        match self.started[at].get() {
            Some(clock) => {
                let failure = ToolFailure::timeout(format!("{tool} was still running at the deadline"));
                ended_by(tool, failure, clock, sensitive)
            }
            None => {
                let message = format!("{tool} was not started: the deadline had passed");
                refused(tool, ToolFailure::skipped(ErrorCode::EBudgetExceeded, message), sensitive)
            }
        }
    }
}

/// When calls, hooks and servers end themselves: early enough that what they came to is still taken.
pub fn inner_deadline(deadline: Instant) -> Instant {
    let left = clock::left(deadline);
    deadline - (left / 10).min(Duration::from_millis(limits::COLLECT_MS))
}
