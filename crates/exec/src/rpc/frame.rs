//! Bytes to frames, one a line. A frame that is too long is passed over without being held.

use std::io::{BufRead, ErrorKind};

/// What came next.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line that is longer than a frame may be.
    Oversized,
    /// The other side has closed its end.
    End,
}

/// The frames of a stream.
#[derive(Debug)]
pub struct Frames<R> {
    source: R,
    bytes_max: usize,
}

impl<R: BufRead> Frames<R> {
    /// Frames of at most so many bytes.
    pub fn new(source: R, bytes_max: usize) -> Self {
        Self { source, bytes_max }
    }

    /// The next one; waits for it.
    pub fn next_frame(&mut self) -> Frame {
        let (mut held, mut is_oversized, mut is_something) = (Vec::new(), false, false);
        loop {
            let block = match self.source.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A stream that cannot be read any more has ended.
                Err(_) => &[],
            };
            if block.is_empty() && !is_something {
                return Frame::End;
            }
            let line_end = block.iter().position(|byte| *byte == b'\n');
            let part = &block[..line_end.unwrap_or(block.len())];
            is_something = true;
            is_oversized |= held.len() + part.len() > self.bytes_max;
            if is_oversized {
                held = Vec::new();
            } else {
                held.extend_from_slice(part);
            }
            let (is_last, consumed) = (line_end.is_some() || block.is_empty(), part.len());
            self.source.consume(consumed + usize::from(line_end.is_some()));
            if is_last {
                return if is_oversized { Frame::Oversized } else { Frame::Whole(held) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn check(bytes: &[u8], expected: &[Frame]) {
        // Blocks of every size: a frame may break off anywhere.
        for block in 1..=bytes.len().max(1) {
            let source = BufReader::with_capacity(block, bytes);
            let mut frames = Frames { source, bytes_max: 4 };
            for expect in expected {
                assert_eq!(frames.next_frame(), *expect, "blocks of {block}");
            }
            assert_eq!(frames.next_frame(), Frame::End);
        }
    }

    fn whole(text: &str) -> Frame {
        Frame::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_become_frames_and_long_ones_are_passed_over() {
        check(b"", &[]);
        check(b"ab\n\ncd\n", &[whole("ab"), whole(""), whole("cd")]);
        check(
            b"1234\n12345\n1234567890\nab",
            &[whole("1234"), Frame::Oversized, Frame::Oversized, whole("ab")],
        );
        check(b"123456", &[Frame::Oversized]);
    }
}
