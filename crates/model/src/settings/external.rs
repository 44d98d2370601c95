//! Tools of the user's own: a command, or a tool of an MCP server. Only what is known of them; running is `codeintel`'s.

use std::collections::BTreeMap;
use std::fmt;

use crate::intent::IntentClass;
use crate::template::Template;

/// A tool that the user registered.
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalTool {
    /// Its name, in plans and hooks.
    pub name: String,
    /// What it does, for a person.
    pub description: String,
    /// Its tier.
    pub tier: u8,
    /// Its own timeout.
    pub timeout_ms: u64,
    /// Which prompts it fits.
    pub fits: Fits,
    /// Its arguments, from a prompt; without any it gets the query and what the prompt names.
    pub args: Template,
    /// What it is.
    pub kind: ExternalKind,
}

impl ExternalTool {
    /// Adds variables that it inherits.
    pub fn inherit(&mut self, env_names: &[String]) {
        let names = match &mut self.kind {
            ExternalKind::Command(command) => &mut command.env_names,
            ExternalKind::Mcp(tool) => &mut tool.env_names,
        };
        names.extend_from_slice(env_names);
    }

    /// Whose configuration names it.
    pub fn origin(&self) -> Origin {
        match &self.kind {
            ExternalKind::Command(command) => command.origin,
            ExternalKind::Mcp(tool) => tool.origin,
        }
    }
}

/// Which prompts a tool fits: those of the classes that contain one of the words; an empty list stands for all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fits {
    /// The classes.
    pub intents: Vec<IntentClass>,
    /// The words, in lower case.
    pub words: Vec<String>,
}

/// What an external tool is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExternalKind {
    /// A program: JSON on stdin, JSON or text on stdout.
    Command(CommandTool),
    /// A tool of an MCP server.
    Mcp(Box<McpTool>),
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandTool {
    /// Program and arguments; the program is an absolute path or found on PATH.
    pub command: Vec<String>,
    /// Whether its output is declared to be JSON, so that anything else is an error.
    pub declares_json: bool,
    /// Variables that it inherits besides the listed ones.
    pub env_names: Vec<String>,
    /// Whose word it is.
    pub origin: Origin,
}

/// Whose configuration names a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user's own, which holds in every repository.
    User,
    /// That of a repository that the user trusts: what it names was shown and is hashed.
    TrustedRepository,
}

/// A tool of an MCP server.
#[derive(Debug, Clone, PartialEq)]
pub struct McpTool {
    /// The server.
    pub server: McpServer,
    /// The tool's name there.
    pub tool: String,
    /// How its answer becomes items.
    pub result: ResultMap,
    /// Variables that a server which is started inherits besides the listed ones.
    pub env_names: Vec<String>,
    /// Whose word it is.
    pub origin: Origin,
}

/// How an MCP server is reached.
#[derive(Debug, Clone, PartialEq)]
pub enum McpServer {
    /// A program that speaks on its standard input and output.
    Stdio {
        /// Program and arguments.
        command: Vec<String>,
        /// Variables on top of the inherited ones.
        env: BTreeMap<String, Secret>,
    },
    /// Streamable HTTP.
    Http {
        /// `http` or `https`.
        url: Secret,
        /// Headers of every request.
        headers: BTreeMap<String, Secret>,
    },
}

impl McpServer {
    /// The words of the configuration in which a secret may stand.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let (url, map) = match self {
            Self::Stdio { env, .. } => (None, env),
            Self::Http { url, headers } => (Some(url), headers),
        };
        url.into_iter().chain(map.values())
    }

    /// The server as a person knows it: the program, or the host.
    pub fn shown(&self) -> String {
        match self {
            Self::Stdio { command, .. } => {
                let program = command.first().map(String::as_str).unwrap_or_default();
                program.rsplit('/').next().unwrap_or(program).to_owned()
            }
            Self::Http { url, .. } => {
                let rest = url.value.split_once("://").map_or(url.value.as_str(), |(_, rest)| rest);
                let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
                host.rsplit('@').next().unwrap_or(host).to_owned()
            }
        }
    }
}

/// A text that may hold a secret: it is not shown where a value is printed for a person.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Secret {
    value: String,
    masked: Vec<String>,
}

impl Secret {
    /// A text, and what of it is taken out of everything that is shown.
    pub fn new(value: String, masked: Vec<String>) -> Self {
        Self { value, masked }
    }

    /// The text itself, for whom it is meant.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What nobody else sees.
    pub fn masked(&self) -> &[String] {
        &self.masked
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Where the parts of an item stand in an answer. Each is a JSON pointer (`/a/0/b`) or a dotted path (`a.b`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResultMap {
    /// The list, from the root of the answer; none if the answer is text.
    pub items: Option<String>,
    /// The rest, from an entry of the list.
    pub path: Option<String>,
    /// The first line.
    pub line: Option<String>,
    /// The last line.
    pub end_line: Option<String>,
    /// The symbol.
    pub symbol: Option<String>,
    /// The text found there.
    pub text: Option<String>,
    /// A heading.
    pub title: Option<String>,
    /// A number, higher is better.
    pub score: Option<String>,
    /// The repository that the path belongs to, if it is not this one.
    pub repository: Option<String>,
    /// The confidence of the best item.
    pub confidence: Option<f64>,
}
