//! What a refresh and a worker process say to each other: a greeting, then groups of files one way and an answer for each
//! file the other way. Every message begins with its length.

use std::io::{self, ErrorKind, Read, Write};

use foreword_guard::path::Jail;
use foreword_model::limits;

use super::file::{Outcome, Treatment, prepare};
use crate::store::codec::{Cursor, put_bytes, put_number};
use crate::store::{Prepared, Preparer, Redactor};
use crate::walk::WalkedFile;
use crate::{class, language};

/// What a worker says first: it is of this version, and ready.
const GREETING: &str = concat!("foreword worker ", env!("CARGO_PKG_VERSION"));
/// How an answer with a file begins.
const PREPARED: u8 = 1;
/// How an answer with a reason begins.
const LEFT_OUT: u8 = 0;

/// Answers for groups of files until there are no more: the work of a worker process. `before_file` is told the size of
/// each file before it is read.
pub fn serve(
    jail: &Jail,
    redact: Redactor<'_>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    before_file: &mut dyn FnMut(u64),
) -> io::Result<()> {
    let mut output = io::BufWriter::with_capacity(limits::WORKER_GROUP_BYTES as usize, output);
    write_message(&mut output, GREETING.as_bytes())?;
    output.flush()?;
    let mut preparer = Preparer::new(redact);
    let mut message = Vec::new();
    let mut answer = Vec::new();
    while read_message(input, &mut message)? {
        let mut cursor = Cursor::new(&message);
        while !cursor.is_at_end() {
            let (file, treatment) = decode_file(&mut cursor).ok_or(ErrorKind::InvalidData)?;
            before_file(file.len);
            answer.clear();
            encode_outcome(&prepare(jail, &mut preparer, &file, treatment), &mut answer);
            write_message(&mut output, &answer)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Waits for the greeting of a worker.
pub(super) fn expect_greeting(worker: &mut dyn Read) -> io::Result<()> {
    let mut message = Vec::new();
    let is_greeted = read_message(worker, &mut message)? && message == GREETING.as_bytes();
    if is_greeted { Ok(()) } else { Err(io::Error::other("no greeting of this version")) }
}

/// Gives a group of files to a worker.
pub(super) fn send_files(worker: &mut dyn Write, files: &[(&WalkedFile, Treatment)]) -> io::Result<()> {
    let mut message = Vec::new();
    for (file, treatment) in files {
        encode_file(file, *treatment, &mut message);
    }
    write_message(worker, &message)?;
    worker.flush()
}

/// Waits for the answer for one file.
pub(super) fn receive_outcome(worker: &mut dyn Read, path: &str) -> io::Result<Outcome> {
    let mut message = Vec::new();
    if !read_message(worker, &mut message)? {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    decode_outcome(&message, path).ok_or_else(|| ErrorKind::InvalidData.into())
}

fn encode_file(file: &WalkedFile, treatment: Treatment, out: &mut Vec<u8>) {
    put_bytes(out, file.path.as_bytes());
    put_number(out, file.len);
    out.extend_from_slice(&file.modified_ns.to_le_bytes());
    let (number, hash) = match treatment {
        Treatment::Parse => (0, 0),
        Treatment::AsText => (1, 0),
        Treatment::ParseUnlessHash(hash) => (2, hash),
    };
    out.push(number);
    out.extend_from_slice(&u64::to_le_bytes(hash));
}

fn decode_file(cursor: &mut Cursor<'_>) -> Option<(WalkedFile, Treatment)> {
    let path = cursor.text()?.to_owned();
    let language = language::of_path(&path);
    let class = class::of_path(&path, language);
    let len = cursor.number()?;
    let modified_ns = cursor.fixed64()? as i64;
    let treatment = match (cursor.byte()?, cursor.fixed64()?) {
        (0, _) => Treatment::Parse,
        (1, _) => Treatment::AsText,
        (2, hash) => Treatment::ParseUnlessHash(hash),
        _ => return None,
    };
    Some((WalkedFile { path, len, modified_ns, language, class }, treatment))
}

fn encode_outcome(outcome: &Outcome, out: &mut Vec<u8>) {
    match outcome {
        Ok(file) => {
            out.push(PREPARED);
            file.encode(out);
        }
        Err(reason) => {
            out.push(LEFT_OUT);
            out.extend_from_slice(reason.as_bytes());
        }
    }
}

fn decode_outcome(message: &[u8], path: &str) -> Option<Outcome> {
    match message.split_first()? {
        (&PREPARED, bytes) => {
            let record = |file: &Prepared| file.file_record();
            let file =
                Prepared::decode(bytes).filter(|file| record(file).is_some_and(|known| known.path == path));
            file.map(Ok)
        }
        (&LEFT_OUT, reason) => Some(Err(String::from_utf8(reason.to_owned()).ok()?)),
        _ => None,
    }
}

fn write_message(to: &mut dyn Write, message: &[u8]) -> io::Result<()> {
    let length = u32::try_from(message.len()).map_err(|_| ErrorKind::InvalidData)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(message)
}

/// Reads one message; false if the other side is gone.
fn read_message(from: &mut dyn Read, message: &mut Vec<u8>) -> io::Result<bool> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
        other => other?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > limits::WORKER_MESSAGE_BYTES {
        return Err(ErrorKind::InvalidData.into());
    }
    message.resize(length, 0);
    from.read_exact(message).map(|()| true)
}
