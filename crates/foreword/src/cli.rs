//! The command line: what can be said, and which command answers.

mod clients;

use std::ffi::OsString;
use std::path::PathBuf;

pub use clients::{DoctorArgs, InstallArgs, OffArgs, TargetArg};

use clap::{Parser, Subcommand, ValueEnum};
use foreword_guard::clear_text;
use foreword_model::envelope::ClientName;

use crate::commands;
use crate::commands::chain::Direction;

/// Puts a short, sourced, fresh context in front of the model, before it answers.
#[derive(Parser)]
#[command(name = "foreword", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reads a hook payload (or --prompt) and writes what is injected.
    Inject(InjectArgs),
    /// The kernel: a request on standard input, the envelope on standard output.
    Orchestrate,
    /// Calls one tool through the one execution path and prints its result.
    Tool(ToolArgs),
    /// Finds the places in the code that answer a question, a symbol or an error text.
    Search(SearchArgs),
    /// Shows the most complicated functions of a file, a directory or the repository.
    Complexity(ComplexityArgs),
    /// Shows who calls a symbol, and who calls those.
    Callers(ChainArgs),
    /// Shows what a symbol calls, and what that calls.
    Callees(ChainArgs),
    /// Shows what breaks if a symbol or a file changes, and the tests to run.
    Impact(ImpactArgs),
    /// Shows where an error comes from: a message, a trace, a failing test's output or an issue, as an argument or on stdin.
    Locate(LocateArgs),
    /// Shows the files that change often and are complicated.
    Hotspots(HotspotsArgs),
    /// Says of a past injection why each item is there, what it cost and what was left out.
    Explain(ExplainArgs),
    /// Guards a text: standard input without secrets and injected instructions, and what was found.
    Guard(GuardArgs),
    /// Builds or refreshes the index of a repository, or says what is in it.
    Index(IndexArgs),
    /// Shows what a repository would start, and trusts exactly that.
    Trust(TrustArgs),
    /// Prints a JSON Schema.
    Schema(SchemaArgs),
    /// Codex with context in front of each prompt: a loop at the terminal, or one prompt.
    CodexAuto(CodexAutoArgs),
    /// Puts the hook into Claude Code and Codex; shows the change first.
    Install(InstallArgs),
    /// Brings what is installed up to date with this binary.
    Upgrade(InstallArgs),
    /// Takes the hook out again and leaves the files as they were.
    Uninstall(InstallArgs),
    /// Checks that what is installed works, and says how to mend what does not.
    Doctor(DoctorArgs),
    /// Switches injection off, without uninstalling.
    Off(OffArgs),
    /// Switches injection on again, everywhere and in this repository.
    On,
    /// Serves the tools to an MCP client on standard input and output.
    Mcp,
    /// Prints what a shell needs to complete this command line.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Prints a manual page.
    Man {
        /// The command; otherwise the program as a whole.
        command: Option<String>,
    },
}

/// `foreword inject`.
#[derive(clap::Args)]
pub struct InjectArgs {
    /// The client that the output is for; otherwise the payload tells.
    #[arg(long, value_enum)]
    pub client: Option<ClientArg>,
    /// The form of the output: `hook` with a payload, `text` with --prompt, unless said otherwise.
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,
    /// The prompt, in place of a payload on standard input.
    #[arg(long, allow_hyphen_values = true)]
    pub prompt: Option<String>,
    /// The orchestrator script beside the entry, which hands it on. One that is not the shipped one is the kernel.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub orchestrator: Option<PathBuf>,
}

/// A client, as the command line names it.
#[derive(Clone, Copy, ValueEnum)]
pub enum ClientArg {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
}

impl From<ClientArg> for ClientName {
    fn from(client: ClientArg) -> Self {
        match client {
            ClientArg::Claude => Self::ClaudeCode,
            ClientArg::Codex => Self::CodexCli,
        }
    }
}

/// A form of output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// What the client's hook expects; the exit code is 0.
    Hook,
    /// The envelope; the exit code tells what failed.
    Json,
    /// The prompt with its context in front.
    Text,
}

/// `foreword tool`.
#[derive(clap::Args)]
pub struct ToolArgs {
    /// The tool's name.
    pub name: String,
    /// Its arguments, a JSON object.
    #[arg(long, default_value = "{}")]
    pub args: String,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
    /// The form of the output.
    #[arg(long, value_enum, default_value = "json")]
    pub format: ToolFormatArg,
}

/// A form of a tool's result.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ToolFormatArg {
    /// The `tool_results` entry.
    Json,
    /// A few lines.
    Text,
}

/// `foreword search`.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// What is looked for: a sentence, a symbol, an error text, a path.
    #[arg(required = true)]
    query: Vec<String>,
    /// Places at most.
    #[arg(long, default_value_t = 10)]
    pub limit: u64,
    /// Prints one JSON object.
    #[arg(long)]
    pub json: bool,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
    /// Only below paths that match the glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub path: Vec<String>,
    /// Only in this language; may be given several times.
    #[arg(long)]
    pub language: Vec<String>,
    /// Only definitions of this kind (function, class, struct …); may be given several times.
    #[arg(long)]
    pub kind: Vec<String>,
}

impl SearchArgs {
    /// The words, as one question.
    pub fn query(&self) -> String {
        self.query.join(" ")
    }
}

/// `foreword complexity`.
#[derive(clap::Args)]
pub struct ComplexityArgs {
    /// The file or directory; otherwise the whole repository.
    pub path: Option<String>,
    /// Only functions of this name; `Type.name` says which.
    #[arg(long)]
    pub symbol: Option<String>,
    /// Functions at most.
    #[arg(long, default_value_t = 20)]
    pub top: u64,
    /// Gives the reason for each point: its line, and what stands there.
    #[arg(long)]
    pub explain: bool,
    /// Prints one JSON object.
    #[arg(long)]
    pub json: bool,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
}

/// `foreword callers` and `foreword callees`.
#[derive(clap::Args)]
pub struct ChainArgs {
    /// The function or method: `name`, `Type.name`, `path/file.py:name` or `path/file.py:12`.
    pub symbol: String,
    /// Calls from the symbol; at most 30.
    #[arg(long, default_value_t = 3)]
    pub depth: u64,
    /// Shows the shortest path of calls between the symbol and this one instead.
    #[arg(long, value_name = "SYMBOL")]
    pub to: Option<String>,
    /// How sure a call must be to be shown; the others are counted.
    #[arg(long, default_value = "0.8", value_parser = ["0.8", "0.5", "0"])]
    pub threshold: String,
    #[command(flatten)]
    pub graph: GraphArgs,
}

/// `foreword impact`.
#[derive(clap::Args)]
pub struct ImpactArgs {
    /// The symbol that changes: `name`, `Type.name`, `path/file.py:name` or `path/file.py:12`.
    pub symbol: Option<String>,
    /// The file that changes instead.
    #[arg(long, conflicts_with = "symbol")]
    pub file: Option<String>,
    /// Steps from the change; at most 30.
    #[arg(long, default_value_t = 3)]
    pub depth: u64,
    #[command(flatten)]
    pub graph: GraphArgs,
}

/// `foreword locate`.
#[derive(clap::Args)]
pub struct LocateArgs {
    /// The text of the error; `-`, or nothing where stdin is no terminal, reads it from there.
    pub error: Option<String>,
    /// Files at most.
    #[arg(long, default_value_t = 10)]
    pub top: u64,
    /// Gives the evidence for each file as numbers (with --json).
    #[arg(long, requires = "json")]
    pub explain: bool,
    /// Prints one JSON object.
    #[arg(long)]
    pub json: bool,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
}

/// How a graph is printed, and of which repository.
#[derive(clap::Args)]
pub struct GraphArgs {
    /// Prints one JSON object.
    #[arg(long, conflicts_with = "mermaid")]
    pub json: bool,
    /// Prints the graph as Mermaid text.
    #[arg(long)]
    pub mermaid: bool,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
}

/// `foreword hotspots`.
#[derive(clap::Args)]
pub struct HotspotsArgs {
    /// The file or directory; otherwise the whole repository.
    pub path: Option<String>,
    /// Days of history, counted back from the newest commit; at most 300.
    #[arg(long, default_value_t = 30)]
    pub days: u64,
    /// Files at most.
    #[arg(long, default_value_t = 20)]
    pub top: u64,
    /// Prints one JSON object.
    #[arg(long)]
    pub json: bool,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
}

/// `foreword trust`.
#[derive(clap::Args)]
pub struct TrustArgs {
    /// Lists the repositories that are trusted.
    #[arg(long, conflicts_with_all = ["revoke", "yes"])]
    pub list: bool,
    /// Takes the trust back.
    #[arg(long, conflicts_with = "yes")]
    pub revoke: bool,
    /// Trusts what has this hash, without a question.
    #[arg(long, value_name = "HASH")]
    pub yes: Option<String>,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
}

/// `foreword explain`.
#[derive(clap::Args)]
pub struct ExplainArgs {
    /// The run: the `run_id` of an injection, or `last`.
    #[arg(default_value = "last")]
    pub run_id: String,
    /// Prints the kept record, the run's envelope.
    #[arg(long)]
    pub json: bool,
}

/// `foreword index`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct IndexArgs {
    /// Starts from nothing.
    #[arg(long)]
    pub rebuild: bool,
    /// Also reads which definitions past commits changed, which the background refresh does otherwise, and waits for it.
    #[arg(long, conflicts_with_all = ["watch", "background"])]
    pub wait: bool,
    /// Goes on until Ctrl-C, and refreshes when files change.
    #[arg(long, conflicts_with = "background")]
    pub watch: bool,
    /// Says nothing, and leaves the session of whoever started it.
    #[arg(long, hide = true)]
    pub background: bool,
    /// Parses for another process, with so many bytes of memory.
    #[arg(long, hide = true)]
    pub worker: Option<u64>,
    /// The top of the work tree that the root belongs to, where another process knows it.
    #[arg(long, hide = true, requires = "root")]
    pub top: Option<PathBuf>,
    /// The repository; otherwise the one around the current directory.
    #[arg(long)]
    pub root: Option<PathBuf>,
    /// What to do other than build.
    #[command(subcommand)]
    pub command: Option<IndexCommand>,
}

/// `foreword index …`.
#[derive(Subcommand)]
pub enum IndexCommand {
    /// What is in the index.
    Status {
        /// Checks every byte of it.
        #[arg(long)]
        verify: bool,
        /// The repository.
        #[arg(long)]
        root: Option<PathBuf>,
    },
    /// Removes the index of this repository.
    Clear {
        /// The repository.
        #[arg(long)]
        root: Option<PathBuf>,
    },
    /// Removes indexes of repositories that are gone, or that nobody used for 60 days.
    Gc,
}

/// `foreword guard`.
#[derive(clap::Args)]
pub struct GuardArgs {
    /// Reads `{"id", "text", "path"}` a line, and writes `{"id", "text", "flagged", "redactions"}` a line.
    #[arg(long)]
    pub jsonl: bool,
}

/// `foreword schema`.
#[derive(clap::Args)]
pub struct SchemaArgs {
    /// Which schema.
    #[arg(value_enum, default_value = "envelope")]
    pub which: SchemaArg,
}

/// A schema's name.
#[derive(Clone, Copy, ValueEnum)]
pub enum SchemaArg {
    /// What a run yields.
    Envelope,
    /// What the kernel reads.
    Request,
}

/// `codex-auto`.
#[derive(clap::Args)]
pub struct CodexAutoArgs {
    /// Prints the envelope and starts nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Prints the envelope on the first line, then the events of codex as they come.
    #[arg(long)]
    pub json: bool,
    /// The orchestrator script near `codex-auto`, which hands it on. One that is not the shipped one is the kernel.
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub orchestrator: Option<PathBuf>,
    /// The prompt, and behind it what is piped in; without one, a loop at a terminal, and otherwise what is piped in.
    pub prompt: Vec<String>,
    /// Arguments for codex.
    #[arg(last = true)]
    pub codex_args: Vec<OsString>,
}

/// What can be said, as data.
pub fn table() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Parses the command line, runs the command, and answers the exit code.
pub fn run(args: Vec<OsString>) -> u8 {
    match Cli::try_parse_from(&args) {
        Ok(cli) => match cli.command {
            Command::Inject(args) => commands::inject::run(&args),
            Command::Orchestrate => commands::orchestrate::run(),
            Command::Tool(args) => commands::tool::run(&args),
            Command::Search(args) => commands::search::run(&args),
            Command::Complexity(args) => commands::complexity::run(&args),
            Command::Callers(args) => commands::chain::run(&args, Direction::Callers),
            Command::Callees(args) => commands::chain::run(&args, Direction::Callees),
            Command::Impact(args) => commands::impact::run(&args),
            Command::Locate(args) => commands::locate::run(&args),
            Command::Hotspots(args) => commands::hotspots::run(&args),
            Command::Explain(args) => commands::explain::run(&args),
            Command::Guard(args) => commands::guard::run(&args),
            Command::Index(args) => commands::index::run(&args),
            Command::Trust(args) => commands::trust::run(&args),
            Command::Schema(args) => commands::schema::run(&args),
            Command::CodexAuto(args) => commands::codex_auto::run(&args),
            Command::Install(args) => commands::install::run(&args),
            Command::Upgrade(args) => commands::install::upgrade(&args),
            Command::Uninstall(args) => commands::uninstall::run(&args),
            Command::Doctor(args) => commands::doctor::run(&args),
            Command::Off(args) => commands::switch::off(&args),
            Command::On => commands::switch::on(),
            Command::Mcp => commands::mcp::run(),
            Command::Completions { shell } => commands::reference::completions(shell),
            Command::Man { command } => commands::reference::man(command.as_deref()),
        },
        Err(error) => usage(&error, &args),
    }
}

/// Help and version are no errors. A wrong command line never exits 2: for a prompt hook that would
/// block the user's prompt.
fn usage(error: &clap::Error, args: &[OsString]) -> u8 {
    if !error.use_stderr() {
        commands::print(&error.to_string());
        return 0;
    }
    if commands::is_hook_call(args.iter().cloned()) {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        return commands::inject::report_in_hook(&format!("wrong hook command line: {line}"));
    }
    // It repeats the argument.
    commands::say(clear_text(error.to_string().trim_end()).as_str());
    foreword_model::error::ExitCode::ToolFailed.code()
}
