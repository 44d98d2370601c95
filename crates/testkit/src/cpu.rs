//! The time that a processor worked for the test. Unlike the time on the wall it hardly grows when others work as well.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// For this thread, since it began.
pub fn of_thread() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// For this process, with all of its threads. Says something where a test has a process of its own.
pub fn of_process() -> Duration {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> Duration {
    clock_gettime(clock).try_into().expect("a time that has passed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_and_waiting_for_the_work_of_another_does_not() {
        let work = Duration::from_millis(100);
        let (thread_before, process_before) = (of_thread(), of_process());
        let other = std::thread::spawn(move || while of_thread() < work {});
        other.join().expect("the other thread");
        assert!(of_thread() - thread_before < work);
        assert!(of_process() - process_before >= work);
    }
}
