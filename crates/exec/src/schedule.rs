//! Several calls under one deadline: in parallel up to a limit, and whatever is ready is used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

use foreword_model::error::ErrorCode;

use crate::lifecycle::{Executed, Executor, refused};
use crate::prepare::Prepared;
use crate::tool::ToolFailure;

impl Executor {
    /// Runs the calls in their order, at most `concurrency` at a time. The answer has one entry per
    /// call, in the same order, whatever happened; nothing is waited for after the deadline.
    pub fn run_all(
        self: &Arc<Self>,
        calls: Vec<Prepared>,
        prompt: &str,
        concurrency: usize,
        deadline: Instant,
    ) -> Vec<Executed> {
        let board = Arc::new(Board::new(calls, prompt));
        let (sender, receiver) = channel();
        for _ in 0..concurrency.clamp(1, board.calls.len().max(1)) {
            let (executor, board, sender) = (Arc::clone(self), Arc::clone(&board), sender.clone());
            std::thread::spawn(move || {
                while let Some(at) = board.take(deadline) {
                    let executed = executor.call(&board.calls[at], &board.prompt, deadline);
                    if sender.send((at, executed)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut finished: Vec<Option<Executed>> = board.calls.iter().map(|_| None).collect();
        // Ends when every worker is done, or at the deadline.
        while let Ok((at, executed)) =
            receiver.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            finished[at] = Some(executed);
        }
        let late = |at: usize| refused(board.calls[at].tool(), board.verdict(at), &self.sensitive);
        finished.into_iter().enumerate().map(|(at, done)| done.unwrap_or_else(|| late(at))).collect()
    }
}

/// The calls, and how far they are.
struct Board {
    calls: Vec<Prepared>,
    prompt: String,
    next: AtomicUsize,
    started: Vec<AtomicBool>,
}

impl Board {
    fn new(calls: Vec<Prepared>, prompt: &str) -> Self {
        let started = calls.iter().map(|_| AtomicBool::new(false)).collect();
        Self { calls, prompt: prompt.to_owned(), next: AtomicUsize::new(0), started }
    }

    /// The next call, if there is one and there is time for it.
    fn take(&self, deadline: Instant) -> Option<usize> {
        if Instant::now() >= deadline {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.started.get(at)?.store(true, Ordering::Relaxed);
        Some(at)
    }

    /// Why a call has no result: it was cut off, or never began.
    fn verdict(&self, at: usize) -> ToolFailure {
        let tool = self.calls[at].tool();
        if self.started[at].load(Ordering::Relaxed) {
            ToolFailure::timeout(format!("{tool} was still running at the deadline"))
        } else {
            let message = format!("{tool} was not started: the deadline had passed");
            ToolFailure::skipped(ErrorCode::EBudgetExceeded, message)
        }
    }
}
