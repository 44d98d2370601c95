//! Trust: whether what a repository asks for beyond narrowing is what its user has agreed to.
//!
//! What counts is content: the files that ask ([`Claim`]), every file of the repository that a command in them names, what
//! lies beside a script, and the whole tree where the words of a command do not tell ([`coverage`]). The user's agreement is a record of its hash in the user's state folder; any edit, a move of the repository
//! or a link in its place makes another hash, or none. Never asks and runs nothing.

mod claim;
mod coverage;
mod digests;
mod shell_words;
mod tree;

pub use claim::{ABSENT, Claim};

use std::path::Path;

use foreword_exec::programs;
use foreword_guard::path::Jail;
use foreword_model::limits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use digests::KnownDigests;

use crate::settings::{Environment, state_dir};
use crate::state_folder::{Missing, StateFolder, is_file};

const FOLDER: &str = "trust";
const EXTENSION: &str = ".json";
/// The digests of the files that were agreed to.
const DIGESTS: &str = ".digests";

/// What the user agreed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The repository, absolute.
    pub root: String,
    /// Of the claim.
    pub hash: String,
    /// When, in the form of RFC 3339.
    pub at: String,
}

/// What stands in the way of running what a repository asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The user agreed to exactly this.
    Trusted,
    /// Nobody has agreed to anything here.
    Unknown,
    /// The user agreed to something else: it was edited, or a file that it names was.
    Changed,
    /// It cannot be agreed to as it is.
    Refused,
}

impl Standing {
    /// Why it is not run, and what can be done; nothing if it is.
    pub fn hindrance(self) -> Option<&'static str> {
        match self {
            Self::Trusted => None,
            Self::Unknown => Some("not trusted; `foreword trust` shows it"),
            Self::Changed => Some("changed since it was trusted; `foreword trust` shows it"),
            Self::Refused => Some("cannot be trusted as it is; `foreword trust` says why"),
        }
    }
}

/// How a claim stands. Reads the record only.
pub fn standing(environment: &Environment, claim: &Claim) -> Standing {
    match recorded(environment, &claim.root) {
        _ if !claim.problems.is_empty() => Standing::Refused,
        Some(record) if record.hash == claim.hash => Standing::Trusted,
        Some(_) => Standing::Changed,
        None => Standing::Unknown,
    }
}

/// The claim of a repository, if the user has ever agreed to one: reading it is for those only.
pub fn known_claim(environment: &Environment, jail: &Jail) -> Option<Claim> {
    recorded(environment, &jail.root().to_string_lossy())?;
    claim(environment, jail)
}

/// The claim of a repository, every file of it read: for a person who is about to agree.
pub fn whole_claim(jail: &Jail) -> Option<Claim> {
    Claim::of(jail, &KnownDigests::default())
}

/// The claim of a repository as it is now; nothing if it asks for nothing. What has not been touched since it was agreed to is
/// not read again.
pub fn claim(environment: &Environment, jail: &Jail) -> Option<Claim> {
    let name = format!("{}{DIGESTS}", stem(&jail.root().to_string_lossy()));
    let kept = StateFolder::open(environment, FOLDER, Missing::LeaveOut)
        .and_then(|folder| folder.read(&name, limits::TRUST_DIGESTS_BYTES));
    Claim::of(jail, &KnownDigests::of(kept.unwrap_or_default()))
}

/// Keeps the user's agreement.
pub fn agree(environment: &Environment, claim: &Claim, at: String) -> std::io::Result<()> {
    if is_of_repository(environment, &claim.root) {
        return Err(std::io::Error::other("XDG_STATE_HOME, or HOME, lies in the repository"));
    }
    let record = Record { root: claim.root.clone(), hash: claim.hash.clone(), at };
    let folder = StateFolder::open(environment, FOLDER, Missing::Make)?;
    let stem = stem(&claim.root);
    folder.write(&stem, &format!("{stem}{DIGESTS}"), claim.digests.as_bytes())?;
    folder.write(&stem, &format!("{stem}{EXTENSION}"), &serde_json::to_vec(&record)?)
}

/// Takes it back; says whether there was one.
pub fn revoke(environment: &Environment, root: &str) -> bool {
    let was = recorded(environment, root).is_some();
    if let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::LeaveOut) {
        folder.remove(&format!("{}{EXTENSION}", stem(root)));
        folder.remove(&format!("{}{DIGESTS}", stem(root)));
    }
    was
}

/// All that the user agreed to, by repository.
pub fn list(environment: &Environment) -> Vec<Record> {
    let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::LeaveOut) else { return Vec::new() };
    let entries = folder.entries(limits::TRUST_RECORDS);
    let names = entries.iter().filter(|(name, stat)| name.ends_with(EXTENSION) && is_file(stat));
    let mut records: Vec<Record> = names.filter_map(|(name, _)| read(&folder, name)).collect();
    records.sort_by(|left, right| left.root.cmp(&right.root));
    records
}

fn recorded(environment: &Environment, root: &str) -> Option<Record> {
    let folder = StateFolder::open(environment, FOLDER, Missing::LeaveOut).ok()?;
    let record = read(&folder, &format!("{}{EXTENSION}", stem(root)))?;
    (record.root == root && !is_of_repository(environment, root)).then_some(record)
}

/// Whether the records lie in the repository that they would be about: then it could have brought its own.
fn is_of_repository(environment: &Environment, root: &str) -> bool {
    state_dir(environment).is_some_and(|state| programs::lies_within(&state, Path::new(root)))
}

fn read(folder: &StateFolder, name: &str) -> Option<Record> {
    serde_json::from_slice(&folder.read(name, limits::TRUST_RECORD_BYTES).ok()?).ok()
}

/// The name of a repository's record.
fn stem(root: &str) -> String {
    hex(&Sha256::digest(root.as_bytes()))
}

/// As much of a digest as nobody can find a second text for.
fn hex(digest: &[u8]) -> String {
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
