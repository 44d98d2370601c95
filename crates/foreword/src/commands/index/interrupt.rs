//! Ctrl-C and SIGTERM. The index can be used at any instant, so the process may end at any.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// What a shell adds to a signal's number for the exit code of what it ended.
const SIGNALLED: i32 = 128;

/// On the first Ctrl-C or SIGTERM: says the last words and ends the process with the exit code that they give.
pub(super) fn on_signal(last_words: impl FnOnce(i32) -> u8 + Send + 'static) {
    // Where signals cannot be caught, they end the process by themselves.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            std::process::exit(i32::from(last_words(signal)));
        }
    });
}

/// The exit code of a process that a signal ended.
pub(super) fn exit_code(signal: i32) -> u8 {
    u8::try_from(SIGNALLED + signal).unwrap_or(u8::MAX)
}
