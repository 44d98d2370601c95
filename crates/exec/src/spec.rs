//! What is known of a tool before it runs: name, tier, timeout, arguments and their ceilings.

use std::borrow::Cow;

/// A tool as the planner, the CLI and MCP see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSpec {
    /// `ci_search`.
    pub name: Cow<'static, str>,
    /// One line that works when only it is visible.
    pub description: Cow<'static, str>,
    /// 0 and 1 run for code intent, 2 by `CI_AUTO_TOOLS_TIER_MAX=2`, 3 never by itself.
    pub tier: u8,
    /// Its own timeout.
    pub timeout_ms: u64,
    /// Its arguments; any other is refused. `None` for an external tool, which checks its own.
    pub args: Option<&'static [ArgSpec]>,
    /// Whether this build can run it.
    pub built: bool,
}

/// One argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArgSpec {
    /// Its name.
    pub name: &'static str,
    /// Its type and bounds.
    pub kind: ArgKind,
    /// Whether it must be given.
    pub required: bool,
    /// What it means.
    pub doc: &'static str,
}

/// An argument's type and bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgKind {
    /// Free text.
    Text,
    /// Several texts.
    TextList,
    /// A path below the repository root.
    Path,
    /// One of a few words; the first is the default.
    Choice(&'static [&'static str]),
    /// Yes or no; no is the default.
    Flag,
    /// A count of at least 1.
    Count {
        /// What holds when it is not given.
        default: u64,
        /// The most that an automatic call may ask for.
        ceiling: u64,
    },
}
