//! Children: started in a process group of their own, fed and read without deadlock, bounded in output
//! and time. A child that is late dies with everything it started.

pub mod conversation;
mod groups;
mod share;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use foreword_model::clock;
use foreword_model::limits;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::cancel::Cancel;
use crate::inherited::{self, Inherited};
use crate::programs;

pub use groups::{end_leftovers, forget_group, spawn_group};
pub use share::{Share, limit};

/// What to start, and how long it may take.
#[derive(Debug)]
pub struct Job<'a> {
    /// Program and arguments.
    pub command: &'a [OsString],
    /// Variables on top of the inherited ones.
    pub env: &'a [(&'a str, OsString)],
    /// Where it runs, and what it inherits.
    pub ground: Ground<'a>,
    /// What it reads.
    pub stdin: Vec<u8>,
    /// Bytes kept of each of its outputs; the rest is read and dropped.
    pub output_max: usize,
    /// When it is ended.
    pub deadline: Instant,
}

/// How a child ended, and what it printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The exit code, or the negated number of the signal that ended it.
    pub code: i32,
    /// The start of its standard output.
    pub stdout: Vec<u8>,
    /// The start of its standard error.
    pub stderr: Vec<u8>,
    /// Whether more was printed to standard output than is kept.
    pub cut: bool,
}

/// Why a child has no end of its own.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// It could not be started.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
    /// It was late, and was ended with its process group.
    #[error("no answer in time")]
    Late,
    /// Its caller no longer wants an answer, and it was ended with its process group.
    #[error("cancelled")]
    Cancelled,
}

/// Runs a child to its end or to the deadline.
pub fn run(job: Job<'_>) -> Result<Finished, JobError> {
    let mut child = start(job.command, job.env, job.ground)?;
    if let Some(mut pipe) = child.stdin.take() {
        let stdin = job.stdin;
        // A child that does not read must not block us, and one that closes its end early is no error.
        std::thread::spawn(move || pipe.write_all(&stdin));
    }
    let stdout = child.stdout.take().map(|pipe| Collector::start(pipe, job.output_max));
    let stderr = child.stderr.take().map(|pipe| Collector::start(pipe, job.output_max));
    let status = wait_until(child, job.deadline)?;
    let (stdout, stdout_cut) = stdout.map(Collector::finish).unwrap_or_default();
    let (stderr, _) = stderr.map(Collector::finish).unwrap_or_default();
    let code = status.code().unwrap_or_else(|| -status.signal().unwrap_or(1));
    Ok(Finished { code, stdout, stderr, cut: stdout_cut })
}

/// Where a child stands, where none of its programs may come from, and what it inherits.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The folder that it is started in.
    pub cwd: &'a Path,
    /// The repository, in which no program is looked for.
    pub repository: &'a Path,
    /// The variables that it gets of ours.
    pub inherited: Inherited<'a>,
}

impl<'a> Ground<'a> {
    /// A child that runs in the repository.
    pub fn in_repository(root: &'a Path, inherited: Inherited<'a>) -> Self {
        Self { cwd: root, repository: root, inherited }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that starts a process")]
fn start(command: &[OsString], env: &[(&str, OsString)], ground: Ground<'_>) -> Result<Child, JobError> {
    let Some((program, args)) = command.split_first() else {
        return Err(JobError::Start(std::io::Error::other("the command is empty")));
    };
    let Ground { cwd, repository, inherited } = ground;
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A bare name is looked for where the child will look, too.
    let is_bare = !program.as_encoded_bytes().contains(&b'/');
    let found = program.to_str().filter(|_| is_bare).and_then(|name| programs::find(name, repository, &path));
    if is_bare && found.is_none() {
        let problem = format!("no `{}` on PATH outside the repository", program.to_string_lossy());
        return Err(JobError::Start(std::io::Error::new(std::io::ErrorKind::NotFound, problem)));
    }
    let mut command = Command::new(found.as_deref().unwrap_or(Path::new(program)));
    command
        .args(args)
        .env_clear()
        .envs(inherited::variables(inherited, repository))
        .envs(env.iter().map(|(name, value)| (name, value)))
        .current_dir(cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match spawn_group(&mut command) {
        Ok(child) => Ok(child),
        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Err(JobError::Cancelled),
        Err(error) => Err(JobError::Start(error)),
    }
}

/// What ends the waiting for a child, besides time.
enum Waited {
    Ended(std::io::Result<ExitStatus>),
    Cancelled,
}

fn wait_until(child: Child, deadline: Instant) -> Result<ExitStatus, JobError> {
    let (sender, receiver) = channel();
    let tell = sender.clone();
    let _listening = Cancel::current().listen(move || drop(tell.send(Waited::Cancelled)));
    let pid = watch(child, move |ended| drop(sender.send(Waited::Ended(ended))));
    let problem = match receiver.recv_timeout(clock::left(deadline)) {
        Ok(Waited::Ended(status)) => return Ok(status?),
        Ok(Waited::Cancelled) => JobError::Cancelled,
        Err(_) => JobError::Late,
    };
    end_group(pid);
    // The group is dead; the waiter reaps its leader.
    drop(receiver.recv_timeout(Duration::from_millis(limits::PIPE_GRACE_MS)));
    Err(problem)
}

/// Waits for a child in a thread of its own; until then its group is one that is ended with this process.
fn watch(mut child: Child, ended: impl FnOnce(std::io::Result<ExitStatus>) + Send + 'static) -> u32 {
    let pid = child.id();
    std::thread::spawn(move || {
        let status = child.wait();
        forget_group(pid);
        ended(status);
    });
    pid
}

/// Ends a process group that this process started.
pub fn end_group(leader: u32) {
    signal_group(leader, Signal::KILL);
}

fn signal_group(leader: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // The group may be gone already, which is what is wanted.
        let _ = kill_process_group(pid, signal);
    }
}

/// Reads a pipe to its end and keeps the beginning.
#[derive(Debug)]
struct Collector {
    kept: Arc<Mutex<(Vec<u8>, bool)>>,
    done: Receiver<()>,
}

impl Collector {
    fn start(mut pipe: impl Read + Send + 'static, max: usize) -> Self {
        let kept = Arc::new(Mutex::new((Vec::new(), false)));
        let (sender, done) = channel();
        let shared = Arc::clone(&kept);
        std::thread::spawn(move || {
            let mut block = [0; 8192];
            while let Ok(read @ 1..) = pipe.read(&mut block) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let room = max.saturating_sub(kept.0.len()).min(read);
                kept.0.extend_from_slice(&block[..room]);
                kept.1 |= room < read;
            }
            // Nobody waits any more if the grace has passed.
            let _ = sender.send(());
        });
        Self { kept, done }
    }

    /// What was read: all of it, unless something that the child left behind holds the pipe open.
    fn finish(self) -> (Vec<u8>, bool) {
        let is_whole = self.done.recv_timeout(Duration::from_millis(limits::PIPE_GRACE_MS)).is_ok();
        let (bytes, cut) = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        (bytes, cut || !is_whole)
    }
}
