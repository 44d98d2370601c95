//! Worker processes of a refresh: this program once more, which reads and parses files under limits of memory, stack and
//! time. A parser that runs away takes its own process down and nothing else.

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_guard::redact_prompt;
use foreword_index::refresh::{StartWorker, WorkerProcess, serve};
use foreword_model::clock;
use foreword_model::error::ExitCode;
use foreword_model::limits;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::env_values;

/// Between two looks at the memory of a process where the system does not limit it.
const LOOK: Duration = Duration::from_millis(20);

/// Starts workers for one repository.
pub(super) struct WorkerStarter<'r> {
    pub(super) jail: &'r Jail,
}

impl StartWorker for WorkerStarter<'_> {
    #[expect(
        clippy::disallowed_methods,
        reason = "our own program, with no word of the prompt or the repository but its root"
    )]
    fn start(&self, heap_bytes: u64) -> io::Result<Box<dyn WorkerProcess>> {
        let mut child = Command::new(own_program()?)
            .arg0("foreword")
            .args(["index", "--worker", &heap_bytes.to_string(), "--root"])
            .arg(self.jail.root())
            .arg("--top")
            .arg(self.jail.top())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Ctrl-C is for the refresh: a worker ends when it hears no more, and is not taken for a victim of its file.
            .process_group(0)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(ErrorKind::BrokenPipe)?;
        Ok(Box::new(RunningWorker { child, input: Some(input), output }))
    }
}

/// The program as it was started. After an upgrade its file is gone, and the system's link still leads to it.
fn own_program() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    if program.exists() { Ok(program) } else { Ok(PathBuf::from("/proc/self/exe")) }
}

struct RunningWorker {
    child: Child,
    /// None once it has been told that nothing more comes.
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl RunningWorker {
    /// Waits until there is something to read, or the end of it.
    fn wait_for_output(&self, patience: Duration) -> io::Result<()> {
        let patience = clock::patience(patience).try_into().map_err(io::Error::other)?;
        let mut waited_for = [PollFd::new(&self.output, PollFlags::IN)];
        match poll(&mut waited_for, Some(&patience))? {
            0 => Err(ErrorKind::TimedOut.into()),
            _ => Ok(()),
        }
    }

    fn open_input(&mut self) -> io::Result<&mut ChildStdin> {
        self.input.as_mut().ok_or_else(|| ErrorKind::BrokenPipe.into())
    }
}

impl WorkerProcess for RunningWorker {}

impl Read for RunningWorker {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait_for_output(Duration::from_millis(limits::WORKER_ANSWER_MS))?;
        self.output.read(buffer)
    }
}

impl Write for RunningWorker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open_input()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open_input()?.flush()
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        // One that waits for more ends by itself now.
        self.input = None;
        let _ = self.wait_for_output(Duration::from_millis(limits::WORKER_END_MS));
        // Both fail only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The work of a worker process: answers on standard output until standard input ends.
pub(super) fn run(root: Option<&Path>, top: Option<&Path>, heap_bytes: u64) -> u8 {
    let Some(jail) = root.and_then(|root| Jail::open(root).ok()) else {
        return ExitCode::ToolFailed.code();
    };
    let jail = match top {
        Some(top) => jail.within(top),
        None => jail,
    };
    limit_memory(heap_bytes);
    env_values::look_after(&jail);
    let parse = move || {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        serve(&jail, &redact_prompt, &mut input, &mut output, &mut limit_time)
    };
    let thread = std::thread::Builder::new().stack_size(limits::PARSE_STACK_BYTES).spawn(parse);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::Ok.code(),
        _ => ExitCode::ToolFailed.code(),
    }
}

/// From now on this process dies when it takes more memory, and leaves no core behind.
fn limit_memory(heap_bytes: u64) {
    if clock::is_stopped() {
        // Under a simulator memory is the simulator's own.
        return;
    }
    let bytes_max = heap_bytes.saturating_add(limits::PARSE_STACK_BYTES as u64);
    let at_most = |number| Rlimit { current: Some(number), maximum: Some(number) };
    // They fail only where a lower limit holds already.
    let _ = setrlimit(Resource::Core, at_most(0));
    let _ = setrlimit(Resource::Data, at_most(bytes_max));
    if !cfg!(target_os = "linux") {
        std::thread::spawn(move || die_above(bytes_max));
    }
}

/// Elsewhere the limit is not enforced: somebody has to look.
fn die_above(bytes_max: u64) {
    while peak_bytes().is_some_and(|peak| peak <= bytes_max) {
        std::thread::sleep(LOOK);
    }
    std::process::abort();
}

fn peak_bytes() -> Option<u64> {
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = u64::try_from(usage()?.max_rss()).ok()?;
    Some(peak.saturating_mul(UNIT))
}

/// Before each file: the system ends the process when this file has taken too much time of a processor.
fn limit_time(_file_bytes: u64) {
    if clock::is_stopped() {
        return;
    }
    let Some(usage) = usage() else { return };
    let used_us =
        [usage.user_time(), usage.system_time()].map(|time| time.tv_sec() * 1_000_000 + time.tv_usec());
    let used_s = u64::try_from(used_us.iter().sum::<i64>() / 1_000_000).unwrap_or(0);
    let maximum = getrlimit(Resource::Cpu).maximum;
    let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(used_s + limits::WORKER_FILE_CPU_S), maximum });
}

fn usage() -> Option<Usage> {
    getrusage(UsageWho::RUSAGE_SELF).ok()
}
