//! What is read of a git directory before git is started on it, and what a git that was started may take.

/// Bytes of a git configuration, and of the list of other repositories that objects are borrowed from.
pub const GIT_CONFIG_BYTES: u64 = 1_000_000;
/// Files and folders below `objects` that are looked at: git packs loose objects from 6,700 on.
pub const GIT_OBJECT_FILES: usize = 1_000_000;
/// How deep folders lie below `objects`: git has `info/commit-graphs` and `pack`.
pub const GIT_OBJECT_DEPTH: usize = 4;
/// Folders of other repositories that objects are borrowed from, by way of each other too.
pub const GIT_LENDERS: usize = 8;
/// Files of git's configuration that are read for one work tree, includes among them.
pub const GIT_CONFIG_FILES: usize = 40;
/// Bytes of git's output that are read: a hundred times what 1,500 usual commits have.
pub const HISTORY_OUTPUT_BYTES: usize = 64_000_000;
/// One git command may take this long, in milliseconds; what it has printed by then counts.
pub const HISTORY_GIT_MS: u64 = 20_000;
/// Bytes of data that one git command may hold at a time: 4,000 commits of django take less than a fifth of it. A tree that
/// repeats itself (nine levels of ten entries are a billion files, in 3 KB) takes whatever it gets.
pub const GIT_DATA_BYTES: u64 = 500_000_000;
/// Where git could not be started, it is not tried again for so long (seconds).
pub const HISTORY_RETRY_S: u64 = 3_600;
