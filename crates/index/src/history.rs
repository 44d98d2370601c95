//! What git's history says of a repository: which commits touched which files, why, when, and what changes together.
//!
//! One file beside the index, `history`, holds the last commits that are ancestors of HEAD: newest first, merges left
//! out (their diff repeats the commits that they bring, and their message names a branch). Commits join at the new
//! end and leave at the old one; nothing between them is ever changed. The file is replaced as a whole, by rename:
//! it is small, and so the same history gives the same bytes, however many refreshes brought it together.
//!
//! A second file, `definition-history`, says which definitions each of them changed (see `definitions`).
//!
//! Owns the command line of git, the reading of what it prints, the file, and its queries. Starts no program: whoever
//! brings a history up to date hands in a [`Git`]. Decides no ranking. Needs no clock: ages count from the newest commit.

pub(crate) mod command;
mod definitions;
mod empty_dir;
mod encode;
mod file;
mod files;
mod log;
mod message;
mod parse;
mod read;
mod sections;
mod touched;
mod update;

pub use command::{ENVIRONMENT, GitCommand, PROGRAM};
pub use definitions::{
    ChangedDefinition, CommitPatch, DefinitionHistory, DefinitionSummary, PatchParser, drop_damaged,
    update_definitions, update_definitions_with,
};
pub use files::{Churn, Together};
pub use log::{LoggedChange, LoggedCommit};
pub use parse::{Parsed, parse};
pub use read::{History, Posting};
pub use touched::Change;
pub use update::{End, Git, Output, Sink, Update, UpdateOptions, update, update_with};

pub(crate) use definitions::{FILE_NAME as DEFINITIONS_FILE_NAME, fault as definitions_fault};
pub(crate) use file::{FILE_NAME, fault};

/// What happened to a file in a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeKind {
    /// It was not there before.
    Added,
    /// Its bytes or its mode changed.
    Modified,
    /// It is not there afterwards.
    Deleted,
    /// It had another name before, and perhaps other bytes.
    Renamed,
}

/// One commit, without its texts and files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Commit {
    /// When it was committed, in seconds since 1970.
    pub time_s: u64,
    /// Who wrote it: a number that holds for this state of the history, counted from the oldest commit on.
    pub author: u32,
    /// Whether its subject speaks of a fix or a revert.
    pub is_fix: bool,
    /// Terms of its message.
    pub words: u32,
    /// Files that it touches, those included whose names are not kept.
    pub files: u32,
}

/// What a history holds, known from opening it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Its commits are this one and ancestors of it; nothing if there are none.
    pub head: Option<String>,
    /// How many.
    pub commits: u32,
    /// When the newest was committed, in seconds since 1970.
    pub newest_s: u64,
    /// When the oldest was.
    pub oldest_s: u64,
    /// Whether there are older ones that it does not hold.
    pub has_older: bool,
    /// Whether the clone itself ends somewhere.
    pub is_shallow: bool,
    /// Why it could not be brought up to date, if it could not.
    pub reason: Option<String>,
    /// Bytes on disk.
    pub bytes: u64,
}
