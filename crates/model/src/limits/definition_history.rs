//! The pass over past commits that says which definitions each of them changed.

/// Commits that are looked at, newest first: what an older one says of a definition, a newer one mostly says too.
pub const DEFINITION_HISTORY_COMMITS: usize = 3_500;
/// A commit that touches more files says little about each definition in them.
pub const DEFINITION_HISTORY_FILES: usize = 12;
/// A commit that changes more definitions says little about each.
pub const DEFINITION_HISTORY_NAMES: usize = 60;
/// Commits that one start of git is asked for: what was read is stored after each.
pub const DEFINITION_HISTORY_BATCH: usize = 500;
/// One pass may take this long, in milliseconds; 3,500 commits of django take 2 s. The next goes on where it stopped.
pub const DEFINITION_HISTORY_MS: u64 = 30_000;
/// Bytes of git's output that are read in one pass, none of which are kept: 3,500 commits of tokio have 12 MB.
pub const DEFINITION_HISTORY_OUTPUT_BYTES: u64 = 500_000_000;
/// Times in one pass that git may die of an object that is missing; the next pass goes on below.
pub const DEFINITION_HISTORY_RESTARTS: usize = 16;
/// Bytes of the file on disk; a longer one is damaged.
pub const DEFINITION_HISTORY_BYTES: u64 = 64_000_000;
