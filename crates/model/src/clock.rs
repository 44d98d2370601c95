//! The one clock: every deadline is set by it, compared with it and waited for by it.
//!
//! A build with the cargo feature `bench` obeys the variable `FOREWORD_BENCH_CLOCK`: with `stopped`, no time passes, so
//! that no deadline changes the work that is counted under a simulator that is fifty times slower. The shipped binary
//! does not have the feature and does not read the variable. Dates and ages are no business of this clock.

use std::time::{Duration, Instant};

/// The present moment.
pub fn now() -> Instant {
    #[cfg(feature = "bench")]
    if let Some(moment) = stopped::moment() {
        return moment;
    }
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    Instant::now()
}

/// How long one may still wait for something that is due at `deadline`; nothing once that is past.
pub fn left(deadline: Instant) -> Duration {
    patience(deadline.saturating_duration_since(now()))
}

/// How long to wait in the system for something that should come within `time`.
pub fn patience(time: Duration) -> Duration {
    #[cfg(feature = "bench")]
    if stopped::moment().is_some() {
        return stopped::PATIENCE;
    }
    time
}

/// Whether a deadline is past.
pub fn is_past(deadline: Instant) -> bool {
    now() >= deadline
}

/// The time since `start`.
pub fn since(start: Instant) -> Duration {
    now().saturating_duration_since(start)
}

/// Whether time stands still: limits that the system itself enforces by time do not hold then either.
pub fn is_stopped() -> bool {
    #[cfg(feature = "bench")]
    return stopped::moment().is_some();
    #[cfg(not(feature = "bench"))]
    false
}

#[cfg(feature = "bench")]
mod stopped {
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    /// In place of the time that is left: a wait for something that never comes still ends.
    pub(super) const PATIENCE: Duration = Duration::from_secs(3_600);

    const VARIABLE: &str = "FOREWORD_BENCH_CLOCK";

    /// The moment at which time stands still, if it does.
    pub(super) fn moment() -> Option<Instant> {
        static MOMENT: OnceLock<Option<Instant>> = OnceLock::new();
        *MOMENT.get_or_init(|| {
            let is_stopped = std::env::var_os(VARIABLE).is_some_and(|value| value == "stopped");
            #[expect(clippy::disallowed_methods, reason = "this is the clock")]
            is_stopped.then(Instant::now)
        })
    }
}
