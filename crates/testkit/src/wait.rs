//! Waiting for something that can be seen, with an end: never for time alone.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, test_kill_process};

/// How long anything is waited for: far longer than it takes, also on a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(120);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// The longest time that [`with_more_time`] gives.
const LONGEST: Duration = Duration::from_secs(60);

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

/// Waits until a process is gone. One that nobody has waited for is gone as well: it has no command line any more.
pub fn until_gone(pid: u32) {
    let process = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("the number of a process");
    let is_unwaited_for = || std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.is_empty());
    until_or(
        || (test_kill_process(process).is_err() || is_unwaited_for()).then_some(()),
        || format!("the end of process {pid}"),
    );
}

/// For what has to happen before a limit that the test sets itself: tries with a short one, and with a longer one as long
/// as nothing comes of it. A fast machine needs one try, a slow one some more; what never happens fails the test.
pub fn with_more_time<T>(what: &str, first: Duration, mut attempt: impl FnMut(Duration) -> Option<T>) -> T {
    let mut limit = first;
    loop {
        if let Some(seen) = attempt(limit) {
            return seen;
        }
        assert!(limit < LONGEST, "no {what} within {limit:?}");
        limit = (limit * 4).min(LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_is_given_until_it_is_enough() {
        let mut limits_ms = Vec::new();
        let seen = with_more_time("answer", Duration::from_millis(10), |limit| {
            limits_ms.push(limit.as_millis());
            (limit.as_millis() >= 100).then_some("seen")
        });
        assert_eq!((seen, limits_ms), ("seen", vec![10, 40, 160]));
    }

    #[test]
    #[should_panic(expected = "no answer within 60s")]
    fn what_never_happens_fails() {
        with_more_time("answer", Duration::from_secs(1), |_| None::<()>);
    }
}
