//! The real clients, pinned, run against mock model servers with our shim as their prompt hook.
//!
//! `test.sh` installs them. A client's exit code is no evidence: what counts is the request that
//! reached the model.

pub mod claude_code;
pub mod codex;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreword_model::texts::RESULTS_HEADER;
use serde_json::Value;
use tempfile::TempDir;

use crate::mock::Recorded;
use crate::process::{Home, Output};

/// How long a client may take; it needs two seconds.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(60);
/// What the hook is given by the client's configuration, in seconds.
const HOOK_TIMEOUT_S: u32 = 30;
/// Folder of the pinned clients below the cache; `test.sh` names the same.
const CLIENTS_FOLDER: &str = "clients-codex-0.166.0-claude-code-2.1.325";

/// Folder of the pinned MCP servers below the cache; `test.sh` names the same.
const MCP_SERVERS_FOLDER: &str = "mcp-servers-2026.8.31";

/// What a client writes in place of a hook's text that is too long for it.
pub const CUT_NOTICES: [&str; 3] =
    ["<persisted-output>", "Warning: truncated output", "Full hook output saved to"];

/// One prompt, typed into a client.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The folder in which the client runs.
    pub repo: &'a Path,
    /// The command that the client runs on each prompt.
    pub hook: &'a Path,
    /// What is typed.
    pub prompt: &'a str,
    /// Variables that the client passes on to the hook.
    pub env: &'a [(&'a str, &'a str)],
}

/// One prompt, typed into a client in a home in which foreword was installed, or was not.
#[derive(Debug, Clone, Copy)]
pub struct InstalledTurn<'a> {
    /// The home, with whatever configuration stands there.
    pub home: &'a Home,
    /// The folder in which the client runs.
    pub repo: &'a Path,
    /// What is typed.
    pub prompt: &'a str,
    /// Further arguments for the client.
    pub args: &'a [OsString],
    /// Variables on top of the home's.
    pub env: &'a [(&'a str, &'a str)],
}

/// One prompt, to which the model answers with a call of a tool of an MCP server.
#[derive(Debug, Clone, Copy)]
pub struct ToolTurn<'a> {
    /// The folder in which the client runs.
    pub repo: &'a Path,
    /// The home that client and server live in.
    pub home: &'a Home,
    /// The program that serves with the argument `mcp`.
    pub server: &'a Path,
    /// The tool that the model calls.
    pub tool: &'a str,
    /// Its arguments.
    pub args: &'a Value,
    /// What is typed.
    pub prompt: &'a str,
}

/// What came of it.
#[derive(Debug)]
pub struct Answered {
    /// The requests of the main conversation that hold the prompt.
    pub requests: Vec<Recorded>,
    /// What the client itself printed.
    pub output: Output,
}

impl Answered {
    /// The one model request; any other number fails the test and shows what the client said.
    pub fn only_request(&self) -> &Recorded {
        let [request] = self.requests.as_slice() else {
            panic!(
                "{} model requests with the prompt\nstdout:\n{}\nstderr:\n{}",
                self.requests.len(),
                self.output.stdout_text(),
                self.output.stderr_text()
            );
        };
        request
    }

    /// The request that follows the tool call; without one the test fails and shows what the client said.
    pub fn request_with_result(&self) -> &Recorded {
        self.requests.get(1).unwrap_or_else(|| {
            panic!(
                "{} model requests with the prompt\nstdout:\n{}\nstderr:\n{}",
                self.requests.len(),
                self.output.stdout_text(),
                self.output.stderr_text()
            )
        })
    }

    /// The injected text in that request, from its first line on. What the client puts behind it in
    /// the same message follows: the whole of a hook's text is known only from [`RecordingHook`].
    pub fn injected(&self) -> Option<String> {
        let request = self.only_request();
        let mut found = request
            .strings()
            .into_iter()
            .filter_map(|string| string.find(RESULTS_HEADER).map(|start| string[start..].to_owned()));
        found.next()
    }
}

/// A hook that runs a shim and keeps what it printed and how it ended.
#[derive(Debug)]
pub struct RecordingHook {
    folder: TempDir,
    path: PathBuf,
}

impl RecordingHook {
    /// Wraps a shim.
    pub fn new(shim: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the hook");
        let kept = folder.path().display();
        let text = format!(
            "#!/bin/sh\n'{}' >'{kept}/stdout'\ncode=$?\ncat '{kept}/stdout'\necho $code >'{kept}/code'\nexit $code\n",
            shim.display()
        );
        let path = crate::repo::script(folder.path(), "hook.sh", &text);
        Self { folder, path }
    }

    /// The command for the client.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the shim printed; a shim that did not end by itself with exit code 0 fails the test.
    pub fn printed(&self) -> Value {
        let read = |name: &str| std::fs::read_to_string(self.folder.path().join(name));
        let code = read("code").expect("the shim ended before the client gave it up");
        assert_eq!(code.trim(), "0", "the shim's exit code");
        let text = read("stdout").expect("what the shim printed");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in the hook's answer: {text}"))
    }
}

/// The folder into which `test.sh` installs the clients, or that `FOREWORD_TEST_CLIENTS` names.
pub fn folder() -> PathBuf {
    cached("FOREWORD_TEST_CLIENTS", CLIENTS_FOLDER)
}

/// A file of the MCP servers that `test.sh` installs, or that lie where `FOREWORD_TEST_MCP_SERVERS` says, by the rule of
/// [`crate::require`].
pub fn mcp_server(inner_path: &str) -> Option<PathBuf> {
    let modules = cached("FOREWORD_TEST_MCP_SERVERS", MCP_SERVERS_FOLDER).join("node_modules");
    crate::require::file(&modules.join(inner_path), "(./test.sh installs it)")
}

fn cached(variable: &str, name: &str) -> PathBuf {
    if let Some(folder) = env::var_os(variable) {
        return folder.into();
    }
    let cache = env::var_os("FOREWORD_TEST_CACHE").map(PathBuf::from).unwrap_or_else(|| {
        let home = PathBuf::from(env::var_os("HOME").unwrap_or_default());
        let base = env::var_os("XDG_CACHE_HOME").map_or_else(|| home.join(".cache"), PathBuf::from);
        base.join("foreword-tests")
    });
    cache.join(name)
}

/// A client's program inside the folder, by the rule of [`crate::require`].
fn program(inner_paths: &[&str]) -> Option<PathBuf> {
    let modules = folder().join("node_modules");
    let candidates: Vec<PathBuf> = inner_paths.iter().map(|inner| modules.join(inner)).collect();
    let present = candidates.iter().find(|path| path.is_file());
    crate::require::file(present.or(candidates.first())?, "(./test.sh installs it)")
}
