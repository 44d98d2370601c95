//! Waiting for something that can be seen, with an end: never for time alone.

use std::thread;
use std::time::{Duration, Instant};

/// How long anything is waited for: far longer than it takes, also on a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(120);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// Looks until there is something; nothing within the deadline fails the test, with what was waited for.
pub fn until<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    until_or(look, || what.to_owned())
}

/// The same, with what was waited for told only when it did not come.
pub fn until_or<T>(mut look: impl FnMut() -> Option<T>, what: impl FnOnce() -> String) -> T {
    let started = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        if started.elapsed() >= DEADLINE {
            panic!("waited in vain for {}", what());
        }
        thread::sleep(PAUSE);
    }
}
