//! What is read of a git directory before git is started on it.

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
