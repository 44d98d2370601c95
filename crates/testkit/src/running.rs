//! A program that runs beside the test: its lines as they come, signals to it, its end. It does not outlive the test.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use rustix::process::{Pid, kill_process, kill_process_group};

pub use rustix::process::Signal;

use crate::wait;

/// A running program.
#[derive(Debug)]
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

/// How it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code, or the negated number of the signal that ended it.
    pub code: i32,
    /// The lines that it printed and that were not read before.
    pub lines: Vec<String>,
    /// The lines that it complained with, all of them.
    pub errors: Vec<String>,
}

impl Running {
    pub(crate) fn new(mut child: Child) -> Self {
        drop(child.stdin.take());
        let lines = lines_of(child.stdout.take().expect("a piped stdout"));
        let errors = lines_of(child.stderr.take().expect("a piped stderr"));
        Self { child, lines, errors }
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The next line on its standard output that holds this; those before it are dropped.
    pub fn line_with(&self, text: &str) -> String {
        next_with(&self.lines, text).unwrap_or_else(|| {
            let errors: Vec<String> = self.errors.try_iter().collect();
            panic!("waited in vain for a line with {text:?}; it complained: {errors:?}")
        })
    }

    /// The next line on its standard error that holds this; those before it are dropped.
    pub fn error_with(&self, text: &str) -> String {
        next_with(&self.errors, text)
            .unwrap_or_else(|| panic!("waited in vain for a complaint with {text:?}"))
    }

    /// The lines that it has printed so far and that were not read before.
    pub fn told(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Sends a signal to it alone.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ended {
        let status = wait::until("the end of a program", || self.child.try_wait().expect("a child"));
        let code = status.code().unwrap_or_else(|| -status.signal().unwrap_or_default());
        Ended { code, lines: self.lines.iter().collect(), errors: self.errors.iter().collect() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

fn next_with(lines: &Receiver<String>, text: &str) -> Option<String> {
    loop {
        let line = lines.recv_timeout(wait::DEADLINE).ok()?;
        if line.contains(text) {
            return Some(line);
        }
    }
}

pub(crate) fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}
