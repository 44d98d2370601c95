//! A program at a pseudo-terminal: what a person types, what they see, the terminal closed under it. It does not outlive
//! the test.
//!
//! What is seen is the text without escape sequences, as it came: a line that is drawn anew is there twice.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use pty_process::Size;
use pty_process::blocking::{Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::wait;

/// Rows and columns: wide, so that no line is broken.
const SIZE: (u16, u16) = (50, 240);
/// Between two looks at whether the terminal is to be closed.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// Keys that are no letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Ends the line.
    Enter,
    /// Ctrl-C.
    CtrlC,
    /// Ctrl-D.
    CtrlD,
    /// The arrow.
    Up,
    /// The arrow.
    Left,
    /// Takes a character back.
    Backspace,
}

impl Key {
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Enter => b"\r",
            Self::CtrlC => b"\x03",
            Self::CtrlD => b"\x04",
            Self::Up => b"\x1b[A",
            Self::Left => b"\x1b[D",
            Self::Backspace => b"\x7f",
        }
    }
}

/// A program and its terminal.
pub struct Terminal {
    child: Child,
    pty: Option<Arc<Pty>>,
    printed: Arc<Mutex<Vec<u8>>>,
    is_closing: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    seen: usize,
}

impl Terminal {
    pub(crate) fn start(mut command: Command) -> Self {
        command.env("TERM", "xterm");
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(SIZE.0, SIZE.1)).expect("a size");
        let child = pty_process::blocking::Command::from(command).spawn(pts).expect("a program");
        let pty = Arc::new(pty);
        let (printed, is_closing) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let reader = read(Arc::clone(&pty), Arc::clone(&printed), Arc::clone(&is_closing));
        Self { child, pty: Some(pty), printed, is_closing, reader: Some(reader), seen: 0 }
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Types a text.
    pub fn types(&self, text: &str) {
        self.send(text.as_bytes());
    }

    /// Types bytes that need not be text.
    pub fn types_bytes(&self, bytes: &[u8]) {
        self.send(bytes);
    }

    /// Types a text and Enter.
    pub fn enters(&self, text: &str) {
        self.types(text);
        self.presses(Key::Enter);
    }

    /// Presses a key.
    pub fn presses(&self, key: Key) {
        self.send(key.bytes());
    }

    /// Pastes a text, as a terminal that knows of pasting tells it.
    pub fn pastes(&self, text: &str) {
        self.types(&format!("\x1b[200~{text}\x1b[201~"));
    }

    /// Waits until this is seen behind what was waited for before; answers what stood between.
    pub fn sees(&mut self, text: &str) -> String {
        let from = self.seen;
        let (between, end) = wait::until_or(
            || {
                let screen = self.screen();
                let at = screen[from..].find(text)?;
                Some((screen[from..from + at].to_owned(), from + at + text.len()))
            },
            || format!("{text:?} on the terminal, behind {:?}", &self.screen()[from..]),
        );
        self.seen = end;
        between
    }

    /// All that was printed so far, without escape sequences.
    pub fn screen(&self) -> String {
        without_escapes(&self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Closes the terminal under the program.
    pub fn hangs_up(&mut self) {
        self.is_closing.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            drop(reader.join());
        }
        drop(self.pty.take());
    }

    /// Sends a signal to it alone.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for its end: its exit code, or the negated number of the signal that ended it.
    pub fn ends(&mut self) -> i32 {
        let Self { child, printed, .. } = self;
        let status = wait::until_or(
            || child.try_wait().expect("a child"),
            || {
                let printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
                format!("the end of a program at a terminal: {}", without_escapes(&printed))
            },
        );
        status.code().unwrap_or_else(|| -status.signal().unwrap_or_default())
    }

    fn send(&self, bytes: &[u8]) {
        let mut pty = self.pty.as_deref().expect("the terminal is open");
        pty.write_all(bytes).expect("a program that reads");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.wait();
        }
        self.hangs_up();
    }
}

fn read(pty: Arc<Pty>, printed: Arc<Mutex<Vec<u8>>>, is_closing: Arc<AtomicBool>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut block = [0; 4096];
        while !is_closing.load(Ordering::Relaxed) {
            let mut ready = [PollFd::new(&*pty, PollFlags::IN)];
            if !matches!(poll(&mut ready, Some(&LOOK)), Ok(1..)) {
                continue;
            }
            // Without a program at its other end the terminal is an error.
            let Ok(read @ 1..) = (&*pty).read(&mut block) else { break };
            printed.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&block[..read]);
        }
    })
}

/// Text without escape sequences and carriage returns. One that is not whole yet is left out.
fn without_escapes(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\u{1b}' => {
                if rest.next() == Some('[') {
                    rest.by_ref().find(|character| matches!(character, '@'..='~'));
                }
            }
            '\r' => {}
            _ => kept.push(character),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Home, Invocation};

    #[test]
    fn a_program_reads_what_is_typed_and_hears_ctrl_c() {
        let home = Home::new();
        let script =
            "trap 'echo interrupted' INT; echo ready; read line; echo \"got $line\"; read more; echo over";
        let mut terminal = Invocation::new("/bin/sh").args(["-c", script]).start_in_terminal(&home);
        terminal.sees("ready");
        terminal.enters("some words");
        terminal.sees("got some words");
        terminal.presses(Key::CtrlC);
        terminal.sees("interrupted");
        drop(terminal);
        let mut terminal = Invocation::new("/bin/cat").start_in_terminal(&home);
        terminal.hangs_up();
        assert_eq!(terminal.ends(), -1, "SIGHUP");
    }

    #[test]
    fn escapes_are_not_seen() {
        assert_eq!(without_escapes(b"a\x1b[31mb\x1b[?2004hc\r\nd\x1b[3"), "abc\nd");
    }
}
