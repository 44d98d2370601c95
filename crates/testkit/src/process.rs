//! Runs a program the way a client would, and never hangs: a cleared environment, a fresh home, a
//! timeout that ends the whole process group.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tempfile::TempDir;

use crate::mcp::McpClient;
use crate::running::Running;
use crate::terminal::Terminal;
use crate::wait;

/// How long a program may run unless the test says otherwise.
pub const TIMEOUT: Duration = wait::DEADLINE;
/// How long the pipes of a finished program are waited for: a grandchild may hold them open.
const PIPE_GRACE: Duration = Duration::from_secs(5);
/// What is kept of an output stream.
const OUTPUT_BYTES_MAX: u64 = 64_000_000;

/// Held to write while a script is written, to read while a program is started. A child that is
/// forked while another thread has a script open for writing has it open too, until its own exec;
/// whoever runs the script in that moment is told that the file is busy.
pub(crate) static SCRIPTS: RwLock<()> = RwLock::new(());

/// A home folder of its own, with the XDG folders below it. Removed on drop.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// A new, empty home.
    #[expect(clippy::new_without_default, reason = "it makes a folder: that should be visible at the call")]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary home");
        for name in ["config", "cache", "data", "state"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder of the home");
        }
        Self { folder }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file below it and returns its path.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        crate::repo::write(self.path(), name, text)
    }

    /// The variables that make a program live in it, and start nothing that would outlive it.
    pub fn variables(&self) -> [(&'static str, PathBuf); 6] {
        let below = |name: &str| self.path().join(name);
        [
            ("HOME", self.path().to_owned()),
            ("XDG_CONFIG_HOME", below("config")),
            ("XDG_CACHE_HOME", below("cache")),
            ("XDG_DATA_HOME", below("data")),
            ("XDG_STATE_HOME", below("state")),
            ("CI_AUTO_TOOLS_BACKGROUND_INDEX", PathBuf::from("0")),
        ]
    }
}

/// One run of a program, to be described and then run.
#[derive(Debug)]
pub struct Invocation {
    program: PathBuf,
    args: Vec<OsString>,
    stdin: Vec<u8>,
    env: Vec<(OsString, OsString)>,
    cwd: Option<PathBuf>,
    timeout: Duration,
}

impl Invocation {
    /// Runs `program` with nothing on stdin, only PATH and a fresh home in the environment.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            stdin: Vec::new(),
            env: Vec::new(),
            cwd: None,
            timeout: TIMEOUT,
        }
    }

    /// Adds arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Puts bytes on stdin.
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = bytes.into();
        self
    }

    /// Sets one variable; it wins over PATH and the home's.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets several variables.
    pub fn envs(mut self, pairs: impl IntoIterator<Item = (impl AsRef<OsStr>, impl AsRef<OsStr>)>) -> Self {
        for (name, value) in pairs {
            self = self.env(name, value);
        }
        self
    }

    /// Starts it in this folder.
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cwd = Some(folder.into());
        self
    }

    /// Ends it, and everything that it started, after this long.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Runs it by another program, which gets it as the last of its arguments.
    pub fn through(mut self, program: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        let inner = std::mem::replace(&mut self.program, program.to_owned());
        let outer = args.into_iter().map(|arg| arg.as_ref().to_owned());
        self.args = outer.chain([inner.into_os_string()]).chain(self.args).collect();
        self
    }

    /// Runs it in a home of its own.
    pub fn run(self) -> Output {
        let home = Home::new();
        self.run_in(&home)
    }

    /// Runs it in a home that outlives the run.
    pub fn run_in(self, home: &Home) -> Output {
        let child = self.spawn(home);
        collect(child, self.stdin, self.timeout)
    }

    /// Starts it as an MCP server and talks to it.
    pub fn start_as_mcp_server(self, home: &Home) -> McpClient {
        McpClient::new(self.spawn(home))
    }

    /// Starts it and lets it run; its stdin is closed at once.
    pub fn start_in(self, home: &Home) -> Running {
        Running::new(self.spawn(home))
    }

    /// Starts it at a terminal, where a person would type.
    pub fn start_in_terminal(self, home: &Home) -> Terminal {
        let _no_script_is_written = SCRIPTS.read().unwrap_or_else(PoisonError::into_inner);
        Terminal::start(self.command(home))
    }

    fn command(&self, home: &Home) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(home.variables()).envs(self.env.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.cwd.as_deref().unwrap_or(home.path()));
        command
    }

    fn spawn(&self, home: &Home) -> Child {
        let mut command = self.command(home);
        // Its own group, so that the timeout reaches what it starts.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let _no_script_is_written = SCRIPTS.read().unwrap_or_else(PoisonError::into_inner);
        command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.program.display()))
    }
}

/// Runs a command line with bytes on stdin and extra variables, in a home of its own.
pub fn run(command: &[&OsStr], stdin: &[u8], env: &[(&str, &str)]) -> Output {
    let (program, args) = command.split_first().expect("a command has a program");
    Invocation::new(*program).args(args).stdin(stdin).envs(env.iter().copied()).run()
}

/// What a program left behind.
#[derive(Debug)]
pub struct Output {
    /// How it ended; `None` if the timeout ended it.
    pub status: Option<ExitStatus>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it complained about.
    pub stderr: Vec<u8>,
}

impl Output {
    /// The exit code; `None` for a signal or a timeout.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    /// Whether the timeout ended it.
    pub fn is_timed_out(&self) -> bool {
        self.status.is_none()
    }

    /// What it printed, as text.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// What it complained about, as text.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// What it printed, as JSON; anything else fails the test and is shown.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap_or_else(|error| {
            panic!("stdout is not JSON ({error}):\n{}\nstderr:\n{}", self.stdout_text(), self.stderr_text())
        })
    }
}

fn collect(mut child: Child, stdin: Vec<u8>, timeout: Duration) -> Output {
    let group = Pid::from_child(&child);
    let mut input = child.stdin.take().expect("a piped stdin");
    // A program that does not read its stdin closes it early: that is its right.
    thread::spawn(move || drop(input.write_all(&stdin)));
    let stdout = drain(child.stdout.take().expect("a piped stdout"));
    let stderr = drain(child.stderr.take().expect("a piped stderr"));
    let (done, ended) = mpsc::channel();
    thread::spawn(move || drop(done.send(child.wait())));
    let status = match ended.recv_timeout(timeout) {
        Ok(status) => Some(status.expect("the child can be waited for")),
        Err(_) => {
            // It may have ended in this very moment: then there is no group left, which is as good.
            let _ = kill_process_group(group, Signal::KILL);
            None
        }
    };
    let finish = |stream: Receiver<Vec<u8>>| stream.recv_timeout(PIPE_GRACE).unwrap_or_default();
    Output { status, stdout: finish(stdout), stderr: finish(stderr) }
}

fn drain(stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (done, all) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        drop(stream.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes));
        drop(done.send(bytes));
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Invocation {
        Invocation::new("/bin/sh").args(["-c", script])
    }

    #[test]
    fn input_output_and_exit_code_are_carried() {
        let output = sh("cat; echo oops >&2; exit 3").stdin("hello").run();
        assert_eq!(
            (output.code(), output.stdout_text().as_str(), output.stderr_text().as_str()),
            (Some(3), "hello", "oops\n")
        );
    }

    #[test]
    fn the_environment_is_cleared_but_for_home_and_path() {
        let output = sh("env").env("GIVEN", "yes").run();
        let text = output.stdout_text();
        let mut names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
        names.retain(|name| !["PWD", "SHLVL", "_", "OLDPWD"].contains(name));
        names.sort_unstable();
        let expected = [
            "CI_AUTO_TOOLS_BACKGROUND_INDEX",
            "GIVEN",
            "HOME",
            "PATH",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_timeout_ends_the_whole_group() {
        let home = Home::new();
        let child = sh("sleep 600 & echo $! > pid.new; mv pid.new pid; wait").spawn(&home);
        let pid_file = home.path().join("pid");
        let pid =
            wait::until("the grandchild", || std::fs::read_to_string(&pid_file).ok()?.trim().parse().ok());
        let output = collect(child, Vec::new(), Duration::from_millis(100));
        assert!(output.is_timed_out());
        wait::until_gone(pid);
    }
}
