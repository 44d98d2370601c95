//! Reads a hook's payload: until it is whole, and not until the client closes its end, which it may never do.

use std::os::fd::AsFd;
use std::time::Duration;

use foreword_adapters::hook::Payload;
use foreword_model::{clock, limits};
use rustix::event::{PollFd, PollFlags, poll};

/// Bytes that are read at once.
const PIECE_BYTES: usize = 65_536;

/// What came on standard input, up to one byte more than a payload may have: all of it, or what a client that kept its end
/// open had written when an object was whole or the time was up.
pub fn read() -> Vec<u8> {
    read_from(std::io::stdin(), Duration::from_millis(limits::PAYLOAD_WAIT_MS))
}

fn read_from(input: impl AsFd, time: Duration) -> Vec<u8> {
    let deadline = clock::now() + time;
    let (mut bytes, mut piece) = (Vec::new(), vec![0; PIECE_BYTES]);
    while bytes.len() <= limits::PAYLOAD_BYTES {
        // What follows an object at once still counts, so that it is found to be more than one.
        let left = if Payload::is_whole(&bytes) { Duration::ZERO } else { clock::left(deadline) };
        if !is_readable(&input, left) {
            break;
        }
        let room = limits::PAYLOAD_BYTES + 1 - bytes.len();
        match rustix::io::read(&input, &mut piece[..room.min(PIECE_BYTES)]) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(&piece[..read]),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) if !clock::is_past(deadline) => {}
            // What was read before an error is judged like any other input.
            Err(_) => break,
        }
    }
    bytes
}

/// Whether there is something to read, or the end of it, within this time.
fn is_readable(input: &impl AsFd, time: Duration) -> bool {
    let Ok(time) = time.try_into() else { return false };
    match poll(&mut [PollFd::new(input, PollFlags::IN)], Some(&time)) {
        Ok(ready) => ready > 0,
        // Whoever was interrupted looks again.
        Err(error) => error == rustix::io::Errno::INTR,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const WHOLE: &[u8] = br#"{"prompt":"p"}"#;

    fn pipe_with(bytes: &[u8]) -> (std::io::PipeReader, std::io::PipeWriter) {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        writer.write_all(bytes).expect("written");
        (reader, writer)
    }

    #[test]
    fn a_whole_object_is_enough_though_the_input_stays_open() {
        let (reader, _open) = pipe_with(WHOLE);
        let started = clock::now();
        assert_eq!(read_from(reader, Duration::from_secs(600)), WHOLE);
        assert!(clock::since(started) < Duration::from_secs(300));
    }

    #[test]
    fn half_an_object_is_waited_for_until_the_time_is_up() {
        let (reader, _open) = pipe_with(&WHOLE[..5]);
        assert_eq!(read_from(reader, Duration::from_millis(1)), &WHOLE[..5]);
    }

    #[test]
    fn what_is_no_object_is_read_to_its_end() {
        for bytes in [b"".as_slice(), b"hello {}", br#"{"prompt":"p"} {"prompt":"q"}"#] {
            let (reader, writer) = pipe_with(bytes);
            drop(writer);
            assert_eq!(read_from(reader, Duration::from_secs(600)), bytes);
        }
    }
}
