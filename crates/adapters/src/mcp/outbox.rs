//! What we say, a line each, from any thread. A client that no longer reads is reported once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The way to the client.
pub struct Outbox {
    stream: Mutex<Box<dyn Write + Send>>,
    on_broken: Box<dyn Fn() + Send + Sync>,
    is_broken: AtomicBool,
}

impl Outbox {
    /// Writes to a stream; `on_broken` is called when nobody reads it any more.
    pub fn new(stream: Box<dyn Write + Send>, on_broken: Box<dyn Fn() + Send + Sync>) -> Self {
        Self { stream: Mutex::new(stream), on_broken, is_broken: AtomicBool::new(false) }
    }

    /// Sends one message. JSON has no line end outside its strings, and writes those inside as `\n`.
    pub fn send(&self, message: &Value) {
        let line = format!("{message}\n");
        let written = {
            let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
            stream.write_all(line.as_bytes()).and_then(|()| stream.flush())
        };
        if written.is_err() && !self.is_broken.swap(true, Ordering::Relaxed) {
            (self.on_broken)();
        }
    }
}
