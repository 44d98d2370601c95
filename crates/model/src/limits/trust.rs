//! The numbers of trust: how much of a repository an agreement covers.

/// Words of a repository's commands that are looked at; a repository with more cannot be trusted.
pub const TRUST_WORDS: usize = 1_000;
/// Shells within shells (`sh -c 'sh -c …'`) that are looked into.
pub const TRUST_NESTED_SHELLS: usize = 4;
/// Files that one agreement covers.
pub const TRUST_PINNED_FILES: usize = 20_000;
/// Bytes of all of them together.
pub const TRUST_PINNED_BYTES: u64 = 1024 * 1024 * 1024;
/// Bytes of one that is covered by its folder, or by the whole tree.
pub const TRUST_PINNED_FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes of the digests that are kept of them.
pub const TRUST_DIGESTS_BYTES: u64 = 16 * 1024 * 1024;
/// A file that changed so short a time before it was read (nanoseconds) may change again within the same tick of the
/// clock: its digest is not kept.
pub const TRUST_SETTLED_NS: i64 = 1_000_000_000;
/// How long a folder is walked for files that git does not track, in milliseconds.
pub const TRUST_WALK_MS: u64 = 2_000;
/// Folders below one another that are walked.
pub const TRUST_WALK_DEPTH: usize = 64;
/// Covered files that `foreword trust` lists by name; more are counted.
pub const TRUST_FILES_SHOWN: usize = 40;
