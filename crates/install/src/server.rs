//! Our MCP server as a client registers it, and how an entry of ours is recognised.

/// The name under which it is registered: tools are `mcp__foreword__…` to the model.
pub const NAME: &str = "foreword";
/// What the binary is started with.
pub const ARGS: [&str; 1] = ["mcp"];

/// Variables that a client hands on which passes no others: where things lie, and what steers a run.
pub const VARIABLES: [&str; 8] = [
    "CI_AUTO_TOOLS",
    "CI_AUTO_TOOLS_BUDGET_WALL_MS",
    "CI_AUTO_TOOLS_DRY_RUN",
    "CI_AUTO_TOOLS_REPO_ROOT",
    "CI_AUTO_TOOLS_TIER_MAX",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
];

/// An entry that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Registered {
    /// Whether it starts our server.
    pub fn is_ours(&self) -> bool {
        let program = self.command.rsplit('/').next().unwrap_or_default();
        program == "foreword" && self.args.iter().map(String::as_str).eq(ARGS)
    }
}

/// Why an entry of our name stays as it is: it is under this key, and starts something else.
pub fn somebody_elses(servers: &str) -> String {
    format!("`{servers}.{NAME}` starts something else than foreword; rename that entry, then install again")
}
