//! One file of a refresh: read through the jail, parsed, and made ready for the store.

use std::string::FromUtf8Error;
use std::time::{Duration, SystemTime};

use foreword_guard::path::{Jail, PathError};
use foreword_model::clock;
use foreword_model::limits;

use crate::facts::Reading;
use crate::store::{self, FileMeta, Prepared, Preparer};
use crate::walk::WalkedFile;
use crate::{class, facts, freshness, header};

/// A file that is ready for the index; or why it does not come into the index at all.
pub type Outcome = Result<Prepared, String>;

/// Whether a file's grammar reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// It does, if there is one.
    Parse,
    /// It does not: the file is text.
    AsText,
    /// It does unless the file's bytes have this hash: with these it brought a parser down.
    ParseUnlessHash(u64),
}

/// Reads one file and prepares it.
pub(super) fn prepare(
    jail: &Jail,
    preparer: &mut Preparer<'_>,
    file: &WalkedFile,
    treatment: Treatment,
) -> Outcome {
    let read_at = SystemTime::now();
    let (text, hash, reading) = match read(jail, file)? {
        Contents::Text(text) => {
            let hash = store::content_hash(text.as_bytes());
            (text, hash, None)
        }
        Contents::Unread(reading, hash) => (String::new(), hash, Some(reading)),
    };
    let is_parsed = match treatment {
        Treatment::Parse => true,
        Treatment::AsText => false,
        Treatment::ParseUnlessHash(unparsable) => hash != unparsable,
    };
    let deadline = clock::now() + Duration::from_millis(limits::INDEX_PARSE_MS);
    let found = match reading {
        Some(reading) => facts::unread(reading),
        None if is_parsed => facts::extract(&text, file.language, deadline),
        None => facts::as_text(&text, Reading::Defeated),
    };
    let (start, end) = header::span(text.as_bytes(), file.language);
    let meta = FileMeta {
        size: file.len,
        modified_ns: freshness::stamp_to_keep(file.modified_ns, read_at),
        hash,
        language: file.language.map(|language| language.name),
        class: class::of_text(file.class, &text),
        header: text.get(start..end).unwrap_or_default(),
    };
    Ok(preparer.prepare(&file.path, &meta, &text, &found))
}

/// What a file holds.
enum Contents {
    Text(String),
    /// Why it is known by its name only, and the hash of its bytes if they were read.
    Unread(Reading, u64),
}

fn read(jail: &Jail, file: &WalkedFile) -> Result<Contents, String> {
    let bytes = jail.open_relative(&file.path).and_then(|open| open.read(limits::INDEX_FILE_BYTES));
    let bytes = match bytes {
        Ok(text) => text.bytes,
        Err(PathError::TooLarge { .. }) => return Ok(Contents::Unread(Reading::Large, 0)),
        Err(PathError::Invalid | PathError::Io(_)) => return Ok(Contents::Unread(Reading::Refused, 0)),
        Err(PathError::Special) => return Err("special file".to_owned()),
        Err(PathError::Outside) => return Err("leads out of the repository".to_owned()),
        Err(PathError::Absent) => return Err("gone while reading".to_owned()),
    };
    if memchr::memchr(0, &bytes[..bytes.len().min(limits::BINARY_PROBE_BYTES)]).is_some() {
        return Ok(Contents::Unread(Reading::Binary, store::content_hash(&bytes)));
    }
    let not_text =
        |error: FromUtf8Error| Contents::Unread(Reading::NotUtf8, store::content_hash(error.as_bytes()));
    Ok(String::from_utf8(bytes).map_or_else(not_text, Contents::Text))
}
