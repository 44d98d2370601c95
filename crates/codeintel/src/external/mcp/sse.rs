//! Server-sent events: lines to the data of events. Only data counts; names and numbers of events do not.

use std::io::BufRead;

use foreword_exec::rpc::frame::{Frame, Frames};
use foreword_model::limits;

/// What comes next in a stream of events.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The data of an event.
    Data(Vec<u8>),
    /// An event that is too long; it was not held.
    Oversized,
    /// The stream has ended.
    End,
}

/// The events of a stream.
pub(super) struct Events<R> {
    lines: Frames<R>,
}

impl<R: BufRead> Events<R> {
    pub(super) fn new(source: R) -> Self {
        Self { lines: Frames::new(source, limits::EXTERNAL_FRAME_BYTES) }
    }

    /// The next one; waits for it.
    pub(super) fn next_event(&mut self) -> Event {
        let (mut data, mut is_something) = (Vec::new(), false);
        loop {
            let line = match self.lines.next_frame() {
                Frame::Whole(line) => line,
                Frame::Oversized => {
                    self.skip_event();
                    return Event::Oversized;
                }
                Frame::End if is_something => return Event::Data(data),
                Frame::End => return Event::End,
            };
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line.is_empty() && is_something {
                return Event::Data(data);
            }
            let Some(value) = line.strip_prefix(b"data:") else { continue };
            if is_something {
                data.push(b'\n');
            }
            data.extend_from_slice(value.strip_prefix(b" ").unwrap_or(value));
            is_something = true;
            if data.len() > limits::EXTERNAL_FRAME_BYTES {
                self.skip_event();
                return Event::Oversized;
            }
        }
    }

    /// Passes over what is left of an event; the stream has a deadline of its own.
    fn skip_event(&mut self) {
        loop {
            match self.lines.next_frame() {
                Frame::Whole(line) if line.is_empty() || line == b"\r" => return,
                Frame::Whole(_) | Frame::Oversized => {}
                Frame::End => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_event_is_none_of_its_own() {
        let half = "x".repeat(limits::EXTERNAL_FRAME_BYTES / 2);
        let text = format!("data: {half}\ndata: {half}\ndata: {half}\ndata: rest\n\ndata: next\n\n");
        let mut events = Events::new(text.as_bytes());
        assert_eq!(events.next_event(), Event::Oversized);
        assert_eq!(events.next_event(), Event::Data(b"next".to_vec()));
    }

    #[test]
    fn events_are_told_apart_by_empty_lines() {
        let mut events = Events::new(
            &b": hello\n\nid: 7\nevent: message\ndata: {\"a\":\r\ndata:1}\r\n\r\ndata: x\n\nretry: 5\n\ndata: end"[..],
        );
        for expected in [&b"{\"a\":\n1}"[..], b"x", b"end"] {
            assert_eq!(events.next_event(), Event::Data(expected.to_vec()));
        }
        assert_eq!(events.next_event(), Event::End);
    }
}
