//! The numbers around parsing: what a worker process may take, and what is parsed on a prompt's way.

/// Stack of a thread that parses, in bytes. Only what is used of it is taken from the system: tree-sitter releases a
/// stack of 100,000 open constructs by recursion.
pub const PARSE_STACK_BYTES: usize = 128 * 1024 * 1024;
/// Memory that a worker may have besides that stack, in bytes: none of the 9,468 files of
/// a registry of crates needs more.
pub const WORKER_HEAP_BYTES: u64 = 128 * 1024 * 1024;
/// The same for a worker that tries files one by one. Stack and heap stay below 400 MB together.
pub const WORKER_ALONE_HEAP_BYTES: u64 = 240 * 1024 * 1024;
/// Seconds of a processor that one file may take: twice the deadline of its parse, which it does not always obey.
pub const WORKER_FILE_CPU_S: u64 = 3;
/// Milliseconds that the answer for one file is waited for at all: on a busy machine, far more than it can compute.
pub const WORKER_ANSWER_MS: u64 = 120_000;
/// Milliseconds in which a worker that waits for files ends when it is told that none come.
pub const WORKER_END_MS: u64 = 500;
/// Files that a worker is given at a time.
pub const WORKER_GROUP_FILES: usize = 16;
/// Bytes of such a group.
pub const WORKER_GROUP_BYTES: u64 = 64 * 1024;
/// Bytes of one message between a refresh and its workers.
pub const WORKER_MESSAGE_BYTES: usize = 256 * 1024 * 1024;
/// Files that are remembered because no parser can take them.
pub const UNPARSABLE_FILES: usize = 10_000;
/// Bytes that they are remembered in.
pub const UNPARSABLE_BYTES: u64 = 4 * 1024 * 1024;
/// Of these, files that are named.
pub const UNPARSABLE_NAMED: usize = 5;
/// How often the wait for the next background refresh is doubled when one after the other is killed: up to 17 hours.
pub const REFRESH_DOUBLINGS: u32 = 10;
