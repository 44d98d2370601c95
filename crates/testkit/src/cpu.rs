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
    fn work_counts_and_sleep_does_not() {
        let before = of_thread();
        let mut looks = 0_u64;
        while of_thread() - before < Duration::from_millis(20) {
            looks += 1;
        }
        assert!(looks > 0 && of_process() >= Duration::from_millis(20));
        let before = of_thread();
        std::thread::sleep(Duration::from_millis(100));
        assert!(of_thread() - before < Duration::from_millis(100));
    }
}
