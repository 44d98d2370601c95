//! How long a call has been running, for a client that wants to know.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use foreword_exec::rpc::message::notification;
use foreword_model::clock;
use foreword_model::limits;
use serde_json::{Value, json};

use super::outbox::Outbox;

/// Notes go out for as long as this is kept; after its end there are none.
pub struct Progress {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts with a first note. The unit is milliseconds; nobody knows how many there will be.
    pub fn start(outbox: Arc<Outbox>, token: Value, tool: String) -> Self {
        let (stop, stopped) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let started = clock::now();
            let pause = Duration::from_millis(limits::MCP_PROGRESS_MS);
            let mut told_ms = None;
            loop {
                // Each note says more than the one before, whatever the clock says.
                let elapsed_ms = u64::try_from(clock::since(started).as_millis()).unwrap_or(u64::MAX);
                let now_ms = told_ms.map_or(elapsed_ms, |before: u64| elapsed_ms.max(before + 1));
                told_ms = Some(now_ms);
                let message = format!("{tool} is running");
                let params = json!({ "progressToken": token, "progress": now_ms, "message": message });
                outbox.send(&notification("notifications/progress", params));
                if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends at once: its channel is closed.
            drop(thread.join());
        }
    }
}
