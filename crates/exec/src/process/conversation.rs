//! A child that is talked to in lines for as long as a call lasts. It is told to end, and ended, when the talk is over.

use std::ffi::OsString;
use std::io::{BufReader, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use foreword_model::clock;
use foreword_model::limits;
use rustix::process::Signal;

use super::{Collector, Ground, JobError, end_group, signal_group, start, watch};
use crate::cancel::{Cancel, Listening};
use crate::rpc::frame::{Frame, Frames};

/// Bytes that are read from a child at a time.
const READ_BYTES: usize = 16_384;

/// What is heard of a child.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// A line that is too long; it was not held.
    Oversized,
    /// It says no more: it ended, or closed its output.
    Ended,
}

/// A child, and the talk with it.
#[derive(Debug)]
pub struct Conversation {
    pid: u32,
    /// None when the child is told that nothing more comes.
    lines_in: Option<SyncSender<Vec<u8>>>,
    heard: Receiver<Event>,
    ended: Receiver<()>,
    stderr: Option<Collector>,
    deadline: Instant,
    _listening: Listening,
}

#[derive(Debug)]
enum Event {
    Heard(Heard),
    Cancelled,
}

impl Conversation {
    /// Starts a child.
    pub fn start(
        command: &[OsString],
        env: &[(&str, OsString)],
        ground: Ground<'_>,
        deadline: Instant,
    ) -> Result<Self, JobError> {
        let mut child = start(command, env, ground)?;
        let (lines_in, to_write) = sync_channel::<Vec<u8>>(limits::EXTERNAL_SAID_HELD);
        if let Some(mut pipe) = child.stdin.take() {
            // A child that does not read must not block us; one that closed its end says so by its silence.
            std::thread::spawn(move || {
                to_write.iter().try_for_each(|line| pipe.write_all(&line).and_then(|()| pipe.flush()))
            });
        }
        let (sender, heard) = sync_channel(limits::EXTERNAL_MESSAGES_HELD);
        let tell_cancelled = sender.clone();
        if let Some(pipe) = child.stdout.take() {
            std::thread::spawn(move || read_lines(pipe, &sender));
        }
        let stderr = child.stderr.take();
        let stderr = stderr.map(|pipe| Collector::start(pipe, limits::EXTERNAL_STDERR_BYTES));
        let (tell, ended) = channel();
        let pid = watch(child, move |_status| {
            let _ = tell.send(());
        });
        let listening = Cancel::current().listen(move || {
            // Where nothing more can be held, its end is heard instead.
            drop(tell_cancelled.try_send(Event::Cancelled));
            end_group(pid);
        });
        Ok(Self { pid, lines_in: Some(lines_in), heard, ended, stderr, deadline, _listening: listening })
    }

    /// Says a line; it is written as soon as the child reads, and dropped if the child has left too many unread.
    pub fn say(&self, line: &str) {
        if let Some(lines_in) = &self.lines_in {
            drop(lines_in.try_send(format!("{line}\n").into_bytes()));
        }
    }

    /// The next thing that is heard, until the deadline.
    pub fn hear(&self) -> Result<Heard, JobError> {
        // A child that never stops talking would otherwise be heard for ever.
        if clock::is_past(self.deadline) {
            return Err(JobError::Late);
        }
        match self.heard.recv_timeout(clock::left(self.deadline)) {
            Ok(Event::Heard(heard)) => Ok(heard),
            Ok(Event::Cancelled) => Err(JobError::Cancelled),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::Ended),
            Err(RecvTimeoutError::Timeout) => Err(JobError::Late),
        }
    }

    /// The start of what it wrote to its standard error; only of one that has ended.
    pub fn complaint(&mut self) -> String {
        let bytes = self.stderr.take().map(Collector::finish).unwrap_or_default().0;
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // A server ends when its input does; whatever holds on is told, and then ended.
        self.lines_in = None;
        signal_group(self.pid, Signal::TERM);
        let left = clock::left(self.deadline);
        let least = Duration::from_millis(limits::EXTERNAL_END_LEAST_MS);
        let _ = self.ended.recv_timeout(left.clamp(least, Duration::from_millis(limits::EXTERNAL_END_MS)));
        end_group(self.pid);
    }
}

fn read_lines(pipe: impl std::io::Read, heard: &SyncSender<Event>) {
    let mut frames = Frames::new(BufReader::with_capacity(READ_BYTES, pipe), limits::EXTERNAL_FRAME_BYTES);
    loop {
        let (event, is_last) = match frames.next_frame() {
            Frame::Whole(line) => (Heard::Line(line), false),
            Frame::Oversized => (Heard::Oversized, false),
            Frame::End => (Heard::Ended, true),
        };
        if heard.send(Event::Heard(event)).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use foreword_testkit::wait;

    use super::*;
    use crate::inherited::Inherited;

    /// A talk, and the folder that it takes place in: one in which no program lies, because those would not be found.
    fn talk(script: &str, timeout_ms: u64) -> (Conversation, tempfile::TempDir) {
        let command = ["/bin/sh", "-c", script].map(OsString::from);
        let deadline = clock::now() + Duration::from_millis(timeout_ms);
        let folder = tempfile::tempdir().expect("a folder");
        let ground = Ground::in_repository(folder.path(), Inherited::LISTED);
        (Conversation::start(&command, &[], ground, deadline).expect("a child"), folder)
    }

    #[test]
    fn lines_go_both_ways_and_an_end_is_heard() {
        let (mut talk, _folder) = talk("read line; echo \"got $line\"; echo gone >&2", 20_000);
        talk.say("hello");
        assert_eq!(talk.hear().expect("a line"), Heard::Line(b"got hello".to_vec()));
        assert_eq!(talk.hear().expect("an end"), Heard::Ended);
        assert_eq!(talk.complaint(), "gone");
    }

    #[test]
    fn a_late_child_is_ended_with_its_group_though_it_holds_on() {
        let (mut talk, _folder) = talk("trap '' TERM; sleep 600 & echo $!; wait; wait", 60_000);
        let Ok(Heard::Line(line)) = talk.hear() else { panic!("no line") };
        let late_at = clock::now() + Duration::from_millis(100);
        talk.deadline = late_at;
        assert!(matches!(talk.hear(), Err(JobError::Late)));
        assert!(clock::now() >= late_at, "it was given up before its time");
        drop(talk);
        let pid = String::from_utf8(line).expect("a number").trim().parse().expect("a number");
        wait::until_gone(pid);
    }

    #[test]
    fn a_child_that_never_stops_talking_is_late_all_the_same() {
        let (talk, _folder) = talk("while :; do echo x; done", 200);
        let deadline = clock::now() + Duration::from_secs(20);
        while talk.hear().is_ok() {
            assert!(clock::now() < deadline, "it is heard for ever");
        }
        assert!(matches!(talk.hear(), Err(JobError::Late)));
    }

    #[test]
    fn what_a_child_does_not_read_is_dropped() {
        let (talk, _folder) = talk("sleep 600", 20_000);
        let line = "x".repeat(100_000);
        let count = 2 * limits::EXTERNAL_SAID_HELD;
        let held = (0..count).filter(|_| {
            talk.say(&line);
            let full = talk.lines_in.as_ref().map(|lines_in| lines_in.try_send(Vec::new()));
            matches!(full, Some(Ok(())))
        });
        assert!(held.count() < count, "everything is held");
    }

    #[test]
    fn a_long_line_is_passed_over() {
        let (talk, _folder) = talk("head -c 17000000 /dev/zero | tr '\\0' x; echo; echo after", 60_000);
        assert_eq!(talk.hear().expect("a line"), Heard::Oversized);
        assert_eq!(talk.hear().expect("a line"), Heard::Line(b"after".to_vec()));
    }
}
