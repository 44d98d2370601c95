//! What passes between a desk and who asks there: one JSON line each way.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;

use foreword_model::limits;
use foreword_model::person::{AskError, Question, Reply};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WireQuestion {
    text: String,
    options: Vec<String>,
    is_multiple: bool,
    /// How long the answer is of use.
    pub(super) patience_ms: u64,
}

impl WireQuestion {
    pub(super) fn new(question: &Question, patience_ms: u64) -> Self {
        let Question { text, options, is_multiple } = question.clone();
        Self { text, options, is_multiple, patience_ms }
    }

    pub(super) fn question(&self) -> Question {
        Question { text: self.text.clone(), options: self.options.clone(), is_multiple: self.is_multiple }
    }
}

/// An answer on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub(super) enum WireReply {
    Answered { selected: Vec<String>, custom_input: Option<String> },
    Declined,
    Dismissed,
    Late,
    Nobody { why: String },
    Unreadable { why: String },
}

impl From<Result<Reply, AskError>> for WireReply {
    fn from(reply: Result<Reply, AskError>) -> Self {
        match reply {
            Ok(Reply::Answer { selected, custom_input }) => Self::Answered { selected, custom_input },
            Ok(Reply::Declined) => Self::Declined,
            Ok(Reply::Dismissed) => Self::Dismissed,
            Err(AskError::Late) => Self::Late,
            Err(AskError::Nobody(why)) => Self::Nobody { why },
            Err(AskError::Unreadable(why)) => Self::Unreadable { why },
        }
    }
}

impl From<WireReply> for Result<Reply, AskError> {
    fn from(reply: WireReply) -> Self {
        match reply {
            WireReply::Answered { selected, custom_input } => Ok(Reply::Answer { selected, custom_input }),
            WireReply::Declined => Ok(Reply::Declined),
            WireReply::Dismissed => Ok(Reply::Dismissed),
            WireReply::Late => Err(AskError::Late),
            WireReply::Nobody { why } => Err(AskError::Nobody(why)),
            WireReply::Unreadable { why } => Err(AskError::Unreadable(why)),
        }
    }
}

/// Writes one line; one that the other side would not read to its end is not begun.
pub(super) fn send(mut stream: &UnixStream, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    if u64::try_from(line.len()).is_ok_and(|length| length > limits::DESK_LINE_BYTES) {
        return Err(std::io::Error::other("the line is too long"));
    }
    stream.write_all(&line)
}

/// Reads one line; nothing where the other side went, or says something else.
pub(super) fn receive<T: DeserializeOwned>(stream: &UnixStream) -> Option<T> {
    let mut line = String::new();
    BufReader::new(stream).take(limits::DESK_LINE_BYTES).read_line(&mut line).ok()?;
    serde_json::from_str(&line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_arrives_as_it_was_said() {
        for reply in [
            Ok(Reply::Answer { selected: vec!["a".to_owned()], custom_input: Some("b\nc".to_owned()) }),
            Ok(Reply::Declined),
            Ok(Reply::Dismissed),
            Err(AskError::Late),
            Err(AskError::Nobody("so".to_owned())),
            Err(AskError::Unreadable("so".to_owned())),
        ] {
            let (here, there) = UnixStream::pair().expect("a pair");
            send(&here, &WireReply::from(reply.clone())).expect("sent");
            let came: WireReply = receive(&there).expect("a reply");
            assert_eq!(Result::from(came), reply);
        }
        let (here, there) = UnixStream::pair().expect("a pair");
        let length = usize::try_from(limits::DESK_LINE_BYTES).expect("a length");
        assert!(send(&here, &"x".repeat(length)).is_err(), "too long");
        drop(here);
        assert_eq!(receive::<WireReply>(&there), None);
    }
}
