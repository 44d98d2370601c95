//! The numbers around what is said of definitions and tests.

/// Files beside a change that are read to see whether a test is in them.
pub const IMPACT_TESTS_READ: usize = 100;
/// Bytes of one definition in a large file that are parsed without an index, to see its end: some 10 ms.
pub const OUTLINE_SPAN_BYTES: usize = 64_000;
/// Blocks before a line at which what is around it may begin.
pub const OUTLINE_BLOCKS_BACK: usize = 400;
/// Lines in which the end of a definition is looked for without a parser.
pub const DEFINITION_LINES: usize = 4_000;
