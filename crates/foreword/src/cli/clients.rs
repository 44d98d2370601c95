//! Arguments of the commands that put foreword into its clients and look after it there.

use clap::ValueEnum;

/// `foreword install`, `upgrade` and `uninstall`.
#[derive(clap::Args)]
pub struct InstallArgs {
    /// What it is installed into; `all` means every client that is on this machine.
    #[arg(value_enum, default_value = "all")]
    pub target: TargetArg,
    /// For this repository only, in your own files of it.
    #[arg(long)]
    pub project: bool,
    /// Shows what would change, and changes nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Takes comments and last commas out of the JSON files that Claude Code refuses for them; uninstalling brings them back, or says where they are kept.
    #[arg(long)]
    pub plain_json: bool,
    /// Asks nothing: also consents to Codex's trust in the hook.
    #[arg(long)]
    pub yes: bool,
}

/// Into what foreword is installed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetArg {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// The MCP server, for agents that call the tools themselves, in every client that is on this machine.
    Mcp,
    /// Hook and server, in every client that is on this machine.
    All,
}

/// `foreword doctor`.
#[derive(clap::Args)]
pub struct DoctorArgs {
    /// Prints one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `foreword off`.
#[derive(clap::Args)]
pub struct OffArgs {
    /// Only in this repository.
    #[arg(long)]
    pub here: bool,
}
