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

/// What a person should know of an entry of our name when our server is taken out: what was added to it by hand, or that
/// it starts something else and stays. `keys` are all that stand in it.
pub fn remark<'a>(servers: &str, entry: &Registered, keys: impl Iterator<Item = &'a str>) -> Option<String> {
    let added: Vec<&str> =
        keys.filter(|key| !["type", "command", "args", "env_vars"].contains(key)).collect();
    match (entry.is_ours(), added.is_empty()) {
        (false, _) => Some(format!("`{servers}.{NAME}` starts something else than foreword, and is left")),
        (true, true) => None,
        (true, false) => Some(format!(
            "`{servers}.{NAME}` held what foreword did not write ({}); it goes with the entry, and a copy of the file is kept",
            added.join(", ")
        )),
    }
}

/// Why an entry of our name stays as it is: it is under this key, and starts something else.
pub fn somebody_elses(servers: &str) -> String {
    format!("`{servers}.{NAME}` starts something else than foreword; rename that entry, then install again")
}
