//! A caller that no longer wants an answer. What waits for a call hears of it at once; what a call started is ended.
//!
//! Does not stop a thread: a tool inside this process ends at its own deadline, and nobody listens to it any more.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One call's wish to be ended; clones mean the same call.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    next: u64,
    listeners: Vec<(u64, Box<dyn FnOnce() + Send>)>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "State(is_cancelled: {}, {} listeners)", self.is_cancelled, self.listeners.len())
    }
}

impl Cancel {
    /// Ends the call: everyone who listens is told, once.
    pub fn cancel(&self) {
        let listeners = {
            let mut state = self.lock();
            state.is_cancelled = true;
            std::mem::take(&mut state.listeners)
        };
        listeners.into_iter().for_each(|(_, tell)| tell());
    }

    /// Whether the caller has gone.
    pub fn is_cancelled(&self) -> bool {
        self.lock().is_cancelled
    }

    /// Tells of the cancellation, at once if it has happened, for as long as the answer is kept.
    pub fn listen(&self, tell: impl FnOnce() + Send + 'static) -> Listening {
        let mut state = self.lock();
        if state.is_cancelled {
            drop(state);
            tell();
            return Listening { cancel: self.clone(), number: 0 };
        }
        state.next += 1;
        let number = state.next;
        state.listeners.push((number, Box::new(tell)));
        Listening { cancel: self.clone(), number }
    }

    /// Makes it the one that children and calls of this thread are ended by, while `work` runs.
    pub fn over<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.with(|current| current.replace(Some(self.clone())));
        let done = work();
        CURRENT.with(|current| current.replace(before));
        done
    }

    /// The one of this thread.
    pub(crate) fn current() -> Self {
        CURRENT.with(|current| current.borrow().clone()).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody listens for as long as this is kept.
#[derive(Debug)]
pub struct Listening {
    cancel: Cancel,
    number: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.cancel.lock().listeners.retain(|(number, _)| *number != self.number);
    }
}

thread_local! {
    /// A tool starts its children in its own thread, and knows nothing of who may cancel it.
    static CURRENT: RefCell<Option<Cancel>> = const { RefCell::new(None) };
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn whoever_listens_is_told_once_and_nobody_else() {
        let (cancel, (sender, told)) = (Cancel::default(), channel());
        let say = |word: &'static str| {
            let sender = sender.clone();
            move || sender.send(word).expect("the test listens")
        };
        drop(cancel.listen(say("gone")));
        let _early = cancel.listen(say("early"));
        assert!(!cancel.is_cancelled());
        cancel.cancel();
        cancel.cancel();
        let _late = cancel.listen(say("late"));
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["early", "late"]);
        assert!(cancel.is_cancelled());
    }

    #[test]
    fn a_thread_knows_its_own() {
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(cancel.over(|| Cancel::current().is_cancelled()));
        assert!(!Cancel::current().is_cancelled());
    }
}
