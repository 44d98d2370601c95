//! The numbers of writing into the files of a client: how often, how long, how much is kept.

/// Attempts to merge our entry into a file that somebody else keeps writing.
pub const MERGE_ATTEMPTS: usize = 5;
/// How often two files are exchanged at most to bring the newest edit of a client back to its place.
pub const EXCHANGES_BACK: usize = 16;
/// Days that a copy of a client's file outlives what replaced it.
pub const KEPT_COPY_DAYS: u64 = 30;
/// How long a file that is empty or cannot be parsed is given to be finished, in milliseconds: a program that truncates
/// before it writes leaves it so for a moment.
pub const HALF_WRITTEN_WAIT_MS: u64 = 100;
/// How long another `foreword install` or `uninstall` is waited for, in milliseconds.
pub const INSTALL_LOCK_WAIT_MS: u64 = 10_000;
/// Between two looks at that lock, in milliseconds.
pub const INSTALL_LOCK_POLL_MS: u64 = 25;
/// Bytes of the extended attributes of a client's file that are carried over.
pub const EXTENDED_ATTRIBUTE_BYTES: usize = 64 * 1024;
