//! How much a repository's own rules may say: patterns of its configuration, ignore files, tools. What is above a bound
//! counts as unreadable.

/// Patterns of one list (`exclude`, `sensitive`) of one configuration file.
pub const CONFIG_GLOBS: usize = 200;
/// Bytes of one pattern.
pub const CONFIG_GLOB_BYTES: usize = 200;
/// Bytes of all patterns of one list: every file of a walk is matched against all of them.
pub const CONFIG_GLOBS_BYTES: usize = 8_000;
/// Entries of `tools` in one configuration file.
pub const CONFIG_TOOLS: usize = 200;
/// Words of one list below a tool (`command`, `when`), and entries of one map (`env`, `headers`).
pub const CONFIG_TOOL_WORDS: usize = 200;

/// Bytes of one file of ignore rules.
pub const IGNORE_FILE_BYTES: u64 = 256_000;
/// Rules of one file of ignore rules; large ones by hand have some hundred.
pub const IGNORE_FILE_RULES: usize = 2_000;
/// Rules of all ignore files that one walk reads.
pub const IGNORE_RULES: usize = 20_000;
/// Bytes of one rule.
pub const IGNORE_RULE_BYTES: usize = 1_000;
/// Steps that one path may take through the patterns of one ignore file, a letter each: far more than ordinary patterns take. What
/// takes more is made to, and hidden.
pub const IGNORE_MATCH_STEPS: usize = 1_000_000;
/// Directories and files that a report names for being over a bound.
pub const OVER_BOUND_NAMED: usize = 3;
