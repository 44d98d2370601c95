//! Past runs, for `foreword explain`: the sealed envelopes of the last injections, in the user's state folder.
//!
//! A record is worth neither a line nor a wait: what cannot be written is not, and nothing is synced. Keeps no
//! decline and no plan; of the last run that is not kept a note says when it was and why, so that an older one is not taken
//! for it.

use std::io::{Error, ErrorKind, Result};
use std::time::Duration;

use foreword_guard::{Cleared, seal_envelope};
use foreword_model::envelope::Envelope;
use foreword_model::limits;
use rustix::fs::Stat;
use serde::{Deserialize, Serialize};

use crate::assemble::Orchestrated;
use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder, age, is_file};

const FOLDER: &str = "runs";
const EXTENSION: &str = ".json";
/// The file that names the last run that is not kept.
const UNKEPT: &str = "not-kept";
/// Bytes that are written to see whether a record could be.
const PROBE_BYTES: usize = 4_096;
const PROBE: &str = ".probe";

/// Keeps a finished run in which a tool ran, whatever it found. Several at once do not disturb each
/// other; of two with one name the later stays.
pub fn keep(environment: &Environment, orchestrated: &Orchestrated) {
    let envelope = &orchestrated.run.envelope;
    if orchestrated.is_plan {
        return;
    }
    if let Err(why) = try_to_keep(environment, envelope) {
        let (run_id, created_at) = (envelope.run_id.clone(), envelope.created_at.clone());
        // Whoever asks for the run finds out that none can be kept.
        drop(note_unkept(environment, &UnkeptRun { run_id, created_at, why }));
    }
}

/// Keeps a run, or says why not.
fn try_to_keep(environment: &Environment, envelope: &Cleared<Envelope>) -> std::result::Result<(), String> {
    if !is_worth_keeping(envelope) {
        return Err(envelope.degraded.reason.clone());
    }
    // An external kernel may call its run anything; only our own form becomes a file name.
    let Some(id) = RunId::parse(&envelope.run_id) else {
        return Err("its kernel gave it an id of another form".to_owned());
    };
    write(environment, &id, envelope).map_err(|error| format!("it could not be written: {error}"))
}

/// A run that is not kept: nothing of its prompt is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnkeptRun {
    /// Its id.
    pub run_id: String,
    /// When it ran.
    pub created_at: String,
    /// Why it is not kept.
    pub why: String,
}

/// Without a folder nothing is noted: there is no older run that could be taken for this one.
fn note_unkept(environment: &Environment, run: &UnkeptRun) -> Result<()> {
    let folder = StateFolder::open(environment, FOLDER, Missing::LeaveOut)?;
    folder.write(UNKEPT, UNKEPT, &serde_json::to_vec(run)?)
}

/// The name of a run that can be kept: `YYYYMMDD-HHMMSS-<hash6>`, and nothing else. Later runs compare greater.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(String);

impl RunId {
    /// Takes a name of that form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (date, time, hash) = (parts.next()?, parts.next()?, parts.next()?);
        let is_number =
            |part: &str, digits: usize| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        let is_hash = hash.len() == 6 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let is_whole = parts.next().is_none();
        (is_number(date, 8) && is_number(time, 6) && is_hash && is_whole).then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn file_name(&self) -> String {
        format!("{}{EXTENSION}", self.0)
    }

    /// The second in which it ran.
    fn second(&self) -> &str {
        self.0.rsplit_once('-').map_or(self.0.as_str(), |(second, _)| second)
    }
}

/// Why there is no record to be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is none at all.
    #[error("no run was kept; one is kept when a prompt was about code")]
    NothingKept,
    /// The folder is there, and cannot be opened.
    #[error("the folder of past runs cannot be read: {problem}")]
    Folder {
        /// Why.
        problem: String,
    },
    /// There are others.
    #[error("no run {wanted} is kept; the last of {kept} is {last}")]
    Unknown {
        /// The one that was asked for.
        wanted: String,
        /// How many there are.
        kept: usize,
        /// The newest.
        last: String,
    },
    /// It is there, and is no record.
    #[error("run {id} cannot be read: {problem}")]
    Unreadable {
        /// Which.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// A past run.
#[derive(Debug)]
pub struct PastRun {
    /// What was recorded.
    pub envelope: Cleared<Envelope>,
    /// If the last run was asked for: why this one may not be it.
    pub doubt: Option<Doubt>,
}

/// Why the last record may not be that of the last run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// A later run is known.
    Later(UnkeptRun),
    /// Nothing can be recorded, so a later run would not be known.
    CannotRecord(String),
}

/// Reads a run, or the last one that is kept. A file can be changed by others, so it is sealed once more.
pub fn read(environment: &Environment, wanted: Option<&RunId>) -> std::result::Result<PastRun, ReadError> {
    let folder =
        StateFolder::open(environment, FOLDER, Missing::LeaveOut).map_err(|error| match error.kind() {
            ErrorKind::NotFound => ReadError::NothingKept,
            _ => ReadError::Folder { problem: error.to_string() },
        })?;
    let mut records = Listing::of(&folder).records;
    records.sort_by(|left, right| left.age_order(right));
    let last = records.last().ok_or(ReadError::NothingKept)?;
    let id = match wanted {
        None => &last.id,
        Some(wanted) if records.iter().any(|record| record.id == *wanted) => wanted,
        Some(wanted) => {
            let (wanted, last) = (wanted.as_str().to_owned(), last.id.as_str().to_owned());
            return Err(ReadError::Unknown { wanted, kept: records.len(), last });
        }
    };
    // What is longer is cut, and then is no record.
    let bytes = folder.read(&id.file_name(), limits::RUN_RECORDS_BYTES);
    let read = bytes.and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
    let problem =
        |error: Error| ReadError::Unreadable { id: id.as_str().to_owned(), problem: error.to_string() };
    let envelope: Cleared<Envelope> = read.map(seal_envelope).map_err(problem)?;
    let doubt = match wanted {
        Some(_) => None,
        None => doubt_about(&folder, &envelope),
    };
    Ok(PastRun { envelope, doubt })
}

fn doubt_about(folder: &StateFolder, shown: &Envelope) -> Option<Doubt> {
    let noted = folder.read(UNKEPT, limits::RUN_RECORDS_BYTES);
    let unkept = noted.ok().and_then(|bytes| serde_json::from_slice::<UnkeptRun>(&bytes).ok());
    if let Some(unkept) = unkept.filter(|unkept| unkept.created_at > shown.created_at) {
        return Some(Doubt::Later(unkept));
    }
    let probe = folder.write("probe", PROBE, &[b' '; PROBE_BYTES]);
    folder.remove(PROBE);
    probe.err().map(|error| Doubt::CannotRecord(error.to_string()))
}

/// The last runs, the newest first; one that cannot be read is left out.
pub fn recent(environment: &Environment, runs_max: usize) -> Vec<Cleared<Envelope>> {
    let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::LeaveOut) else { return Vec::new() };
    let mut records = Listing::of(&folder).records;
    records.sort_by(|left, right| right.age_order(left));
    let read = |record: &Record| {
        let bytes = folder.read(&record.id.file_name(), limits::RUN_RECORDS_BYTES).ok()?;
        serde_json::from_slice(&bytes).ok()
    };
    records.iter().take(runs_max).filter_map(read).map(seal_envelope).collect()
}

/// Whether somebody may ask about a run: also whoever got nothing for a prompt about code asks why.
fn is_worth_keeping(envelope: &Envelope) -> bool {
    !envelope.tool_results.is_empty() || !envelope.fused_context.for_model.additional_context.is_empty()
}

fn write(environment: &Environment, id: &RunId, envelope: &Cleared<Envelope>) -> Result<()> {
    let bytes = serde_json::to_vec(envelope)?;
    if bytes.len() as u64 > limits::RUN_RECORDS_BYTES {
        return Err(Error::other("larger than all records may be"));
    }
    let folder = StateFolder::open(environment, FOLDER, Missing::Make)?;
    let written = folder.write(id.as_str(), &id.file_name(), &bytes);
    prune(&folder, id);
    written
}

/// Removes the oldest records beyond the limits, but never the one just written.
fn prune(folder: &StateFolder, written: &RunId) {
    let Listing { mut records, leftovers } = Listing::of(folder);
    leftovers.iter().for_each(|name| folder.remove(name));
    records.sort_by(|left, right| {
        let is_written = |record: &Record| record.id == *written;
        is_written(right).cmp(&is_written(left)).then_with(|| right.age_order(left))
    });
    let mut bytes = 0_u64;
    for (place, record) in records.iter().enumerate() {
        bytes = bytes.saturating_add(u64::try_from(record.stat.st_size).unwrap_or(u64::MAX));
        if place >= limits::RUN_RECORDS || bytes > limits::RUN_RECORDS_BYTES {
            folder.remove(&record.id.file_name());
        }
    }
}

struct Record {
    id: RunId,
    stat: Stat,
}

impl Record {
    /// Older first; within one second the time of the file tells.
    fn age_order(&self, other: &Self) -> std::cmp::Ordering {
        let time = |record: &Self| (record.stat.st_mtime, record.stat.st_mtime_nsec);
        (self.id.second(), time(self), &self.id).cmp(&(other.id.second(), time(other), &other.id))
    }
}

/// What is in the folder that is ours.
#[derive(Default)]
struct Listing {
    records: Vec<Record>,
    /// Files that a killed run did not get to rename.
    leftovers: Vec<String>,
}

impl Listing {
    fn of(folder: &StateFolder) -> Self {
        let mut listing = Self::default();
        for (name, stat) in folder.entries(limits::RUN_FOLDER_ENTRIES) {
            match name.strip_suffix(EXTENSION).and_then(RunId::parse) {
                Some(id) if is_file(&stat) => listing.records.push(Record { id, stat }),
                None if is_temporary(&name) && is_left_behind(&stat) => listing.leftovers.push(name),
                Some(_) | None => {}
            }
        }
        listing
    }
}

/// Whether a file is a record on its way: `.<run_id>.<process>.<nanoseconds>`.
fn is_temporary(name: &str) -> bool {
    let id = name.strip_prefix('.').and_then(|rest| rest.split_once('.')).map(|(id, _)| id);
    id.and_then(RunId::parse).is_some()
}

/// Whether nobody can still be writing it.
fn is_left_behind(stat: &Stat) -> bool {
    is_file(stat) && age(stat) > Duration::from_secs(limits::RUN_LEFTOVER_S)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn only_our_own_form_is_a_run() {
        assert!(RunId::parse("20260102-030405-0a1b2c").is_some());
        for wrong in [
            "",
            "last",
            "../x",
            "20260102-030405-0a1b2",
            "20260102-030405-0A1B2C",
            "20260102-030405-0a1b2c-",
            "20260102-030405-0a1b2c/../x",
            "2026010２-030405-0a1b2c",
            "plan-0123456789ab",
            "empty-0123456789ab",
        ] {
            assert_eq!(RunId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_that_is_being_written_is_not_left_behind() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let stat = || rustix::fs::fstat(file.as_file()).expect("stat");
        assert!(!is_left_behind(&stat()));
        let old = SystemTime::now() - Duration::from_secs(2 * limits::RUN_LEFTOVER_S);
        file.as_file().set_modified(old).expect("a time");
        assert!(is_left_behind(&stat()));
        for (name, expected) in
            [(".20260102-030405-0a1b2c.7.8", true), (".profile.7", false), ("notes", false)]
        {
            assert_eq!(is_temporary(name), expected, "{name}");
        }
    }
}
