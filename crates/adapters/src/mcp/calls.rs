//! Calls that run: so many at a time, so many waiting, each to be cancelled by the id of its request. No thread is kept
//! for calls that are not there.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foreword_exec::Cancel;

/// Work in a line.
type Job = Box<dyn FnOnce() + Send>;

/// A line of calls.
pub struct Line {
    state: Mutex<LineState>,
    running_max: usize,
    waiting_max: usize,
}

#[derive(Default)]
struct LineState {
    running: usize,
    waiting: VecDeque<Job>,
}

/// The line is full.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

impl Line {
    /// A line with so many at work and so many waiting.
    pub fn new(running_max: usize, waiting_max: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), running_max, waiting_max })
    }

    /// Runs the job now or later, in a thread of its own.
    pub fn submit(self: &Arc<Self>, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut state = self.lock();
        if state.running < self.running_max {
            let line = Arc::clone(self);
            let worker = std::thread::Builder::new().spawn(move || line.work(Box::new(job)));
            // A machine that gives no thread is full, too.
            state.running += usize::from(worker.is_ok());
            return worker.map(drop).map_err(|_| Full);
        }
        if state.waiting.len() >= self.waiting_max {
            return Err(Full);
        }
        state.waiting.push_back(Box::new(job));
        Ok(())
    }

    fn work(&self, first: Job) {
        let mut next = Some(first);
        while let Some(job) = next {
            // A job that breaks must not take its place in the line with it.
            drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)));
            let mut state = self.lock();
            next = state.waiting.pop_front();
            state.running -= usize::from(next.is_none());
        }
    }

    fn lock(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The calls that have no answer yet, by the id of their request.
#[derive(Default)]
pub struct Open {
    calls: Mutex<BTreeMap<String, Cancel>>,
    changed: Condvar,
}

impl Open {
    /// Notes a call; `None` if one of this id is open.
    pub fn begin(&self, id: &str) -> Option<Cancel> {
        let mut calls = self.lock();
        if calls.contains_key(id) {
            return None;
        }
        let cancel = Cancel::default();
        calls.insert(id.to_owned(), cancel.clone());
        Some(cancel)
    }

    /// The call has ended; true if its answer is still wanted.
    pub fn end(&self, id: &str, cancel: &Cancel) -> bool {
        let is_wanted = !cancel.is_cancelled();
        if is_wanted {
            self.lock().remove(id);
            self.changed.notify_all();
        }
        is_wanted
    }

    /// Ends a call, if there is one of this id.
    pub fn cancel(&self, id: &str) {
        let cancelled = self.lock().remove(id);
        self.changed.notify_all();
        if let Some(cancel) = cancelled {
            cancel.cancel();
        }
    }

    /// Waits until no call is open, so long at most; ends those that still are.
    pub fn drain(&self, patience: Duration) {
        let waited = self.changed.wait_timeout_while(self.lock(), patience, |calls| !calls.is_empty());
        let (mut calls, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let left = std::mem::take(&mut *calls);
        drop(calls);
        left.values().for_each(Cancel::cancel);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Cancel>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_line_is_bounded_and_survives_a_job_that_breaks() {
        let line = Line::new(1, 2);
        let (go, wait) = channel::<()>();
        let (say, said) = channel();
        let first = say.clone();
        line.submit(move || {
            wait.recv().expect("the test goes on");
            first.send(1).expect("the test listens");
            std::panic::resume_unwind(Box::new("a job breaks"));
        })
        .expect("room");
        for number in 2..=3 {
            let say = say.clone();
            line.submit(move || say.send(number).expect("the test listens")).expect("room");
        }
        assert_eq!(line.submit(|| {}), Err(Full));
        go.send(()).expect("the job waits");
        assert_eq!(said.iter().take(3).collect::<Vec<i32>>(), [1, 2, 3]);
    }

    #[test]
    fn a_cancelled_call_has_no_answer() {
        let open = Open::default();
        let cancel = open.begin("1").expect("new");
        assert!(open.begin("1").is_none(), "the id is taken");
        open.cancel("2");
        open.cancel("1");
        assert!(!open.end("1", &cancel));
        let again = open.begin("1").expect("free again");
        assert!(open.end("1", &again));
        let left = open.begin("3").expect("new");
        open.drain(Duration::ZERO);
        assert!(left.is_cancelled());
    }
}
